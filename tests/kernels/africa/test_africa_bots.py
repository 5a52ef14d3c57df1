"""The bots of Africa 1880 do what is said of them, and decide one by one as well as whole turns at once."""

import json

import numpy as np
import pytest
from africa_table import rulebook
from plain_python import too_many_games

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.kernels.africa.expert import expert_choice
from conquestlab.kernels.africa.manners import manner_choice, with_free_squares_up_to
from conquestlab.kernels.africa.play import position_dtype
from conquestlab.kernels.africa.random_bot import random_choice

SEEDS = np.arange(41, 47, dtype=np.uint64)


def record_of(bots, game, **changes):
    book = rulebook(**changes)
    table = SeatedGame(book, bots)
    played = table.play_logged(SEEDS, game)
    head = {"event": "game", "rules": book.name, "rules_hash": book.hash, "seed": 41, "game": game}
    head |= {"options": json.loads(json.dumps(book.options)), "players": list(bots)}
    return table.engine.transcript(played.lines, book, head)


def declarations(record, seat):
    """By round, what a seat declares to each other."""
    return [event["relations"] for event in record if event["event"] == "orders" and event["player"] == seat]


@pytest.mark.parametrize("game", range(4))
def test_settler_and_faithful_are_allies_and_grabber_is_not(game):
    record = record_of(["settler", "faithful", "grabber", "random"], game)
    for seat, relation in ((1, "alliance"), (2, "alliance"), (3, "war")):
        told = declarations(record, seat)
        assert {one for relations in told for one in relations if one} == {relation}


@pytest.mark.parametrize("game", range(4))
def test_tit_for_tat_declares_what_was_declared_to_it(game):
    record = record_of(["tit_for_tat", "random", "grabber", "random"], game)
    by_seat = {seat: declarations(record, seat) for seat in range(1, 5)}
    assert by_seat[1][0] == [None, "alliance", "alliance", "alliance"]
    for round, relations in enumerate(by_seat[1][1:], 1):
        assert relations[1:] == [by_seat[seat][round - 1][0] for seat in (2, 3, 4)]


@pytest.mark.parametrize("game", range(4))
def test_the_traitor_is_an_ally_until_the_round_that_may_be_the_last(game):
    record = record_of(["traitor", "random", "random"], game)
    told = [set(relations[1:]) for relations in declarations(record, 1)]
    assert all(len(relations) == 1 for relations in told)
    assert told[-1] == {"war"}
    assert told[0] == {"alliance"}


@pytest.mark.parametrize("game", range(4))
def test_the_balancer_is_at_war_with_one_at_most_and_with_nobody_at_first(game):
    record = record_of(["balancer", "grabber", "faithful", "settler"], game, placing="drawn")
    told = declarations(record, 1)
    assert told[0] == [None, "alliance", "alliance", "alliance"]
    assert max(relations.count("war") for relations in told) == 1


@pytest.mark.parametrize("most", range(-1, 17))
def test_sets_by_free_squares(most):
    chance = np.random.default_rng(most + 1)
    position = np.zeros(1, position_dtype)[0]
    free = chance.integers(0, 16, 64)
    for plane in range(4):
        position["free"][plane] = sum(1 << place for place in range(64) if int(free[place]) >> plane & 1)
    wanted = sum(1 << place for place in range(64) if free[place] <= most)
    assert int(with_free_squares_up_to(position, np.int64(most))) == wanted


def random_again(rules, position):
    random_choice(rules, position)


def expert_again(rules, position):
    expert_choice(rules, position)


def manner_again(rules, position):
    manner_choice(rules, position)


@too_many_games
def test_a_policy_that_calls_random_for_each_decision_plays_the_same_games():
    """So the turn that `random` writes at once is the one that it would choose decision by decision."""
    same = SeatedGame(rulebook(), ["random"] * 3).play(SEEDS, 0, 20)
    rows = SeatedGame(rulebook(), [random_again, "random", "random"]).play(SEEDS, 0, 20)
    assert (rows == same).all()


@too_many_games
@pytest.mark.parametrize("policy", [expert_again, manner_again])
def test_what_a_bot_lays_down_for_one_decision_is_legal(policy):
    rows = SeatedGame(rulebook(), [policy, "random", "grabber"]).play(SEEDS, 0, 20)
    assert (rows["how"] > 0).all()


@too_many_games
def test_the_planner_does_not_look_at_what_others_have_written():
    """Its orders are the same whether it sits before or after a seat that has written wars on all."""
    book = rulebook(placing="drawn")
    told = []
    for other in ("grabber", "faithful"):
        table = SeatedGame(book, [other, "planner", "planner"])
        lines = table.play_logged(SEEDS, 0).lines
        first_round = lines[: np.flatnonzero(lines[:, 0] == 7)[0]]  # up to the first arrival
        told.append([line.tolist() for line in first_round if line[1] in (1, 2)])
    assert told[0] == told[1]
