"""Games of other packages: found by their entry point, read and played like those of the house."""

import sys

import pytest
from command_line import check_refused, rows, run

from conquestlab.analysis import games
from conquestlab.analysis.errors import Failed
from conquestlab.analysis.games import BUILT_IN, game_names, is_game, outside_games
from conquestlab.analysis.rules.rulebook import faults_of, load

GOOD = """
from race.game import RaceRules
from conquestlab.analysis.games.game import Game

GAME = Game(name="{name}", rules=RaceRules, engine_in="race.description")
"""


WITH_A_FILE = """
from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta
from race.game import RaceRules
from conquestlab.analysis.games.game import Game, RuleFile
from conquestlab.analysis.rules.clashes import Clash
from conquestlab.analysis.rules.rulebook_files import read_named


class HurdleRules(RaceRules, frozen=True, kw_only=True):
    track: Annotated[str, Meta(extra={"folder": "tracks"})] = "oval"


def read(text, asked_by, faults):
    found = read_named(text, "tracks", (asked_by, "track"), faults)
    return found[1]["curves"] if found else None


def clashes(rules, parts):
    if parts["track"] > rules.goal:
        yield Clash(("goal", "track"), rules.goal, f"at least {parts['track']}")


TRACK = RuleFile(
    key="track",
    read=read,
    effective=lambda book: {"curves": book.track},
    clashes=clashes,
    beside=("goal",),
)
GAME = Game(
    name="hurdles",
    rules=HurdleRules,
    engine_in="race.description",
    files={"track": TRACK},
    derived={"twice": lambda book: 2 * book.track},
    folder=str(Path(__file__).parent),
)
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Lay a package with a game on the path, beside the race."""
    monkeypatch.syspath_prepend(tmp_path)

    def lay(name, entry, source):
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[conquestlab.games]\n{entry}\n")
        (tmp_path / f"{name}.py").write_text(source)
        games.outside_games.cache_clear()

    yield lay
    games.outside_games.cache_clear()
    for name in [name for name, module in sys.modules.items() if _lies_in(module, tmp_path)]:
        del sys.modules[name]


def _lies_in(module, folder):
    return str(getattr(module, "__file__", None) or "").startswith(str(folder))


# The race, as it is installed


def test_the_race_is_a_game_of_another_package():
    assert game_names() == [*BUILT_IN, "race"]
    assert is_game("race")
    assert not is_game("chess")
    assert not is_game(3)


def test_its_rulebook_is_listed_shown_compared_and_checked():
    assert [row["game"] for row in rows("rules", "list") if row["rules"] == "race"] == ["race"]
    shown = {row["key"]: (row["value"], row["was"]) for row in rows("rules", "show", "race,goal=40")}
    assert shown["goal"] == ("40", "30")
    assert rows("rules", "diff", "race", "race,goal=40") == [{"key": "goal", "a": "30", "b": "40"}]
    assert faults_of("race") == []


@pytest.mark.parametrize("head", ['game = "race"', 'extends = "race"'])
def test_a_rulebook_of_it_may_be_a_file(tmp_path, monkeypatch, head):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-race.toml").write_text(f"{head}\ngoal = 9\nstart = [1, 0]\n")
    assert run("rules", "check", "my-race.toml").exit_code == 0
    assert load("my-race.toml").hash == load("race,goal=9,start=[1]").hash
    (tmp_path / "my-race.toml").write_text(f"{head}\ngoal = 9\nstart = [1, 9]\nstrat = 3\n")
    told = [(fault.key, fault.nearest) for fault in faults_of("my-race.toml")]
    assert told == [("strat", "start"), ("start", "")]


def test_lists_by_seat_are_checked_for_every_game():
    check_refused(run("rules", "show", "race,players.max=2,start=[1,2,3]"), 2, "a number for each of 2 seats")
    check_refused(run("rules", "show", "race,players.min=4,players.max=3"), 2, "at most players.max")


def test_its_bots_of_weights_are_files_of_its_own():
    found = rows("play", "--rules", "race", "--bots", "steady", "--games", "60", "--players", "2")
    assert {row["bots"] for row in found} == {"steady"}


def test_a_part_of_another_game_is_refused():
    with pytest.raises(Exception, match="race is a game of race: this needs a rulebook of express"):
        _ = load("race").cards
    with pytest.raises(AttributeError):
        _ = load("race").cods


