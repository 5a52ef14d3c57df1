"""What the value of a position is told of each seat, in 256ths: see docs/value.md.

It is seen with the eyes of one seat, which knows its own cards and objective but not those of the others.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import armies_on, beside, border_of
from conquestlab.kernels.conquest.cards import hand_size, has_set, most_armies
from conquestlab.kernels.conquest.objectives import acting_goal
from conquestlab.kernels.conquest.setup import seat_of_colour
from conquestlab.kernels.conquest.state import (
    ALLY,
    GOAL_CONTINENTS,
    GOAL_LANDS,
    NO_LANDS,
    ONE,
    ZERO,
)
from conquestlab.kernels.conquest.turn import forces_of_lands
from conquestlab.kernels.conquest.valuing.layout import (
    ARMIES,
    BARE,
    BORDER,
    CARDS,
    CONTINENTS,
    DENSITY,
    DUE,
    EXCHANGE,
    FORCE,
    GOAL,
    INCOME,
    INSECURE,
    LANDS_HELD,
    LARGEST,
    LAST,
    NEXT,
    PERIL,
    POWER,
    PREY,
    PRIZE,
    PROGRESS,
    REACH,
    RIVALS,
    ROUND,
    SOON,
    STAKE,
    STRENGTH,
    THREAT,
    VIEWER,
    WIDTH,
)
from conquestlab.kernels.shared.bits import highest, lowest, popcount, without_lowest

UNIT = np.int64(256)
FARTHEST = np.int64(4 * 256)  # of a logarithm, either way
EARLY = np.int64(8)  # rounds of which the aspect `round` is a half
SET_CHANCES = (0, 0, 0, 108, 209, 256)  # that so many cards have a set, about, in 256ths
LIKELY = np.array(SET_CHANCES, np.int64)


@jit
def logarithm(share, whole):
    """Return log2(share / whole) in 256ths, broken lines between the powers of two, no farther than 4."""
    if share <= 0:
        return -FARTHEST
    return max(-FARTHEST, min(FARTHEST, _log2(share) - _log2(whole)))


@jit
def _log2(number):
    place = highest(np.uint64(number | 1))
    if place >= 8:
        part = (number >> (place - 8)) - UNIT
    else:
        part = (number << (8 - place)) - UNIT
    return place * UNIT + part


@jit
def part_of(one, other):
    """Return one / (one + other) in 256ths; a half of nothing."""
    return UNIT * one // (one + other) if one + other > 0 else UNIT // 2


@jit
def tell_aspects(rules, position, viewer):
    """Write what is seen of each seat into `told` of the position's sight, and return it.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
        At the end of a turn.
    viewer : int
        A seat.

    Returns
    -------
    told : int32 array, (SEATS, WIDTH)
    """
    seats, sight = np.int64(position["seats"]), position["sight"]
    told, near, due, coming = sight["told"], sight["near"], sight["due"], sight["coming"]
    _tell_of_borders(rules, position, told, near)
    lands, armies, dues, alive, bonuses = ZERO, ZERO, ZERO, ZERO, ZERO
    for continent in range(rules["continents"]):
        bonuses += rules["continent_armies"][continent]
    next_set = np.int64(most_armies(rules["cards"], position["cards"]))
    for seat in range(seats):
        if position["out"][seat] == 0:
            alive += 1
            lands += popcount(position["owned"][seat])
            armies += position["armies_of"][seat]
            due[seat] = _tell_of_continents(rules, position, seat, bonuses, told[seat])
            dues += due[seat]
            coming[seat] = next_set * _chance_of_set(rules, position, seat, viewer)
    force = ZERO
    waiting = ZERO
    first = position["active"] + 1 if position["turn"] > 0 else ZERO
    for place in range(seats):
        other = (first + place) % seats
        if position["out"][other] == 0:
            row = told[other]
            row[NEXT] = UNIT * (waiting == 0)
            row[SOON] = UNIT * (waiting == 1)
            row[LAST] = UNIT * (waiting == alive - 1)
            row[FORCE] = position["armies_of"][other] + (coming[other] >> 8)
            row[FORCE] += due[other] if waiting == 0 else due[other] >> 1
            force += row[FORCE]
            waiting += 1
    for seat in range(seats):
        if position["out"][seat] == 0:
            row, own = told[seat], position["armies_of"][seat]
            row[LANDS_HELD] = UNIT * popcount(position["owned"][seat]) // lands
            row[ARMIES] = UNIT * own // armies
            row[STRENGTH] = logarithm(own * alive, armies)
            row[DUE] = UNIT * due[seat] // max(ONE, dues)
            row[INCOME] = logarithm(due[seat] * alive, max(ONE, dues))
            row[INSECURE] = row[INSECURE] // max(ONE, due[seat])
            row[BARE] = UNIT * row[BARE] // popcount(position["owned"][seat])
            row[REACH] = part_of(row[BORDER] - row[REACH], row[THREAT])
            row[BORDER] = UNIT * row[BORDER] // own
            row[LARGEST] = UNIT * row[LARGEST] // own
            row[THREAT] = part_of(row[THREAT], own)
            row[CARDS] = (UNIT >> 2) * hand_size(position["cards"], seat)
            row[EXCHANGE] = min(4 * UNIT, coming[seat] // armies)
            row[POWER] = logarithm(row[FORCE] * alive, force)
            row[FORCE] = UNIT * row[FORCE] // force
            row[VIEWER] = UNIT * (seat == viewer)
            row[GOAL] = _goal_reached(rules, position, seat, viewer) if rules["has_objectives"] else ZERO
            row[RIVALS] = (UNIT >> 2) * (alive - 1)
            row[ROUND] = UNIT * position["round"] // (position["round"] + EARLY)
            row[DENSITY] = logarithm(armies, lands)
            row[STAKE] = min(4 * UNIT, UNIT * next_set // armies)
            _tell_of_prey(position, seat, due, coming, near, armies, told)
    return told


@jit
def _chance_of_set(rules, position, seat, viewer):
    """Return the chance that a hand has a set, in 256ths: the viewer knows, the others guess by its size."""
    if seat == viewer:
        return UNIT if has_set(rules["cards"], position["cards"], seat) else ZERO
    cards = hand_size(position["cards"], seat)
    return LIKELY[min(cards, np.int64(len(SET_CHANCES) - 1))]


@jit
def _tell_of_borders(rules, position, told, near):
    """Write where the armies of each seat stand, and how many may leave lands beside those of each other."""
    seats = np.int64(position["seats"])
    for seat in range(seats):
        for aspect in range(WIDTH):
            told[seat, aspect] = 0
        for other in range(seats):
            near[seat, other] = 0
    for seat in range(seats):
        row, owned = told[seat], position["owned"][seat]
        border, large = border_of(rules, owned), owned & position["several"]
        row[REACH] = popcount(border)
        row[BARE] = popcount(border & ~large)
        row[BORDER] = row[BARE] + armies_on(position, border & large)
        row[LARGEST] = _largest_on(position, owned)
        _tell_of_threats(rules, position, told, near, np.int64(seat), border & large)
    if rules["has_ally"]:
        _tell_of_threats(rules, position, told, near, ALLY, position["owned"][ALLY] & position["several"])


@jit
def _largest_on(position, lands):
    """Return the armies on the strongest of some lands."""
    large = lands & position["several"]
    most = np.int64(lands != NO_LANDS)
    while large:
        most = max(most, np.int64(position["armies"][lowest(large)]))
        large = without_lowest(large)
    return most


@jit
def _tell_of_threats(rules, position, told, near, side, lands):
    """Write how many armies may leave lands of a side beside those of each other seat."""
    owned = position["owned"][side]
    while lands:
        land = lowest(lands)
        lands = without_lowest(lands)
        foreign, leaving = rules["neighbours"][land] & ~owned, position["armies"][land] - 1
        for seat in range(np.int64(position["seats"])):
            if foreign & position["owned"][seat]:
                told[seat, THREAT] += leaving
                if side != ALLY:
                    near[side, seat] += leaving


@jit
def _tell_of_continents(rules, position, seat, bonuses, row):
    """Write what a seat holds of the continents; return the armies that it will get."""
    owned = position["owned"][seat]
    due = forces_of_lands(rules, popcount(owned))
    held, progress = ZERO, ZERO
    for continent in range(rules["continents"]):
        lands = rules["continent_lands"][continent]
        bonus = rules["continent_armies"][continent]
        own, size = popcount(lands & owned), popcount(lands)
        if own == size:
            held += bonus
            row[INSECURE] += bonus * _insecurity(rules, position, continent, owned)
        else:
            progress += UNIT * bonus * own * own // (size * size)
    if bonuses > 0:
        row[CONTINENTS] = UNIT * held // bonuses
        row[PROGRESS] = progress // bonuses
    return due + held


@jit
def _insecurity(rules, position, continent, owned):
    """Return how open a continent is: the armies that may come in against those on its border, in 256ths."""
    outside = rules["continent_beside"][continent] & ~owned
    inside = beside(rules, outside) & rules["continent_lands"][continent]
    threat = armies_on(position, outside) - popcount(outside)
    return part_of(threat, armies_on(position, inside))


@jit
def _tell_of_prey(position, seat, due, coming, near, armies, told):
    """Write how near a seat is to being put out, and to putting another out."""
    row = told[seat]
    all_of_it = position["armies_of"][seat] + popcount(position["owned"][seat])
    for other in range(np.int64(position["seats"])):
        if other == seat or position["out"][other]:
            continue
        force = near[other, seat] + due[other] + (coming[other] >> 8)
        if near[other, seat]:
            row[PERIL] = max(row[PERIL], part_of(force, all_of_it))
        if near[seat, other]:
            force = near[seat, other] + due[seat] + (coming[seat] >> 8)
            part = part_of(force, position["armies_of"][other] + popcount(position["owned"][other]))
            row[PREY] = max(row[PREY], part)
            row[PRIZE] = max(row[PRIZE], part * coming[other] // (UNIT * armies))


@jit
def _goal_reached(rules, position, seat, viewer):
    """Return how much of its objective a seat has, in 256ths: the viewer's own, of others the most of any."""
    if seat == viewer:
        return _part_reached(rules, position, seat, acting_goal(rules, position, seat))
    most = ZERO
    for goal in range(rules["objectives"]):
        if rules["goal"][goal] == GOAL_LANDS or rules["goal"][goal] == GOAL_CONTINENTS:
            most = max(most, _part_reached(rules, position, seat, goal))
    return most


@jit
def _part_reached(rules, position, seat, goal):
    kind, owned = rules["goal"][goal], position["owned"][seat]
    if kind == GOAL_LANDS:
        return min(UNIT, UNIT * popcount(owned) // max(ONE, rules["goal_lands"][goal]))
    if kind == GOAL_CONTINENTS:
        lands = rules["goal_continents"][goal]
        return UNIT * popcount(lands & owned) // max(ONE, popcount(lands))
    prey = seat_of_colour(position, rules["goal_colour"][goal])
    whole = popcount(rules["all_lands"])
    return UNIT * (whole - popcount(position["owned"][prey])) // whole
