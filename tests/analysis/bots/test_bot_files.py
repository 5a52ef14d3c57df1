"""Bot files: what is read, what is refused and how, and which of several is taken."""

import json

import pytest

from conquestlab.analysis.bots.bot import Bot
from conquestlab.analysis.bots.bot_files import BotHead, bot_file_text, read_bot_file
from conquestlab.analysis.bots.named_bots import find_bot, split_bots
from conquestlab.analysis.bots.shipped_bots import FOLDER, nearest_file
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games import BUILT_IN, find_game
from conquestlab.analysis.games.conquest.description import ENGINE as CONQUEST
from conquestlab.analysis.games.express.description import ENGINE as EXPRESS
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.play_answers import play
from conquestlab.analysis.playing.runs import open_run, read_run
from conquestlab.analysis.requests.games import PlayRequest
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

BOLD = 'game = "express"\npolicy = "expert"\nabout = "bold"\n[weights]\nfinish = 133\nharm = 20\n'


@pytest.fixture
def bold(tmp_path):
    path = tmp_path / "bold.toml"
    path.write_text(BOLD, encoding="utf-8")
    return str(path)


def described(bots, games=60):
    return experiment_of("risk-express", 2, bots, parse_seeds("1"), games)


def test_a_bot_file_gives_every_weight_of_its_policy(bold):
    bot = find_bot(bold, EXPRESS, load("risk-express"), 2)
    assert bot.weights == {"risk": 0, "promise": 0, "harm": 20, "leave": 0, "finish": 133}
    assert (bot.name, bot.game, bot.policy, bot.tuned_for) == (bold, "express", "expert", "any")


def test_the_hash_is_that_of_policy_and_weights_alone():
    one = Bot("one", "express", "expert", {"harm": 3, "risk": 0}, "risk-express, 2 players")
    assert one.hash == Bot("other", "express", "expert", {"harm": 3}).hash
    assert one.hash != Bot("one", "express", "expert", {"harm": 4, "risk": 0}).hash
    assert one.hash != Bot("one", "express", "points", {"harm": 3, "risk": 0}).hash
    assert len(one.hash) == 12


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BOLD.replace("harm", "harn"), ["unknown key weights.harn", "nearest: weights.harm"]),
        (BOLD.replace("about", "abuot"), ["unknown key abuot", "nearest: about"]),
        (BOLD.replace("[weights]", "[wieghts]"), ["unknown key wieghts", "nearest: weights"]),
        (BOLD.replace("20", "2000"), ["weights.harm = 2000", "a whole number from 0 to 1024"]),
        (BOLD.replace("20", "-1"), ["weights.harm = -1", "a whole number from 0 to 1024"]),
        (BOLD.replace("20", "2.5"), ["weights.harm = 2.5", "a whole number"]),
        (BOLD.replace("20", "true"), ["weights.harm = on", "a whole number"]),
        (
            BOLD.replace('"expert"', '"expret"'),
            ["policy = expret", "random, points, expert", "nearest: expert"],
        ),
        (
            BOLD.replace('"express"', '"conquest"'),
            ["game = conquest", "express, the game that is played here"],
        ),
        (BOLD.replace('policy = "expert"', ""), ["policy is missing"]),
        ("players = 7\n" + BOLD, ["players = 7", "any, or a number up to 6"]),
        ("weights = 3\n" + BOLD.partition("[")[0], ["weights = 3", "a table [weights]"]),
        ("game = ", ["(syntax)"]),
        (
            BOLD + "a = 1\nb = 1\nc = 1\n",
            ["unknown key weights.a", "unknown key weights.c"],
        ),
        (BOLD + "a = 1\nb = 1\nc = 1\nd = 1\n", ["and 1 more"]),
    ],
)
def test_what_is_wrong_with_a_bot_file_is_told_in_one_line(tmp_path, text, words):
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WrongUse) as refusal:
        read_bot_file(str(path), EXPRESS)
    said = str(refusal.value)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    assert "rules check" not in said
    for word in words:
        assert word in said


