"""Large battles and long rows through the kernels: tables made ready, arrays made, results read back."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.dice_law import Dice, loss_counts

if TYPE_CHECKING:
    from conquestlab.analysis.games.conquest.battles.battle import Ends


MOST_CELLS = 1 << 27  # numbers of eight bytes that a table may hold: a gigabyte


def checked_cells(cells: int, mend: str) -> None:
    """Refuse a table that takes too much memory, before it is made; `mend` says what to give instead."""
    if cells > MOST_CELLS:
        most, needed = MOST_CELLS * 8 >> 30, -(-cells * 8 >> 30)
        raise WrongUse(f"this takes {needed} GB of memory, and {most} GB at most is used: {mend}")


@lru_cache(maxsize=64)
def chance_table(dice: Dice) -> np.ndarray:
    """Return the chance of the attacker's losses by (attack dice, defence dice, losses)."""
    most = min(dice.attacker, dice.defender)
    table = np.zeros((dice.attacker + 1, dice.defender + 1, most + 1))
    for i in range(1, dice.attacker + 1):
        for j in range(1, dice.defender + 1):
            counts = loss_counts(i, j, dice.sides, dice.ties)
            table[i, j, : len(counts)] = [count / dice.sides ** (i + j) for count in counts]
    table.flags.writeable = False
    return table


@lru_cache(maxsize=64)
def scaled_counts(dice: Dice) -> tuple[np.ndarray, tuple[float, float]]:
    """Return the loss counts of the full roll over a power of two, and the exact rest of the scaling."""
    total = dice.sides ** (dice.attacker + dice.defender)
    power = 1 << (total - 1).bit_length()
    counts = np.array([c / power for c in loss_counts(*dice)])
    rest = Fraction(power, total)
    high = float(rest)
    return counts, (high, float(rest - Fraction(high)))


def enter_rims(attackers: int, defenders: int, dice: Dice, stop: int, hold: int) -> tuple[Any, ...]:
    """Return the chances with which a battle enters its rims, and the mean number of rolls before that."""
    from conquestlab.kernels.conquest.battle_law import cross_middle

    least = (max(dice.attacker, stop + 1), max(dice.defender, hold + 1))
    most = MOST_CELLS // (attackers + defenders + 2) - 1
    checked_cells(
        least[0] * (defenders + 1) + least[1] * (attackers + 1),
        f"give at most {most} to --stop-at and --hold-at",
    )
    few_attackers = np.zeros((least[0], defenders + 1))
    few_defenders = np.zeros((least[1], attackers + 1))
    rolls = 0.0
    if attackers < least[0]:
        few_attackers[attackers, defenders] = 1.0
    elif defenders < least[1]:
        few_defenders[defenders, attackers] = 1.0
    else:
        counts, factor = scaled_counts(dice)
        rolls = cross_middle((attackers, defenders), least, counts, factor, few_attackers, few_defenders)
    return few_attackers, few_defenders, rolls


def follow_arrays(
    attackers: int, defenders: int, dice: Dice, stop: int, hold: int
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the chances of the ends of a battle in two arrays, and the mean number of rolls.

    The first array, by attackers and defenders left, holds the ends with too few attackers for all their
    dice; the second, by defenders and attackers left, the others.
    """
    from conquestlab.kernels.conquest.battle_law import follow_rims

    few_attackers, few_defenders, rolls = enter_rims(attackers, defenders, dice, stop, hold)
    rolls = fsum((rolls, follow_rims(stop, hold, chance_table(dice), few_attackers, few_defenders)))
    return few_attackers, few_defenders, rolls


def follow(attackers: int, defenders: int, dice: Dice, stop: int, hold: int) -> tuple[Ends, float]:
    """Return the ends of a battle with their chances, and the mean number of rolls."""
    few_attackers, few_defenders, rolls = follow_arrays(attackers, defenders, dice, stop, hold)
    ends: Ends = {}
    for a, row in enumerate(few_attackers):
        shown = row if a <= stop else row[: hold + 1]
        ends.update({(a, d): p for d, p in enumerate(shown.tolist()) if p})
    for d, row in enumerate(few_defenders[: hold + 1]):
        ends.update({(a, d): p for a, p in enumerate(row.tolist()) if p})
    return ends, rolls


def all_ends(most_attackers: int, most_defenders: int, dice: Dice) -> np.ndarray:
    """Return the distributions of the end of all battles up to this size.

    The element [a, d, most_defenders + x] is the chance that a v d ends with the difference x of the armies
    left: x attackers where it is positive, -x defenders where it is negative.
    """
    from conquestlab.kernels.conquest.battle_law import all_ends as fill

    ends = np.zeros((most_attackers + 1, most_defenders + 1, most_attackers + most_defenders + 1))
    fill(chance_table(dice), ends)
    return ends


def follow_row(
    attackers: int, lands: tuple[int, ...], guards: tuple[int, ...], dice: Dice
) -> tuple[list[float], list[list[float]], float]:
    """Return the chances of an attack through a row of lands: survivors at its end, failures by land, mean
    rolls.

    The last land of a failure is the one that was attacked last, or could not be attacked any more.
    """
    from conquestlab.kernels.conquest.battle_law import fight_row

    front = np.zeros(attackers + 1)
    front[attackers] = 1.0
    widest = max(lands) + 1
    checked_cells((attackers + 1) * widest, f"give at most {MOST_CELLS // widest - 1} attackers")
    lost = np.zeros((len(lands), widest))
    rolls = fight_row(
        front,
        np.array(lands, np.int64),
        np.array((*guards, 0), np.int64),
        chance_table(dice),
        np.zeros((attackers + 1, widest)),
        lost,
    )
    return front.tolist(), lost.tolist(), rolls
