"""Fronts: what an attack from one land on another promises, by the exact odds of the battle."""

import numpy as np

from conquestlab.kernels._jit import jit
from conquestlab.kernels.bits import lowest, without_lowest
from conquestlab.kernels.conquest.state import ALLY, NOTHING, ODDS_SIZE, ZERO
from conquestlab.kernels.conquest.weighed.worth import WHOLE, pull_of, weights_of

HOPELESS = np.int64(-(1 << 40))  # the score of an attack that is not to be made
CHANCES = np.int64(10)  # bits of a chance


@jit
def chance(rules, attackers, defenders):
    """Return the chance that a battle is won, in parts of 1024; armies beyond the table are scaled down."""
    while attackers >= ODDS_SIZE or defenders >= ODDS_SIZE:
        attackers = (attackers + 1) >> 1
        defenders = (defenders + 1) >> 1
    return np.int64(rules["odds"][attackers, defenders])


@jit
def mean_loss(rules, attackers, defenders):
    """Return the attackers that a battle costs on average, in sixty-fourths."""
    scaled = ZERO
    while attackers >= ODDS_SIZE or defenders >= ODDS_SIZE:
        attackers = (attackers + 1) >> 1
        defenders = (defenders + 1) >> 1
        scaled += 1
    return np.int64(rules["losses"][attackers, defenders]) << scaled


@jit
def worth_of_card(rules, position, weights):
    """Return what a first conquest is worth for the card that it brings."""
    due = rules["draws_at_end"] and position["conquered"] == 0 and position["actor"] != ALLY
    return np.int64(weights["card"]) if due else ZERO


@jit
def score(rules, position, weights, own, card, attackers, target):
    """Return what an attack promises, HOPELESS where the odds are too small."""
    defenders = np.int64(position["armies"][target])
    winning = chance(rules, attackers, defenders)
    if winning < weights["odds"]:
        return HOPELESS
    gain = pull_of(rules, position, weights, own, target) + card + weights["enemy_army"] * defenders
    loss = weights["own_army"] * mean_loss(rules, attackers, defenders)
    return ((gain * winning) >> CHANCES) - loss // WHOLE


@jit
def best_target(rules, position, own, source, attackers, targets):
    """Return the best land to attack from a land with so many armies, and what it promises."""
    weights = weights_of(position)
    card = worth_of_card(rules, position, weights)
    best, most = NOTHING, HOPELESS
    near = rules["neighbours"][source] & targets
    while near:
        target = lowest(near)
        promise = score(rules, position, weights, own, card, attackers, target)
        if promise > most:
            best, most = target, promise
        near = without_lowest(near)
    return best, most
