"""How winning goes with luck at dice, in a game of conquest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.measures.measure import Setting, Statistic
from conquestlab.analysis.measures.statistics import Sums, by_group, correlation_of
from conquestlab.kernels.shared.rows import FIXED_ONE

if TYPE_CHECKING:
    from conquestlab.analysis.measures.quantities import GameColumns

LUCK_ONE = 1 << 10  # a standard deviation of dice


def dice_luck(setting: Setting) -> list[Statistic]:
    """Return how winning goes with losing more armies than expected."""
    return [Statistic("dice_luck", ("",), (0,), _luck_sums, _luck, correlation=True)]


def dice_losses(rows: np.ndarray, seats: int) -> np.ndarray:
    """Return by how many standard deviations each seat lost more armies than was to be expected.

    Returns
    -------
    int64 array, (games, seats)
        In parts of LUCK_ONE; 0 for who never rolled.
    """
    lost = rows["lost_attacking"][:, :seats] + rows["lost_defending"][:, :seats]
    surplus = FIXED_ONE * lost - rows["expected_losses"][:, :seats]
    variance = rows["loss_variance"][:, :seats]
    spread = np.sqrt(np.maximum(variance, 1).astype(float) * FIXED_ONE)
    return np.rint(LUCK_ONE * surplus / spread).astype(np.int64) * (variance > 0)


def _luck_sums(games: GameColumns) -> Sums:
    rolled: np.ndarray = (games.rows["loss_variance"][:, : games.seats] > 0) & (games.decided[:, None] > 0)
    surplus = dice_losses(games.rows, games.seats) * rolled
    wins = games.wins * rolled
    columns = (rolled, wins, surplus, wins * wins, wins * surplus, surplus * surplus)
    return by_group(games.rows["luck"], [np.any(rolled, axis=1), *(column.sum(axis=1) for column in columns)])


def _luck(sums: np.ndarray, place: int) -> np.ndarray | None:
    return correlation_of(sums, 1)
