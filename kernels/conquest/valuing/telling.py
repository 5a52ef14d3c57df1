"""What learning needs of games: notes of what a value is told after each turn, and what it says of that."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.play import advance, begin, finish
from conquestlab.kernels.conquest.state import SEATS, position_dtype
from conquestlab.kernels.conquest.valuing.aspects import tell_aspects
from conquestlab.kernels.conquest.valuing.layout import ASPECTS, LANDS_HELD, WIDTH
from conquestlab.kernels.conquest.valuing.network import chance_of
from conquestlab.kernels.shared.notes import loop_with_notes
from conquestlab.kernels.shared.notes import note_dtype as note_dtype_with

note_dtype = note_dtype_with((), ASPECTS)


@jit
def write_aspects(rules, position, viewer, features):
    """Write what the value is told of each seat, with the eyes of one; 0 everywhere of a seat that is out."""
    told = tell_aspects(rules, position, viewer)
    for seat in range(np.int64(position["seats"])):
        for aspect in range(len(ASPECTS)):
            features[seat, aspect] = told[seat, aspect]


@jit
def note_aspects(rules, position, note):
    """Write what the value is told after a turn, with the eyes of the seat that had it."""
    if position["turn"] > 0:
        note["mover"] = position["active"]
        write_aspects(rules, position, np.int64(position["active"]), note["features"])


simulate_told = loop_with_notes(begin, advance, finish, note_aspects, position_dtype)


@jit
def tell_chances(network, told, seats, chances):
    """Write the chance of each seat to win, as a network sees it.

    Parameters
    ----------
    network : int16 array, (NETWORK,)
    told : int16 array, (positions, seats, ASPECTS)
        A seat that is out has 0 everywhere.
    seats : int
    chances : int64 array, (positions, seats)
        Overwritten: in fixed point, 0 of a seat that is out.
    """
    rows = np.zeros((SEATS, WIDTH), np.int32)
    prospects = np.zeros(SEATS, np.int64)
    for position in range(len(told)):
        alive = np.int64(0)
        for seat in range(seats):
            rows[seat, : len(ASPECTS)] = told[position, seat]
            if told[position, seat, LANDS_HELD]:
                alive |= np.int64(1) << seat
        for seat in range(seats):
            chances[position, seat] = chance_of(network, rows, alive, seats, seat, prospects)