def test_a_bot_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(WrongUse, match="there is no file"):
        find_bot(str(tmp_path / "none.toml"), EXPRESS, load("risk-express"), 2)


def test_a_written_bot_file_reads_back(tmp_path):
    head = BotHead(
        game="express",
        policy="expert",
        about='says "no"\nand – ü',
        rules="risk-express",
        players=3,
        made_by="x",
    )
    weights = {"risk": 5, "promise": 0, "harm": 20, "leave": 0, "finish": 133}
    path = tmp_path / "written.toml"
    path.write_text(bot_file_text(head, weights), encoding="utf-8")
    assert "promise" not in path.read_text(encoding="utf-8")
    named = {name: value for name, value in weights.items() if value}
    assert read_bot_file(str(path), EXPRESS) == (head, named, (), {})
    assert find_bot(str(path), EXPRESS, load("risk-express"), 3).weights == weights
    assert head.tuned_for == "risk-express, 3 players"


@pytest.mark.parametrize(
    ("head", "tuned_for"),
    [({}, "any"), ({"rules": "risk-modern"}, "risk-modern"), ({"players": 2}, "2 players")],
)
def test_what_a_bot_is_tuned_for(head, tuned_for):
    assert BotHead(game="conquest", policy="weighed", **head).tuned_for == tuned_for


@pytest.mark.parametrize(
    ("line", "seats", "taken"),
    [
        (["b", "a"], 4, "b-4"),
        (["b", "a"], 3, "a-3"),  # exactly that number, though of the parent
        (["b", "a"], 6, "b-5"),
        (["c", "b", "a"], 5, "b-5"),
        (["a"], 5, "a-3"),
        (["b-c"], 2, "b-c-2"),
        (["b-c"], 6, "b-c-2"),
        (["z", "y"], 2, "general"),
        (["d"], 4, "d-3"),  # of two that are as near the lower
    ],
)
def test_which_file_of_a_bot_is_taken(line, seats, taken):
    files = ["a-2", "a-3", "b-4", "b-5", "b-c-2", "d-5", "d-3", "general"]
    assert nearest_file(files, line, seats) == taken


def test_the_weights_of_a_folder_follow_rulebook_and_players(tmp_path, monkeypatch):
    folder = tmp_path / "conquest" / "sharp"
    folder.mkdir(parents=True)
    weight = next(iter(CONQUEST.policies["weighed"]))
    for number, name in enumerate(["general", "risk-1970-world-3", "risk-1970-world-5"], 1):
        rules, _, players = name.rpartition("-")
        head = BotHead(game="conquest", policy="weighed", rules=rules, players=int(players if rules else 0))
        (folder / f"{name}.toml").write_text(bot_file_text(head, {weight: number}), encoding="utf-8")
    monkeypatch.setattr("conquestlab.analysis.bots.shipped_bots.FOLDER", str(tmp_path))

    def found(rules, seats):
        bot = find_bot("sharp", CONQUEST, load(rules), seats)
        return bot.weights[weight], bot.tuned_for

    assert found("risk-1970-world", 3) == (2, "risk-1970-world, 3 players")
    assert found("risk-1970-world,dice.defender=1", 5) == (3, "risk-1970-world, 5 players")
    assert found("risk-1970-world-3v3", 6) == (3, "risk-1970-world, 5 players")
    assert found("conquete-1957", 3) == (1, "any")
    experiment = experiment_of("risk-1970-world", 5, ("sharp",), parse_seeds("1"), 1)
    assert experiment.table.bots["weights"][weight].tolist() == [3] * 5


