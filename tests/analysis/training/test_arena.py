"""Where training plays: the games of a table, under numbers that nothing else uses."""

import dataclasses

import numpy as np
import pytest

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.playing.experiment import MOST_GAMES
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import Seeds
from conquestlab.analysis.training.arena import FIRST, STRETCH, Arena, Lineup, Stage, first_game
from conquestlab.analysis.training.asked_table import MOST_GAMES as MOST_GAMES_AT_FIRST
from conquestlab.analysis.training.asked_table import MOST_GENERATIONS
from conquestlab.analysis.training.growth import MOST as TIMES_MORE
from conquestlab.kernels.shared.contract import luck_of, plan_dtype
from conquestlab.kernels.shared.rows import WHOLE_WIN

WORDS = np.arange(21, 27, dtype=np.uint64)
SEEDS = Seeds("", WORDS)
NAMES = ("bold", "cautious", "chaser", "random")


def arena_of(seats, rules="race"):
    return Arena(load(rules), seats, SEEDS), [Bot(name, "race", name) for name in NAMES]


def played_of(arena, bots, lineups, first):
    (games,) = arena.play(bots, [(lineups, first)])
    return games


def wins_at_the_table(names, first, games):
    """The wins of the first bot, from the rows that `play` would keep."""
    rows = SeatedGame(load("race"), names, shared=True).play(WORDS, first, games)
    return [int(row["win"][row["bot"][: len(names)].tolist().index(0)]) for row in rows]


def test_the_games_are_those_of_a_table():
    for seats in (2, 3, 4):
        arena, bots = arena_of(seats)
        places = (1, 0, 3, 2)[:seats]
        played = played_of(arena, bots, [Lineup(places, 20)], 0)
        names = [NAMES[place] for place in places]
        assert played.wins.tolist() == wins_at_the_table(names, 0, 20 * seats)
        assert played.worth.tolist() == (played.wins / WHOLE_WIN).tolist()


@pytest.mark.parametrize("seats", [2, 5])
def test_a_table_of_one_bot_plays_each_block_once_with_the_same_outcome(seats):
    arena = Arena(load("race"), seats, SEEDS)
    twins = [Bot(name, "race", "chaser") for name in ("one", "other")]
    alike = played_of(arena, twins, [Lineup((0,) * seats, 30)], 600)
    apart = played_of(arena, twins, [Lineup((0, *[1] * (seats - 1)), 30)], 600)
    assert alike.wins.tolist() == apart.wins.tolist()
    assert alike.worth.tolist() == apart.worth.tolist()
    assert len(set(alike.wins.tolist())) > 1


def test_lineups_follow_one_another():
    arena, bots = arena_of(3)
    lineups = [Lineup((0, 1, 2), 4), Lineup((0, 3, 3), 5)]
    played = played_of(arena, bots, lineups, 60).wins.tolist()
    assert played == [
        *wins_at_the_table(["bold", "cautious", "chaser"], 60, 12),
        *wins_at_the_table(["bold", "random", "random"], 72, 15),
    ]


def test_many_tasks_are_yielded_in_order_for_any_number_of_threads():
    tasks = [([Lineup((one, other), 3)], 60 * one) for one in range(4) for other in range(4)]
    answers = []
    for jobs in (1, 3):
        arena, bots = arena_of(2)
        answers.append(
            [games.wins.tolist() for games in dataclasses.replace(arena, jobs=jobs).play(bots, tasks)]
        )
    assert answers[0] == answers[1]
    assert answers[0][7] == played_of(arena, bots, *tasks[7]).wins.tolist()


def test_an_unfinished_game_is_worth_a_little_to_who_is_ahead():
    arena, bots = arena_of(2, "race,goal=1000,max_rounds=3")
    games = played_of(arena, bots, [Lineup((0, 1), 10)], 0)
    rows = SeatedGame(load("race,goal=1000,max_rounds=3"), ["bold", "cautious"], shared=True).play(
        WORDS, 0, 20
    )
    assert not games.wins.any()
    scores = rows["score"][:, :2]
    mine = scores[np.arange(20), np.arange(20) % 2]
    assert games.worth == pytest.approx(0.1 * mine / scores.sum(axis=1), rel=1e-12)
    assert games.worth.max() <= 0.1


def test_no_stream_of_training_is_one_of_measuring():
    """The luck number is a word of the key of every stream, so other luck numbers are other streams."""
    highest_measured = MOST_GAMES + 60  # rounded up to whole blocks
    for seats in range(2, 7):
        plan = np.array([(0, 1, seats, True)], plan_dtype)[0]
        assert luck_of(plan, first_game(Stage.LEARN)) > highest_measured
        for stage in Stage:
            assert first_game(stage, 12345) % seats == 0


def test_no_game_is_played_for_two_stages_or_in_two_generations():
    firsts = sorted(first_game(stage, generation) for stage in Stage for generation in (0, 1, 2, 3))
    assert (np.diff(firsts) == STRETCH).all()
    assert firsts[0] == FIRST
    assert first_game(Stage.PROVE, MOST_GENERATIONS) + STRETCH < 2**63
    assert MOST_GAMES_AT_FIRST * TIMES_MORE <= STRETCH
