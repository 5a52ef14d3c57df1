"""Ratings of synthetic matches: known strengths come back, and intervals keep their promise."""

from functools import partial

import numpy as np
import pytest
from scipy.optimize import minimize
from told_matches import match_of

from conquestlab.analysis.evidence.studies.synthetic_matches import matches_of, strong
from conquestlab.analysis.rating.ratings import rate
from conquestlab.analysis.rating.strengths import fit

NAMES = ["ann", "bob", "cid", "dan"]
STRENGTHS = np.array([-1.0, -0.4, 0.4, 1.0])


def worths(seats):
    return np.linspace(0.4, -0.4, seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_known_strengths_and_seats_come_back(seats):
    generator = np.random.default_rng(seats)
    chances = strong(STRENGTHS, worths(seats))
    matches = matches_of(NAMES, chances, seats, 20_000, generator, cut_off=0.1)
    found = fit(matches, NAMES, range(4))
    truth = np.concatenate([STRENGTHS, worths(seats)])
    errors = np.sqrt(np.diag(found.covariance))
    assert errors.max() < 0.05
    np.testing.assert_array_less(abs(found.values - truth), 4 * errors)
    assert found.values[:4].sum() == pytest.approx(0, abs=1e-9)
    assert found.values[4:].sum() == pytest.approx(0, abs=1e-9)


def test_it_is_the_highest_point_that_a_search_without_slopes_finds():
    generator = np.random.default_rng(3)
    matches = matches_of(NAMES, strong(STRENGTHS, worths(3)), 3, 300, generator, cut_off=0.1)
    tables = [
        (bots, wins / 60.0)
        for match in matches
        for bots, wins in zip(match.seating(NAMES), match.wins, strict=True)
    ]

    def loss(values):
        strengths, seats = np.append(values[:3], 0.0), np.append(values[3:], 0.0)
        lost = -np.log(np.exp(seats) / np.exp(seats).sum()).mean()  # the game among equal bots
        for bots, wins in tables:
            odds = strengths[bots] + seats
            lost -= wins @ (odds - np.log(np.exp(odds).sum()))
        return lost

    best = minimize(
        loss, np.zeros(5), method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-9, "maxiter": 9999}
    )
    strengths, seats = np.append(best.x[:3], 0.0), np.append(best.x[3:], 0.0)
    expected = np.concatenate([strengths - strengths.mean(), seats - seats.mean()])
    np.testing.assert_allclose(fit(matches, NAMES, range(4)).values, expected, atol=1e-4)


def test_two_bots_at_two_seats_by_hand():
    """In the first game of a block ann sits first. ann won 30 of 40 there and 24 of 40 from the second."""
    wins = [[0 if block < 30 else 1, 1 if block < 24 else 0] for block in range(40)]
    found = fit([match_of(["ann", "bob"], wins)], ["ann", "bob"], [0, 1])
    first, second = np.log(30 / 10), np.log(24 / 16)
    # The game among equal bots moves the seats a little.
    assert found.values[0] - found.values[1] == pytest.approx((first + second) / 2, abs=0.005)
    assert found.values[2] - found.values[3] == pytest.approx((first - second) / 2, abs=0.01)


def test_blocks_that_share_luck_count_as_what_they_tell():
    """Games that are copies of one another tell no more than one of them: intervals are as wide."""
    one = matches_of(NAMES, strong(STRENGTHS, worths(2)), 2, 600, np.random.default_rng(4))
    generator = np.random.default_rng(5)
    lucky = matches_of(NAMES, strong(STRENGTHS, worths(2)), 2, 600, generator, luck=3.0)
    plain = fit(one, NAMES, range(4))
    shared = fit(lucky, NAMES, range(4))

    def ratio(strengths):
        each = np.eye(4) - 0.25
        seen = each @ strengths.covariance[:4, :4] @ each
        alone = each @ strengths.inverse[:4, :4] @ each
        return np.sqrt(np.diag(seen) / np.diag(alone)).mean()

    assert ratio(plain) == pytest.approx(1.0, abs=0.05)
    # Luck of a seat goes to one bot in the first game and to the other in the second.
    assert ratio(shared) < 0.8


@pytest.mark.parametrize(("seats", "luck"), [(2, 0.0), (3, 0.7)])
def test_intervals_of_all_bots_hold_together(seats, luck):
    generator = np.random.default_rng(seats)
    played = partial(matches_of, NAMES, strong(STRENGTHS, worths(seats)), seats)
    truth = STRENGTHS
    if luck:  # luck makes strengths count less; what is estimated is what very many games show
        truth = np.array([rating.value for rating in rate(played(600_000, generator, luck), NAMES).bots])
    runs, held = 150, 0
    for _ in range(runs):
        ratings = rate(played(400, generator, luck), NAMES).bots
        held += all(
            rating.span[0] <= value <= rating.span[1] for rating, value in zip(ratings, truth, strict=True)
        )
    error = np.sqrt(0.95 * 0.05 / runs)
    assert 0.95 - 4 * error <= held / runs


def test_an_anchor_is_zero_and_the_differences_stay():
    matches = matches_of(NAMES, strong(STRENGTHS, worths(3)), 3, 500, np.random.default_rng(6))
    free, tied = rate(matches, NAMES), rate(matches, NAMES, "bob")
    assert (free.anchor, tied.anchor) == ("", "bob")
    assert tied.bots[1].value == 0
    assert tied.bots[1].span == (None, None)
    for one, other in zip(free.bots, tied.bots, strict=True):
        assert one.value - free.bots[1].value == pytest.approx(other.value)
    assert tied.seats == free.seats


def test_the_order_of_names_and_matches_changes_nothing():
    matches = matches_of(NAMES, strong(STRENGTHS, worths(3)), 3, 500, np.random.default_rng(7))
    one = {rating.of: rating for rating in rate(matches, NAMES).bots}
    for rating in rate(matches[::-1], NAMES[::-1]).bots:
        assert rating.value == pytest.approx(one[rating.of].value, abs=1e-9)
        np.testing.assert_allclose(rating.span, one[rating.of].span)
        assert rating.games == one[rating.of].games


def test_bots_that_are_alike_are_rated_alike():
    matches = matches_of(["ann", "bob"], strong([0.0, 0.0], [0.0] * 4), 4, 8000, np.random.default_rng(8))
    for rating in rate(matches, ["ann", "bob"]).bots:
        assert rating.span[0] < 0 < rating.span[1]
