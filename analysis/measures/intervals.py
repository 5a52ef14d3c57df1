"""Intervals: how far a share, a mean, a quantile or a size may lie from what the games showed.

Every function here takes sums that were made by block of shared luck (`analysis/measures/moments.py`), so
that the block is the unit of every interval. See docs/statistics.md.
"""

from collections.abc import Callable
from functools import lru_cache
from math import inf
from statistics import NormalDist
from typing import Any

import numpy as np

LEVEL = 0.95
BOOTSTRAPS = 2000
RARE = 10  # times seen; of what is seen as often Wilson's end is near enough
FEWEST_UNITS = 10  # a bootstrap over fewer units than this tells nothing


def normal_quantile(level: float = LEVEL, family: int = 1) -> float:
    """Return the half-width, in standard errors, of `family` intervals that hold together (Bonferroni)."""
    return NormalDist().inv_cdf(1.0 - (1.0 - level) / (2.0 * family))


def t_quantile(freedom: float, level: float = LEVEL, family: int = 1) -> float:
    """Return the same as `normal_quantile`, for a standard error with `freedom` degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 1.0 - (1.0 - level) / (2.0 * family)))


def quantile(freedom: float, level: float = LEVEL, family: int = 1) -> float:
    """Return the half-width of intervals in standard errors: normal, or t where `freedom` is finite."""
    return normal_quantile(level, family) if freedom == inf else t_quantile(freedom, level, family)


def score_interval(share: Any, trials: Any, quantile: float) -> tuple[Any, Any]:
    """Wilson's score interval of a share.

    Parameters
    ----------
    share, trials : float or array
        Observed share and (effective) number of trials; no trial at all gives 0 to 1.
    quantile : float
        Half-width in standard errors.

    Returns
    -------
    low, high : float or array
    """
    share = np.asarray(share, dtype=float)
    trials = np.asarray(trials, dtype=float)
    square = quantile * quantile
    centre = trials * share + square / 2.0
    half = quantile * np.sqrt(trials * share * (1.0 - share) + square / 4.0)
    low = np.where(share <= 0.0, 0.0, (centre - half) / (trials + square))
    high = np.where(share >= 1.0, 1.0, (centre + half) / (trials + square))
    low = np.where(trials > 0.0, np.clip(low, 0.0, 1.0), 0.0)
    high = np.where(trials > 0.0, np.clip(high, 0.0, 1.0), 1.0)
    return (low[()], high[()])


def rare_end(share: float, trials: float, quantile: float) -> float:
    """Return a lower end for the share of something that is hardly ever seen; 1 where it is no bound.

    Of such a thing Wilson's lower end is too high: where it is expected in one run of six, the interval
    covers 84 %. An end keeps its promise if it is never above the largest rate at which as many, or more,
    would be seen as seldom as the interval may fail (Brown, Cai and DasGupta 2001).

    Parameters
    ----------
    share, trials, quantile : float
        As for `score_interval`.
    """
    seen = share * trials
    if not 0.0 < seen < RARE:
        return 1.0
    from scipy.special import gammaincinv

    return float(gammaincinv(seen, 2.0 * (1.0 - NormalDist().cdf(quantile)))) / trials


def wilson(successes: Any, trials: Any, level: float = LEVEL, family: int = 1) -> tuple[Any, Any]:
    """Wilson's interval of the share of `successes` in `trials`; `family` intervals hold together.

    Several seats are one family. It is kept together by Bonferroni's division of the error, because the
    shares of the seats depend on one another and Bonferroni holds under any dependence; Sidak's would be
    narrower by less than one part in two hundred.

    Parameters
    ----------
    successes, trials : int or array
    level : float
    family : int
        How many intervals are to hold at once.

    Returns
    -------
    low, high : float or array
    """
    trials = np.asarray(trials, dtype=float)
    share = np.asarray(successes, dtype=float) / np.maximum(trials, 1.0)
    return score_interval(share, trials, normal_quantile(level, family))


def t_interval(mean: float, error: float, units: int, level: float = LEVEL) -> tuple[float, float]:
    """Interval of a mean whose standard error comes from `units` independent units, two or more."""
    half = t_quantile(units - 1, level) * error
    return mean - half, mean + half


def binomial_tails(successes: Any, trials: Any, share: float) -> tuple[Any, Any]:
    """Return P(X <= successes) and P(X >= successes) for X binomial.

    Both numbers may be broken (an effective number of games is): the incomplete beta function carries the
    binomial sums over to them.

    Parameters
    ----------
    successes, trials : array
    share : float

    Returns
    -------
    at_most, at_least : array
    """
    from scipy.special import betainc

    successes = np.asarray(successes, dtype=float)
    missing = np.maximum(np.asarray(trials, dtype=float) - successes, 0.0)
    none = successes <= 0.0
    every = missing <= 0.0
    at_most = np.where(every, 1.0, betainc(np.where(every, 1.0, missing), successes + 1.0, 1.0 - share))
    at_least = np.where(none, 1.0, betainc(np.where(none, 1.0, successes), missing + 1.0, share))
    return at_most[()], at_least[()]


def order_statistics(count: int, share: float, level: float = LEVEL) -> tuple[int | None, int | None]:
    """Return the ranks, from 1, of the order statistics around the quantile `share`; None where none is.

    The number of values that do not exceed the quantile is binomial, whatever the law of the values.
    """
    tail = (1.0 - level) / 2.0
    ranks = np.arange(count + 1)
    at_most, at_least = binomial_tails(ranks, count, share)
    low = int(np.flatnonzero(at_most > tail)[0])
    high = np.flatnonzero(at_least <= tail)
    return (low if low > 0 else None), (int(high[0]) if high.size else None)


@lru_cache(maxsize=8)
def _standard_draws(freedom: int, width: int, repetitions: int, seed: int) -> np.ndarray:
    generator = np.random.Generator(np.random.PCG64([seed, freedom, width]))
    half = generator.standard_normal((repetitions // 2, width))
    half *= np.sqrt(freedom / generator.chisquare(freedom, (repetitions // 2, 1)))
    return np.concatenate([half, -half])


def noise_draws(
    covariance: np.ndarray, freedom: int, repetitions: int = BOOTSTRAPS, seed: int = 1
) -> np.ndarray:
    """Draws of what chance alone adds to a vector of shares (a parametric bootstrap).

    Parameters
    ----------
    covariance : array, (n, n)
        Of the vector, as the blocks show it.
    freedom : int
        Degrees of freedom of that covariance: draws are of the multivariate t law.
    repetitions, seed : int

    Returns
    -------
    array, (repetitions, n)
    """
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    return _standard_draws(freedom, covariance.shape[0], repetitions, seed) @ root.T


def norm_interval(
    deviation: np.ndarray,
    noise: np.ndarray,
    norm: Callable[[np.ndarray], np.ndarray],
    level: float = LEVEL,
) -> tuple[float, float]:
    """Interval of the size of a vector that is seen with noise, true to its level even for the size zero.

    A size is never negative, and noise makes it larger: percentiles of a plain bootstrap would leave out zero
    for ever. Here the seen vector is shrunk and stretched to find the sizes under which the seen size is not
    too rare. The upper end is never below the one that a seen size typical of pure noise would give.

    Parameters
    ----------
    deviation : array, (n,)
        The seen vector.
    noise : array, (draws, n)
        What chance adds to it.
    norm : callable
        From (draws, n) to (draws,); a (semi)norm.
    level : float

    Returns
    -------
    low, high : float
    """
    tail = (1.0 - level) / 2.0
    size = float(norm(deviation[None, :])[0])
    alone = norm(noise)
    if not alone.any():
        return size, size
    if size == 0.0:
        return 0.0, float(np.quantile(alone, level))
    floor = max(size, float(np.median(alone)))

    def often_as_large(scale: float) -> bool:
        return bool(np.mean(norm(scale * deviation + noise) >= size) > tail)

    def seldom_as_small(scale: float) -> bool:
        return bool(np.mean(norm(scale * deviation + noise) <= floor) <= tail)

    low = 0.0 if often_as_large(0.0) else size * _crossing(often_as_large, 1.0)
    return low, size * _crossing(seldom_as_small, (floor + float(alone.max())) / size)


def _crossing(holds: Callable[[float], bool], upper: float) -> float:
    """Return where `holds` turns true between 0 and `upper`, to about one part in a million."""
    lower = 0.0
    for _ in range(20):
        middle = (lower + upper) / 2.0
        if holds(middle):
            upper = middle
        else:
            lower = middle
    return (lower + upper) / 2.0
