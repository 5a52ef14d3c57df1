"""The steps of a game of Africa 1880: first presences, orders one after the other, their execution, the end.

A seat is asked for an order for each presence by the alphabet, for a landing, and for a relation to each
other seat. Where only one answer is legal nobody is asked. A bot of the house may write all of this at once.
"""

import numpy as np

from conquestlab.kernels.africa.execution import count_orders, execute, note_relations
from conquestlab.kernels.africa.rules import (
    NONE,
    ONE,
    ZERO,
    count_scores,
    crowded,
    first_coasts,
    free_coasts,
    friends_of,
    open_to_develop,
    sole_winner,
    targets_of,
)
from conquestlab.kernels.africa.state import (
    DECLARE,
    DEVELOP,
    DONE,
    ENDED,
    EXECUTING,
    EXPLORE,
    EXPLORED,
    LAND,
    LAST_COLONY,
    LAST_YEAR,
    NATIONS,
    NEXT_ROUND,
    NOWHERE,
    ORDER,
    ORDERED,
    ORDERING,
    PLACE_FIRST,
    REVEALING,
    ROUND,
    SCORED,
    STARTED,
    WAR,
)
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, lowest, nth, popcount, single, without_lowest
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.deciding import answer, ask
from conquestlab.kernels.shared.log import write_event
from conquestlab.kernels.shared.streams import below


@jit
def draw_nations(rules, position):
    """Draw which nations are in play; seats have them in the order of placing."""
    nations, seats = rules["nations"], np.int64(position["seats"])
    chosen = ZERO
    in_play = NONE
    for nation in range(nations):
        wanted, left = seats - chosen, nations - nation
        if chosen < seats and (wanted == left or below(position["order"], left) < wanted):
            position["nation"][chosen] = nation
            in_play |= single(nation)
            chosen += 1
    write_event(position, NATIONS, NOBODY, (in_play,))


@jit
def place_first(rules, position):
    """Place the first presence of the next seat; return why `advance` has to come back, or 0."""
    seat = np.int64(position["player"])
    if rules["historical"]:
        territory = rules["start"][np.int64(position["nation"][seat])]
    elif rules["placing_drawn"]:
        coasts = first_coasts(rules, position)
        territory = nth(coasts, below(position["order"], popcount(coasts)))
    else:
        if position["asked"] == 0:
            ask(position, PLACE_FIRST, seat)
            count_legal(position, popcount(first_coasts(rules, position)))
        why = answer(rules, position)
        if why:
            return why
        territory = np.int64(position["choice"][1])
    position["presence"][seat] = single(territory)
    write_event(position, STARTED, seat, (territory,))
    position["player"] += 1
    if position["player"] == position["seats"]:
        position["doing"] = NEXT_ROUND
    return ZERO


@jit
def count_legal(position, choices):
    """Add to the legal choices, in games in which they are counted."""
    if position["decisions"] >= 0:
        position["decisions"] += choices


@jit
def open_round(rules, position):
    """Begin a round: forget the orders of the last one."""
    position["round"] += 1
    write_event(position, ROUND, NOBODY, (position["round"],))
    position["doing"] = ORDERING
    open_turn(rules, position, ZERO)


@jit
def open_turn(rules, position, seat):
    """Let the next seat write its orders: nothing but alliances so far."""
    position["player"] = seat
    position["turn"] += 1
    position["whole"] = 0
    position["other"] = 0
    position["landed"] = 0
    position["to_order"] = position["presence"][seat]
    position["develop"][seat] = NONE
    position["explore"][seat] = NONE
    position["landing"][seat] = NOWHERE
    position["written_war"][seat] = NONE
    if position["decisions"] >= 0:
        _count_turn(rules, position, seat)


@jit
def _count_turn(rules, position, seat):
    """Count the legal choices of all decisions of a turn; one answer alone is no choice."""
    left = position["presence"][seat]
    while left:
        source = lowest(left)
        left = without_lowest(left)
        choices = ONE + popcount(targets_of(rules, position, seat, source))
        choices += holds(open_to_develop(position), source)
        if choices > 1:
            count_legal(position, choices)
    coasts = popcount(free_coasts(rules, position))
    if coasts:
        count_legal(position, coasts + 1)
    count_legal(position, 2 * (np.int64(position["seats"]) - 1))


