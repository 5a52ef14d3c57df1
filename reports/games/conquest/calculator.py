"""What a calculator has to know of a rulebook of the conquest games: its law of dice, its sets of cards."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.games.conquest.battles.attack_question import Rules, rules_of_attack
from conquestlab.analysis.games.conquest.battles.dice_choice import counts_against, rolls
from conquestlab.analysis.games.conquest.battles.dice_law import loss_counts
from conquestlab.analysis.games.conquest.card_sets.card_question import read_rules
from conquestlab.analysis.games.conquest.card_sets.card_rules import set_kinds
from conquestlab.analysis.rules.rulebook import Rulebook
from conquestlab.reports.games.conquest.thumb_rules import dice_words, provenance_words


def calculator(book: Rulebook) -> dict[str, Any]:
    """Return the part of a rulebook in a calculator."""
    rules = rules_of_attack(book)
    return {
        "battles": _battles(rules),
        "sets": _sets(book),
        "about": [dice_words(rules, to_the_end=False), provenance_words(book)],
    }


def _battles(rules: Rules) -> dict[str, Any]:
    """Return the dice, and by numbers of dice in how many ways each loss of the attacker falls."""
    dice = rules.dice
    attack, defend = range(1, dice.attacker + 1), range(1, dice.defender + 1)
    return {
        "attacker": dice.attacker,
        "defender": dice.defender,
        "sides": dice.sides,
        "counts": [[loss_counts(i, j, dice.sides, dice.ties) for j in defend] for i in attack],
        "seen": [_seen_rolls(rules, i) for i in attack] if rules.seen else None,
    }


def _seen_rolls(rules: Rules, attack: int) -> dict[str, Any]:
    """Return the rolls of so many dice of attack, each with what every number of dice of defence does."""
    dice = rules.dice
    return {
        "rolls": [
            {
                "ways": ways,
                "counts": [
                    counts_against(faces, j, dice.sides, dice.ties) for j in range(1, dice.defender + 1)
                ],
            }
            for faces, ways in rolls(attack, dice.sides)
        ]
    }


def _sets(book: Rulebook) -> dict[str, Any] | None:
    """Return the kinds of sets, the deck and what sets bring; None where no set can be made."""
    _, rules = read_rules(book)
    kinds = [kind._asdict() for kind in set_kinds(rules)]
    if not kinds:
        return None
    return {
        "deck": rules.deck,
        "kinds": kinds,
        "scale": rules.scale if rules.has_scale else None,
        "step": rules.scale_step,
        "must": rules.must_exchange_at,
        "bonus": rules.land_bonus,
        "bonusOnce": rules.land_bonus_limit == "one_a_turn",
    }
