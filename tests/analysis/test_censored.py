"""Kaplan and Meier's estimate against a published data set, fractions and the plain quantiles it extends."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from conquestlab.analysis.measures.censored import quantile, quantile_interval, restricted_mean, survival
from conquestlab.analysis.measures.intervals import order_statistics

# Remission times of Freireich et al. 1963 under 6-MP, negative where cut off.
REMISSIONS = [6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35]


def counts(lengths):
    """From lengths, negative where cut off, to the two arrays."""
    size = max(map(abs, lengths)) + 1
    ended = np.bincount([t for t in lengths if t > 0], minlength=size)
    cut = np.bincount([-t for t in lengths if t < 0], minlength=size)
    return ended, cut


def test_published_remissions():
    curve = survival(*counts(REMISSIONS))
    published = {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.690, 16: 0.627, 22: 0.538, 23: 0.448}
    for time, alive in published.items():
        assert curve.alive[time] == pytest.approx(alive, abs=6e-4)
    errors = {6: 0.0764, 10: 0.0963, 23: 0.1346}
    for time, error in errors.items():
        assert curve.alive[time] * math.sqrt(curve.spread[time]) == pytest.approx(error, abs=6e-5)
    assert quantile(curve, 0.5) == 23
    assert quantile(curve, 0.9) is None


@pytest.mark.parametrize("seed", range(5))
def test_curve_and_restricted_mean_in_fractions(seed):
    dice = random.Random(seed)
    lengths = [dice.choice([1, 1, 1, -1]) * dice.randint(1, 12) for _ in range(dice.randint(2, 40))]
    curve = survival(*counts(lengths))
    alive, steps, exact = Fraction(1), [], []
    for t in range(max(map(abs, lengths)) + 1):
        at_risk = sum(abs(length) >= t for length in lengths)
        ended = lengths.count(t) if t else 0
        alive *= 1 - Fraction(ended, at_risk)
        exact.append(alive)
        steps.append(Fraction(ended, at_risk * (at_risk - ended)) if at_risk > ended else Fraction(0))
    assert curve.alive == pytest.approx([float(share) for share in exact], abs=1e-12)
    mean, variance = restricted_mean(curve)
    assert mean == pytest.approx(float(sum(exact[:-1])))
    areas = [sum(exact[t:-1]) for t in range(len(exact))]
    assert variance == pytest.approx(float(sum(a * a * s for a, s in zip(areas, steps, strict=True))))


def test_without_cuts_it_is_the_plain_mean_and_its_plain_variance():
    lengths = [3, 5, 5, 8, 13]
    curve = survival(*counts(lengths))
    mean, variance = restricted_mean(curve)
    assert mean == pytest.approx(np.mean(lengths))
    assert variance == pytest.approx(np.var(lengths) / 5)
    assert [quantile(curve, share) for share in (0.2, 0.21, 0.6, 0.61, 1.0)] == [3, 5, 5, 8, 13]


@pytest.mark.parametrize("count", [8, 30, 101])
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_without_cuts_the_interval_lies_between_order_statistics(count, share):
    lengths = sorted(random.Random(count).randint(1, 40) for _ in range(count))
    curve = survival(*counts(lengths))
    low, high = order_statistics(count, share)
    expected = (None if low is None else lengths[low - 1], None if high is None else lengths[high - 1])
    assert quantile_interval(curve, np.full(curve.alive.size, count), share) == expected


def test_nothing_is_said_beyond_the_cut():
    ended, cut = counts([4] * 30 + [-9] * 70)
    curve = survival(ended, cut)
    trials = np.full(10, 100)
    assert quantile(curve, 0.5) is None
    assert quantile_interval(curve, trials, 0.5) == (
        9,
        None,
    )  # longer than the cut: 30 of 100 is far from half
    assert quantile(curve, 0.25) == 4
    assert quantile_interval(curve, trials, 0.25) == (4, None)
    assert quantile_interval(curve, trials, 0.15) == (4, 4)
