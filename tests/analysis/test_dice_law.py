"""The law of one roll against every roll thrown, and against the printed examples."""

import csv
from fractions import Fraction
from pathlib import Path

import oracle
import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.dice_law import Dice, loss_chances, loss_counts, losses

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("ties", ["defender", "attacker"])
@pytest.mark.parametrize("sides", [2, 3, 5, 6])
def test_counts_equal_enumeration(sides, ties):
    for attack in (1, 2, 3):
        for defend in (1, 2, 3):
            if sides ** (attack + defend) <= 50_000:
                assert loss_counts(attack, defend, sides, ties) == oracle.roll_counts(
                    attack, defend, sides, ties
                )


def test_counts_equal_enumeration_with_more_dice():
    assert loss_counts(4, 3, 3) == oracle.roll_counts(4, 3, 3)
    assert loss_counts(2, 5, 3, "attacker") == oracle.roll_counts(2, 5, 3, "attacker")


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_counts_add_up_to_all_rolls(sides):
    for attack in (1, 2, 3):
        for defend in (1, 2, 3):
            assert sum(loss_counts(attack, defend, sides)) == sides ** (attack + defend)


def test_single_round_golden():
    with open(GOLDEN / "single_round_d6_ties_defender.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 23
    for row in rows:
        attack, defend, lost = int(row["att_dice"]), int(row["def_dice"]), int(row["att_losses"])
        assert loss_counts(attack, defend)[lost] == int(row["ways"])
        assert loss_chances(attack, defend)[lost] == Fraction(row["fraction_reduced"])


def test_3_7_three_against_three():
    assert loss_counts(3, 3) == (6420, 10017, 12348, 17871)


@pytest.mark.parametrize(
    ("attack", "defend", "expected"),
    [
        ([5, 3, 2], [6, 2], (1, 1)),
        ([6], [6], (1, 0)),
        ([6, 2, 2], [5, 4, 2], (2, 1)),
        ([6, 1, 1], [3], (0, 1)),
        ([5, 3], [5, 3], (2, 0)),
        ([6], [5, 4], (0, 1)),
    ],
)
def test_3_7_and_5_2_printed_rolls(attack, defend, expected):
    assert losses(attack, defend) == expected
    assert losses(attack[::-1], defend[::-1]) == expected
    assert oracle.one_roll(attack, defend) == expected


@pytest.mark.parametrize("dice", [Dice(0), Dice(3, 11), Dice(sides=1), Dice(sides=21), Dice(ties="nobody")])
def test_impossible_dice_are_refused(dice):
    with pytest.raises(WrongUse, match=r"dice\."):
        dice.checked()
