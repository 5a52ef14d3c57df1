"""Fronts: what an attack from one land on another promises, from the exact odds of the battle."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.state import ALLY, NOTHING, ODDS_SIZE, ZERO
from conquestlab.kernels.conquest.weighed.worth import WHOLE, open_targets, pull_of, standing, weights_of
from conquestlab.kernels.shared.bits import lowest, without_lowest

HOPELESS = np.int64(-(1 << 40))  # the score of an attack that is not to be made
CHANCES = np.int64(10)  # bits of a chance


@jit
def in_tables(attackers, defenders):
    """Return both as places in the tables of battles, and how often they were halved to fit there.

    Places are without a sign: they are not asked each time whether they count from the end.
    """
    halved = ZERO
    while attackers >= ODDS_SIZE or defenders >= ODDS_SIZE:
        attackers = (attackers + 1) >> 1
        defenders = (defenders + 1) >> 1
        halved += 1
    return np.uint64(attackers), np.uint64(defenders), halved


@jit
def chance(rules, attackers, defenders):
    """Return the chance that a battle is won, in parts of 1024; armies beyond the table are scaled down."""
    attacking, defending, _ = in_tables(attackers, defenders)
    return np.int64(rules["odds"][attacking, defending])


@jit
def mean_loss(rules, attackers, defenders):
    """Return the attackers that a battle costs on average, in sixty-fourths."""
    attacking, defending, halved = in_tables(attackers, defenders)
    return np.int64(rules["losses"][attacking, defending]) << halved


@jit
def worth_of_card(rules, position, weights):
    """Return what a first conquest is worth for the card that it brings."""
    due = rules["draws_at_end"] and position["conquered"] == 0 and position["actor"] != ALLY
    return np.int64(weights["card"]) if due else ZERO


@jit
def best_target(rules, position, own, source, attackers, targets):
    """Return the best land to attack from a land with so many armies, and what that promises.

    It is HOPELESS where the odds are too small everywhere. `own` is as for `pull_of`.
    """
    weights = weights_of(position)
    card = worth_of_card(rules, position, weights)
    least, of_enemy, of_own = weights["odds"], weights["enemy_army"], weights["own_army"]
    plain, anywhere = position["thoughts"]["plain"], position["thoughts"]["anywhere"] + card
    best, most = NOTHING, HOPELESS
    near = rules["neighbours"][source] & targets
    while near:
        target = lowest(near)
        near = without_lowest(near)
        defenders = np.int64(position["armies"][target])
        attacking, defending, halved = in_tables(attackers, defenders)
        winning = np.int64(rules["odds"][attacking, defending])
        if winning >= least:
            gain = anywhere + of_enemy * defenders
            if not plain:
                gain = pull_of(rules, position, weights, own, target) + card + of_enemy * defenders
            loss = of_own * (np.int64(rules["losses"][attacking, defending]) << halved)
            promise = ((gain * winning) >> CHANCES) - loss // WHOLE
            if promise > most:
                best, most = target, promise
    return best, most


@jit
def best_front(rules, position):
    """Return the own land from which an attack promises most, with all armies to be placed, and how much.

    It is NOTHING and HOPELESS where the odds are too small everywhere. While armies are placed nothing else
    changes, so that what was found is kept for as long as the pool and what is weighed are the same.
    """
    thoughts, pool = position["thoughts"], position["pool"]
    own, targets = position["owned"][position["actor"]], open_targets(rules, position)
    armies = position["armies_of"][position["actor"]]
    if pool > 0 and thoughts["front_pool"] == pool and thoughts["front_armies"] == armies:
        return np.int64(thoughts["front"]), np.int64(thoughts["front_promise"])
    front, promise = NOTHING, HOPELESS
    lands = own
    while lands:
        land = lowest(lands)
        lands = without_lowest(lands)
        attackers = standing(position, land) - 1 + pool
        if attackers > 0 and rules["neighbours"][land] & targets:
            _, there = best_target(rules, position, own, land, attackers, targets)
            if there > promise:
                front, promise = land, there
    thoughts["front_pool"], thoughts["front_armies"] = pool, armies
    thoughts["front"], thoughts["front_promise"] = front, promise
    return front, promise
