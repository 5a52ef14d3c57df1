"""The pool: who is in it, who is met how often, and how tables are drawn."""

import numpy as np
import pytest

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.training.opponents import SELDOM, SELVES, Pool


def bot(name):
    return Bot(name, "race", "paced", {"in_front": 0, "behind": 0})


def pool_of(*given):
    return Pool([bot(name) for name in given], bot("zero"))


def lineups(pool, blocks, seats, seed=1):
    return pool.lineups(blocks, seats, np.random.default_rng(seed))


def test_the_start_and_the_given_bots_stay_and_the_newest_selves():
    pool = pool_of("greedy", "bold")
    for generation in range(SELVES + 3):
        pool.admit(bot(f"self {generation}"))
    names = [each.name for each in pool.bots]
    assert names == ["zero", "greedy", "bold", *(f"self {number}" for number in range(3, SELVES + 3))]


def test_at_first_all_are_met_alike():
    assert pool_of("greedy", "bold").chances(4) == pytest.approx([1 / 3] * 3)


def test_an_even_opponent_is_met_often_and_one_that_cannot_teach_seldom():
    pool = pool_of("even", "hopeless", "beaten")
    pool.note([0.5, 0.5, 0.0, 1.0])
    zero, even, hopeless, beaten = pool.chances(2)
    assert zero == even
    assert hopeless == beaten == pytest.approx(even * SELDOM / (1 + SELDOM))
    pool.admit(bot("newest"))  # not measured yet
    assert pool.chances(2)[-1] == pool.chances(2)[1]


def test_with_more_players_an_even_share_is_smaller():
    pool = pool_of("even", "strong")
    pool.note([0.25, 0.25, 0.02])
    zero, even, strong = pool.chances(4)
    assert zero == even > 3 * strong


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_opponents_are_met_as_often_as_their_chances_say(seats):
    pool = pool_of("even", "hopeless", "beaten")
    pool.note([0.4, 1 / seats, 0.0, 1.0])
    blocks = 200
    drawn = lineups(pool, blocks, seats)
    assert sum(line.blocks for line in drawn) == blocks
    assert len({line.places for line in drawn}) == len(drawn)
    assert all(line.places[0] == 0 and len(line.places) == seats for line in drawn)
    met = np.zeros(len(pool.bots))
    for places, count in drawn:
        for place in places[1:]:
            met[place - 1] += count
    assert (abs(met - pool.chances(seats) * blocks * (seats - 1)) <= 1.0).all()


def test_the_draw_depends_on_its_generator_alone():
    pool = pool_of("even", "bold")
    assert lineups(pool, 30, 4, seed=1) == lineups(pool, 30, 4, seed=1)
    assert lineups(pool, 30, 4, seed=1) != lineups(pool, 30, 4, seed=2)
