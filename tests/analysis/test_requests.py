"""Requests: filled by name alone, with the defaults of the command line, and each rulebook read once."""

import inspect
from importlib import import_module

import click
import msgspec
import pytest
from command_line import run

from conquestlab.analysis.comparing import compare_answers, variants
from conquestlab.analysis.exploiting import exploit_answers
from conquestlab.analysis.playing import play_answers
from conquestlab.analysis.rating import contests, ladder_answers
from conquestlab.analysis.requests.exact import OddsRequest
from conquestlab.analysis.requests.games import CompareRequest, PlayRequest
from conquestlab.analysis.requests.request import defaults_of, request_of
from conquestlab.analysis.requests.searches import TuneRequest
from conquestlab.analysis.rules import rulebook
from conquestlab.analysis.training import plan as training
from conquestlab.analysis.tuning import tune_answers
from conquestlab.cli import main
from conquestlab.reports import (
    compare_commands,
    exploit_commands,
    ladder_commands,
    play_commands,
    train_commands,
    tune_commands,
)
from conquestlab.reports.answer import Output
from conquestlab.reports.command_line.command import Command

ASKING = {
    f"{name} {word}".strip(): command
    for name, group in main.commands.items()
    for word, command in getattr(group, "commands", {"": group}).items()
    if command.asks
}


def test_numbers_and_sequences_become_what_would_be_typed():
    asked = request_of(PlayRequest, {"rules": "race", "players": 3, "bots": ["bold", "random"], "seed": 7})
    assert (asked.rules, asked.players, asked.bots, asked.seed) == (("race",), "3", "bold,random", "7")
    assert request_of(PlayRequest, {"margin": [0.005, 0.01]}).margin == "0.005,0.01"
    assert request_of(OddsRequest, {"of": (10, 8), "attack_dice": 2}).of == ("10", "8")
    assert request_of(TuneRequest, {"vary": {"goal": (10, 40)}}).vary == ("goal=10..40",)


def test_what_is_not_given_has_the_default_of_its_field():
    asked = request_of(CompareRequest, {"rules": ["race", "race,goal=31"], "games": None, "plot": "x.svg"})
    assert asked == CompareRequest(rules=("race", "race,goal=31"))


@pytest.mark.parametrize("name", ASKING)
def test_no_field_is_filled_by_position(name):
    with pytest.raises(TypeError):
        ASKING[name].request("race")


@pytest.mark.parametrize("name", ASKING)
def test_every_parameter_of_a_command_is_a_field_of_its_request_or_of_its_output(name):
    command = ASKING[name]
    inside = {parameter.name for parameter in command.params} - {"rules_too"}  # which joins `rules`
    fields, shown = set(command.request.__struct_fields__), set(Output.__struct_fields__)
    assert inside <= fields | shown
    # The measures that a comparison is made for are also those that it shows.
    assert fields & shown <= {"measures"}
    # Of replay and of exact answers; and what is given as an argument.
    assert fields - inside <= {"jobs", "processes", "cluster", "rules"}
    (asked,) = (
        kind for kind in inspect.get_annotations(command.callback).values() if str(kind).endswith("Request")
    )
    assert command.request.__name__ == asked


@pytest.mark.parametrize("name", ASKING)
def test_the_defaults_of_a_command_are_those_of_its_request(name):
    command = ASKING[name]
    text = run(*name.split(), "--help").stdout
    for field, default in defaults_of(command.request).items():
        option = next((one for one in command.params if one.name == field), None)
        if isinstance(option, click.Option) and not option.is_flag and default not in (None, ()):
            shown = default if isinstance(default, tuple) else (default,)
            assert f"[default: {', '.join(map(str, shown))}" in " ".join(text.split()), field


def test_the_class_of_every_request_is_that_of_a_command():
    known = {command.request for command in ASKING.values()}
    modules = [
        import_module(f"conquestlab.analysis.requests.{name}")
        for name in (
            "advising",
            "bots",
            "exact",
            "explaining",
            "games",
            "reading",
            "runs",
            "searches",
            "sweeps",
        )
    ]
    found = {
        one
        for module in modules
        for one in vars(module).values()
        if inspect.isclass(one) and issubclass(one, msgspec.Struct) and one.__module__ == module.__name__
    }
    assert found == known
    assert all(isinstance(command, Command) for command in ASKING.values())


