"""Bots outside: how they are named, what they are told, and that they play the same games as bots inside."""

import json
import shlex
import stat

import numpy as np
import pytest
from bots_outside import CHASER, EXAMPLES, PYTHON, program, running
from race.description import ENGINE

from conquestlab.analysis.bots.answers import chosen_row
from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.bots.programs import ProgramFailed
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

SEEDS = np.full(6, 5, np.uint64)


def described(bots, games, rules="race", seats=3, **options):
    return experiment_of(rules, seats, bots, parse_seeds("3"), games, **options)


def played(book, bots, first, count, shared=True):
    """Rows of a table whose external bots leave at the end."""
    table = SeatedGame(book, bots, shared)
    try:
        return table.play(SEEDS, first, count)
    finally:
        table.close()


def python_bot(tmp_path, source, name="bots"):
    path = tmp_path / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    return f"{path}:Bot"


# Names


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('exec:"sh -c true"', ("sh", "-c", "true")),
        ("exec:sh -c true", ("sh", "-c", "true")),
        ("exec:'sh -c \"a b\"'", ("sh", "-c", "a b")),
        ('exec:"sh" -c "a b"', ("sh", "-c", "a b")),
    ],
)
def test_the_command_of_a_program_may_stand_in_quotes(text, command):
    bot = find_bot(text, ENGINE, load("race"), 2)
    assert (bot.name, bot.command, bot.is_outside) == (text, command, True)


def test_what_cannot_be_a_bot_outside_is_refused_in_one_line(tmp_path):
    (tmp_path / "plain").write_text("no program", encoding="utf-8")
    (tmp_path / "wrong.py").write_text("def (", encoding="utf-8")
    (tmp_path / "some.py").write_text("class Timid:\n    pass\nclass Bold:\n    pass\n", encoding="utf-8")
    (tmp_path / "empty.py").write_text("", encoding="utf-8")
    wrong = {
        "exec:": "name a program",
        "exec:'a \"b'": "no closing quotation",
        "exec:./no_such_program": "is not there",
        f"exec:{tmp_path}/plain": "is no program that may be run",
        f"{tmp_path}/none.py:Timid": "there is no file",
        f"{tmp_path}/wrong.py:Timid": "is no Python: line 1",
        f"{tmp_path}/some.py:Timit": "it has Timid, Bold), nearest: Timid",
        f"{tmp_path}/some.py": "name a class or a function of it, as in some.py:Timid (it has Timid, Bold)",
        f"{tmp_path}/empty.py:Timid": "it has none",
    }
    for text, words in wrong.items():
        with pytest.raises(WrongUse) as refusal:
            find_bot(text, ENGINE, load("race"), 2)
        assert words in str(refusal.value), text
        assert "\n" not in str(refusal.value)


def test_the_hash_follows_the_files_of_a_program(tmp_path):
    name = program(tmp_path, CHASER)

    def found():
        return find_bot(name, ENGINE, load("race"), 2)

    before = found()
    assert before.hash == found().hash
    assert [path.rpartition("/")[2] for path in before.sources][-1] == "bot.prog"
    (tmp_path / "bot.prog").write_text(CHASER + "\n", encoding="utf-8")
    assert found().hash != before.hash


# What is told


def test_what_a_program_is_told_from_the_beginning_to_the_end(tmp_path):
    heard = tmp_path / "heard"
    source = CHASER.replace(
        "import json, sys", f"import json, sys\nheard = open({str(heard)!r}, 'w')"
    ).replace("    message =", "    heard.write(line)\n    message =")
    rows = played(load("race,goal=20"), ["bold", program(tmp_path, source)], 0, 2)
    messages = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    kinds = [message["type"] for message in messages]
    rounds = rows["rounds"].tolist()
    assert kinds == [kind for long in rounds for kind in ["game", *["ask"] * long, "over"]]
    book = load("race,goal=20")
    assert messages[0] == {
        "type": "game",
        "game": 0,
        "seat": 2,
        "protocol": 1,
        "engine": "race",
        "rules": "race",
        "rules_hash": book.hash,
        "options": {"goal": 20},
        "players": 2,
    }
    asks = messages[1 : 1 + rounds[0]]
    assert [ask["decision"] for ask in asks] == list(range(1, rounds[0] + 1))
    assert set(asks[0]) == {"type", "game", "decision", "view", "choices", "draw"}
    assert asks[0]["choices"] == [{"choice": 0, "kind": "pace", "parts": [0] * 5, "fewest": 1, "most": 3}]
    assert len({ask["draw"] for ask in asks}) == len(asks)
    assert all(0 <= ask["draw"] < 2**64 for ask in asks)
    assert messages[1 + rounds[0]] == {
        "type": "over",
        "game": 0,
        "how": "reached",
        "rounds": rounds[0],
        "win": rows["win"][0][:2].tolist(),
        "score": rows["score"][0][:2].tolist(),
    }
    assert messages[2 + rounds[0]]["seat"] == 1  # in the next game of the block it sits elsewhere


