"""Loops that only the bench calls: over our kernels, and those one would write first, to time ours against.

The plain ones draw from Numba's own `np.random`, die by die, and sort the faces with comparisons. That is
honest work: no arrays are made on the way, and the compiler sees all of it.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest import dice
from conquestlab.kernels.shared import streams


@jit
def stream_words(stream, count):
    """Draw `count` words from a stream; return what they leave when each is laid over the others."""
    mixed = np.uint64(0)
    for _ in range(count):
        mixed ^= streams.draw(stream)
    return mixed


@jit
def stream_rolls(stream, record, count):
    """Roll three dice against two as a game does; return the armies that the defender lost in all."""
    lost = 0
    for _ in range(count):
        lost += dice.defender_losses(record, dice.roll(stream, record, 3, 2), 3, 2)
    return lost


@jit
def plain_words(count):
    """Draw `count` random numbers; return their sum."""
    total = 0.0
    for _ in range(count):
        total += np.random.random()  # noqa: NPY002 - the one that Numba compiles to its own generator
    return total


@jit
def plain_throw_of_three():
    """Return three faces, the highest first."""
    high, middle, low = np.random.randint(1, 7), np.random.randint(1, 7), np.random.randint(1, 7)  # noqa: NPY002
    if high < middle:
        high, middle = middle, high
    if middle < low:
        middle, low = low, middle
    if high < middle:
        high, middle = middle, high
    return high, middle, low


@jit
def plain_throw_of_two():
    """Return two faces, the highest first."""
    high, low = np.random.randint(1, 7), np.random.randint(1, 7)  # noqa: NPY002
    return (high, low) if high >= low else (low, high)


@jit
def plain_rolls(count):
    """Roll three dice against two; return the armies that the defender lost in all."""
    lost = 0
    for _ in range(count):
        first, second, _ = plain_throw_of_three()
        high, low = plain_throw_of_two()
        lost += first > high
        lost += second > low
    return lost


@jit
def plain_battles(count, attackers, defenders):
    """Fight battles of at most three dice against two to their ends; return how many the attacker won."""
    won = 0
    for _ in range(count):
        attacking, defending = attackers, defenders
        while attacking > 0 and defending > 0:
            if attacking >= 3:
                first, second, _ = plain_throw_of_three()
            elif attacking == 2:
                first, second = plain_throw_of_two()
            else:
                first, second = np.random.randint(1, 7), 0  # noqa: NPY002
            if defending >= 2:
                high, low = plain_throw_of_two()
            else:
                high, low = np.random.randint(1, 7), 0  # noqa: NPY002
            if first > high:
                defending -= 1
            else:
                attacking -= 1
            if second > 0 and low > 0:
                if second > low:
                    defending -= 1
                else:
                    attacking -= 1
        won += attacking > 0
    return won
