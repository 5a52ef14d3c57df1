"""docs/strategy.md says what its commands answered, and they still answer so."""

import importlib.util
import json
import re
from pathlib import Path

import pytest
from numba import config

FOLDER = Path(__file__).parents[1] / "docs" / "examples" / "strategy"


def maker():
    spec = importlib.util.spec_from_file_location("make_strategy", FOLDER / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = maker()
ANSWERS = json.loads(MAKE.ANSWERS.read_text(encoding="utf-8"))


def test_the_page_is_made_of_the_kept_answers():
    assert MAKE.PAGE.read_text(encoding="utf-8") == MAKE.page(ANSWERS)
    assert set(ANSWERS) == set(MAKE.commands())


def test_no_figure_is_typed_in():
    text = MAKE.HOLDS.sub("", (FOLDER / "page.md").read_text(encoding="utf-8"))
    found = re.findall(r"\d+\.\d+", re.sub(r"`[^`]*`|\([^)]*\.md[^)]*\)", "", text))
    assert not found


def test_every_changed_bot_is_used():
    named = set(re.findall(r"(\w+)\.toml", " ".join(MAKE.commands().values())))
    assert named == {path.stem for path in FOLDER.glob("*.toml")} - {"commands"}


@pytest.mark.parametrize("name", ["need-modern-5", "need-1957-5"])
def test_exact_commands_answer_so_again(name):
    assert MAKE.asked(name) == ANSWERS[name]


@pytest.mark.thorough
@pytest.mark.skipif(config.DISABLE_JIT, reason="too many games for plain Python")
@pytest.mark.parametrize("name", ["one-no_elimination-risk-modern", "play-modern-2"])
def test_games_answer_so_again(name):
    again = MAKE.asked(name)["shares"]
    for measure, shares in ANSWERS[name]["shares"].items():
        assert again[measure] == pytest.approx(shares, rel=1e-9), measure
