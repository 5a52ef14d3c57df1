"""All battles up to a size at once: what each position can expect, from the smallest up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple


class Expected(NamedTuple):
    """Chances and means from one position on."""

    win: Any
    lose: Any
    attackers_left: Any
    defenders_left: Any
    rounds: Any


def battle_table(
    size: tuple[int, int], law: Any, *, hold: int = 0, exact: bool = False
) -> dict[tuple[int, int], Expected]:
    """Return what is expected in every position (attackers, defenders) from (0, 0) up to `size`."""
    one: Any = Fraction(1) if exact else 1.0
    table: dict[tuple[int, int], Expected] = {}
    weights: dict[tuple[Any, ...], list[Any]] = {}
    for a in range(size[0] + 1):
        for d in range(size[1] + 1):
            outcomes = law.at(a, d) if a and d else None
            if outcomes is None:
                won = d <= hold
                table[a, d] = Expected(one * won, one * (not won), one * a, one * d, 0 * one)
                continue
            if exact and outcomes not in weights:
                weights[outcomes] = [(x, y, Fraction(q) / law.scale ** (x + y)) for x, y, q in outcomes]
            win = lose = attackers_left = defenders_left = 0 * one
            rounds = one
            for x, y, q in weights[outcomes] if exact else outcomes:
                after = table[a - x, d - y]
                win += q * after.win
                lose += q * after.lose
                attackers_left += q * after.attackers_left
                defenders_left += q * after.defenders_left
                rounds += q * after.rounds
            table[a, d] = Expected(win, lose, attackers_left, defenders_left, rounds)
    return table
