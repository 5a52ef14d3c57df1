"""How well the standing after a round tells the winner, which is known without knowing when the game ends.

The tenths of a game are known only when it is over: its third tenth is its third round if it lasts ten, and
its tenth if it lasts thirty. After a round everybody knows how many rounds were played. Only games that go on
count, so that none counts whose winner is known already.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from conquestlab.analysis.chances.noted_games import Part
from conquestlab.analysis.pace.clock import PaceNumbers
from conquestlab.kernels.shared.rows import WHOLE_WIN

SNOWBALL_AFTER = "snowball_after"
ROUNDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000)
GOING_ON = 0.1  # a round is told that this share of the games goes beyond


def standing_sums(games: Part, round: int) -> np.ndarray:
    """Return the standings at the ends of the turns of a round, added up by game and seat: (games, seats)."""
    of = np.repeat(np.arange(len(games.game)), games.pauses)
    there = games.round == round
    by_seat = [
        np.bincount(of[there], standing, minlength=len(games.game)) for standing in games.standing[there].T
    ]
    return np.stack(by_seat, axis=1)


def snowball_numbers(games: Part) -> Iterator[tuple[tuple[str, str], PaceNumbers]]:
    """Yield by round the share of its losers above which the winner of a game stood, a tie being a half.

    Parameters
    ----------
    games : Part
    """
    seats = games.win.shape[1]
    if seats < 2 or not len(games.game):
        return
    alone, winner = games.win.max(axis=1) == WHOLE_WIN, games.win.argmax(axis=1)
    for round in ROUNDS:
        going_on = games.rounds > round
        if going_on.mean() < GOING_ON:
            return
        heights = standing_sums(games, round)
        own = np.take_along_axis(heights, winner[:, None], axis=1)
        halves = (own > heights).sum(axis=1) + (own >= heights).sum(axis=1) - 1  # it is a tie with itself
        used = (alone & going_on).astype(float)
        yield (SNOWBALL_AFTER, str(round)), PaceNumbers(used * halves / (2.0 * (seats - 1)), used)
