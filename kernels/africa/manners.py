"""The simple bots of Africa 1880: one way to settle the continent, and six manners to declare oneself.

All explore empty territories as long as there is time to develop what they leave, then develop, and go where
others are when nothing else is left. `settler` alone develops first. So what `faithful`, `tit_for_tat`,
`traitor`, `balancer` and `grabber` win or lose among themselves is due to what they declare.

`settler` and `faithful` are everybody's allies, `grabber` nobody's. `tit_for_tat` declares what was declared
to it in the round before. `traitor` is everybody's ally until the round that may be the last, and nobody's
then. `balancer` declares war on whoever leads alone.
"""

import numpy as np

from conquestlab.kernels.africa.rules import (
    NONE,
    all_but,
    first_coasts,
    free_coasts,
    occupied,
    open_to_develop,
)
from conquestlab.kernels.africa.sheets import (
    any_of,
    close_sheet,
    lay_choice,
    order_to_develop,
    order_to_explore,
    stir,
)
from conquestlab.kernels.africa.state import (
    BALANCER,
    GRABBER,
    NOWHERE,
    PLACE_FIRST,
    PLANES,
    SETTLER,
    TIT_FOR_TAT,
    TRAITOR,
)
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.deciding import word_of_decision


@jit
def manner_choice(rules, position):
    """Lay down a first presence, or write a whole turn, as one of the simple bots."""
    word = word_of_decision(position)
    seat = np.int64(position["asker"])
    if position["asked"] == PLACE_FIRST:
        lay_choice(position, PLACE_FIRST, a_quiet_coast(rules, position, word), 0, 0)
        return
    policy = np.int64(position["bot"][seat]["policy"])
    claimed = settle(rules, position, seat, word, policy == SETTLER)
    landing = land(rules, position, claimed, stir(word))
    close_sheet(position, landing, enemies_of(rules, position, seat, policy))


@jit
def a_quiet_coast(rules, position, word):
    """Return a coast for a first presence: any that is empty, or any at all."""
    coasts = first_coasts(rules, position)
    empty = coasts & ~occupied(position)
    return any_of(empty if empty else coasts, word)


@jit
def with_free_squares_up_to(position, most):
    """Return the territories that have no more free squares than that."""
    less, equal = NONE, ~NONE
    if most < 0:
        return less
    if most >= 1 << PLANES:
        return equal
    for plane in range(PLANES - 1, -1, -1):
        digit = position["free"][plane]
        if most >> plane & 1:
            less |= equal & ~digit
            equal &= digit
        else:
            equal &= ~digit
    return less | equal


@jit
def settle(rules, position, seat, word, develop_first):
    """Write an order for each presence; return the territories that will be explored."""
    left = rules["rounds"] - position["round"]  # after this one
    mine = position["presence"][seat]
    others = occupied(position)
    closed = position["colonies"] | mine
    unfilled = open_to_develop(position)
    worth_going = with_free_squares_up_to(position, left)
    can_wait = ~unfilled if develop_first else with_free_squares_up_to(position, left - 1) | ~unfilled
    sources = position["to_order"]
    while sources:
        source = lowest(sources)
        sources = without_lowest(sources)
        targets = rules["neighbours"][source] & ~closed
        empty = targets & ~others & worth_going
        if empty and holds(can_wait, source):
            target = any_of(empty, word)
        elif holds(unfilled, source):
            order_to_develop(position, seat, source)
            continue
        else:
            targets &= worth_going
            if targets == NONE:
                continue
            target = any_of(targets, word)
        word = stir(word)
        order_to_explore(position, seat, source, target)
        closed |= single(target)
    return closed & ~(position["colonies"] | mine)


@jit
def land(rules, position, claimed, word):
    """Return an empty coast to land on that no own presence explores, or NOWHERE."""
    left = rules["rounds"] - position["round"]
    coasts = free_coasts(rules, position) & ~claimed & with_free_squares_up_to(position, left)
    return any_of(coasts, word) if coasts else np.int64(NOWHERE)


@jit
def enemies_of(rules, position, seat, policy):
    """Return the seats on which a manner declares war."""
    others = all_but(np.int64(position["seats"]), seat)
    if policy == GRABBER:
        return others
    if policy == TIT_FOR_TAT:
        return hostile_to(position, seat)
    if policy == TRAITOR:
        return others if may_be_the_last(rules, position) else NONE
    if policy == BALANCER:
        leader = leader_of(position)
        return NONE if leader == NOBODY else single(leader) & others
    return NONE


@jit
def hostile_to(position, seat):
    """Return the seats that declared war on a seat in the round before."""
    hostile = NONE
    for other in range(np.int64(position["seats"])):
        if holds(position["war"][other], seat):
            hostile |= single(other)
    return hostile


@jit
def may_be_the_last(rules, position):
    """Tell whether this round is the last, or may be: enough territories can become colonies in it."""
    if position["round"] == rules["rounds"]:
        return True
    ripe = occupied(position) & with_free_squares_up_to(position, 1)
    return popcount(ripe | position["colonies"]) >= rules["last_colony"]


@jit
def leader_of(position):
    """Return the seat that leads alone, by its score and then by its presences, or NOBODY."""
    leader, best, tied = np.int64(NOBODY), np.int64(-1), True
    for seat in range(np.int64(position["seats"])):
        strength = 64 * max(position["score"][seat], 0) + popcount(position["presence"][seat])
        if strength > best:
            leader, best, tied = np.int64(seat), strength, False
        elif strength == best:
            tied = True
    return np.int64(NOBODY) if tied else leader
