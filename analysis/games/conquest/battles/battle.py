"""One battle, exactly: where it can end and with what chance, and all that follows from it.

A battle goes roll by roll from (attackers, defenders) until the attackers are down to `stop` or the
defenders to `hold`. The chance of every end is a sum of products of positive terms, so both tails keep
their last digits; a tail is never computed as one minus the other. Small battles are followed in plain
Python, so that a small answer loads nothing heavy; large ones by `kernels/conquest/battle_law.py`, which does
the same along whole diagonals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from math import fsum, sqrt
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.dice_law import Dice, loss_counts

MOST_ARMIES = 100_000
PLAIN_CELLS = (
    500_000  # beyond this many positions the kernel is faster than plain Python, its import included
)

BattleOutcome = tuple[int, int, Any]  # attackers lost, defenders lost, chance
Ends = dict[tuple[int, int], Any]  # (attackers left, defenders left): chance


class RollLaw:
    """What one roll does to a position when both sides roll the most dice they may.

    With `exact` the chances are whole numbers: a roll that costs m armies carries a factor `scale ** m`, so
    that a position that has lost m armies in all has the common denominator `scale ** m`, and no fraction
    is ever reduced on the way.
    """

    def __init__(self, dice: Dice, stop: int = 0, hold: int = 0, exact: bool = False) -> None:
        self.dice, self.stop, self.hold, self.exact = dice.checked(), stop, hold, exact
        self.scale = dice.sides ** (dice.attacker + dice.defender) if exact else 1
        self._by_dice = [
            [self._outcomes(i, j) if i and j else () for j in range(dice.defender + 1)]
            for i in range(dice.attacker + 1)
        ]

    def _outcomes(self, i: int, j: int) -> tuple[BattleOutcome, ...]:
        pairs, total = min(i, j), self.dice.sides ** (i + j)
        factor = self.scale**pairs // total
        return tuple(
            (lost, pairs - lost, count * factor if self.exact else count / total)
            for lost, count in enumerate(loss_counts(i, j, self.dice.sides, self.dice.ties))
            if count
        )

    def at(self, attackers: int, defenders: int) -> tuple[BattleOutcome, ...] | None:
        """Return the outcomes of a roll in this position, None where the battle is over."""
        if attackers <= self.stop or defenders <= self.hold:
            return None
        return self._by_dice[min(attackers, self.dice.attacker)][min(defenders, self.dice.defender)]


def fight(
    front: dict[int, Any], defenders: int, law_at: Callable[[int, int], tuple[BattleOutcome, ...] | None]
) -> tuple[Ends, dict[int, Any]]:
    """Follow a battle from a distribution of attackers against one number of defenders.

    Parameters
    ----------
    front : dict
        Chance by number of attackers.
    defenders : int
    law_at : callable
        Outcomes of a roll by (attackers, defenders), None where the battle is over.

    Returns
    -------
    ends : dict
        Chance by (attackers left, defenders left).
    rolled : dict
        By armies lost so far, the chance that a roll was made then; its sum is the mean number of rolls.
    """
    most = max(front)
    rows: list[dict[int, Any]] = [{} for _ in range(most + 1)]
    for attackers, chance in front.items():
        rows[attackers][defenders] = chance
    ends: Ends = {}
    rolled: dict[int, Any] = {}
    for a in range(most, -1, -1):
        row = rows[a]
        for d in range(defenders, -1, -1):
            chance = row.pop(d, None)
            if chance is None:
                continue
            outcomes = law_at(a, d)
            if outcomes is None:
                ends[a, d] = chance
                continue
            lost = most - a + defenders - d
            rolled[lost] = rolled.get(lost, 0) + chance
            for attackers_lost, defenders_lost, q in outcomes:
                into = rows[a - attackers_lost]
                left = d - defenders_lost
                into[left] = into.get(left, 0) + chance * q
    return ends, rolled


class Spread(NamedTuple):
    """A distribution over whole numbers: chances by value, in rising order."""

    chances: tuple[tuple[int, Any], ...]

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, Any]]) -> Spread:
        """Collect (value, chance) pairs, equal values added."""
        gathered: dict[int, list[Any]] = {}
        for value, chance in pairs:
            gathered.setdefault(value, []).append(chance)
        return cls(tuple((value, add(gathered[value])) for value in sorted(gathered)))

    @property
    def mean(self) -> Any:
        """The mean."""
        return add(value * chance for value, chance in self.chances)

    @property
    def sd(self) -> float:
        """The standard deviation."""
        mean = self.mean
        return sqrt(add((value - mean) ** 2 * chance for value, chance in self.chances))

    def quantile(self, share: float | Fraction) -> int:
        """Return the smallest value that is not exceeded with at least the chance `share`."""
        if not 0 <= share <= 1:
            raise WrongUse(f"quantile {share}: give a share between 0 and 1")
        so_far: Any = 0
        for value, chance in self.chances:
            so_far += chance
            if so_far >= share:
                return value
        return self.chances[-1][0]


def add(terms: Iterable[Any]) -> Any:
    """Add chances with one rounding where they are floats, exactly where they are fractions."""
    listed = list(terms)
    if listed and isinstance(listed[0], float):
        return fsum(listed)
    return sum(listed, Fraction(0)) if listed and isinstance(listed[0], Fraction) else sum(listed)


class Attack:
    """What is told of any attack once the chances of its ends are known.

    A subclass gives `attackers`, `defenders` (of all lands together), `hold` and `_followed`.
    """

    attackers: int
    defenders: int
    hold: int = 0

    @property
    def _followed(self) -> tuple[Ends, Any]:
        """Ends with their chances, and the mean number of rolls."""
        raise AttributeError("a kind of attack says how it is followed")

    @cached_property
    def ends(self) -> Ends:
        """Chance of each end, the best for the attacker first."""
        ends = self._followed[0]
        return {end: ends[end] for end in sorted(ends, key=lambda end: (end[1], -end[0]))}

    @cached_property
    def win(self) -> Any:
        """Chance that all is taken (or the defenders brought down to `hold`)."""
        return add(chance for (_a, d), chance in self.ends.items() if d <= self.hold)

    @cached_property
    def lose(self) -> Any:
        """Chance of the contrary, summed on its own."""
        return add(chance for (_a, d), chance in self.ends.items() if d > self.hold)

    @cached_property
    def left_if_won(self) -> Any:
        """Mean number of attackers left where all is taken; None where that cannot be."""
        kept = add(a * chance for (a, d), chance in self.ends.items() if d <= self.hold)
        return kept / self.win if self.win else None

    @cached_property
    def left_if_lost(self) -> Any:
        """Mean number of defenders left where not all is taken; None where that cannot be."""
        kept = add(d * chance for (_a, d), chance in self.ends.items() if d > self.hold)
        return kept / self.lose if self.lose else None

    @cached_property
    def attackers_left(self) -> Spread:
        """Distribution of the attackers left, over all ends."""
        return Spread.of((a, chance) for (a, _d), chance in self.ends.items())

    @cached_property
    def defenders_left(self) -> Spread:
        """Distribution of the defenders left, over all ends."""
        return Spread.of((d, chance) for (_a, d), chance in self.ends.items())

    @cached_property
    def defender_losses(self) -> Spread:
        """Distribution of the defender's losses."""
        return Spread.of((self.defenders - d, chance) for (_a, d), chance in self.ends.items())

    @property
    def rounds(self) -> Any:
        """Mean number of rolls."""
        return self._followed[1]


