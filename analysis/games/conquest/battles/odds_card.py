"""What a printed card of odds says: the table of a rulebook, and rules of thumb that follow from it.

Nothing here is estimated: every rule of thumb is fitted to exact chances, and comes with how far it errs.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, fsum
from typing import Any, NamedTuple

from conquestlab.analysis.games.conquest.battles.armies_needed import reaches
from conquestlab.analysis.games.conquest.battles.attack_question import (
    Choices,
    Rules,
    attack_on,
    law_of_roll,
    rules_of_attack,
)
from conquestlab.analysis.games.conquest.battles.battle_table import Expected, battle_table
from conquestlab.analysis.rules.rulebook import Rulebook

SIDE = 15  # armies of each side in the printed table
REACH = 30  # defenders up to which the rules of thumb are tried
CHANCES = {"armies_50": Fraction(1, 2), "armies_75": Fraction(3, 4), "armies_90": Fraction(9, 10)}
MORE = (0, 1, 2, 3, 5)  # armies more than the defender has
STEP = 5  # per cent; a finer share is not reckoned in the head

Pair = tuple[int, int]


class EvenRule(NamedTuple):
    """`share` per cent of the defenders, rounded up, and `more` armies give about an even chance.

    Attributes
    ----------
    share, more : int
    off : int
        By how many armies it misses the fewest for an even chance, at most, for 1 to REACH defenders.
    right : int
        For how many of these numbers of defenders it misses by none.
    low, high : float
        The lowest and the highest chance that it gives.
    """

    share: int
    more: int
    off: int
    right: int
    low: float
    high: float

    def armies(self, defenders: int) -> int:
        """Return the attackers that the rule names."""
        return max(1, ceil(Fraction(self.share * defenders, 100)) + self.more)


class OddsCard(NamedTuple):
    """What stands on a card.

    Attributes
    ----------
    rules : Rules
    table : dict
        By (attackers, defenders) up to SIDE, what is expected.
    rows : list of dict
        By number of defenders: the fewest armies for each of CHANCES, and what the largest of these forces
        loses on average.
    even : EvenRule
    margins : dict
        By armies more than the defender, the least chance against 1 to SIDE defenders.
    equal : dict
        By armies of each side, up to REACH, what is expected.
    rolls : dict
        By dice that attackers and defenders have armies for, the mean losses of both in one roll. A side
        with armies for the most dice has SIDE of them.
    """

    rules: Rules
    table: dict[Pair, Expected]
    rows: list[dict[str, Any]]
    even: EvenRule
    margins: dict[int, float]
    equal: dict[int, Expected]
    rolls: dict[Pair, tuple[float, float]]

    @property
    def thumb(self) -> dict[str, Any]:
        """The rules of thumb as plain values."""
        return {
            "even": {**self.even._asdict(), "up_to": REACH},
            "least_chance_with_more": {str(more): chance for more, chance in self.margins.items()},
            "equal_armies": {str(armies): cell.win for armies, cell in self.equal.items()},
            "losses_in_a_roll": [
                {"attackers": a, "defenders": d, "attackers_lost": lost, "defenders_lost": taken}
                for (a, d), (lost, taken) in self.rolls.items()
            ],
        }


def odds_card(rulebook: str | Rulebook) -> OddsCard:
    """Return the card of a rulebook, whose sides roll as it makes natural."""
    rules, choices = rules_of_attack(rulebook), Choices()
    wide = REACH
    while True:
        law = law_of_roll((wide, REACH), rules, choices)
        table = battle_table((wide, REACH), law)
        fewest = {name: _fewest(table, wide, rules, chance) for name, chance in CHANCES.items()}
        # Each army more makes a capture likelier, without end: some width is enough.
        if len(fewest["armies_50"]) == REACH and all(len(found) >= SIDE for found in fewest.values()):
            break
        wide *= 2
    rows = []
    for d in range(1, SIDE + 1):
        needed = {name: found[d - 1] for name, found in fewest.items()}
        lost = needed["armies_90"] - table[needed["armies_90"], d].attackers_left
        rows.append({"rules": rules.label, "defenders": d, **needed, "lost_90": lost})
    return OddsCard(
        rules,
        {pair: table[pair] for pair in table if min(pair) > 0 and max(pair) <= SIDE},
        rows,
        _even_rule(fewest["armies_50"], table, rules),
        {more: min(table[d + more, d].win for d in range(1, SIDE + 1)) for more in MORE},
        {armies: table[armies, armies] for armies in range(1, REACH + 1)},
        _losses(rules, law),
    )


def _fewest(table: dict[Pair, Expected], wide: int, rules: Rules, chance: Fraction) -> list[int]:
    """Return the fewest attackers for a chance against 1, 2 … defenders, as far as the table tells."""
    found: list[int] = []
    for d in range(1, REACH + 1):
        for a in range(1, wide + 1):
            cell = table[a, d]
            if reaches(cell.win, cell.lose, chance, lambda a=a, d=d: _exactly(a, d, rules)):  # type: ignore[misc]
                found.append(a)
                break
        else:
            break
    return found


def _exactly(attackers: int, defenders: int, rules: Rules) -> Fraction:
    return attack_on(attackers, (defenders,), rules, Choices(), exact=True).win


def _even_rule(fewest: list[int], table: dict[Pair, Expected], rules: Rules) -> EvenRule:
    """Return the rule that errs least: at most, then in all, then the one with the fewest armies added."""
    tried = []
    steepest = max(-(-armies * 100 // d) for d, armies in enumerate(fewest, 1))
    for share in range(STEP, steepest + STEP, STEP):
        shares = [ceil(Fraction(share * d, 100)) for d in range(1, len(fewest) + 1)]
        gaps = [armies - part for armies, part in zip(fewest, shares, strict=True)]
        for more in range(min(gaps), max(gaps) + 1):
            misses = [abs(gap - more) for gap in gaps]
            tried.append((max(misses), sum(misses), abs(more), share, more))
    off, _, _, share, more = min(tried)
    rule = EvenRule(share, more, off, 0, 0.0, 0.0)
    named = [rule.armies(d) for d in range(1, len(fewest) + 1)]
    chances = [
        table[a, d].win if (a, d) in table else attack_on(a, (d,), rules, Choices()).win
        for d, a in enumerate(named, 1)
    ]
    right = sum(one == other for one, other in zip(named, fewest, strict=True))
    return rule._replace(right=right, low=min(chances), high=max(chances))


def _losses(rules: Rules, law: Any) -> dict[Pair, tuple[float, float]]:
    most = rules.dice
    found = {}
    for a in range(most.attacker, 0, -1):
        for d in range(1, most.defender + 1):
            outcomes = law.at(SIDE if a == most.attacker else a, SIDE if d == most.defender else d)
            found[a, d] = (fsum(q * x for x, _, q in outcomes), fsum(q * y for _, y, q in outcomes))
    return found
