"""The board: who owns each land, how many armies are on it, and the sums that follow from this."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.state import ALLY, NO_LANDS, NOTHING, ZERO
from conquestlab.kernels.shared.bits import lowest, popcount, single, without_lowest


@jit
def put(position, land, armies):
    """Put armies on a land for its owner, or take them away (a negative number)."""
    standing = position["armies"][land] + armies
    position["armies"][land] = standing
    position["armies_of"][position["owner"][land]] += armies
    mark_several(position, land, standing)


@jit
def mark_several(position, land, armies):
    """Keep the set of lands with two armies or more."""
    if armies > 1:
        position["several"] |= single(land)
    else:
        position["several"] &= ~single(land)


@jit
def settle(position, land, side, armies):
    """Give a free land to a side, with armies on it."""
    position["owner"][land] = side
    position["owned"][side] |= single(land)
    put(position, land, armies)


@jit
def lands_of(position, side):
    """Return how many lands a side owns."""
    return popcount(position["owned"][side])


@jit
def seat_of_side(position, side):
    """Return who decides for a side: a seat itself, and for the ally the one whose turn it is not."""
    return 1 - position["active"] if side == ALLY else side


@jit
def side_flag(position):
    """Return the first part of an event of a turn: 1 where the ally acts, else 0."""
    return 1 if position["actor"] == ALLY else 0


@jit
def beside(rules, lands):
    """Return all neighbours of a set of lands."""
    near = NO_LANDS
    while lands:
        near |= rules["neighbours"][lowest(lands)]
        lands = without_lowest(lands)
    return near


@jit
def armies_on(position, lands):
    """Return the armies on a set of lands."""
    armies = ZERO
    while lands:
        armies += position["armies"][lowest(lands)]
        lands = without_lowest(lands)
    return armies


@jit
def border_of(rules, owned):
    """Return the lands of a side that have a land of another side beside them."""
    border = NO_LANDS
    lands = owned
    while lands:
        land = lowest(lands)
        if rules["neighbours"][land] & ~owned:
            border |= single(land)
        lands = without_lowest(lands)
    return border


@jit
def connected_to(rules, land, owned):
    """Return the lands that can be reached from a land through `owned`, with the land itself."""
    reached = single(land)
    fresh = reached
    while fresh:
        fresh = beside(rules, fresh) & owned & ~reached
        reached |= fresh
    return reached


@jit
def owner_of(position, land):
    """Return the side that owns a land."""
    return np.int64(position["owner"][land])


@jit
def strongest_of(position, lands):
    """Return the land with the most armies, of some; NOTHING of none."""
    best = NOTHING
    while lands:
        land = lowest(lands)
        lands = without_lowest(lands)
        if best == NOTHING or position["armies"][land] > position["armies"][best]:
            best = land
    return best


@jit
def nearest_to(rules, position, own, border, near):
    """Return the strongest of some lands from which a border is nearest, NOTHING if none reaches it."""
    reached = border
    while reached & near == 0:
        wider = reached | (beside(rules, reached) & own)
        if wider == reached:
            return NOTHING
        reached = wider
    return strongest_of(position, reached & near)
