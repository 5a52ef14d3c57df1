"""Following a route: armies are placed for it, sets exchanged, its lands attacked in order.

It is given up when the chance of what is left falls below `route_odds`; then, and at its end, another is
looked for. What these functions do not decide is decided as without a route.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.state import CAPTURED, ZERO
from conquestlab.kernels.conquest.weighed.routes import (
    EVERY_KIND,
    TO_LOOK,
    best_route,
    chance_of_rest,
    route_at_hand,
    wants_routes,
)
from conquestlab.kernels.conquest.weighed.row_odds import ALL, row_chance, row_end
from conquestlab.kernels.conquest.weighed.thoughts import STANDING
from conquestlab.kernels.conquest.weighed.worth import WHOLE, wanted, weights_of
from conquestlab.kernels.shared.bits import holds
from conquestlab.kernels.shared.contract import AMOUNT

GOOD = np.int64(973)  # the chance, in parts of 1024, up to which armies are placed for a row


@jit
def exchanges_for_route(rules, position, armies):
    """Tell whether a set is exchanged now because of the route that its armies open.

    That route must be worth more than the best without them, even if all these armies were lost.
    """
    if not wants_routes(position):
        return False
    position["pool"] += armies
    worth = best_route(rules, position, EVERY_KIND)
    position["pool"] -= armies
    if worth == 0:
        return False
    worth -= best_route(rules, position, EVERY_KIND)
    if worth <= weights_of(position)["own_army"] * armies:
        return False
    position["thoughts"]["route_state"] = TO_LOOK
    return True


@jit
def places_for_route(rules, position):
    """Place what the first row of the route lacks whose chance is not good yet; tell whether there is one."""
    if not wants_routes(position):
        return False
    thoughts = position["thoughts"]
    if position["stage"] == CAPTURED and thoughts["route_seen"] != position["conquered"]:
        thoughts["route_seen"] = position["conquered"]
        thoughts["route_state"] = TO_LOOK
    if not route_at_hand(rules, position) or thoughts["route_placed"]:
        return False
    route = thoughts["route"][STANDING]
    own, pool = position["owned"][position["actor"]], np.int64(position["pool"])
    first = np.int64(route["at"])
    while first < route["steps"]:
        last = row_end(route, first)
        source = np.int64(route["from"][first])
        if holds(own, source):
            armies = _lacking(rules, position, route, first, last, pool)
            if armies:
                position["choice"][1] = source
                position["choice"][AMOUNT] = armies
                return True
        first = last
    thoughts["route_placed"] = 1
    return False


@jit
def _lacking(rules, position, route, first, last, pool):
    """Return how many of the armies to place make the chance of a row good; all of them if none do."""
    force = np.int64(position["armies"][np.int64(route["from"][first])]) - 1
    if row_chance(rules, position, route, first, last, force) >= GOOD:
        return ZERO
    fewest, most = ZERO + 1, pool
    while fewest < most:
        middle = (fewest + most) >> 1
        if row_chance(rules, position, route, first, last, force + middle) >= GOOD:
            most = middle
        else:
            fewest = middle + 1
    return most


@jit
def attacks_on_route(rules, position):
    """Lay down the next attack of the route; tell whether there is one."""
    if not wants_routes(position):
        return False
    thoughts = position["thoughts"]
    own = position["owned"][position["actor"]]
    while route_at_hand(rules, position):
        route = thoughts["route"][STANDING]
        while route["at"] < route["steps"] and holds(own, np.int64(route["to"][np.int64(route["at"])])):
            route["at"] += 1
        if _goes_on(rules, position, route, own):
            at = np.int64(route["at"])
            position["choice"][1] = route["from"][at]
            position["choice"][2] = route["to"][at]
            return True
        thoughts["route_state"] = TO_LOOK
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
    chance = chance_of_rest(rules, position, route, ZERO)
    return chance > 0 and chance >= weights_of(position)["route_odds"]


@jit
def marches_on_route(rules, position, least, most):
    """Return how many armies march in where the route leads on from a land that was taken; else 0."""
    thoughts = position["thoughts"]
    if not wants_routes(position) or not route_at_hand(rules, position):
        return ZERO
    route = thoughts["route"][STANDING]
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
        armies = most - garrison * (wanted(rules, position, own, source) - 1) // WHOLE
        last = row_end(route, at)
        if armies > least and row_chance(rules, position, route, at + 1, last, armies - 1) >= GOOD:
            return armies
    return most