class Battle(Attack):
    """The law of a battle.

    Parameters
    ----------
    attackers : int
        Armies that may attack; the one that stays behind is not counted.
    defenders : int
    dice : Dice
    stop, hold : int
        The attack is broken off with `stop` attackers left, or with `hold` defenders left (which counts as
        won).
    exact : bool
        Give fractions in place of floats.
    law : object, optional
        Another law of a roll, with `at` and `scale` (a dice choice, a best stopping); then `dice`, `stop`
        and `hold` say only what counts as won.
    """

    def __init__(
        self,
        attackers: int,
        defenders: int,
        dice: Dice = Dice(),  # noqa: B008 - an immutable record
        *,
        stop: int = 0,
        hold: int = 0,
        exact: bool = False,
        law: Any = None,
    ) -> None:
        self.attackers = checked_armies(attackers, "attackers")
        self.defenders = checked_armies(defenders, "defenders")
        self.dice, self.stop, self.hold, self.exact = dice.checked(), stop, hold, exact
        if stop < 0 or hold < 0:
            raise WrongUse("a side cannot stop at fewer than 0 armies: give 0 or more")
        self.law = law

    @cached_property
    def _followed(self) -> tuple[Ends, Any]:
        if self.law is None and not self.exact and self.attackers * self.defenders > PLAIN_CELLS:
            from conquestlab.analysis.games.conquest.battles import large_battle

            return large_battle.follow(self.attackers, self.defenders, self.dice, self.stop, self.hold)
        law = self.law or RollLaw(self.dice, self.stop, self.hold, self.exact)
        ends, rolled = fight({self.attackers: 1 if self.exact else 1.0}, self.defenders, law.at)
        if self.exact:
            armies = self.attackers + self.defenders
            ends = {(a, d): Fraction(n, law.scale ** (armies - a - d)) for (a, d), n in ends.items()}
            return ends, sum((Fraction(n, law.scale**lost) for lost, n in rolled.items()), Fraction(0))
        return ends, fsum(rolled.values())

    @cached_property
    def attacker_losses(self) -> Spread:
        """Distribution of the attacker's losses."""
        return Spread.of((self.attackers - a, chance) for (a, _d), chance in self.ends.items())

    @cached_property
    def rolls(self) -> Spread:
        """Distribution of the number of rolls."""
        from conquestlab.analysis.games.conquest.battles.roll_number import rolls_of, rolls_step_by_step

        if self.law is not None or self.exact:
            return rolls_step_by_step(self, self.law or RollLaw(self.dice, self.stop, self.hold, self.exact))
        return rolls_of(self)


def checked_armies(armies: int, whose: str) -> int:
    """Return the number of armies, or refuse it in one line."""
    if not 1 <= armies <= MOST_ARMIES:
        raise WrongUse(f"{armies} {whose}: give a whole number from 1 to {MOST_ARMIES}")
    return armies
