"""Borders: how many armies are wanted on a land against the enemies beside it."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.state import NO_LANDS, ZERO
from conquestlab.kernels.conquest.weighed.worth import WHOLE, weights_of
from conquestlab.kernels.shared.bits import holds, lowest, single, without_lowest


@jit
def strongest_beside(rules, position, land, own):
    """Return the armies of the strongest land beside a land that is not own."""
    others = rules["neighbours"][land] & ~own
    strongest = ZERO
    while others:
        strongest = max(strongest, np.int64(position["armies"][lowest(others)]))
        others = without_lowest(others)
    return strongest


@jit
def continents_within(rules, own):
    """Return the continents that lie in a set of lands as a whole, by their numbers."""
    found = NO_LANDS
    for continent in range(rules["continents"]):
        if rules["continent_lands"][continent] & ~own == NO_LANDS:
            found |= single(continent)
    return found


@jit
def opened_bonus(rules, held, land):
    """Return the bonus of own continents, by their numbers, that a land opens to whoever takes it."""
    bonus = ZERO
    while held:
        continent = lowest(held)
        held = without_lowest(held)
        if holds(rules["continent_lands"][continent] | rules["continent_beside"][continent], land):
            bonus += rules["continent_armies"][continent]
    return bonus


@jit
def wanted(rules, position, own, held, land):
    """Return the armies wanted on a land against the strongest enemy beside it; 1 where there is none.

    Parameters
    ----------
    own : uint64
        The lands that are not enemies'.
    held : uint64
        The continents within them, by their numbers: who asks about many lands finds them once.
    """
    strongest = strongest_beside(rules, position, land, own)
    if strongest == 0:
        return ZERO + 1
    weights = weights_of(position)
    share = np.int64(weights["stand"])
    if weights["stand_bonus"]:
        share += weights["stand_bonus"] * opened_bonus(rules, held, land)
    return ZERO + 1 + strongest * share // WHOLE
