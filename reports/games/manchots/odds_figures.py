"""Figures of exact answers about Manchots Barjots: special cards, cards in play, sums of a zone, advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.manchots.names import SPECIAL_NAMES, ZONE_NAMES
from conquestlab.analysis.language import marked, say
from conquestlab.reports.figures.interval_figures import bars_with_intervals, curves_with_bands

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Rows = Sequence[Mapping[str, Any]]
LEAST_DRAWN = 0.0005  # chances below are no bar that can be seen
WAYS = {
    "any": marked("one card a round, whichever comes"),
    "all": marked("every card of the zone that is dealt"),
}


def specials_drawn(rows: Rows) -> Figure:
    """Draw the chance to be dealt so many special cards of each kind."""
    label, several = _rules(rows)
    bars = [
        _exact(
            row["number"], row["chance"], f"{several(row)}{SPECIAL_NAMES.get(row['special'], 'any special')}"
        )
        for row in rows
        if row["chance"] >= LEAST_DRAWN
    ]
    return bars_with_intervals(
        bars,
        heading=say("{label}: how many special cards a player is dealt", label=label),
        subtitle=say("Among {dealt} cards for the whole game, exact.", dealt=rows[0]["dealt"]),
        labels=(say("special cards"), say("chance")),
        by="series",
        percent=True,
    )


def cards_drawn(rows: Rows) -> Figure:
    """Draw the chance of each card to be in play, by number of players."""
    label, several = _rules(rows)
    bars = [_exact(row["players"], row["in_play"], several(row) + _card(row["card"])) for row in rows]
    return bars_with_intervals(
        bars,
        heading=say("{label}: is the card in the game?", label=label),
        subtitle=say(
            "The chance that a copy is dealt to anybody, exact; two players sit with two virtual ones."
        ),
        labels=(say("players"), say("chance")),
        by="series",
        percent=True,
    )


def zones_drawn(rows: Rows) -> Figure:
    """Draw the chance that a zone holds some sum or more, for both ways of playing."""
    label, several = _rules(rows)
    named = len({row["zone"] for row in rows}) > 1
    curves = [
        _exact(
            row["sum"],
            row["at_least"],
            several(row) + (f"{ZONE_NAMES[row['zone']]}, " if named else "") + WAYS[row["play"]],
        )
        for row in rows
        if row["at_least"] >= LEAST_DRAWN
    ]
    return curves_with_bands(
        curves,
        heading=say("{label}: how much comes together in a zone", label=label),
        subtitle=say("The chance of this sum or more on the table, exact; no special card acts."),
        labels=(say("sum of the values"), say("chance")),
        by="series",
        percent=True,
    )


def advice_drawn(rows: Rows) -> Figure:
    """Draw the expected score of each pair of gifts, with its interval."""
    gifts = [row for row in rows if not row["land"]]
    bars = [
        {
            "of": say(
                "{card} to the left, {card_2} to the right",
                card=_card(row["left"]),
                card_2=_card(row["right"]),
            ),
            "series": "",
            "value": row["score"],
            "low": row["low"],
            "high": row["high"],
        }
        for row in gifts
    ]
    return bars_with_intervals(
        bars,
        heading=say(
            "{rules}, {players} players: which two cards to give",
            rules=gifts[0]["rules"],
            players=gifts[0]["players"],
        ),
        subtitle=say("Mean final score, {bot} playing on in every seat.", bot=gifts[0]["bot"]),
        labels=("", say("points")),
        by="series",
    )


def _exact(of: object, value: Any, series: str) -> dict[str, Any]:
    return {"of": str(of), "value": float(value), "low": None, "high": None, "series": series}


def _rules(rows: Rows) -> tuple[str, Any]:
    """Return what the heading names, and what a series says of its rulebook where there are several."""
    labels = list(dict.fromkeys(row["rules"] for row in rows))
    if len(labels) == 1:
        return labels[0], lambda row: ""
    return "Manchots Barjots", lambda row: f"{row['rules']}, "


def _card(name: str) -> str:
    zone, _, value = name.rpartition("_")
    return f"{ZONE_NAMES[zone]} {value}"
