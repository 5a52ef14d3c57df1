"""What a note tells of a position: how the seats stand, what was done so far, what the table sees of each."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.features import ACTS, FEATURES
from conquestlab.kernels.manchots.state import FIRST_HAND, ZONES
from conquestlab.kernels.shared.bits import holds
from conquestlab.kernels.shared.notes import note_dtype as note_dtype_with

DRAWN, GIVEN, LANDED, DESTROYED = range(len(ACTS))
MAJORITIES, OCCUPIED, TABLE, AHEAD, BEHIND, HAND, NEED, WATCHING = range(len(FEATURES))
SIDES = 2  # neighbours that a seat gives a card to, in each round
note_dtype = note_dtype_with(ACTS, FEATURES)


@jit
def note_features(rules, position, note):
    """Write what a note tells of a position, apart from its number, round and turn; see features.py."""
    seats, rounds = np.int64(position["seats"]), np.int64(position["round"])
    note["acts"][DRAWN] = seats * (FIRST_HAND + rounds * rules["draw"])
    note["acts"][GIVEN] = SIDES * seats * rounds
    note["acts"][LANDED] = position["seen_count"]
    note["acts"][DESTROYED] = position["destroyed"]
    for seat in range(seats):
        note["standing"][seat] = position["standings"][seat]
        told = note["features"][seat]
        for zone in range(ZONES):
            _tell_of_zone(position, seat, zone, told)
        told[HAND] = position["hand_size"][seat]
        told[NEED] = position["need"][seat]
        told[WATCHING] = holds(position["watching"], seat)


@jit
def _tell_of_zone(position, seat, zone, told):
    own, best = position["table_sum"][seat, zone], np.int64(0)
    for player in range(position["players"]):
        if player != seat:
            best = max(best, position["table_sum"][player, zone])
    if own > 0:
        told[OCCUPIED] += 1
        told[TABLE] += own
        if own >= best:
            told[MAJORITIES] += 1
            told[AHEAD] += own - best
        else:
            told[BEHIND] += best - own
