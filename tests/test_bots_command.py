"""`conquest bots`: the bots there are, a beginning, a check, and a question asked again."""

import csv
import json
import shlex
import sys
from pathlib import Path

import pytest
from bots_outside import CHASER, program, running, wait_until
from command_line import check_refused, run

from conquestlab.analysis.games import engine_for
from conquestlab.analysis.rules.rulebook import load

WRONG = """
class Wrong:
    def choose(self, view, choices):
        print("thinking of", view["asked"])
        return 77 if view["asked"] == "occupy" else len(choices) - 1
"""


def rows_of(result):
    return list(csv.DictReader(result.stdout.splitlines()))


def test_the_list_has_every_bot_with_its_strength():
    listed = rows_of(run("bots", "list", "--format", "csv"))
    for rules in ("risk-modern", "risk-express", "africa-1880", "manchots-barjots"):
        engine = engine_for(load(rules))
        assert [row["bot"] for row in listed if row["game"] == engine.name] == list(engine.bots)
    strength = {row["bot"]: row["strength"] for row in listed if row["game"] == "conquest"}
    assert strength["planner"] == "the strongest that ships"
    assert strength["random"] == "plays at random"


@pytest.mark.parametrize("rules", ["risk-modern", "risk-express", "africa-1880"])
@pytest.mark.parametrize("is_program", [False, True])
def test_a_bot_that_was_begun_plays_at_once(tmp_path, monkeypatch, rules, is_program):
    monkeypatch.chdir(tmp_path)
    result = run("bots", "new", "my_bot.py", "--rules", rules, *(["--program"] if is_program else []))
    assert result.exit_code == 0, result.stderr
    bot = f"exec:{shlex.join([sys.executable, 'my_bot.py'])}" if is_program else "my_bot.py:MyBot"
    checked = run("bots", "check", bot, "--rules", rules, "--games", "1", "--format", "csv")
    assert checked.exit_code == 0, checked.stdout + checked.stderr
    for row in rows_of(checked):
        assert row["again"] == "same"
        assert int(row["questions"]) > 0
        assert int(row["questions_per_second"]) > 0
    check_refused(run("bots", "new", "my_bot.py"), 2, "is there already")
    check_refused(run("bots", "new", "my-bot.txt"), 2, "cannot name a bot")


def test_a_beginning_for_conquest_wins_more_often_than_chance(tmp_path, monkeypatch):
    """60 games of three against two random ones: even is 1/3, and the seed is fixed."""
    monkeypatch.chdir(tmp_path)
    run("bots", "new", "my_bot.py")
    words = ("--rules", "risk-modern,max_rounds=200", "--one", "mine=my_bot.py:MyBot", "--against", "random")
    played = run("ladder", *words, "--players", "3", "--games", "60", "--format", "csv", "--jobs", "1")
    (share,) = [row for row in rows_of(played) if row["measure"] == "win_share"]
    assert float(share["low"]) > 1 / 3


def test_a_check_tells_what_is_wrong(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text(WRONG, encoding="utf-8")
    found = run("bots", "check", f"{path}:Wrong", "--rules", "risk-modern", "--games", "1", "--format", "csv")
    assert found.exit_code == 1
    assert all("answered 77; only choice 0 was offered (occupy)" in row["fault"] for row in rows_of(found))
    unsteady = tmp_path / "unsteady.py"
    unsteady.write_text(
        "import os\nclass Bot:\n    def choose(self, view, choices):\n"
        "        return {'choice': 0, 'amount': 1 + os.urandom(1)[0] % 3}\n",
        encoding="utf-8",
    )
    other = run("bots", "check", f"{unsteady}:Bot", "--rules", "race", "--games", "4", "--format", "csv")
    assert other.exit_code == 1
    assert {row["again"] for row in rows_of(other)} == {"other"}
    check_refused(run("bots", "check", "expert"), 2, "check a class or a program")
    assert wait_until(lambda: not running(tmp_path))


def test_a_question_that_a_bot_failed_at_is_kept_and_asked_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("wrong.py").write_text(WRONG, encoding="utf-8")
    Path("right.py").write_text(WRONG.replace("Wrong", "Right").replace("77 if", "0 if"), encoding="utf-8")
    words = ("--rules", "risk-modern", "--bots", "wrong=wrong.py:Wrong,expert,expert")
    plain = run("play", *words, "--games", "3", "--jobs", "1")
    assert not list(tmp_path.glob("failed-*"))
    assert "thinking of" not in plain.stderr
    failed = run("play", *words, "--games", "3", "--jobs", "1", "--debug")
    assert failed.exit_code == 1
    assert "thinking of occupy" in failed.stderr
    (kept,) = tmp_path.glob("failed-wrong-game-0-decision-*.json")
    assert kept.name in failed.stderr.splitlines()[-1]
    question = json.loads(kept.read_text(encoding="utf-8"))
    assert question["view"]["asked"] == question["asked"] == "occupy"
    again = run("bots", "ask", kept, "wrong.py:Wrong", "--format", "csv")
    assert again.exit_code == 1
    assert rows_of(again)[0]["fault"] == "answered 77; only choice 0 was offered (occupy)"
    mended = run("bots", "ask", kept, "right.py:Right", "--format", "csv")
    assert mended.exit_code == 0
    assert json.loads(rows_of(mended)[0]["choice"]) == question["choices"][0]
    assert "thinking of occupy" in mended.stderr
    wanting = Path("right.py").read_text(encoding="utf-8")
    wanting = wanting.replace("class Right:", "class Right:\n    wants = ['changes', 'grouped']")
    Path("right.py").write_text(wanting, encoding="utf-8")
    assert run("bots", "ask", kept, "right.py:Right").exit_code == 0
    check_refused(run("bots", "ask", "right.py", "right.py:Right"), 2, "holds no question")
    check_refused(run("bots", "ask", kept, "expert"), 2, "ask a class or a program")


def test_a_failed_game_is_told_up_to_the_failure(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("wrong.py").write_text(WRONG, encoding="utf-8")
    words = ("--rules", "risk-modern", "--bots", "wrong=wrong.py:Wrong,expert,expert", "--game")
    told = run("replay", *words, "2", "--format", "jsonl", "--check")
    assert told.exit_code == 1
    assert "answered 77; only choice 0 was offered (occupy); the game is void" in told.stderr
    events = [json.loads(line) for line in told.stdout.splitlines()]
    assert events[0]["players"].count("wrong") == 1
    assert events[-1]["event"] == "attack"
    assert events[-1]["player"] == events[0]["players"].index("wrong") + 1
    both = run("replay", *words, "2-4")
    assert both.exit_code == 1
    assert both.stdout.count("risk-modern, seed") == 1


def test_several_games_are_told_one_after_the_other(tmp_path):
    swift = f"swift={program(tmp_path, CHASER)}"
    words = ("replay", "--rules", "race", "--bots", f"bold,{swift}", "--game")
    several = run(*words, "0-2,5", "--format", "jsonl", "--check")
    assert several.exit_code == 0
    assert "checked 4 games" in several.stderr
    one_by_one = "".join(run(*words, game, "--format", "jsonl").stdout for game in "0125")
    assert several.stdout == one_by_one
    for wrong in ("2-1", "x", "-3", "1,,2", "0-100000000"):
        check_refused(run(*words, wrong), 2, "game")
    check_refused(run(*words, "0-1", "--format", "html"), 2, "a page shows one game")
