"""Routes: plans for several lands of one turn, and which of them is worth most.

A route is a start and the lands that are taken from there in a row, with what other forces take beside it
(`route_search.py`), for a prize: to put a seat out, to complete an own continent, or to break one that
another seat holds. It is worth its chance (`row_odds.py`) times the prize, less the armies that it costs or
leaves behind. Routes are looked for when armies are to be placed, and again whenever one has come to its end
or was given up. The best one is followed (`route_following.py`) if it is worth more than any single attack.

For a planner that wants to try routes as plans of their own there is one call:

    best_route(rules, position, kinds)

It looks for the best route of these kinds (`SEAT | BREAK`, for example; `NO_KIND` for none) for the seat
whose turn it is and that is asked (`asker`), keeps it in `position["thoughts"]`, and returns its worth, 0 if
there is none. For the rest of this turn the policy `weighed` follows that route, whatever single attacks
promise, and looks for others of the same kinds afterwards. The weights `route_seat`, `route_continent` and
`route_break` are the prizes, and `route_odds` the least chance: they must be above 0 for what is asked for.
With another `route_turn` the policy looks anew, for all kinds.
"""

import numpy as np

from conquestlab.kernels.compiling.apart import WHOLE_NUMBER, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import armies_on, beside, owner_of, strongest_of
from conquestlab.kernels.conquest.plans import ALL, ROUTE
from conquestlab.kernels.conquest.state import (
    ALLY,
    NO_LANDS,
    NOTHING,
    STARTING,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.conquest.weighed.fronts import best_front, worth_of_card
from conquestlab.kernels.conquest.weighed.route_search import (
    begin_row,
    best_starts,
    cheapest_entry,
    find_ways,
    follow_way,
    lay_route,
    open_route,
)
from conquestlab.kernels.conquest.weighed.route_worth import (
    GOOD,
    keep_better,
    standing_route,
    tried_route,
)
from conquestlab.kernels.conquest.weighed.worth import (
    WHOLE,
    force_at,
    weigh,
    weights_of,
    worth_of_hand,
)
from conquestlab.kernels.shared.bits import lowest, popcount

NO_KIND, SEAT, CONTINENT, BREAK = (np.int64(kind) for kind in (0, 1, 2, 4))
EVERY_KIND = SEAT | CONTINENT | BREAK
TO_LOOK, STANDS, NONE = (np.int64(state) for state in range(3))  # what is known of a route this turn
MOST_LANDS = 28  # of a goal
PARTS = np.int64(4)  # of a turn, at most


def makes_routes(rules, bots):
    """Tell whether a bot at the table makes routes, by its weights or as plans; see `apart`."""
    return any(weights["route_odds"] > 0 or _tries_routes(weights) for weights in bots["weights"])


def _tries_routes(weights):
    """Tell whether a planner tries routes, or might follow one on a whim; other bots never seek a plan."""
    plans = int(weights["plans"] or ALL)
    return weights["searches"] > 0 and (weights["whim"] > 0 or plans >> ROUTE & 1)


@jit
def wants_routes(position):
    """Tell whether the bot that decides makes routes, and may do so now."""
    if weights_of(position)["route_odds"] == 0:
        return False
    own_turn = position["asker"] == position["active"] and position["actor"] == position["active"]
    return own_turn and position["stage"] != STARTING


@jit
def route_at_hand(rules, position):
    """Tell whether a route stands, which is looked for if that is due."""
    thoughts = position["thoughts"]
    kinds = kinds_wanted(position)
    if thoughts["route_state"] == TO_LOOK or thoughts["route_turn"] != _this_turn(position):
        best_route(rules, position, kinds)
    return thoughts["route_state"] == STANDS


@jit
def kinds_wanted(position):
    """Return the kinds of routes that are looked for this turn: all, unless a planner asked for some."""
    thoughts = position["thoughts"]
    return np.int64(thoughts["route_kinds"]) if thoughts["route_turn"] == _this_turn(position) else EVERY_KIND


@jit
def _this_turn(position):
    return position["turn"] * PARTS + position["part"]


@apart(WHOLE_NUMBER, rules_dtype, position_dtype, WHOLE_NUMBER, needed=makes_routes)
def best_route(rules, position, kinds):
    """Look for the route that is worth most, keep it for this turn, and return its worth, 0 if there is none.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
        Of a turn under way; the armies that are still to be placed (`pool`) count.
    kinds : int64
        SEAT, CONTINENT, BREAK, or several of them, or NO_KIND.
    """
    thoughts = position["thoughts"]
    thoughts["route_turn"] = _this_turn(position)
    thoughts["route_kinds"] = kinds
    thoughts["route_state"] = NONE
    thoughts["route_placed"] = 0
    thoughts["route_conquests"] = position["conquered"]
    weigh(rules, position)
    weights = weights_of(position)
    many = weights["route_continent"] | weights["route_break"]  # most of their prizes are below a promise
    promise = _best_promise(rules, position) if many and kinds == EVERY_KIND else ZERO
    standing_route(thoughts)["kind"] = NO_KIND
    standing_route(thoughts)["worth"] = promise
    if kinds & SEAT and weights["route_seat"]:
        _try_seats(rules, position, weights)
    if kinds & CONTINENT and weights["route_continent"]:
        _try_continents(rules, position, weights)
    if kinds & BREAK and weights["route_break"]:
        _try_breaks(rules, position, weights)
    worth = np.int64(standing_route(thoughts)["worth"])
    if standing_route(thoughts)["kind"] == NO_KIND:
        return ZERO
    if kinds == EVERY_KIND and not many and worth <= _best_promise(rules, position):
        return ZERO
    thoughts["route_state"] = STANDS
    return worth


@jit
def _best_promise(rules, position):
    """Return what the best single attack promises, with the armies that are to be placed."""
    _, promise = best_front(rules, position)
    return max(ZERO, promise)


@jit
def _try_seats(rules, position, weights):
    for seat in range(np.int64(position["seats"])):
        held = position["owned"][seat]
        if held and held & ~position["targets"] == NO_LANDS:
            prize = weights["route_seat"] + worth_of_hand(rules, position, np.int64(seat))
            _try_goals(rules, position, weights, held, prize, SEAT)


@jit
def _try_continents(rules, position, weights):
    own = position["owned"][position["actor"]]
    for continent in range(rules["continents"]):
        lands = rules["continent_lands"][continent]
        missing = lands & ~own
        prize = weights["route_continent"] * rules["continent_armies"][continent]
        if missing and prize and missing & ~position["targets"] == NO_LANDS:
            if weights["keep"]:
                outside = rules["continent_beside"][continent] & ~own
                threat = armies_on(position, outside) * weights["keep"]
                force = (force_at(rules, position, missing) + 1) * WHOLE
                prize = prize * force // (force + threat)
            _try_goals(rules, position, weights, missing, prize, CONTINENT)


@jit
def _try_goals(rules, position, weights, goals, prize, kind):
    """Look at the routes to all of some lands, from the two best starts, if armies may be enough for it."""
    number, pool = popcount(goals), np.int64(position["pool"])
    own = position["owned"][position["actor"]]
    force = np.int64(position["armies_of"][position["actor"]]) - popcount(own) + pool
    if number > MOST_LANDS or force < 2 * number:
        return
    needed = armies_on(position, goals) + number
    if force < needed:
        return
    stay = np.int64(weights["own_army"]) * number  # one army in each land, at least
    most_worth = prize + worth_of_card(rules, position, weights) - stay
    if most_worth <= standing_route(position["thoughts"])["worth"]:
        return
    beside_goals = force_at(rules, position, goals)
    largest = np.int64(position["armies"][strongest_of(position, own)]) - 1
    if max(largest + pool, beside_goals) < needed:
        return
    known = find_ways(rules, position, goals, position["targets"], False)
    border = own & beside(rules, known)
    first, second, most, next_most = best_starts(rules, position, border, known)
    if first == NOTHING or max(most + pool, beside_goals) < needed:
        return
    route = tried_route(position["thoughts"])
    chance = ZERO
    if lay_route(rules, position, route, first, goals):
        chance = keep_better(rules, position, weights, prize, kind)
    other = chance < GOOD and second != NOTHING and next_most + pool >= needed
    route = tried_route(position["thoughts"])
    if other and lay_route(rules, position, route, second, goals):
        keep_better(rules, position, weights, prize, kind)


@jit
def _try_breaks(rules, position, weights):
    """Look at the cheapest way into each continent that another seat holds."""
    own = position["owned"][position["actor"]]
    for continent in range(rules["continents"]):
        lands = rules["continent_lands"][continent]
        holder = owner_of(position, lowest(lands))
        prize = weights["route_break"] * rules["continent_armies"][continent]
        goals = lands & position["targets"]
        held_whole = holder != ALLY and lands & ~position["owned"][holder] == NO_LANDS
        if prize == 0 or goals == NO_LANDS or not held_whole or holder == position["actor"]:
            continue
        known = find_ways(rules, position, goals, position["targets"], True)
        start, _, most, _ = best_starts(rules, position, own & beside(rules, known), known)
        if start != NOTHING and most + position["pool"] >= 0:
            route = tried_route(position["thoughts"])
            open_route(route)
            begin_row(route, start)
            entry, _ = cheapest_entry(rules, position, start, known)
            follow_way(position, route, entry)
            keep_better(rules, position, weights, prize, BREAK)
