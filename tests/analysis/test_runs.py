"""Run folders: the same bytes whatever happens on the way, and a refusal of all that is not this run."""

import errno
import json
import os
import pickle
import random
import re
import shutil
import signal
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from command_line import begun

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.merged_runs import merge
from conquestlab.analysis.playing.row_columns import column_places, from_columns, to_columns
from conquestlab.analysis.playing.runs import RunFolder, open_run, read_run, signed
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.shared.rows import row_dtype

LONG = "race,goal=1000,max_rounds=500"  # a chunk of it takes a noticeable time


def described(games=1500, bots=("bold", "chaser", "random"), rules="race", seed="3", seats=3, first=0):
    return experiment_of(rules, seats, bots, parse_seeds(seed), games, first=first)


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
    assert measure_rows(experiment.tally(rows)) == measure_rows(tally)
    assert back.is_complete
    assert (back.experiment.bots, back.experiment.seeds.text) == (experiment.bots, "3")


def test_what_a_run_says_of_itself(tmp_path):
    kept(described(), tmp_path)
    said = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert said["rulebook"] == json.loads(json.dumps(load("race").contents))
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
    games = [game for first, count in played for game in range(first, first + count)]
    assert sorted(games) == list(range(600, 1200))
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
        ({"games": 1200}, "has 1500 games of this run, and 1200 are fewer: give --games 1500 or more"),
        ({"first": 300}, "first_game 0, not 300"),
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


def test_a_run_goes_on_with_more_games_and_has_the_bytes_of_one_played_at_once(tmp_path):
    for games in (750, 1500, 2100):
        kept(described(games), tmp_path / "grown", resume=games > 750)
        kept(described(games), tmp_path / f"{games}")
        assert bytes_in(tmp_path / "grown") == bytes_in(tmp_path / f"{games}")


def test_a_run_that_stopped_goes_on_until_more_is_known_or_to_its_end(tmp_path):
    bots = ("bold",)

    def played(place, games, within, **options):
        experiment = described(games, bots)
        folder = open_run(str(place), experiment, within, **options)
        return play_experiment(experiment, folder=folder, within=within, jobs=2).games

    first = played(tmp_path / "run", 60_000, 0.03)
    more = played(tmp_path / "run", 60_000, 0.02, resume=True)
    assert first < more < 60_000
    assert played(tmp_path / "at once", 60_000, 0.02) == more
    assert bytes_in(tmp_path / "run") == bytes_in(tmp_path / "at once")
    with pytest.raises(WrongUse, match=r"within 0.02, which is closer than 0.03: give --within 0.02 or less"):
        open_run(str(tmp_path / "run"), described(60_000, bots), 0.03, resume=True)
    with pytest.raises(WrongUse, match=f"has {more} games of this run, and {more - 1} are fewer"):
        open_run(str(tmp_path / "run"), described(more - 1, bots), resume=True)
    assert played(tmp_path / "run", more + 700, None, resume=True) == more + 700
    assert played(tmp_path / "all", more + 700, None) == more + 700
    assert bytes_in(tmp_path / "run") == bytes_in(tmp_path / "all")
    with pytest.raises(WrongUse, match="is played to its end: leave out --within"):
        open_run(str(tmp_path / "run"), described(60_000, bots), 0.02, resume=True)


def test_growing_that_was_cut_off_loses_nothing_and_is_gone_on_with(tmp_path):
    kept(described(1500), tmp_path / "run")
    open_run(str(tmp_path / "run"), described(2100), resume=True).close()  # killed before the first game
    back = read_run(str(tmp_path / "run"))
    assert not back.is_complete
    assert not back.holds(1200, 600)
    assert back.read(1200, 600) is None
    assert sum(len(rows) for rows in back.rows()) == 1200
    assert len(bytes_in(tmp_path / "run")) == 4
    kept(described(2100), tmp_path / "run", resume=True)
    kept(described(2100), tmp_path / "at once")
    assert bytes_in(tmp_path / "run") == bytes_in(tmp_path / "at once")


