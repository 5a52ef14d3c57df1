"""`conquest init`: what it writes checks and plays at once, and nothing is overwritten."""

import re

import pytest
from command_line import run

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.rulebook import faults_of, load
from conquestlab.analysis.starting.own_game import first_commands, own_game

OWN_MAP = ("risk-modern", "risk-1970-world", "conquete-1957", "risk-1970-duel")
SHIPPED_MAP = ("risk-1970-objectives", "risk-express", "manchots-barjots", "africa-1880")


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def begun(parent, name="my-game"):
    done = run("init", name, "--from", parent)
    assert (done.exit_code, done.stderr) == (0, ""), done.stderr
    return done


@pytest.mark.parametrize("parent", OWN_MAP + SHIPPED_MAP)
def test_what_is_written_checks_and_plays_at_once(parent, tmp_path):
    begun(parent)
    rules = tmp_path / "my-game" / "my-game.toml"
    assert faults_of(rules) == []
    book = load(str(rules))
    assert (book.parent, book.title) == (parent, "My game")
    assert (tmp_path / "my-game" / "map.toml").exists() == (parent in OWN_MAP)
    if parent in OWN_MAP:
        assert len(book.map.lands) == 12
    done = run("play", "--rules", str(rules), "--games", "12", "--bots", "random", "--quiet")
    assert done.exit_code == 0, done.stderr


def test_a_rulebook_with_changes_keeps_them(tmp_path):
    begun("risk-modern,dice.defender=3,continents.asia=8")
    book = load(str(tmp_path / "my-game" / "my-game.toml"))
    assert book.spec.dice.defender == 3
    assert book.spec.reinforcement.continents == {}
    assert len(book.map.lands) == 12


def test_a_game_that_extends_a_file(tmp_path):
    begun("risk-modern")
    begun("my-game/my-game.toml", "second")
    book = load("second/second.toml")
    assert (book.parent, len(book.map.lands)) == ("my-game", 12)


@pytest.mark.parametrize("parent", ["risk-modern", "risk-express", "africa-1880", "manchots-barjots"])
def test_every_line_that_is_a_comment_may_be_let_in(parent, tmp_path):
    begun(parent)
    rules = tmp_path / "my-game" / "my-game.toml"
    text = rules.read_text(encoding="utf-8")
    freed, count = re.subn(r"^# ([a-z_]+ = )", r"\1", text, flags=re.M)
    assert count > 5
    rules.write_text(freed, encoding="utf-8")
    wrong = [fault for fault in faults_of(rules) if "no effect" not in fault.allowed]
    assert wrong == []
    if parent != "risk-modern":  # which has the map of its own
        assert load(str(rules)).spec == load(parent).spec


def test_the_five_commands_are_in_the_readme_and_run(tmp_path, monkeypatch):
    begun("risk-modern")
    monkeypatch.chdir("my-game")
    text = (tmp_path / "my-game" / "README.md").read_text(encoding="utf-8")
    commands = [line for line in text.splitlines() if line.startswith("conquest ")]
    assert commands == [command for _, command in first_commands("my-game", load("my-game.toml"), 4)]
    assert len(commands) == 5
    for command in commands:
        words = command.replace("2000", "60").split()[1:]
        if words[0] == "tune":
            words += ["--games", "3000", "--confirm", "0", "--bots", "random"]
        if words[0] == "report":
            words += ["--sample", "4"]
        done = run(*words, "--quiet")
        assert done.exit_code in (0, 1), (command, done.stderr)
        assert "Traceback" not in done.stderr
    assert (tmp_path / "my-game" / "map.svg").exists()
    assert (tmp_path / "my-game" / "report.html").exists()


@pytest.mark.parametrize("name", ["my-game.toml", "map.toml", "README.md"])
def test_nothing_is_overwritten(name, tmp_path):
    (tmp_path / "my-game").mkdir()
    (tmp_path / "my-game" / name).write_text("mine")
    done = run("init", "my-game")
    assert done.exit_code == 2
    assert f"my-game/{name} is there already: name another folder" in done.stderr
    assert [path.name for path in (tmp_path / "my-game").iterdir()] == [name]
    assert (tmp_path / "my-game" / name).read_text() == "mine"


def test_a_folder_that_is_there_and_empty_is_used(tmp_path, monkeypatch):
    (tmp_path / "island").mkdir()
    monkeypatch.chdir("island")
    assert run("init", ".").exit_code == 0
    assert load("island.toml").title == "Island"


@pytest.mark.parametrize("folder", ["a,b", "my game", "x.toml"])
def test_a_folder_that_cannot_name_a_game(folder):
    with pytest.raises(WrongUse, match="cannot name a game"):
        own_game(folder, "risk-modern")


def test_a_file_in_the_way_and_an_unknown_rulebook(tmp_path):
    (tmp_path / "my-game").write_text("")
    done = run("init", "my-game")
    assert done.exit_code == 1
    assert "cannot make the folder my-game" in done.stderr
    done = run("init", "other", "--from", "risk-moden")
    assert done.exit_code == 2
    assert "risk-modern" in done.stderr
    assert not (tmp_path / "other").exists()
