"""A box: the range of each number that is varied."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

Point = tuple[int, ...]
"""A value for each number that is varied."""


class Box(NamedTuple):
    """The range of each number.

    Attributes
    ----------
    low, high : float array, (k,)
    """

    low: np.ndarray
    high: np.ndarray

    @property
    def width(self) -> np.ndarray:
        """From the lowest to the highest value of each number."""
        return self.high - self.low

    @property
    def middle(self) -> np.ndarray:
        """The middle of each range."""
        return (self.low + self.high) / 2.0

    def into(self, points: np.ndarray) -> np.ndarray:
        """Return points moved to the nearest place in the box."""
        return np.clip(points, self.low, self.high)

    def wider(self, times: float) -> Box:
        """Return the box with its sides so many times longer."""
        half = self.width * times / 2.0
        return Box(self.middle - half, self.middle + half)


def hull(points: np.ndarray) -> Box:
    """Return the smallest box that holds points (N, k)."""
    return Box(points.min(axis=0), points.max(axis=0))
