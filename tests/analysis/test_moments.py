"""Exact sums and products against Python's own whole numbers, and ratios against plain statistics."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquestlab.analysis.measures import moments as module
from conquestlab.analysis.measures.moments import moments
from conquestlab.analysis.measures.ratios import covariance, ratio

WHOLE = st.integers(-(2**62), 2**62)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(WHOLE, WHOLE), min_size=1, max_size=20))
def test_products_of_numbers_of_any_size(pairs):
    first = np.array([a for a, _ in pairs], dtype=np.int64)
    second = np.array([b for _, b in pairs], dtype=np.int64)
    assert moments([first, second], None).products[0][1] == sum(a * b for a, b in pairs)


def test_products_of_very_many_numbers(monkeypatch):
    monkeypatch.setattr(module, "LONGEST", 1000)
    column = np.random.default_rng(1).integers(-(2**45), 2**45, 3500)
    assert moments([column], None).products[0][0] == sum(int(x) ** 2 for x in column)


def blocks_of(seed, games=60, block=3, weights=(0, 1)):
    generator = np.random.default_rng(seed)
    weight = generator.choice(weights, games)
    number = weight * generator.integers(0, 2**21, games)
    return number, weight, np.arange(0, games, block)


@pytest.mark.parametrize("weights", [(1,), (0, 1), (0, 2, 5)])
def test_ratio_and_its_variance_by_definition(weights):
    number, weight, starts = blocks_of(3, weights=weights)
    x = np.add.reduceat(number, starts).astype(float)
    m = np.add.reduceat(weight, starts).astype(float)
    seen = ratio(moments([number, weight], starts))
    value = x.sum() / m.sum()
    count = np.count_nonzero(m)
    assert seen.value == pytest.approx(value)
    assert seen.games == np.count_nonzero(weight)
    assert seen.blocks == count
    assert seen.variance == pytest.approx(np.sum((x - value * m) ** 2) * count / (count - 1) / m.sum() ** 2)


def test_variance_of_games_with_luck_of_their_own_is_that_of_a_mean():
    number = np.array([4, 8, 15, 16, 23, 42])
    seen = ratio(moments([number, np.ones(6, dtype=np.int64)], None))
    assert seen.error == pytest.approx(np.std(number, ddof=1) / np.sqrt(6))


def test_moments_add_up():
    number, weight, starts = blocks_of(5)
    whole = moments([number, number**2, weight], starts)
    parts = [
        moments([number[a:b], number[a:b] ** 2, weight[a:b]], np.arange(0, b - a, 3))
        for a, b in ((0, 12), (12, 15), (15, 60))
    ]
    assert (parts[0] + parts[1]) + parts[2] == whole
    assert parts[0] + (parts[2] + parts[1]) == whole


def test_combined_columns_and_covariance():
    generator = np.random.default_rng(7)
    columns = generator.integers(0, 60, (3, 90))
    weight = columns.sum(axis=0)
    sums = moments([*columns, weight], np.arange(0, 90, 5))
    combined = ratio(sums, [2, -1, 3])
    single = moments([2 * columns[0] - columns[1] + 3 * columns[2], weight], np.arange(0, 90, 5))
    assert combined == ratio(single)
    matrix = covariance(sums)
    line = np.array([2, -1, 3])
    assert line @ matrix @ line == pytest.approx(combined.variance)
    assert matrix.sum() == pytest.approx(0.0, abs=1e-15)  # the shares of one whole add up to one


def test_plain_shares_and_effective_trials():
    wins = np.array([0, 60, 60, 0, 60, 0, 0, 0])
    decided = np.full(8, 60)
    own = ratio(moments([wins, decided], None))
    assert own.plain
    assert own.trials == 8
    shared = ratio(moments([np.where(wins, 30, 0), decided], None))
    assert not shared.plain
    paired = ratio(moments([wins, decided], np.arange(0, 8, 2)))
    assert not paired.plain
    assert paired.trials == pytest.approx(paired.value * (1 - paired.value) / paired.variance)
    never = ratio(moments([wins * 0, decided], np.arange(0, 8, 2)))
    assert never.trials == 4
    level = ratio(moments([np.tile([60, 0], 4), decided], np.arange(0, 8, 2)))
    assert level.trials == float("inf")
