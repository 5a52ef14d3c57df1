"""The kernels of exact battles against whole-number arithmetic."""

from fractions import Fraction

import numpy as np
import oracle
import pytest
from numba import config

from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice, loss_counts
from conquestlab.analysis.games.conquest.battles.large_battle import all_ends, follow, scaled_counts
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands
from conquestlab.kernels.conquest.battle_law import _times

DICE = [Dice(), Dice(3, 2), Dice(2, 3, 6, "attacker"), Dice(3, 3, 20), Dice(1, 1, 2), Dice(4, 4, 3)]
STARTS = [
    (40, 45, 0, 0),
    (60, 20, 0, 0),
    (20, 30, 5, 0),
    (30, 30, 2, 4),
    (2, 30, 0, 0),
    (30, 1, 0, 0),
    (3, 3, 0, 0),
]


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize(("a", "d", "stop", "hold"), STARTS)
def test_follow_equals_the_exact_battle(dice, a, d, stop, hold):
    ends, rolls = follow(a, d, dice, stop, hold)
    exact = Battle(a, d, dice, stop=stop, hold=hold, exact=True)
    assert set(ends) == {end for end, p in exact.ends.items() if p > Fraction(1, 10**320)}
    assert all(abs(Fraction(p) / exact.ends[end] - 1) < 1e-13 for end, p in ends.items())
    assert rolls == pytest.approx(float(exact.rounds), rel=1e-13)


def whole_number_ends(attackers, defenders, dice, bits=1300):
    """Ends of a battle in fixed-point whole numbers with so many bits: slow, and right far below 1e-300."""
    grid = [[0] * (defenders + 1) for _ in range(attackers + 1)]
    grid[attackers][defenders] = 1 << bits
    for a in range(attackers, 0, -1):
        for d in range(defenders, 0, -1):
            mass = grid[a][d]
            if mass:
                i, j = min(a, dice.attacker), min(d, dice.defender)
                total, pairs = dice.sides ** (i + j), min(i, j)
                for lost, count in enumerate(loss_counts(i, j, dice.sides, dice.ties)):
                    grid[a - lost][d - pairs + lost] += mass * count // total
    return grid


@pytest.mark.parametrize("dice", [Dice(3, 2), Dice(3, 3)])
def test_1000_against_1000_in_both_tails(dice):
    attackers, defenders = 1000, 1000
    grid = whole_number_ends(attackers, defenders, dice)
    ends, _ = follow(attackers, defenders, dice, 0, 0)
    seen = 0
    for (a, d), p in ends.items():
        if p > 1e-300:
            # The fixed-point oracle itself is off by at most some millions in the last of its 1300 bits.
            assert abs(p / float(Fraction(grid[a][d], 1 << 1300)) - 1) < 1e-12
            seen += 1
    assert seen > 1000
    assert sum(ends.values()) == pytest.approx(1, abs=1e-12)


def test_tails_below_1e_300_of_a_lopsided_battle():
    dice = Dice(3, 2)
    grid = whole_number_ends(800, 300, dice, bits=1500)
    ends, _ = follow(800, 300, dice, 0, 0)
    smallest = min(p for p in ends.values() if p > 1e-300)
    assert smallest < 1e-150
    for (a, d), p in ends.items():
        if p > 1e-300:
            assert abs(p / float(Fraction(grid[a][d], 1 << 1500)) - 1) < 1e-12


def test_ten_thousand_against_ten_thousand_adds_up():
    armies = 1_000 if config.DISABLE_JIT else 10_000
    ends, rolls = follow(armies, armies, Dice(3, 2), 0, 0)
    assert sum(ends.values()) == pytest.approx(1, abs=1e-11)
    # Every roll in the middle costs two armies, in the rims one or two.
    left = sum((a + d) * p for (a, d), p in ends.items())
    assert armies - left / 2 <= rolls <= armies - left / 2 + 10


@pytest.mark.parametrize("dice", DICE)
def test_all_ends_equal_the_exact_battles(dice):
    ends = all_ends(12, 9, dice)
    assert ends.shape == (13, 10, 22)
    for a in range(1, 13):
        for d in range(1, 10):
            exact = Battle(a, d, dice, exact=True).ends
            expected = np.zeros(22)
            for (a_left, d_left), p in exact.items():
                expected[9 + a_left - d_left] = p
            np.testing.assert_allclose(ends[a, d], expected, rtol=1e-13, atol=0)


@pytest.mark.parametrize("guards", [(1, 1), (2, 5)])
def test_a_row_by_the_kernel_equals_the_oracle(guards):
    for attackers in (1, 4, 15):
        row = RowOfLands(attackers, (3, 2, 4), guards, Dice(3, 2))
        ends, rolls = row._followed_by_kernel()
        expected = {end: p for end, p in oracle.row_ends(attackers, (3, 2, 4), guards).items() if p}
        assert set(ends) == set(expected)
        assert all(abs(Fraction(p) / expected[end] - 1) < 1e-12 for end, p in ends.items())
        assert rolls == pytest.approx(row.rounds, rel=1e-12)


def test_double_double_product():
    counts, (high, low) = scaled_counts(Dice(3, 2))
    assert 0.5 < counts.sum() <= 1
    exact, scale = Fraction(8192, 7776), (1.0, 0.0)
    for _ in range(500):
        scale = _times(*scale, high, low)
    assert abs((Fraction(scale[0]) + Fraction(scale[1])) / exact**500 - 1) < Fraction(1, 10**28)
