"""The bot `random`: any legal choice, all equally likely; it places one army at a time."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.rules import list_choices
from conquestlab.kernels.conquest.state import ONE, PLACE
from conquestlab.kernels.shared.contract import AMOUNT, CHOICE_WIDTH
from conquestlab.kernels.shared.deciding import pick_any, word_of_decision

FEW = 64  # choices listed at the first go


@jit
def random_choice(rules, position):
    """Choose out of the legal choices with one draw."""
    choices = np.empty((FEW, CHOICE_WIDTH), np.int64)
    number = list_choices(rules, position, choices)
    if number > FEW:
        choices = np.empty((number, CHOICE_WIDTH), np.int64)
        list_choices(rules, position, choices)
    pick_any(word_of_decision(position), choices, number, position["choice"])
    if position["asked"] == PLACE:
        position["choice"][AMOUNT] = ONE
