"""`conquest train` as a user meets it, on a small race of dice."""

import json
import os
import re
import shlex
import signal
import time

import pytest
from command_line import answered, begun, check_refused, csv_rows, rows, run

from conquestlab.analysis.rules.rulebook import load

OF_ANY_BOT = ("train", "--rules", "race,jostle=off", "--players", "2", "--pool", "chaser")
TRAIN = (*OF_ANY_BOT, "--bot", "slow.toml")
BRIEF = ("--generations", "6", "--population", "12", "--games", "16")
SMALL = (*TRAIN, *BRIEF)


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_slow_bot(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow.toml").write_text('game = "race"\npolicy = "paced"\n')


def test_train_writes_a_bot_that_plays_better():
    answer = answered(*SMALL, "--out", "fast.toml")
    assert list(answer["rows"][0]) == [
        "rules",
        "players",
        "bot",
        "against",
        "value",
        "low",
        "high",
        "gain",
        "gain_low",
        "gain_high",
        "games",
    ]
    meta = answer["meta"]
    assert (meta["seed"], meta["generations"], meta["rules_hash"]) == (
        "1",
        6,
        load("race,jostle=off").hash,
    )
    played = rows("play", "--rules", "race,jostle=off", "--bots", "fast.toml,chaser", "--games", "4000")
    (won,) = (row for row in played if row["measure"] == "win_share" and row["of"] == "fast.toml")
    (claimed,) = (row for row in answer["rows"] if row["against"] == "chaser")
    assert won["low"] > 0.5
    # Two samples of one share; the intervals reach two standard errors up and down.
    apart = abs(won["value"] - claimed["value"])
    assert apart < (won["high"] - won["low"]) + (claimed["high"] - claimed["low"])


def test_the_command_that_stands_in_the_file_makes_it_again(tmp_path):
    result = run(*TRAIN, "--minutes", "0.05", "--population", "12", "--games", "16", "--out", "fast.toml")
    assert result.exit_code == 0, result.stderr
    assert "points" in result.stdout
    assert "fast.toml written" in result.stdout
    made = (tmp_path / "fast.toml").read_bytes()
    (line,) = (line for line in made.decode().splitlines() if line.startswith("made_by"))
    words = shlex.split(json.loads(line.removeprefix("made_by = ")))
    assert words[0] == "conquest"
    (tmp_path / "fast.toml").unlink()
    check_refused(run(*words[1:]), 2, "fast.training", "--resume")
    (tmp_path / "fast.training").unlink()
    assert run(*words[1:], "--jobs", "1").exit_code == 0
    assert (tmp_path / "fast.toml").read_bytes() == made


def test_what_is_not_better_is_not_written_and_the_status_tells(tmp_path):
    best = 'game = "race"\npolicy = "paced"\n[weights]\nin_front = 89\nbehind = 89\n'
    (tmp_path / "best.toml").write_text(best)
    result = run(*OF_ANY_BOT, *BRIEF, "--bot", "best.toml", "--out", "better.toml")
    assert result.exit_code == 1
    assert "not shown to be better, nothing written" in " ".join(result.stdout.split())
    assert not (tmp_path / "better.toml").exists()


def test_words_go_to_stderr_and_quiet_leaves_them_out():
    loud = run(*SMALL, "--out", "a.toml")
    assert "generation 0: wins 50 % against slow.toml" in loud.stderr
    quiet = run(*SMALL, "--out", "b.toml", "--quiet")
    assert not quiet.stderr
    assert loud.stdout.startswith(quiet.stdout.rstrip("\n").replace("b.toml", "a.toml"))


def test_the_table_as_csv_and_a_state_of_ones_own(tmp_path):
    told = csv_rows(*SMALL, "--out", "a.toml", "--state", "kept")
    assert [row["against"] for row in told] == ["all", "slow.toml", "chaser"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.toml", "kept", "slow.toml"]


def test_the_same_in_python_as_a_frame():
    from conquestlab.analysis import train

    frame = train(
        "a.toml",
        "race,jostle=off",
        players=2,
        bot="slow.toml",
        pool=["chaser"],
        generations=6,
        population=12,
        games=16,
    )
    told = rows(*SMALL, "--out", "b.toml")
    assert frame["value"].tolist() == [row["value"] for row in told]
    assert frame["against"].tolist() == ["all", "slow.toml", "chaser"]


def test_a_learning_curve_is_drawn(tmp_path):
    assert run(*SMALL, "--out", "a.toml", "--plot", "curve.svg").exit_code == 0
    assert (tmp_path / "curve.svg").read_text().startswith("<?xml")


def test_without_the_needed_words_nothing_is_begun(tmp_path):
    check_refused(run(*TRAIN), 2, "--save")
    check_refused(run(*SMALL, "--out", "a.json"), 2, "ends in .toml")
    check_refused(run(*SMALL, "--out", "no/a.toml"), 2, "folder")
    check_refused(run(*SMALL, "--save", ""), 2, "--save names nothing")
    check_refused(run(*SMALL, "--out", "a.toml", "--state", ""), 2, "--state names nothing")
    check_refused(run(*SMALL, "--out", "a.toml", "--plot", ""), 2, "--plot names nothing")
    check_refused(run(*SMALL, "--out", "a.toml", "--plot", "a.gif"), 2, "a.gif")
    check_refused(run(*SMALL, "--out", "a.toml", "--resume"), 2, "a.training is not there")
    check_refused(run(*OF_ANY_BOT, "--out", "a.toml", "--bot", "chaser"), 2, "chaser has no weights")
    several = [word if word != "2" else "2,3" for word in SMALL]
    check_refused(run(*several, "--out", "a.toml"), 2, "one number of players")
    assert [path.name for path in tmp_path.iterdir()] == ["slow.toml"]


MIX = ("train", "--rules", "race", "--players", "3", "--bot", "slow.toml", "--mix")
OF_A_MIX = ("--generations", "8", "--population", "8", "--games", "120")


def test_a_mix_is_trained_and_can_be_exploited(tmp_path):
    result = run(*MIX, *OF_A_MIX, "--rounds", "1", "--save", "mixed.toml", "--plot", "gains.svg")
    assert result.exit_code == 0, result.stderr
    assert "mixed.toml written" in result.stdout
    assert "round 1: the response gains" in result.stderr
    assert (tmp_path / "gains.svg").read_text().startswith("<?xml")
    made = (tmp_path / "mixed.toml").read_bytes()
    (line,) = (line for line in made.decode().splitlines() if line.startswith("made_by"))
    words = shlex.split(json.loads(line.removeprefix("made_by = ")))
    (tmp_path / "mixed.training").unlink()
    assert run(*words[1:], "--jobs", "1").exit_code == 0
    assert (tmp_path / "mixed.toml").read_bytes() == made
    found = rows("exploit", *MIX[1:5], "--bot", "mixed.toml", *OF_A_MIX)
    alone = rows("exploit", *MIX[1:5], "--bot", "slow.toml", *OF_A_MIX)
    assert found[0]["gain"] < alone[0]["gain"]


def test_options_of_a_mix_need_a_mix():
    for option in ("--rounds", "--members", "--least-gain"):
        check_refused(run(*SMALL, option, "2", "--save", "a.toml"), 2, f"{option} has no effect", "add --mix")


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_keeps_the_rounds_of_a_mix_and_says_how_to_go_on(tmp_path):
    words = (*MIX, *OF_A_MIX, "--save", "mixed.toml")
    status, said, told = stopped((*words, "--rounds", "50"), tmp_path / "mixed.training", 20)
    assert status == 130
    assert not said
    assert "Traceback" not in told
    last = told.splitlines()[-1]
    assert "what was played of the next are kept; go on with: conquest train " in last
    assert last.endswith("--rounds 50 --resume")
    assert not (tmp_path / "mixed.toml").exists()
    went_on = run(*words, "--rounds", "2", "--resume")
    assert went_on.exit_code == 0, went_on.stderr
    whole = run(*words[:-1], "whole.toml", "--rounds", "2")
    texts = [(tmp_path / name).read_text() for name in ("mixed.toml", "whole.toml")]
    assert whole.exit_code == 0
    assert texts[0] == texts[1].replace("whole.toml", "mixed.toml")


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_keeps_the_training_and_says_how_to_go_on(tmp_path):
    words = (*TRAIN, "--population", "12", "--games", "16", "--out", "fast.toml")
    status, said, told = stopped((*words, "--minutes", "5"), tmp_path / "fast.training", 22)
    assert status == 130
    assert not said
    assert "Traceback" not in told
    last = told.splitlines()[-1]
    assert re.match(r"conquest: interrupted; \d+ generations are kept; go on with: conquest train ", last)
    assert last.endswith("go on with: " + shlex.join(["conquest", *words, "--minutes", "5", "--resume"]))
    kept = (tmp_path / "fast.training").read_text().splitlines()
    assert len(kept) >= 22
    went_on = run(*words, "--generations", str(len(kept) + 2), "--resume")
    assert went_on.exit_code == 0, went_on.stderr
    whole = run(*words[:-1], "whole.toml", "--generations", str(len(kept) + 2))
    assert whole.exit_code == 0
    texts = [(tmp_path / name).read_text() for name in ("fast.toml", "whole.toml")]
    assert texts[0] == texts[1].replace("whole.toml", "fast.toml")


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.3, 0.6, 1.0, 2.0])
def test_ctrl_c_at_any_moment_leaves_no_half_of_a_file(tmp_path, seconds):
    words = (*TRAIN, "--population", "12", "--games", "16", "--out", "fast.toml", "--minutes", "5")
    process = begun(*words)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert process.returncode != 0
    left = {path.name for path in tmp_path.iterdir()}
    assert left <= {"slow.toml", "fast.training"}
    if "fast.training" in left:
        assert (tmp_path / "fast.training").read_bytes().startswith(b'{"format"')


def stopped(words, state, lines):
    """Run a command, send it Ctrl-C once its state has so many lines, and return what it said."""
    process = begun(*words)
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        if state.exists() and state.read_bytes().count(b"\n") >= lines:
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.02)
    said, told = process.communicate(timeout=120)
    return process.returncode, said, told
