"""The inside bots: each reads a position and lays a choice into it.

* random: any legal choice, each as likely as the others; one army at a time in PLACE.
* reckless: reinforces its strongest border, attacks while it can, marches on.
"""

import numpy as np

from conquestlab.kernels._jit import jit
from conquestlab.kernels.bits import multiply_wide
from conquestlab.kernels.conquest.reckless import reckless_choice
from conquestlab.kernels.conquest.rules import list_choices
from conquestlab.kernels.conquest.state import PLACE, RECKLESS
from conquestlab.kernels.contract import AMOUNT, CHOICE_WIDTH, MOST
from conquestlab.kernels.streams import draw

FEW = 64  # choices listed at the first go


@jit
def choose_inside(rules, position, policy):
    """Lay down the choice of an inside bot for what is asked."""
    if policy == RECKLESS:
        reckless_choice(rules, position)
    else:
        random_choice(rules, position)


@jit
def random_choice(rules, position):
    """Choose out of the legal choices, each as likely as the others, with one draw."""
    choices = np.empty((FEW, CHOICE_WIDTH), np.int64)
    number = list_choices(rules, position, choices)
    if number > FEW:
        choices = np.empty((number, CHOICE_WIDTH), np.int64)
        list_choices(rules, position, choices)
    stream = position["bots"][np.int64(position["asker"])]
    row, rest = multiply_wide(draw(stream), np.uint64(number))
    picked = choices[np.int64(row)]
    position["choice"][:] = picked
    if position["asked"] == PLACE:
        position["choice"][AMOUNT] = 1
    elif picked[MOST]:
        # What the first choice left of the draw decides the number.
        above, _ = multiply_wide(rest, np.uint64(picked[MOST] - picked[AMOUNT] + 1))
        position["choice"][AMOUNT] += np.int64(above)
