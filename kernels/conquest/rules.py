"""What is legal: checks and lists every choice that can be asked for."""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT, apart
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.board import lands_of
from conquestlab.kernels.conquest.combat import most_attack_dice, most_defend_dice
from conquestlab.kernels.conquest.exchange import check_exchange, count_exchanges, list_exchanges
from conquestlab.kernels.conquest.movement import check_move, count_moves, list_moves
from conquestlab.kernels.conquest.placing import check_place, list_places
from conquestlab.kernels.conquest.state import (
    ACCEPTED,
    ATTACK,
    DEFEND,
    EXCHANGE,
    MOVE,
    NOT_A_TARGET,
    NOT_ADJACENT,
    NOT_OWN_LAND,
    NOTHING,
    OCCUPY,
    ONE,
    OTHER_KIND,
    PLACE,
    WRONG_DICE,
    WRONG_NUMBER,
    ZERO,
    position_dtype,
    rules_dtype,
)
from conquestlab.kernels.shared.bits import holds, lowest, popcount, without_lowest
from conquestlab.kernels.shared.contract import AMOUNT
from conquestlab.kernels.shared.deciding import offer


@jit
def check(rules, position, choice):
    """Return ACCEPTED, or the reason why a choice is not legal; nothing is changed.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
        Its `asked` says what is to be decided.
    choice : int64 (CHOICE_WIDTH,)
    """
    kind = choice[0]
    if kind != position["asked"]:
        return OTHER_KIND
    if kind == EXCHANGE:
        return check_exchange(rules, position, choice)
    if kind == PLACE:
        return check_place(rules, position, choice[1], choice[AMOUNT])
    if kind == ATTACK:
        return _check_attack(rules, position, choice[1], choice[2], choice[3])
    if kind == DEFEND:
        return ACCEPTED if 1 <= choice[1] <= most_defend_dice(rules, position) else WRONG_DICE
    if kind == OCCUPY:
        most = np.int64(position["armies"][position["from"]]) - 1
        return ACCEPTED if position["attack_dice"] <= choice[AMOUNT] <= most else WRONG_NUMBER
    return check_move(rules, position, choice[1], choice[2], choice[AMOUNT])


@jit
def _check_attack(rules, position, source, target, dice):
    if source == NOTHING:
        return ACCEPTED if target == NOTHING and dice == 0 else NOT_A_TARGET
    if not ZERO <= source < rules["lands"] or not holds(position["owned"][position["actor"]], source):
        return NOT_OWN_LAND
    if not ZERO <= target < rules["lands"] or not holds(position["targets"], target):
        return NOT_A_TARGET
    if not holds(rules["neighbours"][source], target):
        return NOT_ADJACENT
    return ACCEPTED if 1 <= dice <= most_attack_dice(rules, position, source) else WRONG_DICE


@jit
def list_choices(rules, position, choices):
    """List what is legal for the one who is asked.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
    choices : int64 (rows, CHOICE_WIDTH)
        Overwritten, as far as there are rows.

    Returns
    -------
    number : int64
        How many legal choices there are, be there rows for them or not.
    """
    asked = position["asked"]
    if asked == EXCHANGE:
        return list_exchanges(rules, position, choices)
    if asked == PLACE:
        return list_places(position, choices)
    if asked == ATTACK:
        return _list_attacks(rules, position, choices)
    if asked == DEFEND:
        number = ZERO
        for dice in range(1, most_defend_dice(rules, position) + 1):
            number = offer(choices, number, DEFEND, dice, ZERO, ZERO, ZERO)
        return number
    if asked == OCCUPY:
        offer(choices, ZERO, OCCUPY, ZERO, ZERO, ZERO, np.int64(position["armies"][position["from"]]) - 1)
        if len(choices):
            choices[0, AMOUNT] = position["attack_dice"]
        return ZERO + 1
    if asked == MOVE:
        return list_moves(rules, position, choices)
    return ZERO


@jit
def _list_attacks(rules, position, choices):
    number = offer(choices, ZERO, ATTACK, NOTHING, NOTHING, ZERO, ZERO)
    lands = position["owned"][position["actor"]] & position["several"]
    while lands:
        land = lowest(lands)
        targets = rules["neighbours"][land] & position["targets"]
        while targets:
            for dice in range(1, most_attack_dice(rules, position, land) + 1):
                number = offer(choices, number, ATTACK, land, lowest(targets), dice, ZERO)
            targets = without_lowest(targets)
        lands = without_lowest(lands)
    return number


@apart(NO_RESULT, rules_dtype, position_dtype)
def count_choices(rules, position):
    """Add up the legal choices of a decision that is asked for in a turn, as many as `list_choices` lists."""
    asked = position["asked"]
    number = ONE
    if position["turn"] == 0:
        number = ZERO
    elif asked == ATTACK:
        number = _count_attacks(rules, position)
    elif asked == DEFEND:
        number = most_defend_dice(rules, position)
    elif asked == PLACE:
        number = lands_of(position, position["actor"])
    elif asked == EXCHANGE:
        number = count_exchanges(rules, position)
    elif asked == MOVE:
        number = count_moves(rules, position)
    position["decisions"] += number


@jit
def _count_attacks(rules, position):
    number = ZERO
    lands = position["owned"][position["actor"]] & position["several"]
    while lands:
        land = lowest(lands)
        targets = popcount(rules["neighbours"][land] & position["targets"])
        number += targets * most_attack_dice(rules, position, land)
        lands = without_lowest(lands)
    return number + 1
