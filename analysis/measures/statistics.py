"""Measures that are no ratio of two sums but follow from several: a correlation, a share of variance.

What they need are sums over groups of blocks. The value is a function of the sums of all groups; how far it
would move if a group counted more tells its standard error (the infinitesimal jackknife). See
docs/statistics.md.
"""

from collections.abc import Sequence
from math import atanh, sqrt, tanh

import numpy as np

from conquestlab.analysis.measures.intervals import FEWEST_UNITS, LEVEL, t_interval, t_quantile
from conquestlab.analysis.measures.measure import MeasureRow, Statistic
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Span

GROUPS = 100  # blocks are dealt into so many groups, by luck number, for the bootstraps
STEP = 1e-30  # along the imaginary axis, where a difference quotient loses no digits

Sums = np.ndarray
"""Whole numbers, (columns,) of all games or (GROUPS, columns) by group."""


def by_group(luck: np.ndarray, columns: Sequence[np.ndarray]) -> Sums:
    """Add up columns of games by the group of their block.

    Parameters
    ----------
    luck : int array, (games,)
    columns : sequence of int64 arrays, (games,)
        Their sums must stay below 2**53, where floating point is exact.

    Returns
    -------
    int64 array, (GROUPS, columns)
    """
    group = luck % GROUPS
    totals = [np.bincount(group, column, minlength=GROUPS) for column in columns]
    return np.stack(totals, axis=1).astype(np.int64)


def value_of(statistic: Statistic, place: int, groups: Sums) -> float | None:
    """Return the value of one row of a statistic."""
    found = statistic.value(groups.sum(axis=0)[None].astype(complex), place)
    return None if found is None else float(found[0].real)


def moved(statistic: Statistic, place: int, groups: Sums) -> np.ndarray:
    """Return by how much each group moves a value, to first order: (groups,); they sum to 0."""
    sums = groups.sum(axis=0)
    steps = STEP * np.maximum(1.0, np.abs(sums))
    there = statistic.value(sums + 1j * np.diag(steps), place)
    if there is None:
        return np.zeros(len(groups))
    moves: np.ndarray = groups.astype(float) @ (there.imag / steps)
    return moves


def units_of(groups: Sums, count: int) -> int:
    """Return how many groups have any of the games that a column counts."""
    return int(np.count_nonzero(groups[:, count]))


def statistic_rows(statistic: Statistic, groups: Sums, level: float = LEVEL) -> list[MeasureRow]:
    """Return the records of a statistic, one for each of its rows.

    Parameters
    ----------
    statistic : Statistic
    groups : int64 array, (GROUPS, columns)
    level : float
    """
    answer = []
    for place, (of, count) in enumerate(zip(statistic.of, statistic.counts, strict=True)):
        value, units = value_of(statistic, place, groups), units_of(groups, count)
        span: Span = UNKNOWN
        if value is not None and units >= FEWEST_UNITS:
            error = error_of(moved(statistic, place, groups), units)
            if statistic.correlation:
                span = fisher_interval(value, error, t_quantile(units - 1, level))
            else:
                span = t_interval(value, error, units, level)
        answer.append(
            measure_row(statistic.measure, of, value, span, int(groups[:, count].sum()), statistic.kind)
        )
    return answer


def error_of(moves: np.ndarray, units: int) -> float:
    """Return the standard error of a value that so many groups move by so much."""
    return sqrt(float(moves @ moves) * units / (units - 1))


def correlation_of_moves(first: np.ndarray, second: np.ndarray) -> float:
    """Return the correlation of two values that the same groups move by so much."""
    squares = float(first @ first) * float(second @ second)
    return bounded(float(first @ second) / sqrt(squares)) if squares > 0.0 else 0.0


def bounded(correlation: float) -> float:
    """Return a correlation that rounding may have taken out of its range."""
    return max(-1.0, min(1.0, correlation))


def fisher_interval(correlation: float, error: float, quantile: float) -> Span:
    """Interval of a correlation with a standard error: even on the scale of atanh (Fisher's z)."""
    if abs(correlation) >= 1.0:
        return correlation, correlation
    middle, half = atanh(correlation), quantile * error / (1.0 - correlation**2)
    return tanh(middle - half), tanh(middle + half)


def correlation_of(sums: np.ndarray, first: int) -> np.ndarray | None:
    """Return the correlation of x and y from n, x, y, xx, xy and yy, which stand from column `first` on.

    Parameters
    ----------
    sums : complex array, (points, columns)
    first : int

    Returns
    -------
    complex array, (points,), or None where one of the two does not vary
    """
    count, x, y, xx, xy, yy = sums[:, first : first + 6].T
    of_x, of_y = count * xx - x * x, count * yy - y * y
    if of_x[0].real <= 0.0 or of_y[0].real <= 0.0:
        return None
    answer: np.ndarray = (count * xy - x * y) / (np.sqrt(of_x) * np.sqrt(of_y))
    return answer
