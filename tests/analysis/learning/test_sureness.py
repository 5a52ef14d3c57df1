"""One factor of all prospects: found where it is known, and nothing else of a network changes."""

import numpy as np
import pytest

from conquestlab.analysis.learning.float_network import FloatNetwork
from conquestlab.analysis.learning.positions import Positions
from conquestlab.analysis.learning.sureness import AT_A_TIME, sure_enough

ASPECTS = 7


def positions_won_as(network, number, generator):
    """Positions, some seats of which are out, won as often as a network says."""
    told = generator.integers(1, 256, size=(number, 4, ASPECTS), endpoint=True).astype(np.int16)
    told[generator.random((number, 4)) < [0.0, 0.2, 0.2, 0.2]] = 0
    bounds = network.chances(told).cumsum(axis=1)
    winner = np.minimum((bounds < generator.random((number, 1))).sum(axis=1), 3)
    return Positions(told, np.eye(4, dtype=np.float32)[winner], np.arange(number), number, 0)


def some_network(generator):
    return FloatNetwork(
        *(generator.standard_normal(size).astype(np.float32) for size in ((ASPECTS, 16), 16, 16))
    )


def times(network, factor):
    return network._replace(counts=network.counts * np.float32(factor))


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.4])
def test_the_factor_that_is_known_is_found(factor):
    generator = np.random.default_rng(2)
    network = some_network(generator)
    positions = positions_won_as(times(network, factor), 3 * AT_A_TIME + 5, generator)
    found = sure_enough(network, positions)
    assert (found.into == network.into).all()
    assert (found.offsets == network.offsets).all()
    assert found.counts / network.counts == pytest.approx(np.full(16, factor), abs=0.03)


def test_no_other_factor_makes_the_loss_smaller():
    generator = np.random.default_rng(7)
    network = some_network(generator)
    positions = positions_won_as(times(network, 1.3), 2000, generator)
    found = sure_enough(network, positions)
    losses = [
        -np.log((positions.won * times(found, factor).chances(positions.told)).sum(axis=1)).sum()
        for factor in (0.98, 1.0, 1.02)
    ]
    assert min(losses) == losses[1]
