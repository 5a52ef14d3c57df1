"""The second version of the protocol: what a program states at hello, and that its games stay the same."""

import json

import numpy as np
import pytest
from bots_outside import EXAMPLES, program, running

from conquestlab.analysis.bots.answers import StandingAnswers, only_row, ungrouped
from conquestlab.analysis.bots.conversation import changes
from conquestlab.analysis.bots.kept_programs import KEPT
from conquestlab.analysis.bots.programs import ProgramFailed
from conquestlab.analysis.bots.terms import WANTS, Terms, read_hello
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.replay_answers import replay
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

SEEDS = np.full(6, 5, np.uint64)
ALL = list(WANTS)

FRONT = """
import json, os, sys
heard = open({heard!r}, "w", encoding="utf-8")
greeted, view = False, None
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    message = json.loads(line)
    if message["type"] in ("ask", "turn") and greeted:
        if "view" in message:
            view = message["view"]
        else:
            view.update(message["changes"])
            for key, part in message["within"].items():
                view[key].update(part)
    if message["type"] != "ask":
        continue
    if not greeted:
        greeted = True
        print(json.dumps({{"hello": 2, "wants": {wants!r}}}), flush=True)
        continue
    choices = message["choices"]
    kind = choices[0]["kind"]
    answer = {{"choice": len(choices) - 1}}
{more}
    print(json.dumps(answer), flush=True)
"""
"""Takes the last choice, and what `more` makes of that."""

STORM = """
    if kind == "attack":
        good = [one for one in choices[1:] if view["armies"][one["from"]] > view["armies"][one["to"]] + 2]
        answer = {"choice": good[0]["choice"], "leave": 3} if good else {"choice": 0}
        answer["always"] = {"defend": "most"}
    elif kind == "occupy":
        answer = {"choice": 0, "amount": choices[0]["fewest"]}
    elif kind == "move":
        answer = {"choice": 0}
"""


def front(tmp_path, wants=ALL, more=STORM, name="bot"):
    heard = tmp_path / f"{name}.heard"
    return program(tmp_path, FRONT.format(heard=str(heard), wants=list(wants), more=more), name), heard


def messages_of(heard):
    return [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]


def conquest(bot, seats=3, rules="risk-modern,max_rounds=8", others="expert"):
    return experiment_of(rules, seats, (bot, *[others] * (seats - 1)), parse_seeds("3"), seats)


# Hello


def test_terms_are_read_and_wrong_ones_refused():
    assert read_hello({"hello": 2, "wants": ["turns", "changes"]}) == Terms(
        2, frozenset({"turns", "changes"})
    )
    assert read_hello({"hello": 2}) == Terms(2, frozenset())
    for answer, words in (
        ({"hello": 3}, "said hello with 3"),
        ({"hello": True}, "said hello with on"),
        ({"hello": 2, "wants": "turns"}, "give a list"),
        ({"hello": 2, "wants": ["turn"]}, "nearest: turns"),
    ):
        with pytest.raises(ProgramFailed, match=words):
            read_hello(answer)


def test_a_program_says_hello_once_and_is_told_the_game_again(tmp_path):
    bot, heard = front(tmp_path, wants=[], more="")
    with_race = SeatedGame(load("race"), ["chaser", bot])
    rows = with_race.play(SEEDS, 0, 2)
    with_race.close()
    bold = SeatedGame(load("race"), ["chaser", "bold"])
    assert (rows == bold.play(SEEDS, 0, 2)).all()
    told = messages_of(heard)
    kinds = [message["type"] for message in told]
    assert kinds[:5] == ["game", "ask", "hello", "game", "ask"]
    assert kinds.count("hello") == 1
    assert kinds.count("game") == 3
    assert [told[place]["protocol"] for place in (0, 2, 3)] == [1, 2, 2]
    assert told[1]["decision"] == told[4]["decision"] == 1
    assert told[4]["draw_text"] == str(told[4]["draw"]) == str(told[1]["draw"])
    assert {key: told[4][key] for key in ("view", "choices")} == {
        key: told[1][key] for key in ("view", "choices")
    }


# What is told


def test_a_game_with_all_wants_is_the_game_of_one_who_is_asked_everything(tmp_path):
    """Played by the same rule without any want, decision by decision, it comes to the same record."""
    with_all, heard = front(tmp_path, name="all")
    pair = '(one["from"], one["to"]) == (good[0]["from"], good[0]["to"])'
    plain = STORM.replace('good[0]["choice"]', f'[one for one in good if {pair}][-1]["choice"]')
    without, asked = front(tmp_path, wants=[], more=plain, name="none")
    records = []
    for bot in (with_all, without):
        again = replay(conquest(bot), 1)
        assert again.findings() == []
        records.append(again.transcript[1:])
    assert records[0] == records[1]
    kinds = [message["type"] for message in messages_of(heard)]
    assert {"turn", "decided", "over"} <= set(kinds)
    assert kinds.count("ask") <= [message["type"] for message in messages_of(asked)].count("ask")
    lengths = [
        sum(len(line) for line in place.read_text(encoding="utf-8").splitlines()[4:] if '"ask"' in line[:20])
        for place in (heard, asked)
    ]
    assert lengths[0] < lengths[1] / 3


