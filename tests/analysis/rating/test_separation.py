"""Bots that never win, or never lose: bounds in place of ratings, and never anything that is no number."""

import math

import numpy as np
import pytest
from told_matches import match_of

from conquestlab.analysis.evidence.studies.synthetic_matches import matches_of, strong
from conquestlab.analysis.rating.ratings import rate
from conquestlab.analysis.rating.separation import beaten, rated_group

NAMES = ["ann", "bob", "cid", "dan"]
HOPELESS = [-40.0, -0.4, 0.4, 0.3]
UNBEATEN = [40.0, -0.4, 0.4, 0.3]


def ratings_of(strengths, seats=2, games=600, seed=1, anchor=None):
    matches = matches_of(NAMES, strong(strengths, [0.0] * seats), seats, games, np.random.default_rng(seed))
    return rate(matches, NAMES, anchor)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_bot_that_never_wins_has_a_bound_above_and_the_others_ratings(seats):
    hopeless, *others = ratings_of(HOPELESS, seats).bots
    assert hopeless.value is None
    assert hopeless.span[0] is None
    assert -10 < hopeless.span[1] < -1
    assert hopeless.games > 0
    assert sum(rating.value for rating in others) == pytest.approx(0, abs=1e-9)
    truth = np.array(HOPELESS[1:]) - np.mean(HOPELESS[1:])
    assert all(r.span[0] < value < r.span[1] for r, value in zip(others, truth, strict=True))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_bot_that_never_loses_has_a_bound_below(seats):
    unbeaten, *others = ratings_of(UNBEATEN, seats).bots
    assert unbeaten.value is None
    assert unbeaten.span[1] is None
    assert 1 < unbeaten.span[0] < 10
    assert all(rating.value is not None for rating in others)


def test_the_bound_by_hand():
    """40 blocks of two games against one equal bot, all lost: p**40 = 0.025 of not losing, block by block."""
    wins = [[1, 0]] * 40  # bob wins from either seat
    ann, bob = rate([match_of(["ann", "bob"], wins)], ["ann", "bob"]).bots
    assert bob.value == 0
    assert bob.span == (None, None)
    share = 1 - 0.025 ** (1 / 40)
    assert ann.span == (None, pytest.approx(math.log(share / (1 - share)), abs=1e-9))


def test_the_bound_covers():
    """With a true chance such that a bot often never wins, its rating is mostly below the bound."""
    missed = separated = 0
    for seed in range(90):
        hopeless = ratings_of([-6.0, 0.0, 0.0, 0.0], seed=seed, games=240).bots[0]
        if hopeless.value is None:
            separated += 1
            missed += hopeless.span[1] < -6.0
    assert separated > 20
    assert missed == 0


def test_more_games_give_a_lower_bound():
    few, many = (ratings_of(HOPELESS, games=games).bots[0].span[1] for games in (600, 6000))
    assert many < few - 1


def test_two_groups_that_never_beat_each_other_back():
    ratings = ratings_of([-40.0, -40.0, 0.3, -0.3]).bots
    rated = [rating.value is not None for rating in ratings]
    assert rated in ([True, True, False, False], [False, False, True, True])
    # Of two groups of one size the one that won more.
    assert rated == [False, False, True, True]
    assert all(rating.span[1] < 0 for rating in ratings[:2])


def test_a_ladder_of_single_bots_one_above_the_other():
    ratings = ratings_of([-80.0, -40.0, 0.0, 40.0])
    assert [rating.value for rating in ratings.bots] == [None, None, None, 0.0]
    assert all(rating.span[1] < 0 for rating in ratings.bots[:3])
    assert not ratings.strengths.with_seats
    assert all(rating.value is None for rating in ratings.seats)


def test_bots_that_never_met_the_others_are_not_rated():
    matches = [
        match_of(["ann", "bob"], [[0, 0], [1, 1], [0, 1]]),
        match_of(["cid", "dan"], [[0, 0], [1, 1]]),
    ]
    ann, bob, cid, dan = rate(matches, NAMES).bots
    assert ann.value is not None
    assert bob.value is not None
    assert cid[1:] == dan[1:] == (None, (None, None), 4)


def test_nobody_won_anything():
    ratings = rate([match_of(["ann", "bob"], [[-1, -1]])], ["ann", "bob"])
    assert ratings.strengths is None
    assert all(rating.value is None for rating in ratings.bots + ratings.seats)


def test_an_anchor_that_cannot_be_rated():
    assert ratings_of(HOPELESS, anchor="ann").anchor == ""
    tied = ratings_of(HOPELESS, anchor="bob")
    assert tied.bots[1].value == 0
    shift = ratings_of(HOPELESS).bots[1].value
    assert tied.bots[0].span[1] == pytest.approx(ratings_of(HOPELESS).bots[0].span[1] - shift)


def test_where_a_seat_decides_all_bots_are_even_and_seats_untold():
    """The first seat wins every game: nothing is known of how much better it is."""
    matches = [match_of(["ann", "bob"], [[0, 0]] * 50)]
    ratings = rate(matches, ["ann", "bob"])
    assert [rating.value for rating in ratings.bots] == pytest.approx([0, 0], abs=1e-9)
    assert all(rating.value is None for rating in ratings.seats)


def test_one_win_in_very_many_games_is_a_rating_with_a_wide_interval():
    wins = [[1, 0]] * 1000
    wins[0] = [0, 0]
    ann, bob = rate([match_of(["ann", "bob"], wins)], ["ann", "bob"]).bots
    assert ann.value == -bob.value
    assert 2 * ann.value == pytest.approx(math.log(1 / 1999), abs=0.01)
    assert 2 * (ann.span[1] - ann.value) == pytest.approx(1.96, abs=0.05)


def test_groups_are_chains_of_wins():
    wins = np.zeros((4, 4), dtype=bool)
    wins[0, 1] = wins[1, 2] = wins[2, 0] = wins[0, 3] = True
    assert rated_group(wins, np.array([3, 1, 1, 0])) == [0, 1, 2]
    seen = beaten([match_of(["ann", "bob", "cid"], [[0, 2, -1]])], NAMES)
    # In the second game cid sits first, ann second and bob third.
    assert [tuple(pair) for pair in np.argwhere(seen)] == [(0, 1), (0, 2), (1, 0), (1, 2)]
