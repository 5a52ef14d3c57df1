"""The state file of a training: kept line by line, gone on with, refused where it holds something else."""

import json

import pytest

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.training.state import open_state

SETTINGS = {"rules": "race", "start": {"behind": 3}, "pool": {}, "seed": "1"}


def kept_twice(path):
    state = open_state(str(path), SETTINGS, resume=False)
    for generation in range(2):
        state.write({"generation": generation, "worth": [0.1 + 0.2, 1 / 3]})
    return state


def test_what_was_kept_is_found_again_to_the_last_digit(tmp_path):
    place = tmp_path / "a.training"
    kept = kept_twice(place).kept
    assert open_state(str(place), SETTINGS, resume=True).kept == kept
    assert kept[1]["worth"] == [0.1 + 0.2, 1 / 3]


def test_a_line_that_was_being_written_is_cut_off(tmp_path):
    place = tmp_path / "a.training"
    kept_twice(place)
    whole = place.read_bytes()
    place.write_bytes(whole + b'{"generation": 2, "wor')
    state = open_state(str(place), SETTINGS, resume=True)
    assert len(state.kept) == 2
    state.write({"generation": 2})
    state.close()
    assert place.read_bytes().startswith(whole)
    assert len(open_state(str(place), SETTINGS, resume=True).kept) == 3


def test_a_training_is_not_begun_twice_by_mistake(tmp_path):
    place = tmp_path / "a.training"
    kept_twice(place)
    before = place.read_bytes()
    with pytest.raises(WrongUse, match="add --resume"):
        open_state(str(place), SETTINGS, resume=False)
    assert place.read_bytes() == before


@pytest.mark.parametrize(
    ("key", "value"), [("seed", "2"), ("rules", "other"), ("start", {"behind": 4}), ("pool", {"bold": "abc"})]
)
def test_another_training_is_refused_and_left_alone(tmp_path, key, value):
    place = tmp_path / "a.training"
    kept_twice(place)
    before = place.read_bytes()
    for resume in (True, False):
        with pytest.raises(WrongUse, match=f"holds another training .{key} "):
            open_state(str(place), SETTINGS | {key: value}, resume)
    assert place.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"words\n", b'{"a": 1}\n', b"[1]\n", b"\xff\xfe\n", b"3\n4\n"])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, content):
    place = tmp_path / "a.training"
    place.write_bytes(content)
    for resume in (True, False):
        with pytest.raises(WrongUse, match="holds no training"):
            open_state(str(place), SETTINGS, resume)
    assert place.read_bytes() == content


@pytest.mark.parametrize("line", [0, 1, 2])
def test_a_damaged_line_is_named_with_the_way_on(tmp_path, line):
    place = tmp_path / "a.training"
    kept_twice(place)
    lines = place.read_bytes().splitlines(keepends=True)
    for spot in range(0, len(lines[line]) - 1, 7):
        damaged = bytearray(lines[line])
        damaged[spot] ^= 16
        place.write_bytes(b"".join([*lines[:line], bytes(damaged), *lines[line + 1 :]]))
        with pytest.raises((Failed, WrongUse), match="damaged" if line == 0 else f"line {line + 1}: delete"):
            open_state(str(place), SETTINGS, resume=True)
    place.write_bytes(b"".join(lines[:line]))
    if line:
        assert len(open_state(str(place), SETTINGS, resume=True).kept) == line - 1


def test_an_older_state_is_refused(tmp_path):
    (tmp_path / "a.training").write_text('{"format": 1, "rules": "race"}\n')
    with pytest.raises(WrongUse, match="kept by an older version"):
        open_state(str(tmp_path / "a.training"), SETTINGS, resume=True)


def test_a_state_has_one_writer(tmp_path):
    place = tmp_path / "a.training"
    first = open_state(str(place), SETTINGS, resume=False)
    for resume in (True, False):
        with pytest.raises(Failed, match=r"a.training is being written by process \d+ on .*: wait for it"):
            open_state(str(place), SETTINGS, resume)
    first.close()
    assert [path.name for path in tmp_path.iterdir()] == ["a.training"]
    open_state(str(place), SETTINGS, resume=True).close()


def test_nothing_to_go_on_with_and_no_place_to_write(tmp_path):
    with pytest.raises(WrongUse, match="leave out --resume"):
        open_state(str(tmp_path / "none"), SETTINGS, resume=True)
    assert not list(tmp_path.iterdir())
    with pytest.raises(Failed, match="cannot use"):
        open_state(str(tmp_path), SETTINGS, resume=False)
    with pytest.raises(Failed, match="cannot use"):
        open_state(str(tmp_path / "no" / "folder"), SETTINGS, resume=False)


def test_every_line_can_be_read_by_anybody(tmp_path):
    place = tmp_path / "a.training"
    kept_twice(place)
    head, *lines = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]
    assert head["rules"] == "race"
    assert [line["generation"] for line in lines] == [0, 1]