def test_a_shard_has_the_games_of_the_whole_run_on_one_grid(tmp_path):
    whole = described(1500).play(0, 1500)
    kept(described(900, first=300), tmp_path)
    names = ["games-000000000300.parquet", "games-000000000600.parquet", "run.json"]
    assert sorted(bytes_in(tmp_path)) == names
    run = read_run(str(tmp_path))
    assert [len(rows) for rows in run.rows()] == [300, 600]
    assert (np.concatenate(list(run.rows())) == whole[300:1200]).all()
    kept(described(1200, first=300), tmp_path, resume=True)
    assert (np.concatenate(list(run.rows())) == whole[300:1200]).all()
    assert (np.concatenate(list(read_run(str(tmp_path)).rows())) == whole[300:]).all()


def test_a_shard_begins_with_a_block(tmp_path):
    with pytest.raises(WrongUse, match="blocks of 3 games share their luck, so give 300"):
        described(first=301)
    with pytest.raises(WrongUse, match="numbered from 0 to 999999999999"):
        described(first=10**12 - 1200)
    assert described(bots=("bold",), first=301).first == 301


def test_a_chunk_is_encoded_where_there_is_no_folder(tmp_path):
    folder = open_run(str(tmp_path), described())
    codec, rows = pickle.loads(pickle.dumps(folder.codec)), folder.experiment.play(600, 600)
    assert codec.encoded(rows) == folder.encoded(600, rows)
    assert pickle.loads(pickle.dumps(folder)).encoded(600, rows) == folder.encoded(600, rows)
    folder.keep(600, codec.encoded(rows))
    assert (folder.read(600, 600) == rows).all()
    with pytest.raises(ValueError, match="begins with game 600, not 0"):
        folder.encoded(0, rows)


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


