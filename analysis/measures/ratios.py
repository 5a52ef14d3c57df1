"""Means, shares, their differences and covariances, with intervals: all by sums over blocks (`moments.py`).

See docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.measures.intervals import LEVEL, quantile, rare_end, score_interval, t_interval
from conquestlab.analysis.measures.moments import Coefficients, Moments, chosen
from conquestlab.analysis.measures.significance import one_sided_p

NO_VARIANCE = 1e-15  # what rounding makes of none; a single block among all that exist makes more

Span = tuple[float | None, float | None]

UNKNOWN: Span = (None, None)


class Share(NamedTuple):
    """A share, and how well it is known.

    Attributes
    ----------
    value : float or None
        None where there is nothing to have a share of.
    trials : float
        Independent games that would make the share as uncertain as the blocks show it to be.
    freedom : float
        Degrees of freedom of that; infinite for games with luck of their own that count alike.
    games : int
        On how many games it rests.
    """

    value: float | None
    trials: float
    freedom: float
    games: int

    def span(self, family: int = 1, level: float = LEVEL) -> Span:
        """Return Wilson's interval, with t over blocks, wide at rare events; `family` hold together."""
        if self.value is None or self.freedom < 1:
            return UNKNOWN
        return self.wide_reach(quantile(self.freedom, level, family))

    def reach(self, width: float) -> Span:
        """Return Wilson's interval with a half-width of so many standard errors."""
        if self.value is None or self.trials == inf:
            return self.value, self.value
        low, high = score_interval(self.value, self.trials, width)
        return float(low), float(high)

    def wide_reach(self, width: float) -> Span:
        """Return the same, but no end of a rare event that would be missed too often."""
        low, high = self.reach(width)
        if self.value is None or low is None or high is None or self.trials == inf:
            return low, high
        least, rest = (rare_end(seen, self.trials, width) for seen in (self.value, 1.0 - self.value))
        return min(low, least), max(high, 1.0 - rest)

    def p_of(self, middle: float) -> float | None:
        """Return the two-sided p-value of the share being `middle`: the test that belongs to the interval."""
        if self.value is None or self.freedom < 1:
            return None
        error = sqrt(middle * (1.0 - middle) / self.trials)
        return 2.0 * one_sided_p(abs(self.value - middle) / error, self.freedom)


@dataclass(frozen=True)
class Ratio:
    """A mean of games with weights, or a share: sum of x over sum of m, in whole numbers.

    Attributes
    ----------
    games, blocks : int
        Games and blocks whose weight is not zero.
    x, m, xx, xm, mm : int
        Sums over blocks of the number, of the weight and of their products.
    """

    games: int
    blocks: int
    x: int
    m: int
    xx: int
    xm: int
    mm: int

    @property
    def value(self) -> float:
        """The ratio; `m` must not be zero."""
        return self.x / self.m

    @property
    def plain(self) -> bool:
        """Whether it is a share of single games that count alike and each either do or do not."""
        return self.games == self.blocks and self.xx == self.xm and self.mm * self.games == self.m * self.m

    @property
    def variance(self) -> float:
        """Variance of the ratio over two blocks or more, by Taylor's first term."""
        squares = self.m**2 * self.xx - 2 * self.m * self.x * self.xm + self.x**2 * self.mm
        return squares * self.blocks / (self.m**4 * (self.blocks - 1))

    @property
    def error(self) -> float:
        """Standard error of the ratio over two blocks or more."""
        return sqrt(self.variance)

    @property
    def trials(self) -> float:
        """Independent games that would make a share as uncertain as it is; infinite where no block differs.

        A share of nothing or of everything shows no variation to go by; then every block counts as one game.
        """
        if self.plain:
            return float(self.games)
        if self.x == 0 or self.x == self.m:
            return self.m * self.m / self.mm
        variance = self.variance if self.blocks > 1 else 0.0
        return self.value * (1.0 - self.value) / variance if variance > 0.0 else inf

    def per(self, unit: int) -> Ratio:
        """Return the ratio to so many times the weight."""
        return replace(self, m=unit * self.m, xm=unit * self.xm, mm=unit**2 * self.mm)

    @property
    def share(self) -> Share:
        """The ratio as a share, with Wilson's interval."""
        return Share(self.value, self.trials, inf if self.plain else self.blocks - 1.0, self.games)

    def mean_span(self, unit: float = 1.0, level: float = LEVEL) -> Span:
        """Interval of the ratio over `unit` as a mean: t over blocks; none for a single block."""
        if self.blocks < 2:
            return UNKNOWN
        return t_interval(self.value / unit, self.error / unit, self.blocks, level)


