"""The bot `random`: any legal choice, each as likely as the others, out of one draw for each decision.

It writes its turn at once, with the draws and the choices that it would make decision by decision.
"""

import numpy as np

from conquestlab.kernels.africa.rules import first_coasts, free_coasts, open_to_develop, targets_of
from conquestlab.kernels.africa.sheets import lay_choice
from conquestlab.kernels.africa.state import (
    DECLARE,
    DEVELOP,
    DO_NOTHING,
    EXPLORE,
    LAND,
    NOWHERE,
    ORDER,
    PLACE_FIRST,
)
from conquestlab.kernels.africa.turn import next_decision, write_choice
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, lowest, multiply_wide, nth, popcount
from conquestlab.kernels.shared.deciding import word_of_decision
from conquestlab.kernels.shared.streams import draw


@jit
def random_choice(rules, position):
    """Lay down a first presence, or write all that is still to be decided of a turn."""
    word = word_of_decision(position)
    if position["asked"] == PLACE_FIRST:
        coasts = first_coasts(rules, position)
        lay_choice(position, PLACE_FIRST, nth(coasts, _part_of(word, popcount(coasts))), 0, 0)
        return
    decision = np.int64(position["asked"])
    seat = np.int64(position["player"])
    _choose_any(rules, position, decision, word)
    choice = position["choice"]
    kind, first, second, third = choice[0], choice[1], choice[2], choice[3]
    write_choice(position)
    decision = next_decision(rules, position)
    while decision:
        _choose_any(rules, position, decision, draw(position["bots"][seat]))
        write_choice(position)
        decision = next_decision(rules, position)
    lay_choice(position, kind, first, second, third)  # what was asked for
    position["whole"] = 1


@jit
def _part_of(word, bound):
    """Return a number from 0 to bound - 1 out of a word."""
    return np.int64(multiply_wide(word, np.uint64(bound))[0])


@jit
def _choose_any(rules, position, decision, word):
    """Lay down any legal choice, counted in the order of `legal`."""
    seat = np.int64(position["player"])
    if decision == ORDER:
        source = lowest(position["to_order"])
        targets = targets_of(rules, position, seat, source)
        few = 1 + np.int64(holds(open_to_develop(position), source))
        number = _part_of(word, few + popcount(targets))
        if number >= few:
            lay_choice(position, ORDER, source, EXPLORE, nth(targets, number - few))
        else:
            lay_choice(position, ORDER, source, DEVELOP if number else DO_NOTHING, NOWHERE)
    elif decision == LAND:
        coasts = free_coasts(rules, position)
        number = _part_of(word, popcount(coasts) + 1)
        lay_choice(position, LAND, nth(coasts, number - 1) if number else NOWHERE, 0, 0)
    else:
        lay_choice(position, DECLARE, np.int64(position["other"]), _part_of(word, 2), 0)
