"""Placing: the armies of a turn, of captured cards, of the ally, and those before the first turn."""

import numpy as np

from conquestlab.kernels.compiling.apart import WHOLE_NUMBER, YES_OR_NO, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import lands_of, put, side_flag
from conquestlab.kernels.conquest.notes import count_placing
from conquestlab.kernels.conquest.setup import starting_armies
from conquestlab.kernels.conquest.state import (
    ACCEPTED,
    ALLY,
    IN_SECRET,
    NO_LANDS,
    NOT_OWN_LAND,
    PLACE,
    PLACED,
    STARTING,
    WRONG_NUMBER,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.shared.bits import holds, lowest, without_lowest
from conquestlab.kernels.shared.deciding import offer
from conquestlab.kernels.shared.log import write_event


@jit
def open_placing(rules, position):
    """Put bonus armies on the lands they are bound to, and lose what the pieces of a seat do not cover."""
    side = position["actor"]
    limited = rules["piece_limit"] > 0 and side != ALLY
    if limited:
        room = rules["piece_limit"] - position["armies_of"][side]
        position["received"] = min(position["received"], room)
    bound = position["bound"]
    while bound:
        land = lowest(bound)
        armies = rules["cards"]["land_bonus"]
        if limited:
            armies = min(armies, rules["piece_limit"] - position["armies_of"][side])
        if armies > 0:
            put(position, land, armies)
            count_placing(position, land, armies)
            write_event(position, PLACED, position["commander"], (side_flag(position), land, armies))
        bound = without_lowest(bound)
    position["bound"] = NO_LANDS
    if limited:
        left = rules["piece_limit"] - position["armies_of"][side]
        if position["pool"] > left:
            position["pool"] = left


@jit
def check_place(rules, position, land, armies):
    """Return ACCEPTED, or the reason why these armies cannot be placed there."""
    if not ZERO <= land < rules["lands"] or not holds(position["owned"][position["actor"]], land):
        return NOT_OWN_LAND
    return ACCEPTED if 1 <= armies <= position["pool"] else WRONG_NUMBER


@jit
def place(rules, position, land, armies):
    """Place armies, openly or (before the first turn, by option) in secret."""
    position["pool"] -= armies
    count_placing(position, land, armies)
    if position["stage"] == STARTING and rules["placement"] == IN_SECRET:
        position["pending"][land] += armies
    else:
        put(position, land, armies)
        write_event(position, PLACED, position["commander"], (side_flag(position), land, armies))


@jit
def list_places(position, choices):
    """List the lands on which the pool can be placed; return how many choices there are."""
    number = ZERO
    lands = position["owned"][position["actor"]]
    while lands:
        number = offer(choices, number, PLACE, lowest(lands), ZERO, ZERO, position["pool"])
        lands = without_lowest(lands)
    return number


@jit
def _reveal(position):
    """Put down all that was placed in secret."""
    for seat in range(np.int64(position["seats"])):
        position["actor"] = seat
        lands = position["owned"][seat]
        while lands:
            land = lowest(lands)
            armies = np.int64(position["pending"][land])
            if armies:
                position["pending"][land] = 0
                put(position, land, armies)
                write_event(position, PLACED, seat, (side_flag(position), land, armies))
            lands = without_lowest(lands)


@jit
def armies_to_start(rules, position, seat):
    """Return the starting armies of a seat, as far as its pieces go."""
    armies = starting_armies(rules, position, seat)
    if rules["piece_limit"]:
        armies = min(armies, rules["piece_limit"] - lands_of(position, seat))
    return armies


@jit
def left_to_start(rules, position, seat):
    """Return the starting armies that a seat has not put down yet; each of its lands began with one."""
    placed = position["armies_of"][seat] - lands_of(position, seat)
    return armies_to_start(rules, position, seat) - placed


@apart(YES_OR_NO, rules_dtype, position_dtype, WHOLE_NUMBER)
def next_to_start(rules, position, seat):
    """Let a seat place starting armies, those of a round; return False where all seats have placed theirs.

    What was placed in secret is put down after each round.
    """
    if seat == position["seats"]:
        if rules["placement"] == IN_SECRET:
            _reveal(position)
        seat = ZERO
        while seat < position["seats"] and left_to_start(rules, position, seat) <= 0:
            seat += 1
        if seat == position["seats"]:
            return False
    position["active"] = seat
    position["actor"] = seat
    position["commander"] = seat
    position["stage"] = STARTING
    position["pool"] = min(left_to_start(rules, position, seat), rules["placement_round"])
    position["placed_on"] = NO_LANDS
    return True