def ratio(sums: Moments, coefficients: Sequence[int] = (1,)) -> Ratio:
    """Return the ratio of a combination of the columns, in whole coefficients, to the weight."""
    return ratio_to(sums, chosen(coefficients))


def ratio_to(sums: Moments, number: Coefficients, weight: int = -1) -> Ratio:
    """Return the ratio of a combination of the columns to one of them."""
    by = {weight: 1}
    return Ratio(
        sums.games,
        sums.blocks,
        sums.total(number),
        sums.sums[weight],
        sums.product(number, number),
        sums.product(number, by),
        sums.product(by, by),
    )


def covariance(sums: Moments) -> np.ndarray:
    """Return the covariance matrix of the ratios of all columns to the weight, over two blocks or more."""
    size, weight = len(sums.sums) - 1, sums.sums[-1]
    departures = [sums.departure({place: 1}) for place in range(size)]
    answer = np.zeros((size, size))
    for i, j in product(range(size), repeat=2):
        squares = sums.product(departures[i], departures[j])
        answer[i, j] = squares * sums.blocks / (weight**4 * (sums.blocks - 1))
    return answer


class Part(NamedTuple):
    """What games of one kind add to a share of games of several kinds.

    Attributes
    ----------
    sums : Moments
        Over blocks that all have the weight 1.
    number, weight : int64 array, (columns,)
        How often each column counts in the number, and in the weight that it is a share of.
    """

    sums: Moments
    number: np.ndarray
    weight: np.ndarray


def share_over(parts: Sequence[Part], games: int) -> Share:
    """Return the sum of a number over several kinds of games as a share of the sum of its weight.

    The variance is that within the kinds: which are there is a choice, not luck.
    """
    freedom = sum(max(part.sums.blocks - 1, 0) for part in parts)
    whole = sum(int(weight @ sums.arrays[0]) for sums, _, weight in parts)
    if whole == 0:
        return Share(None, 0.0, freedom, 0)
    value = sum(int(number @ sums.arrays[0]) for sums, number, _ in parts) / whole
    variance = sum(
        sums.scatter((number - value * weight)[np.newaxis])[0, 0] for sums, number, weight in parts
    ) / (whole * whole)
    if variance <= NO_VARIANCE * value * (1.0 - value):
        # No variation is seen to go by: every block counts as one game.
        squares = sum(int(weight @ sums.arrays[1] @ weight) for sums, _, weight in parts)
        return Share(value, whole * whole / squares, freedom, games)
    return Share(value, value * (1.0 - value) / variance, freedom, games)


@dataclass(frozen=True, eq=False)
class Means:
    """Several ratios to one weight, with their covariance.

    Attributes
    ----------
    games : int
    means : float array, (q,)
        Of shares of one whole the last is left out.
    covariance : float array, (q, q)
    """

    games: int
    means: np.ndarray
    covariance: np.ndarray


def means_in(sums: Moments, unit: float = 1.0) -> Means | None:
    """Return what sums over blocks show; None where they show nothing.

    Parameters
    ----------
    sums : Moments
        Of numbers and, last, of their weight. Several numbers are shares of one whole.
    unit : float
        The means are sum of number / (sum of weight * unit).
    """
    *totals, weight = sums.sums
    if sums.blocks < 2 or weight == 0:
        return None
    kept = max(1, len(totals) - 1)
    means = np.array([total / weight for total in totals[:kept]]) / unit
    return Means(sums.games, means, covariance(sums)[:kept, :kept] / unit**2)
