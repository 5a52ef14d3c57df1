"""Differences from two intervals: the known special cases, and p-values that agree with the intervals."""

from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquestlab.analysis.comparing.differences import (
    NO_DIFFERENCE,
    Difference,
    Estimate,
    mean_difference,
    spans_difference,
    welch_freedom,
)
from conquestlab.analysis.measures.ratios import Share
from conquestlab.analysis.measures.significance import mean_p, one_sided_p, two_proportions


def mean(value, error):
    return Estimate(value, lambda width: (value - width * error, value + width * error))


def share_estimate(value, trials):
    return Estimate(value, Share(value, trials, inf, trials).reach)


def test_of_two_means_it_is_t_with_the_variance_of_the_difference():
    found = spans_difference(mean(10.0, 0.3), mean(11.0, 0.4), 0.5, freedom=30.0)
    variance = 0.09 + 0.16 - 2 * 0.5 * 0.3 * 0.4
    expected = mean_difference(1.0, variance, 30.0)
    assert found[:3] == pytest.approx(expected[:3])
    assert found.near == pytest.approx(expected.near)
    assert found.p == pytest.approx(expected.p, rel=1e-6)
    assert expected.p == mean_p(1.0, sqrt(variance), 30.0)


def test_of_two_shares_of_different_games_it_is_newcombes():
    found = spans_difference(share_estimate(0.3, 200), share_estimate(0.4, 150), 0.0)
    value, low, high, _ = two_proportions(60, 200, 60, 150)
    assert (found.value, found.low, found.high) == pytest.approx((value, low, high))


def test_newcombes_published_example():
    """Newcombe (1998), table II, method 10, 56/70 against 48/80: 0.2 (0.0524 to 0.3339)."""
    found = spans_difference(share_estimate(48 / 80, 80), share_estimate(56 / 70, 70), 0.0)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@given(
    st.floats(0, 1),
    st.floats(0, 1),
    st.integers(20, 5000),
    st.floats(-0.9, 0.9),
    st.sampled_from([inf, 12.0]),
)
def test_p_is_below_the_error_just_where_the_interval_leaves_out_zero(a, b, trials, correlation, freedom):
    found = spans_difference(share_estimate(a, trials), share_estimate(b, trials), correlation, freedom)
    assert found.low <= found.value + 1e-12
    assert found.high >= found.value - 1e-12
    if abs(found.p - 0.05) > 1e-6 and found.value != 0.0:
        assert (found.p < 0.05) == (found.low > 0.0 or found.high < 0.0)


def test_an_end_that_is_not_known_rules_nothing_out():
    bounded = Estimate(20.0, lambda width: (19.0, 21.0))
    open_above = Estimate(25.0, lambda width: (24.0, None))
    up = spans_difference(bounded, open_above, 0.0)
    assert up.high is None
    assert up.low == pytest.approx(5.0 - sqrt(2.0))
    assert not up.within(100.0)
    down = spans_difference(open_above, bounded, 0.0)
    assert (down.low, down.p) == (None, mean_p(37.0, 1.0))
    unknown = Estimate(25.0, lambda width: (None, None))
    assert spans_difference(bounded, unknown, 0.0).p == 1.0


def equivalence_p(difference, error, margin, freedom):
    """The p-value of two one-sided tests that the true difference lies within `margin` of zero."""
    return one_sided_p((margin - abs(difference)) / error, freedom)


@given(st.floats(-1, 1), st.floats(0.01, 1), st.floats(0.01, 2))
def test_within_is_the_two_one_sided_tests(value, error, margin):
    p = equivalence_p(value, error, margin, 25.0)
    if abs(p - 0.05) > 1e-9:
        assert mean_difference(value, error**2, 25.0).within(margin) == (p < 0.05)


def test_exactly_nothing_is_within_any_margin():
    assert NO_DIFFERENCE.within(0.0)
    assert mean_difference(0.0, 0.0, 9.0) == NO_DIFFERENCE
    assert mean_difference(2.0, 0.0, 9.0) == Difference(2.0, 2.0, 2.0, (2.0, 2.0), 0.0)


def test_degrees_of_freedom_of_two_variances():
    assert welch_freedom(1.0, 11, 1.0, 11) == pytest.approx(20.0)
    assert welch_freedom(1.0, 11, 0.0, 1000) == pytest.approx(10.0)
    assert welch_freedom(0.0, 11, 0.0, 11) == 20.0
