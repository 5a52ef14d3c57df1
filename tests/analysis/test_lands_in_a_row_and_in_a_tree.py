"""Rows and trees of lands against plain recursion."""

from fractions import Fraction

import oracle
import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands
from conquestlab.analysis.games.conquest.battles.tree_of_lands import TreeOfLands, read_tree

BOTH = [Dice(3, 2), Dice(3, 3)]


@pytest.mark.parametrize("dice", BOTH)
@pytest.mark.parametrize("lands", [(3,), (2, 1), (1, 3, 2), (1, 1, 1, 1)])
@pytest.mark.parametrize("guard", [1, 3])
def test_a_row_equals_the_slow_oracle(dice, lands, guard):
    for attackers in (1, 2, 5, 9):
        guards = (guard,) * (len(lands) - 1)
        expected = {end: p for end, p in oracle.row_ends(attackers, lands, guards, *dice).items() if p}
        exact = RowOfLands(attackers, lands, (guard,), dice, exact=True)
        assert exact.ends == expected
        assert exact.win + exact.lose == 1
        row = RowOfLands(attackers, lands, (guard,), dice)
        assert list(row.ends) == list(exact.ends)
        assert all(abs(Fraction(p) / expected[end] - 1) < 1e-12 for end, p in row.ends.items())
        assert row.rounds == pytest.approx(float(exact.rounds), rel=1e-12)


def test_a_row_of_one_land_is_a_battle():
    assert RowOfLands(7, (5,)).ends == Battle(7, 5).ends
    assert RowOfLands(7, (5,)).rounds == Battle(7, 5).rounds


def test_a_row_that_is_broken_off():
    row = RowOfLands(6, (2, 2), stop=2, exact=True)
    assert sum(row.ends.values()) == 1
    assert all(a >= 0 for a, _ in row.ends)
    # The first battle ends at 2, 1 or 0 attackers left before the land falls, or goes on with one less.
    first = oracle.battle_ends(6, 2, 3, 3, stop=2)
    broken = sum(p for (a, d), p in first.items() if d)
    assert sum(p for (a, d), p in row.ends.items() if d > 2) == broken


def test_guards_differ_by_land():
    assert RowOfLands(9, (2, 2, 2), (1, 4), exact=True).ends == {
        end: p for end, p in oracle.row_ends(9, (2, 2, 2), (1, 4), 3, 3).items() if p
    }


@pytest.mark.parametrize(
    ("lands", "guards", "words"),
    [
        ((3, 4), (0,), "left behind"),
        ((3, 4), (1, 1), "2 guards"),
        ((), (1,), "lands"),
        ((3, 0), (1,), "defenders"),
    ],
)
def test_impossible_rows_are_refused(lands, guards, words):
    with pytest.raises(WrongUse, match=words):
        RowOfLands(5, lands, guards)


TREES = {
    "3": (3, ()),
    "1(1,1)": (1, ((1, ()), (1, ()))),
    "2(1(2))": (2, ((1, ((2, ()),)),)),
    "3(2,4(1))": (3, ((2, ()), (4, ((1, ()),)))),
    "1(2,1(1),1)": (1, ((2, ()), (1, ((1, ()),)), (1, ()))),
}


@pytest.mark.parametrize("dice", BOTH)
@pytest.mark.parametrize("text", TREES)
def test_a_tree_equals_the_slow_oracle(text, dice):
    for attackers in (1, 3, 6, 9):
        expected = oracle.tree_win(attackers, TREES[text], dice.attacker, dice.defender)
        exact = TreeOfLands(attackers, read_tree(text), dice, exact=True)
        assert exact.win == expected
        assert exact.lose == 1 - expected
        tree = TreeOfLands(attackers, read_tree(text), dice)
        assert tree.win == pytest.approx(float(expected), rel=1e-12)
        assert tree.lose == pytest.approx(float(1 - expected), rel=1e-12)


def test_a_tree_without_branches_is_a_row():
    tree, row = TreeOfLands(11, read_tree("3(2(4))"), exact=True), RowOfLands(11, (3, 2, 4), exact=True)
    prospect = tree.prospect
    assert prospect.win == row.win
    assert prospect.attackers_left == row.attackers_left.mean
    assert prospect.defenders_left == row.defenders_left.mean
    assert prospect.rounds == row.rounds
    assert (tree.left_if_won, tree.left_if_lost) == (row.left_if_won, row.left_if_lost)


def test_what_is_left_on_branches_adds_up():
    """All branches are taken or not, so the mean of attackers left is that of wins and of losses together."""
    tree = TreeOfLands(9, read_tree("2(1,3(1))"), exact=True)
    prospect = tree.prospect
    assert 0 < prospect.kept < prospect.attackers_left  # some are left in a branch though another holds
    assert tree.left_if_won * tree.win == prospect.kept
    assert tree.left_if_lost * tree.lose == prospect.defenders_left


def test_the_order_of_branches_does_not_matter():
    assert TreeOfLands(9, read_tree("2(1,3(1))")).win == TreeOfLands(9, read_tree("2(3(1),1)")).win


def test_a_tree_reads_and_writes_itself():
    for text in TREES:
        assert str(read_tree(text)) == text
    assert str(read_tree(" 3 ( 2 , 4(1) ) ")) == "3(2,4(1))"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(",
        "3(",
        "3()",
        "3(2",
        "3(2))",
        "3,2",
        "a",
        "3(-1)",
        "0(1)",
        "3(2;1)",
        "1(1,1,1,1,1,1,1,1)",
        "9" * 12,
    ],
)
def test_impossible_trees_are_refused(text):
    with pytest.raises(WrongUse):
        read_tree(text)
