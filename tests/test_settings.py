"""What a user has set: where it is read, what comes first, and that the recorded command needs no file."""

import json
import shlex
from pathlib import Path

import pytest
from command_line import answered, check_refused, csv_rows, run

from conquestlab.analysis.requests.settings import FILE, KEYS, new_file, settings
from conquestlab.cli import main


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder to stand in, and one for the settings of all folders."""
    (tmp_path / "here").mkdir()
    (tmp_path / "own" / "conquestlab").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "own"))
    return tmp_path / "own" / "conquestlab" / FILE


def told():
    return {row["key"]: (row["value"], row["from"]) for row in csv_rows("config")}


def test_the_nearest_place_decides(own, monkeypatch):
    assert {source for _, source in told().values()} == {"built in"}
    own.write_text('rules = "risk-express"\nplayers = 3\nseed = 5\n', encoding="utf-8")
    assert told()["rules"] == ("risk-express", str(own))
    Path(FILE).write_text('rules = "race"\nseed = "7,dice=9"\n', encoding="utf-8")
    monkeypatch.setenv("CONQUEST_SEED", "11")
    found = told()
    assert found["rules"] == ("race", FILE)
    assert found["players"] == ("3", str(own))
    assert found["seed"] == ("11", "CONQUEST_SEED")
    assert found["jobs"] == ("all", "built in")
    assert answered("rules", "show", "race")  # which has no settings


def test_what_is_typed_comes_first_and_a_recorded_command_needs_no_file(own, monkeypatch):
    Path(FILE).write_text('rules = "race"\nbots = ["bold", "chaser"]\ngames = "1k"\n', encoding="utf-8")
    monkeypatch.setenv("CONQUEST_SEED", "11")
    answer = answered("play", "--games", "60")
    assert answer["meta"]["command"] == (
        "conquest play --rules race --bots bold,chaser --seed 11 --games 60 --format json"
    )
    assert (answer["meta"]["games"], answer["meta"]["seed"]) == (60, "11")
    Path(FILE).unlink()
    monkeypatch.delenv("CONQUEST_SEED")
    again = run(*shlex.split(answer["meta"]["command"])[1:])
    assert json.loads(again.stdout)["rows"] == answer["rows"]


def test_a_setting_without_an_effect_is_passed_over(own):
    Path(FILE).write_text('rules = "risk"\nseed = 3\njobs = 1\nplayers = 5\n', encoding="utf-8")
    assert answered("odds", 5, 3)["meta"]["command"] == "conquest odds --rules risk 5 3 --format json"
    assert answered("odds", 5, 3)["meta"]["rules"] == "risk-modern"
    played = answered("play", "--rules", "race", "--bots", "bold,chaser", "--games", 60)["meta"]
    assert played["players"] == 2
    assert "--players" not in played["command"]
    assert run("verify", "--only", "published", "-q").exit_code == 0


def test_wrong_settings_are_one_line_that_says_where_they_stand(own):
    for text, *words in (
        ("rule = 3", "did you mean rules?", FILE),
        ("rules = [1, 2]", 'rules = "risk-modern"', FILE),
        ("rules = ", FILE),
        ('rules = "nonsense"', "no rulebook nonsense", f"rules = nonsense is set in {FILE}"),
        ('seed = "x"', "seed 'x'", f"seed = x is set in {FILE}"),
    ):
        Path(FILE).write_text(text, encoding="utf-8")
        check_refused(run("odds", 5, 3, "--simulate", 10, "--quiet"), 2, *words)
    Path(FILE).write_text('games = "many"', encoding="utf-8")
    check_refused(run("play", "--rules", "race"), 2, "10k", f"games = many is set in {FILE}")


def test_a_new_file_sets_nothing_until_it_is_changed(own):
    result = run("config", "--init")
    assert (result.exit_code, result.stdout) == (0, "")
    assert settings() == {}
    lines = Path(FILE).read_text(encoding="utf-8").splitlines()
    examples = [line.removeprefix("# ") for line in lines if line.startswith("# ") and " = " in line]
    Path(FILE).write_text("\n".join(examples), encoding="utf-8")
    assert set(settings()) == set(KEYS)
    check_refused(run("config", "--init"), 2, "here already")
    assert new_file().splitlines() == lines


def test_every_setting_is_an_option_of_its_commands():
    for name, key in KEYS.items():
        for words in key.commands:
            command = main
            for word in words.split():
                command = command.commands[word]
            assert name in {one.name for one in command.params}, (name, words)
