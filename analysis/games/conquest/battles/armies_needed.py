"""The inverse question: the fewest attackers that take a land, a row or a tree of lands with at least a
given chance.

The number of attackers is raised one by one, and a doubt in the last digits is settled in fractions, so
that the answer is never off by one. Only for a very large single battle is it found by halving, which is
right there because one attacker more is never a disadvantage while both sides still roll all their dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.games.conquest.battles.battle import MOST_ARMIES, Battle, RollLaw
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands, checked_guards, checked_lands
from conquestlab.analysis.games.conquest.battles.tree_of_lands import MOST_ATTACKERS, Land, TreeOfLands

CLIMB_CELLS = 1_000_000
DOUBT = 1e-9  # relative; closer than this to the wanted chance, fractions decide


def reaches(win: float, lose: float, chance: Fraction, exactly: Callable[[], Fraction]) -> bool:
    """Tell whether a chance is reached, by the tail that is better known, in fractions where it is close."""
    tail, wanted = (lose, float(1 - chance)) if chance > Fraction(1, 2) else (win, float(chance))
    if abs(tail - wanted) <= DOUBT * wanted:
        return exactly() >= chance
    return tail < wanted if chance > Fraction(1, 2) else tail > wanted


def climb(lands: tuple[int, ...], guards: tuple[int, ...], dice: Dice) -> Iterator[tuple[int, float, float]]:
    """Yield (attackers, win, lose) for 1, 2, 3 … attackers against a row of lands.

    Each step fills the next row of the tables of all lands, the last land first: what a capture with `a`
    survivors is worth is the chance of a - guard attackers against the rest of the row, which an earlier
    step has found.
    """
    law = RollLaw(dice)
    # By land: the last rows of its table of (win, lose), the newest last; and the chances from it to the end.
    tables: list[list[list[tuple[float, float]]]] = [[[(0.0, 1.0)] * (land + 1)] for land in lands]
    from_here: list[list[tuple[float, float]]] = [[(0.0, 1.0)] for _ in lands]
    a = 0
    while True:
        a += 1
        for number in range(len(lands) - 1, -1, -1):
            if number == len(lands) - 1:
                taken = (1.0, 0.0)
            else:
                taken = from_here[number + 1][max(a - guards[number], 0)]
            rows = tables[number]
            row = [taken]
            rows.append(row)
            for d in range(1, lands[number] + 1):
                win = lose = 0.0
                for attackers_lost, defenders_lost, q in law.at(a, d) or ():
                    w, x = rows[-1 - attackers_lost][d - defenders_lost]
                    win += q * w
                    lose += q * x
                row.append((win, lose))
            from_here[number].append(row[-1])
            del rows[: -dice.attacker - 1]
        yield a, *from_here[0][a]


def fewest_for_row(
    lands: tuple[int, ...],
    chance: Fraction,
    guards: tuple[int, ...] = (1,),
    dice: Dice = Dice(),  # noqa: B008
) -> int:
    """Return the fewest attackers that take a row of lands with at least this chance."""
    lands = checked_lands(lands)
    guards = checked_guards(guards, len(lands))
    dice.checked()

    def attack(attackers: int, exact: bool = False) -> Any:
        if len(lands) == 1:
            return Battle(attackers, lands[0], dice, exact=exact)
        return RowOfLands(attackers, lands, guards or (1,), dice, exact=exact)

    for a, win, lose in climb(lands, guards, dice):
        if reaches(win, lose, chance, lambda a=a: attack(a, exact=True).win):  # type: ignore[misc]
            return a
        if a * sum(lands) > CLIMB_CELLS:
            return _by_halving(a + 1, chance, attack)
    raise AssertionError("the climb has no end")


def _by_halving(low: int, chance: Fraction, attack: Callable[..., Any]) -> int:
    """Return the fewest attackers from `low` on, for battles too large to climb."""

    def enough(attackers: int) -> bool:
        tried = attack(attackers)
        return reaches(tried.win, tried.lose, chance, lambda: attack(attackers, exact=True).win)

    high = low
    while not enough(high):
        if high == MOST_ARMIES:
            raise Failed(
                f"even {MOST_ARMIES} attackers do not reach a chance of {float(chance):g}: ask for less"
            )
        low, high = high + 1, min(2 * high, MOST_ARMIES)
    while low < high:
        middle = (low + high) // 2
        if enough(middle):
            high = middle
        else:
            low = middle + 1
    return low


def fewest_for_tree(root: Land, chance: Fraction, dice: Dice = Dice()) -> int:  # noqa: B008
    """Return the fewest attackers that take a tree of lands with at least this chance."""
    for attackers in range(1, MOST_ATTACKERS + 1):
        tree = TreeOfLands(attackers, root, dice)
        if reaches(
            tree.win,
            tree.lose,
            chance,
            lambda a=attackers: TreeOfLands(a, root, dice, exact=True).win,  # type: ignore[misc]
        ):
            return attackers
    raise Failed(f"even {MOST_ATTACKERS} attackers do not reach a chance of {float(chance):g}: ask for less")
