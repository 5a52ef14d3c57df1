"""The card of odds: its table, the armies needed, and rules of thumb that hold as far as they say."""

from fractions import Fraction
from functools import cache
from math import ceil

import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.armies_needed import fewest_for_row
from conquestlab.analysis.games.conquest.battles.attack_answers import table
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import loss_chances
from conquestlab.analysis.games.conquest.battles.odds_card import CHANCES, MORE, REACH, SIDE
from conquestlab.analysis.games.conquest.battles.odds_card import odds_card as make_card
from conquestlab.analysis.requests.exact import OddsRequest

odds_card = cache(make_card)
RULES = [
    "risk-modern",
    "conquete-1957",
    "conquete-1957,dice.sides=8",
    "conquete-1957,dice.ties=attacker",
    "risk-modern,dice.attacker=1,dice.defender=3,dice.sides=2",
    "conquete-1957,dice.defender=1,dice.sides=2,dice.ties=attacker",
]


@pytest.mark.parametrize("rules", RULES)
def test_the_table_is_that_of_odds(rules):
    card = odds_card(rules)
    rows = table((rules,), OddsRequest(table=f"{SIDE}x{SIDE}"))
    assert len(rows) == len(card.table) == SIDE * SIDE
    for row in rows:
        cell = card.table[row["attackers"], row["defenders"]]
        assert (cell.win, cell.lose) == (row["win"], row["lose"])


@pytest.mark.parametrize("rules", RULES)
def test_the_armies_needed_are_those_of_need(rules):
    card = odds_card(rules)
    for row in card.rows[:6] + card.rows[-1:]:
        for name, chance in CHANCES.items():
            assert row[name] == fewest_for_row((row["defenders"],), chance, dice=card.rules.dice)
        battle = Battle(row["armies_90"], row["defenders"], card.rules.dice)
        assert row["lost_90"] == pytest.approx(row["armies_90"] - battle.attackers_left.mean, rel=1e-9)


@pytest.mark.parametrize("rules", RULES)
def test_the_rule_for_an_even_chance_errs_as_it_says(rules):
    card = odds_card(rules)
    rule, dice = card.even, card.rules.dice
    misses, chances = [], []
    for d in range(1, REACH + 1):
        named = max(1, ceil(Fraction(rule.share, 100) * d) + rule.more)
        assert rule.armies(d) == named
        misses.append(abs(named - fewest_for_row((d,), Fraction(1, 2), dice=dice)))
        chances.append(Battle(named, d, dice).win)
    assert (rule.off, rule.right) == (max(misses), misses.count(0))
    assert rule.low == pytest.approx(min(chances), rel=1e-9)
    assert rule.high == pytest.approx(max(chances), rel=1e-9)


def test_the_rule_of_today_is_the_one_that_is_known():
    # Hendel and others (2015): 86 % of the defenders and 2, with the army that stays behind.
    assert odds_card("risk-modern").even[:3] == (85, 1, 1)


@pytest.mark.parametrize("rules", RULES[:4])
def test_margins_hold_and_are_reached(rules):
    card = odds_card(rules)
    assert tuple(card.margins) == MORE
    for more, least in card.margins.items():
        chances = [Battle(d + more, d, card.rules.dice).win for d in range(1, SIDE + 1)]
        assert least == pytest.approx(min(chances), rel=1e-12)


def test_a_roll_costs_what_its_law_says():
    card = odds_card("conquete-1957")
    assert list(card.rolls)[:3] == [(3, 1), (3, 2), (3, 3)]
    for (a, d), (lost, taken) in card.rolls.items():
        chances = loss_chances(a, d)
        mean = sum(armies * chance for armies, chance in enumerate(chances))
        assert lost == pytest.approx(float(mean), rel=1e-14)
        assert taken == pytest.approx(float(min(a, d) - mean), rel=1e-14)


def test_a_defender_who_sees_the_roll_holds_better():
    seen, plain = odds_card("risk-modern,dice.defender_sees_attack_roll=true"), odds_card("risk-modern")
    assert all(seen.table[pair].win <= plain.table[pair].win + 1e-15 for pair in plain.table)
    assert seen.even.off == 0
    assert seen.rolls[3, 2][1] < plain.rolls[3, 2][1]


def test_a_game_without_battles_has_no_card():
    with pytest.raises(WrongUse, match="no battles of armies"):
        odds_card("risk-express")
