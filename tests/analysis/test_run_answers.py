"""What `conquest runs` does with run folders: shown, checked, merged, extended, and all rows as one table."""

import json
import os
import shutil
import threading

import numpy as np
import pandas as pd
import pyarrow.feather
import pyarrow.parquet as pq
import pytest
from command_line import answered, check_refused, rows, run

from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.run_settings import signed
from conquestlab.analysis.playing.runs import RunFolder, open_run, read_run
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.shared.rows import FIXED_ONE

BOTS = ("bold", "chaser", "random")
ASKED = ("--rules", "race", "--bots", ",".join(BOTS), "--seed", "3", "--quiet")


def described(games=1500, first=0, bots=BOTS, seed="3"):
    return experiment_of("race", 3, bots, parse_seeds(seed), games, first=first)


def kept(path, *given, within=None, **named):
    experiment = described(*given, **named)
    play_experiment(experiment, folder=open_run(str(path), experiment, within), within=within, jobs=1)
    return str(path)


def bytes_in(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def shards(tmp_path):
    """Three shards of games 300 to 2099, whose ends lie within a chunk, at its end and within one again."""
    spans = {"a": (450, 300), "b": (450, 750), "c": (900, 1200)}
    return [kept(tmp_path / name, *span) for name, span in spans.items()]


# merge ------------------------------------------------------------------------------------------


def test_merged_shards_have_the_bytes_of_the_run_that_was_never_cut(tmp_path, shards):
    out = tmp_path / "whole"
    result = run("runs", "merge", shards[2], shards[0], shards[1], "--out", out)
    assert result.exit_code == 0, result.stderr
    kept(tmp_path / "undisturbed", 1800, 300)
    assert bytes_in(out) == bytes_in(tmp_path / "undisturbed")
    assert run("runs", "merge", *shards, "--out", out).exit_code == 0  # done already
    assert bytes_in(out) == bytes_in(tmp_path / "undisturbed")


def test_a_merge_that_was_cut_off_is_no_whole_run_and_goes_on(tmp_path, shards, monkeypatch):
    out = tmp_path / "whole"
    honest = RunFolder.keep

    def until(self, first, content):
        if first >= 1200:
            raise KeyboardInterrupt
        honest(self, first, content)

    with monkeypatch.context() as patch:
        patch.setattr(RunFolder, "keep", until)
        assert run("runs", "merge", *shards, "--out", out).exit_code == 130
    assert not read_run(str(out)).is_complete
    assert [row["complete"] for row in rows("runs", "show", out)] == [False]
    assert not (out / "run.lock").exists()
    assert run("runs", "merge", *shards, "--out", out).exit_code == 0
    kept(tmp_path / "undisturbed", 1800, 300)
    assert bytes_in(out) == bytes_in(tmp_path / "undisturbed")


def test_what_does_not_fit_together_is_refused_by_naming_it(tmp_path, shards):
    first, second, third = shards
    out = tmp_path / "whole"
    check_refused(run("runs", "merge", first, third, "--out", out), 2, "games 750 to 1199 are in no shard")
    twice = kept(tmp_path / "twice", 300, 600)
    check_refused(run("runs", "merge", first, twice, "--out", out), 2, "games 600 to 749 are in", "a and in")
    check_refused(run("runs", "merge", first, first, "--out", out), 2, "games 300 to 749 are in")
    other = kept(tmp_path / "other", 450, 750, seed="4")
    check_refused(
        run("runs", "merge", first, other, "--out", out), 2, "(seed 4, not 3)", "another experiment"
    )
    (tmp_path / "b" / "games-000000000750.parquet").unlink()
    check_refused(
        run("runs", "merge", first, second, "--out", out), 2, "b lacks games 750 to 1199: resume it"
    )
    check_refused(run("runs", "merge", first, "--out", first), 2, "a is one of the shards")
    check_refused(run("runs", "merge", first, tmp_path / "no", "--out", out), 2, "holds no run")
    assert not out.exists()
    check_refused(run("runs", "merge", third, "--out", twice), 2, "twice holds another run already")


def test_a_damaged_shard_is_named_and_what_is_there_stays(tmp_path, shards):
    chunk = tmp_path / "c" / "games-000000001800.parquet"
    content = bytearray(chunk.read_bytes())
    content[len(content) // 3] ^= 255
    chunk.write_bytes(content)
    check_refused(
        run("runs", "merge", *shards, "--out", tmp_path / "whole", "-q"), 1, chunk.name, "is damaged"
    )
    assert not read_run(str(tmp_path / "whole")).is_complete


# show and check ---------------------------------------------------------------------------------


def test_what_a_run_holds_is_shown(tmp_path, shards):
    (tmp_path / "b" / "games-000000000750.parquet").unlink(missing_ok=True)
    kept(tmp_path / "d", 1500, 0)
    (tmp_path / "d" / "games-000000000600.parquet").unlink()
    found = {row["folder"].rpartition(os.sep)[2]: row for row in rows("runs", "show", tmp_path)}
    assert list(found) == ["a", "b", "c", "d"]
    a, d = found["a"], found["d"]
    told = {"rules": "race", "players": 3, "bots": "bold,chaser,random", "seed": "3", "format": 5}
    assert a | told | {"first_game": 300, "games": 450, "held": 450, "complete": True} == a
    assert a["spans"] == "300-749"
    assert a["bytes"] == sum(len(content) for content in bytes_in(tmp_path / "a").values())
    assert (d["held"], d["spans"], d["complete"]) == (900, "0-599, 1200-1499", False)
    assert (found["b"]["held"], found["b"]["complete"]) == (0, False)


def test_a_run_that_stopped_where_it_was_to_is_complete_and_without_a_fault(tmp_path):
    kept(tmp_path / "run", 60_000, 0, ("bold",), within=0.03)
    [row] = rows("runs", "show", tmp_path / "run")
    assert row["complete"]
    assert row["held"] < row["games"]
    assert rows("runs", "check", tmp_path / "run") == []
    sorted((tmp_path / "run").glob("*.parquet"))[-1].unlink()
    assert not rows("runs", "show", tmp_path / "run")[0]["complete"]


def faults(*words):
    result = run("runs", "check", *words, "--format", "json")
    found = json.loads(result.stdout)["rows"]
    assert result.exit_code == (1 if found else 0)
    return [(row["file"], row["fault"]) for row in found]


def test_a_check_finds_what_is_wrong_and_says_how_to_mend_it(tmp_path):
    place = tmp_path / "run"
    kept(place)
    assert faults(place, "--replay", "7") == []
    chunks = sorted(place.glob("*.parquet"))
    shutil.copy(chunks[0], place / "games-000000000601.parquet")
    chunks[0].write_bytes(chunks[0].read_bytes()[:-20])
    chunks[1].unlink()
    kept(tmp_path / "other", seed="4")
    shutil.copy(tmp_path / "other" / chunks[2].name, chunks[2])
    found = faults(place)
    assert [name for name, _ in found] == [
        "games-000000000601.parquet", chunks[0].name, chunks[2].name, chunks[1].name
    ]  # fmt: skip
    words = [fault for _, fault in found]
    assert "is no chunk of this run: move it away" in words[0]
    assert f"is damaged: delete it, then conquest runs extend {place}" in words[1]
    assert "belongs to another run: move it away, then conquest runs extend" in words[2]
    assert words[3] == f"games 600 to 1199 are not there: play them with conquest runs extend {place}"
    (place / "run.json").write_text("{}", encoding="utf-8")
    assert [name for name, _ in faults(place)] == ["run.json"]
    assert run("runs", "check", tmp_path / "nowhere").exit_code == 2


def test_a_row_that_was_altered_is_found_by_playing_its_game_again(tmp_path):
    place = tmp_path / "run"
    kept(place, 600)
    folder = read_run(str(place))
    altered = folder.read(0, 600)
    altered["rounds"][299] += 1
    folder.write(0, altered)
    assert faults(place) == []
    [(name, fault)] = faults(place, "--replay", "600")
    assert name == "games-000000000000.parquet"
    assert fault.startswith("game 299 is played otherwise now (rounds)")


def test_a_rulebook_or_a_bot_that_changed_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    book = tmp_path / "mine.toml"
    book.write_text('extends = "race"\ngoal = 31\n', encoding="utf-8")
    slow = tmp_path / "slow.toml"
    slow.write_text('game = "race"\npolicy = "paced"\n', encoding="utf-8")
    asked = ("--rules", "mine.toml", "--players", "2", "--bots", "slow.toml", "--games", "60", "-q")
    assert run("play", *asked, "--out", "run").exit_code == 0
    before = bytes_in(tmp_path / "run")
    book.write_text('extends = "race"\ngoal = 32\n', encoding="utf-8")
    check_refused(run("runs", "extend", "run", "--games", "90"), 1, "the rulebook mine.toml has changed")
    assert faults("run")[0][1].startswith("the rulebook mine.toml has changed")
    book.write_text('extends = "race"\ngoal = 31\n', encoding="utf-8")
    slow.write_text('game = "race"\npolicy = "paced"\n[weights]\nbehind = 3\n', encoding="utf-8")
    check_refused(run("runs", "extend", "run", "--games", "90"), 1, "another slow.toml")
    assert bytes_in(tmp_path / "run") == before


# extend -----------------------------------------------------------------------------------------


def test_an_extended_run_and_its_answer_are_those_of_a_run_played_at_once(tmp_path):
    kept(tmp_path / "run", 750)
    grown = answered("runs", "extend", tmp_path / "run", "--games", "1499")
    at_once = answered("play", *ASKED, "--games", "1500", "--out", tmp_path / "at once")
    assert grown["rows"] == at_once["rows"]
    assert grown["meta"]["games"] == 1500
    assert bytes_in(tmp_path / "run") == bytes_in(tmp_path / "at once")
    check_refused(run("runs", "extend", tmp_path / "run", "--games", "900"), 2, "give --games 1500 or more")
    (tmp_path / "run" / "games-000000000600.parquet").write_bytes(b"words")
    check_refused(
        run("runs", "extend", tmp_path / "run"), 1, "is damaged: delete it and extend the run again"
    )
    (tmp_path / "run" / "games-000000000600.parquet").unlink()
    assert run("runs", "extend", tmp_path / "run").exit_code == 0
    assert bytes_in(tmp_path / "run") == bytes_in(tmp_path / "at once")


def test_a_run_goes_on_until_more_is_known_with_all_else_as_it_was(tmp_path):
    kept(tmp_path / "run", 60_000, 0, ("bold",), within=0.03)
    assert run("runs", "extend", tmp_path / "run", "--within", "0.02").exit_code == 0
    kept(tmp_path / "at once", 60_000, 0, ("bold",), within=0.02)
    assert bytes_in(tmp_path / "run") == bytes_in(tmp_path / "at once")
    assert run("runs", "extend", tmp_path / "run").exit_code == 0
    assert bytes_in(tmp_path / "run") == bytes_in(tmp_path / "at once")


def test_tallies_of_shards_add_up_to_the_measures_of_all_rows(tmp_path, shards):
    experiment = described(1800, 300)
    tallies = [play_experiment(read_run(place).experiment, jobs=1).tally for place in shards]
    whole = np.concatenate([rows for place in shards for rows in read_run(place).rows()])
    assert measure_rows(tallies[2] + tallies[0] + tallies[1]) == measure_rows(experiment.tally(whole))


# rows -------------------------------------------------------------------------------------------


@pytest.fixture
def played(tmp_path):
    kept(tmp_path / "run")
    return read_run(str(tmp_path / "run"))


def test_rows_have_names_and_units(played):
    frame, raw = played.frame(), np.concatenate(list(played.rows()))
    assert len(frame) == 1500
    assert (frame["win_2"] == raw["win"][:, 1] / 60).all()
    assert (frame["standing_10_3"] == raw["tenth"][:, 9, 2] / FIXED_ONE).all()
    assert frame[["win_1", "win_2", "win_3"]].sum(axis=1).isin([0.0, 1.0]).all()
    assert (frame["bot_1"].astype(str) == np.array(BOTS)[raw["bot"][:, 0]]).all()
    assert set(frame["how"]) == {"reached"}
    alone = raw["led"] >= 0
    assert (frame["drama"].isna() == ~alone).all()
    assert (frame["drama"][alone] == raw["drama"][alone] / FIXED_ONE).all()
    assert (frame["half_leader"].fillna(0) == raw["half_leader"] + 1).all()
    assert frame["out_1"].isna().all()
    assert {"dice_rolled_3", "paces_1"} <= set(frame)  # as they are, since the race declares nothing
    assert not {"win_4", "dice_rolled_4", "seats"} & set(frame)
    assert frame.attrs == {
        "command": "conquest play --rules race --players 3 --bots bold,chaser,random --games 1500 --seed 3",
        "version": "0.1.0", "rules": "race", "rules_hash": played.experiment.rulebook.hash, "players": 3,
        "bots": "bold,chaser,random", "seed": "3", "first_game": 0, "games": 1500,
    }  # fmt: skip


def test_frames_chunk_by_chunk_are_the_whole_frame(played):
    frames = list(played.frames())
    assert [len(frame) for frame in frames] == [600, 600, 300]
    whole = pd.concat(frames, ignore_index=True)
    pd.testing.assert_frame_equal(whole, played.frame())
    assert frames[2].attrs == played.frame().attrs


@pytest.mark.parametrize("ending", ["parquet", "arrow", "feather", "csv"])
def test_all_rows_are_written_as_one_file(played, tmp_path, ending):
    place = tmp_path / f"rows.{ending}"
    result = run("runs", "rows", played.path, "--output", place)
    assert result.exit_code == 0, result.stderr
    assert "1500 games written to" in result.stderr
    frame = played.frame()
    if ending == "csv":
        back = pd.read_csv(place)
        assert list(back) == list(frame)
        assert "CSV cannot say where its rows come from" in result.stderr
        assert (back["drama"].fillna(-1) == frame["drama"].fillna(-1)).all()
        assert back["bot_2"].tolist() == frame["bot_2"].tolist()
        return
    table = pq.read_table(place) if ending == "parquet" else pyarrow.feather.read_table(place)
    known = json.loads(table.schema.metadata[b"conquestlab"])
    assert known == frame.attrs
    assert table.to_pandas()["win_1"].equals(frame["win_1"])
    if ending == "parquet":
        assert pd.read_parquet(place).attrs == frame.attrs
    again = tmp_path / f"again.{ending}"
    assert run("runs", "rows", played.path, "-o", again, "-q").stderr == ""
    assert again.read_bytes() == place.read_bytes()


def test_rows_of_an_unfinished_run_are_those_up_to_the_first_gap(played, tmp_path):
    played.chunk_file(600).unlink()
    result = run("runs", "rows", played.path, "--output", tmp_path / "rows.parquet")
    assert "600 games written" in result.stderr
    assert "lacks games" in result.stderr
    assert pd.read_parquet(tmp_path / "rows.parquet").attrs["games"] == 600
    played.chunk_file(0).unlink()
    assert run("runs", "rows", played.path, "--output", tmp_path / "rows.parquet").exit_code == 0
    assert len(pd.read_parquet(tmp_path / "rows.parquet")) == 0
    assert list(played.frame()) == list(pd.read_parquet(tmp_path / "rows.parquet"))


def test_rows_go_where_they_can(played, tmp_path):
    result = run("runs", "rows", played.path)
    assert result.stdout.count("\n") == 1501
    check_refused(run("runs", "rows", played.path, "-f", "parquet"), 2, "add --output rows.parquet")
    check_refused(run("runs", "rows", played.path, "-o", tmp_path / "x.json"), 2, ".parquet, .arrow or .csv")
    check_refused(run("runs", "rows", played.path, "-o", tmp_path / "no" / "x.csv"), 2, "does not exist")
    played.chunk_file(1200).write_bytes(b"")
    check_refused(run("runs", "rows", played.path, "-q", "-o", tmp_path / "x.csv"), 1, "is damaged")
    assert not list(tmp_path.glob("x.csv*"))


@pytest.mark.skipif(os.name == "nt", reason="pipes with a name")
def test_a_pipe_is_written_to_and_stays_a_pipe(played, tmp_path):
    place, got = tmp_path / "pipe", []
    os.mkfifo(place)
    reader = threading.Thread(target=lambda: got.append(place.read_bytes()))
    reader.start()
    assert run("runs", "rows", played.path, "-o", place, "-f", "csv", "-q").exit_code == 0
    reader.join(timeout=60)
    assert got[0].count(b"\n") == 1501
    assert place.is_fifo()


def test_only_what_is_said_to_be_a_run_is_read(tmp_path):
    kept(tmp_path / "run", 60)
    place = tmp_path / "run" / "run.json"
    said = json.loads(place.read_text(encoding="utf-8"))
    del said["bots"]
    place.write_text(json.dumps(signed(said)), encoding="utf-8")
    for command in ("show", "check", "extend", "rows"):
        result = run("runs", command, tmp_path / "run")
        assert result.exit_code == 1
        assert "run.json is damaged" in result.stdout + result.stderr