def test_bytes_that_were_altered_are_found_or_change_no_row(tmp_path):
    folder = open_run(str(tmp_path), described(600))
    rows = folder.experiment.play(0, 600)
    folder.write(0, rows)
    place, draw, found = folder.chunk_file(0), random.Random(5), []
    whole = place.read_bytes()
    for _ in range(150):
        altered = bytearray(whole)
        if draw.random() < 0.2:
            del altered[draw.randrange(len(whole)) :]
        else:
            altered[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        place.write_bytes(altered)
        try:
            assert (folder.read(0, 600) == rows).all()
        except Failed as failure:
            found.append(str(failure))
    assert len(found) > 100
    assert all(place.name in words and "\n" not in words for words in found)


@pytest.mark.parametrize("number", range(4))
def test_a_run_cut_anywhere_and_merged_in_any_order_is_the_same(tmp_path, number):
    draw = random.Random(number)
    ends = [0, *(3 * cut for cut in sorted(draw.sample(range(1, 700), draw.choice([1, 2, 4])))), 2100]
    places = []
    for first, end in pairwise(ends):
        kept(described(end - first, first=first), tmp_path / f"{first}")
        places.append(str(tmp_path / f"{first}"))
    draw.shuffle(places)
    merge(places, str(tmp_path / "merged")).close()
    kept(described(2100), tmp_path / "whole")
    assert bytes_in(tmp_path / "merged") == bytes_in(tmp_path / "whole")


@pytest.mark.parametrize("content", ["", "[]", "{", "[" * 100_000, "{}", '{"format": 5}'])
def test_damaged_settings_are_named(tmp_path, content):
    (tmp_path / "run.json").write_text(content)
    with pytest.raises(Failed, match=r"run.json is damaged"):
        read_run(str(tmp_path))


def test_a_run_of_another_engine_is_not_played_again(tmp_path):
    kept(described(), tmp_path)
    place = tmp_path / "run.json"
    said = json.loads(place.read_text(encoding="utf-8"))
    place.write_text(json.dumps(signed(said | {"engine_version": 0})), encoding="utf-8")
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


def test_only_what_a_run_left_itself_is_taken_away(tmp_path):
    (tmp_path / "movie.part").write_text("mine")
    with pytest.raises(WrongUse, match="is not empty"):
        open_run(str(tmp_path), described())
    assert bytes_in(tmp_path) == {"movie.part": b"mine"}
    (tmp_path / "movie.part").unlink()
    (tmp_path / "run.json.0f.part").write_bytes(b"{")  # of a process that was killed at once
    kept(described(), tmp_path)
    whole = bytes_in(tmp_path)
    whole.pop("run.json.0f.part", None)
    foreign = {"movie.part": b"mine", "notes.txt": b"mine", "games-1.parquet.part": b"mine"}
    own = (
        "run.json.part",
        "games-000000000600.parquet.part",
        "games-000000000600.parquet.77.part",
        "run.lock",
    )
    for name in (*foreign, *own[:3]):
        (tmp_path / name).write_bytes(b"mine")
    (tmp_path / "run.lock").write_text("conquest: process 1 on another\n")
    (tmp_path / "run.json.1.part").symlink_to(tmp_path / "notes.txt")
    kept(described(), tmp_path, resume=True)
    (tmp_path / "run.json.1.part").unlink()
    assert bytes_in(tmp_path) == whole | foreign


def test_a_folder_has_one_writer_and_any_number_of_readers(tmp_path):
    first = open_run(str(tmp_path), described())
    first.write(0, first.experiment.play(0, 600))
    for resume in (True, False):
        with pytest.raises(Failed, match=rf"is being played by process {os.getpid()} on .*: wait for it"):
            open_run(str(tmp_path), described(), resume=resume)
    assert read_run(str(tmp_path)).read(0, 600) is not None
    first.close()
    assert not (tmp_path / "run.lock").exists()
    open_run(str(tmp_path), described(), resume=True).close()


def test_a_file_that_has_the_name_of_the_lock_is_left_alone(tmp_path):
    (tmp_path / "run.lock").write_text("my own")
    with pytest.raises(Failed, match="a file of something else"):
        open_run(str(tmp_path), described())
    (tmp_path / "thesis").write_text("mine")
    (tmp_path / "run.lock").unlink()
    (tmp_path / "run.lock").symlink_to(tmp_path / "thesis")
    with pytest.raises((Failed, WrongUse)):
        open_run(str(tmp_path), described())
    assert (tmp_path / "thesis").read_text() == "mine"


def test_a_chunk_of_another_run_is_not_taken(tmp_path):
    name = "games-000000000600.parquet"
    kept(described(), tmp_path / "a")
    kept(described(seed="4"), tmp_path / "b")
    (tmp_path / "a" / name).write_bytes((tmp_path / "b" / name).read_bytes())
    with pytest.raises(Failed, match=f"{name} belongs to another run: move it away and add --resume"):
        kept(described(), tmp_path / "a", resume=True)


def test_a_setting_that_was_changed_is_found(tmp_path):
    kept(described(), tmp_path)
    place = tmp_path / "run.json"
    place.write_text(
        place.read_text(encoding="utf-8").replace('"seed": "3"', '"seed": "2"'), encoding="utf-8"
    )
    for look in (lambda: read_run(str(tmp_path)), lambda: open_run(str(tmp_path), described(), resume=True)):
        with pytest.raises(Failed, match=r"run.json is damaged: put a copy in its place"):
            look()


def test_a_run_of_an_older_format_is_refused(tmp_path):
    (tmp_path / "run.json").write_text('{"format": 4}')
    for look in (lambda: read_run(str(tmp_path)), lambda: open_run(str(tmp_path), described(), resume=True)):
        with pytest.raises(Failed, match="kept in format 4, which is 5 now: play the run anew"):
            look()


def _a_folder(place):
    place.unlink()
    place.mkdir()


def _a_link_to_nothing(place):
    place.unlink()
    place.symlink_to("nowhere")


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("games-000000000600.parquet", _a_folder, "is not a file, where one should be: move it away"),
        (
            "games-000000000600.parquet",
            _a_link_to_nothing,
            "is a link to a file that is not there: remove it",
        ),
        ("games-000000000600.parquet", lambda place: place.write_bytes(b""), "is damaged: delete it"),
        ("games-000000000600.parquet", lambda place: place.write_text("words"), "is damaged: delete it"),
        ("run.json", _a_folder, "is not a file"),
        ("run.json", _a_link_to_nothing, "is a link to a file that is not there"),
        ("run.json", lambda place: place.write_bytes(b"\xff\xfe"), "is damaged"),
    ],
)
def test_what_stands_where_a_file_should_is_named(tmp_path, name, change, words):
    kept(described(), tmp_path)
    change(tmp_path / name)
    with pytest.raises(Failed, match=words) as refusal:
        kept(described(), tmp_path, resume=True)
    assert name in str(refusal.value)


