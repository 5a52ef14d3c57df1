"""Restraint: what an attack must promise in the first rounds, and which targets are tempting all the same."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import armies_on, beside, border_of
from conquestlab.kernels.conquest.state import NO_LANDS, ZERO
from conquestlab.kernels.conquest.weighed.worth import (
    WHOLE,
    force_at,
    possible_share,
    weights_of,
    worth_of_hand,
)
from conquestlab.kernels.shared.bits import popcount

NEVER = np.int32(1 << 30)  # what no attack promises


@jit
def demanded(rules, position):
    """Return what an attack must promise to be made; 0 without restraint, or when its rounds are over.

    The first conquest of a turn is held to `wait`. After it the card is sure, and `rest` counts.
    """
    weights = weights_of(position)
    if position["round"] > weights["rest_rounds"]:
        return ZERO
    demand = np.int64(weights["rest"] if position["conquered"] else weights["wait"])
    if demand == 0:
        return ZERO
    if weights["spend"]:
        demand -= weights["spend"] * worth_of_hand(rules, position, np.int64(position["asker"])) // WHOLE
    if weights["wary"]:
        demand += weights["wary"] * _overhang(rules, position)
    return max(ZERO, demand)


@jit
def lifted(position, demand):
    """Return what is left of a demand where the target is tempting."""
    return demand * (WHOLE - weights_of(position)["tempt"]) // WHOLE


@jit
def tempting(rules, position):
    """Return the targets with which a continent could be completed or is broken, or a seat be put out."""
    found = NO_LANDS
    own, targets = position["owned"][position["actor"]], position["targets"]
    weights = weights_of(position)
    if weights["tempt"] == 0:
        return found
    for continent in range(rules["continents"]):
        lands = rules["continent_lands"][continent]
        missing = lands & ~own
        if missing and missing & ~targets == NO_LANDS:
            armies = armies_on(position, missing)
            if possible_share(weights, force_at(rules, position, missing), armies, popcount(missing)):
                found |= missing
    for seat in range(np.int64(position["seats"])):
        held = position["owned"][seat] & targets
        if held == 0:
            continue
        for continent in range(rules["continents"]):
            lands = rules["continent_lands"][continent]
            if lands & ~position["owned"][seat] == NO_LANDS:
                found |= lands & held
        armies, number = position["armies_of"][seat], popcount(held)
        if possible_share(weights, force_at(rules, position, held), armies, number):
            found |= held
    return found


@jit
def _overhang(rules, position):
    """Return by how many armies the others beside the own lands outnumber the own border."""
    own = position["owned"][position["actor"]]
    others = beside(rules, own) & ~own
    return max(ZERO, armies_on(position, others) - armies_on(position, border_of(rules, own)))
