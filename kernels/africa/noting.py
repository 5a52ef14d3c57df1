"""What a note tells of a position: how the seats stand, what was done so far, what the table sees of each."""

import numpy as np

from conquestlab.kernels.africa.features import ACTS, FEATURES
from conquestlab.kernels.africa.rules import crowded, free_squares, friends_of
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import lowest, popcount, without_lowest
from conquestlab.kernels.shared.notes import note_dtype as note_dtype_with

SCORE, PRESENCES, ALONE, SHARED, COMPANY, FREE, FRIENDS, ENEMIES, WARS = range(len(FEATURES))
note_dtype = note_dtype_with(ACTS, FEATURES)


@jit
def note_features(rules, position, note):
    """Write what a note tells of a position, apart from its number, round and turn; see features.py."""
    seats, several = np.int64(position["seats"]), crowded(position)
    for act in range(len(ACTS)):
        note["acts"][act] = position["acts"][act]
    for seat in range(seats):
        note["standing"][seat] = position["standings"][seat]
        told = note["features"][seat]
        present = position["presence"][seat]
        held = present & position["colonies"]
        told[SCORE] = position["score"][seat]
        told[PRESENCES] = popcount(present)
        told[ALONE] = popcount(held & ~several)
        told[SHARED] = popcount(held & several)
        told[COMPANY] = popcount(present & several & ~position["colonies"])
        told[FREE] = _free_around(position, present)
        told[WARS] = popcount(position["war"][seat])
        if position["round"] > 0:
            told[FRIENDS] = friends_of(position, seat)
            told[ENEMIES] = seats - 1 - told[FRIENDS]


@jit
def _free_around(position, territories):
    """Return how many squares of these territories are free."""
    free = np.int64(0)
    while territories:
        free += free_squares(position, lowest(territories))
        territories = without_lowest(territories)
    return free
