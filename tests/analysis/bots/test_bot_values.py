"""Learned values in bot files: what is read and written, what is refused and how, and who plays by one."""

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from conquestlab.analysis.bots.bot_files import BotHead, bot_file_text, read_bot_file
from conquestlab.analysis.bots.bot_values import COUNTS, OFFSETS, rows_of
from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.description import ENGINE, LEARNS
from conquestlab.analysis.games.express.description import ENGINE as EXPRESS
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest.valuing.layout import ASPECTS, HIDDEN, OUT, WIDTH
from conquestlab.kernels.conquest.valuing.layout import OFFSETS as FIRST_OFFSET

SIXTEEN = [*range(-8, 8)]
PLANNER = 'game = "conquest"\npolicy = "planner"\nlike = "expert"\n[weights]\nsearches = 2\n'
VALUED = f"{PLANNER}[value]\narmies = {SIXTEEN}\noffsets = {SIXTEEN[::-1]}\ncounts = {[5] * 16}\n"
ROWS = rows_of(LEARNS.aspects)


def bot_of(text, tmp_path, name="valued.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return find_bot(str(path), ENGINE, load("risk-modern"), 4)


def test_rows_that_a_file_leaves_out_are_zeros(tmp_path):
    bot = bot_of(VALUED, tmp_path)
    assert tuple(bot.value) == ROWS
    assert bot.value["armies"] == tuple(SIXTEEN)
    assert bot.value["lands"] == (0,) * HIDDEN
    assert (bot.value[OFFSETS], bot.value[COUNTS]) == (tuple(SIXTEEN[::-1]), (5,) * 16)
    assert bot.weights["searches"] == 2
    assert bot.weights["card"] > 0  # like expert


def test_a_bot_file_without_a_value_has_none(tmp_path):
    assert bot_of(PLANNER, tmp_path).value == {}


def test_a_written_value_reads_back_and_stands_in_columns(tmp_path):
    generator = np.random.default_rng(1)
    numbers = generator.integers(-2047, 2047, size=(len(ROWS), HIDDEN), endpoint=True).tolist()
    value = {name: tuple(row) for name, row in zip(ROWS, numbers, strict=True)} | {"prey": (0,) * HIDDEN}
    head = BotHead(game="conquest", policy="planner")
    text = bot_file_text(head, {"land": 3}, value=value)
    path = tmp_path / "written.toml"
    path.write_text(text, encoding="utf-8")
    assert read_bot_file(str(path), ENGINE).value == value
    lines = text.partition("[value]\n")[2].splitlines()
    assert len(lines) == len(ROWS) - 1
    assert len({len(line) for line in lines}) == 1
    assert not any(line.startswith("prey") for line in lines)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (VALUED.replace("armies", "armys"), ["unknown key value.armys", "nearest: value.armies"]),
        (VALUED.replace("-8, ", ""), ["value.armies", "a list of 16 whole numbers from -2047 to 2047"]),
        (VALUED.replace("-8", "-2048"), ["value.armies", "from -2047 to 2047"]),
        (VALUED.replace("-8", "0.5"), ["value.armies", "whole numbers"]),
        (VALUED.replace("-8", "true"), ["value.armies", "whole numbers"]),
        (VALUED.replace("[5,", "5 #"), ["value.counts = 5", "a list of 16"]),
        (
            VALUED.replace("[5,", "[0,").replace("5,", "0,").replace("5]", "0]"),
            ["value.counts", "other than 0"],
        ),
        (f"value = 3\n{PLANNER}", ["value = 3", "a table [value]"]),
        (VALUED.replace('"planner"', '"weighed"').replace("searches = 2", ""), ["value", "planner"]),
        (VALUED.replace("[value]", "[vlaue]"), ["unknown key vlaue", "nearest: value"]),
    ],
)
def test_what_is_wrong_with_a_value_is_told_in_one_line(tmp_path, text, words):
    with pytest.raises(WrongUse) as refusal:
        bot_of(text, tmp_path)
    said = str(refusal.value)
    assert "\n" not in said
    for word in words:
        assert word in said


def test_games_whose_bots_learn_nothing_take_no_value(tmp_path):
    path = tmp_path / "bot.toml"
    path.write_text('game = "express"\npolicy = "expert"\n[value]\ncounts = [1]\n', encoding="utf-8")
    with pytest.raises(WrongUse, match="none"):
        read_bot_file(str(path), EXPRESS)


def test_the_value_is_part_of_what_a_bot_is(tmp_path):
    with_value, without = bot_of(VALUED, tmp_path), bot_of(PLANNER, tmp_path, "plain.toml")
    assert with_value.hash != without.hash
    other = replace(with_value, value=with_value.value | {"armies": (1,) * HIDDEN})
    assert len({with_value.hash, other.hash, replace(with_value, value={}).hash}) == 3
    assert replace(with_value, value={}).hash == without.hash
    assert with_value.settings["value"]["armies"] == SIXTEEN
    assert "value" not in without.settings
    again = pickle.loads(pickle.dumps(with_value))
    assert (again, again.hash) == (with_value, with_value.hash)


def test_rows_of_zeros_do_not_count_for_the_hash(tmp_path):
    bot = bot_of(VALUED, tmp_path)
    fewer = {name: row for name, row in bot.value.items() if any(row)}
    assert replace(bot, value=fewer).hash == bot.hash


def test_a_bot_like_another_takes_its_value(tmp_path, monkeypatch):
    from conquestlab.analysis.bots import shipped_bots

    (tmp_path / "strong.toml").write_text(VALUED.replace('like = "expert"\n', ""), encoding="utf-8")
    monkeypatch.setattr(shipped_bots, "folder_of", lambda game: str(tmp_path))
    like = 'game = "conquest"\npolicy = "planner"\nlike = "strong"\n'
    taken = bot_of(like, tmp_path, "mine.toml")
    assert taken.value["armies"] == tuple(SIXTEEN)
    assert bot_of(like.replace("planner", "weighed"), tmp_path, "plain.toml").value == {}
    own = bot_of(f"{like}[value]\ncounts = {[7] * 16}\n", tmp_path, "own.toml")
    assert own.value[COUNTS] == (7,) * HIDDEN
    assert own.value["armies"] == (0,) * HIDDEN


def test_kernels_are_told_the_value_aspect_by_aspect(tmp_path):
    bot, plain = bot_of(VALUED, tmp_path), bot_of(PLANNER, tmp_path, "plain.toml")
    record, other = ENGINE.seat_bots([bot, plain], load("risk-modern"), 4)
    assert (record["valued"], other["valued"]) == (1, 0)
    assert not other["network"].any()
    aspects = record["network"][:FIRST_OFFSET].reshape(WIDTH, HIDDEN)
    assert aspects[ASPECTS.index("armies")].tolist() == SIXTEEN
    assert np.count_nonzero(aspects) == np.count_nonzero(SIXTEEN)
    assert record["network"][FIRST_OFFSET:OUT].tolist() == SIXTEEN[::-1]
    assert record["network"][OUT:].tolist() == [5] * HIDDEN


def test_the_page_tells_every_aspect():
    page = (Path(__file__).parents[3] / "docs" / "value.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{name}` | {about} |" for name, about in LEARNS.aspects.items()]
