"""Games with notes of what the value is told at each end of a turn, to learn it from."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.play import advance, begin, finish
from conquestlab.kernels.conquest.state import SEATS, position_dtype
from conquestlab.kernels.conquest.valuing.aspects import tell_aspects
from conquestlab.kernels.conquest.valuing.layout import ASPECTS, WIDTH
from conquestlab.kernels.shared.notes import loop_with_notes
from conquestlab.kernels.shared.notes import note_dtype as note_dtype_with

note_dtype = note_dtype_with((), ASPECTS)


@jit
def note_aspects(rules, position, note):
    """Write what the value is told after a turn, with the eyes of the seat that had it."""
    if position["turn"] > 0:
        note["mover"] = position["active"]
        told = np.zeros((SEATS, WIDTH), np.int32)
        tell_aspects(rules, position, np.int64(position["active"]), told)
        for seat in range(np.int64(position["seats"])):
            for aspect in range(len(ASPECTS)):
                note["features"][seat, aspect] = told[seat, aspect]


simulate_told = loop_with_notes(begin, advance, finish, note_aspects, position_dtype)
