"""Which games are noted, that parts add up in any order, and that runs do not depend on their workers."""

import itertools

import numpy as np
import pytest

from conquestlab.analysis.chances import noted_games
from conquestlab.analysis.chances.chance_tables import chance_rows
from conquestlab.analysis.chances.noted_games import (
    STRETCH_GAMES,
    NotedGames,
    Part,
    spans,
    stretch_of,
    stride,
)
from conquestlab.analysis.comparing.compare_answers import compare
from conquestlab.analysis.measures.catalogue import OF_CHANCES
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.noting import NoteGames, play_again
from conquestlab.analysis.requests.games import CompareRequest
from conquestlab.analysis.seeds import parse_seeds

SEATS = 3


def empty(stretch):
    none = np.zeros(0, np.int64)
    by_seat = np.zeros((0, SEATS), np.int64)
    return Part(
        stretch, none, none, none, none, by_seat, by_seat, by_seat, none, none, by_seat,
        np.zeros((0, SEATS, 1), np.int32), np.zeros((0, 1), np.int32),
    )  # fmt: skip


def noted_of(first, last, block):
    """What a chunk of blocks would note, without the games."""
    parts = tuple(empty(span.stretch) for span in spans(first, last, block))
    return NotedGames(SEATS, block, ("x",), ("y",), ("a",) * SEATS, stretch_of(last, block), parts)


@pytest.mark.parametrize("block", [1, 3])
def test_chunks_and_their_order_change_nothing(block):
    blocks = 1_500 * STRETCH_GAMES // block
    whole = {part.stretch for part in noted_of(0, blocks - 1, block).parts}
    step = stride(stretch_of(blocks - 1, block))
    generator = np.random.default_rng(2)
    for _ in range(5):
        cuts = [0, *sorted(generator.choice(np.arange(1, blocks), 40, replace=False).tolist()), blocks]
        chunks = [noted_of(a, b - 1, block) for a, b in itertools.pairwise(cuts)]
        generator.shuffle(chunks)
        total = chunks[0]
        for one in chunks[1:]:
            total = total + one
        assert {part.stretch for part in total.parts} == {one for one in whole if one % step == 0}


def test_the_sample_is_even_and_does_not_grow_for_ever():
    for stretches in (1, 10, 1_000, 10_000, 10**7):
        step = stride(stretches - 1)
        kept = len(range(0, stretches, step))
        assert kept <= noted_games.MOST_STRETCHES
        assert kept * 16 >= min(stretches, 8 * noted_games.MOST_STRETCHES)


def rows_of(jobs):
    experiment = experiment_of("risk-express", 3, ("points",), parse_seeds("4"), 5_000)
    outcome = play_experiment(experiment, jobs=jobs, beside=(NoteGames({}),))
    (beside,) = outcome.beside
    return outcome, chance_rows(beside.noted)


@pytest.fixture(scope="module")
def alone():
    return rows_of(1)


@pytest.mark.parametrize("jobs", [2, 3])
def test_a_run_tells_the_same_whoever_plays_it(alone, jobs):
    assert rows_of(jobs)[1] == alone[1]


def test_all_measures_of_chances_are_told(alone):
    told = {row["measure"] for row in alone[1]}
    assert told == {one.name for one in OF_CHANCES}
    for row in alone[1]:
        assert row["value"] is not None or row["games"] == 0, row
        if row["low"] is not None:
            assert row["low"] <= row["value"] + 1e-9
            assert row["value"] <= row["high"] + 1e-9


def test_chances_of_a_run_hold(alone):
    # Some 400 games; every tenth of the stated chance within four of its own standard errors.
    rows = [row for row in alone[1] if row["measure"] == "calibration" and row["low"] is not None]
    assert len(rows) >= 8
    for row in rows:
        error = (row["high"] - row["low"]) / 4.0
        assert abs(row["value"] - row["baseline"]) < 4.0 * max(error, 0.01), row


def test_noting_changes_no_row():
    batch = experiment_of("risk-express", 3, ("points",), parse_seeds("4"), 200).batch()
    rows = batch.rows()
    assert np.array_equal(batch.noted().rows, rows)
    noted = play_again(batch)
    assert noted.games == np.count_nonzero(rows["how"][:STRETCH_GAMES] > 0)
    part = noted.joined
    assert np.array_equal(part.pauses, rows["turns"][part.game] + 1)


def test_games_of_other_seats_do_not_add_up():
    other = NotedGames(SEATS + 1, 1, ("x",), ("y",), ("a",) * 4, 0, ())
    with pytest.raises(Exception, match="measure each run by itself"):
        noted_of(0, 5, 1) + other


def test_differences_of_chances_are_told():
    request = CompareRequest(
        rules=("risk-express", "risk-express,dice.count=6"), players="3", bots=("points",), games=5_000
    )
    rows = [row for row in compare(request).rows if row["measure"] in ("surprise", "runaway_lost")]
    assert [row["difference"] is None for row in rows] == [True, True, False, False]
    assert rows[2]["difference"] == pytest.approx(rows[2]["value"] - rows[0]["value"])
    assert rows[2]["difference_low"] < rows[2]["difference"] < rows[2]["difference_high"]
