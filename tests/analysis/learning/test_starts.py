"""Weights of where to start are fitted to trials."""

import numpy as np

from conquestlab.analysis.games.conquest.description import LEARNS
from conquestlab.analysis.learning.columns import joined
from conquestlab.analysis.learning.starts import TriedLands, fitted


def some_lands(weights, noise, number=4000):
    generator = np.random.default_rng(5)
    seen = generator.normal(size=(number, len(LEARNS.starts))) * np.geomspace(1.0, 300.0, len(LEARNS.starts))
    seen[:, 2] = 0.0  # nothing is seen by it at this table
    worth = seen @ weights + noise * generator.normal(size=number)
    return TriedLands(seen, worth)


def test_the_weights_that_explain_the_worths_are_found_and_the_largest_is_as_large_as_may_be():
    weights = np.array([3.0, -1.0, 9.0, 0.0, 0.5, 0.1, -0.2, 0.05, 0.0, 0.02, -0.01])
    lands = some_lands(weights, noise=0.1)
    found = fitted(lands, LEARNS, 256)
    assert tuple(found) == LEARNS.starts
    assert found[LEARNS.starts[2]] == 0
    weights[2] = 0.0
    assert list(found.values()) == np.rint(weights / 3.0 * 256).astype(int).tolist()


def test_lands_among_which_there_is_nothing_to_choose_give_no_weights():
    seen = np.ones((10, len(LEARNS.starts))) * 0.0
    assert set(fitted(TriedLands(seen, np.zeros(10)), LEARNS, 256).values()) == {0}


def test_parts_are_joined_in_their_order():
    parts = [some_lands(np.zeros(len(LEARNS.starts)), 1.0, number) for number in (3, 5)]
    assert joined(parts).worth.tolist() == [*parts[0].worth, *parts[1].worth]