@pytest.mark.parametrize("change", ["no column", "another type", "nothing known"])
def test_other_columns_are_damage(tmp_path, change):
    import pyarrow as pa
    import pyarrow.parquet as pq

    kept(described(), tmp_path)
    place = tmp_path / "games-000000000600.parquet"
    table = pq.read_table(place)
    if change == "no column":
        table = table.drop_columns(["rounds"])
    elif change == "another type":
        table = table.set_column(3, "how", table["how"].cast("float64"))
    else:
        table = table.set_column(3, "how", pa.nulls(len(table), "int32"))
    pq.write_table(table, place)
    with pytest.raises(Failed, match="is damaged: delete it and add --resume"):
        kept(described(), tmp_path, resume=True)


def test_a_full_disk_says_make_room_and_what_was_good_stays(tmp_path, monkeypatch):
    real = os.replace

    def full(source, target):
        if str(target).endswith("1200.parquet"):
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(Failed, match="no space left on device; make room; when that is mended, add --resume"):
        kept(described(), tmp_path)
    monkeypatch.undo()
    names = ["games-000000000000.parquet", "games-000000000600.parquet", "run.json"]
    assert sorted(bytes_in(tmp_path)) == names
    kept(described(), tmp_path, resume=True)
    kept(described(), tmp_path / "whole")
    assert (
        bytes_in(tmp_path / "whole").items()
        <= {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}.items()
    )


