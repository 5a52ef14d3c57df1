"""The score that the engine of Manchots Barjots counts, against an oracle on random tables."""

import numpy as np
import oracle_manchots as oracle
import pytest
from manchots_table import rulebook
from plain_python import too_many_games

from conquestlab.analysis.games.manchots.compiled_rules import compile_rules
from conquestlab.kernels.manchots import rules as kernel
from conquestlab.kernels.manchots import state
from conquestlab.kernels.manchots.showing import majorities

ZONES = range(5)
ZONE_NAMES = ("antarctica", "desert", "jungle", "city", "moon")
VALUES = 9
TABLES = 10_000
FIRST_VIRTUAL = 6  # in a set of winners


def position_of(seats, tables, hands):
    """Return a position with these cards on the table and in the hands."""
    position = np.zeros(1, state.position_dtype)[0]
    position["seats"], position["players"] = seats, len(tables)
    for player, (table, hand) in enumerate(zip(tables, hands, strict=True)):
        for zone, value in table:
            position["table"][player, VALUES * zone + value - 1] += 1
            position["table_sum"][player, zone] += value
        for zone, value in hand:
            kernel.add_card(position, player, VALUES * zone + value - 1)
    return position


def counted(seats, tables, hands, **changes):
    """Return scores, majorities and winners as the engine counts them."""
    rules = compile_rules(rulebook(**changes))[0]
    position = position_of(seats, tables, hands)
    kernel.count_scores(rules, position, len(tables))
    won = int(kernel.winners(rules, position))
    places = [*range(seats), *range(FIRST_VIRTUAL, FIRST_VIRTUAL + len(tables) - seats)]
    zones = [int(majorities(position, player)) for player in range(len(tables))]
    return (
        position["score"][: len(tables)].tolist(),
        [{zone for zone in ZONES if mask >> zone & 1} for mask in zones],
        {player for player, place in enumerate(places) if won >> place & 1},
    )


def test_7_2_the_worked_example_scores_thirty_four():
    desert, antarctica, moon, jungle, city = 1, 0, 4, 2, 3
    tables = [
        [(moon, 5), (moon, 6), (jungle, 7), (jungle, 8)],
        [(city, 4), (city, 8)],
        [(desert, 4), (desert, 7), (antarctica, 5), (antarctica, 6), (moon, 4), (jungle, 6)],
    ]
    hand = [(desert, 9), (desert, 6), (desert, 4), (antarctica, 8), (moon, 2), (moon, 5), (jungle, 5)]
    hands = [[], [], [*hand, (jungle, 7), (city, 6)]]
    assert [oracle.zone_score(tables, hands, 2, zone) for zone in ZONES] == [8, 19, 5, 0, 2]
    scores, zones, winners = counted(3, tables, hands)
    assert scores == [0, 0, 34]
    assert zones[2] == {desert, antarctica}
    assert winners == {2}


def random_tables(chance, seats):
    """Return cards on the table and in hands out of one deck, few of them or many."""
    players = 4 if seats == 2 else seats
    copies = (1, 1, 2, 3, 4, 3, 2, 1, 1)
    deck = [(zone, value) for zone in ZONES for value, many in enumerate(copies, 1) for _ in range(many)]
    chance.shuffle(deck)
    cuts = np.sort(chance.integers(0, chance.integers(1, len(deck) + 1), 2 * players))
    parts = [[tuple(map(int, card)) for card in part] for part in np.split(np.array(deck), cuts)[:-1]]
    return parts[:players], parts[players:]


@pytest.mark.parametrize(
    ("changes", "games"),
    [
        pytest.param({}, TABLES, marks=too_many_games),
        ({}, 400),
        ({"lowest_card": "highest", "virtual_can_win": False}, 1000),
        ({"lowest_card": "none"}, 1000),
    ],
    ids=str,
)
def test_7a_4_the_score_of_random_tables(changes, games):
    chance = np.random.default_rng(7)
    single = changes.get("lowest_card", "lowest")
    shared = single_cards = 0
    for number in range(games):
        seats = 2 + number % 4
        tables, hands = random_tables(chance, seats)
        players = range(len(tables))
        scores, zones, winners = counted(seats, tables, hands, **changes)
        assert scores == [oracle.total(tables, hands, player, ZONES, single) for player in players]
        assert zones == [{z for z in ZONES if oracle.has_majority(tables, p, z)} for p in players]
        able = range(seats) if changes.get("virtual_can_win") is False else players
        assert winners == oracle.winners(scores, able)
        shared += len(winners) > 1
        single_cards += any(oracle.zone_score(tables, hands, 0, z) for z in ZONES if z not in zones[0])
    assert shared > games / 100
    assert single_cards > games / 10
