"""Lineups: every bot equally often, each pair equally often, every seating."""

from collections import Counter
from itertools import combinations, permutations
from math import comb, factorial

import numpy as np
import pytest

from conquestlab.analysis.rating.lineups import (
    Draws,
    all_orders,
    balanced_choices,
    blocks_of,
    first_in_order,
    ladder_lineups,
    orders_of,
    some_orders,
    usual_lineups,
)

SEEDS = np.arange(6, dtype=np.uint64)


def seatings(lineup):
    return [tuple(np.roll(lineup.bots, turn)) for turn in range(len(lineup.bots))]


def beside(lineups):
    """How often each pair, and each bot, is at a table."""
    pairs, bots = Counter(), Counter()
    for lineup in lineups:
        for pair in combinations(sorted(lineup.bots), 2):
            pairs[pair] += lineup.weight
        bots.update(dict.fromkeys(lineup.bots, 0))
        for bot in lineup.bots:
            bots[bot] += lineup.weight
    return pairs, bots


@pytest.mark.parametrize("bots", ["ab", "abc", "abcd", "aab", "aabb", "abbb", "aabbcc", "abbbbb", "abcdef"])
def test_all_orders_are_all_seatings_equally_often(bots):
    counted = Counter()
    for lineup in all_orders(bots):
        for seating in seatings(lineup):
            counted[seating] += lineup.weight
    assert set(counted) == set(permutations(bots))
    assert len(set(counted.values())) == 1


def test_there_are_120_orders_of_six_and_one_of_one_against_others():
    assert len(all_orders("abcdef")) == 120
    assert [lineup.bots for lineup in all_orders("ebbbbb")] == [tuple("bbbbbe")]


def test_an_order_is_known_by_its_first_rotation():
    assert first_in_order("cab") == ("a", "b", "c")
    assert first_in_order("bcab") == ("a", "b", "b", "c")


@pytest.mark.parametrize(("bots", "seats"), [("abcd", 2), ("abc", 3), ("abcde", 3), ("ab", 3), ("abc", 5)])
def test_a_whole_ladder_has_all_orders_of_all_tables(bots, seats):
    lineups = ladder_lineups(bots, seats, 10**6, Draws(SEEDS, seats))
    times, extra = divmod(seats, len(bots))
    tables = {"".join(sorted(lineup.bots)) for lineup in lineups}
    assert len(tables) == comb(len(bots), extra)
    assert all(table.count(bot) in (times, times + 1) for table in tables for bot in bots)
    if extra == seats:
        assert len(lineups) == comb(len(bots), seats) * factorial(seats - 1)
    pairs, single = beside(lineups)
    assert len(set(single.values())) == 1
    assert len({count for (one, other), count in pairs.items() if one != other}) == 1


def test_two_seats_have_all_pairs_however_few_lineups_are_asked_for():
    lineups = ladder_lineups("abcdef", 2, 1, Draws(SEEDS, 2))
    assert [lineup.bots for lineup in lineups] == list(combinations("abcdef", 2))


@pytest.mark.parametrize(("bots", "seats", "most"), [("abcdefgh", 4, 100), ("abcdef", 4, 20), ("abc", 5, 7)])
def test_where_all_tables_fit_each_has_equally_many_orders(bots, seats, most):
    lineups = ladder_lineups(bots, seats, most, Draws(SEEDS, seats))
    weights = Counter()
    for lineup in lineups:
        weights["".join(sorted(lineup.bots))] += lineup.weight
    tables = comb(len(bots), seats % len(bots))
    assert len(weights) == tables
    assert set(weights.values()) == {most // tables}
    pairs, single = beside(lineups)
    assert len(set(single.values())) == 1
    assert len({count for (one, other), count in pairs.items() if one != other}) == 1


@pytest.mark.parametrize(("count", "seats", "most"), [(20, 6, 120), (12, 4, 60), (9, 3, 30), (7, 4, 21)])
def test_a_sample_has_each_bot_equally_often_and_pairs_nearly(count, seats, most):
    bots = [f"bot{number:02}" for number in range(count)]
    lineups = ladder_lineups(bots, seats, most, Draws(SEEDS, seats))
    assert len(lineups) <= most
    pairs, single = beside(lineups)
    assert len(single) == count
    assert len(set(single.values())) == 1
    even = sum(pairs.values()) / comb(count, 2)
    assert max(pairs.values()) <= even + 3
    assert min(pairs[pair] for pair in combinations(bots, 2)) >= even - 3


def test_choices_hold_nobody_twice():
    choices = balanced_choices("abcdefg", 4, 50, Draws(SEEDS, 4))
    assert all(len(set(choice)) == 4 for choice in choices)
    assert len(choices) == 49


def test_lineups_depend_on_seed_and_seats_alone():
    bots = [f"bot{number:02}" for number in range(12)]

    def drawn(names, seeds, seats=4):
        return ladder_lineups(names, seats, 30, Draws(seeds, seats))

    assert drawn(bots, SEEDS) == drawn(bots, SEEDS)
    assert drawn(bots[::-1], SEEDS) == drawn(bots, SEEDS)
    assert drawn(bots, SEEDS) != drawn(bots, SEEDS + np.uint64(1))
    other_dice = SEEDS.copy()
    other_dice[3] += np.uint64(1)
    assert drawn(bots, SEEDS) == drawn(bots, other_dice)


def test_drawn_orders_are_like_all_orders_where_there_are_many():
    draws = Draws(SEEDS, 4)
    whole = {lineup.bots: lineup.weight for lineup in all_orders("aabb")}
    drawn = {lineup.bots: lineup.weight for lineup in some_orders("aabb", 6000, draws)}
    assert sum(drawn.values()) == 6000
    share = whole[tuple("aabb")] / sum(whole.values())
    error = np.sqrt(share * (1 - share) / 6000)
    assert drawn[tuple("aabb")] / 6000 == pytest.approx(share, abs=4 * error)
    assert orders_of("abcd", 6, draws) == all_orders("abcd")
    assert sum(lineup.weight for lineup in orders_of("abcde", 6, draws)) == 6


def test_the_stream_is_numpys_philox():
    key, counter = np.array([0, 4], np.uint64), np.array([0, 6, 0, 0], np.uint64)
    words = np.random.Philox(key=key, counter=counter).random_raw(5)
    draws = Draws(SEEDS, 4)
    assert [draws.below(1000) for _ in range(5)] == [int(word) * 1000 >> 64 for word in words]


@pytest.mark.parametrize("games", [1, 100, 10_000])
def test_blocks_are_dealt_by_weight_and_are_two_at_least(games):
    lineups = all_orders("aabb")
    blocks = blocks_of(lineups, 4, games)
    assert min(blocks) >= 2
    assert 4 * sum(blocks) >= games
    assert 4 * sum(blocks) <= max(games + 4 * 3, 4 * 2 * 3)
    weights = [lineup.weight for lineup in lineups]
    assert len({block / weight for block, weight in zip(blocks, weights, strict=True)}) == 1


def test_few_games_are_dealt_to_few_lineups():
    assert usual_lineups(6, 10_000) == 120
    assert usual_lineups(6, 480) == 10
    assert usual_lineups(6, 5) == 1
