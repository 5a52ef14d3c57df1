"""What shows that the answers about conquest are right: published odds, and exact ones beside simulated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conquestlab.analysis.evidence.checks import Row, checked
from conquestlab.analysis.evidence.published import read_published, rounded, rounds_to
from conquestlab.analysis.evidence.simulated import Attack, Played
from conquestlab.analysis.games.conquest.battles.attack_question import rules_of_attack
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice, loss_counts
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands
from conquestlab.analysis.games.trial import Trial
from conquestlab.analysis.rules.rulebook import Rulebook

FOLDER = "conquestlab.analysis.games.conquest"
ATTACKS = ((2, (1,)), (3, (2,)), (5, (5,)), (10, (8,)), (20, (25,)), (12, (3, 2, 4)), (30, (5, 1, 8, 3)))
"""Attackers, and the defenders of a land or of a row of lands."""


def published_rows() -> Iterator[Row]:
    """Yield a row for a table of battles, each number of throws and each chance of a set."""
    values = read_published(FOLDER)
    yield _table_row(values["battles"])
    for rolls in values["rolls"]:
        yield from _roll_rows(rolls)
    for cards in values["cards"]:
        yield from _card_rows(cards)


def _table_row(battles: dict[str, Any]) -> Row:
    dice = Dice(*battles["dice"])
    cells = [
        (Battle(a, d, dice).win, text)
        for a, row in enumerate(battles["chances"], 1)
        for d, text in enumerate(row, 1)
    ]
    agree = sum(rounds_to(value, text) for value, text in cells)
    of = f"{battles['source']}: chances that agree"
    return checked("published", of, agree == len(cells), value=agree, expected=len(cells))


def _roll_rows(rolls: dict[str, Any]) -> Iterator[Row]:
    attack, defend = rolls["dice"]
    counted = loss_counts(attack, defend)
    for lost, (value, expected) in enumerate(zip(counted, rolls["throws"], strict=True)):
        of = f"{rolls['source']}: {attack} dice against {defend}, attacker loses {lost}"
        yield checked("published", of, value == expected, value=value, expected=expected)


def _card_rows(cards: dict[str, Any]) -> Iterator[Row]:
    from conquestlab.analysis.games.conquest.card_sets.card_odds import mean_cards_to_set, set_chance
    from conquestlab.analysis.games.conquest.card_sets.card_question import read_rules

    rules = read_rules(cards["rules"])[1]
    for size, text in cards["set_in"].items():
        of = f"{cards['source']}: {cards['rules']}, a set in {size} cards"
        yield rounded(of, float(set_chance(rules, int(size))), text)
    if "cards_to_set" in cards:
        of = f"{cards['source']}: {cards['rules']}, cards until a set"
        yield rounded(of, float(mean_cards_to_set(rules)), cards["cards_to_set"])


def attacks_of(rulebook: Rulebook, seen: set[Any]) -> list[Attack]:
    """Return the attacks to play under a rulebook; none where its dice are among those seen."""
    asked = rules_of_attack(rulebook)
    if asked.dice in seen:
        return []
    seen.add(asked.dice)
    return [_battle(asked.label, asked.dice, attackers, lands) for attackers, lands in ATTACKS]


def _battle(label: str, dice: Dice, attackers: int, lands: tuple[int, ...]) -> Attack:
    attack = RowOfLands(attackers, lands, (1,), dice) if len(lands) > 1 else Battle(attackers, lands[0], dice)

    def play(trial: Trial) -> list[Played]:
        from conquestlab.analysis.games.conquest.battles.battle_simulation import odds_beside, simulate_battle

        columns = odds_beside(attack, simulate_battle(attack, trial.games, trial.seed, trial.jobs))
        against = " ".join(map(str, lands))
        return [(f"{label}: {attackers} against {against}", trial.games, columns | {"win": attack.win})]

    return play
