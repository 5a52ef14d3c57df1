"""The network in floating-point numbers: its gradient, what it learns, and what rounding changes."""

import numpy as np
import pytest
from small_steps import slopes_and_steps

from conquestlab.analysis.bots.bot_values import rows_of
from conquestlab.analysis.games.conquest.description import LEARNS
from conquestlab.analysis.learning.float_network import (
    FloatNetwork,
    _gradient,
    learned,
    learned_on,
    positions_in_a_step,
)
from conquestlab.analysis.learning.positions import Positions
from conquestlab.analysis.learning.rounded import chances_of_value, network_of_value, value_of_network

ASPECTS = len(LEARNS.aspects)


def some_positions(number, seats, generator, chances_of):
    """Positions, some seats of which are out, won with chances that are known."""
    told = generator.integers(0, 256, size=(number, seats, ASPECTS), endpoint=True).astype(np.int16)
    told[..., 0] = np.maximum(told[..., 0], 1)
    is_out = generator.random((number, seats)) < 0.2
    is_out[:, 0] = False
    told[is_out] = 0
    chances = chances_of(told)
    winner = (chances.cumsum(axis=1) < generator.random((number, 1))).sum(axis=1)
    won = np.zeros((number, seats), np.float32)
    won[np.arange(number), np.minimum(winner, seats - 1)] = 1.0
    return Positions(told, won, np.arange(number), number, 0), chances


def true_chances(told):
    """Chances by two aspects along straight lines, and by the distance of a third from a half."""
    seen = told / 256
    prospects = 4 * seen[..., 1] - 3 * seen[..., 5] + 3 * abs(seen[..., 9] - 0.5)
    powers = np.exp(prospects) * told.any(axis=2)
    return powers / powers.sum(axis=1, keepdims=True)


def loss(network, positions):
    return -float((positions.won * np.log(network.chances(positions.told) + 1e-300)).sum(axis=1).mean())


@pytest.mark.parametrize("number", [5, 128], ids=["less than a pile", "two piles"])
def test_the_gradient_is_what_small_steps_show(number):
    generator = np.random.default_rng(3)
    positions, _ = some_positions(number, 3, generator, true_chances)
    network = FloatNetwork(
        generator.normal(size=(ASPECTS, 16)), generator.normal(size=16), generator.normal(size=16)
    )
    gradient = _gradient(network, positions.told, positions.won)
    for slope, shown in slopes_and_steps(network, gradient, lambda network: loss(network, positions)):
        assert slope == pytest.approx(shown, abs=2e-6)


def test_it_learns_chances_that_are_known():
    generator = np.random.default_rng(5)
    positions, chances = some_positions(40_000, 4, generator, true_chances)
    network = learned(positions, LEARNS, np.random.default_rng(1))
    fresh, chances = some_positions(4000, 4, generator, true_chances)
    off = network.chances(fresh.told) - chances
    # Some 480 numbers learned from 40,000 winners: about sqrt(480 / 40,000) of what single winners vary by.
    assert np.sqrt((off**2).mean()) < 0.04
    is_in = fresh.told.any(axis=2)
    even = is_in / is_in.sum(axis=1, keepdims=True)
    nothing = np.sqrt(((chances - even) ** 2).mean())
    assert nothing > 0.15  # who knows nothing is much farther off


def test_the_same_seed_learns_the_same_and_another_does_not():
    positions, _ = some_positions(3000, 3, np.random.default_rng(5), true_chances)
    one, again, other = (learned(positions, LEARNS, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert all(np.array_equal(mine, same) for mine, same in zip(one, again, strict=True))
    assert not np.array_equal(one.into, other.into)


def test_a_network_that_goes_on_learning_follows_chances_that_have_changed():
    generator = np.random.default_rng(5)
    begun = learned(some_positions(20_000, 4, generator, true_chances)[0], LEARNS, generator)
    kept = FloatNetwork(*(numbers.copy() for numbers in begun))

    def flatter(told):
        powers = np.sqrt(true_chances(told))
        return powers / powers.sum(axis=1, keepdims=True)

    positions, _ = some_positions(20_000, 4, generator, flatter)
    on = learned_on(begun, positions, LEARNS, generator)
    assert all(np.array_equal(mine, same) for mine, same in zip(begun, kept, strict=True))
    fresh, chances = some_positions(4000, 4, generator, flatter)
    before, after = (np.sqrt(((net.chances(fresh.told) - chances) ** 2).mean()) for net in (begun, on))
    assert after < 0.05
    assert before > 2 * after


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rounding_moves_no_chance_by_half_a_point(seed):
    generator = np.random.default_rng(seed)
    positions, _ = some_positions(20_000, 4, generator, true_chances)
    network = learned(positions, LEARNS, generator)
    value = value_of_network(network, LEARNS)
    assert tuple(value) == rows_of(LEARNS.aspects)
    assert max(abs(number) for row in value.values() for number in row) <= LEARNS.most
    fresh, _ = some_positions(5000, 4, generator, true_chances)
    exact, rounded = network.chances(fresh.told), chances_of_value(value, fresh.told, LEARNS)
    assert abs(exact - rounded).max() < 0.005
    # What is read back is the same but for the numbers' own rounding: there only the powers are approximate.
    assert abs(network_of_value(value, LEARNS).chances(fresh.told) - rounded).max() < 0.002


def test_numbers_that_are_too_large_are_cut_off_at_what_a_value_can_hold():
    network = FloatNetwork(
        np.full((ASPECTS, 16), 1e6, np.float32), np.full(16, -1e6, np.float32), np.full(16, 1e6, np.float32)
    )
    value = value_of_network(network, LEARNS)
    assert {abs(number) for row in value.values() for number in row} <= set(range(LEARNS.most + 1))


@pytest.mark.parametrize(
    ("positions", "size"), [(1, 1), (63, 63), (64, 64), (6399, 64), (12_800, 128), (10**6, 1024)]
)
def test_how_many_positions_are_looked_at_in_a_step(positions, size):
    assert positions_in_a_step(positions) == size
