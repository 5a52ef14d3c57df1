"""`conquest learn` as a user meets it, in a small world."""

import json
import os
import shlex
import signal
import time

import pytest
from command_line import answered, begun, check_refused, csv_rows, rows, run
from small_worlds import EIGHT

RULES = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=20"
OF_ANY_BOT = ("learn", "--rules", RULES, "--players", "2", "--against", "greedy")
LEARN = (*OF_ANY_BOT, "--bot", "deep.toml", "--games", "1200")
DEEP = """
game = "conquest"
policy = "planner"
like = "expert"

[weights]
rollouts = 1
searches = 2
plans = 1023
"""


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_bot_that_can_learn(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep.toml").write_text(DEEP)


def test_learn_writes_a_bot_with_a_value_whose_numbers_hold():
    answer = answered(*LEARN, "--rounds", "2", "--save", "mine.toml")
    told = answer["rows"]
    assert list(told[0]) == [
        *("round", "games", "positions", "loss", "worst_bin", "worst_bin_error"),
        *("against", "value", "low", "high", "measured"),
    ]
    assert [(row["round"], row["against"]) for row in told] == [(1, "greedy"), (2, "before"), (2, "greedy")]
    assert {row["games"] for row in told} == {1200}
    assert all(0 < row["loss"] < 0.69 for row in told)  # log(2) is the loss of who knows nothing
    bins = answer["meta"]["bins"]
    assert {one["round"] for one in bins} == {1, 2}
    for row in told:
        gaps = [one for one in bins if one["round"] == row["round"] and one["games"] >= 30]
        assert abs(row["worst_bin"]) == max(abs(one["gap"]) for one in gaps)
        # A small network is no more than near the truth; beside that, four standard errors.
        assert abs(row["worst_bin"]) < 0.03 + 4 * row["worst_bin_error"]
    played = rows("play", "--rules", RULES, "--bots", "mine.toml,greedy", "--games", "4000")
    (won,) = (row for row in played if row["measure"] == "win_share" and row["of"] == "mine.toml")
    apart = abs(won["value"] - told[-1]["value"])
    assert apart < (won["high"] - won["low"]) + (told[-1]["high"] - told[-1]["low"])


def test_a_value_makes_the_usual_bot_stronger_where_there_is_something_to_plan():
    words = ("--rules", "risk-modern", "--players", "4", "--bot", "deep.toml", "--games", "2400")
    (told,) = rows("learn", *words, "--rounds", "1", "--save", "mine.toml")
    assert told["against"] == "expert"
    assert told["low"] > 0.25  # of four seats, by two standard errors at the least


def test_the_command_that_stands_in_the_file_makes_it_again(tmp_path):
    result = run(*LEARN, "--rounds", "2", "--save", "mine.toml", "--jobs", "2")
    assert result.exit_code == 0, result.stderr
    assert "mine.toml written" in " ".join(result.stdout.split())
    made = (tmp_path / "mine.toml").read_bytes()
    (line,) = (line for line in made.decode().splitlines() if line.startswith("made_by"))
    words = shlex.split(json.loads(line.removeprefix("made_by = ")))
    assert words[:2] == ["conquest", "learn"]
    (tmp_path / "mine.toml").unlink()
    assert run(*words[1:], "--jobs", "1").exit_code == 0
    assert (tmp_path / "mine.toml").read_bytes() == made
    words[words.index("--seed") + 1] = "2"
    assert run(*words[1:]).exit_code == 0
    assert (tmp_path / "mine.toml").read_bytes() != made


def test_a_bot_with_a_value_begins_with_it():
    assert run(*LEARN, "--rounds", "1", "--save", "mine.toml").exit_code == 0
    words = [word if word != "deep.toml" else "mine.toml" for word in LEARN]
    told = csv_rows(*words, "--rounds", "1", "--save", "better.toml", "--seed", "2")
    assert [row["against"] for row in told] == ["before", "greedy"]


def test_where_to_start_is_learned_alone_or_in_the_end(tmp_path):
    told = csv_rows(*LEARN, "--rounds", "1", "--starts", "40", "--save", "both.toml")
    assert [(row["round"], row["games"]) for row in told] == [("1", "1200"), ("2", "40"), ("2", "40")]
    assert [row["loss"] == "" for row in told] == [False, True, True]
    text = (tmp_path / "both.toml").read_text()
    assert "--rounds 1 --games 1200 --starts 40" in text
    assert "where to start, learned on 40 deals" in text
    assert "start_beside = " in text

    assert run(*LEARN, "--rounds", "1", "--save", "mine.toml").exit_code == 0
    words = [word if word != "deep.toml" else "mine.toml" for word in LEARN]
    (before, _) = csv_rows(*words, "--rounds", "0", "--starts", "40", "--save", "starts.toml")
    assert before["against"] == "before"
    made = (tmp_path / "starts.toml").read_bytes()
    (line,) = (line for line in made.decode().splitlines() if line.startswith("made_by"))
    again = shlex.split(json.loads(line.removeprefix("made_by = ")))
    assert run(*again[1:], "--jobs", "1").exit_code == 0
    assert (tmp_path / "starts.toml").read_bytes() == made
    value = (tmp_path / "mine.toml").read_text().partition("[value]")[2]
    assert made.decode().partition("[value]")[2] == value


def test_a_bot_learns_on_from_games_alone_and_its_chances_come_true_there(tmp_path):
    told = csv_rows(*LEARN, "--rounds", "1", "--starts", "20", "--alone", "1200", "--save", "all.toml")
    assert [row["round"] for row in told] == ["1", "2", "2", "3", "3"]
    assert told[-1]["games"] == "2800"  # twice as many as were asked for, and a third of them to check
    text = (tmp_path / "all.toml").read_text()
    assert "--rounds 1 --games 1200 --starts 20 --alone 1200" in text
    assert "learned on from 2 times 1,200 games alone" in text

    assert run(*LEARN, "--rounds", "1", "--save", "mine.toml").exit_code == 0
    words = [word if word != "deep.toml" else "mine.toml" for word in LEARN]
    answer = answered(*words, "--rounds", "0", "--alone", "4000", "--save", "alone.toml")
    (before, _) = answer["rows"]
    assert (before["against"], before["round"]) == ("before", 1)
    assert abs(before["worst_bin"]) < 0.03 + 4 * before["worst_bin_error"]
    made = (tmp_path / "alone.toml").read_bytes()
    (line,) = (line for line in made.decode().splitlines() if line.startswith("made_by"))
    again = shlex.split(json.loads(line.removeprefix("made_by = ")))
    assert run(*again[1:], "--jobs", "1").exit_code == 0
    assert (tmp_path / "alone.toml").read_bytes() == made
    assert made != (tmp_path / "mine.toml").read_bytes()
    check_refused(run(*LEARN, "--rounds", "0", "--alone", "120", "--save", "a.toml"), 2, "no value yet")
    check_refused(run(*LEARN, "--alone", "119", "--save", "a.toml"), 2, "119 games alone")


def test_a_bot_learns_besides_what_its_plans_come_to_a_round_later(tmp_path):
    words = (*LEARN, "--rounds", "1", "--alone", "1200")
    assert run(*words, "--save", "alone.toml").exit_code == 0
    told = csv_rows(*words, "--ahead", "60", "--save", "ahead.toml", "--jobs", "2")
    assert (told[-1]["round"], told[-1]["games"]) == ("2", "2800")
    made = (tmp_path / "ahead.toml").read_bytes()
    assert b"looking a round ahead in 2 times 60 games" in made
    (line,) = (line for line in made.decode().splitlines() if line.startswith("made_by"))
    again = shlex.split(json.loads(line.removeprefix("made_by = ")))
    assert again[again.index("--alone") :][:4] == ["--alone", "1200", "--ahead", "60"]
    assert run(*again[1:], "--jobs", "1").exit_code == 0
    assert (tmp_path / "ahead.toml").read_bytes() == made
    values = [made.decode(), (tmp_path / "alone.toml").read_text()]
    assert len({value.partition("[value]")[2] for value in values}) == 2
    check_refused(run(*LEARN, "--ahead", "60", "--save", "a.toml"), 2, "from how many games, with --alone")
    check_refused(run(*words, "--ahead", "0", "--save", "a.toml"), 2, "0 games to look ahead in")


def test_where_to_start_is_learned_only_where_armies_are_placed_at_one_go():
    of_1957 = ("learn", "--rules", "conquete-1957", "--players", "4", "--save", "a.toml")
    check_refused(run(*of_1957, "--starts", "10"), 2, "no starting armies", "leave out --starts")
    words = [word if word != RULES else f"{RULES},placement_round=2" for word in LEARN]
    check_refused(run(*words, "--starts", "10", "--save", "a.toml"), 2, "no starting armies")
    check_refused(run(*LEARN, "--rounds", "0", "--starts", "10", "--save", "a.toml"), 2, "no value yet")


def test_no_round_is_begun_that_would_not_end_in_time(tmp_path):
    told = csv_rows(*LEARN, "--rounds", "5", "--minutes", "0.0001", "--save", "mine.toml")
    assert {row["round"] for row in told} == {"1"}
    text = (tmp_path / "mine.toml").read_text()
    assert "--rounds 1" in text
    assert "--minutes" not in text


def test_words_go_to_stderr_and_quiet_leaves_them_out():
    loud = run(*LEARN, "--rounds", "1", "--save", "a.toml")
    assert "round 1: wins" in loud.stderr
    quiet = run(*LEARN, "--rounds", "1", "--save", "b.toml", "--quiet")
    assert not quiet.stderr
    assert loud.stdout.startswith(quiet.stdout.rstrip("\n").replace("b.toml", "a.toml"))


def test_the_same_in_python_as_a_frame():
    from conquestlab.analysis import learn

    frame = learn("a.toml", RULES, players=2, bot="deep.toml", against=["greedy"], rounds=1, games=1200)
    told = rows(*LEARN, "--rounds", "1", "--save", "b.toml")
    assert frame["value"].tolist() == [row["value"] for row in told]


def test_what_cannot_be_asked_is_refused_in_one_line(tmp_path):
    check_refused(run(*LEARN), 2, "--save")
    check_refused(run(*LEARN, "--save", "a.json"), 2, "ends in .toml")
    check_refused(run(*LEARN, "--save", "no/a.toml"), 2, "folder")
    check_refused(run(*LEARN, "--save", "a.toml", "--rounds", "0"), 2, "0 rounds", "from 1")
    check_refused(run(*LEARN[:-1], "5", "--save", "a.toml"), 2, "5 games", "from 120")
    check_refused(run(*LEARN, "--save", "a.toml", "--minutes", "0"), 2, "0 minutes")
    check_refused(run(*OF_ANY_BOT, "--bot", "expert", "--save", "a.toml"), 2, "weighed", "planner")
    stranger = [word if word != "greedy" else "nobody" for word in LEARN]
    check_refused(run(*stranger, "--save", "a.toml"), 2, "nobody")
    several = [word if word != "2" else "2,3" for word in LEARN]
    check_refused(run(*several, "--save", "a.toml"), 2, "one number of players")
    other = ("learn", "--rules", "risk-express", "--save", "a.toml")
    check_refused(run(*other), 2, "express learn no value", "conquest train")
    assert [path.name for path in tmp_path.iterdir()] == ["deep.toml"]


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_keeps_the_file_of_the_last_whole_round(tmp_path):
    process = begun(*LEARN, "--rounds", "1000", "--save", "mine.toml")
    deadline = time.monotonic() + 240
    while process.poll() is None and time.monotonic() < deadline:
        if (tmp_path / "mine.toml").exists():
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.02)
    _, told = process.communicate(timeout=240)
    assert process.returncode == 130
    assert "Traceback" not in told
    assert "mine.toml is of the last whole round" in told
    made = (tmp_path / "mine.toml").read_text()
    rounds = int(made.partition("--rounds ")[2].split()[0])
    assert f"learned in {rounds} round" in made
    assert run("learn", *LEARN[1:], "--rounds", str(rounds), "--save", "mine.toml").exit_code == 0
    assert (tmp_path / "mine.toml").read_text() == made
