"""Planned comparisons: what a size means, and how many games find it."""

import math

import numpy as np
import pytest
from paired_worlds import sides_of
from scipy import stats

from conquestlab.analysis.comparing.contrasts import contrasts_of
from conquestlab.analysis.comparing.detection import read_detect
from conquestlab.analysis.comparing.differences import Difference
from conquestlab.analysis.comparing.planning import games_to_detect, games_to_settle, rounded_up, widths
from conquestlab.analysis.comparing.seat_contrasts import games_for_one_seat
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence.studies.synthetic_games import World
from conquestlab.analysis.measures.catalogue import COMMON

KNOWN = [COMMON[name] for name in ("seat_shares", "win_share", "rounds", "unfinished_share", "drama")]


@pytest.mark.parametrize(
    ("text", "measure", "of", "size", "words"),
    [
        ("2points", "", "", 0.02, "2 points"),
        ("1 point", "", "", 0.01, "1 point"),
        ("0.02", "", "", 0.02, "2 points"),
        ("2.5%", "", "", 0.025, "2.5 points"),
        ("rounds=1", "rounds", "", 1.0, "1 round"),
        ("rounds = 1.5", "rounds", "", 1.5, "1.5 rounds"),
        ("unfinished_share=3%", "unfinished_share", "", 0.03, "3 points of unfinished_share"),
        ("win_share.2=0.04", "win_share", "2", 0.04, "4 points of win_share 2"),
        ("drama=0.1", "drama", "", 0.1, "0.1 of drama"),
    ],
)
def test_sizes(text, measure, of, size, words):
    found = read_detect(text, KNOWN, ("drama", "rounds", "win_share", "unfinished_share"))
    assert (found.measure, found.of, found.size) == (measure, of, pytest.approx(size))
    assert found.words == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("many", "such as 2points"),
        ("=2", "such as 2points"),
        ("rounds=", "such as 2points"),
        ("0", "above 0"),
        ("2", "below 1"),
        ("rounds=3%", "no share"),
        ("round=1", "did you mean rounds"),
        ("drama=1", "add --measure drama"),
    ],
)
def test_what_is_no_size_is_refused(text, words):
    with pytest.raises(WrongUse, match=words):
        read_detect(text, KNOWN, ())


def test_games_of_a_mean_are_those_of_the_formula():
    games = games_to_detect(variance=8.0, size=0.5, tests=1, power=0.8)
    assert games == pytest.approx(32.0 * (stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) ** 2)
    assert widths(4, 0.9) == pytest.approx(stats.norm.ppf(1 - 0.0125 / 2) + stats.norm.ppf(0.9))


def test_the_games_told_find_a_seat_that_wins_more_as_often_as_told():
    """Shares of luck of their own, by the chi-square of the tables of winners."""
    alike = World((1.0,) * 4, (1.0,) * 4)
    sides = sides_of(alike, alike, 4000, apart=True)[1]
    size, power = 0.06, 0.8
    games = round(games_for_one_seat(sides, size, tests=1, power=power))
    generator, runs = np.random.default_rng(1), 2000
    first = generator.multinomial(games, [0.25] * 4, runs)
    second = generator.multinomial(games, [0.25 + size, *[0.25 - size / 3] * 3], runs)
    found = np.mean(
        [
            stats.chi2_contingency([a, b], correction=False).pvalue <= 0.05
            for a, b in zip(first, second, strict=False)
        ]
    )
    assert found == pytest.approx(power, abs=4 * math.sqrt(power * (1 - power) / runs) + 0.02)


def test_two_seats_take_the_games_of_one_share():
    two = World((1.0, 1.0), (1.0, 1.0))
    sides = sides_of(two, two, 2000, apart=True)[1]
    contrast = contrasts_of(sides, [("win_share", "1")])["win_share", "1"].difference
    error = (contrast.near[1] - contrast.near[0]) / 2 / stats.norm.ppf(0.95)
    games = games_for_one_seat(sides, 0.05, 1, 0.8)
    assert games == pytest.approx(games_to_detect(error**2 * 2000, 0.05), rel=0.01)


def test_games_that_would_settle_what_is_open():
    open_one = Difference(0.01, -0.03, 0.05, (-0.0235, 0.0435), 0.6)
    error = 0.0335 / stats.norm.ppf(0.95)
    needed = 1000 * (widths() * error / 0.02) ** 2
    assert games_to_settle(open_one, 0.02, 1000) == rounded_up(needed)
    assert needed <= rounded_up(needed) <= 1.1 * needed
    near_the_margin = Difference(0.019, -0.0003, 0.0383, (0.0028, 0.0352), 0.054)
    assert games_to_settle(near_the_margin, 0.05, 1000) > 1000
    assert games_to_settle(Difference(0.0, None, 1.0, (None, 1.0), 1.0), 0.02, 1000) == 0
    assert [rounded_up(games) for games in (0.3, 99.1, 101, 23_400)] == [1, 100, 110, 24_000]