def test_the_words_of_conquest_are_those_of_the_page():
    """Every choice has its number, its words differ from those of all others, and the view is plain JSON."""
    for rules, seats in (("risk-modern", 3), ("risk-1970-duel", 2), ("risk-1970-objectives", 3)):
        table = SeatedGame(load(rules), [None] * seats)
        words = table.engine.messages(table.engine, table.rulebook, seats)
        game = words.game()
        assert json.loads(json.dumps(game)) == game
        lands = [land["id"] for land in game["map"]["lands"]]
        borders = {land["id"]: land["borders"] for land in game["map"]["lands"]}
        assert all(land in borders[other] for land in lands for other in borders[land])
        kinds = set()

        def look(position, rows, table=table, words=words, kinds=kinds, lands=lands):
            seat = int(position["asker"])
            view, choices = (
                words.view(table.rules, position, seat),
                words.choices(table.rules, position, rows),
            )
            assert json.loads(json.dumps([view, choices])) == [view, choices]
            assert list(view["owner"]) == list(view["armies"]) == lands
            assert (view["seat"], view["asker"]) == (seat + 1, seat + 1)
            assert [choice["choice"] for choice in choices] == list(range(len(rows)))
            texts = {json.dumps(choice | {"choice": 0}) for choice in choices}
            assert len(texts) == len(choices)
            assert {choice["kind"] for choice in choices} == {view["asked"]}
            kinds.add(view["asked"])
            whose = "ally" if view["side"] == "ally" else view["seat"]
            if view["asked"] in ("place", "move"):
                named = {choice.get("land") or choice.get("from") for choice in choices} - {None}
                assert {view["owner"][land] for land in named} <= {whose}
            if view["asked"] == "attack":
                assert {choice["to"] for choice in choices} <= {None, *view["targets"]}
            if view["asked"] == "exchange":
                assert all(set(choice["cards"]) <= set(view["hand"]) for choice in choices)
            return chosen_row(len(rows) - 1, rows)

        table.play_logged(SEEDS, 1, look)
        assert kinds >= {"place", "attack", "occupy", "exchange", "defend"}


def test_what_an_exchange_brings_is_what_the_record_says():
    """Sets are told with their armies and the lands of the bonus, as the exchange then has them."""
    for rules in ("risk-modern", "risk-1970-world", "conquete-1957"):
        table = SeatedGame(load(rules), [None] * 3)
        words = table.engine.messages(table.engine, table.rulebook, 3)
        told = []

        def take_the_last(position, rows, table=table, words=words, told=told):
            choice = words.choices(table.rules, position, rows)[-1]
            if choice["kind"] == "exchange" and choice["cards"]:
                told.append({key: choice[key] for key in ("cards", "armies", "bonus")})
            return chosen_row(len(rows) - 1, rows)

        lines = table.play_logged(SEEDS, 2, take_the_last).lines
        transcript = table.engine.transcript(lines, table.rulebook, {"event": "game", "players": ["x"] * 3})
        done = [event for event in transcript if event["event"] == "exchange"]
        assert told == [{key: event[key] for key in ("cards", "armies", "bonus")} for event in done]
        assert len(told) > 2


# Answers


ROWS = np.array([[1, 4, 0, 0, 0, 0, 2, 5], [1, 7, 0, 0, 0, 0, 0, 0]])