def test_changes_put_together_are_the_view(tmp_path, monkeypatch):
    from conquestlab.analysis.bots.conversation import Conversation

    bot, heard = front(tmp_path)
    views, honest = [], Conversation._sight
    monkeypatch.setattr(Conversation, "_sight", lambda self, view: views.append(view) or honest(self, view))
    table = conquest(bot).table
    table.play(SEEDS, 0, 2)
    table.close()
    told = [message for message in messages_of(heard) if message["type"] in ("ask", "turn")]
    assert len(told) == len(views) > 100
    for message, view in zip(told, views, strict=True):
        if "view" in message:
            mine = message["view"]
        else:
            mine.update(message["changes"])
            for key, part in message["within"].items():
                mine[key].update(part)
        assert mine == json.loads(json.dumps(view))


def test_changes_tell_entries_only_where_the_keys_stay():
    one = {"a": {"x": 1, "y": 2}, "b": {"x": 1}, "c": [1], "d": None}
    other = {"a": {"x": 1, "y": 3}, "b": {"z": 1}, "c": [2], "d": None}
    assert changes(one, other) == {"changes": {"b": {"z": 1}, "c": [2]}, "within": {"a": {"y": 3}}}


def test_every_turn_that_ends_is_told(tmp_path):
    bot, heard = front(tmp_path)
    again = replay(conquest(bot), 0)
    turns = sum(event["event"] == "turn" for event in again.transcript)
    told = [message["turn"] for message in messages_of(heard) if message["type"] == "turn"]
    # The first game of a process begins before the program has stated what it wants: at its first question.
    assert told == list(range(turns + 1))


def test_what_the_rules_decide_is_told_and_not_asked(tmp_path):
    """Every march into a land is either asked for or told, and exchanges with one answer are told."""
    bot, heard = front(tmp_path, more=STORM.replace(', "leave": 3', "").replace("+ 2", "- 2"))
    rules = "risk-modern,cards.must_exchange_at=3,cards.land_bonus=0,max_rounds=20"
    met = []
    for game in range(3):
        again = replay(conquest(bot, rules=rules, others="random"), game)
        told = messages_of(heard)
        seat = told[0]["seat"]
        marches = sum(event["event"] == "occupy" and event["player"] == seat for event in again.transcript)
        asked = [one for one in told if one["type"] == "ask" and one["choices"][0]["kind"] == "occupy"]
        forced = [one for one in told if one["type"] == "decided" and one["kind"] == "occupy"]
        assert marches == len(asked) + len(forced)
        assert forced
        met += told[5:]
        assert all(one["by"] == "rules" and one["amount"] >= 1 for one in forced)
    assert any(one["type"] == "decided" and one["kind"] == "exchange" for one in met)
    for one in met:
        if one["type"] == "ask":
            only = one["choices"][0]
            assert len(one["choices"]) > 1 or only.get("fewest") != only.get("most")


def test_attacks_are_listed_once_and_the_scale_is_told_once(tmp_path):
    bot, heard = front(tmp_path)
    table = conquest(bot).table
    table.play(SEEDS, 0, 1)
    table.close()
    told = messages_of(heard)
    games = [one for one in told if one["type"] == "game"]
    assert "cards.scale" in games[0]["values"]
    assert not any(key.startswith("cards.scale") for key in games[1]["values"])
    assert games[1]["cards"] == games[0]["cards"]
    scale = games[0]["values"]["cards.scale"]
    assert games[1]["cards"]["scale"][: len(scale)] == scale
    lists = [one["choices"] for one in told if one["type"] == "ask" and one["choices"][0]["kind"] == "attack"]
    for choices in lists:
        pairs = [(one["from"], one["to"]) for one in choices]
        assert len(set(pairs)) == len(pairs)
        assert all(one["dice"] == list(range(1, len(one["dice"]) + 1)) for one in choices)
    assert any(len(one["dice"]) == 3 for choices in lists for one in choices)


# Answers


def test_an_answer_to_grouped_choices_names_the_dice():
    groups = [[0], [1, 2, 3]]
    assert ungrouped(1, groups) == {"choice": 3}
    assert ungrouped({"choice": 1, "dice": 2}, groups)["choice"] == 2
    assert ungrouped({"choice": 1, "dice": [1, 2, 3]}, groups)["choice"] == 3  # sent back as it came
    assert ungrouped({"choice": 0, "dice": []}, groups)["choice"] == 0
    for answer, words in (
        (2, "answered 2; choices 0 to 1 were offered"),
        ({"choice": 1, "dice": 4}, "1 to 3"),
    ):
        with pytest.raises(ProgramFailed, match=words):
            ungrouped(answer, groups)


