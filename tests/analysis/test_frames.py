"""The functions in Python: documented by the fields of their requests, with examples that are run."""

import doctest
import inspect
import json

import pytest
from numba import config

import conquestlab
from conquestlab import analysis
from conquestlab.analysis import frames
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.requests import exact, games, request, searches
from conquestlab.analysis.rules.rulebook import load

FUNCTIONS = [getattr(frames, name) for name in analysis._FRAMES]


@pytest.mark.skipif(config.DISABLE_JIT, reason="too many games for plain Python")
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_the_examples_answer_as_they_say(function, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (examples,) = doctest.DocTestFinder(recurse=False).find(function, globs=vars(frames))
    assert examples.examples
    assert not doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(examples).failed


@pytest.mark.parametrize("module", [request, games, searches, exact], ids=lambda module: module.__name__)
def test_the_examples_of_requests_answer_as_they_say(module):
    assert not doctest.testmod(module).failed


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_every_parameter_is_documented_once(function):
    sections = inspect.getdoc(function).split("\n\n")
    (parameters,) = (part for part in sections if part.startswith("Parameters\n"))
    assert any(part.startswith("Returns\n") for part in sections)
    named = [
        name.strip()
        for line in parameters.splitlines()[2:]
        if line[:1].strip()
        for name in line.partition(" : ")[0].split(",")
    ]
    assert sorted(named) == sorted(set(inspect.signature(function).parameters) - {"listener"})


def test_what_no_request_has_is_refused():
    with pytest.raises(TypeError, match="playrs"):
        analysis.play("risk-express", playrs=2)


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("tune", {"vary": "goal"}),
        ("replay", {"game": 3}),
        ("train", {"out": "mine.toml"}),
        ("learn", {"out": "mine.toml"}),
        ("exploit", {}),
    ],
    ids=["tune", "replay", "train", "learn", "exploit"],
)
def test_one_rulebook_is_asked_for_where_there_may_be_one(name, asked):
    with pytest.raises(WrongUse, match="2 rulebooks: name one"):
        getattr(analysis, name)(rules=["race", "race,goal=31"], **asked)


def test_every_frame_says_where_it_comes_from():
    frame = analysis.play("race", players=2, games=60, seed=7, bots=["bold", "chaser"])
    assert frame.attrs == {
        "command": "conquestlab.analysis.play('race', players=2, games=60, seed=7, bots=['bold', 'chaser'])",
        "version": conquestlab.__version__, "rules": "race", "rules_hash": load("race").hash, "seed": "7",
        "bots": "bold,chaser", "players": 2, "games": 60,
    }  # fmt: skip
    assert analysis.odds(10, 8).attrs["command"] == "conquestlab.analysis.odds(10, 8)"
    assert not {"seed", "games"} & set(analysis.odds(10, 8).attrs)
    assert analysis.odds(10, 8, simulate=100, seed=4).attrs["seed"] == "4"
    given = {"players": 2, "games": 60, "bots": "bold"}
    compared = analysis.compare("race", "race,goal=31", **given).attrs
    assert (compared["rules"], compared["players"]) == (["race", "race,goal=31"], 2)
    assert analysis.ladder("race", players=2, bots="bold,chaser", games=60).attrs["bots"] == [
        "bold",
        "chaser",
    ]
    for one in (frame, analysis.need(8, chance=0.5), analysis.cards("risk-modern")):
        assert json.loads(json.dumps(one.attrs)) == one.attrs


def test_runs_are_read_from_the_package(tmp_path):
    analysis.play("race", players=2, games=60, out=str(tmp_path / "run"))
    assert len(analysis.read_run(str(tmp_path / "run")).frame()) == 60
    assert {"read_run", "play"} <= set(dir(analysis))
