"""A slow twin of the law of Risk Express: every ordered roll, every subset of dice, fractions."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

FACES = ("general", "cavalry", "cannon", "soldier1", "soldier2", "soldier3")
SOLDIERS = {"soldier1": 1, "soldier2": 2, "soldier3": 3}


def fills(line: tuple, dice: tuple) -> bool:
    """Say whether exactly these dice fill the line: its symbols, and enough soldiers."""
    symbols, soldiers = line
    rest = list(dice)
    for symbol in symbols:
        if symbol not in rest:
            return False
        rest.remove(symbol)
    if any(face not in SOLDIERS for face in rest):
        return False
    if not soldiers:
        return not rest
    return sum(SOLDIERS[face] for face in rest) >= soldiers


@cache
def numbers_that_fill(line: tuple, roll: tuple) -> frozenset:
    """Return every number of dice of the roll that can fill the line, also with more than needed."""
    return frozenset(
        size
        for size in range(1, len(roll) + 1)
        if any(fills(line, chosen) for chosen in combinations(roll, size))
    )


@cache
def conquer(lines: tuple, dice: int, voluntary: bool) -> Fraction:
    """Return the chance of best play to fill all `lines` with `dice` dice to roll."""
    if not lines:
        return Fraction(1)
    if not dice:
        return Fraction(0)
    total = Fraction(0)
    for roll in product(FACES, repeat=dice):
        total += best_of_roll(lines, tuple(sorted(roll)), voluntary)
    return total / 6**dice


@cache
def best_of_roll(lines: tuple, roll: tuple, voluntary: bool) -> Fraction:
    """Return the chance after the best choice at a roll."""
    options = [
        conquer(lines[:place] + lines[place + 1 :], len(roll) - used, voluntary)
        for place, line in enumerate(lines)
        for used in numbers_that_fill(line, roll)
    ]
    if voluntary or not options:
        options.append(conquer(lines, len(roll) - 1, voluntary))
    return max(options)


@cache
def fresh_turn(cards: tuple, dice: int, voluntary: bool) -> Fraction:
    """Return the expected worth of a turn without a target; `cards` are pairs (lines, worth)."""
    if not dice:
        return Fraction(0)
    total = Fraction(0)
    for roll in product(FACES, repeat=dice):
        options = [
            worth * conquer(lines[:place] + lines[place + 1 :], dice - used, voluntary)
            for lines, worth in cards
            for place, line in enumerate(lines)
            for used in numbers_that_fill(line, tuple(sorted(roll)))
        ]
        if voluntary or not options:
            options.append(fresh_turn(cards, dice - 1, voluntary))
        total += max(options)
    return total / 6**dice
