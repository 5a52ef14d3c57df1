"""The sections of exact tables: the odds of a battle, and what cards bring."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.reporting.contents import Contents, Shared
from conquestlab.reports.games.conquest.cell_plot import odds_cells
from conquestlab.reports.webpage.line_plot import Axis, Line, line_plot
from conquestlab.reports.webpage.parts import Figure, Section, in_panels
from conquestlab.reports.webpage.words import plain_table

LINES = 4


def dice_and_cards(contents: Contents) -> Section:
    """Return the section on the odds of an attack and on sets of cards, empty where there are none."""
    section = Section("exact", "Dice and cards", short="Dice, cards")
    for shared in contents.odds:
        title = "Chance that the attackers win" + _under(contents, shared)
        how = (
            "In per cent, exact, fought to the end; attackers are the armies that may attack. Orange is the "
            "attackers' side, blue the defenders', and the line parts what is more likely from what is not."
        )
        drawing = odds_cells(shared.rows, title=title, of_rules=_rules(shared))
        section.figures.append(Figure(title, how, drawing, scale=("d", "defenders win", "attackers win")))
    section.figures += _lines(
        contents.sets,
        ("cards", "chance", Axis("cards in hand"), Axis("chance", True, 0.0, 1.0)),
        "Chance that a hand holds a set",
        "In per cent, exact, by the number of cards in the hand.",
    )
    with_scale = [shared for shared in contents.scales if shared.rows[0]["number"] is not None]
    section.figures += _lines(
        with_scale,
        ("number", "armies", Axis("number of the set in the game"), Axis("armies", low=0.0, unit="armies")),
        "What a set is worth",
        "Armies for the first set of the game, the second and so on.",
    )
    for shared in contents.scales:
        if shared.rows[0]["number"] is None:
            rows = [{"set": row["set"].replace("_", " "), "armies": row["armies"]} for row in shared.rows]
            section.tables.append(plain_table(f"What a set is worth{_under(contents, shared)}", rows))
    return section


def _under(contents: Contents, shared: Shared) -> str:
    several = len([facts for facts in contents.books if facts.book.game == "conquest"]) > 1
    return f": {_rules(shared)}" if several else ""


def _rules(shared: Shared) -> str:
    return " and ".join(shared.labels)


def _lines(
    tables: Sequence[Shared], columns: tuple[str, str, Axis, Axis], title: str, how: str
) -> list[Figure]:
    at, value, across, up = columns
    lines = [
        Line(
            _rules(shared) if len(tables) > 1 else "",
            [
                {
                    "at": row[at],
                    "value": row[value],
                    "measure": value,
                    "of": str(row[at]),
                    "run": _rules(shared),
                }
                for row in shared.rows
            ],
            place,
        )
        for place, shared in enumerate(tables)
    ]
    return [
        Figure(
            title,
            how,
            line_plot(panel, title=title, across=across, up=up),
            [(line.colour, line.name) for line in panel] if len(tables) > 1 else (),
        )
        for panel in in_panels(lines, LINES)
    ]
