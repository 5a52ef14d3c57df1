"""Sums over pairs against slow sums over the same rows, and what follows from them."""

import copy
from fractions import Fraction

import numpy as np
import pytest

from conquestlab.analysis.comparing.pairs import Side, pair_up
from conquestlab.analysis.errors import Failed
from conquestlab.analysis.evidence.studies.synthetic_games import World, luck_of_blocks, synthetic_rows
from conquestlab.analysis.measures.moments import moments
from conquestlab.analysis.measures.paired_ratios import cross_covariance, one_side, paired_ratio
from conquestlab.analysis.measures.tallies import tally_rows

ALIKE = (1.0,) * 3
OWN_LUCK = World((1.2, 1.0, 0.8), ALIKE, luck=1.0, drag=0.4, cap=20)
BLOCKS = World((1.2, 1.0, 0.8), (1.0, 2.0, 0.5), luck=1.0, drag=0.4, shared=0.2)
ALL_DECIDED = World((1.2, 1.0, 0.8), ALIKE, luck=1.0)
OTHER = {
    ALL_DECIDED: World((1.0, 1.0, 1.0), ALIKE, luck=1.0),
    OWN_LUCK: World((0.8, 1.0, 1.2), ALIKE, luck=1.0, drag=0.4, pace=0.15, cap=25),
    BLOCKS: BLOCKS,
}


def played(world, games=300, seed=1):
    generator = np.random.default_rng(seed)
    luck = luck_of_blocks(world, games, generator)
    return [synthetic_rows(one, games, generator, luck) for one in (world, OTHER[world])]


def side(rows, world):
    return Side(rows, tally_rows(rows, world.names).quantities, world.names)


def paired(world, cap=20, **how):
    first, second = played(world, **how)
    return first, second, pair_up(side(first, world), side(second, world), cap)


def by_block(rows, values):
    return np.array([values[rows["luck"] == luck].sum() for luck in np.unique(rows["luck"])], float)


def naive_covariance(x, m, y, n):
    """Of sum x / sum m and sum y / sum n, over blocks."""
    first = (x - x.sum() / m.sum() * m) / m.sum()
    second = (y - y.sum() / n.sum() * n) / n.sum()
    used = np.count_nonzero(m + n)
    return (first @ second) * used / (used - 1)


@pytest.mark.parametrize("world", [OWN_LUCK, BLOCKS])
def test_a_mean_and_its_variance_are_those_of_slow_sums(world):
    first, second, pairs = paired(world)
    alone = [
        (rows["win"][:, :3].max(axis=1) == 60) & (rows["rounds"] > 0) & (rows["how"] > 0)
        for rows in (first, second)
    ]
    x, y = (
        by_block(rows, np.where(weight, rows["settled"] / rows["rounds"], 0.0))
        for rows, weight in zip((first, second), alone, strict=True)
    )
    m, n = (by_block(rows, weight) for rows, weight in zip((first, second), alone, strict=True))
    found = paired_ratio(pairs.ratios["decided_at", ""])
    unit = 2**20
    assert found.difference / unit == pytest.approx(y.sum() / n.sum() - x.sum() / m.sum(), abs=1e-6)
    own, other, common = (naive_covariance(*four) for four in ((x, m, x, m), (y, n, y, n), (x, m, y, n)))
    assert found.first_variance / unit**2 == pytest.approx(own, rel=1e-3)
    assert found.second_variance / unit**2 == pytest.approx(other, rel=1e-3)
    assert found.variance / unit**2 == pytest.approx(own + other - 2 * common, rel=1e-3)
    assert found.correlation == pytest.approx(common / np.sqrt(own * other), abs=1e-3)
    assert found.reduction == pytest.approx((own + other) / (own + other - 2 * common), rel=1e-3)


