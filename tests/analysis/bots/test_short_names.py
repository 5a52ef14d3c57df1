"""Short names for bots that others write: `killer=exec:./bot` is shown, kept and played as `killer`."""

import csv
import json

import pytest
from bots_outside import CHASER, program
from command_line import check_refused, run
from race.description import ENGINE

from conquestlab.analysis.bots.named_bots import find_bot, shown_name
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.runs import read_run
from conquestlab.analysis.rules.rulebook import load


def test_a_bot_has_the_name_it_is_given(tmp_path):
    text = f"Killer={program(tmp_path, CHASER)}"
    bot = find_bot(text, ENGINE, load("race"), 2)
    assert (bot.name, bot.typed) == ("killer", "killer" + text[6:])
    assert bot.is_outside
    again = find_bot(bot.typed, ENGINE, load("race"), 2)
    assert again == bot
    assert again.hash == bot.hash != find_bot(text[7:], ENGINE, load("race"), 2).hash
    assert [shown_name(name) for name in (text, text[7:], "bold")] == ["killer", text[7:], "bold"]


def test_a_name_that_would_mislead_is_refused(tmp_path):
    bot = program(tmp_path, CHASER)
    for text, words in ((f"bold={bot}", "bold is a bot of race"), ("soft=bold", "only a file or a program")):
        with pytest.raises(WrongUse, match=words):
            find_bot(text, ENGINE, load("race"), 2)
    other = program(tmp_path, CHASER, "other")
    words = ("--rules", "race", "--bots", f"one={bot},one={other}")
    check_refused(run("play", *words, "--games", "2"), 2, "two bots have one name")
    check_refused(run("ladder", *words, "--games", "2", "--players", "2"), 2, "have one name")


def test_tables_runs_and_ladders_show_the_name_and_the_run_keeps_the_rest(tmp_path):
    bot = f"swift={program(tmp_path, CHASER)}"
    place = tmp_path / "run"
    words = ("--rules", "race", "--bots", f"bold,{bot}", "--format", "csv", "--jobs", "1")
    played = run("play", *words, "--games", "12", "--out", place)
    rows = list(csv.DictReader(played.stdout.splitlines()))
    assert {row["of"] for row in rows if row["measure"] == "win_share"} == {"1", "2", "bold", "swift"}
    kept = json.loads((place / "run.json").read_text(encoding="utf-8"))
    assert kept["bots"] == ["bold", bot]
    assert set(kept["bots_are"]) == {"bold", "swift"}
    assert read_run(str(place)).experiment.bots == ("bold", "swift")
    assert "bold,swift" in run("runs", "show", place, "--format", "csv").stdout
    again = run("replay", place, "--game", "5", "--check")
    assert "seat 1 swift" in again.stdout + again.stderr
    ladder = run("ladder", *words, "--games", "12", "--players", "2", "--anchor", "swift")
    of = {row["of"] for row in csv.DictReader(ladder.stdout.splitlines()) if row["measure"] == "rating"}
    assert of == {"bold", "swift"}
    one = ("--one", bot, "--against", "bold", "--games", "12", "--players", "2")
    alone = run("ladder", "--rules", "race", *one, "--format", "csv")
    assert "swift,bold" in alone.stdout
