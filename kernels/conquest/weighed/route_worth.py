"""What a route is worth: its chance times its prize, less the armies that it costs or leaves behind."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.state import ZERO
from conquestlab.kernels.conquest.weighed.fronts import mean_loss, worth_of_card
from conquestlab.kernels.conquest.weighed.row_odds import (
    CHANCE_BITS,
    SURE,
    chance_from,
    fill_chances,
    left_behind,
    row_end,
)
from conquestlab.kernels.conquest.weighed.worth import WHOLE, weights_of
from conquestlab.kernels.shared.bits import holds

GOOD = np.int64(973)  # a chance, in parts of 1024, that is good enough to look no further


@jit
def standing_route(thoughts):
    """Return the route that is followed, or the best one found so far."""
    return thoughts["route"][np.int64(thoughts["standing"])]


@jit
def tried_route(thoughts):
    """Return the route that is looked at."""
    return thoughts["route"][1 - np.int64(thoughts["standing"])]


@jit
def chance_of_rest(rules, position, route, pool):
    """Return the chance that all that is left of a route is taken; 0 if it is less than `route_odds`.

    Parameters
    ----------
    pool : int64
        Armies that the force is given that acts next.
    """
    least = np.int64(weights_of(position)["route_odds"])
    first, chance = np.int64(route["at"]), SURE
    while first < route["steps"]:
        force = force_of_row(position, route, first) + pool
        chance = (chance * chance_from(rules, position, route, first, force)) >> CHANCE_BITS
        if chance < least:
            return ZERO
        first, pool = row_end(route, first), ZERO
    return chance


@jit
def force_of_row(position, route, first):
    """Return the armies that may attack where a row begins; if it is not taken yet, those to be brought."""
    source = np.int64(route["from"][first])
    if holds(position["owned"][position["actor"]], source):
        return np.int64(position["armies"][source]) - 1
    for step in range(first):
        if route["to"][step] == source:
            return np.int64(route["march"][step]) - 1
    return ZERO


@jit
def _fill_rows(rules, position, route):
    """Work out the chances of all rows of a route; every row might get the armies that are to be placed."""
    first, pool = ZERO, np.int64(position["pool"])
    while first < route["steps"]:
        last = row_end(route, first)
        force = force_of_row(position, route, first) + pool
        fill_chances(rules, position, route, first, last, force)
        first = last


@jit
def keep_better(rules, position, weights, prize, kind):
    """Keep the route that is looked at if no other is worth as much; return its chance, 0 if it is too small.

    A row that costs more on average than it may lose, by more than about a standard deviation, is not looked
    at closely.
    """
    thoughts = position["thoughts"]
    route, best = tried_route(thoughts), np.int64(standing_route(thoughts)["worth"])
    pool = np.int64(position["pool"])
    gain, losses = prize + worth_of_card(rules, position, weights), ZERO
    first = ZERO
    while first < route["steps"]:
        last = row_end(route, first)
        force = force_of_row(position, route, first) + (pool if first == 0 else ZERO)
        lost, free = ZERO, WHOLE * force
        for step in range(first, last):
            target = np.int64(route["to"][step])
            defenders = np.int64(position["armies"][target])
            lost += mean_loss(rules, max(ZERO + 1, (free - lost) // WHOLE), defenders)
            if step + 1 < last:
                free -= WHOLE * left_behind(rules, route, step)
        if free <= 0 or (lost > free and (lost - free) * (lost - free) > 2 * WHOLE * lost):
            return ZERO
        losses += lost + WHOLE * (force - free // WHOLE + 1)
        first = last
    losses = weights["own_army"] * losses // WHOLE
    if gain - losses <= best:
        return ZERO
    _fill_rows(rules, position, route)
    chance = chance_of_rest(rules, position, route, pool)
    worth = ((chance * gain) >> CHANCE_BITS) - losses
    if chance and worth > best:
        route["kind"] = kind
        route["chance"] = chance
        route["worth"] = worth
        thoughts["standing"] = 1 - thoughts["standing"]
    return chance
