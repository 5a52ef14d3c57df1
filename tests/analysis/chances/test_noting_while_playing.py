"""Games that are noted while they are played: the rows of a run that notes nothing, however it is cut."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from bots_outside import CHASER, EXAMPLES, program

from conquestlab.analysis.chances.sampling import SPARSE, STRETCH_GAMES, sampling_of
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.first_games import play_watched
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.noting import NoteGames, noting, play_again
from conquestlab.analysis.playing.runs import open_run, read_run
from conquestlab.analysis.playing.workers import Done, Job
from conquestlab.analysis.reporting.report_runs import read_report_run
from conquestlab.analysis.seeds import parse_seeds

STEADY = f"{EXAMPLES}/steady.py:steady"
"""A function of its user, compiled."""

TABLES = {
    "conquest": ("risk-modern", ("expert", "reckless", "expert")),
    "conquest alike": ("conquete-1957", ("reckless",) * 4),
    "express": ("risk-express", ("points", "random", "points", "points")),
    "manchots": ("manchots-barjots", ("hoarder",) * 3),
    "africa": ("africa-1880", ("tit_for_tat", "random", "expert")),
    "a function": ("risk-modern", (STEADY, "reckless")),
}

QUICK = ("express", "manchots", "africa")


def order(name):
    """Games of which the stretches at both ends are noted, the last one not as a whole."""
    rules, bots = TABLES[name]
    stretches = 2 * SPARSE if name in QUICK else SPARSE
    experiment = experiment_of(rules, len(bots), bots, parse_seeds("4"), stretches * STRETCH_GAMES + 60)
    return noting(experiment.batch(), 0, experiment.games)


def told(noted):
    return [array.tobytes() for array in noted.joined.arrays]


@pytest.mark.parametrize("name", TABLES)
def test_rows_are_the_same_and_notes_are_those_of_the_games_played_again(name):
    batch = order(name)
    played = batch.play()
    assert played.rows.tobytes() == batch.rows().tobytes()
    assert told(played.noted) == told(play_again(batch))
    assert 0 < played.noted.games < batch.games


@pytest.mark.parametrize("name", TABLES)
def test_they_are_the_same_however_they_are_cut(name):
    batch = order(name)
    whole, block = batch.play(), batch.block
    generator = np.random.default_rng(8)
    places = np.arange(1, batch.games // block)
    for count in (1, 5, 20):
        cuts = sorted(generator.choice(places, count, replace=False).tolist())
        ends = [0, *(cut * block for cut in cuts), batch.games]
        parts = [batch.part(first, end - first).play() for first, end in itertools.pairwise(ends)]
        assert b"".join(part.rows.tobytes() for part in parts) == whole.rows.tobytes()
        noted = parts[-1].noted
        for part in parts[:-1]:
            noted = part.noted + noted
        assert told(noted) == told(whole.noted)


def test_the_first_games_of_a_run_are_noted_too_while_they_are_watched():
    batch = order("express")
    whole = batch.play()
    watched = play_watched(batch, lambda words: None)
    assert watched.rows.tobytes() == whole.rows.tobytes()
    assert told(watched.noted) == told(whole.noted)
    (of_job,) = Job(lambda *played: played, (batch,), warned=lambda words: None)()
    assert told(of_job.noted) == told(whole.noted)


def test_rows_of_a_program_are_the_same(tmp_path):
    outside = program(tmp_path, CHASER)
    experiment = experiment_of("race", 3, ("bold", outside, "cautious"), parse_seeds("4"), 12)
    quiet = experiment.batch()
    noted = replace(quiet, noting=sampling_of(3, 0, 12, 60)).play()
    assert noted.rows.tobytes() == quiet.play().rows.tobytes()
    assert noted.noted.games == 12
    assert noting(quiet, 0, 12).noting is None
    quiet.table.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_is_gone_on_with_or_read_tells_the_same(tmp_path, jobs):
    def rows_of(experiment, **options):
        outcome = play_experiment(experiment, jobs=jobs, beside=(NoteGames({}),), **options)
        return outcome.beside[0].rows()

    experiment = experiment_of("risk-express", 3, ("points",), parse_seeds("4"), 26_000)
    played = rows_of(experiment)
    folder = open_run(str(tmp_path / "run"), experiment)
    assert rows_of(experiment, folder=folder) == played
    assert len(list(experiment.batches())) == 2
    folder.chunk_file(experiment.chunk).unlink()  # so that one is read and one is played
    assert rows_of(experiment, folder=open_run(str(tmp_path / "run"), experiment, resume=True)) == played
    read = read_report_run(read_run(str(tmp_path / "run")), jobs=jobs)
    values = {(row["measure"], row["of"]): row["value"] for row in read.rows}
    assert len(played) > 50
    assert all(values[row["measure"], row["of"]] == row["value"] for row in played)


def test_what_notes_is_compiled_before_the_games(monkeypatch):
    """Else the first games wait for it, and seem to take seconds each."""
    ready = []

    def add_up(jobs, workers, listener, **options):
        ready.extend(options["ready"])
        return Done({})

    monkeypatch.setattr("conquestlab.analysis.playing.many_games.add_up", add_up)
    experiment = experiment_of("risk-express", 3, ("points",), parse_seeds("1"), 60)
    play_experiment(experiment, beside=(NoteGames({}),))
    play_experiment(experiment)
    assert [batch.noting is not None for batch in ready] == [True, False]
