"""The law of one roll: in how many ways each loss can fall, counted exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from conquestlab.analysis.errors import WrongUse

MOST_DICE = 10
MOST_SIDES = 20


class Dice(NamedTuple):
    """The dice of a rulebook: how many each side may roll, their sides, and who wins a tied pair."""

    attacker: int = 3
    defender: int = 3
    sides: int = 6
    ties: str = "defender"

    def checked(self) -> Dice:
        """Return these dice, or refuse them in one line."""
        for name, value in (("attacker", self.attacker), ("defender", self.defender)):
            if not 1 <= value <= MOST_DICE:
                raise WrongUse(f"dice.{name} = {value}: give 1 to {MOST_DICE} dice")
        if not 2 <= self.sides <= MOST_SIDES:
            raise WrongUse(f"dice.sides = {self.sides}: give 2 to {MOST_SIDES} sides")
        if self.ties not in ("defender", "attacker"):
            raise WrongUse(f"dice.ties = {self.ties!r}: give defender or attacker")
        return self


@cache
def loss_counts(attack: int, defend: int, sides: int = 6, ties: str = "defender") -> tuple[int, ...]:
    """Count the rolls of `attack` against `defend` dice by the attacker's losses 0, 1 … min(attack, defend).

    The faces are laid down from the highest to the lowest. A pair is decided when the later of its two dice
    is laid: whoever had his first holds the higher die; two dice of a pair laid with the same face are a tie.
    So (attack dice laid, defence dice laid, losses so far) is all that has to be remembered.
    """
    pairs = min(attack, defend)
    ways = {(0, 0, 0): 1}
    for _face in range(sides):
        following: dict[tuple[int, int, int], int] = {}
        for (i, j, lost), count in ways.items():
            for x in range(attack - i + 1):
                for y in range(defend - j + 1):
                    beaten = sum(
                        p < j or (p < j + y and ties == "defender") for p in range(i, min(i + x, pairs))
                    )
                    state = (i + x, j + y, lost + beaten)
                    laid = count * comb(attack - i, x) * comb(defend - j, y)
                    following[state] = following.get(state, 0) + laid
        ways = following
    return tuple(ways.get((attack, defend, lost), 0) for lost in range(pairs + 1))


def loss_chances(attack: int, defend: int, sides: int = 6, ties: str = "defender") -> tuple[Fraction, ...]:
    """Return the chances of the attacker's losses 0, 1 … as fractions."""
    total = sides ** (attack + defend)
    return tuple(Fraction(count, total) for count in loss_counts(attack, defend, sides, ties))


def losses(attack_faces: list[int], defend_faces: list[int], ties: str = "defender") -> tuple[int, int]:
    """Compare two rolls pair by pair, highest first; return the losses of both."""
    pairs = list(zip(sorted(attack_faces, reverse=True), sorted(defend_faces, reverse=True), strict=False))
    lost = sum(a < d or (a == d and ties == "defender") for a, d in pairs)
    return lost, len(pairs) - lost