@pytest.mark.parametrize(
    ("answer", "row"),
    [
        (1, [1, 7, 0, 0, 0, 0, 0, 0]),
        (0, [1, 4, 0, 0, 0, 0, 5, 0]),
        ({"choice": 0}, [1, 4, 0, 0, 0, 0, 5, 0]),
        ({"choice": 0, "amount": 2, "kind": "place"}, [1, 4, 0, 0, 0, 0, 2, 0]),
        ({"choice": 1, "amount": None}, [1, 7, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_an_answer_is_a_number_or_a_table(answer, row):
    assert chosen_row(answer, ROWS).tolist() == row


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (2, "answered 2; choices 0 to 1 were offered"),
        (-1, "answered -1; choices 0 to 1 were offered"),
        ({"choice": 0, "amount": 6}, "it allows 2 to 5"),
        ({"choice": 0, "amount": 2.5}, "it allows 2 to 5"),
        ({"choice": 1, "amount": 1}, "it takes no amount"),
        ({"chioce": 1}, "the number of a choice"),
        (True, "the number of a choice"),
        (1.0, "the number of a choice"),
        ("1", "the number of a choice"),
        (None, "the number of a choice"),
        ([1], "the number of a choice"),
    ],
)
def test_another_answer_is_refused(answer, words):
    with pytest.raises(ProgramFailed, match=words):
        chosen_row(answer, ROWS)


# The same games


def test_a_program_that_copies_a_bot_plays_its_games_on_any_number_of_threads(tmp_path, monkeypatch):
    outside = program(tmp_path, CHASER)
    inside = described(("bold", "chaser", "random"), 60)
    rows = inside.play(0, 60)
    tallies, honest = [], Batch.rows
    for jobs in (1, 3):
        experiment = described(("bold", outside, "random"), 60)
        assert experiment.chunk == 12
        heard = []
        monkeypatch.setattr(Batch, "rows", lambda self, heard=heard: heard.append(honest(self)) or heard[-1])
        tallies.append(measure_rows(play_experiment(experiment, jobs=jobs).tally))
        heard.sort(key=lambda some: some["game"][0] if len(some) else -1)
        assert (np.concatenate(heard) == rows).all()
    assert tallies[0] == tallies[1]
    assert not running(tmp_path)


@pytest.mark.parametrize(
    ("rules", "seats", "games"),
    [
        ("risk-modern", 3, 3),
        ("conquete-1957,max_rounds=8", 3, 1),
        ("conquete-1957-second,max_rounds=4", 4, 1),
        ("risk-1970-world", 4, 2),
        ("risk-1970-duel", 2, 2),
        ("risk-modern,placement_round=3,initial_placement=in_turn_order,max_rounds=6", 3, 2),
        ("risk-1970-world,placement_round=2,movement.kind=simultaneous,tired=none,max_rounds=4", 3, 1),
    ],
)
def test_the_program_of_the_page_plays_as_greedy(rules, seats, games):
    bot = f"exec:'{shlex.join([*PYTHON, str(EXAMPLES / 'greedy_program.py')])}'"
    inside = played(load(rules), ["greedy"] * seats, 0, games)
    outside = played(load(rules), ["greedy"] * (seats - 1) + [bot], 0, games)
    assert (inside == outside).all()


@pytest.mark.parametrize(
    ("rules", "seats"), [("race", 3), ("risk-express", 3), ("risk-modern,max_rounds=4", 3)]
)
def test_the_class_of_the_page_plays_as_random_out_of_the_same_draws(rules, seats):
    bot = f"{EXAMPLES}/any_choice.py:AnyChoice"
    book = load(rules)
    inside = played(book, ["random"] * seats, 0, 2)
    outside = played(book, [bot, "random", bot], 0, 2)
    assert (inside == outside).all()


def test_the_timid_class_of_the_page_plays_every_game_of_conquest():
    for rules, seats in (("conquete-1957", 3), ("risk-1970-duel", 2), ("risk-modern", 3)):
        bots = [f"{EXAMPLES}/timid.py:Timid", *["reckless"] * (seats - 1)]
        rows = played(load(f"{rules},max_rounds=12"), bots, 0, 1)
        assert rows["rounds"][0] > 0


def test_a_game_is_told_with_a_bot_outside_too(tmp_path):
    outside = SeatedGame(load("race"), ["bold", program(tmp_path, CHASER)])
    inside = SeatedGame(load("race"), ["bold", "chaser"])
    told, same = outside.play_logged(SEEDS, 4), inside.play_logged(SEEDS, 4)
    outside.close()
    assert told.lines.tolist() == same.lines.tolist()
    assert told.row == same.row
    outside.close()  # nothing is there any more


# Classes


def test_a_class_is_made_for_each_game_and_told_of_its_end(tmp_path):
    heard = tmp_path / "heard"
    bot = python_bot(
        tmp_path,
        f"""
print("what is printed is no answer")

class Bot:
    def __init__(self, game):
        self.heard = open({str(heard)!r}, "a")
        print("game", game["game"], game["seat"], file=self.heard)

    def choose(self, view, choices):
        print("hello")
        return dict(choices[0], amount=3)

    def over(self, result):
        print("over", result["game"], result["how"], file=self.heard, flush=True)
""",
    )
    rows = played(load("race"), ["chaser", bot], 0, 2)
    assert (rows == played(load("race"), ["chaser", "bold"], 0, 2)).all()
    lines = heard.read_text(encoding="utf-8").splitlines()
    assert lines == ["game 0 2", "over 0 reached", "game 1 1", "over 1 reached"]


def test_a_class_needs_no_beginning_and_may_import_what_lies_beside_it(tmp_path):
    (tmp_path / "paces.py").write_text("import numpy\nBOLD = numpy.int64(3)\n", encoding="utf-8")
    bot = python_bot(
        tmp_path,
        """
from paces import BOLD

class Bot:
    def choose(self, view, choices, draw):
        return {"choice": 0, "amount": BOLD}
""",
    )
    rows = played(load("race"), ["chaser", bot], 0, 3)
    assert (rows == played(load("race"), ["chaser", "bold"], 0, 3)).all()


def test_a_program_may_be_any_file_that_can_be_run(tmp_path):
    path = tmp_path / "mybot"
    path.write_text(
        '#!/bin/sh\nwhile read -r line; do case "$line" in *\'"ask"\'*) echo 0;; esac; done\n',
        encoding="utf-8",
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    rows = played(load("race"), ["chaser", f"exec:{path}"], 0, 2)
    assert (rows == played(load("race"), ["chaser", "bold"], 0, 2)).all()


def test_a_bot_by_name_is_not_outside():
    assert not Bot("bold", "race", "bold").is_outside
    assert Bot("bold", "race", "bold").settings["weights"] == {}
