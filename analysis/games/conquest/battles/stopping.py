"""When to break off an attack on a land that is worth so many armies.

The attacker counts every army that he keeps as one and the land as `worth`; after every roll he stops or
goes on, whichever has the larger mean. The defender's losses count for nothing here.
"""

from __future__ import annotations

from functools import cached_property

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.battle import BattleOutcome, RollLaw
from conquestlab.analysis.games.conquest.battles.dice_law import Dice

MOST_CELLS = 1_000_000


class BestStopping:
    """The law of a roll under the best stopping, and what a position is worth.

    Parameters
    ----------
    size : (attackers, defenders)
        The largest position that is asked for.
    worth : float
        What the land is worth, in armies.
    dice : Dice
    """

    scale = 1

    def __init__(self, size: tuple[int, int], worth: float, dice: Dice) -> None:
        if not 0 <= worth <= 1e9:
            raise WrongUse(f"worth {worth}: give a number of armies from 0 to 1000000000")
        if size[0] * size[1] > MOST_CELLS:
            raise WrongUse(
                f"{size[0]} against {size[1]}: the product may be {MOST_CELLS} at most with --worth"
            )
        self.size, self.worth = size, float(worth)
        self._law = RollLaw(dice)

    @cached_property
    def _values(self) -> list[list[float]]:
        """Worth by attackers and defenders."""
        attackers, defenders = self.size
        values = [[0.0] * (defenders + 1) for _ in range(attackers + 1)]
        for a in range(attackers + 1):
            values[a][0] = a + self.worth
            for d in range(1, defenders + 1):
                values[a][d] = max(float(a), self._going_on(values, a, d))
        return values

    def _going_on(self, values: list[list[float]], a: int, d: int) -> float:
        return sum(q * values[a - x][d - y] for x, y, q in self._law.at(a, d) or ())

    def value(self, attackers: int, defenders: int) -> float:
        """Return what the position is worth in armies."""
        return self._values[attackers][defenders]

    def attacks(self, attackers: int, defenders: int) -> bool:
        """Return whether it is better to roll than to stop."""
        return attackers > 0 and defenders > 0 and self.value(attackers, defenders) > attackers

    def at(self, attackers: int, defenders: int) -> tuple[BattleOutcome, ...] | None:
        """Return the outcomes of a roll here, None where the battle is over or best broken off."""
        return self._law.at(attackers, defenders) if self.attacks(attackers, defenders) else None

    def fewest_to_attack(self, defenders: int) -> int | None:
        """Return the fewest attackers that should attack so many defenders, None if none should."""
        return next((a for a in range(1, self.size[0] + 1) if self.attacks(a, defenders)), None)
