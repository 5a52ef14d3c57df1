"""Objectives: whether a seat has reached its own, and whether anybody has won."""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, WHOLE_NUMBER, YES_OR_NO, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.needs import has_objectives
from conquestlab.kernels.conquest.setup import seat_of_colour
from conquestlab.kernels.conquest.state import (
    BY_CONQUEST,
    BY_OBJECTIVE,
    CLOSING,
    GOAL_DESTROY,
    GOAL_LANDS,
    NOTHING,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.shared.bits import holds, lowest, popcount, without_lowest


@jit
def acting_goal(rules, position, seat):
    """Return the objective that a seat has to reach: a destroy card in vain turns into its fallback."""
    goal = position["objective"][seat]
    if rules["goal"][goal] != GOAL_DESTROY:
        return goal
    prey = seat_of_colour(position, rules["goal_colour"][goal])
    if prey in (NOTHING, seat):
        return rules["fallback"]
    if position["out"][prey] and position["destroyer"][prey] != seat:
        return rules["fallback"]
    return goal


@apart(YES_OR_NO, rules_dtype, position_dtype, WHOLE_NUMBER, needed=has_objectives)
def has_reached(rules, position, seat):
    """Tell whether a seat's objective is met."""
    goal = acting_goal(rules, position, seat)
    kind = rules["goal"][goal]
    owned = position["owned"][seat]
    if kind == GOAL_DESTROY:
        return position["out"][seat_of_colour(position, rules["goal_colour"][goal])] > 0
    if kind == GOAL_LANDS:
        if popcount(owned) < rules["goal_lands"][goal]:
            return False
        return _count_garrisons(position, owned, rules["goal_armies"][goal]) >= rules["goal_lands"][goal]
    if rules["goal_continents"][goal] & ~owned:
        return False
    return _more_continents(rules, owned, rules["goal_named"][goal]) >= rules["goal_extra"][goal]


@jit
def _count_garrisons(position, lands, armies):
    """Count the lands with at least so many armies."""
    if armies <= 1:
        return popcount(lands)
    lands &= position["several"]
    if armies == 2:
        return popcount(lands)
    number = ZERO
    while lands:
        if position["armies"][lowest(lands)] >= armies:
            number += 1
        lands = without_lowest(lands)
    return number


@jit
def _more_continents(rules, owned, named):
    """Count the continents owned that are not among those named."""
    number = ZERO
    for continent in range(rules["continents"]):
        if not holds(named, continent) and rules["continent_lands"][continent] & ~owned == 0:
            number += 1
    return number


@apart(NO_RESULT, rules_dtype, position_dtype)
def see_winner(rules, position):
    """End the game where somebody has won it, the active seat first, then along the order of play."""
    seats = np.int64(position["seats"])
    if rules["has_objectives"]:
        for place in range(seats):
            seat = (position["active"] + place) % seats
            if position["out"][seat] == 0 and has_reached(rules, position, seat):
                _win(position, seat, BY_OBJECTIVE)
                return
    if position["alive"] == 1:
        for seat in range(seats):
            if position["out"][seat] == 0:
                _win(position, seat, BY_CONQUEST)


@jit
def _win(position, seat, how):
    position["winner"] = seat
    position["how"] = how
    position["phase"] = CLOSING
