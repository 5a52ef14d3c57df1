"""Who sits where, which games share their luck, and the log of events."""

import numpy as np
import pytest

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared import contract, log
from conquestlab.kernels.shared.rows import SEATS, row_dtype

# Records of their own: Numba warns where one record is the beginning of another that a kernel knows.
position_dtype = contract.position_dtype(
    contract.bot_dtype([("of_this_test", np.int32)]), [("only_here", np.int32)]
)
row_here_dtype = row_dtype([("only_here", np.int32)])


def plan_of(seats, shared, first=0, count=0):
    return np.array([(first, count, seats, shared)], contract.plan_dtype)[0]


@pytest.mark.parametrize("seats", range(2, SEATS + 1))
def test_in_a_block_every_bot_sits_in_every_seat_once_under_the_same_luck(seats):
    plan = plan_of(seats, shared=1)
    for block in (0, 1, 7):
        games = range(block * seats, (block + 1) * seats)
        assert {contract.luck_of(plan, game) for game in games} == {block}
        tables = [[contract.place_of(plan, game, seat) for seat in range(seats)] for game in games]
        assert tables[0] == list(range(seats))
        assert tables[1] == [seats - 1, *range(seats - 1)]
        for places in [*tables, *zip(*tables, strict=True)]:
            assert sorted(places) == list(range(seats))


def test_without_shared_luck_every_game_has_its_own_and_nobody_moves():
    plan = plan_of(3, shared=0)
    assert [contract.luck_of(plan, game) for game in range(5)] == [0, 1, 2, 3, 4]
    assert [contract.place_of(plan, game, 2) for game in range(5)] == [2] * 5


def test_a_position_and_a_row_name_the_same_bots():
    plan = plan_of(4, shared=1)
    position = np.zeros(1, position_dtype)[0]
    row = np.zeros(1, row_here_dtype)[0]
    contract.seat_bots(plan, 6, position)
    contract.open_row(plan, 6, row)
    assert (row["game"], row["luck"], row["seats"]) == (6, 1, 4)
    assert row["bot"].tolist() == position["bot_of_seat"].tolist() == [2, 3, 0, 1, 0, 0]


@jit
def write_three(position, events):
    """Events of three widths, of numbers of several kinds; whether there was room after the second."""
    log.open_log(position, events)
    log.write_event(position, 3, contract.NOBODY, (5, 0, np.int32(-7), True))
    log.write_event(position, 4, 0, ())
    room = log.has_room(position)
    parts = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, ~np.uint64(1))
    log.write_event(position, np.int64(5), position["seats"], parts)
    log.close_log(position)
    return room


def test_a_log_counts_its_lines_and_says_when_it_is_full():
    position = np.zeros(1, position_dtype)[0]
    position["seats"] = 6
    events = np.full((contract.ROOM + 1, contract.EVENT_WIDTH), 9)
    assert not write_three(position, events)
    assert (position["logged"], position["log"]) == (3, 0)
    assert events[0].tolist() == [3, -1, 5, 0, -7, 1] + [0] * 10
    assert events[1].tolist() == [4] + [0] * 15
    assert events[2].tolist() == [5, 6, *range(1, 14), -2]
    assert (events[3:] == 9).all()
    position["logged"] = 0
    assert write_three(position, np.zeros((contract.ROOM + 2, contract.EVENT_WIDTH), np.int64))


def test_without_a_log_nothing_is_counted_and_there_is_always_room():
    position = np.zeros(1, position_dtype)[0]
    assert write_three(position, np.zeros((0, contract.EVENT_WIDTH), np.int64))
    assert position["logged"] == 0
