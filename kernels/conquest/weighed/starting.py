"""Starting armies: a share of them is spread over the borders before the best front gets the rest.

While armies are placed in secret every land shows one army, so no border seems to lack any. But the others
place as many as oneself, and where they will stand is not known: the more of their lands lie beside a land,
the more of them may stand there.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.setup import starting_armies
from conquestlab.kernels.conquest.state import NOTHING, ZERO
from conquestlab.kernels.conquest.weighed.worth import WHOLE, standing, weights_of
from conquestlab.kernels.shared.bits import lowest, popcount, without_lowest
from conquestlab.kernels.shared.contract import AMOUNT


@jit
def spreads(rules, position):
    """Place an army where the fewest stand for each land of others beside; tell whether one is due."""
    seat = np.int64(position["actor"])
    share = np.int64(weights_of(position)["start_spread"])
    if share == 0:
        return False
    armies = starting_armies(rules, position, seat)
    if position["pool"] * WHOLE <= armies * (WHOLE - share):
        return False
    own = position["owned"][seat]
    best, most = NOTHING, ZERO
    lands = own
    while lands:
        land = lowest(lands)
        lands = without_lowest(lands)
        lack = WHOLE * popcount(rules["neighbours"][land] & ~own) // standing(position, land)
        if lack > most:
            best, most = land, lack
    if best == NOTHING:
        return False
    position["choice"][1] = best
    position["choice"][AMOUNT] = 1
    return True
