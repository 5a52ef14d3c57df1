"""An attack through a row of lands, one after the other, with armies left behind on each."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import fsum
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.battle import (
    MOST_ARMIES,
    PLAIN_CELLS,
    Attack,
    Ends,
    RollLaw,
    checked_armies,
    fight,
)
from conquestlab.analysis.games.conquest.battles.dice_law import Dice

MOST_LANDS = 1000


class RowOfLands(Attack):
    """The law of an attack through a row of lands.

    All survivors march on from each land but its guard; a force that cannot leave the guard behind and
    still attack ends there. Guards are not counted among the attackers left.

    Parameters
    ----------
    attackers : int
        Armies that may attack the first land.
    lands : tuple of int
        Defenders of each land, in order.
    guards : tuple of int, optional
        Armies left behind on each land but the last; 1 if not given, one number serves for all.
    dice, stop, exact : as for `Battle`
        `stop` counts the armies that may attack, on every land.
    """

    def __init__(
        self,
        attackers: int,
        lands: tuple[int, ...],
        guards: tuple[int, ...] = (1,),
        dice: Dice = Dice(),  # noqa: B008 - an immutable record
        *,
        stop: int = 0,
        exact: bool = False,
    ) -> None:
        self.attackers = checked_armies(attackers, "attackers")
        self.lands = checked_lands(lands)
        self.guards = checked_guards(guards, len(lands))
        self.dice, self.stop, self.exact = dice.checked(), stop, exact
        self.defenders = sum(lands)

    @cached_property
    def _followed(self) -> tuple[Ends, Any]:
        if not self.exact and not self.stop and self.attackers * self.defenders > PLAIN_CELLS:
            return self._followed_by_kernel()
        law = RollLaw(self.dice, self.stop, exact=self.exact)
        one: Any = 1 if self.exact else 1.0
        ends: Ends = {}
        rolls: list[Any] = []
        front, ahead, lost_before = {self.attackers: one}, self.defenders, 0

        def chance(mass: Any, lost: int) -> Any:
            return Fraction(mass, law.scale**lost) if self.exact else mass

        def end(attackers: int, defenders: int, mass: Any) -> None:
            ends[attackers, defenders] = ends.get((attackers, defenders), 0) + mass

        for number, land in enumerate(self.lands):
            ahead -= land
            most = max(front)
            reached, rolled = fight(front, land, law.at)
            rolls += [chance(mass, lost + lost_before) for lost, mass in rolled.items()]
            guard = self.guards[number] if number < len(self.guards) else 0
            front = {}
            for (a, d), mass in reached.items():
                lost = lost_before + most - a + land - d
                if d or number == len(self.lands) - 1:
                    end(a, d + ahead, chance(mass, lost))
                elif a - guard <= self.stop:
                    end(max(a - guard, 0), ahead, chance(mass, lost))
                else:
                    front[a - guard] = mass
            if not front:
                break
            lost_before += land + most - (max(front) + guard)
        return ends, sum(rolls, Fraction(0)) if self.exact else fsum(rolls)

    def _followed_by_kernel(self) -> tuple[Ends, float]:
        from conquestlab.analysis.games.conquest.battles.large_battle import follow_row

        survivors, failures, rolls = follow_row(self.attackers, self.lands, self.guards, self.dice)
        ends: Ends = {(a, 0): p for a, p in enumerate(survivors) if p}
        ahead = self.defenders
        for land, by_defenders in zip(self.lands, failures, strict=True):
            ahead -= land
            for d, p in enumerate(by_defenders):
                if p:
                    ends[0, d + ahead] = ends.get((0, d + ahead), 0.0) + p
        return ends, rolls


def checked_lands(lands: tuple[int, ...]) -> tuple[int, ...]:
    """Return the defenders of a row of lands, or refuse them in one line."""
    if not 1 <= len(lands) <= MOST_LANDS:
        raise WrongUse(f"{len(lands)} lands: give 1 to {MOST_LANDS}")
    for land in lands:
        checked_armies(land, "defenders")
    return tuple(lands)


def checked_guards(guards: tuple[int, ...], lands: int) -> tuple[int, ...]:
    """Return the guards of all lands of a row but the last, or refuse them in one line."""
    if len(guards) == 1:
        guards = guards * (lands - 1)
    if len(guards) != lands - 1:
        raise WrongUse(f"{len(guards)} guards for {lands} lands: give one number, or {lands - 1}")
    for guard in guards:
        if not 1 <= guard <= MOST_ARMIES:
            raise WrongUse(f"{guard} armies left behind: give 1 to {MOST_ARMIES}, a land is never left empty")
    return guards
