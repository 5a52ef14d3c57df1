"""What a note tells of a position: how the seats stand, what was done so far, what the table sees of each."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.express.features import ACTS, FEATURES
from conquestlab.kernels.express.state import CHANCE_ONE, NO_CARD
from conquestlab.kernels.shared.bits import holds, popcount
from conquestlab.kernels.shared.notes import note_dtype as note_dtype_with
from conquestlab.kernels.shared.rows import FIXED_ONE

WAIT, SCORE, CARDS, SAFE, APART, MIDDLE, OFFERED = range(len(FEATURES))
note_dtype = note_dtype_with(ACTS, FEATURES)


@jit
def note_features(rules, position, note):
    """Write what a note tells of a position, apart from its number, round and turn; see features.py."""
    seats, turn = np.int64(position["seats"]), np.int64(position["turn"])
    if turn > 0:
        note["mover"] = position["player"]
    for act in range(len(ACTS)):
        note["acts"][act] = position["acts"][act]
    for seat in range(seats):
        note["standing"][seat] = position["standings"][seat]
        told = note["features"][seat]
        told[WAIT] = (seat + seats - turn % seats) % seats
        told[SCORE] = position["score"][seat]
        told[CARDS] = popcount(position["held"][seat])
        told[MIDDLE] = popcount(position["middle"])
        _tell_of_continents(rules, position, seat, told)
        if told[WAIT] == 0:
            told[OFFERED] = _chance_offered(rules, position, seat)


@jit
def _tell_of_continents(rules, position, seat, told):
    for continent in range(rules["continents"]):
        cards = rules["continent_cards"][continent]
        lacking = popcount(cards & ~position["held"][seat])
        if lacking == 0:
            told[SAFE] += rules["back"][continent]
        elif cards & position["safe"] == 0 and (told[APART] == 0 or lacking < told[APART]):
            told[APART] = lacking


@jit
def _chance_offered(rules, position, seat):
    """Return the chance of a seat that takes over the attack that failed last, 0 if it cannot."""
    card, dice = np.int64(position["target"]), rules["dice"] - position["on_lines"]
    if not rules["continue_failed"] or card == NO_CARD or dice <= 0 or holds(position["held"][seat], card):
        return np.int64(0)
    return np.int64(rules["chance"][card, position["left"], dice]) // (CHANCE_ONE // FIXED_ONE)
