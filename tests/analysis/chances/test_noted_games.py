"""Which games are noted, that parts add up in any order, and that runs do not depend on their workers."""

import itertools

import numpy as np
import pytest

from conquestlab.analysis.chances.chance_tables import chance_table
from conquestlab.analysis.chances.leaning import leaning_words
from conquestlab.analysis.chances.noted_games import NotedGames, Part
from conquestlab.analysis.chances.sampling import FAR, SPARSE, STRETCH_GAMES, Sampling, sampling_of
from conquestlab.analysis.comparing.compare_answers import compare
from conquestlab.analysis.measures.catalogue import OF_CHANCES
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.noting import NoteGames
from conquestlab.analysis.requests.games import CompareRequest
from conquestlab.analysis.seeds import parse_seeds

SEATS = 3


def lots(stretch, sampling, blocks):
    """Games of some blocks of a stretch, drawn by lot, as they would be noted."""
    first = blocks.first * sampling.block
    games = np.arange(first, (blocks.last + 1) * sampling.block)
    pauses = 3 + games % 5
    count, turns = len(games), int(pauses.sum())
    seat = np.arange(SEATS)
    turn = np.arange(turns) - np.repeat(np.cumsum(pauses) - pauses, pauses)
    winner = (games * 7 // 5) % SEATS
    held = 1 + (np.repeat(games, pauses)[:, None] * 3 + turn[:, None] * 5 + seat) % 11
    return Part(
        stretch, count, games, games // sampling.block, pauses - 1, pauses,
        ((seat == winner[:, None]) * 60).astype(np.int32), np.zeros((count, SEATS), np.int32),
        np.tile(seat, (count, 1)), turn, np.where(turn == 0, -1, (turn - 1) % SEATS),
        held.astype(np.int32), held[:, :, None].astype(np.int32), turn[:, None],
    )  # fmt: skip


def noted_of(first, last, sampling):
    """What a chunk of blocks would note."""
    parts = tuple(lots(span.stretch, sampling, span) for span in sampling.spans(first, last))
    return NotedGames(SEATS, ("x",), ("y",), ("a",) * SEATS, sampling, parts)


def told(noted):
    table = chance_table(noted)
    return [table.values.tobytes(), table.baseline.tobytes(), table.games.tobytes(), table.keys]


@pytest.mark.parametrize("sampling", [Sampling(1, 0, 6, 3), Sampling(3, 50, 6, 4), Sampling(1, 0, 6, 100)])
def test_chunks_and_their_order_change_nothing(sampling):
    blocks = 60 * STRETCH_GAMES // sampling.block
    begin = sampling.begins
    whole = noted_of(begin, begin + blocks - 1, sampling)
    expected = told(whole)
    generator = np.random.default_rng(2)
    for _ in range(4):
        cuts = sorted(generator.choice(np.arange(begin + 1, begin + blocks), 40, replace=False).tolist())
        chunks = [noted_of(a, b - 1, sampling) for a, b in itertools.pairwise([begin, *cuts, begin + blocks])]
        generator.shuffle(chunks)
        total = chunks[0]
        for one in chunks[1:]:
            total = total + one
        assert total.games == whole.games
        assert told(total) == expected
        # What was judged is not kept: what is learnt from is, and what the end of the run cuts off.
        kept = {part.stretch for part in total.parts}
        assert len(kept) <= min(sampling.learnt + 1, 10)


def test_the_sample_grows_with_the_run_and_more_slowly_when_it_is_long():
    sampling = Sampling(1)

    def noted(stretches):
        return sum(1 for _ in sampling.spans(0, STRETCH_GAMES * stretches - 1))

    assert [noted(stretches) for stretches in (1, SPARSE, FAR)] == [1, 1, FAR // SPARSE]
    for times in (1, 2, 4, 8):
        assert noted(2 * times * FAR) - noted(times * FAR) == FAR // SPARSE // 2


def test_stretches_are_counted_from_the_beginning_of_a_run():
    whole = Sampling(4, 1_000)
    first, *others = whole.spans(1_000, 3_000)
    assert (first.stretch, first.first) == (0, 1_000)
    assert whole.games == 4 * (first.last - first.first + 1)
    for span in (first, *others):
        assert whole.is_noted(span.stretch)
        assert {whole.stretch_of(luck) for luck in (span.first, span.last)} == {span.stretch}


def test_how_many_games_it_takes_to_note_so_many():
    sampling = Sampling(1)
    for wanted in (50, 150, 200):
        games = sampling.games_for(wanted)
        noted = sum(span.last - span.first + 1 for span in sampling.spans(0, games - 1))
        assert noted == wanted


def test_a_long_run_learns_from_more_games_up_to_a_bound():
    learnt = [sampling_of(1, 0, games, 12_000).learnt for games in (100, 10**5, 10**7)]
    assert learnt == [3, 12, 32]
    quick = sampling_of(1, 0, 10**5, 24_000)
    assert (quick.learnt, quick.sparse) == (6, 2 * SPARSE)


def rows_of(jobs):
    experiment = experiment_of("risk-express", 3, ("points",), parse_seeds("4"), 24_000)
    outcome = play_experiment(experiment, jobs=jobs, beside=(NoteGames({}),))
    (beside,) = outcome.beside
    return outcome, chance_table(beside.noted).rows(LEVEL)


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


def test_few_noted_games_have_no_intervals():
    # The whole model has more traits than so few games bear.
    experiment = experiment_of("risk-modern", 3, ("reckless",), parse_seeds("4"), 6_000)
    (beside,) = play_experiment(experiment, jobs=2, beside=(NoteGames({}),)).beside
    rows = chance_table(beside.noted).rows(LEVEL)
    assert {row["low"] for row in rows} == {None}
    assert "have no intervals" not in "".join(leaning_words(experiment, rows[:0]))
    (words,) = leaning_words(experiment, rows)
    assert f"{max(row['games'] for row in rows):,} noted games are too few" in words


def test_chances_of_a_run_hold(alone):
    # Some 500 games; every tenth of the stated chance within four of its own standard errors.
    rows = [row for row in alone[1] if row["measure"] == "calibration" and row["low"] is not None]
    assert len(rows) >= 8
    for row in rows:
        error = (row["high"] - row["low"]) / 4.0
        assert abs(row["value"] - row["baseline"]) < 4.0 * max(error, 0.01), row


def test_games_of_other_seats_do_not_add_up():
    other = NotedGames(SEATS + 1, ("x",), ("y",), ("a",) * 4, Sampling(1), ())
    with pytest.raises(Exception, match="measure each run by itself"):
        noted_of(0, 5, Sampling(1)) + other


def test_differences_of_chances_are_told():
    request = CompareRequest(
        rules=("risk-express", "risk-express,voluntary_sacrifice=on"),
        players="3",
        bots=("points",),
        games=24_000,
    )
    rows = [row for row in compare(request).rows if row["measure"] in ("surprise", "runaway_lost")]
    assert [row["difference"] is None for row in rows] == [True, True, False, False]
    assert rows[2]["difference"] == pytest.approx(rows[2]["value"] - rows[0]["value"])
    assert rows[2]["difference_low"] < rows[2]["difference"] < rows[2]["difference_high"]
