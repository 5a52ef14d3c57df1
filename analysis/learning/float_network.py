"""The small network in floating-point numbers, and how it learns from positions whose end is known.

It learns by Adam: steps along the gradient of a few positions at a time, each number at a pace of its own.
A method that looks at all positions for each step (such as L-BFGS) takes several times as many passes over
them, and the kinks of the hidden units disturb its steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import LearnedValue
    from conquestlab.analysis.learning.ahead import PlanEnds
    from conquestlab.analysis.learning.positions import Positions

UNIT = 256.0  # of the numbers of a value, and of what is seen
LOG2_E = 1.0 / float(np.log(2.0))
SPREAD = 0.3  # of the numbers that it begins with
A_PILE = 64  # positions that are multiplied together: so few that one core does it, and the others are free
AT_A_TIME = 16 * A_PILE  # positions in a step, at most
PASSES, STEPS = 40, 100  # over all positions; in a pass, at least, as long as there are piles
PACE = 6e-3  # at first; it falls to nothing along half a cosine
PASSES_ON, PACE_ON = 20, 4e-3  # the same where a network that has learned already goes on
DECAYS = 0.9, 0.999  # of the means of gradient and of its square
SHRINK = 1e-5  # how much large numbers are pulled to zero
GAINS = 15.0  # what the square of a wrong difference between plans counts beside the loss of a position
TINY = 1e-8
NEVER = np.float32(-1e9)  # prospect of a seat that is out


class FloatNetwork(NamedTuple):
    """The numbers of the network.

    Attributes
    ----------
    into : float32 array, (aspects, hidden)
        What each aspect adds to each hidden unit.
    offsets, counts : float32 array, (hidden,)
        What each unit begins with, and what it counts if it is above zero, as a natural logarithm.
    """

    into: np.ndarray
    offsets: np.ndarray
    counts: np.ndarray

    def chances(self, told: np.ndarray) -> np.ndarray:
        """Return the chance of each seat.

        Parameters
        ----------
        told : int16 array, (positions, seats, aspects)
        """
        return _looked_at(self, told).chances


class _Look(NamedTuple):
    seen: np.ndarray  # float32, (piles, positions of a pile * seats, aspects)
    units: np.ndarray  # (piles, positions of a pile * seats, hidden), cut off below zero
    chances: np.ndarray  # (positions, seats)


def _looked_at(network: FloatNetwork, told: np.ndarray) -> _Look:
    number, seats, aspects = told.shape
    piles = 1 if number % A_PILE else number // A_PILE
    seen = told.reshape(piles, -1, aspects).astype(np.float32) / np.float32(UNIT)
    units = np.maximum(seen @ network.into + network.offsets, np.float32(0.0))
    prospects = (units @ network.counts).reshape(number, seats)
    prospects = np.where(told.any(axis=2), prospects, NEVER)
    powers = np.exp(prospects - prospects.max(axis=1, keepdims=True))
    return _Look(seen, units, powers / powers.sum(axis=1, keepdims=True))


def _gradient(network: FloatNetwork, told: np.ndarray, won: np.ndarray) -> FloatNetwork:
    """Return by how much the mean loss of some positions grows with each number."""
    look = _looked_at(network, told)
    return _followed_back(network, look, (look.chances - won) / np.float32(len(won)))


def _gradient_of_gains(network: FloatNetwork, ends: PlanEnds) -> FloatNetwork:
    """Return by how much the mean square of what is wrong with some gains grows with each number."""
    place = np.arange(len(ends.gain))
    looks = [_looked_at(network, told) for told in (ends.other, ends.usual)]
    own = [look.chances[place, ends.seat] for look in looks]
    slope = np.float32(2.0 / len(ends.gain)) * (own[0] - own[1] - ends.gain)
    parts = []
    for look, chance, way in zip(looks, own, (slope, -slope), strict=True):
        wrong = -(way * chance)[:, None] * look.chances
        wrong[place, ends.seat] += way * chance
        parts.append(_followed_back(network, look, wrong))
    return FloatNetwork(*(one + other for one, other in zip(*parts, strict=True)))


def _followed_back(network: FloatNetwork, look: _Look, wrong: np.ndarray) -> FloatNetwork:
    """Return the gradient of what grows by so much with the prospect of each seat."""
    wrong = wrong.reshape(len(look.units), -1, 1)
    back = wrong * network.counts * (look.units > 0)
    into = look.seen.swapaxes(1, 2) @ back
    counts = look.units.swapaxes(1, 2) @ wrong
    return FloatNetwork(into.sum(axis=0), back.sum(axis=(0, 1)), counts.sum(axis=0)[:, 0])


def new_network(aspects: int, hidden: int, generator: np.random.Generator) -> FloatNetwork:
    """Return a network that has learned nothing."""
    into = (SPREAD * generator.standard_normal((aspects, hidden))).astype(np.float32)
    counts = (SPREAD * generator.standard_normal(hidden)).astype(np.float32)
    return FloatNetwork(into, np.zeros(hidden, np.float32), counts)


def positions_in_a_step(positions: int) -> int:
    """Return how many of so many positions are looked at in a step: whole piles, if there are any."""
    return min(positions, AT_A_TIME, max(1, positions // STEPS // A_PILE) * A_PILE)


def learned(positions: Positions, learns: LearnedValue, generator: np.random.Generator) -> FloatNetwork:
    """Return a network that has learned from positions.

    Parameters
    ----------
    positions : Positions
    learns : LearnedValue
        What there is of units, and how large a number may become.
    generator : Generator
        Where it begins, and in which order it looks at the positions.
    """
    return _passed(
        new_network(len(learns.aspects), learns.hidden, generator), positions, learns, generator, PASSES, PACE
    )


def learned_on(
    network: FloatNetwork,
    positions: Positions,
    learns: LearnedValue,
    generator: np.random.Generator,
    ends: PlanEnds | None = None,
) -> FloatNetwork:
    """Return what a network becomes that goes on learning, from other positions than before.

    Parameters
    ----------
    network : FloatNetwork
    positions : Positions
    learns : LearnedValue
    generator : Generator
        In which order it looks at the positions and the ends.
    ends : PlanEnds or None
        Ends of plans, whose gains it learns besides.
    """
    begun = FloatNetwork(*(numbers.copy() for numbers in network))
    return _passed(begun, positions, learns, generator, PASSES_ON, PACE_ON, ends)


def _passed(
    network: FloatNetwork,
    positions: Positions,
    learns: LearnedValue,
    generator: np.random.Generator,
    passes: int,
    first_pace: float,
    ends: PlanEnds | None = None,
) -> FloatNetwork:
    """Move the numbers of a network along all positions, several times, and return it.

    Where there are ends of plans, those of a pass are shared out among its steps.
    """
    reach = learns.most / UNIT
    reaches = reach, reach, reach / LOG2_E  # a value counts to base 2, a network to base e
    means = FloatNetwork(*(np.zeros_like(numbers) for numbers in network))
    squares = FloatNetwork(*(np.zeros_like(numbers) for numbers in network))
    size = positions_in_a_step(len(positions))
    step = 0
    for done in range(passes):
        order = generator.permutation(len(positions))
        shares = _shared_out(ends, len(order) // size, generator)
        pace = first_pace * 0.5 * (1.0 + cos(pi * done / passes))
        for first in range(0, len(order) - size + 1, size):  # those left over have their turn in other passes
            step += 1
            part = order[first : first + size]
            gradient = _gradient(network, positions.told[part], positions.won[part])
            share = next(shares, None)
            if share is not None and len(share.gain):
                gains = _gradient_of_gains(network, share)
                both = zip(gradient, gains, strict=True)
                gradient = FloatNetwork(*(one + np.float32(GAINS) * other for one, other in both))
            _follow(network, gradient, means, squares, pace, step)
            for numbers, most in zip(network, reaches, strict=True):
                np.clip(numbers, -most, most, out=numbers)
    return network


def _shared_out(ends: PlanEnds | None, steps: int, generator: np.random.Generator) -> Iterator[PlanEnds]:
    """Yield the ends of plans for each step of a pass, in a new order."""
    if ends is not None:
        for places in np.array_split(generator.permutation(len(ends.gain)), steps):
            yield type(ends)(*(column[places] for column in ends))


def _follow(
    network: FloatNetwork,
    gradient: FloatNetwork,
    means: FloatNetwork,
    squares: FloatNetwork,
    pace: float,
    step: int,
) -> None:
    """Move the numbers of a network a step against its gradient."""
    slow, slower = DECAYS
    for numbers, slope, mean, square in zip(network, gradient, means, squares, strict=True):
        slope = slope + np.float32(SHRINK) * numbers
        mean *= np.float32(slow)
        mean += np.float32(1.0 - slow) * slope
        square *= np.float32(slower)
        square += np.float32(1.0 - slower) * slope * slope
        size = np.sqrt(square / np.float32(1.0 - slower**step)) + np.float32(TINY)
        numbers -= np.float32(pace) * (mean / np.float32(1.0 - slow**step)) / size
