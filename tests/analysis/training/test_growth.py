"""More games where they no longer tell the candidates apart."""

import numpy as np
import pytest

from conquestlab.analysis.training.growth import LEAST_SIGNAL, LOOKS_BACK, MOST, Growth, agreement


def test_agreement_is_the_correlation_of_the_halves():
    halves = np.random.default_rng(1).normal(size=(50, 2)) + np.arange(50)[:, None] / 20
    assert agreement(halves) == pytest.approx(np.corrcoef(halves.T)[0, 1])
    assert agreement(np.array([[1.0, 2.0], [2.0, 4.0], [0.0, 0.0]])) == pytest.approx(1.0)


def test_candidates_that_are_all_alike_agree_in_nothing():
    assert agreement(np.ones((9, 2))) == 0.0
    assert agreement(np.array([[1.0, 2.0], [1.0, 3.0]])) == 0.0


def test_the_part_that_is_not_chance_is_estimated_rightly():
    """Candidates that differ with variance 1, in halves with noise of variance 3: 2 / 5 of the whole."""
    generator = np.random.default_rng(2)
    candidates = generator.normal(size=(40_000, 1))
    half = agreement(candidates + generator.normal(scale=3**0.5, size=(40_000, 2)))
    assert 2 * half / (1 + half) == pytest.approx(0.4, abs=4 * 0.01)


def test_games_grow_where_they_tell_nothing_and_not_for_ever():
    growth = Growth(10)
    for generation in range(40 * LOOKS_BACK):
        assert growth.blocks == 10 or generation >= LOOKS_BACK
        growth.note(0.0)
    assert growth.blocks == 10 * MOST


def test_games_stay_as_many_as_they_are_where_they_tell_enough():
    growth = Growth(10)
    half = LEAST_SIGNAL / (2 - LEAST_SIGNAL)  # of which 2 r / (1 + r) is LEAST_SIGNAL
    for _ in range(100):
        growth.note(half + 0.01)
    assert growth.blocks == 10
    for _ in range(LOOKS_BACK):
        growth.note(half - 0.02)
    assert growth.blocks == 15
