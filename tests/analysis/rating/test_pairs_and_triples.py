"""Who beats whom, where ratings are wrong about it, and bots that beat one another in a circle."""

from functools import partial

import numpy as np
import pytest
from told_matches import match_of

from conquestlab.analysis.evidence.studies.synthetic_matches import matches_of, pairwise, strong
from conquestlab.analysis.rating.pairs import misfits, pair_shares
from conquestlab.analysis.rating.ratings import rate
from conquestlab.analysis.rating.triples import circles, sure

NAMES = ["paper", "rock", "scissors", "well"]
LEVEL = np.full((4, 4), 0.5)


def circle(share):
    """Paper beats rock beats scissors beats paper; the well is as good as any."""
    shares = LEVEL.copy()
    for of, against in ((0, 1), (1, 2), (2, 0)):
        shares[of, against], shares[against, of] = share, 1 - share
    return shares


def played(shares, games=3000, seed=1, luck=0.0):
    return matches_of(NAMES, pairwise(shares), 2, games, np.random.default_rng(seed), luck)


def test_shares_of_pairs_are_what_was_won():
    matches = played(circle(0.7))
    for pair in pair_shares(matches, NAMES):
        (match,) = [each for each in matches if set(each.lineup.bots) == {pair.of, pair.against}]
        seating = match.seating(NAMES)
        assert pair.value == match.wins[seating == NAMES.index(pair.of)].sum() / match.wins.sum()
    assert [(pair.of, pair.against) for pair in pair_shares(matches, NAMES)] == [
        ("paper", "rock"),
        ("paper", "scissors"),
        ("paper", "well"),
        ("rock", "scissors"),
        ("rock", "well"),
        ("scissors", "well"),
    ]


def test_a_circle_is_found_with_its_legs():
    pairs = pair_shares(played(circle(0.7)), NAMES)
    (triple,) = sure(circles(pairs))
    assert triple.text == "paper > rock > scissors > paper"
    assert triple.p < 0.001
    assert [leg.text for leg in triple.legs] == ["paper > rock", "rock > scissors", "scissors > paper"]
    for leg in triple.legs:
        assert leg.value == pytest.approx(0.7, abs=4 * np.sqrt(0.7 * 0.3 / leg.games))
        assert 0.5 < leg.low < leg.value < leg.high < 1
    assert triple.weakest == min(triple.legs, key=lambda leg: leg.value)
    assert triple.p == max(leg.p for leg in triple.legs)


def test_the_circle_the_other_way_around():
    (triple,) = sure(circles(pair_shares(played(circle(0.3)), NAMES)))
    assert triple.text == "paper > scissors > rock > paper"


def test_a_circle_that_may_be_chance_is_not_sure():
    found = circles(pair_shares(played(circle(0.53), games=600, seed=4), NAMES))
    assert found
    assert not sure(found)


def test_bots_in_a_row_have_no_circle():
    matches = matches_of(
        NAMES, strong([1.5, 0.5, -0.5, -1.5], [0.2, -0.2]), 2, 3000, np.random.default_rng(2)
    )
    assert circles(pair_shares(matches, NAMES)) == []


def test_even_bots_are_hardly_ever_called_a_circle_or_otherwise_than_rated():
    circular = wrong = 0
    runs = 100
    for seed in range(runs):
        matches = played(LEVEL, games=240, seed=seed, luck=0.5)
        circular += bool(sure(circles(pair_shares(matches, NAMES))))
        strengths = rate(matches, NAMES).strengths
        wrong += any(each.p < 0.05 for each in misfits(matches, NAMES, strengths))
    error = np.sqrt(0.05 * 0.95 / runs)
    assert circular / runs <= 0.05 + 4 * error
    assert wrong / runs <= 0.05 + 4 * error


def test_ratings_are_wrong_about_a_circle_and_right_about_a_row():
    matches = played(circle(0.7))
    strengths = rate(matches, NAMES).strengths
    found = {(each.of, each.against): each for each in misfits(matches, NAMES, strengths)}
    for pair, each in found.items():
        in_circle = "well" not in pair
        assert (each.p < 0.05) == in_circle
        assert each.low < each.value < each.high
    assert found["paper", "rock"].value == pytest.approx(0.2, abs=0.06)
    assert found["paper", "scissors"].value == pytest.approx(-0.2, abs=0.06)

    row = matches_of(NAMES, strong([1.5, 0.5, -0.5, -1.5], [0.2, -0.2]), 2, 3000, np.random.default_rng(2))
    assert all(each.p > 0.05 for each in misfits(row, NAMES, rate(row, NAMES).strengths))


def test_a_difference_is_the_share_seen_less_the_share_by_the_ratings():
    matches = matches_of(NAMES, strong([1.5, 0.5, -0.5, -1.5], [0.2, -0.2]), 2, 900, np.random.default_rng(5))
    strengths = rate(matches, NAMES).strengths
    shares = {(pair.of, pair.against): pair.value for pair in pair_shares(matches, NAMES)}
    first, second = strengths.seats
    for each in misfits(matches, NAMES, strengths):
        gap = strengths.worth[NAMES.index(each.of)] - strengths.worth[NAMES.index(each.against)]
        sitting_first = 1 / (1 + np.exp(-(gap + first - second)))
        sitting_second = 1 / (1 + np.exp(-(gap + second - first)))
        expected = (sitting_first + sitting_second) / 2
        assert each.value == pytest.approx(shares[each.of, each.against] - expected, abs=1e-9)


def test_the_interval_of_a_difference_covers():
    chances = partial(matches_of, NAMES, strong([1.5, 0.5, -0.5, -1.5], [0.2, -0.2]), 2, 400)
    held = 0
    runs = 100
    for seed in range(runs):
        matches = chances(np.random.default_rng(seed))
        strengths = rate(matches, NAMES).strengths
        held += all(each.low <= 0 <= each.high for each in misfits(matches, NAMES, strengths))
    assert held / runs >= 0.95 - 4 * np.sqrt(0.95 * 0.05 / runs)


def test_two_bots_are_always_as_their_ratings_say():
    match = match_of(["paper", "rock"], [[0, 0], [1, 1], [0, 1]])
    assert misfits([match], NAMES[:2], rate([match], NAMES[:2]).strengths) == []
    assert circles(pair_shares([match], NAMES[:2])) == []


def test_a_bot_without_a_rating_is_left_out_of_the_check():
    matches = matches_of(NAMES, strong([-40, 0.5, 0, -0.5], [0, 0]), 2, 900, np.random.default_rng(6))
    found = misfits(matches, NAMES, rate(matches, NAMES).strengths)
    assert {name for each in found for name in (each.of, each.against)} == {"rock", "scissors", "well"}
