"""Tests of significance against published values, hand sums and their own promises."""

import math
from math import inf

import numpy as np
import pytest

from conquestlab.analysis.measures.significance import (
    chi_square_p,
    holm,
    mcnemar,
    mcnemar_mid,
    mean_effect,
    mean_p,
    one_sided_p,
    share_effect,
    share_equivalence_p,
    two_proportions,
    weighted_chi_square_p,
)


def test_chi_square_of_tables():
    assert chi_square_p(3.841458821, 1) == pytest.approx(0.05)
    assert chi_square_p(11.07049769, 5) == pytest.approx(0.05)
    assert chi_square_p(0.0, 3) == 1.0


def test_weighted_chi_square_is_the_plain_one_for_equal_weights_and_many_blocks():
    plain = chi_square_p(7.3, 3)
    assert weighted_chi_square_p(7.3, [1.0, 1.0, 1.0], 10**7) == pytest.approx(plain, rel=1e-5)
    assert weighted_chi_square_p(14.6, [2.0, 2.0, 2.0, 0.0], 10**7) == pytest.approx(plain, rel=1e-5)
    assert weighted_chi_square_p(7.3, [1.0, 1.0, 1.0], 12) > plain
    assert weighted_chi_square_p(7.3, [1.0], 1) is None
    assert weighted_chi_square_p(7.3, [0.0], 50) is None


def test_weighted_chi_square_rejects_as_often_as_it_says():
    generator = np.random.default_rng(4)
    weights = [3.0, 1.0, 0.5]
    sums = generator.standard_normal((4000, 3)) ** 2 @ weights
    rejected = np.mean([weighted_chi_square_p(s, weights, 10**6) < 0.05 for s in sums])
    # Satterthwaite's approximation is good to about half a point here.
    assert abs(rejected - 0.05) < 0.005 + 4 * math.sqrt(0.05 * 0.95 / 4000)


def test_p_of_a_mean():
    assert mean_p(1.959963985, 1.0) == pytest.approx(0.05)
    assert mean_p(-2.262157163, 1.0, 9) == pytest.approx(0.05)
    assert mean_p(0.0, 0.0) == 1.0
    assert mean_p(0.1, 0.0) == 0.0
    assert one_sided_p(1.644853627) == pytest.approx(0.05)
    assert one_sided_p(-1.833112933, 9) == pytest.approx(0.95)


def test_equivalence_of_shares_by_hand():
    # 1/3 seen, margin 0.05, 1000 games: the score test against 0.38333 is the weaker of the two.
    bound = 1 / 3 + 0.05
    z = 0.05 / math.sqrt(bound * (1 - bound) / 1000)
    assert share_equivalence_p(1 / 3, 1000, 1 / 3, 0.05) == pytest.approx(math.erfc(z / math.sqrt(2)) / 2)
    assert share_equivalence_p(0.5, inf, 0.5, 0.01) == 0.0
    assert share_equivalence_p(0.52, inf, 0.5, 0.01) == 1.0
    assert share_equivalence_p(0.0, 10, 0.5, 0.6) == 0.0  # no share is outside the margin


@pytest.mark.parametrize("freedom", [inf, 1999])
def test_equivalence_of_shares_is_seldom_shown_on_the_margin(freedom):
    generator = np.random.default_rng(6)
    seen = generator.binomial(2000, 0.5 + 0.03, size=4000) / 2000
    shown = np.mean([share_equivalence_p(share, 2000, 0.5, 0.03, freedom) <= 0.05 for share in seen])
    assert abs(shown - 0.05) < 0.006 + 4 * math.sqrt(0.05 * 0.95 / 4000)


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_two_proportions_newcombe_published():
    # Newcombe 1998 (differences), example 56/70 against 48/80: 0.0524 to 0.3339.
    difference, low, high, p_value = two_proportions(48, 80, 56, 70)
    assert difference == pytest.approx(0.2)
    assert (low, high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    pooled = 104 / 150
    z = 0.2 / math.sqrt(pooled * (1 - pooled) * (1 / 80 + 1 / 70))
    assert p_value == pytest.approx(math.erfc(z / math.sqrt(2)))
    assert two_proportions(0, 5, 0, 9)[3] == 1.0


def test_mcnemar_is_the_sign_test():
    assert mcnemar(1, 9) == pytest.approx(2 * (1 + 10) / 2**10)
    assert mcnemar(9, 1) == mcnemar(1, 9)
    assert mcnemar(4, 4) == 1.0
    assert mcnemar(0, 0) == 1.0


def test_sizes_of_effect():
    assert share_effect(0.5, 0.25) == pytest.approx(-math.pi / 6)
    assert mean_effect(3.0, 4.0, 14.0) == pytest.approx(1.0)
    assert mean_effect(0.0, 0.0, 0.0) is None


def test_the_mid_p_of_mcnemar_counts_what_was_seen_half():
    for first, second in ((3, 9), (0, 7), (6, 6), (40, 21)):
        size = first + second
        tail = sum(math.comb(size, few) for few in range(min(first, second))) / 2**size
        seen = math.comb(size, min(first, second)) / 2**size
        assert mcnemar_mid(first, second) == pytest.approx(min(1.0, 2 * tail + seen))
        assert mcnemar_mid(first, second) <= mcnemar(first, second)
    assert mcnemar_mid(0, 0) == 1.0
    assert 0.0 < mcnemar_mid(499_000, 501_000) < 0.05


def test_the_mid_p_of_mcnemar_keeps_its_level():
    generator = np.random.default_rng(5)
    wins = generator.multinomial(400, [0.06, 0.06, 0.88], 4000)
    rejected = np.mean([mcnemar_mid(first, second) <= 0.05 for first, second, _ in wins.tolist()])
    assert 0.04 < rejected < 0.05 + 4 * math.sqrt(0.05 * 0.95 / 4000)
