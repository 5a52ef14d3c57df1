"""Figures of cards: chances by hand size, the scale and its growth, armies by turn, and when to exchange."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.colors import Normalize
from matplotlib.figure import Figure

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import say
from conquestlab.reports.figures.cell_maps import TWO_SIDES, Cells, draw_cells, map_height, scale_of_colours
from conquestlab.reports.figures.interval_figures import bars_with_intervals, curves_with_bands
from conquestlab.reports.figures.painter import painted
from conquestlab.reports.figures.style import new_figure, style, title_panel
from conquestlab.reports.games.conquest.card_curves import chance_curves, scale_curves

Rows = Sequence[dict[str, Any]]

MOST_PANELS = 4
MOST_HANDS = 24


def set_chances(rows: Rows) -> Figure:
    """Draw the chance of holding a set by the size of the hand: rows of `chance`."""
    curves = chance_curves(rows)
    return painted([curves], _about(rows, curves.title), curves.how)


def _about(rows: Rows, words: str) -> str:
    """Name the rulebooks in a heading: those that say the same share a line, without a legend if alone."""
    return f"{words}: {', '.join(dict.fromkeys(row['rules'] for row in rows))}"


def kind_chances(rows: Rows) -> Figure:
    """Draw the chance of holding each kind of set: rows of `kinds`, of one rulebook or several."""
    return bars_with_intervals(
        _tidy(
            rows,
            "set",
            "chance",
            lambda row: say("{rules}, {cards} cards", rules=row["rules"], cards=row["cards"]),
        ),
        heading=say("The chance of holding a set of each kind"),
        labels=(say("kind of set"), say("hands with such a set")),
        percent=True,
    )


def first_sets(rows: Rows) -> Figure:
    """Draw what the first set of a hand drawn card by card is: rows of `first`."""
    means = ", ".join(f"{row['rules']} {row['cards']:.2f}" for row in rows if row["set"] == "any")
    return bars_with_intervals(
        _tidy([row for row in rows if row["set"] != "any"], "set", "share"),
        heading=say("What the first set is made of"),
        subtitle=say(
            "Cards are drawn one by one. Mean number of cards until the first set: {means}", means=means
        ),
        labels=(say("kind of set"), say("share of first sets")),
        percent=True,
    )


def land_bonuses(rows: Rows) -> Figure:
    """Draw the mean land bonus of a set by the lands held: rows of `bonus`."""
    return curves_with_bands(
        _tidy(
            rows,
            "lands",
            "bonus",
            lambda row: say("{rules}, best set of {cards} cards", rules=row["rules"], cards=row["cards"]),
        ),
        heading=say("The land bonus of a set"),
        subtitle=say("Any lands are equally likely to be the player's."),
        labels=(say("lands held"), say("mean bonus, armies")),
    )


def hand_worths(rows: Rows) -> Figure:
    """Draw the mean armies of a hand by its size and by the number of the next set: rows of `worth`."""
    return curves_with_bands(
        _tidy(rows, "cards", "armies", _next_set),
        heading=say("What a hand of cards is worth"),
        subtitle=say("All its sets are exchanged at once, without land bonus."),
        labels=(say("cards in hand"), say("mean armies")),
    )


def _next_set(row: Mapping[str, Any]) -> str:
    return f"{row['rules']}" + (
        "" if row["number"] is None else say(", next is set {number}", number=row["number"])
    )


def scale_and_growth(rows: Rows) -> Figure:
    """Draw the armies of each set of the game, and all of them added up: rows of `scale`."""
    one, all_so_far = scale_curves(rows), scale_curves(rows, "total")
    if one.is_empty:
        raise WrongUse("fixed values have no scale to draw: name a rulebook with one, as risk-modern")
    total = all_so_far.up._replace(label=say("armies of all sets so far"), unit="")
    subtitle = say("Sets are counted over the whole game, whoever exchanges them.")
    return painted(
        [one, all_so_far._replace(up=total)],
        _about(rows, say("The scale and its growth")),
        subtitle,
        beside=True,
    )


def armies_by_turn(rows: Rows) -> Figure:
    """Draw the armies that a player got from cards up to each turn, with bands: rows of `turns`."""
    return curves_with_bands(
        [
            {"of": row["turn"], "value": row["armies"], "low": row["q10"], "high": row["q90"]}
            | {
                "rules": say(
                    "{rules}, {players} players, {policy}",
                    rules=row["rules"],
                    players=row["players"],
                    policy=row["policy"],
                )
            }
            for row in rows
        ],
        heading=say("Armies from cards"),
        subtitle=say("All players keep to the same policy. Line: mean; band: eight of ten games."),
        labels=(say("turn"), say("armies from cards so far")),
    )


def waiting_map(rows: Rows) -> Figure:
    """Draw what waiting a turn gains, by hand and by the number of the next set: rows of `timing`.

    Where hands are too many they are put together by the number of sets in them.
    """
    tables = _tables(rows)
    hands = sorted({_hand(row) for row in rows})
    label, names = say("cards in hand, by arm (j: joker)"), [text for *_, text in hands]
    if len(hands) > MOST_HANDS:
        rows = [{**row, "armies": 0, "cards": row["sets"], "hand": ""} for row in rows]
        tables = _tables(rows)
        hands = sorted({_hand(row) for row in rows})
        label, names = say("sets in hand"), [str(sets) for _, sets, *_ in hands]
    numbers = sorted({row["number"] or 1 for row in rows})
    cells = {}
    for title, table in tables.items():
        met, gains = np.zeros((2, len(hands), len(numbers)))
        for row in table:
            place = hands.index(_hand(row)), numbers.index(row["number"] or 1)
            met[place] += row["met"]
            gains[place] += row["met"] * row["gain"]
        values = np.where(met > 0, gains / np.where(met > 0, met, 1.0), np.nan)
        cells[title] = Cells(numbers, list(range(len(hands))), values)
    subtitle = say("Armies a player gains by waiting a turn (orange) or by exchanging at once (blue).")
    figure = _maps(cells, say("When to exchange cards"), subtitle, say("gain of waiting, armies"))
    for panel in figure.axes[: len(cells)]:
        panel.set_xlabel(say("next set of the game") if rows[0]["number"] else say("fixed values"))
        panel.set_ylabel(label)
        panel.set_yticks(range(len(hands)), labels=names)
        if not rows[0]["number"]:
            panel.set_xticks([])
    return figure


def _hand(row: Mapping[str, Any]) -> tuple[bool, int, int, str, str]:
    """Return a hand so that hands sort by cards, by armies where these are fixed, and by arms."""
    armies = 0 if row["number"] else row["armies"]
    return not row["number"], row["cards"], armies, row["hand"][::-1], row["hand"]


def policy_map(rows: Rows) -> Figure:
    """Draw what one player of a policy leads by among players of another: rows of `policies`."""
    policies = list(dict.fromkeys(row["policy"] for row in rows))
    places = list(range(len(policies)))
    cells = {}
    for title, table in _tables(rows).items():
        values = np.full((len(policies), len(policies)), np.nan)
        for row in table:
            values[policies.index(row["policy"]), policies.index(row["against"])] = row["lead"]
        cells[title] = Cells(places, places, values)
    subtitle = say("Armies, discounted to the first turn, by which one player leads the mean of the others.")
    figure = _maps(cells, say("Policies of exchange against each other"), subtitle, say("lead, armies"))
    for panel in figure.axes[: len(cells)]:
        panel.set_xlabel(say("policy of the others"))
        panel.set_ylabel(say("policy of the one"))
        panel.set_xticks(places, labels=policies, rotation=30, ha="right", rotation_mode="anchor")
        panel.set_yticks(places, labels=policies)
    return figure


def _tables(rows: Rows) -> dict[str, list[Mapping[str, Any]]]:
    tables: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        tables.setdefault(f"{row['rules']}, {row['players']} players", []).append(row)
    if not tables:
        raise WrongUse("there is nothing to draw: no case is met often enough; give more turns")
    if len(tables) > MOST_PANELS:
        raise WrongUse(f"{len(tables)} maps are too many for a figure: ask for at most {MOST_PANELS} tables")
    return tables


def _maps(cells: Mapping[str, Cells], heading: str, subtitle: str, label: str) -> Figure:
    """Draw one map below the other in the same colours."""
    panels = (len(cells), 1)
    largest = max(float(np.nanmax(np.abs(table.values))) for table in cells.values()) or 1.0
    decimals = 1 if largest >= 2 else 2
    with style():
        first = next(iter(cells.values()))
        heading = f"{heading}: {next(iter(cells))}" if len(cells) == 1 else heading
        height = map_height(first, panels) + 0.9 + (0.35 * len(cells) if len(cells) > 1 else 0)
        figure, axes = new_figure(heading, subtitle, height=height, panels=panels)
        for (title, table), panel in zip(cells.items(), axes, strict=True):
            span = Normalize(-largest, largest)
            mesh = draw_cells(panel, table, TWO_SIDES, span, partial(_signed, decimals=decimals), panels)
            if len(cells) > 1:
                title_panel(panel, title)
        scale_of_colours(figure, mesh, axes, label, below=True)
    return figure


def _signed(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}" if abs(value) < 9.95 else f"{value:.0f}"
    return "0" if float(text) == 0 else text.replace("-", "−")


def _tidy(
    rows: Rows,
    of: str,
    value: str,
    series: Callable[[Mapping[str, Any]], str] = lambda row: str(row["rules"]),
) -> list[dict[str, Any]]:
    return [{"of": row[of], "value": row[value], "rules": series(row)} for row in rows]


DRAWN: dict[str, Callable[[Rows], Figure]] = {
    "chance": set_chances,
    "first": first_sets,
    "kinds": kind_chances,
    "bonus": land_bonuses,
    "scale": scale_and_growth,
    "worth": hand_worths,
    "timing": waiting_map,
    "policies": policy_map,
    "turns": armies_by_turn,
}
"""By the name of a table of `conquest cards`, its figure."""
