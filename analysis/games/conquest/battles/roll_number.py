"""How many rolls a battle takes, as a distribution.

In the middle, where both sides roll all their dice, every roll costs the same number of armies, so a
position tells how many rolls were made. Only in the two narrow rims does that have to be remembered: there
each position carries a vector of chances by the number of rolls.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from conquestlab.analysis.games.conquest.battles.battle import Battle, Ends, RollLaw, Spread, fight


def rolls_of(battle: Battle) -> Spread:
    """Return the distribution of the number of rolls of a battle in which both sides roll the most dice."""
    dice, stop, hold = battle.dice, battle.stop, battle.hold
    law = RollLaw(dice, stop, hold)
    least = (max(dice.attacker, stop + 1), max(dice.defender, hold + 1))
    pairs = min(dice.attacker, dice.defender)
    armies = battle.attackers + battle.defenders
    entries = _entries(battle, law, least)
    most = (
        max((armies - a - d) // pairs for a, d in entries) + sum(least) + armies
    )  # a bound, trimmed at once
    carried: dict[tuple[int, int], tuple[int, np.ndarray]] = {}
    total = np.zeros(most + 2)

    def hand(position: tuple[int, int], first: int, chances: np.ndarray) -> None:
        """Add chances by number of rolls, from `first` on, to a position."""
        held = carried.get(position)
        if held is None:
            carried[position] = (first, chances.copy())
            return
        low = min(first, held[0])
        high = max(first + len(chances), held[0] + len(held[1]))
        joined = np.zeros(high - low)
        joined[held[0] - low : held[0] - low + len(held[1])] += held[1]
        joined[first - low : first - low + len(chances)] += chances
        carried[position] = (low, joined)

    for (a, d), chance in entries.items():
        hand((a, d), (armies - a - d) // pairs, np.array([chance]))
    for a in range(battle.attackers, -1, -1):
        top = battle.defenders if a < least[0] else min(least[1] - 1, battle.defenders)
        for d in range(top, -1, -1):
            held = carried.pop((a, d), None)
            if held is None:
                continue
            first, chances = held
            outcomes = law.at(a, d)
            if outcomes is None:
                total[first : first + len(chances)] += chances
                continue
            for attackers_lost, defenders_lost, q in outcomes:
                hand((a - attackers_lost, d - defenders_lost), first + 1, chances * q)
    return Spread.of((int(k), float(total[k])) for k in np.nonzero(total)[0])


def _entries(battle: Battle, law: RollLaw, least: tuple[int, int]) -> Ends:
    """Return the chances with which the battle leaves the middle, by position."""
    if battle.attackers * battle.defenders <= 10_000:

        def inside(a: int, d: int) -> Any:
            return law.at(a, d) if a >= least[0] and d >= least[1] else None

        return fight({battle.attackers: 1.0}, battle.defenders, inside)[0]
    from conquestlab.analysis.games.conquest.battles.large_battle import enter_rims

    few_attackers, few_defenders, _rolls = enter_rims(
        battle.attackers, battle.defenders, battle.dice, battle.stop, battle.hold
    )
    entries = {(int(a), int(d)): float(few_attackers[a, d]) for a, d in np.argwhere(few_attackers)}
    entries.update({(int(a), int(d)): float(few_defenders[d, a]) for d, a in np.argwhere(few_defenders)})
    return entries


def rolls_step_by_step(battle: Battle, law: Any) -> Spread:
    """Return the distribution of the number of rolls under any law, following all positions roll by roll."""
    one: Any = Fraction(1) if battle.exact else 1.0
    positions = {(battle.attackers, battle.defenders): one}
    found: list[tuple[int, Any]] = []
    rolls = 0
    while positions:
        following: Ends = {}
        for (a, d), chance in positions.items():
            outcomes = law.at(a, d)
            if outcomes is None:
                found.append((rolls, chance))
                continue
            for attackers_lost, defenders_lost, weight in outcomes:
                q = (
                    Fraction(weight, law.scale ** (attackers_lost + defenders_lost))
                    if battle.exact
                    else weight
                )
                left = (a - attackers_lost, d - defenders_lost)
                following[left] = following.get(left, 0) + chance * q
        positions, rolls = following, rolls + 1
    return Spread.of(found)
