"""The sections of exact tables: the odds of a battle, and what cards bring."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.games.conquest.battles.attack_answers import table
from conquestlab.analysis.games.conquest.exchanging.card_answers import chance, scale
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.shared_tables import Shared, shared_tables
from conquestlab.analysis.requests.exact import CardsRequest, OddsRequest
from conquestlab.reports.figures.curves import Axis, Line
from conquestlab.reports.games.conquest.cell_plot import odds_cells
from conquestlab.reports.webpage.line_plot import line_plot
from conquestlab.reports.webpage.parts import Figure, Section, books_of, in_panels
from conquestlab.reports.webpage.words import plain_table

LINES = 4
ODDS_SIZE = "10x10"


def dice_and_cards(contents: Contents) -> Section:
    """Return the section on the odds of an attack and on sets of cards, empty where there are none."""
    section = Section("exact", "Dice and cards", short="Dice, cards")
    books = [(facts.rules, facts.book) for facts in books_of(contents, "conquest")]
    several = len(books) > 1
    for shared in shared_tables(books, lambda book: table((book,), OddsRequest(table=ODDS_SIZE)), ("win",)):
        title = "Chance that the attackers win" + _under(shared, several)
        how = (
            "In per cent, exact, fought to the end; attackers are the armies that may attack. Orange is the "
            "attackers' side, blue the defenders', and the line parts what is more likely from what is not."
        )
        drawing = odds_cells(shared.rows, title=title, of_rules=_rules(shared))
        section.figures.append(Figure(title, how, drawing, scale=("d", "defenders win", "attackers win")))
    section.figures += _lines(
        shared_tables(books, lambda book: chance(CardsRequest.about(book)), ("chance",)),
        ("cards", "chance", Axis("cards in hand"), Axis("chance", True, 0.0, 1.0)),
        "Chance that a hand holds a set",
        "In per cent, exact, by the number of cards in the hand.",
    )
    scales = shared_tables(books, lambda book: scale(CardsRequest.about(book)), ("set", "armies"))
    with_scale = [shared for shared in scales if shared.rows[0]["number"] is not None]
    section.figures += _lines(
        with_scale,
        ("number", "armies", Axis("number of the set in the game"), Axis("armies", low=0.0, unit="armies")),
        "What a set is worth",
        "Armies for the first set of the game, the second and so on.",
    )
    for shared in scales:
        if shared.rows[0]["number"] is None:
            rows = [{"set": row["set"].replace("_", " "), "armies": row["armies"]} for row in shared.rows]
            section.tables.append(plain_table(f"What a set is worth{_under(shared, several)}", rows))
    return section


def _under(shared: Shared, several: bool) -> str:
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
