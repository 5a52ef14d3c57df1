"""The plans for a turn, by their numbers: the usual weights, and the same with some of them changed."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import armies_on, beside, owner_of
from conquestlab.kernels.conquest.state import ALLY, NO_LANDS
from conquestlab.kernels.conquest.weighed.restraint import NEVER
from conquestlab.kernels.conquest.weighed.worth import force_at
from conquestlab.kernels.shared.bits import lowest, popcount, single

USUAL, BOLD, CAREFUL, COMPLETE, BREAK, PUT_OUT, GUARD, ONE_LAND, NO_ATTACK, ROUTE = (
    np.int64(plan) for plan in range(10)
)
PLANS = ROUTE + 1
ALL = np.uint64((1 << PLANS) - 1)
MORE = np.int32(128)  # by how much a bold plan values any land more, in sixty-fourths of an army
FAIR = np.int32(512)  # the least chance of a route, in parts of 1024
PUTTING_OUT, COMPLETING, BREAKING = np.int32(16384), np.int32(500), np.int32(300)  # prizes
RESTS = np.uint64(1 << ONE_LAND | 1 << NO_ATTACK)
LONG_REST = np.int64(2048)  # a rest that hardly any attack is worth


@jit
def bend(weights, plan):
    """Change weights as a plan wants it."""
    if plan == BOLD:
        weights["land"] += MORE
    elif plan == CAREFUL:
        weights["land"] -= MORE
    elif plan == COMPLETE:
        weights["complete"] *= 3
        weights["progress"] *= 3
    elif plan == BREAK:
        weights["breaks"] *= 3
        weights["deny"] *= 3
    elif plan == PUT_OUT:
        weights["kill"] *= 3
        weights["rid"] *= 3
        weights["weak"] += MORE
    elif plan == GUARD:
        weights["guard"] = 2 * weights["guard"] + 16
        weights["stand"] = 2 * weights["stand"] + 16
        weights["land"] -= MORE
    elif plan == ONE_LAND:
        _rest(weights)
    elif plan == NO_ATTACK:
        _rest(weights)
        weights["wait"] = NEVER
    elif plan == ROUTE:
        weights["route_odds"] = FAIR
        weights["route_seat"] = max(weights["route_seat"], PUTTING_OUT)
        weights["route_continent"] = max(weights["route_continent"], COMPLETING)
        weights["route_break"] = max(weights["route_break"], BREAKING)


@jit
def _rest(weights):
    """Have nothing attacked after the first conquest of the turn, whatever it promises."""
    weights["rest_rounds"] = NEVER
    weights["rest"] = NEVER
    weights["tempt"] = 0
    weights["spend"] = 0


@jit
def values_as_usual(plan):
    """Tell whether by a plan every target and every attack is worth what it is worth usually."""
    return plan in (USUAL, ONE_LAND, NO_ATTACK, ROUTE)


@jit
def begins_usually(position, weights):
    """Tell whether ONE_LAND goes as usual up to the first conquest, of which nothing is demanded then."""
    return weights["wait"] == 0 and position["conquered"] == 0


@jit
def plans_to_try(rules, position, seat):
    """Return which plans a seat tries: those that its weights ask for, as far as they can change anything.

    To put a seat out is tried where the armies that may leave their lands are as many as those in the way, to
    complete a continent where those beside the missing lands are, and to break one where it is at most one
    land away. Elsewhere these plans hardly ever end otherwise than the usual one.
    """
    weights = position["bot"][seat]["weights"]
    plans = (np.uint64(weights["plans"]) if weights["plans"] else ALL) | single(USUAL)
    own = position["owned"][seat]
    spare = position["armies_of"][seat] - popcount(own) + position["pool"]
    if not _somebody_is_weak(position, seat, spare):
        plans &= ~single(PUT_OUT)
    if not _continent_can_be_broken(rules, position, seat, own):
        plans &= ~single(BREAK)
    if not _continent_is_near(rules, position, own):
        plans &= ~single(COMPLETE)
    if position["round"] <= weights["rest_rounds"] and weights["rest"] >= LONG_REST:
        plans &= ~single(ONE_LAND)  # it is the usual one
    return plans


@jit
def _somebody_is_weak(position, seat, spare):
    for other in range(np.int64(position["seats"])):
        lands = popcount(position["owned"][other])
        if other != seat and lands and position["armies_of"][other] + lands <= spare:
            return True
    return False


@jit
def _continent_can_be_broken(rules, position, seat, own):
    """Tell whether another seat holds a continent that is beside the own lands, or one land away."""
    around = beside(rules, own)
    around |= beside(rules, around)
    for continent in range(rules["continents"]):
        lands = rules["continent_lands"][continent]
        holder = np.int64(owner_of(position, lowest(lands)))
        held_whole = lands & ~position["owned"][holder] == NO_LANDS
        if held_whole and holder != seat and holder != ALLY and lands & around:
            return True
    return False


@jit
def _continent_is_near(rules, position, own):
    """Tell whether a third of a continent is held at least, and the forces beside the rest are as strong."""
    for continent in range(rules["continents"]):
        lands = rules["continent_lands"][continent]
        missing = lands & ~own
        number = popcount(missing)
        near = number and 3 * number <= 2 * popcount(lands)
        if near and force_at(rules, position, missing) >= armies_on(position, missing) + number:
            return True
    return False
