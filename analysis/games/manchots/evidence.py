"""What shows that the answers about Manchots Barjots are right: exact chances beside games that are dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.manchots.answers import cards_in_play, specials_dealt, zone_sums

if TYPE_CHECKING:
    from conquestlab.analysis.evidence.checks import Row
    from conquestlab.analysis.evidence.simulated import Attack, Played
    from conquestlab.analysis.games.trial import Trial
    from conquestlab.analysis.rules.rulebook import Rulebook

MOST_DEALT = 100_000  # games; they are dealt one by one
CARDS = ("desert_7", "moon_9")
LEAST_EXPECTED = 25  # of a row: a z-score of fewer would not be normal


def published_rows() -> Iterator[Row]:
    """Yield nothing: no chances of this game were found in print."""
    return iter(())


def attacks_of(rulebook: Rulebook, seen: set[Any]) -> list[Attack]:
    """Return what is dealt under a rulebook beside its exact chances."""

    def few(trial: Trial) -> Trial:
        return trial._replace(games=min(trial.games, MOST_DEALT))

    def specials(trial: Trial) -> list[Played]:
        trial = few(trial)
        rows = specials_dealt((rulebook,), trial=trial)
        return _played(rows, trial, lambda row: f"{row['number']} {row['special']} dealt", "chance")

    def cards(trial: Trial) -> list[Played]:
        trial = few(trial)
        rows = cards_in_play((rulebook,), CARDS, trial=trial)
        return _played(rows, trial, lambda row: f"{row['card']}, {row['players']} players", "in_play")

    def sums(trial: Trial) -> list[Played]:
        trial = few(trial)
        rows = zone_sums((rulebook,), ("desert",), trial=trial)
        return _played(rows, trial, lambda row: f"desert sums to {row['sum']} ({row['play']})", "chance")

    return [specials, cards, sums]


def _played(rows: list[Row], trial: Trial, name: Callable[[Row], str], chance: str) -> list[Played]:
    """Return what was dealt of the rows that chance leaves open, each as an attack that is played."""
    return [
        (f"{row['rules']}: {name(row)}", trial.games, row | {"win": row[chance]})
        for row in rows
        if LEAST_EXPECTED <= trial.games * row[chance] <= trial.games - LEAST_EXPECTED
    ]
