"""A small network in whole numbers: from the aspects of each seat to its chance to win, the same everywhere.

Each seat is looked at by itself, by the same network: its aspects, then HIDDEN units that are cut off below
zero, then one number, its prospect, as a logarithm to base 2. The chances are in proportion to the powers.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.valuing.layout import BITS, HIDDEN, OFFSETS, OUT, WIDTH
from conquestlab.kernels.shared.rows import FIXED_ONE

ZERO = np.int64(0)
UNIT = np.int64(256)  # of the aspects

FRACTION = np.int64(12)  # bits of a prospect behind the point
LOWEST = np.int64(-20) << FRACTION  # below the highest: a chance of one in a million
NOT_SEEN = np.int64(-1) << 60


@jit
def prospect(network, row):
    """Return the prospect of a seat, in 2**-FRACTION.

    Parameters
    ----------
    network : int16 array, (NETWORK,)
        Weights in 2**-BITS: what each hidden unit makes of the first aspect, then of the next; after them the
        offsets of the hidden units, and what each counts for.
    row : int32 array, (WIDTH,)
    """
    total = ZERO
    for unit in range(HIDDEN):
        level = np.int32(0)
        for aspect in range(WIDTH):  # all of thirty-two bits, so that vectors hold several units
            level = np.int32(level + np.int32(row[aspect]) * np.int32(network[aspect * HIDDEN + unit]))
        total += max(ZERO, level + network[OFFSETS + unit] * UNIT) * network[OUT + unit]
    # aspects have 8 bits behind the point, and each layer of weights BITS
    return total >> (8 + 2 * BITS - FRACTION)


@jit
def power(prospect):
    """Return 2 ** prospect in 2**-20, by a parabola between whole powers that is at most 0.33 % off."""
    whole = prospect >> FRACTION
    part = prospect & ((np.int64(1) << FRACTION) - 1)
    curve = 2689 + ((1407 * part) >> FRACTION)  # 0.6565 + 0.3435 f, in 2**-12
    mantissa = (np.int64(1) << 24) + part * curve
    return mantissa << whole if whole >= 0 else mantissa >> -whole


@jit
def chance_of(network, told, alive, seats, seat, prospects):
    """Return the chance of a seat to win, in fixed point; the prospects of all are written down for that."""
    most = NOT_SEEN
    for other in range(seats):
        if alive >> other & 1:
            prospects[other] = prospect(network, told[other])
            most = max(most, prospects[other])
    total, own = ZERO, ZERO
    for other in range(seats):
        if alive >> other & 1:
            weight = power(max(LOWEST, prospects[other] - most))
            total += weight
            if other == seat:
                own = weight
    return FIXED_ONE * own // total
