"""Run folders: the same bytes whatever happens on the way, and a refusal of all that is not this run."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import race

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.measures.table import measure_records
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.row_columns import column_places, from_columns, to_columns
from conquestlab.analysis.playing.runs import RunFolder, open_run, read_run
from conquestlab.analysis.rules import rulebook
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.shared.rows import row_dtype

race.register()
LONG = "race,goal=1000,max_rounds=500"  # a chunk of it takes a noticeable time


@pytest.fixture(autouse=True)
def _the_race_is_a_rulebook(monkeypatch):
    monkeypatch.setattr(rulebook, "load", race.load)


def described(games=1500, bots=("bold", "chaser", "random"), rules="race", seed="3", seats=3):
    return experiment_of(rules, seats, bots, parse_seeds(seed), games)


def bytes_in(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def kept(experiment, path, **options):
    outcome = play_experiment(experiment, folder=open_run(str(path), experiment, **options), jobs=2)
    return outcome.tally


def test_a_run_is_the_same_bytes_every_time_and_reads_back_as_it_was_played(tmp_path):
    experiment = described()
    tally = kept(experiment, tmp_path / "a")
    kept(described(), tmp_path / "b")
    assert bytes_in(tmp_path / "a") == bytes_in(tmp_path / "b")
    names = ["games-000000000000.parquet", "games-000000000600.parquet", "games-000000001200.parquet"]
    assert sorted(bytes_in(tmp_path / "a")) == [*names, "run.json"]
    back = read_run(str(tmp_path / "a"))
    rows = np.concatenate(list(back.rows()))
    assert (rows == experiment.play(0, 1500)).all()
    assert measure_records(experiment.tally(rows)) == measure_records(tally)
    assert back.is_complete
    assert (back.experiment.bots, back.experiment.seeds.text) == (experiment.bots, "3")


def test_what_a_run_says_of_itself(tmp_path):
    kept(described(), tmp_path)
    said = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert said["rulebook"] == json.loads(json.dumps(race.rulebook_of().contents))
    wanted = {"rules": "race", "players": 3, "bots": ["bold", "chaser", "random"], "seed": "3", "games": 1500}
    assert said | wanted == said
    assert (said["chunk"], said["rotate"], said["within"]) == (600, True, None)
    assert not {"time", "date", "host"} & set(said)


def test_missing_chunks_are_played_and_the_others_are_not(tmp_path, monkeypatch):
    kept(described(), tmp_path)
    whole = bytes_in(tmp_path)
    (tmp_path / "games-000000000600.parquet").unlink()
    (tmp_path / "games-000000001200.parquet.77.part").write_bytes(b"half of it")
    again = described()
    played = []
    honest = Batch.rows
    monkeypatch.setattr(Batch, "rows", lambda self: played.append((self.first, self.games)) or honest(self))
    kept(again, tmp_path, resume=True)
    assert [games for games in played if games != (0, 0)] == [(600, 600)]
    assert bytes_in(tmp_path) == whole
    played.clear()
    kept(again, tmp_path, resume=True)
    assert not played


def test_within_keeps_the_chunks_up_to_its_stop_and_no_more(tmp_path):
    bots, games = ("bold",), 60_000
    tallies = []
    for name in ("a", "b"):
        experiment = described(games, bots)
        folder = open_run(str(tmp_path / name), experiment, 0.03)
        jobs = 1 if name == "a" else 4
        tallies.append(play_experiment(experiment, folder=folder, within=0.03, jobs=jobs).tally)
    assert tallies[0].games == tallies[1].games < games
    assert bytes_in(tmp_path / "a") == bytes_in(tmp_path / "b")
    assert len(bytes_in(tmp_path / "a")) == tallies[0].games // 600 + 1
    again = described(games, bots)
    folder = open_run(str(tmp_path / "b"), again, 0.03, resume=True)
    play_experiment(again, folder=folder, within=0.03, jobs=2)
    assert bytes_in(tmp_path / "a") == bytes_in(tmp_path / "b")
    assert sum(len(rows) for rows in read_run(str(tmp_path / "a")).rows()) == tallies[0].games


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": "4"}, "seed 3, not 4"),
        ({"games": 1503}, "games 1500, not 1503"),
        ({"bots": ("bold",)}, "bots"),
        ({"rules": "race,goal=31"}, "rules race, not race,goal=31"),
        ({"seats": 2, "bots": ("bold",)}, "players 3, not 2"),
    ],
)
def test_a_folder_of_other_settings_is_refused_in_one_line(tmp_path, other, words):
    kept(described(), tmp_path)
    before = bytes_in(tmp_path)
    for resume in (True, False):
        with pytest.raises(WrongUse, match=words) as refusal:
            open_run(str(tmp_path), described(**other), resume=resume)
        assert "\n" not in str(refusal.value)
    assert bytes_in(tmp_path) == before


def test_a_folder_that_holds_this_run_wants_resume(tmp_path):
    kept(described(), tmp_path)
    with pytest.raises(WrongUse, match="--resume"):
        open_run(str(tmp_path), described())


def test_other_folders_are_refused_and_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(WrongUse, match="holds no run"):
        open_run(str(tmp_path), described())
    with pytest.raises(Failed, match="cannot write"):
        open_run(str(tmp_path / "thesis.txt"), described())
    with pytest.raises(WrongUse, match="no run"):
        read_run(str(tmp_path))
    assert bytes_in(tmp_path) == {"thesis.txt": b"mine"}


def test_a_damaged_chunk_is_named(tmp_path):
    kept(described(), tmp_path)
    chunk = tmp_path / "games-000000000600.parquet"
    whole = chunk.read_bytes()
    chunk.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Failed, match=r"games-000000000600.parquet is damaged: delete it"):
        kept(described(), tmp_path, resume=True)
    chunk.write_bytes((tmp_path / "games-000000000000.parquet").read_bytes())
    with pytest.raises(Failed, match="does not hold games 600 to 1199"):
        kept(described(), tmp_path, resume=True)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"format": 1}'])
def test_damaged_settings_are_named(tmp_path, content):
    (tmp_path / "run.json").write_text(content)
    with pytest.raises(Failed, match=r"run.json is damaged"):
        read_run(str(tmp_path))


def test_a_run_of_another_engine_is_not_played_again(tmp_path):
    kept(described(), tmp_path)
    place = tmp_path / "run.json"
    said = json.loads(place.read_text(encoding="utf-8"))
    place.write_text(json.dumps(said | {"engine_version": 0}), encoding="utf-8")
    with pytest.raises(Failed, match="engine_version 0, which is 1 now"):
        read_run(str(tmp_path))


def test_columns_have_names_and_come_back_as_rows():
    dtype = row_dtype([("sold", np.int32, (6,)), ("zone", np.int64, (2, 6))])
    rows = np.zeros(5, dtype)
    generator = np.random.Generator(np.random.PCG64(2))
    for _, field, index in column_places(dtype, 3, ("zone",)):
        rows[field][index] = generator.integers(-(2**31), 2**31, 5)
    columns = to_columns(rows, 3, ("zone",))
    assert {"game", "win_1", "win_3", "tenth_10_3", "sold_6", "zone_2_3"} <= set(columns)
    assert not {"win_4", "win_0", "tenth_1_4", "tenth_11_1", "sold_7", "zone_1_4"} & set(columns)
    assert len(columns) == 13 + 4 * 3 + 10 * 3 + 6 + 2 * 3
    assert (from_columns(columns, dtype, 3, ("zone",)) == rows).all()


# Processes that are stopped --------------------------------------------------------------------


def command(folder, *more):
    words = [
        "play",
        "--rules",
        LONG,
        "--bots",
        "bold,chaser",
        "--games",
        "15000",
        "--out",
        str(folder),
        *more,
    ]
    return [sys.executable, str(Path(race.__file__).with_name("race_command.py")), *words]


def stopped(folder, how, chunks, *more):
    """Run the command, send it a signal once so many chunks are there, and return what it said."""
    paths = os.pathsep.join([str(Path(race.__file__).parent), *(path for path in sys.path if path)])
    process = subprocess.Popen(
        command(folder, *more),
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        if how is not None and len(list(Path(folder).glob("*.parquet"))) >= chunks:
            process.send_signal(how)
            how = None
        time.sleep(0.005)
    said, words = process.communicate(timeout=120)
    return process.returncode, said, words


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "run"
    status, said, words = stopped(folder, None, 0, "--format", "csv")
    assert status == 0, words
    return bytes_in(folder), said


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_run_killed_twice_and_resumed_ends_with_the_bytes_of_an_undisturbed_one(tmp_path, undisturbed):
    folder = tmp_path / "run"
    for chunks, more in ((2, ()), (6, ("--resume",))):
        status, _, words = stopped(folder, signal.SIGKILL, chunks, "--jobs", "2", *more)
        assert status == -signal.SIGKILL, words
        done = {name: content for name, content in bytes_in(folder).items() if not name.endswith(".part")}
        assert chunks < len(done) < len(undisturbed[0])
        assert done.items() <= undisturbed[0].items()
    status, said, words = stopped(folder, None, 0, "--resume", "--jobs", "1", "--format", "csv")
    assert status == 0, words
    assert bytes_in(folder) == undisturbed[0]
    assert said == undisturbed[1]


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(tmp_path, undisturbed):
    folder = tmp_path / "run"
    status, said, words = stopped(folder, signal.SIGINT, 3, "--jobs", "1")
    assert status == 130
    assert "win_share" in said
    assert "Traceback" not in words
    assert words.splitlines()[-1].startswith("conquest: interrupted; go on with: conquest play --rules")
    assert words.splitlines()[-1].endswith("--resume")
    left = bytes_in(folder)
    assert not [name for name in left if name.endswith(".part")]
    assert 4 <= len(left) < len(undisturbed[0])
    status, said, words = stopped(folder, None, 0, "--resume", "--format", "csv")
    assert status == 0, words
    assert (bytes_in(folder), said) == undisturbed


def test_a_folder_knows_its_experiment():
    assert RunFolder(Path("run"), described()).chunk_file(600).name == "games-000000000600.parquet"
