"""Payoffs: who wins at tables of members, in all their orders, and which tables are played."""

import numpy as np
import pytest
from race.description import ENGINE

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.mixing.payoffs import GENERATION, Payoffs, Wins, orders_of, wins_by_place
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.workers import open_workers
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.analysis.training.arena import Stage, first_game
from conquestlab.analysis.training.asked_table import AskedTable
from conquestlab.analysis.training.recall import ask_anew

SEEDS = parse_seeds("3")


def paced(name, weight):
    return Bot(name, "race", "paced", {"in_front": weight, "behind": weight})


SLOW, MIDDLE, FAST = paced("slow", 0), paced("middle", 40), paced("fast", 89)


@pytest.fixture
def workers():
    with open_workers(1) as opened:
        yield opened


def payoffs_of(bots, workers, seats=3, games=120, ask=ask_anew, rules="race"):
    found = Payoffs(AskedTable(load(rules), seats, SEEDS), games, workers, ask)
    for bot in bots:
        found.add(bot)
    return found


@pytest.mark.parametrize(
    ("table", "orders"),
    [
        ("aa", ["aa"]),
        ("abc", ["abc", "acb"]),
        ("aabb", ["aabb", "abab", "abba"]),
        ("aaab", ["aaab", "aaba", "abaa"]),
    ],
)
def test_every_order_of_a_table_is_there_once(table, orders):
    assert ["".join(order) for order in orders_of(tuple(table))] == orders


def test_wins_are_counted_by_place():
    seated = (SLOW, MIDDLE, FAST)
    batch = Batch(load("race"), seated, SEEDS, 0, 60, True)
    rows = batch.rows()
    counted = wins_by_place(batch.play())
    expected = [sum(int(row["win"][list(row["bot"][:3]).index(place)]) for row in rows) for place in range(3)]
    assert (counted.games, counted.wins.tolist()) == (60, expected)
    halves = [wins_by_place(part.play()) for part in batch.split(30)]
    assert (halves[0] + halves[1]).wins.tolist() == expected
    assert (Wins(1, np.ones(3)) + Wins(2, np.ones(3))).games == 3


def test_a_table_is_worth_what_its_games_say(workers):
    """At two seats three dice against one: the same games as a batch, from the first on."""
    found = payoffs_of([SLOW, FAST], workers, seats=2, rules="race,jostle=off")
    found.settle(2)
    shares = found.shares()
    blocks, _ = found._known[tuple(sorted((SLOW.hash, FAST.hash)))]
    order = sorted((SLOW, FAST), key=lambda bot: bot.hash)
    first = first_game(Stage.CHOOSE, GENERATION)
    won = wins_by_place(
        Batch(load("race,jostle=off"), tuple(order), SEEDS, first, 2 * blocks, True).play()
    ).wins[order.index(FAST)]
    assert shares.table[1, 0] == won / (60 * 2 * blocks)
    assert shares.table[0, 1] + shares.table[1, 0] == pytest.approx(1.0)
    assert shares.table[1, 0] > 0.9


def test_games_are_played_where_the_mix_is_and_never_twice(workers):
    asked = []

    def ask(question, find):
        asked.append(question)
        return find()

    found = payoffs_of([SLOW, MIDDLE, FAST], workers, ask=ask)
    first = found.settle(3)
    played, questions = found.games_played, len(asked)
    assert questions >= 1
    again = found.settle(3)
    assert (found.games_played, len(asked)) == (played, questions)
    assert again.shares.tolist() == first.shares.tolist()
    assert not found._wanted(found.shares(), again.shares)
    found.add(find_bot("chaser", ENGINE, load("race"), 3))
    found.settle(3)
    assert found.games_played > played


def test_at_three_seats_two_in_each_others_way_let_a_third_one_win(workers):
    """The mix is a real one, and nobody known gains on it in games that were not played for it."""
    bots = [SLOW, MIDDLE, FAST]
    found = payoffs_of(bots, workers, games=600)
    solved = found.settle(3)
    assert (solved.shares[1:] > 0.1).all(), solved
    assert solved.gain < 0.005
    alone = found.shares().gain(np.eye(3)[2])
    assert alone > 0.2  # two that take three dice lose to one that takes two


def test_a_few_members_are_taken_where_more_would_be_better(workers):
    bots = [SLOW, MIDDLE, FAST]
    found = payoffs_of(bots, workers, games=300)
    one = found.settle(1)
    assert sorted(one.shares.tolist()) == [0, 0, 1]
    assert one.gain > found.settle(3).gain


def test_twins_are_one_member(workers):
    found = payoffs_of([SLOW, paced("twin", 0), FAST], workers)
    assert [bot.name for bot in found.members] == ["slow", "fast"]