def test_places_where_no_folder_can_be(tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to("nowhere")
    for name, words in (
        ("file", "it is a file"),
        ("file/run", "name another"),
        ("link", "a link to no folder"),
    ):
        with pytest.raises(Failed, match=words):
            open_run(str(tmp_path / name), described())
    with pytest.raises(WrongUse, match="has no name"):
        open_run("", described())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


def test_a_folder_with_braces_in_its_name_is_said_to_be_played(tmp_path):
    folder = open_run(str(tmp_path / "{run}"), described())
    try:
        with pytest.raises(Failed, match=r"\{run\} is being played by process"):
            open_run(str(tmp_path / "{run}"), described(), resume=True)
    finally:
        folder.close()


def test_the_sum_of_many_chunks_is_no_larger_than_that_of_some():
    experiment = described(2400, ("bold",))
    some = [experiment.tally(experiment.play(first, 600)) for first in range(0, 2400, 600)]
    whole, sizes = None, {}
    for chunk in range(1, 1001):
        more = replace(some[chunk % 4], spans=((600 * chunk, 600 * chunk + 599),))
        whole = more if whole is None else whole + more
        arrays = (whole.lengths, whole.stood, *whole.grouped)
        sizes[chunk] = sum(array.nbytes for array in arrays)
    assert (whole.games, len(whole.spans)) == (600_000, 1)
    assert sizes[1000] == sizes[100]


# Processes that are stopped --------------------------------------------------------------------


def command(folder, *more):
    return [
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


def started(folder, *more):
    return begun(*command(folder, *more))


def stopped(folder, how, chunks, *more):
    """Run the command, send it a signal once so many chunks are there, and return what it said."""
    return stopped_command(command(folder, *more), folder, how, chunks)


def stopped_command(words, folder, how, chunks):
    """Run any command, send it a signal once its folder has so many chunks, and return what it said."""
    process = begun(*words)
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
        done = {name: content for name, content in bytes_in(folder).items() if name in undisturbed[0]}
        assert chunks < len(done) < len(undisturbed[0])
        assert done.items() <= undisturbed[0].items()
    status, said, words = stopped(folder, None, 0, "--resume", "--jobs", "1", "--format", "csv")
    assert status == 0, words
    assert bytes_in(folder) == undisturbed[0]
    assert said == undisturbed[1]


@pytest.fixture(scope="module")
def shards_of_it(tmp_path_factory):
    """Two shards of the undisturbed run, cut within a chunk."""
    folder = tmp_path_factory.mktemp("shards")
    for name, first, games in (("a", 0, 9000 + 300), ("b", 9300, 5700)):
        words = [*command(folder / name, "--first-game", str(first)), "-q"]
        words[words.index("--games") + 1] = str(games)
        assert stopped_command(words, folder / name, None, 0)[0] == 0
    return [str(folder / "a"), str(folder / "b")]


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_run_killed_while_it_grows_ends_with_the_bytes_of_an_undisturbed_one(
    tmp_path, undisturbed, shards_of_it
):
    folder = tmp_path / "run"
    shutil.copytree(shards_of_it[0], folder)
    whole = bytes_in(folder)
    grow = ["runs", "extend", str(folder), "--games", "15000", "--jobs", "1"]
    status, _, words = stopped_command(grow, folder, signal.SIGKILL, 19)
    assert status == -signal.SIGKILL, words
    left = bytes_in(folder)
    good = {name: content for name, content in whole.items() if name != "run.json"}
    replaced = "games-000000009000.parquet"  # had 300 games of 600
    assert good.items() - left.items() <= {(replaced, whole[replaced])}
    status, _, words = stopped_command(grow[:3], folder, signal.SIGINT, 22)
    assert status == 130, words
    assert words.splitlines()[-1] == f"conquest: interrupted; go on with: conquest runs extend {folder}"
    status, said, words = stopped(folder, None, 0, "--resume", "--format", "csv")
    assert status == 0, words
    assert (bytes_in(folder), said) == undisturbed


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_merge_killed_halfway_looks_unfinished_and_goes_on(tmp_path, undisturbed, shards_of_it):
    folder = tmp_path / "run"
    merging = ["runs", "merge", *shards_of_it, "--out", str(folder), "-q"]
    for chunks in (3, 9):
        status, _, words = stopped_command(merging, folder, signal.SIGKILL, chunks)
        assert status == -signal.SIGKILL, words
        assert not read_run(str(folder)).is_complete
    assert stopped_command(merging, folder, None, 0)[0] == 0
    assert bytes_in(folder) == undisturbed[0]


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="kill -9")
@pytest.mark.parametrize("work", ["grow", "merge"])
def test_kills_at_any_moment_of_growing_and_of_merging(tmp_path, undisturbed, shards_of_it, work):
    """CONQUEST_KILLS=10 makes it longer."""
    folder, cut = tmp_path / "run", 0
    if work == "grow":
        shutil.copytree(shards_of_it[0], folder)
        words = ["runs", "extend", str(folder), "--games", "15000", "-q"]
    else:
        words = ["runs", "merge", *shards_of_it, "--out", str(folder), "-q"]
    moments = random.Random(11)
    kills = int(os.environ.get("CONQUEST_KILLS", "2"))
    while cut < kills:
        process = begun(*words)
        before = len(list(folder.glob("*.parquet")))
        deadline = time.monotonic() + 60
        while process.poll() is None and len(list(folder.glob("*.parquet*"))) <= before:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        time.sleep(moments.uniform(0.0, 0.1 if work == "grow" else 0.05))
        process.kill()
        process.communicate(timeout=120)
        assert not read_run(str(folder)).is_complete or process.returncode == 0
        if process.returncode == 0:  # it was done: begin again
            for chunk in sorted(folder.glob("*.parquet"))[moments.randrange(20) :]:
                chunk.unlink()
        else:
            cut += 1
    assert stopped_command(words, folder, None, 0)[0] == 0
    assert bytes_in(folder) == undisturbed[0]


@pytest.mark.skipif(os.name == "nt", reason="limits of the system")
def test_where_a_merge_finds_no_room_it_says_so_and_goes_on_later(tmp_path, undisturbed, shards_of_it):
    import resource

    folder = tmp_path / "run"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))  # a chunk is larger, and run.json smaller
    try:
        with pytest.raises(Failed, match="file too large; make room; when that is mended, merge again"):
            merge(shards_of_it, str(folder))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert sorted(bytes_in(folder)) == ["run.json"]
    merge(shards_of_it, str(folder))
    assert bytes_in(folder) == undisturbed[0]


