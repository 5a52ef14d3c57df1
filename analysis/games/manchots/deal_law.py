"""The exact law of what is dealt in Manchots Barjots: cards drawn from a deck without being put back.

Everything is counted in whole numbers of equally likely deals, so every chance is a fraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb


def number_drawn(cards: int, marked: int, drawn: int) -> list[Fraction]:
    """Return the chance to have 0, 1, 2 … of the marked cards among those drawn.

    Parameters
    ----------
    cards, marked, drawn : int
        Cards of the deck, those that are looked for, and those that are drawn from it.

    Examples
    --------
    >>> number_drawn(4, 2, 2)
    [Fraction(1, 6), Fraction(2, 3), Fraction(1, 6)]
    """
    deals = comb(cards, drawn)
    return [
        Fraction(comb(marked, number) * comb(cards - marked, drawn - number), deals)
        for number in range(min(marked, drawn) + 1)
    ]


def sum_drawn(copies: Sequence[int], others: int, drawn: int) -> dict[int, Fraction]:
    """Return the chance of each sum of the values of one zone among cards drawn from the whole deck.

    Parameters
    ----------
    copies : sequence of int
        Cards of the zone by value, from 1 on.
    others : int
        Cards of the other zones.
    drawn : int
        Cards drawn.

    Returns
    -------
    dict
        By sum, ascending; sums that cannot come are left out.

    Examples
    --------
    >>> sum_drawn([1, 1], 2, 2)  # a 1, a 2 and two cards of other zones
    {0: Fraction(1, 6), 1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 6)}
    """
    ways = {(0, 0): 1}  # by number of cards and their sum
    for value, copied in enumerate(copies, 1):
        more: dict[tuple[int, int], int] = {}
        for (number, total), count in ways.items():
            for taken in range(min(copied, drawn - number) + 1):
                end = number + taken, total + taken * value
                more[end] = more.get(end, 0) + count * comb(copied, taken)
        ways = more
    deals = comb(sum(copies) + others, drawn)
    law: dict[int, int] = {}
    for (number, total), count in ways.items():
        law[total] = law.get(total, 0) + count * comb(others, drawn - number)
    return {total: Fraction(law[total], deals) for total in sorted(law) if law[total]}


def at_least(law: Sequence[Fraction]) -> list[Fraction]:
    """Return, for each place of a law, the chance of this or of a later one, added up from the end."""
    sums: list[Fraction] = []
    for chance in reversed(law):
        sums.append(chance + (sums[-1] if sums else 0))
    return sums[::-1]