@jit
def next_decision(rules, position):
    """Return what the player is to decide next; 0 when it has decided everything."""
    seat = np.int64(position["player"])
    develop = open_to_develop(position)
    while position["to_order"]:
        source = lowest(position["to_order"])
        if holds(develop, source) or targets_of(rules, position, seat, source):
            return np.int64(ORDER)
        position["to_order"] = without_lowest(position["to_order"])
    if not position["landed"]:
        if free_coasts(rules, position):
            return np.int64(LAND)
        position["landed"] = 1
    if position["other"] == seat:
        position["other"] += 1
    return np.int64(DECLARE) if position["other"] < position["seats"] else ZERO


@jit
def write_orders(rules, position):
    """Have the player decide once, or write its whole turn; return why `advance` has to come back, or 0."""
    seat = np.int64(position["player"])
    if position["asked"] == 0:
        decision = next_decision(rules, position)
        if decision == 0:
            _next_player(rules, position)
            return ZERO
        ask(position, decision, seat)
    why = answer(rules, position)
    if why == 0:
        if position["whole"]:
            _next_player(rules, position)
        else:
            write_choice(position)
    return why


@jit
def write_choice(position):
    """Write the order that was chosen onto the player's sheet."""
    seat = np.int64(position["player"])
    kind, first, second, third = (
        position["choice"][0],
        position["choice"][1],
        position["choice"][2],
        position["choice"][3],
    )
    if kind == ORDER:
        position["to_order"] = without_lowest(position["to_order"])
        if second == DEVELOP:
            position["develop"][seat] |= single(first)
        elif second == EXPLORE:
            position["explore"][seat] |= single(first)
            position["target"][seat, first] = third
    elif kind == LAND:
        position["landed"] = 1
        position["landing"][seat] = first
    else:
        position["other"] += 1
        if second == WAR:
            position["written_war"][seat] |= single(first)


@jit
def _next_player(rules, position):
    following = np.int64(position["player"]) + 1
    if following < position["seats"]:
        open_turn(rules, position, following)
    elif position["log"]:
        position["player"] = 0
        position["doing"] = REVEALING
    else:
        position["doing"] = EXECUTING


@jit
def reveal(position):
    """Tell the orders of one seat; all are in."""
    seat = np.int64(position["player"])
    orders = (position["develop"][seat], position["landing"][seat], position["written_war"][seat])
    write_event(position, ORDERED, seat, orders)
    sources = position["explore"][seat]
    while sources:
        source = lowest(sources)
        sources = without_lowest(sources)
        write_event(position, EXPLORED, seat, (source, position["target"][seat, source]))
    position["player"] += 1
    if position["player"] == position["seats"]:
        position["doing"] = EXECUTING


@jit
def end_round(rules, position):
    """Execute the orders of the round, and end the game where it is over."""
    for seat in range(np.int64(position["seats"])):
        position["war"][seat] = position["written_war"][seat]
    note_relations(position)
    if position["pauses"]:
        count_orders(position)
    execute(rules, position)
    if popcount(position["colonies"]) >= rules["last_colony"]:
        position["how"] = LAST_COLONY
    elif position["round"] == rules["rounds"]:
        position["how"] = LAST_YEAR
    position["doing"] = DONE if position["how"] else NEXT_ROUND


@jit
def tell_end(rules, position):
    """Count the scores of a game that is over, and tell them and the winner."""
    count_scores(rules, position)
    position["winner"] = sole_winner(position)
    several = crowded(position)
    for seat in range(np.int64(position["seats"])):
        held = position["presence"][seat] & position["colonies"]
        alone = rules["alone"] * popcount(held & ~several)
        shared = rules["shared"] * popcount(held & several)
        friends = rules["alliance"] * friends_of(position, seat)
        write_event(position, SCORED, seat, (alone, shared, friends, position["score"][seat]))
    write_event(position, ENDED, NOBODY, (position["how"], position["round"], position["winner"]))
