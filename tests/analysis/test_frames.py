"""The functions in Python: documented by the fields of their requests, with examples that are run."""

import doctest
import inspect

import pytest
from numba import config

from conquestlab import analysis
from conquestlab.analysis import frames
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.requests import exact, games, request, searches

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
    [("tune", {"vary": "goal"}), ("replay", {"game": 3}), ("train", {"out": "mine.toml"})],
    ids=["tune", "replay", "train"],
)
def test_one_rulebook_is_asked_for_where_there_may_be_one(name, asked):
    with pytest.raises(WrongUse, match="2 rulebooks: name one"):
        getattr(analysis, name)(rules=["race", "race,goal=31"], **asked)
