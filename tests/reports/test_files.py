"""Files written whole or not at all."""

import os
import stat

import pytest

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.reports.files import check_place, write_whole


def test_writes_and_replaces(tmp_path):
    place = tmp_path / "odds.csv"
    write_whole(str(place), b"first")
    write_whole(str(place), b"second")
    assert place.read_bytes() == b"second"
    assert os.listdir(tmp_path) == ["odds.csv"]


def test_relative_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_whole("odds.csv", b"x")
    assert (tmp_path / "odds.csv").read_bytes() == b"x"


def test_keeps_permissions_and_links(tmp_path):
    place, link = tmp_path / "odds.csv", tmp_path / "link.csv"
    place.write_bytes(b"old")
    place.chmod(0o640)
    link.symlink_to(place)
    write_whole(str(link), b"new")
    assert link.is_symlink()
    assert place.read_bytes() == b"new"
    assert stat.S_IMODE(place.stat().st_mode) == 0o640


def test_links_to_nothing(tmp_path):
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "new.csv")
    write_whole(str(link), b"new")
    assert (tmp_path / "new.csv").read_bytes() == b"new"
    for target, words in (("no/where.csv", "which does not exist"), ("link.csv", "in a ring")):
        link.unlink()
        link.symlink_to(tmp_path / target)
        with pytest.raises(WrongUse, match=words):
            write_whole(str(link), b"x")
    assert link.is_symlink()


def test_a_device_is_written_to_and_not_replaced():
    write_whole(os.devnull, b"x")
    assert not os.path.isfile(os.devnull)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", "no name"),
        ("a\0b", "no name"),
        (".", "is a folder"),
        ("missing/odds.csv", "missing does not exist"),
        ("file/odds.csv", "file is not a folder"),
    ],
)
def test_wrong_places_are_refused_in_one_line(tmp_path, monkeypatch, path, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WrongUse, match=words) as refusal:
        check_place(path)
    assert "\n" not in str(refusal.value)
    with pytest.raises(WrongUse):
        write_whole(path, b"x")


@pytest.mark.parametrize("stands", [True, False])
def test_forbidden_places_are_refused(tmp_path, monkeypatch, stands):
    place = tmp_path / "odds.csv"
    if stands:
        place.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: os.path.isdir(path) is stands)
    with pytest.raises(Failed, match=r"odds\.csv may not be written" if stands else "may not be written to"):
        check_place(str(place))


def test_what_stood_there_survives_a_failure(tmp_path, monkeypatch):
    place = tmp_path / "odds.csv"
    place.write_bytes(b"old")

    def refuse(*names):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(Failed, match="no space left on device; make room"):
        write_whole(str(place), b"new")
    assert place.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["odds.csv"]


def test_nothing_is_left_behind_after_an_interruption(tmp_path, monkeypatch):
    def interrupt(*names):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(str(tmp_path / "odds.csv"), b"new")
    assert os.listdir(tmp_path) == []