SMALL = ("--players", "2", "--games")
LINES = {
    "odds": ("odds", "5", "3", "--rules", "MINE", "--rules", "OTHER", "--exact"),
    "difference": ("odds", "--table", "3x3", "--rules", "MINE", "--against", "OTHER"),
    "need": ("need", "3", "2", "--chance", "0.5", "--leave", "1", "--rules", "MINE", "--rules", "OTHER"),
    "cards": ("cards", "--rules", "MINE", "--rules", "OTHER"),
    "exchange": ("cards", "--show", "timing", "--players", "2", "--turns", "4", "--rules", "MINE"),
    "play": ("play", "--rules", "RACE", "--rules", "RUN", "--players", "2,3", "--games", "6"),
    "compare": ("compare", "RACE", "RUN", *SMALL, "60", "--bots", "bold", "--bots", "chaser"),
    "ladder": ("ladder", "--rules", "RACE", "--bots", "bold,chaser", *SMALL, "60"),
    "replay": ("replay", "--rules", "RACE", "--players", "2", "--game", "3"),
    "report": ("report", "--rules", "RACE", *SMALL, "60", "--output", "page.html"),
    "train": ("train", "--rules", "RACE", "--players", "2", "--bot", "slow.toml", "--out", "fast.toml",
              "--generations", "1", "--population", "4", "--games", "4"),
    "exploit": ("exploit", "--rules", "RACE", "--players", "2", "--bot", "slow.toml", "--generations", "1",
                "--population", "4", "--games", "4"),
    "verify": ("verify", "--only", "simulated", "--only", "referee", "--rules", "MINE", "--games", "1"),
    "show": ("rules", "show", "MINE"),
    "diff": ("rules", "diff", "MINE", "OTHER"),
}  # fmt: skip
TUNED = (
    "tune",
    "--rules",
    "RACE",
    "--vary",
    "goal=10..60",
    "--target",
    "rounds=6",
    "--bots",
    "random",
    *SMALL,
    "1000",
)


@pytest.fixture
def own_rulebooks(tmp_path, monkeypatch):
    """Files of a user's own: none of them is kept from one reading to the next, as those that ship are."""
    monkeypatch.chdir(tmp_path)
    for name, parent in (
        ("mine", "risk-modern"),
        ("other", "conquete-1957"),
        ("race", "race"),
        ("run", "race"),
    ):
        change = 'title = "Run"\ngoal = 31\n' if name == "run" else 'title = "Mine"\n'
        game = 'extends = "race"\n' if parent == "race" else f'extends = "{parent}"\n'
        (tmp_path / f"{name}.toml").write_text(game + change, encoding="utf-8")
    weights = "[weights]\nin_front = 0\nbehind = 0\n"
    (tmp_path / "slow.toml").write_text(f'game = "race"\npolicy = "paced"\n{weights}', encoding="utf-8")
    return {"MINE": "./mine.toml", "OTHER": "./other.toml", "RACE": "./race.toml", "RUN": "./run.toml"}


def read_by(line, names, monkeypatch):
    """What a command reads, rulebook by rulebook, in order."""
    read, honest = [], rulebook._resolved

    def counted(text, *given, **named):
        read.append(text)
        return honest(text, *given, **named)

    monkeypatch.setattr(rulebook, "_resolved", counted)
    result = run(*(names.get(word, word) for word in line))
    assert result.exit_code in (0, 1), result.stderr
    assert not result.stderr.startswith("conquest"), result.stderr
    return read


@pytest.mark.parametrize("name", LINES)
def test_each_rulebook_is_read_once(name, own_rulebooks, monkeypatch):
    named = [own_rulebooks[word] for word in LINES[name] if word in own_rulebooks]
    read = read_by(LINES[name], own_rulebooks, monkeypatch)
    mine = [text for text in read if text in named]
    assert sorted(mine) == sorted(named)


def test_tune_reads_each_variant_once(own_rulebooks, monkeypatch):
    read = read_by(TUNED, own_rulebooks, monkeypatch)
    assert read.count("./race.toml") == 1
    assert len(read) == len(set(read)) > 2


PLANNED = {
    "play": ((play_commands, play_answers), "experiments_of"),
    "compare": ((compare_commands, compare_answers, variants), "comparisons_of"),
    "ladder": ((ladder_commands, ladder_answers, contests), "contests_of"),
    "train": ((train_commands, training), "plan_of"),
    "exploit": ((exploit_commands, exploit_answers), "exploit_plan_of"),
}


@pytest.mark.parametrize("name", [*PLANNED, "tune"])
def test_each_command_plans_once(name, own_rulebooks, monkeypatch):
    line = TUNED if name == "tune" else LINES[name]
    places, plan = PLANNED.get(name, ((tune_commands, tune_answers), "plans_of"))
    planned = []

    def counted(honest):
        return lambda request: planned.append(request) or honest(request)

    for place in places:
        monkeypatch.setattr(place, plan, counted(getattr(place, plan)))
    assert run(*(own_rulebooks.get(word, word) for word in line)).exit_code in (0, 1)
    assert len(planned) == 1
