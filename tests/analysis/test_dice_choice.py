"""The solved choice of dice against golden fractions, linear programming and trying everything."""

import csv
import itertools
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import oracle
import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_choice import (
    ChosenDice,
    counts_against,
    rolls,
    solve_matrix,
)
from conquestlab.analysis.games.conquest.battles.dice_law import Dice, loss_counts

GOLDEN = Path(__file__).parents[1] / "golden"
BOTH = [("3v2", Dice(3, 2)), ("3v3", Dice(3, 3))]


@pytest.mark.parametrize(("name", "dice"), BOTH)
@pytest.mark.parametrize(("order", "file"), [("announced", "announce"), ("seen", "seen")])
def test_the_golden_fractions(name, dice, order, file):
    solved = ChosenDice((10, 10), dice, order=order, exact=True)
    with open(GOLDEN / f"optimal_choice_{name}_{file}_A1-10_D1-10.csv", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 100
    for row in rows:
        a, d = int(row["A_attacking"]), int(row["D"])
        assert solved.choices[a, d].win == Fraction(int(row["numerator"]), int(row["denominator"]))


@pytest.mark.parametrize(("name", "dice"), BOTH)
@pytest.mark.parametrize("order", ["announced", "together"])
def test_most_dice_is_a_saddle_point_to_60_x_60(name, dice, order):
    solved = ChosenDice((60, 60), dice, order=order)
    assert len(solved.choices) == 3600
    for (a, d), choice in solved.choices.items():
        assert choice.attack == {min(a, dice.attacker): 1.0}
        assert choice.defend == {min(d, dice.defender): 1.0}


@pytest.mark.parametrize(
    ("dice", "before", "after"), [(Dice(3, 2), 0.5676, 0.4529), (Dice(3, 3), 0.1902, 0.0867)]
)
def test_what_seeing_the_roll_is_worth(dice, before, after):
    assert Battle(10, 10, dice).win == pytest.approx(before, abs=5e-5)
    assert ChosenDice((10, 10), dice, order="seen").choices[10, 10].win == pytest.approx(after, abs=5e-5)


@pytest.mark.parametrize("order", ["announced", "together", "seen"])
def test_a_battle_under_the_solution_has_its_chance(order):
    law = ChosenDice((8, 7), Dice(3, 2), order=order, exact=True)
    battle = Battle(8, 7, Dice(3, 2), exact=True, law=law)
    assert battle.win == law.choices[8, 7].win
    assert battle.win + battle.lose == 1


@cache
def seen_by_trying_everything(a, d, most_attack, most_defend, sides):
    """Best chance when the defender chooses after every ordered roll of the attacker."""
    if d == 0:
        return Fraction(1)
    if a == 0:
        return Fraction(0)
    faces, best = range(1, sides + 1), Fraction(0)
    for i in range(1, min(a, most_attack) + 1):
        chance = Fraction(0)
        for attack in itertools.product(faces, repeat=i):
            replies = []
            for j in range(1, min(d, most_defend) + 1):
                won = Fraction(0)
                for defend in itertools.product(faces, repeat=j):
                    x, y = oracle.one_roll(attack, defend)
                    won += seen_by_trying_everything(a - x, d - y, most_attack, most_defend, sides)
                replies.append(won / sides**j)
            chance += min(replies)
        best = max(best, chance / sides**i)
    return best


def test_seen_equals_trying_everything():
    solved = ChosenDice((4, 4), Dice(3, 2, 4), order="seen", exact=True)
    for a in range(1, 5):
        for d in range(1, 5):
            assert solved.choices[a, d].win == seen_by_trying_everything(a, d, 3, 2, 4)


def test_one_side_chooses_against_fixed_dice():
    best = ChosenDice((6, 6), Dice(3, 2), attack="best", defend="fewest").choices[6, 6].win
    assert best >= Battle(6, 6, Dice(3, 1)).win
    fixed = ChosenDice((6, 6), Dice(3, 2), attack="most", defend=1).choices[6, 6].win
    assert fixed == pytest.approx(Battle(6, 6, Dice(3, 1)).win, rel=1e-13)
    assert ChosenDice((6, 6), Dice(3, 2), attack="fewest", defend="most").choices[6, 6].win == pytest.approx(
        Battle(6, 6, Dice(1, 2)).win, rel=1e-13
    )


def test_counts_against_a_roll_add_up_to_the_law():
    for attack, defend in itertools.product((1, 2, 3), repeat=2):
        totals = np.zeros(min(attack, defend) + 1, int)
        for faces, ways in rolls(attack, 6):
            totals += ways * np.array(counts_against(faces, defend, 6, "defender"))
        assert tuple(totals) == loss_counts(attack, defend)


def test_matrix_games_against_linear_programming():
    from scipy.optimize import linprog

    generator = np.random.default_rng(5)
    mixed = 0
    for _ in range(60):
        matrix = generator.integers(-4, 5, size=generator.integers(1, 4, size=2)).astype(float)
        value, rows, columns = solve_matrix(matrix.tolist())
        size = matrix.shape[0]
        # Maximise v with x' M >= v: variables x, v.
        found = linprog(
            [0.0] * size + [-1.0],
            A_ub=np.hstack([-matrix.T, np.ones((matrix.shape[1], 1))]),
            b_ub=np.zeros(matrix.shape[1]),
            A_eq=[[1.0] * size + [0.0]],
            b_eq=[1.0],
            bounds=[(0, 1)] * size + [(None, None)],
        )
        assert value == pytest.approx(-found.fun, abs=1e-9)
        assert sum(rows) == pytest.approx(1)
        assert sum(columns) == pytest.approx(1)
        assert min(np.array(rows) @ matrix) == pytest.approx(value, abs=1e-9)
        assert max(matrix @ np.array(columns)) == pytest.approx(value, abs=1e-9)
        mixed += max(rows) < 1
    assert mixed > 10


def test_rock_paper_scissors_exactly():
    third = Fraction(1, 3)
    game = [[Fraction(x) for x in row] for row in ([0, -1, 1], [1, 0, -1], [-1, 1, 0])]
    assert solve_matrix(game) == (0, [third] * 3, [third] * 3)


@pytest.mark.parametrize("wrong", [{"order": "later"}, {"attack": 0}, {"defend": "many"}, {"attack": -1}])
def test_impossible_choices_are_refused(wrong):
    with pytest.raises(WrongUse):
        ChosenDice((3, 3), Dice(), **wrong)


def test_too_large_positions_are_refused():
    with pytest.raises(WrongUse, match="product"):
        ChosenDice((1000, 1000), Dice())
