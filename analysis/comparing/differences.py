"""The difference of two numbers that are each known with an interval: its own interval, p-value and sameness.

See docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from typing import NamedTuple

from conquestlab.analysis.measures.intervals import LEVEL, quantile
from conquestlab.analysis.measures.ratios import Span
from conquestlab.analysis.measures.significance import mean_p

FURTHEST = 37.0  # standard errors; a normal tail beyond is no number any more
HALVINGS = 32


class Difference(NamedTuple):
    """A difference, second less first, with what can be said of it.

    Attributes
    ----------
    value : float
    low, high : float or None
        Ends of its interval; None where an end is not known.
    near : tuple
        Ends of the interval that leaves out one end of it in twenty on each side: it lies within a margin
        exactly where two one-sided tests show the difference to do so.
    p : float
        Chance of so large a difference, or a larger one, where there is none; two-sided.
    """

    value: float
    low: float | None
    high: float | None
    near: Span
    p: float

    def within(self, margin: float) -> bool:
        """Whether two one-sided tests show the true difference to be smaller than `margin`."""
        low, high = self.near
        if low is None or high is None:
            return False
        return low == high == 0.0 or (-margin < low and high < margin)


class Estimate(NamedTuple):
    """A number with an interval of any width.

    Attributes
    ----------
    value : float
    span : callable
        From a half-width in standard errors to the ends of the interval; None for an end that is not known.
    """

    value: float
    span: Callable[[float], Span]


NO_DIFFERENCE = Difference(0.0, 0.0, 0.0, (0.0, 0.0), 1.0)


def mean_difference(value: float, variance: float, freedom: float, level: float = LEVEL) -> Difference:
    """Return a difference of means whose variance is known: t."""
    error = sqrt(variance)
    half, near = quantile(freedom, level) * error, quantile(freedom, _one_sided(level)) * error
    return Difference(
        value, value - half, value + half, (value - near, value + near), mean_p(value, error, freedom)
    )


def welch_freedom(first: float, first_units: int, second: float, second_units: int) -> float:
    """Return the degrees of freedom of a sum of two variances (Welch and Satterthwaite)."""
    squares = first**2 / (first_units - 1) + second**2 / (second_units - 1)
    return (first + second) ** 2 / squares if squares > 0.0 else first_units + second_units - 2.0


def spans_difference(
    first: Estimate,
    second: Estimate,
    correlation: float,
    freedom: float = inf,
    level: float = LEVEL,
    p: float | None = None,
) -> Difference:
    """Return the difference of two estimates from the intervals of both ("MOVER", Zou and Donner 2008).

    The distance from each value to the end of its own interval stands for as many standard errors in that
    direction. With intervals that are not symmetric the interval of the difference is not, either; for two
    means it is t, for two shares of independent games Newcombe's.

    Parameters
    ----------
    first, second : Estimate
    correlation : float
        Of the two estimates; 0 where they have luck of their own.
    freedom : float
        Degrees of freedom; infinite for the normal law.
    level : float
    p : float, optional
        From a test of its own; else the level at which the interval would just reach 0.
    """

    def ends(width: float) -> Span:
        (low_first, high_first), (low_second, high_second) = first.span(width), second.span(width)
        value = second.value - first.value
        down, up = None, None
        if low_second is not None and high_first is not None:
            down = value - _joined(second.value - low_second, high_first - first.value, correlation)
        if high_second is not None and low_first is not None:
            up = value + _joined(high_second - second.value, first.value - low_first, correlation)
        return down, up

    value = second.value - first.value
    low, high = ends(quantile(freedom, level))
    if p is None:
        p = mean_p(_reach(value, ends), 1.0, freedom)
    return Difference(value, low, high, ends(quantile(freedom, _one_sided(level))), p)


def _one_sided(level: float) -> float:
    """Return the level of the interval whose ends are each missed as often as both ends at `level` are."""
    return 2.0 * level - 1.0


def _joined(one: float, other: float, correlation: float) -> float:
    return sqrt(max(0.0, one * one + other * other - 2.0 * correlation * one * other))


def _reach(value: float, ends: Callable[[float], Span]) -> float:
    """Return how many standard errors wide the interval is that just reaches 0."""
    if value == 0.0:
        return 0.0

    def reaches(width: float) -> bool:
        low, high = ends(width)
        end = low if value > 0.0 else high
        return end is None or end * value <= 0.0

    if not reaches(FURTHEST):
        return FURTHEST
    lower, upper = 0.0, FURTHEST
    for _ in range(HALVINGS):
        middle = (lower + upper) / 2.0
        if reaches(middle):
            upper = middle
        else:
            lower = middle
    return lower
