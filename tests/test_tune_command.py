"""`conquest tune` as a user meets it, on a small race of dice."""

import pytest
from command_line import answered, check_refused, csv_rows, rows, run

from conquestlab.analysis.tuning.trials import Trials
from conquestlab.analysis.tuning.tune_rows import COLUMNS

TUNE = (
    "tune",
    "--rules",
    "race",
    "--players",
    "2",
    "--bots",
    "random",
    "--games",
    "2000",
    "--confirm",
    "1000",
)
LENGTH = (*TUNE, "--vary", "goal=10..60", "--target", "rounds=6")


def test_tune_answers_in_tidy_rows_with_all_that_makes_them_again():
    answer = answered(*LENGTH, "--seed", "7,dice=9")
    assert all(tuple(row) == COLUMNS for row in answer["rows"])
    assert [row["part"] for row in answer["rows"]] == ["root"] + ["predicted"] * 4 + ["played"] * 4
    meta = answer["meta"]
    assert meta["command"].startswith("conquest tune --rules race")
    assert (meta["seed"], meta["bots"], meta["players"]) == ("7,dice=9", "random", 2)
    assert (meta["target"], meta["vary"]) == ("rounds=6", ["goal=10..60"])
    assert any("seed 8,dice=10" in note for note in meta["notes"])
    root = answer["rows"][0]
    assert 10 < root["low"] < root["value"] < root["high"] < 60


def test_the_usual_tuning_levels_the_seats_and_says_how():
    result = run(*TUNE[:2], "race,start=[4,0]", *TUNE[3:], "--vary", "start.2", "--margin", "0.2")
    assert result.exit_code == 0
    assert not result.stderr
    words = " ".join(result.stdout.split())
    assert "target: seat_gap=0" in words
    assert "root start.2" in words
    assert "all seats are within 20 points of an even share" in words
    assert "seat_balanced_p" not in words
    assert words.endswith("seed 1")


def test_the_same_line_gives_the_same_answer_with_any_number_of_jobs():
    assert rows(*LENGTH, "--jobs", "1") == rows(*LENGTH, "--jobs", "3")


def test_response_adds_what_was_played():
    assert {row["part"] for row in csv_rows(*LENGTH, "--response")} == {
        "root",
        "predicted",
        "played",
        "response",
    }


def test_what_cannot_be_reached_ends_with_status_1():
    result = run(*TUNE, "--vary", "goal=10..40", "--target", "rounds=30")
    assert result.exit_code == 1
    assert "nearest" in result.stdout
    assert "try --vary goal=10..100" in " ".join(result.stdout.split())
    assert not result.stderr


def test_ctrl_c_keeps_what_is_known(monkeypatch):
    honest, calls = Trials.__call__, []

    def interrupted(self, orders):
        for portion in honest(self, orders):
            calls.append(portion)
            if len(calls) == 12:
                raise KeyboardInterrupt
            yield portion

    monkeypatch.setattr(Trials, "__call__", interrupted)
    result = run(*LENGTH)
    assert result.exit_code == 130
    assert "root" in result.stdout
    assert result.stderr == "conquest: interrupted; the rows tell of what was known by then\n"


@pytest.mark.parametrize("words", [("--vary", "start.2"), ("--vary", "goal", "--target", "rounds=6")])
def test_a_figure_of_the_response(tmp_path, words):
    place = tmp_path / "response.svg"
    assert (
        run(*TUNE[:2], "race,start=[4,0]", *TUNE[3:], *words, "--margin", "0.2", "--plot", place).exit_code
        == 0
    )
    assert place.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "--vary"),
        (("--vary", "goals"), "did you mean goal"),
        (("--vary", "goal", "--target", "rounds"), "measure=number"),
        (("--vary", "goal=1..2000", "--target", "rounds=9"), "from 1 to 1000"),
        (("--vary", "goal", "--vary", "max_rounds", "--target", "rounds=9"), "name 1 at most"),
        (("--vary", "goal", "--within", "-1"), "within -1"),
        (("--vary", "goal", "--games", "10"), "too few"),
        (("--vary", "goal", "--margin", "7"), "margin"),
        (("--vary", "goal", "--plot", "response.gif"), "gif"),
        (("--vary", "goal", "--confirm", "-1"), "--confirm"),
    ],
)
def test_wrong_uses_of_tune_are_one_line(words, told):
    usual = TUNE[: TUNE.index("--games")] if {"--games", "--confirm"} & set(words) else TUNE
    check_refused(run(*usual, *words), 2, told)


def test_a_cold_cache_is_told_unless_asked_to_be_quiet(monkeypatch):
    monkeypatch.setattr("conquestlab.analysis.playing.first_compile.cache_is_warm", lambda *kernels: False)
    assert run(*LENGTH).stderr == "compiling the kernels, once: about 2 s of one core\n"
    assert not run(*LENGTH, "--quiet").stderr
