"""Movements at the end of a turn: many at once with armies that did not fight, or a single one."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import connected_to, put, side_flag
from conquestlab.kernels.conquest.notes import MOVES, count_act
from conquestlab.kernels.conquest.state import (
    ACCEPTED,
    ARMIES_TIRE,
    LANDS,
    LANDS_TIRE,
    MANY_MOVES,
    MOVE,
    MOVED,
    NOT_ADJACENT,
    NOT_CONNECTED,
    NOT_OWN_LAND,
    NOTHING,
    ONE,
    WRONG_NUMBER,
    ZERO,
)
from conquestlab.kernels.shared.bits import holds, lowest, popcount, single, without_lowest
from conquestlab.kernels.shared.deciding import offer
from conquestlab.kernels.shared.log import write_event


@jit
def open_movement(rules, position):
    """Count the armies that may leave each land, before any of them moves."""
    for land in range(LANDS):
        position["movable"][land] = 0
    lands = position["owned"][position["active"]] & position["several"]
    if rules["tires"] == LANDS_TIRE:
        lands &= ~position["spent"]
    while lands:
        land = lowest(lands)
        movable = np.int64(position["armies"][land]) - 1
        if rules["tires"] == ARMIES_TIRE:
            movable = min(movable, np.int64(position["armies"][land]) - position["tired"][land])
        position["movable"][land] = movable
        lands = without_lowest(lands)


@jit
def can_move(rules, position):
    """Tell whether any army can move."""
    owned = position["owned"][position["active"]]
    lands = owned & position["several"]
    while lands:
        land = lowest(lands)
        if position["movable"][land] > 0 and rules["neighbours"][land] & owned:
            return True
        lands = without_lowest(lands)
    return False


@jit
def reachable(rules, position, land):
    """Return the lands to which armies may move from a land."""
    owned = position["owned"][position["active"]]
    if rules["fortify_connected"] and rules["moves"] != MANY_MOVES:
        return connected_to(rules, land, owned) & ~single(land)
    return rules["neighbours"][land] & owned


@jit
def check_move(rules, position, source, target, armies):
    """Return ACCEPTED, or the reason why these armies cannot move so; from NOTHING is the end of moving."""
    if source == NOTHING:
        return ACCEPTED if target == NOTHING and armies == 0 else NOT_OWN_LAND
    owned = position["owned"][position["active"]]
    for land in (source, target):
        if not ZERO <= land < rules["lands"] or not holds(owned, land):
            return NOT_OWN_LAND
    if not holds(reachable(rules, position, source), target):
        return NOT_CONNECTED if rules["fortify_connected"] else NOT_ADJACENT
    return ACCEPTED if 1 <= armies <= position["movable"][source] else WRONG_NUMBER


@jit
def move(rules, position, source, target, armies):
    """Move armies; what arrives cannot move on."""
    put(position, source, -armies)
    put(position, target, armies)
    position["movable"][source] -= armies
    position["moves_left"] -= 1
    count_act(position, MOVES, ONE)
    write_event(position, MOVED, position["active"], (side_flag(position), source, target, armies))


@jit
def list_moves(rules, position, choices):
    """List the pairs of lands between which armies may move, after the end of moving; return how many."""
    number = offer(choices, ZERO, MOVE, NOTHING, NOTHING, ZERO, ZERO)
    lands = position["owned"][position["active"]] & position["several"]
    while lands:
        land = lowest(lands)
        movable = np.int64(position["movable"][land])
        targets = reachable(rules, position, land)
        while movable and targets:
            number = offer(choices, number, MOVE, land, lowest(targets), ZERO, movable)
            targets = without_lowest(targets)
        lands = without_lowest(lands)
    return number


@jit
def count_moves(rules, position):
    """Return how many choices `list_moves` lists."""
    number = ONE
    lands = position["owned"][position["active"]] & position["several"]
    while lands:
        land = lowest(lands)
        if position["movable"][land] > 0:
            number += popcount(reachable(rules, position, land))
        lands = without_lowest(lands)
    return number
