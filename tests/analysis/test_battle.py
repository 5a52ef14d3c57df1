"""Battles against golden fractions, a slow oracle, and published values."""

import csv
from fractions import Fraction
from pathlib import Path

import oracle
import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.battle import Battle, RollLaw, Spread, fight
from conquestlab.analysis.games.conquest.battles.battle_table import battle_table
from conquestlab.analysis.games.conquest.battles.dice_law import Dice

GOLDEN = Path(__file__).parents[1] / "golden"
BOTH = [("3v2", Dice(3, 2)), ("3v3", Dice(3, 3))]


def golden(name):
    with open(GOLDEN / name, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def close(value, exact, tolerance=1e-12):
    return exact < Fraction(1, 10**300) or abs(Fraction(value) / exact - 1) < tolerance


@pytest.mark.parametrize(("name", "dice"), BOTH)
def test_wins_equal_the_golden_fractions(name, dice):
    rows = golden(f"battle_win_{name}_A1-10_D1-10_exact.csv")
    assert len(rows) == 100
    for row in rows:
        a, d = int(row["A_attacking"]), int(row["D"])
        exact = Fraction(int(row["numerator"]), int(row["denominator"]))
        assert Battle(a, d, dice, exact=True).win == exact
        assert Battle(a, d, dice).win == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize(("name", "dice"), BOTH)
def test_distribution_golden(name, dice):
    ends = Battle(5, 3, dice).ends
    rows = golden(f"battle_distribution_{name}_5v3.csv")
    assert [(int(r["att_left"]), int(r["def_left"])) for r in rows] == list(ends)
    for row, chance in zip(rows, ends.values(), strict=True):
        assert chance == pytest.approx(float(row["probability"]), rel=1e-14)


def test_osborne_2003():
    rows = golden("published_osborne_2003_table3.csv")
    cells = [(int(row["A"]), d, float(row[str(d)])) for row in rows for d in range(1, 11)]
    assert len(cells) == 100
    for a, d, published in cells:
        assert abs(Battle(a, d, Dice(3, 2)).win - published) <= 0.0005 + 1e-12


@pytest.mark.parametrize(("name", "dice"), BOTH)
def test_both_tails_to_50_x_50(name, dice):
    exact = oracle.win_table(50, dice.attacker, dice.defender)
    table = battle_table((50, 50), RollLaw(dice))
    for (a, d), win in exact.items():
        if a and d:
            assert close(table[a, d].win, win)
            assert close(table[a, d].lose, 1 - win)
    for a, d in ((50, 50), (50, 3), (3, 50), (17, 31), (1, 50), (50, 1)):
        assert close(Battle(a, d, dice).win, exact[a, d])
        assert close(Battle(a, d, dice).lose, 1 - exact[a, d])


CASES = [
    (Dice(), 12, 9, 0, 0),
    (Dice(3, 2), 1, 1, 0, 0),
    (Dice(3, 2), 2, 7, 0, 0),
    (Dice(1, 3), 9, 4, 0, 0),
    (Dice(3, 3, 4, "attacker"), 14, 10, 3, 0),
    (Dice(2, 3, 3), 9, 10, 0, 4),
    (Dice(3, 2), 11, 8, 2, 3),
    (Dice(3, 3, 2), 6, 6, 5, 5),
    (Dice(4, 3, 2), 8, 7, 0, 0),
]


@pytest.mark.parametrize(("dice", "a", "d", "stop", "hold"), CASES)
def test_the_end_equals_the_slow_oracle(dice, a, d, stop, hold):
    expected = oracle.battle_ends(a, d, *dice, stop=stop, hold=hold)
    exact = Battle(a, d, dice, stop=stop, hold=hold, exact=True)
    assert exact.ends == expected
    assert exact.win == sum(p for (_, left), p in expected.items() if left <= hold)
    assert exact.win + exact.lose == 1
    battle = Battle(a, d, dice, stop=stop, hold=hold)
    assert list(battle.ends) == list(exact.ends)
    assert all(close(p, expected[end]) for end, p in battle.ends.items())
    assert exact.attackers_left.mean == sum(left * p for (left, _), p in expected.items())
    assert exact.defenders_left.mean == sum(left * p for (_, left), p in expected.items())
    assert exact.attacker_losses.mean == a - exact.attackers_left.mean
    assert exact.defender_losses.mean == d - exact.defenders_left.mean
    assert battle.attackers_left.mean == pytest.approx(float(exact.attackers_left.mean), rel=1e-13)


@pytest.mark.parametrize(("dice", "a", "d", "stop", "hold"), CASES)
def test_the_number_of_rolls_equals_the_slow_oracle(dice, a, d, stop, hold):
    expected = oracle.roll_numbers(a, d, *dice, stop=stop, hold=hold)
    exact = Battle(a, d, dice, stop=stop, hold=hold, exact=True)
    mean = sum(n * p for n, p in expected.items())
    assert dict(exact.rolls.chances) == expected
    assert exact.rounds == exact.rolls.mean == mean
    battle = Battle(a, d, dice, stop=stop, hold=hold)
    assert battle.rounds == pytest.approx(float(mean), rel=1e-13)
    assert {n for n, _ in battle.rolls.chances} == set(expected)
    assert all(close(p, expected[n]) for n, p in battle.rolls.chances)
    assert battle.rolls.sd == pytest.approx(exact.rolls.sd, rel=1e-9)


def test_more_armies_than_the_plain_way_takes():
    dice = Dice(3, 2)
    battle, plain = Battle(900, 800, dice), fight({900: 1.0}, 800, RollLaw(dice).at)[0]
    assert battle.ends.keys() == plain.keys()
    assert all(p == pytest.approx(plain[end], rel=1e-12, abs=1e-300) for end, p in battle.ends.items())
    assert battle.rolls.mean == pytest.approx(battle.rounds, rel=1e-12)
    assert battle.win + battle.lose == pytest.approx(1, abs=1e-13)


def test_spread_of_a_die():
    die = Spread.of((face, Fraction(1, 6)) for face in (6, 5, 4, 3, 2, 1))
    assert die.mean == Fraction(7, 2)
    assert die.sd == pytest.approx((35 / 12) ** 0.5)
    assert [die.quantile(Fraction(k, 6)) for k in range(7)] == [1, 1, 2, 3, 4, 5, 6]
    with pytest.raises(WrongUse):
        die.quantile(1.5)


@pytest.mark.parametrize(("a", "d"), [(0, 3), (3, 0), (-1, 2), (10**12, 3), (3, 100_001)])
def test_impossible_armies_are_refused(a, d):
    with pytest.raises(WrongUse, match="whole number from 1 to 100000"):
        Battle(a, d)


def test_already_stopped():
    assert Battle(3, 2, stop=3).ends == {(3, 2): 1.0}
    assert Battle(3, 2, stop=3).lose == 1.0
    assert Battle(3, 2, hold=2).win == 1.0
    assert Battle(3, 2, hold=2).rounds == 0


def left_if(ends, chosen, side):
    """Return the mean of one side of the ends that are chosen."""
    some = {end: chance for end, chance in ends.items() if chosen(end)}
    return sum(end[side] * chance for end, chance in some.items()) / sum(some.values())


@pytest.mark.parametrize(("name", "dice"), BOTH)
def test_what_is_left_if_won_and_if_lost_follows_from_the_golden_distribution(name, dice):
    rows = golden(f"battle_distribution_{name}_5v3.csv")
    ends = {(int(row["att_left"]), int(row["def_left"])): float(row["probability"]) for row in rows}
    battle = Battle(5, 3, dice)
    assert battle.left_if_won == pytest.approx(left_if(ends, lambda end: end[1] == 0, 0), rel=1e-13)
    assert battle.left_if_lost == pytest.approx(left_if(ends, lambda end: end[1] > 0, 1), rel=1e-13)
    exact = Battle(5, 3, dice, exact=True)
    assert exact.win * exact.left_if_won == exact.attackers_left.mean  # who loses has nobody left


@pytest.mark.parametrize(("stop", "hold"), [(0, 0), (2, 0), (0, 1), (3, 2)])
def test_what_is_left_equals_the_slow_oracle_where_a_battle_is_broken_off(stop, hold):
    for attackers, defenders in ((6, 4), (9, 7), (4, 9)):
        ends = {
            end: chance
            for end, chance in oracle.battle_ends(attackers, defenders, 3, 2, stop=stop, hold=hold).items()
            if chance
        }
        battle = Battle(attackers, defenders, Dice(3, 2), stop=stop, hold=hold, exact=True)
        assert battle.left_if_won == left_if(ends, lambda end: end[1] <= hold, 0)
        assert battle.left_if_lost == left_if(ends, lambda end: end[1] > hold, 1)
        plain = Battle(attackers, defenders, Dice(3, 2), stop=stop, hold=hold)
        assert plain.left_if_won == pytest.approx(float(battle.left_if_won), rel=1e-12)
        assert plain.left_if_lost == pytest.approx(float(battle.left_if_lost), rel=1e-12)


def test_nothing_is_left_where_nothing_can_be():
    assert Battle(5, 3, Dice(3, 2), stop=5).left_if_won is None
    assert Battle(5, 3, Dice(3, 2), hold=3).left_if_lost is None
