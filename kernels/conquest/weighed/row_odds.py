"""The odds of a row: the chance that a force takes land after land, from the exact ends of each battle.

`rules["ends"]` has the chance that a battle is won at the cost of so many attackers, in parts of 65536. From
the last land of a row to its second one, `fill_chances` works out the chance that all lands from there on are
taken, by the armies that may attack, and keeps it in the route. With that, `chance_from` tells the chance of
what is left of a row at any time, in the middle of a battle too.

Nothing is lost but what the tables are rounded by. If a side has more armies than the tables hold, both sides
are halved until they fit, after those are taken off that stay behind.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.state import ENDS_SIZE, ODDS_SIZE, ZERO
from conquestlab.kernels.shared.bits import holds

ALL = np.int64(0)  # that march on
SURE = np.int64(1) << 10  # the whole chance, as it is told
CHANCE_BITS = np.int64(10)
KEPT_BITS = np.int64(16)  # of a chance that is kept, and of one in the table
FULL = (np.int64(1) << KEPT_BITS) - 1
HALF = np.int64(1) << (KEPT_BITS - 1)
RARELY_LOST = np.int64(14)  # more than this, besides three times the mean loss, is not reckoned with


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
def fill_chances(rules, position, route, first, last, attackers):
    """Work out the chances of a row from its second land on, by the armies that may attack.

    Parameters
    ----------
    route : record of route_dtype
        Its `halved`, `most`, `against` and `ahead` are changed.
    first, last : int64
        The steps of the row, without the last one.
    attackers : int64
        The most armies that may attack the first land.
    """
    strongest, stay = ZERO, ZERO
    for step in range(first, last):
        strongest = max(strongest, np.int64(position["armies"][np.int64(route["to"][step])]))
        if step + 1 < last:
            stay += left_behind(rules, route, step)
    halved = ZERO
    if attackers >= ODDS_SIZE or strongest >= ENDS_SIZE:
        attackers -= stay
        while halved == 0 or attackers >= ODDS_SIZE or strongest >= ENDS_SIZE:
            attackers, strongest = (attackers + 1) >> 1, (strongest + 1) >> 1
            halved += 1
    defenders = (ZERO + 1) << halved >> 1  # what is rounded down in one land is rounded up in another
    for step in range(first, last):
        attackers = max(ZERO, attackers)
        route["halved"][step] = halved
        route["most"][step] = attackers
        attackers -= _stay(rules, route, step)
        before = defenders >> halved
        defenders += position["armies"][np.int64(route["to"][step])]
        route["against"][step] = (defenders >> halved) - before
    for step in range(last - 1, first, -1):
        _fill_step(rules, position, route, np.int64(step), step + 1 == last)


@jit
def _stay(rules, route, step):
    """Return what stays behind after a step; of halved armies that was taken off before."""
    return ZERO if route["halved"][step] else left_behind(rules, route, step)


@jit
def _scaled(armies, halved):
    for _ in range(halved):
        armies = (armies + 1) >> 1
    return armies


@jit
def _most_lost(rules, defenders):
    return (3 * np.int64(rules["losses"][ODDS_SIZE - 1, defenders]) >> 6) + RARELY_LOST


@jit
def _fill_step(rules, position, route, step, is_last):
    """Work out the chances of a step from those of the next one, if there is one in the row.

    Views begin at 0 in the inner loop, and all armies are gone through at once: so vectors are used.
    """
    defenders = np.int64(route["against"][step])
    stay = ZERO if is_last else _stay(rules, route, step)
    most = np.int64(route["most"][step])
    sums, ahead = position["thoughts"]["sums"], route["ahead"][step]
    after = ahead if is_last else route["ahead"][step + 1]
    if is_last:
        for armies in range(1, most + 1):
            after[armies] = FULL
    after[0] = 0
    for armies in range(most + 1):
        sums[armies] = HALF
    for lost in range(min(_most_lost(rules, defenders), most - stay)):
        into = sums[lost + stay :]
        chances = rules["ends"][defenders, lost][lost + stay :]
        for left in range(most - stay - lost + 1):
            into[left] += np.int64(chances[left]) * np.int64(after[left])
    for armies in range(most + 1):
        ahead[armies] = min(FULL, sums[armies] >> KEPT_BITS)
    ahead[0] = 0


@jit
def chance_from(rules, position, route, step, attackers):
    """Return the chance that a force takes what is left of a row from a step on, in parts of 1024.

    Parameters
    ----------
    attackers : int64
        The armies that may attack the land of the step, whose defenders are as they stand now.
    """
    last, halved = row_end(route, step), route["halved"][step]
    if halved:
        for later in range(step, last - 1):
            attackers -= left_behind(rules, route, later)
        attackers = _scaled(attackers, halved)
    attackers = min(attackers, np.int64(route["most"][step]))
    if attackers <= 0:
        return ZERO
    defenders = _scaled(np.int64(position["armies"][np.int64(route["to"][step])]), halved)
    if step + 1 == last:
        return np.int64(rules["odds"][attackers, defenders])
    stay, total = _stay(rules, route, step), ZERO
    for lost in range(min(_most_lost(rules, defenders), attackers - stay)):
        after = np.int64(route["ahead"][step + 1, attackers - lost - stay])
        total += np.int64(rules["ends"][defenders, lost, attackers]) * after
    return (total + (np.int64(1) << (2 * KEPT_BITS - CHANCE_BITS - 1))) >> (2 * KEPT_BITS - CHANCE_BITS)
