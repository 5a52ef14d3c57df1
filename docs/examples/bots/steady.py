"""A bot for the games of conquest, as a function that is compiled: `reckless`, but it stops when weaker.

conquest play --rules risk-modern --players 3 --bots steady.py:steady,reckless,reckless --games 10000
"""

import numba

from conquestlab.kernels.conquest.reckless import reckless_choice
from conquestlab.kernels.conquest.state import ATTACK, NOTHING


@numba.njit
def steady(rules, position):
    reckless_choice(rules, position)
    choice = position["choice"]
    if position["asked"] == ATTACK and choice[1] != NOTHING:
        source, target = choice[1], choice[2]
        if position["armies"][source] <= position["armies"][target]:
            choice[1] = choice[2] = NOTHING
            choice[3] = 0
