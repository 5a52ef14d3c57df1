"""A person plays: typed lines, names, going back, keeping; every game that comes of it passes the referee."""

import json
import random
import re

import pytest
from bots_outside import CHASER, program
from click.testing import CliRunner
from command_line import check_refused, run
from small_worlds import EIGHT

from conquestlab.analysis.joining.adviser import Adviser
from conquestlab.analysis.joining.join_answers import joined_game
from conquestlab.analysis.joining.joined_game import Decision, Undone
from conquestlab.analysis.joining.typed_choices import NotUnderstood, offers_of, order_of, same_again
from conquestlab.analysis.playing.replay_answers import replay
from conquestlab.analysis.requests.games import JoinRequest
from conquestlab.cli import main

SMALL = f"risk-modern,map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}},max_rounds=15"
TABLES = [
    (SMALL, "3", 2),
    ("risk-1970-duel", "2", 1),
    ("conquete-1957,max_rounds=6", "4", 3),
    ("risk-1970-objectives,max_rounds=6", "3", 1),
    ("risk-express", "3", 2),
    ("manchots-barjots", "2", 2),
    ("manchots-barjots", "4", 1),
    ("africa-1880", "3", 3),
    ("race", "3", 2),
]


def typed(*words, lines=""):
    """Run `conquest join` with these lines typed."""
    return CliRunner().invoke(main, ["join", *map(str, words)], input=lines)


def asked(rules, players, seat, **more):
    return joined_game(JoinRequest(rules=(rules,), players=players, seat=seat, game=3, **more))


class AtRandom:
    """Plays any choice, looks at every word on the way, and now and then takes a command back."""

    def __init__(self, joined, undoing=0.0):
        self.joined, self.undoing = joined, undoing
        self.rng = random.Random(11)
        self.heard = []

    def hear(self, events, is_new):
        if events and events[0]["event"] == "game":
            self.talk = self.joined.experiment.engine.talk(self.joined.messages, events[0], self.joined.seat)
            events = events[1:]
        told = self.talk.tell(events)
        self.heard += told if is_new else []

    def ask(self, question):
        assert max(map(len, self.talk.table(question.view))) <= 320
        assert self.talk.question(question.view)
        offers = offers_of(question.choices, self.talk)
        assert sum(len(offer.choices) for offer in offers) == len(question.choices)
        if self.joined.decisions and self.rng.random() < self.undoing:
            raise Undone
        place = self.rng.randrange(len(offers))
        offer = offers[place]
        number = f" {self.rng.randint(offer.low, offer.high)}" if offer.high else ""
        return order_of(f"{place + 1}{number}", offers, self.talk).decision


@pytest.mark.parametrize(("rules", "players", "seat"), TABLES)
def test_a_joined_game_passes_the_referee(rules, players, seat):
    joined = asked(rules, players, seat)
    person = AtRandom(joined)
    game = joined.play(person.ask, person.hear)
    assert joined.decisions
    assert game.findings() == []
    assert game.transcript[0]["players"][seat - 1] == "person"
    assert game.transcript[-1]["event"] == "end"


@pytest.mark.parametrize(("rules", "players", "seat"), [TABLES[0], TABLES[4], TABLES[7]])
def test_going_back_and_going_on_later_give_the_same_game(rules, players, seat, tmp_path):
    joined = asked(rules, players, seat)
    person = AtRandom(joined, undoing=0.2)
    game = joined.play(person.ask, person.hear)
    assert game.findings() == []
    kept = tmp_path / "kept.json"
    kept.write_text(joined.kept(), encoding="utf-8")
    again = joined_game(JoinRequest(resume=str(kept)))

    def nobody(question):
        raise AssertionError("all decisions were kept")

    silent = AtRandom(again)
    assert again.play(nobody, silent.hear).transcript == game.transcript


@pytest.mark.parametrize(
    ("rules", "players", "bot"),
    [(SMALL, 3, "expert"), ("risk-express", 3, "expert"), ("manchots-barjots", 3, "expert")],
)
def test_who_takes_all_advice_plays_the_game_of_the_bot(rules, players, bot):
    joined = asked(rules, str(players), 2, bots=bot)
    adviser = Adviser(joined.table)
    person = AtRandom(joined)

    def ask(question):
        number, amount = adviser.advise(question.position, question.rows)
        return Decision(number, amount or None)

    game = joined.play(ask, person.hear)
    assert game.transcript[1:] == replay(joined.experiment, 3).transcript[1:]


