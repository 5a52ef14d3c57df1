"""Tests of significance and of sameness, with the sizes of effect that belong beside every p-value."""

from collections.abc import Sequence
from math import asin, erfc, inf, sqrt

import numpy as np

from conquestlab.analysis.measures.intervals import LEVEL, wilson


def chi_square_p(statistic: float, freedom: float) -> float:
    """Return the chance of a chi-square of `freedom` degrees of freedom to be at least `statistic`."""
    from scipy.special import chdtrc

    return float(chdtrc(freedom, statistic))


def weighted_chi_square_p(statistic: float, weights: Sequence[float], units: int) -> float | None:
    """Return the same for squares of unequal weights that `units` blocks show (Rao and Scott, second order).

    Parameters
    ----------
    statistic : float
    weights : sequence of float
        The variances that the squares have in the sum; with all of them 1 and many units it is a plain
        chi-square.
    units : int
        Blocks from which the weights were estimated.

    Returns
    -------
    float or None
        None where nothing can be said: one block, or no variation at all.
    """
    from scipy.special import fdtrc

    total = float(sum(weights))
    squares = float(sum(weight * weight for weight in weights))
    if units < 2 or squares <= 0.0:
        return None
    freedom = total * total / squares
    return float(fdtrc(freedom, freedom * (units - 1), statistic / total))


def f_p(statistic: float, directions: int, freedom: float) -> float:
    """Return the p-value of Hotelling's T-square: a squared distance in standard errors that were estimated.

    Parameters
    ----------
    statistic : float
    directions : int
        In how many directions a vector may differ.
    freedom : float
        Degrees of freedom of its covariance.
    """
    from scipy.special import fdtrc

    left = freedom - directions + 1.0
    if directions < 1 or left < 1.0:
        return 1.0
    if statistic == inf:
        return 0.0
    return float(fdtrc(directions, left, statistic * left / (freedom * directions)))


def homogeneity_p(first: np.ndarray, second: np.ndarray) -> float:
    """Return the p-value of two rows of counts that have the same shares: Pearson's chi-square."""
    totals = first + second
    seen = totals > 0.0
    statistic = 0.0
    for row in (first, second):
        expected = totals[seen] * (row.sum() / totals.sum())
        statistic += float(np.sum((row[seen] - expected) ** 2 / expected))
    freedom = int(np.count_nonzero(seen)) - 1
    return chi_square_p(statistic, freedom) if freedom > 0 else 1.0


def mean_p(difference: float, error: float, freedom: float = inf) -> float:
    """Return the two-sided p-value of a mean difference: normal, or t where `freedom` is finite."""
    if error <= 0.0:
        return 1.0 if difference == 0.0 else 0.0
    ratio = abs(difference) / error
    if freedom == inf:
        return erfc(ratio / sqrt(2.0))
    return 2.0 * one_sided_p(ratio, freedom)


def one_sided_p(ratio: float, freedom: float = inf) -> float:
    """Return the chance of a t of `freedom` degrees of freedom to be at least `ratio`."""
    if freedom == inf:
        return erfc(ratio / sqrt(2.0)) / 2.0
    from scipy.special import stdtr

    return float(stdtr(freedom, -ratio))


def share_equivalence_p(
    share: float, trials: float, middle: float, margin: float, freedom: float = inf
) -> float:
    """Return the p-value of two one-sided score tests that a share lies within `margin` of `middle`.

    A bound outside 0 to 1 cannot be passed, so it needs no test. `trials` is the effective number of games;
    it may be infinite.
    """
    largest = 0.0
    for bound, inside in (
        (middle - margin, share - middle + margin),
        (middle + margin, middle + margin - share),
    ):
        if 0.0 < bound < 1.0:
            error = sqrt(bound * (1.0 - bound) / trials)
            passed = one_sided_p(inside / error, freedom) if error > 0.0 else float(inside <= 0.0)
            largest = max(largest, passed)
    return largest


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values of a family, raised so that each may be judged alone (Holm's step-down)."""
    order = sorted(range(len(p_values)), key=lambda position: p_values[position])
    raised = [0.0] * len(p_values)
    largest = 0.0
    for done, position in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - done) * p_values[position]))
        raised[position] = largest
    return raised


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Return the q-values of p-values: the smallest share of false findings at which each is one.

    It holds where tests are independent or go up together (Benjamini and Hochberg 1995, Benjamini and
    Yekutieli 2001), and, as simulations show, for measures of the same games; see docs/statistics.md.
    """
    order = sorted(range(len(p_values)), key=lambda position: p_values[position], reverse=True)
    raised = [0.0] * len(p_values)
    smallest = 1.0
    for done, position in enumerate(order):
        smallest = min(smallest, p_values[position] * len(order) / (len(order) - done))
        raised[position] = smallest
    return raised


def two_proportions(
    first: int, first_trials: int, second: int, second_trials: int, level: float = LEVEL
) -> tuple[float, float, float, float]:
    """Compare two shares of independent games.

    Parameters
    ----------
    first, first_trials, second, second_trials : int
        Successes and trials; both trials above zero.
    level : float

    Returns
    -------
    difference, low, high, p : float
        Second minus first, Newcombe's interval (from the two Wilson intervals) and the two-sided p of the
        pooled score test.
    """
    p_first, p_second = first / first_trials, second / second_trials
    first_low, first_high = wilson(first, first_trials, level)
    second_low, second_high = wilson(second, second_trials, level)
    difference = p_second - p_first
    low = difference - sqrt((p_second - second_low) ** 2 + (first_high - p_first) ** 2)
    high = difference + sqrt((second_high - p_second) ** 2 + (p_first - first_low) ** 2)
    pooled = (first + second) / (first_trials + second_trials)
    error = sqrt(pooled * (1.0 - pooled) * (1.0 / first_trials + 1.0 / second_trials))
    return difference, float(low), float(high), mean_p(difference, error)


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the exact two-sided p-value of as many games won under one rule only as under the other."""
    from scipy.special import bdtr

    discordant = only_first + only_second
    if discordant == 0:
        return 1.0
    return min(1.0, 2.0 * float(bdtr(min(only_first, only_second), discordant, 0.5)))


def mcnemar_mid(only_first: int, only_second: int) -> float:
    """Return the mid-p-value of McNemar's test: what was seen counts half.

    The exact test errs less often than it may, and finds less; this one keeps its level (Fagerland, Lydersen
    and Laake 2013).
    """
    from scipy.special import bdtr, gammaln, xlogy

    discordant, few = only_first + only_second, min(only_first, only_second)
    if discordant == 0:
        return 1.0
    ways = gammaln(discordant + 1.0) - gammaln(few + 1.0) - gammaln(discordant - few + 1.0)
    seen = float(np.exp(ways + xlogy(discordant, 0.5)))
    return max(0.0, min(1.0, 2.0 * float(bdtr(few, discordant, 0.5)) - seen))


def share_effect(first: float, second: float) -> float:
    """Return Cohen's h of two shares: 0.2 is small, 0.5 middling, 0.8 large."""
    return 2.0 * asin(sqrt(second)) - 2.0 * asin(sqrt(first))


def mean_effect(difference: float, first_variance: float, second_variance: float) -> float | None:
    """Return Cohen's d, the difference in (pooled) standard deviations; None where nothing varies."""
    spread = sqrt((first_variance + second_variance) / 2.0)
    return difference / spread if spread > 0.0 else None
