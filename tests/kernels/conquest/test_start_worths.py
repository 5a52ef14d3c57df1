"""What lands are worth to start from: what is seen of them, which are tried, and that trials tell."""

from dataclasses import replace

import numpy as np
import pytest
from plain_python import printed_without_jit, too_many_games
from starts_by_sets import World, expected_home

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest.start_worths import NO_START, REASONS, deal_to, start_worths
from conquestlab.kernels.conquest.state import LANDS, position_dtype
from conquestlab.kernels.conquest.weighed.weights import STARTS
from conquestlab.kernels.shared.rows import FIXED_ONE

MODERN = "risk-modern"
SEEDS = np.arange(81, 87, dtype=np.uint64)
WEIGHTS = dict(zip(STARTS, (-79, 195, -256, -108, -153, -23, -109, -76, 6, -11, -65), strict=True))
BY_FRONT = dict.fromkeys(STARTS, 0)  # without them the best front decides


def tried(deal, seat, seats=3, trials=1, rounds=2, **weights):
    """Return what is seen and what is worth what, with the table."""
    book = load(MODERN)
    bot = find_bot("strategist", engine_for(book), book, seats)
    table = SeatedGame(book, [replace(bot, weights=bot.weights | BY_FRONT | weights)] * seats)
    seen, worths = np.zeros((LANDS, len(STARTS)), np.int32), np.zeros(LANDS, np.int64)
    lots = np.array([trials, rounds, seats])
    start_worths(table.rules, table.bots[0], SEEDS, deal, seat, lots, REASONS, seen, worths)
    return table, seen, worths


class Dealt:
    """A deal as `World` reads it."""

    def __init__(self, table, deal, seat):
        self.rules, self.seats = table.rules, len(table.bots)
        self.position = np.zeros(1, position_dtype)[0]
        deal_to(table.rules, table.bots[0], SEEDS, deal, seat, self.seats, self.position)


@too_many_games
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_land_of_the_border_is_tried_and_seen_as_its_continent_is(seat):
    table, seen, worths = tried(3, seat)
    world = World(Dealt(table, 3, seat))
    for land in world.lands:
        ones = {name: {**BY_FRONT, name: 1} for name in STARTS[:7]}
        expected = [world.of_land(one, land) for one in ones.values()]
        if world.owner[land] != seat or None in expected:
            assert worths[land] == NO_START
        else:
            assert 0 <= worths[land] <= FIXED_ONE
            assert seen[land, :7].tolist() == expected
    assert (worths[len(world.lands) :] == NO_START).all()


@too_many_games
@pytest.mark.parametrize("deal", range(4))
def test_armies_of_the_others_are_seen_where_they_are_expected_to_start(deal):
    table, seen, _ = tried(deal, 1, **WEIGHTS)
    world = World(Dealt(table, deal, 1))
    left = [35 - world.owner.count(seat) for seat in range(3)]
    homes = {other: expected_home(world, WEIGHTS, other, left) for other in (0, 2)}
    for land in world.lands:
        if world.owner[land] == 1 and world.of_land(WEIGHTS, land) is not None:
            for place, name in enumerate(STARTS[7:], 7):
                one = {**BY_FRONT, name: 1}
                armies = [world.of_army(one, land, home) * left[other] for other, home in homes.items()]
                assert seen[land, place] == sum(armies)


@too_many_games
def test_trials_with_other_luck_agree_on_what_lands_are_worth():
    """The lands of one seat, in two halves of the same trials, over some deals."""
    alike = []
    for deal in range(12):
        _, _, few = tried(deal, 0, trials=6, rounds=3)
        _, _, many = tried(deal, 0, trials=12, rounds=3)
        there = few != NO_START
        alike.append(np.corrcoef(few[there], many[there] - few[there])[0, 1])
    assert np.mean(alike) > 4 * np.std(alike) / len(alike) ** 0.5


def a_deal():
    """What is seen and what it is worth, of one seat."""
    _, seen, worths = tried(7, 1, seats=2)
    return str((seen.tolist(), worths.tolist()))


def test_the_same_without_the_jit():
    assert printed_without_jit(__file__, "a_deal()") == a_deal()
