"""Laying a route: which force walks where, so that all lands of a goal are taken, or a goal is reached.

A force goes from land to land, always to the neighbour from which the rest hangs together and that itself has
the fewest ways on, so that dead ends come first. Where the rest falls apart at a fork, a part of the force
takes the smaller piece, and the force goes on from the fork. What it does not reach is left to other own
forces beside it, or a bridge leads there through lands that are not a goal. This is a greedy search: it does
not find every route that there is.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import armies_on, beside, connected_to, strongest_of
from conquestlab.kernels.conquest.state import NO_LANDS, NOTHING, ZERO
from conquestlab.kernels.conquest.weighed.row_odds import ALL
from conquestlab.kernels.conquest.weighed.thoughts import FORCES, STEPS
from conquestlab.kernels.conquest.weighed.worth import standing
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest

BRIDGE = 2  # lands on the way to a goal at most
CUT = np.int64(64)  # more than a land has neighbours


@jit
def open_route(route):
    """Begin a route anew."""
    route["steps"] = 0
    route["at"] = 0
    route["starts"] = NO_LANDS
    route["branches"] = 0


@jit
def begin_row(route, land):
    """Let another force begin at a land."""
    route["starts"] |= single(np.int64(route["steps"]))
    route["end"] = land


@jit
def _add(route, source, target, march):
    step = np.int64(route["steps"])
    route["from"][step] = source
    route["to"][step] = target
    route["march"][step] = march
    route["steps"] = step + 1


@jit
def find_ways(rules, position, goals, through, entering):
    """Find the cheapest ways into a set of lands; return the lands from which there is one, with the goals.

    What a way costs, in armies that fight and stay on it, is left in `thoughts`, with the next land on it.

    Parameters
    ----------
    goals, through : uint64
        Where the ways lead, and the lands that they may lead through.
    entering : bool
        Whether it costs something to enter a goal too.
    """
    cost, ahead = position["thoughts"]["cost"], position["thoughts"]["ahead"]
    lands = goals
    while lands:
        land = lowest(lands)
        lands = without_lowest(lands)
        cost[land] = position["armies"][land] + 1 if entering else 0
        ahead[land] = NOTHING
    known, fresh = goals, goals
    for _ in range(BRIDGE):
        wider = NO_LANDS
        while fresh:
            land = lowest(fresh)
            fresh = without_lowest(fresh)
            near = rules["neighbours"][land] & through & ~goals
            while near:
                other = lowest(near)
                near = without_lowest(near)
                armies = cost[land] + position["armies"][other] + 1
                if not holds(known, other) or armies < cost[other]:
                    cost[other] = armies
                    ahead[other] = land
                    known |= single(other)
                    wider |= single(other)
        fresh = wider
    return known


@jit
def cheapest_entry(rules, position, land, known):
    """Return the land beside a land from which the way to a goal is cheapest, and its cost."""
    best, least = NOTHING, ZERO
    near = rules["neighbours"][land] & known
    while near:
        other = lowest(near)
        near = without_lowest(near)
        armies = np.int64(position["thoughts"]["cost"][other])
        if best == NOTHING or armies < least:
            best, least = other, armies
    return best, least


@jit
def best_starts(rules, position, lands, known):
    """Return the two lands, of some, from which most armies reach a goal, and how many do from each."""
    first, second, most, next_most = NOTHING, NOTHING, ZERO, ZERO
    while lands:
        land = lowest(lands)
        lands = without_lowest(lands)
        entry, armies = cheapest_entry(rules, position, land, known)
        if entry != NOTHING:
            left = standing(position, land) - 1 - armies
            if first == NOTHING or left > most:
                second, next_most = first, most
                first, most = land, left
            elif second == NOTHING or left > next_most:
                second, next_most = land, left
    return first, second, most, next_most


@jit
def follow_way(position, route, land):
    """Lead the force along a way that was found, from a land on it to the goal, which is entered."""
    while land != NOTHING and route["steps"] < STEPS:
        _add(route, np.int64(route["end"]), land, ALL)
        route["end"] = land
        land = np.int64(position["thoughts"]["ahead"][land])


@jit
def walk(rules, position, route, left):
    """Lead the force through all of some lands that it reaches; return what it does not reach."""
    land = np.int64(route["end"])
    near = rules["neighbours"][land] & left
    while near and route["steps"] < STEPS:
        apart = near & ~_spread(rules, near, left)
        if apart:
            piece = connected_to(rules, lowest(apart), left)
            other = connected_to(rules, lowest(near), left)
            if popcount(other) < popcount(piece):
                piece = other
            branches = np.int64(route["branches"])
            target = _next_land(rules, near & piece, piece)
            beyond = piece & ~single(target)
            if beyond and branches == FORCES:
                return left
            if beyond:
                route["branch"][branches] = target
                route["beyond"][branches] = beyond
                route["branches"] = branches + 1
            _add(route, land, target, _part_for(rules, position, beyond))
            left &= ~piece
        else:
            target = _next_land(rules, near, left)
            _add(route, land, target, ALL)
            left &= ~single(target)
            land = target
        near = rules["neighbours"][land] & left
    route["end"] = land
    return left


@jit
def _spread(rules, wanted, within):
    """Spread from the lowest of some lands through a set until all of them are reached, or no more are."""
    reached = single(lowest(wanted))
    fresh = reached
    while fresh and wanted & ~reached:
        fresh = beside(rules, fresh) & within & ~reached
        reached |= fresh
    return reached


@jit
def _next_land(rules, near, piece):
    """Return the land to enter a piece by: the rest hangs together, and there are few ways on."""
    best, fewest = lowest(near), 2 * CUT
    if without_lowest(near) == NO_LANDS:
        return best
    while near:
        land = lowest(near)
        near = without_lowest(near)
        rest = piece & ~single(land)
        beyond = rules["neighbours"][land] & rest
        ways = popcount(beyond)
        if ways < fewest and ways > 1 and beyond & ~_spread(rules, beyond, rest):
            ways += CUT
        if ways < fewest:
            best, fewest = land, ways
    return best


@jit
def _part_for(rules, position, beyond):
    """Return the armies that leave the row at a fork, for what lies beyond its next land."""
    if beyond == NO_LANDS:
        return np.int64(rules["attack_most"])
    armies = armies_on(position, beyond)
    return max(np.int64(rules["attack_most"]), armies + (armies >> 2) + popcount(beyond) + 2)


@jit
def lay_route(rules, position, route, start, goals):
    """Lay a route that takes all of some lands, begun at one land; tell whether it does."""
    open_route(route)
    begin_row(route, start)
    own = position["owned"][position["actor"]] & position["several"]
    through = position["targets"] & ~goals
    left = goals
    while True:
        left = walk(rules, position, route, left)
        if left == NO_LANDS or _others_suffice(rules, position, left, own & ~single(start)):
            break
        known = find_ways(rules, position, left, through, False)
        entry, _ = cheapest_entry(rules, position, np.int64(route["end"]), known)
        if entry == NOTHING or route["steps"] == STEPS:
            return False
        before = np.int64(route["steps"])
        follow_way(position, route, entry)
        for step in range(before, np.int64(route["steps"])):
            taken = single(np.int64(route["to"][step]))
            left &= ~taken
            through &= ~taken
    _walk_branches(rules, position, route)
    used = single(start)
    for _ in range(FORCES):
        if left == NO_LANDS:
            break
        land = strongest_of(position, own & ~used & beside(rules, left))
        if land == NOTHING or route["steps"] == STEPS:
            return False
        used |= single(land)
        begin_row(route, land)
        route["branches"] = 0
        left = walk(rules, position, route, left)
        _walk_branches(rules, position, route)
    return left == NO_LANDS and popcount(_taken(route) & goals) == popcount(goals)


@jit
def _walk_branches(rules, position, route):
    """Let the parts that left the row at forks take what they left it for."""
    branch = ZERO
    while branch < route["branches"] and route["steps"] < STEPS:
        begin_row(route, np.int64(route["branch"][branch]))
        walk(rules, position, route, route["beyond"][branch])
        branch += 1


@jit
def _taken(route):
    lands = NO_LANDS
    for step in range(np.int64(route["steps"])):
        lands |= single(np.int64(route["to"][step]))
    return lands


@jit
def _others_suffice(rules, position, left, own):
    """Tell whether forces beside what is left are as many as are needed there."""
    armies = ZERO
    lands = beside(rules, left) & own
    while lands:
        armies += position["armies"][lowest(lands)] - 1
        lands = without_lowest(lands)
    return armies >= armies_on(position, left) + popcount(left)