@pytest.mark.parametrize("world", [OWN_LUCK, BLOCKS])
def test_shares_of_all_seats(world):
    first, second, pairs = paired(world)
    wins = [rows["win"][:, :3] * (rows["how"] > 0)[:, None] for rows in (first, second)]
    cross = cross_covariance(pairs.wins)
    for seat in range(3):
        x, y = (by_block(rows, win[:, seat]) for rows, win in zip((first, second), wins, strict=True))
        m, n = (by_block(rows, win.sum(axis=1)) for rows, win in zip((first, second), wins, strict=True))
        found = paired_ratio(pairs.wins, [int(place == seat) for place in range(3)])
        assert found.difference == pytest.approx(y.sum() / n.sum() - x.sum() / m.sum(), abs=1e-12)
        assert cross[seat, seat] == pytest.approx(naive_covariance(x, m, y, n), rel=1e-9)
        assert found.correlation == pytest.approx(
            cross[seat, seat] / np.sqrt(found.first_variance * found.second_variance), abs=1e-9
        )


def test_lengths_are_told_up_to_the_round_that_both_would_reach():
    first, second, pairs = paired(OWN_LUCK, cap=20)
    assert second["rounds"].max() > 20
    for rows, place in ((first, 0), (second, 1)):
        assert one_side(pairs.rounds, place).value == pytest.approx(rows["rounds"].mean())
        assert one_side(pairs.rounds_seen, place).value == pytest.approx(
            np.minimum(rows["rounds"], 20).mean()
        )
    assert one_side(pairs.rounds, 0).error == pytest.approx(first["rounds"].std(ddof=1) / np.sqrt(300))


@pytest.mark.parametrize("world", [OWN_LUCK, BLOCKS])
def test_any_split_adds_up_to_the_union(world):
    first, second, union = paired(world)
    parts = [
        pair_up(side(first[cut], world), side(second[cut], world), 20)
        for cut in (slice(0, 30), slice(30, 150), slice(150, 300))
    ]
    total = parts[2] + (parts[0] + parts[1])
    assert total.ratios == union.ratios
    assert (total.wins, total.rounds, total.rounds_seen) == (union.wins, union.rounds, union.rounds_seen)
    assert total.alike == union.alike is False


@pytest.mark.parametrize("world", [OWN_LUCK, BLOCKS])
def test_the_same_games_differ_by_exactly_nothing(world):
    rows = played(world)[0]
    pairs = pair_up(side(rows, world), side(rows.copy(), world), 20)
    assert pairs.alike
    for sums in (*pairs.ratios.values(), pairs.rounds):
        found = paired_ratio(sums)
        if found is not None:
            assert found.difference == found.variance == 0.0
            assert found.correlation in (0.0, pytest.approx(1.0))
            assert found.reduction is None
    changed = rows.copy()
    changed["surprise"][7] += 1
    assert not pair_up(side(rows, world), side(changed, world), 20).alike


def test_winners_of_the_same_games_are_counted_apart():
    first, second, pairs = paired(ALL_DECIDED)
    won = [rows["win"][:, 1] == 60 for rows in (first, second)]
    found = paired_ratio(pairs.wins, [0, 1, 0])
    assert found.only_first == np.count_nonzero(won[0] & ~won[1])
    assert found.only_second == np.count_nonzero(won[1] & ~won[0])
    assert paired_ratio(pairs.wins, [-2, 0, 2]).only_first is None  # no share
    for world in (OWN_LUCK, BLOCKS):  # some games undecided; blocks
        assert paired_ratio(paired(world)[2].wins, [0, 1, 0]).only_first is None


def test_a_difference_is_rounded_once():
    columns = [np.array(values) for values in ([1, 0, 1], [3, 3, 3], [1, 1, 0], [3, 3, 1], [6, 6, 4])]
    found = paired_ratio(moments(columns, None))
    assert found.difference == float(Fraction(2, 7) - Fraction(2, 9))


def test_nothing_is_said_of_one_block_or_of_no_weight():
    one, none = np.ones(1, np.int64), np.zeros(3, np.int64)
    assert paired_ratio(moments([one, one, one, one, 2 * one], None)) is None
    three = np.ones(3, np.int64)
    assert paired_ratio(moments([three, three, none, none, three], None)) is None


def test_other_games_do_not_pair():
    rows = played(OWN_LUCK)[0]
    later = copy.deepcopy(rows)
    later["luck"] += 1
    with pytest.raises(Failed, match="do not pair"):
        pair_up(side(rows, OWN_LUCK), side(later, OWN_LUCK), 20)
