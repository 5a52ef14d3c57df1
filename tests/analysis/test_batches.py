"""Batches: small orders that split, travel without files of the user, and are played alike anywhere."""

import pickle
import shutil
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from small_worlds import EIGHT

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.playing import batches
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.frozen_streams import luck_of_games
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.reducers import Count, tallied
from conquestlab.analysis.playing.workers import Job, Listener, add_up, open_workers
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_files import built_in
from conquestlab.analysis.seeds import parse_seeds

ALL_FOUR = ("chaser", "bold", "cautious", "random")

MINE = """extends = "risk-modern"
map = "my_map.toml"
max_rounds = 15
players.max = 3
setup.starting_armies = { 2 = 10, 3 = 8 }
"""


def of_the_race(bots=ALL_FOUR, games=600):
    seated = tuple(Bot(name, "race", name) for name in bots)
    shared = len(set(bots)) > 1
    return batches.Batch(load("race"), seated, parse_seeds("1"), 0, games, shared)


def sent(thing):
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("bots", [ALL_FOUR, ("bold",) * 4])
@pytest.mark.parametrize("most", [1, 7, 60, 599, 10_000])
def test_any_split_gives_the_same_rows(bots, most):
    batch = of_the_race(bots, 60 if most == 1 else 600)
    parts = list(batch.split(most))
    assert np.array_equal(np.concatenate([part.rows() for part in parts]), batch.rows())
    block = 4 if batch.shared else 1
    assert all(part.first % block == 0 for part in parts)
    assert max(part.games for part in parts) <= max(most, block)


def test_a_part_of_a_part_begins_where_it_says():
    batch = of_the_race()
    _, second = batch.split(300)
    assert [(part.first, part.games) for part in second.split(120)] == [(300, 120), (420, 120), (540, 60)]


@pytest.mark.parametrize("first", [0, 4, 120, 296, 300, 304])
def test_parts_on_a_grid_end_at_its_points(first):
    batch = of_the_race().part(first, 700)
    parts = list(batch.split(122, origin=0))  # whole blocks of 4: at most 120
    assert parts[0].first == first
    assert [part.first + part.games for part in parts[:-1]] == [part.first for part in parts[1:]]
    assert all(part.first % 120 == 0 for part in parts[1:])
    assert sum(part.games for part in parts) == 700
    assert max(part.games for part in parts) == 120


def test_equal_batches_play_at_one_table_and_others_at_their_own():
    batch = of_the_race()
    assert batch.table is sent(batch.part(8, 4)).table
    assert batch.table is not of_the_race(("bold",) * 4).table
    heavier = Bot("bold", "race", "paced", {"in_front": 3})
    assert batch.table is not replace(batch, seated=(heavier, *batch.seated[1:])).table


def test_few_tables_stay_laid_and_the_newest_of_them():
    newest = batches._Newest(3, lambda thing: thing == "in use")
    for key in range(10):
        newest.get(key, lambda key=key: "in use" if key == 1 else str(key))
    assert set(newest._made) == {1, 8, 9}
    assert newest.get(8, lambda: "made anew") == "8"
    assert newest.get(0, lambda: "made anew") == "made anew"


@pytest.mark.parametrize(
    ("rules", "bots", "most"),
    [("risk-express", (), 1000), ("risk-modern,dice.defender=1", ("expert", "random", "greedy"), 2500)],
)
def test_an_experiment_that_has_played_gives_small_batches(rules, bots, most):
    experiment = experiment_of(rules, 3, bots, parse_seeds("7,dice=9"), 12)
    rows = experiment.play(0, 12)
    parcel = pickle.dumps(experiment.batch())
    assert len(parcel) < most
    received = pickle.loads(parcel)
    assert received.rulebook.label == experiment.rulebook.label
    assert np.array_equal(received.rows(), rows)


