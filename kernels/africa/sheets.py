"""How a bot of the house writes its whole turn at once, and keeps to what was decided before.

It writes what it would choose decision by decision. The choice that was asked for lies in the position as
well, so that whoever calls such a bot for one decision finds it there.
"""

import numpy as np

from conquestlab.kernels.africa.state import (
    ALLIANCE,
    DEVELOP,
    DO_NOTHING,
    EXPLORE,
    LAND,
    NOWHERE,
    ORDER,
    WAR,
)
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, lowest, multiply_wide, nth, popcount, single


@jit
def stir(word):
    """Return another word made of one (xorshift), to break ties with more than once."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    return word ^ (word << np.uint64(17))


@jit
def any_of(territories, word):
    """Return any territory of a set that is not empty, each as likely."""
    return nth(territories, np.int64(multiply_wide(word, np.uint64(popcount(territories)))[0]))


@jit
def order_to_explore(position, seat, source, target):
    """Order a presence to explore."""
    position["explore"][seat] |= single(source)
    position["target"][seat, source] = target


@jit
def order_to_develop(position, seat, source):
    """Order a presence to develop its territory."""
    position["develop"][seat] |= single(source)


@jit
def close_sheet(position, landing, war):
    """Write the landing and the wars of a turn whose other orders are written, and lay down what was asked.

    Parameters
    ----------
    position : record
    landing : int
        A territory, or NOWHERE; without effect if that is decided already.
    war : uint64
        The seats to declare war on; those that are decided already stay as they are.
    """
    seat, asked = np.int64(position["player"]), np.int64(position["asked"])
    source = lowest(position["to_order"])
    if position["landed"]:
        landing = np.int64(position["landing"][seat])
    position["landing"][seat] = landing
    other = np.int64(position["other"])
    position["written_war"][seat] |= war & ~(single(other) - single(0))
    what, target = DO_NOTHING, np.int64(NOWHERE)
    if asked == ORDER:
        if holds(position["develop"][seat], source):
            what = DEVELOP
        elif holds(position["explore"][seat], source):
            what, target = EXPLORE, np.int64(position["target"][seat, source])
        lay_choice(position, asked, source, what, target)
    elif asked == LAND:
        lay_choice(position, asked, landing, 0, 0)
    else:
        lay_choice(position, asked, other, WAR if holds(war, other) else ALLIANCE, 0)
    position["whole"] = 1


@jit
def lay_choice(position, kind, first, second, third):
    """Lay down a choice."""
    choice = position["choice"]
    choice[0], choice[1], choice[2], choice[3], choice[4], choice[5] = kind, first, second, third, 0, 0
    choice[6] = choice[7] = 0
