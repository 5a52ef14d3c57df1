"""Best stopping, and the fewest armies for a chance, against plain recursion and exact neighbours."""

import random
from fractions import Fraction

import oracle
import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.armies_needed import (
    fewest_for_row,
    fewest_for_tree,
)
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands
from conquestlab.analysis.games.conquest.battles.stopping import BestStopping
from conquestlab.analysis.games.conquest.battles.tree_of_lands import TreeOfLands, read_tree


@pytest.mark.parametrize("dice", [Dice(3, 2), Dice(3, 3)])
@pytest.mark.parametrize("worth", [0, 1, 4, 12])
def test_best_stopping_equals_the_slow_oracle(dice, worth):
    law = BestStopping((8, 8), worth, dice)
    for a in range(1, 9):
        for d in range(1, 9):
            exact = oracle.best_value(a, d, worth, dice.attacker, dice.defender)
            assert law.value(a, d) == pytest.approx(float(exact), rel=1e-13)
            assert law.attacks(a, d) == (exact > a)


def test_a_battle_under_best_stopping_keeps_what_it_should():
    law = BestStopping((9, 4), 5, Dice(3, 2))
    battle = Battle(9, 4, Dice(3, 2), law=law)
    value = battle.attackers_left.mean + 5 * battle.win
    assert value == pytest.approx(law.value(9, 4), rel=1e-13)
    assert battle.win < Battle(9, 4, Dice(3, 2)).win


def test_a_worthless_land_is_never_attacked():
    law = BestStopping((10, 10), 0, Dice(3, 2))
    assert all(law.fewest_to_attack(d) is None for d in range(1, 11))


@pytest.mark.parametrize("worth", [-1, float("nan"), float("inf")])
def test_an_impossible_worth_is_refused(worth):
    with pytest.raises(WrongUse, match="worth"):
        BestStopping((3, 3), worth, Dice())


def exact_win(attackers, lands, dice):
    if len(lands) == 1:
        return Battle(attackers, lands[0], dice, exact=True).win
    return RowOfLands(attackers, lands, (1,), dice, exact=True).win


@pytest.mark.parametrize("dice", [Dice(3, 2), Dice(3, 3), Dice(1, 3, 6, "attacker"), Dice(2, 3, 2)])
def test_need_is_never_off_by_one(dice):
    chooser = random.Random(3)
    for _ in range(25):
        lands = tuple(chooser.randint(1, 6) for _ in range(chooser.randint(1, 3)))
        chance = Fraction(chooser.randint(1, 99), 100)
        found = fewest_for_row(lands, chance, (1,), dice)
        assert exact_win(found, lands, dice) >= chance
        assert all(exact_win(a, lands, dice) < chance for a in range(1, found))


@pytest.mark.parametrize("dice", [Dice(3, 2), Dice(3, 3)])
def test_need_at_the_very_chance_and_a_hair_above(dice):
    hair = Fraction(1, 10**40)
    for attackers, defenders in ((1, 1), (4, 3), (9, 9), (30, 25)):
        exact = Battle(attackers, defenders, dice, exact=True).win
        assert fewest_for_row((defenders,), exact, (1,), dice) == attackers
        assert fewest_for_row((defenders,), exact + hair, (1,), dice) == attackers + 1
        assert fewest_for_row((defenders,), exact - hair, (1,), dice) == attackers


def test_need_close_to_certainty():
    found = fewest_for_row((3,), 1 - Fraction(1, 10**40))
    assert Battle(found, 3, exact=True).lose <= Fraction(1, 10**40) < Battle(found - 1, 3, exact=True).lose


def test_need_for_a_battle_too_large_to_climb():
    found = fewest_for_row((3000,), Fraction(1, 2), (1,), Dice(3, 2))
    assert Battle(found, 3000, Dice(3, 2)).win >= 0.5 > Battle(found - 1, 3000, Dice(3, 2)).win


def test_need_for_a_tree():
    root = read_tree("2(1,2(1))")
    found = fewest_for_tree(root, Fraction(3, 4), Dice(3, 2))
    assert TreeOfLands(found, root, Dice(3, 2)).win >= 0.75 > TreeOfLands(found - 1, root, Dice(3, 2)).win
