"""Differences of measures of noted games, where the chances of both variants are known."""

from dataclasses import replace
from math import log

import numpy as np
import pytest
from chance_games import coin_paths, noted_coins

from conquestlab.analysis.chances.chance_tables import chance_table
from conquestlab.analysis.comparing.compare_answers import why_none
from conquestlab.analysis.comparing.contrast import Sides
from conquestlab.analysis.comparing.noted_contrasts import chance_contrast
from conquestlab.analysis.measures.catalogue import COMMON, OF_CHANCES

GAMES = 1_200
LONG, SHORT = coin_paths(GAMES, [4, 4, 4], seed=21), coin_paths(GAMES, [3, 3, 3], seed=22)
AGAIN = coin_paths(GAMES, [4, 4, 4], seed=23)


@pytest.fixture(scope="module")
def tables():
    return tuple(chance_table(noted_coins(paths)) for paths in (LONG, SHORT, AGAIN))


def sides(first, second, independent=True):
    return Sides(None, None, None, ({}, {}), independent, chances=(first, second))


def openness_after(paths, round):
    """How open the games themselves are after a round, from the coins of each seat."""
    shares = [path[min(3 * round, len(path) - 1)] / path[0].sum() for path in paths]
    return float(np.mean([-sum(one * log(one) for one in some if one) for some in shares])) / log(3)


@pytest.mark.parametrize("round", [2, 4, 6])
def test_a_known_difference_after_a_round_is_found(tables, round):
    truth = openness_after(SHORT, round) - openness_after(LONG, round)
    assert truth < -0.1
    found = chance_contrast(sides(*tables[:2]), ("openness_after", str(round)))
    error = (found.difference.high - found.difference.low) / 2 / 2.1
    assert abs(found.difference.value - truth) < 4 * error
    assert found.difference.high < 0.0
    assert found.difference.p < 0.001
    assert error < 0.04


@pytest.mark.parametrize("round", [2, 4, 6])
def test_games_of_one_kind_do_not_differ(tables, round):
    found = chance_contrast(sides(tables[0], tables[2]), ("openness_after", str(round)))
    error = (found.difference.high - found.difference.low) / 2 / 2.1
    assert abs(found.difference.value) < 4 * error < 0.2


def test_the_same_games_differ_in_nothing(tables):
    found = chance_contrast(sides(tables[0], tables[0], independent=False), ("openness_after", "4"))
    assert found.difference[:3] == (0.0, 0.0, 0.0)
    assert not found.can_differ


def test_a_model_of_too_few_traits_has_no_difference(tables):
    few = replace(tables[1], leans=True)
    assert {row["low"] for row in few.rows()} == {None}
    assert any(row["value"] is not None for row in few.rows())
    assert chance_contrast(sides(few, tables[1]), ("openness_after", "4")) is None


def test_every_measure_of_chances_has_a_difference_or_a_reason():
    for entry in OF_CHANCES:
        assert entry.compared != bool(entry.no_difference)
        if entry.no_difference:
            assert why_none(entry, (entry.name, ""), {}, {}) == entry.no_difference
    assert why_none(COMMON["seat_balanced"], ("seat_balanced", ""), {}, {}) is None
