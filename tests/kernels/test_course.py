"""The course of a game against a slow twin that reads off whole lists, and against one worked out by hand."""

from itertools import pairwise
from math import isqrt

import numpy as np
import pytest

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.shared.course import finish_row, note_round, whole_root
from conquestlab.kernels.shared.rows import FIXED_ONE, SEATS, TENTHS, WHOLE_WIN, row_dtype

ROW = row_dtype([("of_this_test", np.int32)])
COLUMNS = ("lead_changes", "led", "drama", "trailed", "settled", "half_leader", "surprise")


def leaders(course):
    """The leader after each round from 1 on, None where nobody leads."""
    found = [None]
    for standings in course[1:]:
        top = [seat for seat, share in enumerate(standings) if share == max(standings)]
        found.append(top[0] if len(top) == 1 else found[-1] if found[-1] in top else None)
    return found[1:]


def slow_columns(course, wins):
    """The columns of the course, each by its definition in docs/architecture.md."""
    course = [[int(share) for share in standings] for standings in course]
    rounds, led_by = len(course) - 1, leaders(course)
    at_half = led_by[-(-rounds // 2) - 1] if rounds else None
    in_turn = [seat for seat in led_by if seat is not None]
    answer = {
        "lead_changes": sum(a != b for a, b in pairwise(in_turn)),
        "led": -1,
        "drama": 0,
        "trailed": -1,
        "settled": -1,
        "half_leader": -1 if at_half is None else at_half,
        "surprise": sum(
            abs(course[t + 1][s] - course[t][s]) for t in range(rounds) for s in range(len(wins))
        ),
        "tenth": [course[-(-rounds * k // 10)] for k in range(1, TENTHS + 1)],
    }
    if max(wins) == WHOLE_WIN:
        winner = wins.index(WHOLE_WIN)
        behind = [max(standings) - standings[winner] for standings in course[1:]]
        answer["led"] = led_by.count(winner)
        answer["drama"] = sum(isqrt(gap << 20) for gap in behind)
        answer["trailed"] = sum(gap > 0 for gap in behind)
        answer["settled"] = max((t + 1 for t in range(rounds) if led_by[t] != winner), default=0)
    return answer


def finished(course, wins, dirty_rows=3):
    """The row that the kernel makes of a course, which lies in scratch space longer than it."""
    rounds, seats = len(course) - 1, len(wins)
    scratch = np.full((rounds + 1 + dirty_rows, seats), 77, np.int32)
    row = np.zeros(1, ROW)[0]
    for round, standings in enumerate(course):
        note_round(scratch, round, np.append(standings, np.zeros(SEATS - seats)).astype(np.int64))
    finish_row(row, scratch, rounds, np.array(wins + [0] * (SEATS - seats), np.int32))
    return row


def check_columns(course, wins):
    row, slow = finished(course, wins), slow_columns(course, wins)
    assert {name: int(row[name]) for name in COLUMNS} == {name: slow[name] for name in COLUMNS}
    assert row["tenth"][:, : len(wins)].tolist() == slow["tenth"]
    assert not row["tenth"][:, len(wins) :].any()


@pytest.mark.parametrize("seats", range(2, SEATS + 1))
def test_random_courses_give_the_columns_of_the_slow_twin(seats):
    generator = np.random.Generator(np.random.PCG64(seats))
    for _ in range(60):
        rounds = int(generator.integers(0, 40))
        # Few different standings, so that there are many ties.
        points = generator.integers(0, 1 + generator.integers(1, 5), (rounds + 1, seats)) + 1
        course = points * FIXED_ONE // points.sum(axis=1, keepdims=True)
        for wins in ([0] * seats, [WHOLE_WIN // 2] * 2 + [0] * (seats - 2), [0] * (seats - 1) + [WHOLE_WIN]):
            check_columns(course, wins)


def test_a_tie_keeps_the_leader_and_without_one_nobody_leads():
    shares = [[1, 1, 1], [2, 2, 1], [3, 2, 1], [3, 3, 1], [3, 4, 4], [4, 4, 3], [2, 5, 1], [6, 1, 1]]
    course = np.array(shares) * (FIXED_ONE // 10)
    assert leaders(course) == [None, 0, 0, None, None, 1, 0]
    row = finished(course, [WHOLE_WIN, 0, 0])
    assert (row["lead_changes"], row["led"], row["settled"], row["half_leader"]) == (2, 3, 6, -1)
    assert row["trailed"] == 2
    assert row["drama"] == isqrt(FIXED_ONE // 10 << 20) + isqrt(FIXED_ONE // 10 * 3 << 20)


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("risk-modern", ("reckless",) * 6),
        ("risk-modern,max_rounds=9", ("expert", "reckless", "greedy")),
        ("risk-1970-duel", ("reckless",) * 2),
        ("risk-express", ("points",) * 4),
        ("risk-express,max_turns=30", ("expert", "random")),
    ],
)
def test_the_standings_of_a_round_are_the_mean_over_its_turns_and_the_end_is_the_end(text, bots):
    """Of each turn they are told by its note; round 0 is left out, which conquest notes before placing."""
    rows, notes = SeatedGame(load(text), bots).play_noted(np.arange(6, dtype=np.uint64), 0, 12)
    ends = set()
    for row in rows:
        of_game = notes[notes["game"] == row["game"]]
        standings = of_game["standing"][:, : len(bots)].astype(int)
        turns = [standings[of_game["turn"] == 0].tolist()]
        turns += [standings[of_game["round"] == t].tolist() for t in range(1, row["rounds"] + 1)]
        course = [[sum(seat) // len(seat) for seat in zip(*round, strict=True)] for round in turns]
        slow = slow_columns(course, row["win"][: len(bots)].tolist())
        slow["tenth"][-1] = turns[-1][-1]
        for name in COLUMNS[:-1]:
            assert row[name] == slow[name], name
        assert row["tenth"][:, : len(bots)].tolist() == slow["tenth"]
        ends.add((max(row["win"]) == WHOLE_WIN, len(turns[-1]) < len(turns[1])))
    assert {True, False} <= {short for _, short in ends}


def test_a_game_without_a_round_stands_as_it_began():
    row = finished(np.array([[FIXED_ONE // 4, 3 * FIXED_ONE // 4]]), [WHOLE_WIN, 0])
    assert [int(row[name]) for name in COLUMNS] == [0, 0, 0, 0, 0, -1, 0]
    assert row["tenth"][:, :2].tolist() == [[FIXED_ONE // 4, 3 * FIXED_ONE // 4]] * TENTHS


def test_without_a_course_nothing_is_written():
    row = np.zeros(1, ROW)[0]
    none = np.zeros((0, 2), np.int32)
    note_round(none, 0, np.array([1, 2]))
    finish_row(row, none, 0, np.array([WHOLE_WIN, 0], np.int32))
    assert row["half_leader"] == 0
    assert not row["tenth"].any()


def test_roots_are_exact_on_both_sides_of_every_square():
    for root in [*range(300), 2**10, 2**20 - 1, 2**20, 2**24 + 1, 2**25 - 1]:
        for number in {max(root * root - 1, 0), root * root, root * root + 1}:
            assert whole_root(number) == isqrt(number)