def test_equal_rules_are_played_by_the_same_bot_whatever_they_are_called(tmp_path):
    def hash_of(rules, seats=4):
        return find_bot("expert", CONQUEST, load(rules), seats).hash

    assert hash_of("risk-1970-world-3v3") != hash_of("risk-1970-world")
    assert hash_of("risk-1970-world,dice.defender=3") == hash_of("risk-1970-world-3v3")
    assert hash_of("conquete-1957-3v2,dice.defender=3", 2) == hash_of("conquete-1957", 2)
    own = tmp_path / "own.toml"
    own.write_text('extends = "risk-1970-world"\ntitle = "Own"\n[dice]\ndefender = 3\n', encoding="utf-8")
    assert hash_of(str(own)) == hash_of("risk-1970-world-3v3")
    own.write_text('extends = "risk-1970-world"\ntitle = "Own"\n[dice]\nattacker = 2\n', encoding="utf-8")
    assert hash_of(str(own)) == hash_of("risk-1970-world")


def test_every_shipped_bot_is_right_and_says_what_it_is():
    for engine in (find_game(name).engine for name in BUILT_IN):
        assert set(engine.plain_bots) == {name for name, weights in engine.policies.items() if not weights}
        assert all(engine.bots.values())
    from pathlib import Path

    for path in Path(FOLDER).rglob("*.toml"):
        game, *inner = path.relative_to(FOLDER).with_suffix("").parts
        head = read_bot_file(str(path), find_game(game).engine).head
        of_folder = head.rules and head.players
        assert len(inner) == 1 or inner[-1] == (f"{head.rules}-{head.players}" if of_folder else "general")


def test_names_are_split_at_commas_outside_quotes():
    assert split_bots('expert, my.py:Timid,exec:"./bot --a 1,2" , a.toml') == [
        "expert",
        "my.py:Timid",
        'exec:"./bot --a 1,2"',
        "a.toml",
    ]
    assert split_bots("exec:'a \"b,c\"',d") == ["exec:'a \"b,c\"'", "d"]
    with pytest.raises(WrongUse, match="not closed"):
        split_bots('exec:"./bot,expert')


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("exprt", ["did you mean expert?", "random, expert, points", "file ending in .toml"]),
        ("nonsense", ["there are random, expert, points"]),
        ("../express/points", ["there are"]),
        ("", ["no bot of express"]),
    ],
)
def test_an_unknown_bot_is_told_with_those_that_there_are(name, words):
    with pytest.raises(WrongUse) as refusal:
        find_bot(name, EXPRESS, load("risk-express"), 2)
    for word in words:
        assert word in str(refusal.value)


def test_a_bot_by_file_plays_as_the_shipped_one_of_the_same_weights(tmp_path):
    path = tmp_path / "same.toml"
    shipped = described(("expert",))
    head = BotHead(game="express", policy="expert")
    path.write_text(bot_file_text(head, shipped.seated[0].weights), encoding="utf-8")
    by_file = described((str(path),))
    assert by_file.seated[0].hash == shipped.seated[0].hash
    assert (by_file.play(0, 60) == shipped.play(0, 60)).all()


def test_a_run_of_other_weights_is_refused(tmp_path, bold):
    path = str(tmp_path / "run")
    first = described((bold,))
    play_experiment(first, folder=open_run(path, first))
    kept = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert kept["bots_are"][bold]["weights"]["harm"] == 20
    assert read_run(path).experiment.seated == first.seated
    (tmp_path / "bold.toml").write_text(BOLD.replace("20", "21"), encoding="utf-8")
    with pytest.raises(WrongUse, match=r"another .*bold\.toml"):
        open_run(path, described((bold,)), resume=True)
    with pytest.raises(Failed, match="play the run anew"):
        read_run(path)


def test_a_note_says_what_the_weights_are_for(bold, tmp_path):
    (tmp_path / "bold.toml").write_text('rules = "risk-express"\nplayers = 3\n' + BOLD, encoding="utf-8")
    played = play(PlayRequest(rules=("risk-express",), players="2", bots=f"points,{bold}", games=2))
    assert played.notes[0] == f"risk-express, 2 players: {bold} has weights for risk-express, 3 players"
