"""The exact law of an attack in Risk Express: the chance to conquer a card, the best choice at every roll.

Only the multiset of faces of a roll matters, and of that only how few dice would fill each line. So the rolls
of n dice fall into a few dozen patterns for each card, weighted by integers, and the chance under best play
is a short sum of positive terms over them. The same code computes with floats and, where every digit is
wanted, with fractions.

A set of lines is a bit mask: bit i is the i-th line printed on the card, and bit 0 the extra general that a
card of another player requires.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse

FACES = ("general", "cavalry", "cannon", "soldier1", "soldier2", "soldier3")

Number = float | Fraction
Line = tuple[tuple[str, ...], int]  # the symbols it needs, and the soldiers
Counts = tuple[int, ...]  # dice showing each of FACES

_GENERAL: Line = (("general",), 0)


class Choice(NamedTuple):
    """What may be done with a roll at a target: fill a line, or (`line` None) give up a die."""

    line: int | None
    dice: int  # dice used up
    chance: Number  # to conquer the card with best play from there


@cache
def rolls(dice: int) -> tuple[tuple[Counts, int], ...]:
    """Return every multiset that `dice` dice can show, each with the number of ordered rolls that give it."""
    found = []

    def spread(counts: Counts, remaining: int) -> None:
        if len(counts) == len(FACES) - 1:
            whole = (*counts, remaining)
            ways = factorial(dice)
            for count in whole:
                ways //= factorial(count)
            found.append((whole, ways))
            return
        for count in range(remaining, -1, -1):
            spread((*counts, count), remaining - count)

    spread((), dice)
    return tuple(found)


def count_faces(faces: Iterable[str]) -> Counts:
    """Return how many of the dice show each of FACES; refuse a word that is on no die."""
    seen = Counter(faces)
    for face in seen:
        if face not in FACES:
            raise WrongUse(f"no die shows '{face}'; the faces are {', '.join(FACES)}")
    return tuple(seen[face] for face in FACES)


def fewest_dice(line: Line, counts: Counts) -> int:
    """Return the fewest dice of a roll that fill the line, 0 if the roll cannot fill it."""
    symbols, soldiers = line
    if any(symbols.count(face) > counts[FACES.index(face)] for face in symbols):
        return 0
    used = len(symbols)
    for strength in (3, 2, 1):
        if soldiers > 0:
            taken = min(counts[FACES.index(f"soldier{strength}")], -(-soldiers // strength))
            soldiers -= taken * strength
            used += taken
    return used if soldiers <= 0 else 0


@cache
def _fewest_dice_by_roll(line: Line, dice: int) -> tuple[int, ...]:
    return tuple(fewest_dice(line, counts) for counts, _ in rolls(dice))


def place_of_best(values: Sequence[Number]) -> int:
    """Return the place of the greatest value, the first of those that only rounding tells apart."""
    top = max(values)
    bar = top if isinstance(top, Fraction) else top * (1 - 1e-13)
    return next(place for place, value in enumerate(values) if value >= bar)


class Attack:
    """The law of attacking one card with best play, which is play for the greatest chance to conquer it.

    Parameters
    ----------
    lines
        The lines printed on the card.
    voluntary
        Whether a die may be given up although a line could be filled (`voluntary_sacrifice`).
    number
        `float`, or `Fraction` for exact values.
    """

    def __init__(
        self, lines: Sequence[Line], *, voluntary: bool = False, number: type[float] | type[Fraction] = float
    ):
        self.lines: tuple[Line, ...] = (_GENERAL, *((tuple(symbols), few) for symbols, few in lines))
        self.voluntary = voluntary
        self.number = number
        self._chances: dict[tuple[int, int], Number] = {}
        self._patterns: dict[int, list[tuple[Counts, int]]] = {}

    def lines_left(self, *, another: bool = False, filled: Iterable[int] = ()) -> int:
        """Return the mask of the lines to fill.

        Parameters
        ----------
        another
            Whether the card lies before another player, so that line 0, the general, is to be filled too.
        filled
            The numbers of the lines that are filled already.
        """
        left = (1 << len(self.lines)) - (1 if another else 2)
        for line in filled:
            if not 0 <= line < len(self.lines) or not left >> line & 1:
                known = ", ".join(str(i) for i in range(len(self.lines)) if left >> i & 1)
                raise WrongUse(f"line {line} is not among the lines still to fill ({known or 'none'})")
            left ^= 1 << line
        return left

    def chance(self, left: int, dice: int) -> Number:
        """Return the chance to fill all lines of the mask `left`, about to roll `dice` dice."""
        if not left:
            return self.number(1)
        if not dice:
            return self.number(0)
        known = self._chances.get((left, dice))
        if known is None:
            total = self.number(0)
            for pattern, ways in self.patterns(dice):
                total += ways * self._roll_value(pattern, left, dice)
            known = self._chances[left, dice] = total / len(FACES) ** dice
        return known

    def choices(self, counts: Counts, left: int) -> list[Choice]:
        """Return what may be done with a roll: the best first, the others by line."""
        options = self.fills(counts, left)
        if self.voluntary or not options:
            options.append(Choice(None, 1, self.chance(left, sum(counts) - 1)))
        options.insert(0, options.pop(place_of_best([choice.chance for choice in options])))
        return options

    def fills(self, counts: Counts, left: int) -> list[Choice]:
        """Return the lines of `left` that a roll can fill, in the order of the card."""
        return self._fills([fewest_dice(line, counts) for line in self.lines], left, sum(counts))

    def patterns(self, dice: int) -> list[tuple[Counts, int]]:
        """Return the rolls of `dice` dice as the card sees them.

        A pattern has the fewest dice that fill each line, 0 where it cannot be filled; beside it stands the
        number of ordered rolls that show it.
        """
        known = self._patterns.get(dice)
        if known is None:
            ways_of: Counter[Any] = Counter()
            for pattern, (_, ways) in zip(self.pattern_by_roll(dice), rolls(dice), strict=True):
                ways_of[pattern] += ways
            known = self._patterns[dice] = list(ways_of.items())
        return known

    def pattern_by_roll(self, dice: int) -> Iterable[Counts]:
        """Return the pattern of each of `rolls(dice)`."""
        return zip(*(_fewest_dice_by_roll(line, dice) for line in self.lines), strict=True)

    def fill_value(self, pattern: Counts, left: int, dice: int) -> Number | None:
        """Return the chance after the best fill of a roll with this pattern, None if it fills no line."""
        return max((choice.chance for choice in self._fills(pattern, left, dice)), default=None)

    def _fills(self, pattern: Sequence[int], left: int, dice: int) -> list[Choice]:
        return [
            Choice(line, used, self.chance(left ^ (1 << line), dice - used))
            for line, used in enumerate(pattern)
            if used and left >> line & 1
        ]

    def _roll_value(self, pattern: Counts, left: int, dice: int) -> Number:
        filled = self.fill_value(pattern, left, dice)
        if filled is None:
            return self.chance(left, dice - 1)
        return max(filled, self.chance(left, dice - 1)) if self.voluntary else filled


class Prospect(NamedTuple):
    """A card that may be attacked: its law, the mask of the lines to fill and what its conquest is worth."""

    attack: Attack
    left: int
    worth: Number


class Target(NamedTuple):
    """What may be done without a target: choose prospect `card` (from 0), or (None) give up a die."""

    card: int | None
    line: int | None
    dice: int  # dice used up
    chance: Number | None  # to conquer the card with best play from there
    worth: Number  # expected worth with best play from there


class FirstRoll:
    """The law of a fresh turn, where the first line filled settles the target.

    Best play is play for the greatest expected worth. Among equals the first prospect is taken.
    """

    def __init__(self, prospects: Sequence[Prospect], *, voluntary: bool = False):
        self.prospects = list(prospects)
        self.voluntary = voluntary
        self._turns: dict[int, tuple[Number, list[Number], list[Number]]] = {}

    def worth(self, dice: int) -> Number:
        """Return the expected worth of a turn that is about to roll `dice` dice without a target."""
        return self._turn(dice)[0]

    def shares(self, dice: int) -> list[Number]:
        """Return for each prospect the chance that it becomes the target.

        They miss 1 by the chance that nothing ever fits.
        """
        return self._turn(dice)[1]

    def worths(self, dice: int) -> list[Number]:
        """Return for each prospect its part of `worth(dice)`."""
        return self._turn(dice)[2]

    def targets(self, counts: Counts) -> list[Target]:
        """Return what may be done with a roll: the best first, the others by prospect and line."""
        options = [
            Target(card, fill.line, fill.dice, fill.chance, prospect.worth * fill.chance)
            for card, prospect in enumerate(self.prospects)
            for fill in prospect.attack.fills(counts, prospect.left)
        ]
        if self.voluntary or not options:
            options.append(Target(None, None, 1, None, self.worth(sum(counts) - 1)))
        options.insert(0, options.pop(place_of_best([target.worth for target in options])))
        return options

    def _turn(self, dice: int) -> tuple[Number, list[Number], list[Number]]:
        """Return the worth of the turn, and by prospect its shares and its worths."""
        if dice in self._turns:
            return self._turns[dice]
        nothing: list[Number] = [prospect.attack.number(0) for prospect in self.prospects]
        if not dice:
            return 0, nothing, nothing
        worth_below, shares_below, worths_below = self._turn(dice - 1)
        shares, worths = nothing.copy(), nothing.copy()
        sacrificed = 0
        for seen, (_, ways) in zip(self._worths_by_roll(dice), rolls(dice), strict=True):
            fitting = [(worth, card) for card, worth in enumerate(seen) if worth is not None]
            top = place_of_best([worth for worth, _ in fitting]) if fitting else None
            if top is None or (self.voluntary and worth_below > fitting[top][0]):
                sacrificed += ways
            else:
                worth, card = fitting[top]
                shares[card] += ways
                worths[card] += ways * worth
        for card in range(len(self.prospects)):
            shares[card] = (shares[card] + sacrificed * shares_below[card]) / len(FACES) ** dice
            worths[card] = (worths[card] + sacrificed * worths_below[card]) / len(FACES) ** dice
        self._turns[dice] = sum(worths), shares, worths
        return self._turns[dice]

    def _worths_by_roll(self, dice: int) -> Iterable[tuple[Number | None, ...]]:
        """Return for each of `rolls(dice)` what the best line of each prospect is worth, None for none."""
        columns = []
        for attack, left, worth in self.prospects:
            worths: dict[Counts, Number | None] = {}
            for pattern, _ in attack.patterns(dice):
                chance = attack.fill_value(pattern, left, dice)
                worths[pattern] = None if chance is None else worth * chance
            columns.append([worths[pattern] for pattern in attack.pattern_by_roll(dice)])
        return zip(*columns, strict=True) if columns else ((),) * len(rolls(dice))
