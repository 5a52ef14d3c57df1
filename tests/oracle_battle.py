"""Slow and plain twins of rolls and battles: every outcome of the dice listed, whole battles in Fractions."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np


def pairs_won(attack_faces, defend_faces, ties):
    """Return how many armies the defender loses, by the text of the rules."""
    pairs = zip(sorted(attack_faces, reverse=True), sorted(defend_faces, reverse=True), strict=False)
    return sum(mine > theirs or (mine == theirs and ties == "attacker") for mine, theirs in pairs)


@cache
def roll_ways(sides, ties, attack_dice, defend_dice):
    """Return the number of outcomes in which the defender loses 0, 1, 2 and 3 armies."""
    attacks, attack_ways = _sorted_throws(sides, attack_dice)
    defences, defend_ways = _sorted_throws(sides, defend_dice)
    pairs = min(attack_dice, defend_dice)
    mine, theirs = attacks[:, None, :pairs], defences[None, :, :pairs]
    lost = ((mine > theirs) | ((mine == theirs) & (ties == "attacker"))).sum(axis=2)
    ways = np.multiply.outer(attack_ways, defend_ways)
    return tuple(int(ways[lost == armies].sum()) for armies in range(4))


def _sorted_throws(sides, dice):
    throws = -np.sort(-np.array(list(product(range(1, sides + 1), repeat=dice))), axis=1)
    return np.unique(throws, axis=0, return_counts=True)


def battle_ends(column, garrisons, attack_most=3, defend_most=3, sides=6, ties="defender", stops=(0, 0)):
    """Return {(attackers left, defenders left): chance} of a column against one land after another.

    The defenders left are those of all lands not taken. On every land taken, but the last, one army stays.
    """
    attackers_stop, defenders_stop = stops
    ends = defaultdict(Fraction)
    here = {column: Fraction(1)}  # the armies that may attack the next land
    for number, garrison in enumerate(garrisons):
        behind = sum(garrisons[number + 1 :])
        states = {(attackers, garrison): chance for attackers, chance in here.items()}
        here = defaultdict(Fraction)
        while states:
            # The state with most armies first: no other one leads back to it.
            attackers, defenders = state = max(states, key=sum)
            chance = states.pop(state)
            if defenders == 0 and behind and attackers > 0:
                here[attackers - 1] += chance
            elif defenders <= defenders_stop or attackers <= attackers_stop:
                ends[attackers, defenders + behind] += chance
            else:
                attack_dice, defend_dice = min(attackers, attack_most), min(defenders, defend_most)
                ways = roll_ways(sides, ties, attack_dice, defend_dice)
                pairs = min(attack_dice, defend_dice)
                for lost in range(pairs + 1):
                    after = attackers - (pairs - lost), defenders - lost
                    states[after] = states.get(after, 0) + chance * Fraction(ways[lost], sum(ways))
    return dict(ends)
