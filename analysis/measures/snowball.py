"""How early the winner stands out: how many of its losers it stands above, by tenth of the game."""

from __future__ import annotations

from functools import partial

import numpy as np

from conquestlab.analysis.measures.measure import Quantity, Setting
from conquestlab.analysis.measures.quantities import GameColumns
from conquestlab.kernels.shared.rows import TENTHS


def snowball_auc(setting: Setting) -> list[Quantity]:
    """Return the share of its losers above which the winner of a game stands at each tenth.

    It is counted in halves, because a tie is half a loser below; one seat alone has no losers.
    """
    return [
        Quantity("snowball_auc", str(tenth + 1), partial(_below_winner, tenth), _losers, share=True)
        for tenth in range(TENTHS if setting.seats > 1 else 0)
    ]


def _losers(games: GameColumns) -> np.ndarray:
    return 2 * (games.seats - 1) * games.sole


def _below_winner(tenth: int, games: GameColumns) -> np.ndarray:
    heights = games.standings[:, tenth]
    winner = np.take_along_axis(heights, games.wins.argmax(axis=1)[:, None], axis=1)
    halves = np.count_nonzero(winner > heights, axis=1) + np.count_nonzero(winner >= heights, axis=1)
    return (halves - 1) * games.sole  # the winner is a tie with itself