def test_a_folder_that_may_only_be_read_is_left_alone_in_one_line(tmp_path, monkeypatch):
    kept(described(1500), tmp_path / "run")
    before = bytes_in(tmp_path / "run")
    opened = os.open

    def read_only(place, flags, *more, **named):
        if flags & os.O_CREAT:
            raise OSError(errno.EROFS, "Read-only file system", str(place))
        return opened(place, flags, *more, **named)

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(Failed, match=r"cannot write to .*: read-only file system; name another folder"):
        open_run(str(tmp_path / "run"), described(2100), resume=True)
    assert bytes_in(tmp_path / "run") == before
    assert len(read_run(str(tmp_path / "run")).frame()) == 1500


def test_a_run_of_another_version_is_refused_in_one_line(tmp_path):
    kept(described(), tmp_path)
    place = tmp_path / "run.json"
    said = json.loads(place.read_text(encoding="utf-8"))
    place.write_text(json.dumps(signed(said | {"version": "0.0.9"})), encoding="utf-8")
    with pytest.raises(
        WrongUse, match=r"holds another run \(version 0.0.9, not 0.1.0\): name another folder"
    ):
        open_run(str(tmp_path), described(2100), resume=True)


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_kills_at_any_moment_two_writers_and_files_of_others(tmp_path, undisturbed):
    """CONQUEST_KILLS=10 makes it longer."""
    folder = tmp_path / "run"
    foreign = {"movie.part": b"mine", "notes.txt": b"mine", "games-9.parquet.part": b"mine"}
    moments = random.Random(7)
    for kill in range(int(os.environ.get("CONQUEST_KILLS", "2"))):
        more = ["--resume"] if (folder / "run.json").exists() else []
        process = started(folder, "--jobs", "2", *more)
        time.sleep(moments.uniform(0.2, 2.5))
        process.kill()
        process.communicate(timeout=120)
        if kill == 0 and (folder / "run.json").exists():
            for name, content in foreign.items():
                (folder / name).write_bytes(content)
    if not (folder / "run.json").exists():
        stopped(folder, signal.SIGKILL, 1)
    for name, content in foreign.items():
        (folder / name).write_bytes(content)
    for chunk in sorted(folder.glob("*.parquet"))[3:]:  # something to do for the two
        chunk.unlink()
    both = [started(folder, "--resume", "--jobs", "1") for _ in range(2)]
    told = [process.communicate(timeout=240)[1] for process in both]
    assert sorted(process.returncode for process in both) == [0, 1], told
    [line] = told[0 if both[0].returncode else 1].splitlines()
    assert re.search(r"is being played by process \d+ on .*: wait for it or name another folder", line)
    assert bytes_in(folder) == undisturbed[0] | foreign


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
