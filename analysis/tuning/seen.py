"""What the games at one point showed: measures with the covariance that their blocks tell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conquestlab.analysis.measures.moments import Moments, covariance

Point = tuple[int, ...]
"""A value for each number that is varied."""


@dataclass(frozen=True, eq=False)
class Seen:
    """Measures at one point.

    Attributes
    ----------
    games : int
    means : float array, (q,)
        Of shares that sum to 1 the last is left out.
    covariance : float array, (q, q)
    """

    games: int
    means: np.ndarray
    covariance: np.ndarray


def seen_in(sums: Moments, unit: float = 1.0) -> Seen | None:
    """Return what sums over blocks show; None where they show nothing.

    Parameters
    ----------
    sums : Moments
        Of the numbers of the measure and, last, of their weight. Several numbers are shares of one whole.
    unit : float
        The measure is sum of number / (sum of weight * unit).
    """
    *totals, weight = sums.sums
    if sums.blocks < 2 or weight == 0:
        return None
    kept = max(1, len(totals) - 1)
    means = np.array([total / weight for total in totals[:kept]]) / unit
    return Seen(sums.games, means, covariance(sums)[:kept, :kept] / unit**2)
