"""Exact odds beside the same attacks played roll by roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from conquestlab.analysis.evidence.checks import UNLIKELY, Row, checked
from conquestlab.analysis.games import find_game
from conquestlab.analysis.games.trial import Trial
from conquestlab.analysis.measures.significance import holm, mean_p
from conquestlab.analysis.rules.rulebook import Rulebook

BATTLES_A_GAME = 1000  # one game read by the referee takes as long as many thousand battles
Played = tuple[str, int, dict[str, Any]]
"""What was attacked, how often, and the columns of the odds."""

Attack = Callable[[Trial], list[Played]]
"""Plays attacks of one kind."""


def simulated_rows(
    attacks: Sequence[Attack],
    games: int,
    seed: str = "1",
    jobs: int | None = None,
    attacked: Callable[[int], object] | None = None,
) -> list[Row]:
    """Return a row for each attack under each rulebook: its share of wins beside the exact chance.

    Parameters
    ----------
    attacks : sequence of Attack
        As `attacks_of` returns them.
    games : int
        Attacks of each kind.
    seed, jobs
        As for `simulate_battle`.
    attacked : callable, optional
        Called with 1 after each kind of attack.

    Returns
    -------
    list of dict
        `p` is the smaller of the p-values of z and, for battles, of the chi-square test of all ends, both
        raised by Holm's procedure over all attacks.
    """
    trial = Trial(games, seed, jobs)
    played: list[Played] = []
    for ask in attacks:
        played += ask(trial)
        if attacked:
            attacked(1)
    chances = [p for _of, _games, row in played for p in (mean_p(row["z"], 1.0), row.get("chi2_p"))]
    raised = iter(holm([1.0 if p is None else p for p in chances]))
    rows = []
    for of, count, row in played:
        p = min(next(raised), next(raised))
        rows.append(
            checked(
                "simulated",
                of,
                p > UNLIKELY,
                games=count,
                value=row["simulated"],
                expected=float(row["win"]),
                z=row["z"],
                p=p,
            )
        )
    return rows


def attacks_of(books: Sequence[Rulebook]) -> list[Attack]:
    """Return the attacks to play, each waiting for its trial; where rulebooks have the same, once."""
    waiting: list[Attack] = []
    seen: set[Any] = set()
    for book in books:
        evidence = find_game(book.game).evidence
        waiting += evidence.attacks_of(book, seen) if evidence else []
    return waiting
