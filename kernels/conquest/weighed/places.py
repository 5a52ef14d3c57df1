"""Where armies stand: placing them at the best front or weakest border, moving those not needed."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import border_of, nearest_to
from conquestlab.kernels.conquest.movement import reachable
from conquestlab.kernels.conquest.state import NOTHING, STARTING, ZERO
from conquestlab.kernels.conquest.weighed.borders import continents_within, opened_bonus, wanted
from conquestlab.kernels.conquest.weighed.fronts import best_front
from conquestlab.kernels.conquest.weighed.opening import starts
from conquestlab.kernels.conquest.weighed.route_following import places_for_route
from conquestlab.kernels.conquest.weighed.routes import wants_routes
from conquestlab.kernels.conquest.weighed.starting import spreads
from conquestlab.kernels.conquest.weighed.worth import (
    WHOLE,
    open_targets,
    standing,
    weigh,
    weights_of,
)
from conquestlab.kernels.shared.bits import holds, lowest, without_lowest
from conquestlab.kernels.shared.contract import AMOUNT


@jit
def choose_place(rules, position):
    """Place for a route; or on the front that promises most, or on the border whose lack weighs more."""
    if wants_routes(position) and places_for_route(rules, position):
        return
    if position["stage"] == STARTING and (starts(rules, position) or spreads(rules, position)):
        return
    weigh(rules, position)
    weights = weights_of(position)
    own = position["owned"][position["actor"]]
    targets = open_targets(rules, position)
    pool = position["pool"]
    front, promise = best_front(rules, position)
    weak, lack, weakness = NOTHING, ZERO, ZERO
    strong, strength = NOTHING, ZERO
    guards = weights["guard"] | weights["guard_bonus"]
    held = continents_within(rules, own)
    lands = own
    while lands:
        land = lowest(lands)
        lands = without_lowest(lands)
        if rules["neighbours"][land] & targets:
            armies = standing(position, land)
            if armies > strength:
                strong, strength = land, armies
        if guards and rules["neighbours"][land] & ~own:
            missing = wanted(rules, position, own, held, land) - standing(position, land)
            if missing > 0:
                worth = missing * weights["guard"]
                if weights["guard_bonus"]:
                    worth += missing * weights["guard_bonus"] * opened_bonus(rules, held, land)
                if worth > weakness:
                    weak, lack, weakness = land, missing, worth
    choice = position["choice"]
    if weak != NOTHING and weakness > promise:
        choice[1] = weak
        choice[AMOUNT] = min(pool, lack)
    else:
        if front == NOTHING:  # no attack is worth while: gather where most armies are
            front = lowest(own) if strong == NOTHING else strong
        choice[1] = front
        focus = weights["start_focus"] if position["stage"] == STARTING else weights["focus"]
        choice[AMOUNT] = max(ZERO + 1, (pool * focus + WHOLE - 1) // WHOLE)


@jit
def choose_move(rules, position):
    """Bring the largest idle force to where most is wanted, or nearer to the border; or stop."""
    choice = position["choice"]
    own = position["owned"][position["active"]]
    source, target, most = NOTHING, NOTHING, ZERO
    border, held = border_of(rules, own), continents_within(rules, own)
    lands = own & position["several"]
    while lands:
        land = lowest(lands)
        idle = np.int64(position["movable"][land])
        if idle > most:
            spare = np.int64(position["armies"][land]) - wanted(rules, position, own, held, land)
            idle = min(idle, spare)
        if idle > most:
            there, going = _best_move(rules, position, own, border, held, land, idle)
            if going > most:
                source, target, most = land, there, going
        lands = without_lowest(lands)
    choice[1] = source
    choice[2] = target
    choice[AMOUNT] = most


@jit
def _best_move(rules, position, own, border, held, source, idle):
    """Return where idle armies go, and how many: all from behind the border, else what lacks there."""
    near = reachable(rules, position, source)
    best, most = NOTHING, ZERO
    lands = border & near
    while lands:
        land = lowest(lands)
        missing = wanted(rules, position, own, held, land) - position["armies"][land]
        served = min(idle, missing)
        if served > most:
            best, most = land, served
        lands = without_lowest(lands)
    if not holds(border, source):
        if best == NOTHING and near:
            best = nearest_to(rules, position, own, border, near)
        most = idle if best != NOTHING else ZERO
    return best, most
