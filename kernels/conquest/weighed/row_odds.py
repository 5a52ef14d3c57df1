"""The odds of a row: the chance that a force takes land after land, from the exact ends of each battle.

`rules["survivors"]` has the chance that a battle is won with so many attackers left, in parts of 65536. A
force is followed through its row as chances by the armies that may still attack, so nothing is lost but the
rounding of the table and of these chances.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.state import ODDS_SIZE, ZERO
from conquestlab.kernels.shared.bits import holds

ALL = np.int64(0)  # that march on
SURE = np.int64(1) << 10  # the whole chance, as it is told
WHOLE_FRONT = np.int64(30)  # bits of a chance in a front
TABLE_BITS = np.int64(16)
CHANCE_BITS = np.int64(10)
FORGOTTEN = np.int64(1) << 12  # a part of a front that is too small to be followed
BLOCK = np.int64(ODDS_SIZE * (ODDS_SIZE - 1) // 2)  # entries of the table for one number of defenders


@jit
def row_end(route, first):
    """Return the step after the last of the row that begins with a step."""
    last = first + 1
    while last < route["steps"] and not holds(route["starts"], last):
        last += 1
    return last


@jit
def left_behind(rules, route, step):
    """Return the armies of a force that no longer attack after a step, when others follow.

    One stays behind in each land. Where only a part marches in, and the rest attacks the next land from where
    it stands, that part is at least as large as the roll that took the land.
    """
    march = np.int64(route["march"][step])
    return ZERO + 1 if march == ALL else max(march, np.int64(rules["attack_most"]))


@jit
def row_chance(rules, position, route, first, last, attackers):
    """Return the chance that a force takes the lands of a row, in parts of 1024.

    Parameters
    ----------
    route : record of route_dtype
    first, last : int64
        The steps of the row, without the last one.
    attackers : int64
        The armies that may attack the first land.
    """
    strongest, needed = ZERO, last - first
    for step in range(first, last):
        strongest = max(strongest, np.int64(position["armies"][np.int64(route["to"][step])]))
        if step + 1 < last:
            needed += left_behind(rules, route, step) - 1
    if attackers < needed:
        return ZERO
    halved, free = ZERO, False
    if attackers >= ODDS_SIZE or strongest >= ODDS_SIZE:  # too large for the table: halve both sides
        attackers -= needed - 1
        free = True
        while attackers >= ODDS_SIZE or strongest >= ODDS_SIZE:
            attackers = (attackers + 1) >> 1
            strongest = (strongest + 1) >> 1
            halved += 1
    thoughts = position["thoughts"]
    front, after = thoughts["front"], thoughts["after"]
    low, high = attackers, attackers
    front[attackers] = np.int64(1) << WHOLE_FRONT
    for step in range(first, last - 1):
        defenders = np.int64(position["armies"][np.int64(route["to"][step])])
        for _ in range(halved):
            defenders = (defenders + 1) >> 1
        stay = ZERO if free else left_behind(rules, route, step)
        top = high - stay
        if top <= 0:
            return ZERO
        for armies in range(top + 1):
            after[armies] = 0
        for armies in range(max(low, stay + 1), high + 1):
            mass = front[armies]
            if mass < FORGOTTEN:
                continue
            place = (defenders - 1) * BLOCK + armies * (armies - 1) // 2 + stay
            for left in range(armies - stay):
                after[left + 1] += mass * np.int64(rules["survivors"][place + left])
        low, high = top + 1, ZERO
        for armies in range(1, top + 1):
            front[armies] = after[armies] >> TABLE_BITS
            if front[armies] >= FORGOTTEN:
                low, high = min(low, np.int64(armies)), np.int64(armies)
        if high == 0:
            return ZERO
    defenders = np.int64(position["armies"][np.int64(route["to"][last - 1])])
    for _ in range(halved):
        defenders = (defenders + 1) >> 1
    total = ZERO
    for armies in range(low, high + 1):
        total += front[armies] * np.int64(rules["odds"][armies, defenders])
    return (total + (np.int64(1) << (WHOLE_FRONT - 1))) >> WHOLE_FRONT
