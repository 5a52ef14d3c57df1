"""The execution of a round: counters and new presences, conflicts, colonies (8.3, phases 3 to 5)."""

import numpy as np

from conquestlab.kernels.africa.features import ACTS
from conquestlab.kernels.africa.rules import (
    NONE,
    ZERO,
    fill_square,
    free_squares,
    new_colonies,
    open_to_develop,
    removed_from,
)
from conquestlab.kernels.africa.state import ARRIVED, COLONY, DEVELOPED, NOWHERE, REMOVED, UNDONE
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.log import write_event

ORDERS, DECLARATIONS, CONFLICTS = range(len(ACTS))


@jit
def execute(rules, position):
    """Carry out the orders of all seats on the position at the start of the round, and what comes of them."""
    _develop(position)
    _arrive(rules, position)
    if position["pauses"]:
        _count_conflicts(position)
    _remove(position)
    _found_colonies(position)


@jit
def _develop(position):
    seats = np.int64(position["seats"])
    if position["log"]:
        _tell_counters(position)
    for seat in range(seats):
        fill_square(position, position["develop"][seat])


@jit
def _tell_counters(position):
    seats = np.int64(position["seats"])
    developed = NONE
    for seat in range(seats):
        developed |= position["develop"][seat]
    developed &= open_to_develop(position)
    while developed:
        territory = lowest(developed)
        developed = without_lowest(developed)
        counters = ZERO
        for seat in range(seats):
            counters += holds(position["develop"][seat], territory)
        counters = min(counters, free_squares(position, territory))
        write_event(position, DEVELOPED, NOBODY, (territory, counters))


@jit
def reached_by(position, seat):
    """Return the territories that the orders of a seat explore."""
    sources, reached = position["explore"][seat], NONE
    while sources:
        reached |= single(np.int64(position["target"][seat, lowest(sources)]))
        sources = without_lowest(sources)
    return reached & ~position["presence"][seat]


@jit
def _arrive(rules, position):
    """Put new presences on the board: those that explore, then those that land (8.5 F16)."""
    seats = np.int64(position["seats"])
    arrived, undone = position["arrived"], position["undone"]
    reached = NONE
    for seat in range(seats):
        left = rules["presences"] - popcount(position["presence"][seat])
        arrived[seat], undone[seat] = reached_by(position, seat), NONE
        if popcount(arrived[seat]) > left:
            arrived[seat], undone[seat] = _as_many_as(rules, position, seat, left, arrived[seat])
        reached |= arrived[seat]
    if not rules["landing_at_execution"]:
        reached = NONE
    for seat in range(seats):
        left = rules["presences"] - popcount(position["presence"][seat] | arrived[seat])
        territory = np.int64(position["landing"][seat])
        landed = void = np.int64(NOWHERE)
        if territory != NOWHERE and not holds(arrived[seat] | reached, territory):
            if left > 0:
                landed = territory
            else:
                void = territory
        write_event(position, ARRIVED, seat, (arrived[seat], landed))
        write_event(position, UNDONE, seat, (undone[seat], void))
        if landed != NOWHERE:
            arrived[seat] |= single(landed)
    for seat in range(seats):
        position["presence"][seat] |= arrived[seat]


@jit
def _as_many_as(rules, position, seat, left, wanted):
    """Return the territories reached while presences last, and the presences whose orders are void.

    Orders are carried out by the alphabet of their sources, or of their targets (8.5 F5). One that another
    has carried out already needs no presence (F6).
    """
    reached = undone = NONE
    if rules["alphabet_of_targets"]:
        for _ in range(left):
            reached |= single(lowest(wanted))
            wanted = without_lowest(wanted)
    sources = position["explore"][seat]
    while sources:
        source = lowest(sources)
        sources = without_lowest(sources)
        target = np.int64(position["target"][seat, source])
        if not holds(reached, target):
            if popcount(reached) < left:
                reached |= single(target)
            else:
                undone |= single(source)
    return reached, undone


@jit
def _remove(position):
    """Remove together who loses a conflict; all conflicts look at the same position."""
    seats = np.int64(position["seats"])
    for seat in range(seats):
        position["lost"][seat] = removed_from(position, seat)
    for seat in range(seats):
        lost = position["lost"][seat]
        if lost:
            position["presence"][seat] &= ~lost
            position["removed"][seat] += popcount(lost)
            write_event(position, REMOVED, seat, (lost,))


@jit
def _found_colonies(position):
    founded = new_colonies(position)
    position["colonies"] |= founded
    while position["log"] and founded:
        territory = lowest(founded)
        founded = without_lowest(founded)
        present = NONE
        for seat in range(np.int64(position["seats"])):
            if holds(position["presence"][seat], territory):
                present |= single(seat)
        write_event(position, COLONY, NOBODY, (territory, present))


@jit
def count_orders(position):
    """Count what the seats have written on their sheets in this round."""
    seats = np.int64(position["seats"])
    for seat in range(seats):
        orders = popcount(position["develop"][seat]) + popcount(position["explore"][seat])
        position["acts"][ORDERS] += orders + (1 if position["landing"][seat] != NOWHERE else 0)
    position["acts"][DECLARATIONS] += seats * (seats - 1)


@jit
def _count_conflicts(position):
    """Count the territories, colonies apart, in which one that is present has declared war on another."""
    presence, disputed = position["presence"], NONE
    for seat in range(np.int64(position["seats"])):
        enemies = position["war"][seat]
        while enemies:
            disputed |= presence[seat] & presence[lowest(enemies)]
            enemies = without_lowest(enemies)
    position["acts"][CONFLICTS] += popcount(disputed & ~position["colonies"])


@jit
def note_relations(position):
    """Keep who declared war on whom in this round, and count the pairs that are allied and at war."""
    seats = np.int64(position["seats"])
    round = single(np.int64(position["round"]) - 1)
    for seat in range(seats):
        enemies = position["war"][seat]
        position["wars"][seat] += popcount(enemies)
        for other in range(seats):
            if holds(enemies, other):
                position["war_rounds"][seat, other] |= round
            if other > seat and holds(enemies, other) == holds(position["war"][other], seat):
                if holds(enemies, other):
                    position["at_war"] += 1
                else:
                    position["allied"] += 1