def test_an_attack_goes_on_until_so_many_are_left(tmp_path):
    bot, heard = front(tmp_path)
    again = replay(conquest(bot), 2)
    told = messages_of(heard)
    went_on = [one for one in told if one["type"] == "decided" and one["kind"] == "attack"]
    assert went_on
    assert all(one["by"] == "standing" and one["dice"] <= 3 for one in went_on)
    assert again.findings() == []
    defended = [one for one in told if one["type"] == "decided" and one["kind"] == "defend"]
    assert defended
    assert all(one["dice"] == 2 for one in defended)
    after = [one for place, one in enumerate(told) if one["type"] == "ask" and place > told.index(went_on[0])]
    assert not any(one["choices"][0]["kind"] == "defend" for one in after)


def test_standing_answers_that_cannot_be_are_refused():
    table = SeatedGame(load("risk-modern"), [None] * 3)
    standing = StandingAnswers(table.engine.messages(table.engine, table.rulebook, 3))
    attack, stop = np.array([3, 1, 2, 3, 0, 0, 0, 0]), np.array([3, -1, -1, 0, 0, 0, 0, 0])
    standing.keep(5, attack)
    standing.keep({"choice": 1, "leave": 2, "always": {"defend": "most"}}, attack)
    for answer, row, words in (
        ({"leave": 0}, attack, "from 1 on"),
        ({"leave": True}, attack, "from 1 on"),
        ({"leave": 2}, stop, "with an attack alone"),
        ({"always": {"attack": "most"}}, attack, "there are defend, occupy"),
        ({"always": {"defend": "all"}}, attack, "say most, fewest or null"),
        ({"always": "most"}, attack, "give a table"),
    ):
        with pytest.raises(ProgramFailed, match=words):
            standing.keep(answer, row)


def test_one_answer_is_one_choice_without_a_range():
    assert only_row(np.array([[4, 1, 0, 0, 0, 0, 0, 0], [4, 2, 0, 0, 0, 0, 0, 0]])) is None
    assert only_row(np.array([[5, 0, 0, 0, 0, 0, 2, 3]])) is None
    assert only_row(np.array([[5, 0, 0, 0, 0, 0, 2, 2]])).tolist() == [5, 0, 0, 0, 0, 0, 2, 0]
    assert only_row(np.array([[1, 0, 3, 5, -1, 0, 0, 0]])).tolist() == [1, 0, 3, 5, -1, 0, 0, 0]


# Classes


def test_a_class_states_what_it_wants_and_sees_whole_views(tmp_path):
    heard = tmp_path / "heard"
    source = f"""
class Bot:
    wants = {ALL!r}

    def __init__(self, game):
        self.heard = open({str(heard)!r}, "a")
        print("game", game["protocol"], file=self.heard)

    def choose(self, view, choices):
        assert len(view["armies"]) == 42, view
        print(choices[0]["kind"], file=self.heard, flush=True)
        return len(choices) - 1

    def turn(self, message):
        print("turn", message["turn"], len(message["view"]["armies"]), file=self.heard)

    def decided(self, message):
        print("decided", message["kind"], file=self.heard)
"""
    path = tmp_path / "wanting.py"
    path.write_text(source, encoding="utf-8")
    again = replay(conquest(f"{path}:Bot"), 0)
    assert again.findings() == []
    lines = heard.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "game 2"
    assert [line for line in lines if line.startswith("game")] == ["game 2"]
    assert "turn 1 42" in lines
    assert any(line.startswith("decided") for line in lines)


# Programs are kept


def test_a_program_is_started_once_for_all_lineups(tmp_path):
    from conquestlab.analysis.rating.ladder_answers import ladder
    from conquestlab.analysis.requests.games import LadderRequest

    started = tmp_path / "started"
    source = FRONT.format(heard=str(tmp_path / "heard"), wants=[], more="")
    source = f"open({str(started)!r}, 'a').write('x')\n" + source
    bot = program(tmp_path, source)
    asked = LadderRequest(
        rules=("race",), bots=f"bold,chaser,random,one={bot}", players="3", games=240, jobs=1
    )
    found = ladder(asked)
    assert len(found.contests[0].fixtures) > 3
    assert started.read_text() == "x"
    assert not running(tmp_path)
    assert not KEPT._waiting


def test_the_timid_class_plays_the_same_games_with_a_program_used_before(tmp_path):
    bot = f"{EXAMPLES}/any_choice.py:AnyChoice"
    fresh = SeatedGame(load("race"), [bot, "bold"])
    rows = fresh.play(SEEDS, 0, 4)
    other = SeatedGame(load("race,goal=20"), ["chaser", bot])
    other.play(SEEDS, 0, 2)
    assert (fresh.play(SEEDS, 0, 4) == rows).all()
    fresh.close()
    other.close()
