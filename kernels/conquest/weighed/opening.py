"""Where starting armies go: all to the land from which it is best to start, seen with those of the others.

A land is judged by its continent and by the armies that others will have near it. Where all place in secret,
nobody sees these; but everybody sees the same lands, and can work out what the others will make of them. So a
seat goes through all seats in turn, as often as SWEEPS says, and has each choose the best land against what
the others have chosen so far: those that play alike come to the same places. Armies that are on the board
already count where they are.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import beside, owner_of
from conquestlab.kernels.conquest.placing import left_to_start
from conquestlab.kernels.conquest.state import LANDS, NO_LANDS, NOTHING, SEATS, ZERO
from conquestlab.kernels.conquest.weighed.worth import WHOLE, weights_of
from conquestlab.kernels.shared.bits import holds, lowest, popcount, without_lowest
from conquestlab.kernels.shared.contract import AMOUNT

SWEEPS = np.int64(2)


@jit
def knows_where_to_start(weights):
    """Tell whether any of the weights of starts is there."""
    of_continent = weights["start_share"] | weights["start_closed"] | weights["start_bonus"]
    of_lands = weights["start_each"] | weights["start_doors"] | weights["start_rival"] | weights["start_wide"]
    of_armies = weights["start_beside"] | weights["start_sooner"] | weights["start_near"]
    return of_continent | of_lands | of_armies | weights["start_same"]


@jit
def starts(rules, position):
    """Lay down the placing of starting armies on the best land; tell whether there are weights for it."""
    weights = weights_of(position)
    if not knows_where_to_start(weights):
        return False
    seat = np.int64(position["actor"])
    homes, armies = np.full(SEATS, NOTHING), np.zeros(SEATS, np.int64)
    worths, around = np.zeros(LANDS, np.int64), np.zeros(LANDS, np.uint64)
    weigh_starts(rules, position, weights, worths, around)
    guess_homes(rules, position, weights, worths, around, homes, armies)
    if homes[seat] == NOTHING:
        return False
    choice = position["choice"]
    choice[1] = homes[seat]
    choice[AMOUNT] = position["pool"]
    return True


@jit
def guess_homes(rules, position, weights, worths, around, homes, armies):
    """Write the land on which each seat will start, and with how many armies; the actor chooses last."""
    seats = np.int64(position["seats"])
    for seat in range(seats):
        armies[seat] = left_to_start(rules, position, seat)
    for _ in range(SWEEPS):
        for seat in range(seats):
            if armies[seat] > 0:
                homes[seat] = _best_home(rules, position, weights, worths, around, homes, armies, seat)
    actor = np.int64(position["actor"])
    homes[actor] = _best_home(rules, position, weights, worths, around, homes, armies, actor)


@jit
def _best_home(rules, position, weights, worths, around, homes, armies, seat):
    """Return the best land of a seat, if the others start where they are expected to; NOTHING if none."""
    best, most = NOTHING, ZERO
    lands = position["owned"][seat]
    while lands:
        land = lowest(lands)
        lands = without_lowest(lands)
        if around[land] == NO_LANDS:
            continue
        worth = worths[land] + armies_near(rules, position, weights, around, homes, armies, seat, land)
        if best == NOTHING or worth > most:
            best, most = land, worth
    return best


@jit
def armies_near(rules, position, weights, around, homes, armies, seat, land):
    """Return what the armies of the others count for a start of a seat on this land."""
    worth = ZERO
    for other in range(np.int64(position["seats"])):
        if other != seat and homes[other] != NOTHING:
            near = _nearness(rules, weights, around, land, homes[other], other < seat)
            worth += near * armies[other]
    return worth


@jit
def _nearness(rules, weights, around, land, home, sooner):
    """Return what each army of another on a land counts for a start from this one."""
    counted = ZERO
    if holds(rules["neighbours"][land], home):
        counted += weights["start_beside"]
        if sooner:
            counted += weights["start_sooner"]
    if holds(around[land], home):
        counted += weights["start_near"]
    if rules["continent_of"][land] == rules["continent_of"][home]:
        counted += weights["start_same"]
    return counted


@jit
def weigh_starts(rules, position, weights, worths, around):
    """Write what each land with others beside it is worth as a start, and what lies within two lands of it.

    Parameters
    ----------
    worths : int64 array, (LANDS,)
        By the continent, and by the armies that are on the board.
    around : uint64 array, (LANDS,)
        None for a land without others beside it.
    """
    for continent in range(rules["continents"]):
        lands = rules["continent_lands"][continent]
        size, bonus = popcount(lands), rules["continent_armies"][continent]
        doors = popcount(beside(rules, rules["continent_beside"][continent]) & lands)
        fixed = weights["start_bonus"] * bonus + weights["start_each"] * (WHOLE * bonus // size)
        fixed += weights["start_doors"] * doors
        for seat in range(np.int64(position["seats"])):
            own = position["owned"][seat]
            inside = lands & own
            if inside:
                held = popcount(inside)
                share = WHOLE * held * held // (size * size)
                closed = WHOLE * held * held // (size * size * max(ZERO + 1, doors))
                worth = fixed + weights["start_share"] * share + weights["start_closed"] * closed
                worth += weights["start_rival"] * (WHOLE * _most_of_another(position, lands, seat) // size)
                while inside:
                    land = lowest(inside)
                    inside = without_lowest(inside)
                    near = rules["neighbours"][land]
                    if near & ~own:
                        wide = beside(rules, near) | near
                        around[land] = wide
                        worths[land] = worth + weights["start_wide"] * popcount(wide & ~own)
                        worths[land] += _weigh_visible(rules, position, weights, around, land, seat)


@jit
def _most_of_another(position, lands, seat):
    """Return how many of some lands the seat holds that holds most of them, this one aside."""
    most = ZERO
    for other in range(np.int64(position["seats"])):
        if other != seat:
            most = max(most, popcount(lands & position["owned"][other]))
    return most


@jit
def _weigh_visible(rules, position, weights, around, land, seat):
    """Return what armies of others on the board, beyond one a land, count for a start."""
    worth = ZERO
    lands = position["several"] & ~position["owned"][seat]
    while lands:
        home = lowest(lands)
        lands = without_lowest(lands)
        armies = np.int64(position["armies"][home]) - 1
        sooner = owner_of(position, home) < seat
        worth += _nearness(rules, weights, around, land, home, sooner) * armies
    return worth