def test_cards_and_objectives_of_others_stay_hidden():
    joined = asked("risk-1970-objectives,max_rounds=6", "3", 1)
    person = AtRandom(joined)
    game = joined.play(person.ask, person.hear)
    text = "\n".join(person.heard)
    draws = [event for event in game.transcript if event["event"] == "draw"]
    own = sum(event["player"] == 1 for event in draws)
    assert text.count("draws a card.") == len(draws) - own > 0
    assert len(re.findall("has the objective", text)) == 1
    joined = asked("manchots-barjots", "3", 1)
    person = AtRandom(joined)
    game = joined.play(person.ask, person.hear)
    text = "\n".join(person.heard)
    rounds = sum(event["event"] == "round" for event in game.transcript)
    assert text.count("gives you") == 2 * rounds
    assert len(re.findall("Seat [23] gives (?!you)", text)) == 0


class Told:
    """Choices in words, without a game."""

    def __init__(self, labels, numbers=None):
        self.labels, self.numbers = labels, numbers or {}

    def label(self, choice):
        return self.labels[choice["choice"]]

    def alike(self, choice):
        return self.labels[choice["choice"]]

    def number(self, choice):
        return self.numbers.get(choice["choice"])

    def strength(self, choice, view):
        return view["armies"]


LABELS = [
    "stop attacking", "attack Brazil from Peru", "attack Brazil from Peru", "attack Côte-de-l'Or from Brazil",
    "attack Northern Europe from Southern Europe", "attack Southern Europe from Northern Europe",
]  # fmt: skip
DICE = {1: 1, 2: 2, 3: 1, 4: 1, 5: 1}
ATTACKS = [{"choice": place, "kind": "attack"} for place in range(len(LABELS))]
WORDS = Told(LABELS, DICE)


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ("1", 0),
        ("stop", 0),
        ("2", 2),
        ("2 1", 1),
        ("attack brazil from peru", 2),
        ("brazil peru 1", 1),
        ("attack Brazil from Peru with 2 dice", 2),
        ("cote de l'or", 3),
        ("COTE", 3),
        ("attack southern europe from northern", 5),
        ("northern europe from southern", 4),
    ],
)
def test_choices_are_named_by_numbers_and_words(line, choice):
    assert order_of(line, offers_of(ATTACKS, WORDS), WORDS).decision.choice == choice


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "Type the number"),
        ("9", "choices 1 to 5"),
        ("alaska", "No choice"),
        ("europe", "That may be"),
        ("2 3", "takes 1 to 2"),
        ("1 2", "takes no number"),
        ("stop until won", "Only an attack"),
        ("2 until later", "until won"),
    ],
)
def test_what_names_no_choice_is_answered(line, told):
    with pytest.raises(NotUnderstood, match=told):
        order_of(line, offers_of(ATTACKS, WORDS), WORDS)


def test_where_only_a_number_is_to_choose_a_number_is_that():
    into = [{"choice": 0, "kind": "occupy", "fewest": 3, "most": 9}]
    one = Told(["move into Brazil from Peru"])
    assert order_of("4", offers_of(into, one), one).decision == Decision(0, 4)
    assert order_of("1 5", offers_of(into, one), one).decision == Decision(0, 5)
    assert order_of("brazil", offers_of(into, one), one).decision == Decision(0)
    with pytest.raises(NotUnderstood, match="takes 3 to 9"):
        order_of("1", offers_of(into, one), one)


def test_an_attack_goes_on_until_it_is_won_or_too_few_are_left():
    order = order_of("attack brazil peru with 1 until 4", offers_of(ATTACKS, WORDS), WORDS)
    assert order.decision == Decision(1)
    assert same_again(order, ATTACKS, {"armies": 5}, WORDS) == Decision(2, None, True)
    assert same_again(order, ATTACKS, {"armies": 4}, WORDS) is None
    assert same_again(order, ATTACKS[3:], {"armies": 5}, WORDS) is None
    assert same_again(order_of("2", offers_of(ATTACKS, WORDS), WORDS), ATTACKS, {"armies": 9}, WORDS) is None


