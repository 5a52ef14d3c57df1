"""The referee of conquest on the worked examples of the rulebooks."""

import pytest
from small_worlds import small

from conquestlab.analysis.games.conquest.referee.cards import armies_of_set
from conquestlab.analysis.games.conquest.referee.combat import losses
from conquestlab.analysis.games.conquest.referee.table import Table
from conquestlab.analysis.rules.rulebook import load


def table(text, seats=3):
    return Table(load(text), seats)


def by_arm(board, arm, many=3):
    return [land for land, own in board.arm.items() if own == arm][:many]


def one_of_each(board):
    return [by_arm(board, arm)[0] for arm in ("infantry", "cavalry", "artillery")]


@pytest.mark.parametrize(
    ("attack", "defend", "lost"),
    [([5, 3, 2], [6, 2], (1, 1)), ([6], [6], (1, 0)), ([6, 2, 2], [5, 4, 2], (2, 1)), ([1, 6], [3], (0, 1))],
)
def test_3_7_dice(attack, defend, lost):
    assert losses(attack, defend, "defender") == lost
    assert losses(attack[::-1], defend[::-1], "defender") == lost


def test_5_2_two_against_two_with_a_tie_below_a_tie():
    assert losses([5, 3], [5, 3], "defender") == (2, 0)
    assert losses([5, 3], [5, 3], "attacker") == (0, 2)


def test_3_7_the_first_series():
    board = table("conquete-1957")
    cards = one_of_each(board)
    assert armies_of_set(board, cards, 1) + armies_of_set(board, cards, 2) == 10
    assert sum(armies_of_set(board, ["joker_1"], number) for number in (2, 3, 4)) == 24
    assert [armies_of_set(board, cards, number) for number in (8, 9, 10)] == [25, 30, 35]


def test_4_the_series_of_the_second_rule():
    board = table("conquete-1957-second")
    worth = [armies_of_set(board, ["joker_2"], number) for number in range(1, 9)]
    assert worth == [6, 8, 10, 12, 15, 20, 25, 30]


def test_5_2_fixed_values():
    board = table("risk-1970-objectives")
    alike = [armies_of_set(board, by_arm(board, arm), 1) for arm in ("artillery", "infantry", "cavalry")]
    assert [*alike, armies_of_set(board, one_of_each(board), 7)] == [4, 6, 8, 10]
    assert armies_of_set(board, ["joker_1", *by_arm(board, "cavalry", 2)], 1) == 12
    assert armies_of_set(board, ["joker_1", *one_of_each(board)[:2]], 1) is None
    assert armies_of_set(board, ["joker_1", "joker_2", "alaska"], 1) is None


def test_5_1_r6_two_jokers_and_a_card_in_the_world_conquest():
    board = table("risk-1970-world")
    assert armies_of_set(board, ["joker_1", "joker_2", "alaska"], 3) == 8
    assert armies_of_set(board, ["joker_1", *one_of_each(board)[:2]], 3) == 8
    assert armies_of_set(board, ["joker_1"], 3) is None


def test_3_1_the_talon_has_44_cards():
    board = table("conquete-1957")
    assert len(board.talon) == 44
    assert len(Table(small("conquete-1957,cards.jokers=0")[0], 3).talon) == 14
