"""The value of a position to a seat: its chance to win, as its bot has learned to see it."""

import numpy as np

from conquestlab.kernels.compiling.apart import WHOLE_NUMBER, apart
from conquestlab.kernels.conquest.needs import knows_values
from conquestlab.kernels.conquest.state import ZERO, bot_dtype, position_dtype, rules_dtype
from conquestlab.kernels.conquest.valuing.aspects import tell_aspects
from conquestlab.kernels.conquest.valuing.network import chance_of


@apart(WHOLE_NUMBER, rules_dtype, position_dtype, bot_dtype, WHOLE_NUMBER, needed=knows_values)
def value_of(rules, position, bot, seat):
    """Return the chance of a seat to win after a turn, in fixed point, as a bot sees it."""
    told = tell_aspects(rules, position, seat)
    seats, alive = np.int64(position["seats"]), ZERO
    for other in range(seats):
        if position["out"][other] == 0:
            alive |= np.int64(1) << other
    return chance_of(bot["network"], told, alive, seats, seat, position["sight"]["prospects"])
