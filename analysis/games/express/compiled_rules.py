"""The rulebook of Risk Express as numbers for its engine: cards, options and the tables of exact chances."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from conquestlab.analysis.games.express.law import FACES, Attack
from conquestlab.analysis.games.express.question import STRONGEST_DIE
from conquestlab.analysis.games.express.rules import express_rules
from conquestlab.kernels.express.state import CHANCE_ONE, MOST_DICE, SYMBOLS, rules_dtype
from conquestlab.kernels.express.tables import fill_tables
from conquestlab.kernels.shared.rows import SEATS


def compile_rules(rulebook: Any) -> np.ndarray:
    """Return the rules as an array of one record of `rules_dtype`."""
    spec, deck = express_rules(rulebook), rulebook.cards
    compiled = np.zeros(1, rules_dtype)
    rules = compiled[0]
    rules["dice"] = spec.dice.count
    rules["cards"] = len(deck.cards)
    rules["continents"] = len(deck.continents)
    rules["max_turns"] = spec.max_turns
    rules["voluntary_sacrifice"] = spec.voluntary_sacrifice
    rules["continue_failed"] = spec.continue_failed
    rules["more_continents"] = spec.tie == "more_continents"
    for seat, points in enumerate(spec.handicap.points[:SEATS]):
        rules["handicap"][seat] = points
    for number, (continent, cards) in enumerate(zip(deck.continents, deck.continent_cards, strict=True)):
        rules["back"][number] = continent.back
        rules["continent_cards"][number] = sum(1 << card for card in cards)
        rules["continent_points"][number] = sum(deck.cards[card].points for card in cards)
        for card in cards:
            rules["continent"][card] = number
    for number, card in enumerate(deck.cards):
        _compile_card(rules, number, card)
        chance, leaves = _tables(card.lines, card.circled_general, spec.dice.count, spec.voluntary_sacrifice)
        rules["chance"][number, : chance.shape[0]] = chance
        rules["leaves"][number, :, : chance.shape[0]] = leaves
    fill_tables(rules)
    return compiled


def _compile_card(rules: Any, number: int, card: Any) -> None:
    rules["points"][number] = card.points
    rules["general"][number] = card.circled_general
    rules["printed"][number] = (1 << len(card.lines) + 1) - 2
    for line, (symbols, soldiers) in enumerate(((("general",), 0), *card.lines)):
        rules["needs"][number, line] = sum(
            symbols.count(face) << 8 * i for i, face in enumerate(FACES[:SYMBOLS])
        )
        rules["symbols"][number, line] = len(symbols)
        rules["soldiers"][number, line] = soldiers


@cache
def _tables(
    lines: tuple[Any, ...], general: bool, dice: int, voluntary: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return the chances of a card by mask and dice, and what failures leave by owned, mask and dice."""
    attack = Attack(lines, voluntary=voluntary)
    masks = 1 << len(attack.lines)
    chance = np.zeros((masks, MOST_DICE + 1), np.int32)
    leaves = np.zeros((2, masks, MOST_DICE + 1), np.int32)
    for left in range(masks):
        for number in range(dice + 1):
            chance[left, number] = round(attack.chance(left, number) * CHANCE_ONE)
    for owned in range(1 + general):
        failures = Failures(attack, dice, another=bool(owned))
        for left in range(masks):
            for number in range(dice + 1):
                leaves[owned, left, number] = round(failures.chance(left, number) * CHANCE_ONE)
    return chance, leaves


class Failures:
    """The chance that an attack by best play fails and the next player then conquers what it left.

    The dice on filled lines are taken to be the fewest that can fill them.
    """

    def __init__(self, attack: Attack, dice: int, *, another: bool):
        self.attack = attack
        self.dice = dice
        self.whole = attack.lines_left(another=another)
        self._chances: dict[tuple[int, int], float] = {}

    def chance(self, left: int, dice: int) -> float:
        """Return it for a mask of lines left, some but not all of the card's, and dice to roll."""
        if not left or left == self.whole or left & ~self.whole:
            return 0.0
        if not dice:
            return float(self.attack.chance(left, max(0, self.dice - self._on_lines(self.whole & ~left))))
        known = self._chances.get((left, dice))
        if known is None:
            total = 0.0
            for pattern, ways in self.attack.patterns(dice):
                total += ways * self.chance(*self._after(pattern, left, dice))
            known = self._chances[left, dice] = total / len(FACES) ** dice
        return known

    def _after(self, pattern: tuple[int, ...], left: int, dice: int) -> tuple[int, int]:
        """Return the lines and the dice left after the best choice at a roll."""
        options = [
            (left ^ (1 << line), dice - used)
            for line, used in enumerate(pattern)
            if used and left >> line & 1
        ]
        if self.attack.voluntary or not options:
            options.append((left, dice - 1))
        return max(options, key=lambda option: self.attack.chance(*option))

    def _on_lines(self, filled: int) -> int:
        lines = enumerate(self.attack.lines)
        return sum(len(symbols) - (-few // STRONGEST_DIE) for i, (symbols, few) in lines if filled >> i & 1)
