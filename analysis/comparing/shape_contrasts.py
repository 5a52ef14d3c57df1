"""Contrasts of measures that are no ratios: how uneven seats are, and how much lengths vary."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from statistics import NormalDist

import numpy as np

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.differences import Estimate, spans_difference
from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.measures.intervals import quantile
from conquestlab.analysis.measures.length_measures import LONG, Lengths
from conquestlab.analysis.measures.paired_ratios import cross_covariance
from conquestlab.analysis.measures.ratios import Span, covariance
from conquestlab.analysis.measures.seat_measures import Seats
from conquestlab.analysis.measures.significance import one_sided_p, share_effect
from conquestlab.analysis.measures.statistics import bounded
from conquestlab.analysis.measures.tallies import Tally

AGAINST_EACH_OTHER = -1.0  # the correlation that makes a difference vary most


def size_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast how uneven the seats are: sizes of vectors, whose intervals are known at one level.

    A seen size is made larger by noise; the interval of the difference is built around sizes under which the
    seen ones would be as often too large as too small. Where one of them may be nothing but noise it can only
    err to one side: then each of the two intervals may miss half as often, and holds whatever the other does.
    """
    found = sides.values(key)
    blocks = min(sides.base.wins.blocks, sides.other.wins.blocks)
    if found is None or blocks < 2 or any(row["low"] is None for row in found):
        return None
    value = found[1]["value"] - found[0]["value"]
    before, after = _shares(sides.base), _shares(sides.other)
    if key[0] == "seat_gap":
        ways = _gap_way(before), _gap_way(after)
        effect = _gap_effect(after) - _gap_effect(before)
        scale, times = None, 2.0  # a share more here and less there
    else:
        ways = before - before.mean(), after - after.mean()
        effect = value  # it is Cohen's w
        scale, times = 1.0, 1.0
    level = sides.level
    correlation = 0.0 if sides.independent else _along(sides, *ways)
    if any(row["low"] <= 0.0 for row in found):
        level = (1.0 + level) / 2.0
        correlation = AGAINST_EACH_OTHER
    freedom = blocks - 1.0
    width = quantile(freedom, sides.level)
    first, second = (_size_estimate(tally, key[0], level, width) for tally in (sides.base, sides.other))
    difference = spans_difference(first, second, correlation, freedom, sides.level)
    return Contrast(difference._replace(value=value), effect, scale, times)


def _size_estimate(tally: Tally, measure: str, level: float, width: float) -> Estimate:
    """Return an estimate whose interval of one level is that of one width, and grows in proportion to it."""
    middle, _ = _size_span(tally, measure, 0.0)
    low, high = _size_span(tally, measure, level)
    down, up = max(0.0, middle - low), max(0.0, high - middle)

    def span(wanted: float) -> Span:
        return middle - down * wanted / width, middle + up * wanted / width

    return Estimate(middle, span)


def _size_span(tally: Tally, measure: str, level: float) -> tuple[float, float]:
    seats = Seats(tally, level)
    (row,) = seats.seat_gap() if measure == "seat_gap" else seats.seat_effect()
    low, high = row["low"], row["high"]
    assert low is not None
    assert high is not None
    return low, high


def _shares(tally: Tally) -> np.ndarray:
    return np.array(tally.wins.sums[:-1]) / tally.wins.sums[-1]


def _gap_way(shares: np.ndarray) -> np.ndarray:
    """Return the direction in which the gap between the best seat and the worst grows."""
    way = np.zeros(shares.size)
    way[shares.argmax()] += 1.0
    way[shares.argmin()] -= 1.0
    return way


def _gap_effect(shares: np.ndarray) -> float:
    return share_effect(float(shares.min()), float(shares.max()))


def _along(sides: Sides, first: np.ndarray, second: np.ndarray) -> float:
    """Return the correlation of the shares of both variants, each along a direction of its own."""
    own = first @ covariance(sides.base.wins) @ first, second @ covariance(sides.other.wins) @ second
    if min(own) <= 0.0:
        return 0.0
    return bounded(float(first @ cross_covariance(sides.pairs.wins) @ second / sqrt(own[0] * own[1])))


def spread_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast the ratio of two quantiles of the lengths, as `quantile_contrast` does with one.

    Its scale is that of lengths of a normal law whose ninth decile is as far above the median.
    """
    found = sides.values(key)
    if found is None:
        return None
    first, second = (
        Estimate(row["value"], partial(_halved, Lengths(tally, sides.level).spread_spans))
        for row, tally in zip(found, (sides.base, sides.other), strict=True)
    )
    difference = spans_difference(first, second, AGAINST_EACH_OTHER, level=sides.level)
    scale = (first.value + second.value - 2.0) / 2.0 / NormalDist().inv_cdf(LONG)
    effect = difference.value / scale if scale > 0.0 else None
    return Contrast(difference, 0.0 if difference.value == 0.0 else effect, scale or None)


def _halved(spans: Callable[[float], Span], width: float) -> Span:
    return spans(one_sided_p(width) / 2.0)
