"""The rules of Africa 1880: what may be ordered, who is removed, what becomes a colony, and what counts.

Territories are looked at all at once: a set of them is a word, and a number for each of them is a set for
each of its binary digits.
"""

import numpy as np

from conquestlab.kernels.africa.state import PLANES
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.rows import FIXED_ONE

NONE = np.uint64(0)
ZERO, ONE = np.int64(0), np.int64(1)


@jit
def occupied(position):
    """Return the territories with a presence of anybody."""
    present = NONE
    for seat in range(np.int64(position["seats"])):
        present |= position["presence"][seat]
    return present


@jit
def open_to_develop(position):
    """Return the territories with a free square."""
    free = position["free"]
    return free[0] | free[1] | free[2] | free[3]


@jit
def free_squares(position, territory):
    """Return how many squares of a territory are free."""
    free = ZERO
    for plane in range(PLANES):
        free += np.int64((position["free"][plane] >> np.uint64(territory)) & np.uint64(1)) << plane
    return free


@jit
def free_coasts(rules, position):
    """Return the coasts where nobody is present, on which one may land."""
    return rules["coasts"] & ~occupied(position)


@jit
def first_coasts(rules, position):
    """Return the coasts on which a first presence may be placed (8.5 F3)."""
    return rules["coasts"] if rules["share_first"] else free_coasts(rules, position)


@jit
def targets_of(rules, position, seat, source):
    """Return the territories that a presence may explore: no colonies, and none where its nation is."""
    return rules["neighbours"][source] & ~(position["colonies"] | position["presence"][seat])


@jit
def fill_square(position, territories):
    """Put a counter on a free square of each of these territories; what finds no square is lost."""
    borrowed = territories & open_to_develop(position)
    for plane in range(PLANES):
        digit = position["free"][plane]
        position["free"][plane] = digit ^ borrowed
        borrowed &= ~digit


@jit
def removed_from(position, seat):
    """Return the territories in which the conflicts of this round remove a seat (8.3.4)."""
    presence, war = position["presence"], position["war"]
    mine = presence[seat] & ~position["colonies"]
    some = several = NONE  # with another there, and with two others or more
    hostile_0 = hostile_1 = hostile_2 = friendly_0 = friendly_1 = friendly_2 = NONE
    betrayed = NONE
    for other in range(np.int64(position["seats"])):
        if other == seat:
            continue
        here = presence[other] & mine
        several |= some & here
        some |= here
        if holds(war[other], seat):
            if not holds(war[seat], other):
                betrayed |= here
            carried = hostile_0 & here
            hostile_0 ^= here
            hostile_2 |= hostile_1 & carried
            hostile_1 ^= carried
        else:
            carried = friendly_0 & here
            friendly_0 ^= here
            friendly_2 |= friendly_1 & carried
            friendly_1 ^= carried
    outvoted = hostile_0 & ~friendly_0
    outvoted = (hostile_1 & ~friendly_1) | (~(hostile_1 ^ friendly_1) & outvoted)
    outvoted = (hostile_2 & ~friendly_2) | (~(hostile_2 ^ friendly_2) & outvoted)
    return (betrayed & ~several) | (outvoted & several)


@jit
def new_colonies(position):
    """Return the territories that become colonies now (8.3.5)."""
    presence, war = position["presence"], position["war"]
    blocked = NONE
    for seat in range(np.int64(position["seats"])):
        enemies = war[seat]
        while enemies:
            blocked |= presence[seat] & presence[lowest(enemies)]
            enemies = without_lowest(enemies)
    return occupied(position) & ~(open_to_develop(position) | blocked | position["colonies"])


@jit
def crowded(position):
    """Return the territories with presences of more than one nation."""
    some = several = NONE
    for seat in range(np.int64(position["seats"])):
        several |= some & position["presence"][seat]
        some |= position["presence"][seat]
    return several


@jit
def friends_of(position, seat):
    """Return how many others declared alliance to a seat in the last round; nobody has before the first."""
    friends = ZERO
    if position["round"] > 0:
        for other in range(np.int64(position["seats"])):
            friends += other != seat and not holds(position["war"][other], seat)
    return friends


@jit
def count_scores(rules, position):
    """Write what each seat would score if the game ended now (8.4)."""
    several = crowded(position)
    for seat in range(np.int64(position["seats"])):
        held = position["presence"][seat] & position["colonies"]
        score = rules["handicap"][seat] + rules["alliance"] * friends_of(position, seat)
        score += rules["alone"] * popcount(held & ~several) + rules["shared"] * popcount(held & several)
        position["score"][seat] = score


@jit
def sole_winner(position):
    """Return the seat with the highest score, or NOBODY where several have it."""
    best = np.int64(NOBODY)
    tied = False
    for seat in range(np.int64(position["seats"])):
        if best == NOBODY or position["score"][seat] > position["score"][best]:
            best, tied = np.int64(seat), False
        elif position["score"][seat] == position["score"][best]:
            tied = True
    return np.int64(NOBODY) if tied else best


@jit
def stand(rules, position):
    """Write the standings: (score if the game ended now + 1) over the sum of those."""
    count_scores(rules, position)
    seats = np.int64(position["seats"])
    total = ZERO
    for seat in range(seats):
        total += max(position["score"][seat] + 1, ZERO)
    for seat in range(seats):
        if total > 0:
            position["standings"][seat] = max(position["score"][seat] + 1, ZERO) * FIXED_ONE // total
        else:  # handicaps below zero
            position["standings"][seat] = FIXED_ONE // seats


@jit
def all_but(seats, seat):
    """Return the set of all seats but one."""
    return (single(seats) - single(0)) & ~single(seat)
