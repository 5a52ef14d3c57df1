"""A table with choices from outside: who is asked, what is refused, and what stays secret."""

import numpy as np
import pytest
from race import kernels

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.shared.contract import AMOUNT, CHOICE_WIDTH, EVENT_WIDTH

SEEDS = np.full(6, 5, np.uint64)


def pace(dice):
    choice = np.zeros(CHOICE_WIDTH, np.int64)
    choice[0], choice[AMOUNT] = kernels.CHOOSE_PACE, dice
    return choice


def test_only_the_bots_outside_are_asked_and_their_choices_are_carried_out():
    table = SeatedGame(load("race"), ["bold", None, "chaser"])
    asked = []

    def choose(position, choices):
        asked.append(int(position["asker"]))
        assert choices.tolist() == [[kernels.CHOOSE_PACE, 0, 0, 0, 0, 0, 1, 3]]
        return pace(1)

    played = table.play_logged(SEEDS, 0, choose)
    assert asked == [1] * played.row["rounds"]
    paces = [line[2] for line in played.lines.tolist() if line[0] == kernels.PACE and line[1] == 1]
    assert paces == [1] * played.row["rounds"]


def test_a_bot_outside_that_does_as_one_inside_plays_its_game():
    outside = SeatedGame(load("race"), [None, "chaser"]).play_logged(
        SEEDS, 3, lambda position, choices: pace(3)
    )
    inside = SeatedGame(load("race"), ["bold", "chaser"]).play_logged(SEEDS, 3)
    assert outside.row == inside.row
    assert outside.lines.tolist() == inside.lines.tolist()


def test_the_bots_of_a_block_move_on_also_where_one_is_outside():
    table = SeatedGame(load("race"), [None, "bold", "bold"], shared=True)
    askers = []
    for game in range(3):
        seen = set()
        table.play_logged(
            SEEDS, game, lambda position, choices, seen=seen: seen.add(int(position["asker"])) or pace(2)
        )
        askers.append(seen)
    assert askers == [{0}, {1}, {2}]


def test_a_choice_that_is_not_legal_fails_with_its_reason():
    table = SeatedGame(load("race"), [None, "bold"])
    with pytest.raises(Failed, match="of seat 1 is not legal: there are paces of 1 to 3 dice"):
        table.play_logged(SEEDS, 0, lambda position, choices: pace(4))


def test_somebody_has_to_choose_for_a_bot_outside():
    with pytest.raises(Failed, match="seat 2 is asked"):
        SeatedGame(load("race"), ["bold", None]).play_logged(SEEDS, 0)


def test_a_choice_made_in_secret_shows_in_nobodys_view_and_in_no_event():
    table = SeatedGame(load("race"), [None, None])
    kernels = table.engine.kernels
    events = np.zeros((1000, EVENT_WIDTH), np.int64)
    course = np.zeros((0, 2), np.int32)
    views = []
    for dice in (1, 3):
        position = np.zeros(1, kernels.position_dtype)[0]
        kernels.begin(table.rules, SEEDS, 0, 2, position)
        position["bot_of_seat"][:2] = 0, 1
        kernels.advance(table.rules, table.bots, position, events, course)
        assert kernels.choose(table.rules, position, pace(dice)) == 0
        kernels.advance(table.rules, table.bots, position, events, course)
        assert (position["asker"], position["logged"]) == (1, 0)
        views.append(table.engine.view(table.rules, position, 1))
    assert views[0] == views[1]


def test_without_a_question_nothing_is_legal():
    table = SeatedGame(load("race"), ["bold", "bold"])
    position = np.zeros(1, table.engine.kernels.position_dtype)[0]
    table.engine.kernels.begin(table.rules, SEEDS, 0, 2, position)
    assert len(table.choices(position)) == 0
    assert table.engine.kernels.choose(table.rules, position, pace(1)) == kernels.NOT_ASKED