# Packages that somebody else has written


def test_a_game_needs_nothing_but_its_package(package, tmp_path):
    package("rally", "rally = rally:GAME", GOOD.format(name="rally"))
    assert game_names() == [*BUILT_IN, "race", "rally"]
    (tmp_path / "long.toml").write_text('game = "rally"\ngoal = 90\n')
    assert load(tmp_path / "long.toml").spec.goal == 90


def test_a_game_may_bring_files_that_its_rules_name(package, tmp_path):
    package("hurdles", "hurdles = hurdles:GAME", WITH_A_FILE)
    (tmp_path / "rulebooks" / "tracks").mkdir(parents=True)
    (tmp_path / "rulebooks" / "hurdles.toml").write_text('game = "hurdles"\n')
    for track, curves in (("oval", 4), ("eight", 8)):
        (tmp_path / "rulebooks" / "tracks" / f"{track}.toml").write_text(f"curves = {curves}\n")
    (tmp_path / "mine.toml").write_text("curves = 4\n")
    assert load("hurdles").track == 4
    assert load("hurdles,track=eight").twice == 16
    books = ("hurdles", f"hurdles,track={tmp_path}/mine.toml", "hurdles,track=eight")
    same, alike, other = (load(text).hash for text in books)
    assert same == alike != other
    check_refused(run("rules", "show", "hurdles,goal=7,track=eight"), 2, "goal = 7 (allowed: at least 8)")
    check_refused(run("rules", "show", "hurdles,track=eigth"), 2, "nearest: eight")
    assert [row["rules"] for row in rows("rules", "list")][-2:] == ["hurdles", "race"]


@pytest.mark.parametrize(
    ("entry", "source", "told"),
    [
        ("rally = rally:GAME", "import nothing_of_that_name", "its game rally (rally:GAME) cannot be loaded"),
        ("rally = rally:GAME", "GAME = 1 / 0", "division by zero"),
        ("rally = rally:GAME", "", "cannot be loaded"),
        ("rally = rally:GAME", "GAME = 3", "rally:GAME does not describe a game"),
        (
            "rally = rally:GAME",
            GOOD.format(name="relay"),
            "its entry point rally is a game of the name relay",
        ),
        ("race = rally:GAME", GOOD.format(name="race"), "both bring a game race"),
        (
            "conquest = rally:GAME",
            GOOD.format(name="conquest"),
            "conquestlab and rally both bring a game conq",
        ),
    ],
)
def test_a_broken_package_is_named_in_one_line(package, entry, source, told):
    package("rally", entry, source)
    with pytest.raises(Failed) as refusal:
        outside_games()
    assert "rally" in str(refusal.value)
    assert told in str(refusal.value)
    check_refused(run("rules", "list"), 1, told)


def test_games_of_the_house_are_read_beside_a_broken_package(package):
    package("rally", "rally = rally:GAME", "GAME = 3")
    assert load("risk-modern").game == "conquest"


def test_two_packages_with_one_game_are_both_named(package):
    for name in ("rally", "relay"):
        package(name, f"rally = {name}:GAME", GOOD.format(name="rally"))
    with pytest.raises(Failed, match="both bring a game rally: uninstall r"):
        outside_games()


def test_a_package_in_an_archive_is_found(tmp_path, monkeypatch):
    from zipfile import ZipFile

    with ZipFile(tmp_path / "rally.zip", "w") as archive:
        archive.writestr("rally-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: rally\nVersion: 1.0\n")
        archive.writestr("rally-1.0.dist-info/entry_points.txt", "[conquestlab.games]\nrally = rally:GAME\n")
        archive.writestr("rally.py", GOOD.format(name="rally"))
    monkeypatch.setattr(sys, "path", [str(tmp_path / "rally.zip"), *sys.path])
    games.outside_games.cache_clear()
    try:
        assert is_game("rally")
    finally:
        games.outside_games.cache_clear()
        sys.modules.pop("rally", None)


def test_where_no_package_brings_a_game_none_is_looked_for_long(monkeypatch):
    monkeypatch.setattr(sys, "path", [path for path in sys.path if "outside" not in path])
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)
    games.outside_games.cache_clear()
    try:
        assert outside_games() == {}
    finally:
        games.outside_games.cache_clear()