PLAYED = ("--rules", SMALL, "--players", "2", "--bots", "reckless", "--game", "4")


def test_a_whole_game_is_played_in_the_terminal_and_written(tmp_path):
    lines = "?\ntable\nlist\nstory\nadvise\nalaska zz\n" + "\n".join(["1"] * 4000)
    words = ("--rules", SMALL.replace("max_rounds=15", "max_rounds=4"), *PLAYED[2:], "--advise")
    result = typed(*words, "--output", tmp_path / "game.jsonl", lines=lines)
    assert result.exit_code == 0, result.stderr
    assert max(map(len, result.stdout.splitlines())) <= 90
    for said in ("take your last command back", "would take", "No choice has these words"):
        assert said in result.stdout
    events = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    assert events[-1]["event"] == "end"
    assert events[0]["players"] == ["person", "reckless"]


def test_bots_outside_play_against_a_person(tmp_path):
    bot = program(tmp_path, CHASER)
    words = ("--rules", "race", "--players", "3", "--bots", bot, "--seat", "2", "--game", "3")
    inside = typed(*words[:4], "--bots", "chaser", *words[6:], lines="1 3\n" * 60)
    outside = typed(*words, lines="1 3\n" * 60)
    assert outside.exit_code == 0, outside.stderr
    told = [[line for line in one.stdout.splitlines() if "event" in line] for one in (inside, outside)]
    assert told[0] == told[1]
    assert "event end" in told[0][-1]


def test_a_joined_game_becomes_a_page(tmp_path):
    words = ("--rules", "risk-express", "--players", "2", "--game", "3", "--output", tmp_path / "game.html")
    result = typed(*words, lines="1\n" * 900)
    assert result.exit_code == 0, result.stderr
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert "person" in page
    won = json.loads(re.search('id="game">(.*?)</script>', page)[1])["course"]["values"][-1][0]
    assert {0: "You do not win.", 0.5: "You share the win.", 1: "You win!"}[won] in result.stdout
    assert "Chance to win" in page
    assert "This page comes again from" not in page


def test_undo_save_and_resume_in_the_terminal(tmp_path):
    kept = tmp_path / "kept.json"
    result = typed(*PLAYED, lines=f"undo\n1 2\nundo\n1 3\nsave {kept}\nquit\n")
    assert result.exit_code == 0
    for said in ("nothing to take back", "Taken back.", "Kept in", "You leave the game."):
        assert said in result.stdout
    told = json.loads(kept.read_text())
    assert told["decisions"] == [[0, 3, False]]
    again = typed("--resume", kept, lines="undo\n")
    assert again.exit_code == 0
    assert "10 armies" not in again.stderr
    assert "The input has ended" in again.stdout


def test_the_end_of_input_and_quit_are_polite():
    result = typed(*PLAYED)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("The input has ended, and so has the game.\n")
    result = typed(*PLAYED, lines="1\nquit\nquit\n")
    assert result.exit_code == 0
    assert "is not kept" in result.stdout


def test_wrong_uses_are_one_line(tmp_path):
    odd = tmp_path / "odd.json"
    odd.write_text("[]")
    check_refused(run("join", "--rules", SMALL, "--players", "2", "--seat", "3"), 2, "seats 1 to 2")
    check_refused(run("join", "--rules", SMALL, "--players", "2-3"), 2, "one number of players")
    check_refused(run("join", *PLAYED[:4], "--bots", "random,random"), 2, "2 bots for 1 other")
    check_refused(run("join", "--resume", odd), 2, "no game that was kept")
    check_refused(run("join", "--resume", tmp_path / "none.json"), 1, "cannot be read")
    check_refused(run("join", *PLAYED, "--output", tmp_path / "game.png"), 2, ".html")
    told = {"kind": "conquestlab joined game", "rules": "race"}
    odd.write_text(json.dumps(told))
    check_refused(run("join", "--resume", odd), 2, "damaged")
