"""Whether learned chances come true: in games that were not learned from, in ten bins of chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from conquestlab.analysis.learning.positions import Positions

BINS = 10
FEWEST_GAMES = 30  # of a bin that may be the worst one


class Bin(NamedTuple):
    """Living seats whose chance was seen within a tenth.

    Attributes
    ----------
    low, high : float
        The tenth.
    predicted, happened : float
        The mean of the chances, and of the shares of the win that these seats got.
    gap : float
        By how much more was won than was predicted.
    error : float
        The standard error of the gap. Positions of one game are not independent of each other, so games are
        what is counted.
    positions, games : int
    """

    low: float
    high: float
    predicted: float
    happened: float
    gap: float
    error: float
    positions: int
    games: int


def bins_of(chances: np.ndarray, positions: Positions) -> list[Bin]:
    """Return the bins in which there is anything.

    Parameters
    ----------
    chances : float array, (positions, seats)
        That were seen in these
    positions : Positions
    """
    won, is_in = positions.won, positions.told.astype(bool).any(axis=2)
    place = np.minimum((chances * BINS).astype(int), BINS - 1)
    numbers = np.unique(positions.game, return_inverse=True)[1]
    games = np.broadcast_to(numbers[:, None], chances.shape)
    found = []
    for tenth in range(BINS):
        chosen = is_in & (place == tenth)
        if chosen.any():
            found.append(_bin(tenth, chances[chosen], won[chosen].astype(float), games[chosen]))
    return found


def _bin(tenth: int, chances: np.ndarray, won: np.ndarray, games: np.ndarray) -> Bin:
    number = len(chances)
    gap = float((won - chances).mean())
    there = np.unique(games, return_inverse=True)[1]
    sums = np.bincount(there, won - chances - gap)
    many = len(sums)
    error = float(np.sqrt((sums**2).sum() * many / (many - 1))) / number if many > 1 else float("inf")
    low, high = tenth / BINS, (tenth + 1) / BINS
    return Bin(low, high, float(chances.mean()), float(won.mean()), gap, error, number, many)


def worst_of(bins: Sequence[Bin]) -> Bin | None:
    """Return the bin with the largest gap, of those that hold enough games to have one."""
    able = [one for one in bins if one.games >= FEWEST_GAMES]
    return max(able, key=lambda one: abs(one.gap), default=None)
