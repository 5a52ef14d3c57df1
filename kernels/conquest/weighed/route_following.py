"""Following a route: armies are placed for it, sets exchanged, its lands attacked in order.

It is given up when the chance of what is left falls below `route_odds`; then, and at its end, another is
looked for. What these functions do not decide is decided as without a route.
"""

import numpy as np

from conquestlab.kernels.compiling.apart import WHOLE_NUMBER, YES_OR_NO, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.state import CAPTURED, ZERO, position_dtype, rules_dtype
from conquestlab.kernels.conquest.weighed.borders import continents_within, wanted
from conquestlab.kernels.conquest.weighed.route_worth import GOOD, chance_of_rest, standing_route
from conquestlab.kernels.conquest.weighed.routes import (
    NONE,
    TO_LOOK,
    best_route,
    kinds_wanted,
    makes_routes,
    route_at_hand,
)
from conquestlab.kernels.conquest.weighed.row_odds import ALL, chance_from, row_end
from conquestlab.kernels.conquest.weighed.worth import WHOLE, weights_of
from conquestlab.kernels.shared.bits import holds
from conquestlab.kernels.shared.contract import AMOUNT


@apart(YES_OR_NO, rules_dtype, position_dtype, WHOLE_NUMBER, needed=makes_routes)
def exchanges_for_route(rules, position, armies):
    """Tell whether a set is exchanged now because of the route that its armies open.

    That route must be worth more than the best without them, even if all these armies were lost.
    """
    position["pool"] += armies
    kinds = kinds_wanted(position)
    worth = best_route(rules, position, kinds)
    position["pool"] -= armies
    if worth == 0:
        return False
    worth -= best_route(rules, position, kinds)
    if worth <= weights_of(position)["own_army"] * armies:
        return False
    position["thoughts"]["route_state"] = TO_LOOK
    return True


@apart(YES_OR_NO, rules_dtype, position_dtype, needed=makes_routes)
def places_for_route(rules, position):
    """Place what the first row of the route lacks whose chance is not good yet; tell whether there is one."""
    thoughts = position["thoughts"]
    if position["stage"] == CAPTURED and thoughts["route_conquests"] != position["conquered"]:
        thoughts["route_state"] = TO_LOOK
    if not route_at_hand(rules, position) or thoughts["route_placed"]:
        return False
    route = standing_route(thoughts)
    own, pool = position["owned"][position["actor"]], np.int64(position["pool"])
    first = np.int64(route["at"])
    while first < route["steps"]:
        source = np.int64(route["from"][first])
        if holds(own, source):
            armies = _lacking(rules, position, route, first, pool)
            if armies:
                position["choice"][1] = source
                position["choice"][AMOUNT] = armies
                return True
        first = row_end(route, first)
    thoughts["route_placed"] = 1
    return False


@jit
def _lacking(rules, position, route, first, pool):
    """Return how many of the armies to place make the chance of a row GOOD; all of them if none do."""
    force = np.int64(position["armies"][np.int64(route["from"][first])]) - 1
    if chance_from(rules, position, route, first, force) >= GOOD:
        return ZERO
    fewest, most = ZERO + 1, pool
    while fewest < most:
        middle = (fewest + most) >> 1
        if chance_from(rules, position, route, first, force + middle) >= GOOD:
            most = middle
        else:
            fewest = middle + 1
    return most


@apart(YES_OR_NO, rules_dtype, position_dtype, needed=makes_routes)
def attacks_on_route(rules, position):
    """Lay down the next attack of the route; tell whether there is one."""
    thoughts = position["thoughts"]
    own = position["owned"][position["actor"]]
    for again in (TO_LOOK, NONE):  # once more if the route is over
        if not route_at_hand(rules, position):
            return False
        route = standing_route(thoughts)
        while route["at"] < route["steps"] and holds(own, np.int64(route["to"][np.int64(route["at"])])):
            route["at"] += 1
        if _goes_on(rules, position, route, own):
            at = np.int64(route["at"])
            position["choice"][1] = route["from"][at]
            position["choice"][2] = route["to"][at]
            return True
        thoughts["route_state"] = again
    return False


@jit
def _goes_on(rules, position, route, own):
    """Tell whether the route is not at its end yet, and its next attack can be made and is good enough."""
    if route["at"] == route["steps"]:
        return False
    at = np.int64(route["at"])
    source, target = np.int64(route["from"][at]), np.int64(route["to"][at])
    if not holds(own & position["several"], source) or not holds(position["targets"], target):
        return False
    return chance_of_rest(rules, position, route, ZERO) > 0


@apart(WHOLE_NUMBER, rules_dtype, position_dtype, WHOLE_NUMBER, WHOLE_NUMBER, needed=makes_routes)
def marches_on_route(rules, position, least, most):
    """Return how many armies march in where the route leads on from a land that was taken; else 0."""
    thoughts = position["thoughts"]
    if not route_at_hand(rules, position):
        return ZERO
    route = standing_route(thoughts)
    at = np.int64(route["at"])
    if at == route["steps"] or route["from"][at] != position["from"] or route["to"][at] != position["to"]:
        return ZERO
    if route["march"][at] != ALL:
        return max(least, min(most, np.int64(route["march"][at])))
    if at + 1 == route["steps"] or holds(route["starts"], at + 1):
        return ZERO
    garrison = weights_of(position)["garrison"]
    if garrison:
        own, source = position["owned"][position["actor"]], np.int64(position["from"])
        held = continents_within(rules, own)
        armies = most - garrison * (wanted(rules, position, own, held, source) - 1) // WHOLE
        if armies > least and chance_from(rules, position, route, at + 1, armies - 1) >= GOOD:
            return armies
    return most
