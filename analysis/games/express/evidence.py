"""Evidence that answers about Risk Express are right: published odds, exact and simulated chances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.evidence.checks import Row
from conquestlab.analysis.evidence.published import read_published, rounded
from conquestlab.analysis.evidence.simulated import Attack, Played
from conquestlab.analysis.games.express.answers import card_odds
from conquestlab.analysis.games.express.question import Lying

if TYPE_CHECKING:
    from conquestlab.analysis.games.trial import Trial
    from conquestlab.analysis.rules.rulebook import Rulebook

FOLDER = "conquestlab.analysis.games.express"
FREE_CHOICE = "voluntary_sacrifice=on"


def published_rows() -> Iterator[Row]:
    """Yield a row for each chance to conquer a card."""
    express = read_published(FOLDER)
    for key, rules in (
        ("conquer", express["rules"]),
        ("conquer_with_any_sacrifice", f"{express['rules']},{FREE_CHOICE}"),
    ):
        for card, text in express[key].items():
            (row,) = card_odds((rules,), (card,))
            yield rounded(f"{express['source']}: {rules}, {card}", float(row["win"]), text)


def attacks_of(rulebook: Rulebook, seen: set[Any]) -> list[Attack]:
    """Return the attacks to play under a rulebook: on every card in the middle, and before another player."""
    return [_cards(rulebook, another) for another in (False, True)]


def _cards(rulebook: Rulebook, another: bool) -> Attack:
    def play(trial: Trial) -> list[Played]:
        where = "before another" if another else "in the middle"
        rows = card_odds((rulebook,), (), Lying(another=another), trial=trial)
        return [(f"{row['rules']}: {row['card']} {where}", trial.games, row) for row in rows]

    return play
