"""Lengths of games of which some were cut off, by Kaplan and Meier's estimate of the whole lengths.

A length is a whole number. `finished[t]` and `unfinished[t]` are the numbers of games that ended, or were cut
off, at length t; a game cut off at t is longer than t.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.measures.intervals import LEVEL, binomial_tails

CLOSE = 1e-10  # a share this near to the wanted one has reached it; the rest is rounding


class Survival(NamedTuple):
    """Share of games still going on after each length 0, 1, ..., with what its variance is made of.

    Attributes
    ----------
    alive : array, (longest + 1,)
        Share of games longer than t.
    spread : array, (longest + 1,)
        Greenwood's sum up to t: the variance of `alive[t]` is alive[t]**2 * spread[t] where games are
        independent.
    steps : array, (longest + 1,)
        The terms of that sum.
    """

    alive: np.ndarray
    spread: np.ndarray
    steps: np.ndarray


def survival(finished: np.ndarray, unfinished: np.ndarray) -> Survival:
    """Estimate the share of games longer than each length (Kaplan and Meier 1958)."""
    ended = finished + unfinished
    at_risk = np.cumsum(ended[::-1])[::-1].astype(float)
    staying = at_risk - finished
    alive = np.cumprod(np.divide(staying, at_risk, out=np.ones_like(at_risk), where=at_risk > 0))
    steps = np.divide(finished, at_risk * staying, out=np.zeros_like(at_risk), where=staying > 0)
    return Survival(alive, np.cumsum(steps), steps)


def quantile(curve: Survival, share: float) -> int | None:
    """Return the fewest rounds within which `share` of the games are over; None if cut off before that."""
    reached = np.flatnonzero(1.0 - curve.alive >= share - CLOSE)
    return int(reached[0]) if reached.size else None


def restricted_mean(curve: Survival) -> tuple[float, float]:
    """Return the mean length up to the longest one seen, and its variance where games are independent."""
    areas = np.cumsum(curve.alive[-2::-1])[::-1] if curve.alive.size > 1 else np.zeros(0)
    mean = float(areas[0]) if areas.size else 0.0
    return mean, float(np.sum(areas**2 * curve.steps[:-1]))


def quantile_interval(
    curve: Survival, trials: np.ndarray, share: float, level: float = LEVEL
) -> tuple[int | None, int | None]:
    """Interval of the quantile `share` of the lengths; arguments as for `quantile_spans`."""
    return quantile_spans(curve, trials, share)((1.0 - level) / 2.0)


def quantile_spans(
    curve: Survival, trials: np.ndarray, share: float
) -> Callable[[float], tuple[int | None, int | None]]:
    """Intervals of the quantile `share` of the lengths, by how often they may miss it on each side.

    Of all lengths t, those are kept at which the share of games that are over could be the wanted one, by
    exact binomial tails. Where every game was finished and has luck of its own, this is the interval between
    two order statistics.

    Parameters
    ----------
    curve : Survival
    trials : array, (longest + 1,)
        Effective number of games behind `curve.alive[t]`.
    share : float

    Returns
    -------
    callable
        From a tail to `low` and `high`, each None where no length seen bounds the quantile on that side.
    """
    over = 1.0 - curve.alive
    at_most, at_least = binomial_tails(over * trials, trials, share)

    def span(tail: float) -> tuple[int | None, int | None]:
        possible = np.flatnonzero(at_most > tail)
        # Where even the longest length is too short, the quantile lies beyond it.
        low = int(possible[0]) if possible.size else over.size - 1
        high = np.flatnonzero(at_least <= tail)
        return (low if over[low] > CLOSE else None), (int(high[0]) if high.size else None)

    return span
