"""What a note tells of a position: how the seats stand, what was done so far, what the table sees of each."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import lands_of, owner_of
from conquestlab.kernels.conquest.cards import hand_size, most_armies
from conquestlab.kernels.conquest.features import ACTS, FEATURES
from conquestlab.kernels.conquest.notes import EXCHANGES, ROLLS
from conquestlab.kernels.conquest.state import ZERO
from conquestlab.kernels.conquest.turn import forces_of_lands, standing_of
from conquestlab.kernels.shared.bits import popcount
from conquestlab.kernels.shared.notes import note_dtype as note_dtype_with
from conquestlab.kernels.shared.rows import FIXED_ONE

CARDS_OF_SET = 3  # of any set without jokers
ALIVE, WAIT, OWN, ARMIES, BORDER, THREAT, LARGEST, CONTINENTS, DUE, APART, CARDS, EXCHANGE, FORCE = range(
    len(FEATURES)
)
note_dtype = note_dtype_with(ACTS, FEATURES)


@jit
def note_features(rules, position, note):
    """Write what a note tells of a position, apart from its number, round and turn; see features.py."""
    seats = np.int64(position["seats"])
    if position["turn"] > 0:
        note["mover"] = position["active"]
    lands, armies, rolls, sets = ZERO, ZERO, ZERO, ZERO
    for seat in range(seats):
        lands += lands_of(position, seat)
        armies += position["armies_of"][seat]
        rolls += position["rolls"][seat]
        sets += position["sets"][seat]
    for act in range(len(note["acts"])):
        note["acts"][act] = position["acts"][act]
    note["acts"][ROLLS] = rolls
    note["acts"][EXCHANGES] = sets
    waiting = 0
    first = position["active"] + 1 if position["turn"] > 0 else ZERO
    for place in range(seats):
        on_turn = (first + place) % seats
        if position["out"][on_turn] == 0:
            note["standing"][on_turn] = standing_of(position, on_turn, lands, armies)
            told = note["features"][on_turn]
            told[ALIVE] = 1
            told[WAIT] = waiting
            waiting += 1
            _tell_of_seat(rules, position, on_turn, lands, armies, told)
    _tell_of_borders(rules, position, armies, note["features"])


@jit
def _tell_of_seat(rules, position, seat, lands, armies, told):
    """Write what belongs to a seat alone."""
    owned = position["owned"][seat]
    told[OWN] = FIXED_ONE * popcount(owned) // lands
    told[ARMIES] = FIXED_ONE * position["armies_of"][seat] // armies
    held, all_continents, apart = ZERO, ZERO, ZERO
    for continent in range(rules["continents"]):
        bonus = rules["continent_armies"][continent]
        all_continents += bonus
        lacking = popcount(rules["continent_lands"][continent] & ~owned)
        if lacking == 0:
            held += bonus
        elif apart == 0 or lacking < apart:
            apart = lacking
    if held > 0:
        told[CONTINENTS] = FIXED_ONE * held // all_continents
    due, exchange = forces_of_lands(rules, popcount(owned)) + held, ZERO
    told[DUE] = FIXED_ONE * due // armies
    told[APART] = apart
    told[CARDS] = hand_size(position["cards"], seat)
    if told[CARDS] >= CARDS_OF_SET:
        exchange = np.int64(most_armies(rules["cards"], position["cards"]))
        told[EXCHANGE] = FIXED_ONE * exchange // armies
    force = position["armies_of"][seat] + exchange + (due if told[WAIT] == 0 else ZERO)
    told[FORCE] = FIXED_ONE * force // armies


@jit
def _tell_of_borders(rules, position, armies, features):
    """Write how many armies face each other across the borders, and the largest of each seat."""
    seats = np.int64(position["seats"])
    for land in range(rules["lands"]):
        owner, here = owner_of(position, land), np.int64(position["armies"][land])
        foreign = rules["neighbours"][land] & ~position["owned"][owner]
        if owner < seats:
            features[owner, LARGEST] = max(features[owner, LARGEST], here)
            if foreign:
                features[owner, BORDER] += here
        if here > 1 and foreign:
            for seat in range(seats):
                if seat != owner and foreign & position["owned"][seat]:
                    features[seat, THREAT] += here - 1
    for seat in range(seats):
        for feature in (BORDER, THREAT, LARGEST):
            features[seat, feature] = FIXED_ONE * features[seat, feature] // armies
