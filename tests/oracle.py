"""Slow, obviously correct twins: enumeration and plain recursion with fractions, straight from the rules."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache


def one_roll(attack_faces, defend_faces, ties="defender"):
    """Losses (attacker, defender) of one roll, 3.4: sort, compare in pairs, a tie to the side named."""
    attack = sorted(attack_faces, reverse=True)
    defend = sorted(defend_faces, reverse=True)
    attacker_lost = defender_lost = 0
    for k in range(min(len(attack), len(defend))):
        if attack[k] > defend[k] or (attack[k] == defend[k] and ties == "attacker"):
            defender_lost += 1
        else:
            attacker_lost += 1
    return attacker_lost, defender_lost


@cache
def roll_counts(attack, defend, sides=6, ties="defender"):
    """Every ordered roll, thrown and compared."""
    counts = [0] * (min(attack, defend) + 1)
    faces = range(1, sides + 1)
    for a in itertools.product(faces, repeat=attack):
        for d in itertools.product(faces, repeat=defend):
            counts[one_roll(a, d, ties)[0]] += 1
    return tuple(counts)


def battle_ends(attackers, defenders, most_attack=3, most_defend=2, sides=6, ties="defender", stop=0, hold=0):
    """Distribution of the end {(attackers, defenders): Fraction} by following every roll of a battle."""

    @cache
    def ends(a, d):
        if a <= stop or d <= hold:
            return {(a, d): Fraction(1)}
        i, j = min(a, most_attack), min(d, most_defend)
        counts = roll_counts(i, j, sides, ties)
        total = sides ** (i + j)
        found: dict[tuple[int, int], Fraction] = {}
        for lost, count in enumerate(counts):
            if count:
                for end, chance in ends(a - lost, d - (min(i, j) - lost)).items():
                    found[end] = found.get(end, Fraction(0)) + Fraction(count, total) * chance
        return found

    return ends(attackers, defenders)


def roll_numbers(
    attackers, defenders, most_attack=3, most_defend=2, sides=6, ties="defender", stop=0, hold=0
):
    """Distribution of the number of rolls of a battle {rolls: Fraction}."""

    @cache
    def numbers(a, d):
        if a <= stop or d <= hold:
            return {0: Fraction(1)}
        i, j = min(a, most_attack), min(d, most_defend)
        total = sides ** (i + j)
        found: dict[int, Fraction] = {}
        for lost, count in enumerate(roll_counts(i, j, sides, ties)):
            for n, chance in numbers(a - lost, d - (min(i, j) - lost)).items():
                found[n + 1] = found.get(n + 1, Fraction(0)) + Fraction(count, total) * chance
        return found

    return numbers(attackers, defenders)


def win_table(most, most_attack, most_defend, sides=6, ties="defender"):
    """Chances to take the land for all 1..most v 1..most, as Fractions with one common way of reduction."""
    table: dict[tuple[int, int], Fraction] = {}
    for a in range(most + 1):
        for d in range(most + 1):
            if d == 0:
                table[a, d] = Fraction(1)
            elif a == 0:
                table[a, d] = Fraction(0)
            else:
                i, j = min(a, most_attack), min(d, most_defend)
                total = sides ** (i + j)
                table[a, d] = sum(
                    Fraction(count, total) * table[a - lost, d - (min(i, j) - lost)]
                    for lost, count in enumerate(roll_counts(i, j, sides, ties))
                )
    return table


def row_ends(attackers, lands, guards, most_attack=3, most_defend=2, sides=6, ties="defender"):
    """Distribution {(attackers left, defenders left): Fraction} of an attack through a row of lands."""
    ends: dict[tuple[int, int], Fraction] = {}

    def go(a, number, chance):
        ahead = sum(lands[number:])
        if a <= 0:
            ends[0, ahead] = ends.get((0, ahead), Fraction(0)) + chance
            return
        beyond = ahead - lands[number]
        for (left, d), p in battle_ends(a, lands[number], most_attack, most_defend, sides, ties).items():
            if d > 0 or number == len(lands) - 1:
                ends[left, d + beyond] = ends.get((left, d + beyond), Fraction(0)) + chance * p
            else:
                go(left - guards[number], number + 1, chance * p)

    go(attackers, 0, Fraction(1))
    return ends


def tree_win(attackers, root, most_attack=3, most_defend=2):
    """Best chance to take a tree (defenders, subtrees), trying every order and every march."""

    @cache
    def take(armies, ahead):
        """`armies` stand on a land, one must stay; `ahead` are the subtrees still to be taken."""
        if not ahead:
            return Fraction(1)
        if armies < 2:
            return Fraction(0)
        best = Fraction(0)
        for k in range(len(ahead)):
            defenders, behind = ahead[k]
            rest = ahead[:k] + ahead[k + 1 :]
            chance = Fraction(0)
            for (left, d), p in battle_ends(armies - 1, defenders, most_attack, most_defend).items():
                if d == 0:
                    marches = [
                        take(m, behind) * take(left - m + 1, rest)
                        for m in range(min(most_attack, left), left + 1)
                    ]
                    chance += p * max(marches)
            best = max(best, chance)
        return best

    return take(attackers + 1, (root,))


def best_value(attackers, defenders, worth, most_attack=3, most_defend=2):
    """Worth of a position to an attacker who may stop after every roll."""

    @cache
    def value(a, d):
        if d == 0:
            return a + Fraction(worth)
        if a == 0:
            return Fraction(0)
        i, j = min(a, most_attack), min(d, most_defend)
        total = 6 ** (i + j)
        on = sum(
            Fraction(n, total) * value(a - lost, d - (min(i, j) - lost))
            for lost, n in enumerate(roll_counts(i, j))
        )
        return max(Fraction(a), on)

    return value(attackers, defenders)
