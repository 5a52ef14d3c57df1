"""Slow and plain twins of rolls and battles: every outcome of the dice listed, whole battles in Fractions."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

DICE = 3  # the purpose


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


class Attack(NamedTuple):
    """A column against one land after the other; a guard stays on each land but the last."""

    attackers: int
    garrisons: tuple[int, ...]
    guards: tuple[int, ...] = ()
    attack_most: int = 3
    defend_most: int = 3
    sides: int = 6
    ties: str = "defender"
    stop: int = 0
    hold: int = 0

    def dice(self, attackers, defenders):
        return min(attackers, self.attack_most), min(defenders, self.defend_most)

    @property
    def rolls_a_word(self):
        return 3 if self.sides ** (2 * (self.attack_most + self.defend_most)) <= 2**32 else 2

    def ways(self, attackers, defenders):
        """Return {armies that the defender loses: number of outcomes}, all of them possible."""
        dice = self.dice(attackers, defenders)
        return dict(enumerate(roll_ways(self.sides, self.ties, *dice)[: min(dice) + 1]))


def ends_of(attack):
    """Return {(attackers left, defenders left): chance}; guards are not counted, lands not reached are."""
    ends = defaultdict(Fraction)
    column = {attack.attackers: Fraction(1)}
    for number, garrison in enumerate(attack.garrisons):
        behind = sum(attack.garrisons[number + 1 :])
        states = {(attackers, garrison): chance for attackers, chance in column.items()}
        column = defaultdict(Fraction)
        while states:
            # The state with most armies first: no other one leads back to it.
            attackers, defenders = state = max(states, key=sum)
            chance = states.pop(state)
            if defenders == 0 and behind:
                column[max(attackers - attack.guards[number], 0)] += chance
            elif defenders <= attack.hold or attackers <= attack.stop:
                ends[attackers, defenders + behind] += chance
            else:
                ways = attack.ways(attackers, defenders)
                for lost, count in ways.items():
                    after = attackers - (len(ways) - 1 - lost), defenders - lost
                    states[after] = states.get(after, 0) + chance * Fraction(count, sum(ways.values()))
    return dict(ends)


def play(attack, seed, number):
    """Play an attack as the kernel has to; return (attackers left, defenders left) and the rolls made."""
    philox = np.random.Philox(key=np.array([seed, number], np.uint64), counter=[0, DICE, 0, 0])
    outcomes = attack.sides ** (attack.attack_most + attack.defend_most)
    attackers, rolls = attack.attackers, 0
    for land, garrison in enumerate(attack.garrisons):
        defenders, behind = garrison, sum(attack.garrisons[land + 1 :])
        while attackers > attack.stop and defenders > attack.hold:
            for roll in _rolls_of_block(philox.random_raw(4).tolist(), outcomes, attack.rolls_a_word):
                if attackers > attack.stop and defenders > attack.hold:
                    lost = _losses(attack.ways(attackers, defenders), Fraction(roll, outcomes))
                    attackers -= min(attack.dice(attackers, defenders)) - lost
                    defenders -= lost
                    rolls += 1
        if defenders > 0 or not behind:
            break
        attackers = max(attackers - attack.guards[land], 0)
    return (attackers, defenders + behind), rolls


def _rolls_of_block(words, outcomes, rolls_a_word):
    for word in words:
        for _ in range(rolls_a_word):
            word *= outcomes
            yield word >> 64
            word %= 2**64


def _losses(ways, share):
    below = 0
    for lost, count in ways.items():
        below += count
        if share < Fraction(below, sum(ways.values())):
            return lost
    raise AssertionError("a share of one or more")
