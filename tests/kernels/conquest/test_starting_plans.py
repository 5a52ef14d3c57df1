"""Starting armies of a planner that tries placements: legal, without what it may not know, and better."""

from dataclasses import replace

import numpy as np
import pytest
from conquest_script import Script
from plain_python import printed_without_jit, too_many_games

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest.placement_wins import placement_wins
from conquestlab.kernels.conquest.rules import check
from conquestlab.kernels.conquest.starting_plans import starting_choice
from conquestlab.kernels.conquest.state import ACCEPTED, PLACE, STARTING
from conquestlab.kernels.conquest.weighed.policy import weighed_choice
from conquestlab.kernels.shared.contract import AMOUNT
from conquestlab.kernels.shared.rows import WHOLE_WIN

MODERN = "risk-modern"
SEEDS = np.arange(71, 77, dtype=np.uint64)


def strategist(book, seats, starts):
    bot = find_bot("strategist", engine_for(book), book, seats)
    return replace(bot, name=f"starts {starts}", weights={**bot.weights, "starts": starts})


def sit(script, starts):
    """Put a strategist in every seat of a script, until the next choice is laid down."""
    table = SeatedGame(script.book, [strategist(script.book, script.seats, starts)] * script.seats)
    for seat in range(script.seats):
        script.position["bot"][seat] = table.bots[seat]


def place_all(script, starts):
    """Have the seats place by choices of the planner; return what each has placed where, choice by choice."""
    position, placed = script.position, []
    script.run()
    while position["asked"] == PLACE and position["stage"] == STARTING:
        sit(script, starts)
        starting_choice(script.rules, position)
        choice = position["choice"].copy()
        assert check(script.rules, position, choice) == ACCEPTED
        placed.append((int(position["asker"]), int(choice[1]), int(choice[AMOUNT])))
        script.choose(script.ids[choice[1]], amount=int(choice[AMOUNT]))
    return placed


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ("", 2),
        (",initial_placement=in_turn_order", 2),
        (",placement_round=3,max_rounds=3", 2),
        (",placement_round=3,initial_placement=in_turn_order", 2),
        (",piece_limit=50,handicap.armies=[9,-3]", 2),
        (",max_rounds=1", 3),
    ],
)
def test_all_starting_armies_are_placed_by_legal_choices(options, seats):
    script = Script(MODERN + options, seats)
    placed = place_all(script, 2)
    expected = Script(MODERN + options, seats)
    usual = place_all(expected, 0)
    for seat in range(seats):
        assert sum(armies for who, _, armies in placed if who == seat) == sum(
            armies for who, _, armies in usual if who == seat
        )
        assert script.position["armies_of"][seat] == expected.position["armies_of"][seat]


def test_where_armies_are_placed_a_few_at_a_time_the_weights_alone_decide():
    text = f"{MODERN},placement_round=3"
    assert place_all(Script(text, 2), 8) == place_all(Script(text, 2), 0)


def test_with_no_placements_to_try_the_planner_places_by_its_weights_and_draws_nothing():
    script = Script(MODERN, 2)
    script.run()
    sit(script, 0)
    position = script.position
    drawn = int(position["bots"][0]["drawn"])
    starting_choice(script.rules, position)
    choice = position["choice"].copy()
    weighed_choice(script.rules, position)
    assert (position["choice"] == choice).all()
    assert position["bots"][0]["drawn"] == drawn


def test_one_placement_to_try_is_the_usual_one():
    board = [Script(MODERN, 2) for _ in range(2)]
    place_all(board[0], 1)
    place_all(board[1], 0)
    assert (board[0].position["armies"] == board[1].position["armies"]).all()
    assert board[0].position["armies"].max() > 1


@too_many_games
def test_what_another_seat_has_placed_in_secret_is_not_known():
    choices = set()
    for land in range(6):
        script = Script(MODERN, 2)
        script.run()
        own = [place for place in script.ids if script.owner(place) == 1]
        script.choose(own[land], amount=int(script.position["pool"]))
        assert script.position["asker"] == 1
        sit(script, 64)
        starting_choice(script.rules, script.position)
        start = script.position["thoughts"]["start"]
        choices.add((*script.position["choice"].tolist(), start.tobytes()))
    assert len(choices) == 1


def placed_at_three_tables():
    """What is placed in secret and in turn, and by three seats."""
    tables = (MODERN, 2), (f"{MODERN},initial_placement=in_turn_order", 2), (f"{MODERN},players.max=3", 3)
    return str([place_all(Script(text, seats), 2) for text, seats in tables])


def test_the_same_is_placed_without_the_jit():
    assert printed_without_jit(__file__, "placed_at_three_tables()") == placed_at_three_tables()


@too_many_games
def test_who_tries_placements_wins_more_against_who_does_not():
    """Blocks of two games with the same luck; about 56 of 100 games are won."""
    book = load(MODERN)
    table = SeatedGame(book, [strategist(book, 2, 16), strategist(book, 2, 0)], True)
    rows = table.play(SEEDS, 0, 4000)
    wins = rows["win"][np.arange(4000), rows["game"] % 2] / WHOLE_WIN
    blocks = wins.reshape(-1, 2).mean(axis=1)
    error = blocks.std() / len(blocks) ** 0.5
    assert blocks.mean() - 4 * error > 0.5


def test_each_placement_of_a_study_is_played_as_often_as_asked_and_the_best_again():
    table = SeatedGame(load(MODERN), [strategist(load(MODERN), 2, 0)] * 2)
    wins = np.zeros((2, 2, 5 + 2), np.int64)
    for again, seat in np.ndindex(2, 2):
        for luck in range(4):
            lots = np.array([2, 3, 2])
            placement_wins(table.rules, table.bots[0], SEEDS, luck, seat, lots, wins[again, seat])
    assert (wins[0] == wins[1]).all()
    assert wins[..., :5].max() <= 4 * 2
    assert wins[..., 5:].max() <= 4 * 3
    first, second = wins[0].sum(axis=1)
    assert 0 < second < first
