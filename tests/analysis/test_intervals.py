"""Intervals against closed forms, published values and plain sums."""

import math

import numpy as np
import pytest
from scipy import stats

from conquestlab.analysis.measures.intervals import (
    binomial_tails,
    noise_draws,
    norm_interval,
    normal_quantile,
    order_statistics,
    score_interval,
    t_interval,
    t_quantile,
    wilson,
)
from conquestlab.analysis.measures.ratios import Share


def binomial(count, share):
    return [math.comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(count + 1)]


def test_quantiles_of_the_normal_and_the_t_law():
    assert normal_quantile(0.95) == pytest.approx(1.959963985)
    assert normal_quantile(0.95, family=3) == pytest.approx(2.393979800)
    assert t_quantile(9, 0.95) == pytest.approx(2.262157163)
    assert t_quantile(1e9, 0.95, family=3) == pytest.approx(normal_quantile(0.95, family=3), rel=1e-6)


def test_wilson_published_values():
    # Newcombe 1998, table I: 81/263, 15/148, 0/20, 1/29.
    published = {(81, 263): (0.2553, 0.3662), (15, 148): (0.0624, 0.1605)}
    published |= {(0, 20): (0.0, 0.1611), (1, 29): (0.0061, 0.1718)}
    for (successes, trials), ends in published.items():
        assert wilson(successes, trials) == pytest.approx(ends, abs=5e-5)


def test_wilson_ends_are_where_the_score_test_turns():
    low, high = wilson(7, 40, level=0.9)
    for end in (low, high):
        z = (7 / 40 - end) / math.sqrt(end * (1 - end) / 40)
        assert abs(z) == pytest.approx(normal_quantile(0.9))


def test_wilson_of_nothing_everything_and_no_trial():
    low, high = wilson(np.array([0, 10, 0]), np.array([10, 10, 0]))
    assert low[0] == 0.0
    assert 0.0 < high[0] < 0.35
    assert high[1] == 1.0
    assert low[1] == pytest.approx(1.0 - high[0])
    assert (low[2], high[2]) == (0.0, 1.0)


def test_score_interval_takes_broken_numbers_of_trials():
    narrow, wide = score_interval(0.3, 150.5, 1.96), score_interval(0.3, 20.25, 1.96)
    assert wide[0] < narrow[0] < 0.3 < narrow[1] < wide[1]


def test_t_interval_by_hand():
    # 1, 2, 3, 4: mean 2.5, standard error sqrt(5/3)/2, t(3) = 3.182446.
    half = 3.182446305 * math.sqrt(5 / 3) / 2
    assert t_interval(2.5, math.sqrt(5 / 3) / 2, 4) == pytest.approx((2.5 - half, 2.5 + half))


@pytest.mark.parametrize(("count", "share"), [(1, 0.5), (12, 0.5), (30, 0.9), (57, 0.1)])
def test_binomial_tails_are_sums(count, share):
    chances = binomial(count, share)
    at_most, at_least = binomial_tails(np.arange(count + 1), count, share)
    assert at_most == pytest.approx([sum(chances[: k + 1]) for k in range(count + 1)], abs=1e-12)
    assert at_least == pytest.approx([sum(chances[k:]) for k in range(count + 1)], abs=1e-12)


def test_order_statistics_published_and_by_sums():
    # The 95 % interval of a median of ten lies between the second and the ninth value (coverage 0.9785).
    assert order_statistics(10, 0.5) == (2, 9)
    assert order_statistics(5, 0.5) == (None, None)
    assert order_statistics(28, 0.9) == (22, None)
    for count, share in [(17, 0.5), (60, 0.9), (200, 0.25)]:
        low, high = order_statistics(count, share)
        chances = binomial(count, share)
        assert sum(chances[:low]) <= 0.025 < sum(chances[: low + 1])
        assert sum(chances[high:]) <= 0.025 < sum(chances[high - 1 :])


def test_noise_has_the_covariance_of_the_blocks():
    covariance = np.array([[2.0, -1.0, -1.0], [-1.0, 1.0, 0.0], [-1.0, 0.0, 1.0]])
    draws = noise_draws(covariance, 1000, repetitions=40_000, seed=2)
    assert draws.mean(axis=0) == pytest.approx(0.0, abs=1e-12)
    assert np.cov(draws.T) == pytest.approx(covariance, abs=0.08)
    assert draws.sum(axis=1) == pytest.approx(0.0, abs=1e-6)


def largest(many):
    return np.abs(many).max(axis=1)


def test_norm_interval_of_one_number_far_from_zero_is_the_usual_one():
    noise = noise_draws(np.array([[0.04]]), 10**6, repetitions=40_000)
    low, high = norm_interval(np.array([3.0]), noise, largest)
    assert (low, high) == pytest.approx((3 - 1.96 * 0.2, 3 + 1.96 * 0.2), abs=0.02)


@pytest.mark.thorough
def test_norm_interval_covers_small_large_and_no_size():
    generator = np.random.default_rng(8)
    covariance = np.eye(4) - 0.25
    noise = noise_draws(covariance, 200)
    root = np.linalg.cholesky(covariance + 1e-12 * np.eye(4))
    repetitions = 400
    for scale in (0.0, 1.0, 4.0):
        true = scale * np.array([1.0, 0.0, 0.0, -1.0])
        size = np.ptp(true)
        held = 0
        for _ in range(repetitions):
            seen = true + root @ generator.standard_normal(4)
            low, high = norm_interval(seen, noise, lambda many: np.ptp(many, axis=1))
            held += low <= size <= high
        # Four standard errors below what is promised.
        assert held / repetitions > 0.95 - 4 * math.sqrt(0.95 * 0.05 / repetitions)


def test_norm_interval_without_a_direction_or_without_noise():
    noise = noise_draws(np.eye(2), 50)
    low, high = norm_interval(np.zeros(2), noise, largest)
    assert low == 0.0
    assert 1.5 < high < 3.0
    assert norm_interval(np.array([0.5, -0.5]), np.zeros((10, 2)), largest) == pytest.approx(
        (0.5, 0.5), rel=1e-5
    )


@pytest.mark.parametrize("games", [40, 1500])
def test_a_share_of_something_rare_is_covered_as_promised(games):
    """By the binomial law, whatever is expected to be seen from never up to five times."""
    seen = np.arange(games + 1)
    spans = np.array([Share(one / games, games, math.inf, games).span() for one in seen], float)
    plain = np.array(wilson(seen, games)).T
    covered, of_wilson = [], []
    for expected in np.linspace(0.01, 5.0, 200):
        chance = expected / games
        law = stats.binom.pmf(seen, games, chance)
        for ends, found in ((spans, covered), (plain, of_wilson)):
            found.append(law[(ends[:, 0] <= chance) & (chance <= ends[:, 1])].sum())
    assert min(covered) > 0.93
    assert min(of_wilson) < 0.87
    assert np.allclose(spans[0], plain[0])


def test_what_is_seen_often_has_wilsons_interval():
    assert Share(0.3, 400.0, math.inf, 400).span() == pytest.approx(wilson(120, 400))
