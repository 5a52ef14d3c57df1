"""Names and words as people write them: other names of rulebooks, capitals, old spellings, completion."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import check_refused, rows, run

from conquestlab.analysis.bots.named_bots import split_bots
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.rules.rulebook_files import aliases, known_names
from conquestlab.cli import COMMANDS, main
from conquestlab.reports import commands
from conquestlab.reports.command_line.help_pages import ASKED, grouped_options


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("risk", "risk-modern"),
        ("Classic", "risk-modern"),
        ("1957", "conquete-1957"),
        ("express", "risk-express"),
        ("manchots", "manchots-barjots"),
        ("africa", "africa-1880"),
        ("RISK-MODERN", "risk-modern"),
        ("Risk, today's conquest of the world", "risk-modern"),
        ("risk,dice.defender=3", "risk-modern,dice.defender=3"),
        ("La Conquête du Monde (1957), first rule,dice.defender=2", "conquete-1957,dice.defender=2"),
    ],
)
def test_a_rulebook_answers_to_its_other_names(typed, label):
    assert load(typed).label == label


def test_what_is_shown_of_a_rulebook_may_be_typed_back():
    for row in rows("rules", "list"):
        for shown in filter(None, (row["rules"], row["title"], *row["aliases"].split(", "))):
            assert load(shown).label == row["rules"]


def test_no_two_rulebooks_share_a_name():
    assert set(aliases().values()) == set(known_names())
    named = [name for book in map(load, known_names()) for name in book.layers[-1].head.aliases]
    assert len(set(named)) == len(named)
    assert not set(named) & set(known_names())


def test_a_file_may_be_named_without_its_ending(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("crown.toml").write_text('extends = "risk-modern"\n', encoding="utf-8")
    assert load("crown").label == "crown.toml"
    assert load("crown,dice.defender=3").label == "crown.toml,dice.defender=3"
    Path("risk.toml").write_text('extends = "risk-modern"\n', encoding="utf-8")
    with pytest.raises(WrongUse, match=r"risk\.toml"):
        load("risk")
    assert load("risk.toml").label == "risk.toml"


def test_the_nearest_name_is_that_of_the_rulebook():
    check_refused(run("odds", 5, 3, "-r", "expres"), 2, "nearest: risk-express")


def test_bots_and_counts_are_read_as_people_write_them():
    assert split_bots("Expert,RANDOM,my.toml,File.py:Timid") == [
        "expert",
        "random",
        "my.toml",
        "File.py:Timid",
    ]
    shown = rows("play", "-r", "Race", "-n", 2, "-b", "BOLD,Chaser", "-g", "0.06k")
    assert {(row["rules"], row["bots"], row["games"]) for row in shown if row["measure"] == "rounds"} == {
        ("race", "bold,chaser", 60)
    }


def test_a_chance_in_hundredths_is_said_to_be_read_so():
    result = run("need", 8, "--chance", 75)
    assert result.stderr == "--chance 75 is read as 75%\n"
    assert result.stdout == run("need", 8, "--chance", "75%").stdout
    assert run("need", 8, "--chance", 75, "--quiet").stderr == ""


def test_old_spellings_work_and_are_not_shown():
    for name, new, old in (
        ("odds", "--best-dice", "--policy"), ("tune", "--tolerance", "--margin"),
        ("train", "--save", "--out"), ("train", "--bot", "--bots"),
    ):  # fmt: skip
        text = run(name, "--help").stdout
        assert f" {new} " in text
        assert f" {old} " not in text
        (option,) = (one for one in main.commands[name].params if new in one.opts)
        assert old in option.opts
    table = ("--format", "csv")
    assert run("odds", "--policy", "2x2", *table).stdout == run("odds", "--best-dice", "2x2", *table).stdout


def test_rulebooks_may_be_named_by_an_option_where_they_are_arguments():
    played = ("--players", 2, "--games", 60, "--bots", "bold")
    asked = run("compare", "--rules", "race", "--rules", "race,goal=40", *played, "-f", "csv")
    assert asked.exit_code == 0, asked.stderr
    assert asked.stdout == run("compare", "race", "race,goal=40", *played, "-f", "csv").stdout
    assert rows("sweep", "-r", "race", *played) == rows("sweep", "race", *played)
    check_refused(run("sweep", "race", "-r", "race,goal=40", *played), 2, "2 rulebooks")


def test_every_command_is_listed_once_under_a_heading_with_what_it_does():
    modules = {path.stem for path in Path(commands.__file__).parent.glob("*.py")} - {"__init__"}
    listed = [name for below in COMMANDS.values() for name in below]
    assert sorted(listed) == sorted(modules)
    assert list(main.commands) == listed
    assert len(main.commands) == len(listed)
    text = " ".join(run("--help").stdout.split())
    for heading, below in COMMANDS.items():
        assert f"{heading}: {next(iter(below))} " in text
        for name, about in below.items():
            command = main.commands[name]
            assert command.name == name
            assert command.get_short_help_str() == about
            assert f" {name} {about} " in f"{text} "


def test_a_name_that_is_none_builds_nothing():
    assert "shwo" not in main.commands
    assert main.commands.get("shwo") is None
    with pytest.raises(KeyError):
        main.commands["shwo"]


def test_every_option_stands_under_one_heading():
    for command in main.commands.values():
        found = [one for _, some in grouped_options(command.params) for one in some]
        assert sorted(map(id, found)) == sorted(map(id, command.params))
    assert next(grouped_options(main.commands["play"].params))[0] == ASKED


def offered(*words):
    """What a shell is offered for the last word."""
    done = subprocess.run(
        [sys.executable, "-c", "from conquestlab.cli import main; main(prog_name='conquest')"],
        env=os.environ
        | {"_CONQUEST_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(("conquest", *words))}
        | {"COMP_CWORD": str(len(words))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "found", "not_found"),
    [
        (("pl",), "play", "odds"),
        (("play", "--rules", "risk-m"), "risk-modern", "conquete-1957"),
        (("play", "--rules", "risk-modern,dice.d"), "risk-modern,dice.defender=", "risk-modern,dice.sides="),
        (("play", "--bots", "ex"), "expert", "reckless"),
        (("play", "--rules", "express", "--bots", "random,p"), "random,points", "random,reckless"),
        (("compare", "exp"), "express", "risk"),
        (("compare", "risk", "1957", "--measure", "rounds_m"), "rounds_median", "rounds"),
        (("tune", "--target", "rou"), "rounds=", "win_share="),
        (("sweep", "--vary", "dice.s"), "dice.sides=", "max_rounds="),
        (("ladder", "--one", "gre"), "greedy", "risk"),
        (("odds", "--against", "1957-s"), "1957-second", "risk"),
    ],
)
def test_a_shell_is_offered_what_may_be_meant(words, found, not_found):
    some = offered(*words)
    assert found in some
    assert not_found not in some


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(shell):
    result = run("completion", shell)
    assert result.exit_code == 0, result.stderr
    assert "_CONQUEST_COMPLETE" in result.stdout
    assert not result.stderr
