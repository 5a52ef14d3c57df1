"""The bot `expert`: what its zones seem to be worth at the end (worth.py), less what others get out of it.

A landing is worth what its zone is worth more to the seat afterwards, the share `block` of what it takes
from the best of the others there, and what its special does. A gift costs what the seat loses by it, the
share `help` of what the neighbour seems to gain, and what the zone is worth less to the seat if that
neighbour lands cards there (`threat`). It reads nothing but what its seat may see: what others hold is taken
to be an even part of the cards that it has not seen. Points are in parts of WEIGHT_ONE.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.manchots.gifts import write_best_gifts
from conquestlab.kernels.manchots.landings import write_landing
from conquestlab.kernels.manchots.state import (
    LAND,
)


@jit
def expert_choice(rules, position):
    """Lay down the choice of `expert`."""
    seat = np.int64(position["asker"])
    bot = position["bot"][seat]
    kinds = position["kinds"][seat]
    if position["asked"] == LAND:
        write_landing(rules, bot, position, seat, kinds, position["choice"])
    else:
        write_best_gifts(rules, bot, position, seat, position["choice"])