def test_a_batch_with_files_of_the_user_plays_where_they_are_not(tmp_path, monkeypatch):
    """In another folder, in another process, after the files are gone."""
    there, elsewhere = tmp_path / "there", tmp_path / "elsewhere"
    there.mkdir()
    elsewhere.mkdir()
    monkeypatch.chdir(there)
    shutil.copy(EIGHT, there / "my_map.toml")
    (there / "mine.toml").write_text(MINE, encoding="utf-8")
    experiment = experiment_of("mine.toml,dice.defender=1", 3, ("reckless",), parse_seeds("1"), 6)
    parcel = pickle.dumps(experiment.batch())
    assert len(parcel) < 6000
    rows = experiment.play(0, 6)
    for file in there.iterdir():
        file.unlink()
    monkeypatch.chdir(elsewhere)
    (elsewhere / "parcel").write_bytes(parcel)
    code = (
        "import pickle, pathlib; batch = pickle.loads(pathlib.Path('parcel').read_bytes()); "
        "pathlib.Path('rows').write_bytes(batch.rows().tobytes()); print(batch.rulebook.hash)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (elsewhere / "rows").read_bytes() == rows.tobytes()
    assert said.stdout.strip() == experiment.rulebook.hash
    assert pickle.loads(parcel).rulebook.map == experiment.rulebook.map


def test_reducers_of_parts_add_up_to_that_of_the_whole():
    batch = of_the_race()
    for reduce in (Count(), Count(beside=(luck_of_games,))):
        whole = Job(reduce, (batch,))()
        jobs = [Job(reduce, (part,)) for part in batch.split(100)]
        for workers in (open_workers(1), open_workers(3)):
            total = add_up(jobs, workers, Listener()).sums[0]
            assert (total.tally.games, total.tally.wins) == (600, whole.tally.wins)
            assert np.array_equal(total.tally.stood, whole.tally.stood)
            assert [one.rows() for one in total.beside] == [one.rows() for one in whole.beside]
            assert len(total.beside) == len(reduce.beside)


def test_processes_play_what_threads_play():
    experiment = experiment_of("risk-express", 3, ("points", "random", "expert"), parse_seeds("1"), 90)
    jobs = [Job(tallied, (part,), of) for of, part in enumerate(experiment.batch().split(30))]
    heard = []
    apart = add_up(jobs, open_workers(2, processes=True), Listener(played=heard.append)).sums
    here = add_up(jobs, open_workers(1), Listener()).sums
    assert heard == [30, 30, 30]
    assert list(apart) == list(here) == [0, 1, 2]
    for of, tally in here.items():
        assert (apart[of].wins, apart[of].ratios) == (tally.wins, tally.ratios)


def test_the_kernels_of_every_bot_are_loaded_once_and_told_once(monkeypatch):
    monkeypatch.setattr("conquestlab.analysis.playing.first_compile.cache_is_warm", lambda *kernels: False)
    told, loaded = [], []
    honest = batches.Batch.get_ready

    def get_ready(batch, compiling):
        loaded.append(batch.bots)
        honest(batch, compiling)

    monkeypatch.setattr(batches.Batch, "get_ready", get_ready)
    pair, other = of_the_race(("bold", "chaser")), of_the_race(("random", "bold"))
    batches.get_ready([pair, of_the_race(("chaser", "bold")), other], told.append)
    assert loaded == [pair.bots, other.bots]
    assert told == [2]


def test_games_are_the_same_after_a_stop_early_on_any_workers():
    experiment = experiment_of("risk-express", 2, ("points",), parse_seeds("1"), 24_000)
    tallies = [play_experiment(experiment, jobs=jobs, within=0.5).tally for jobs in (1, 2)]
    assert tallies[0].games == tallies[1].games == experiment.chunk
    assert tallies[0].wins == tallies[1].wins


CHANGED = [
    "conquete-1957,dice.defender=2,cards.scale=[6,8,10]",
    "risk-modern,players.max=3,setup.starting_armies={2=30,3=20},handicap.armies=[0,0,2],max_rounds=7",
    "risk-1970-objectives,players.max=4",
]


@pytest.mark.parametrize("text", [*built_in(), *CHANGED])
def test_a_rulebook_that_comes_with_the_program_is_sent_by_its_label(text):
    book = load(text)
    assert len(pickle.dumps(book)) < 250
    received = sent(book)
    assert received == book
    assert received.hash == book.hash
    assert received is sent(load(text))
