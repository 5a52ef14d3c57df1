"""Attack and march: which battle to begin, when to stop it, how many armies move into the conquered land."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.combat import most_attack_dice
from conquestlab.kernels.conquest.state import NOTHING, ZERO
from conquestlab.kernels.conquest.weighed.borders import continents_within, strongest_beside, wanted
from conquestlab.kernels.conquest.weighed.fronts import best_target, chance
from conquestlab.kernels.conquest.weighed.restraint import NEVER, demanded, lifted, tempting
from conquestlab.kernels.conquest.weighed.route_following import attacks_on_route, marches_on_route
from conquestlab.kernels.conquest.weighed.routes import wants_routes
from conquestlab.kernels.conquest.weighed.worth import (
    WHOLE,
    weigh,
    weights_of,
)
from conquestlab.kernels.shared.bits import holds, lowest, single, without_lowest
from conquestlab.kernels.shared.contract import AMOUNT


@jit
def choose_attack(rules, position):
    """Go on along a route, or with a battle while its odds are good; else begin the best one, or stop."""
    choice = position["choice"]
    if wants_routes(position) and attacks_on_route(rules, position):
        choice[3] = most_attack_dice(rules, position, choice[1])
        return
    source, target = np.int64(position["from"]), np.int64(position["to"])
    if not _goes_on(rules, position, source, target):
        source, target = _best_attack(rules, position)
    choice[1] = source
    choice[2] = target
    choice[3] = ZERO if source == NOTHING else most_attack_dice(rules, position, source)


@jit
def _goes_on(rules, position, source, target):
    if source == NOTHING or not holds(position["targets"], target):
        return False
    attackers = np.int64(position["armies"][source]) - 1
    if attackers == 0:
        return False
    winning = chance(rules, attackers, np.int64(position["armies"][target]))
    return winning >= weights_of(position)["stop_odds"]


@jit
def _best_attack(rules, position):
    """Return the best attack, if it promises what is demanded; else the best one that tempts enough."""
    demand = demanded(rules, position)
    if demand >= NEVER:  # which is known without weighing anything
        return NOTHING, NOTHING
    weigh(rules, position)
    source, target = _best_above(rules, position, position["targets"], demand)
    if source == NOTHING and demand > ZERO:
        demand = lifted(position, demand)
        source, target = _best_above(rules, position, tempting(rules, position), demand)
    return source, target


@jit
def _best_above(rules, position, targets, demand):
    """Return the attack that promises most: of the force that marched last, if it has one, else of any."""
    own = position["owned"][position["actor"]]
    marching = np.int64(position["from"])
    if marching != NOTHING and holds(own, position["to"]):
        marching = np.int64(position["to"])
        attackers = np.int64(position["armies"][marching]) - 1
        if attackers > 0:
            target, promise = best_target(rules, position, own, marching, attackers, targets)
            least = np.int64(weights_of(position)["march"])
            if promise > (max(least, demand) if demand > ZERO else least):
                return marching, target
    source, target, most = NOTHING, NOTHING, demand
    lands = own & position["several"]
    while lands:
        land = lowest(lands)
        attackers = np.int64(position["armies"][land]) - 1
        there, promise = best_target(rules, position, own, land, attackers, targets)
        if promise > most:
            source, target, most = land, there, promise
        lands = without_lowest(lands)
    return source, target


@jit
def choose_occupation(rules, position):
    """March on with what is not wanted behind, where more is to be had; else share by the threats."""
    source, target = np.int64(position["from"]), np.int64(position["to"])
    most = np.int64(position["armies"][source]) - 1
    least = position["attack_dice"]
    armies = marches_on_route(rules, position, least, most) if wants_routes(position) else ZERO
    if armies:
        position["choice"][AMOUNT] = armies
        return
    weigh(rules, position)
    left = position["targets"] & ~single(target)
    own = position["owned"][position["actor"]] | single(target)
    _, ahead = best_target(rules, position, own, target, most - 1, left)
    if ahead > ZERO:
        armies = most
        garrison = weights_of(position)["garrison"]
        if garrison:
            held = continents_within(rules, own)
            armies -= garrison * (wanted(rules, position, own, held, source) - 1) // WHOLE
    else:
        _, behind = best_target(rules, position, own, source, most, left)
        armies = ZERO if behind > ZERO else _share(rules, position, own, source, target, most)
    position["choice"][AMOUNT] = max(least, min(most, armies))


@jit
def _share(rules, position, own, source, target, most):
    """Share armies between two lands by the strongest enemy beside each; what was taken gets the odd one."""
    before = strongest_beside(rules, position, source, own)
    after = strongest_beside(rules, position, target, own)
    if before == 0:
        return most
    return (most * after + before + after - 1) // (before + after)
