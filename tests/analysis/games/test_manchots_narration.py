"""A game of Manchots Barjots is told whole: every card that moves, every effect and what comes of it."""

import random

import pytest
from manchots_table import rulebook
from slow_manchots import Luck, Specialist, play

from conquestlab.analysis.games.manchots.narration import narrate_game

NAMES = {"antarctica": "Antarctica", "desert": "Desert", "jungle": "Jungle", "city": "City", "moon": "Moon"}
SPECIALS = {"1": " (Twins)", "2": " (Kamikaze)", "3": " (Lookout)"}


def told(players, seed, **changes):
    chance, book = random.Random(seed), rulebook(**changes)
    record = play(book, ["some"] * players, Luck(chance), Specialist(chance, {1, 2, 3}))
    return record, narrate_game(record, book)


def words(card):
    zone, value = card.split("_")
    return f"{NAMES[zone]} {value}{SPECIALS.get(value, '')}"


@pytest.mark.parametrize("players", range(2, 6))
def test_every_event_after_the_deal_has_a_line_that_names_its_cards(players):
    record, lines = told(players, 4)
    rest = iter(line for line in lines if line)
    assert next(rest).startswith("Clockwise sit seat 1, ")
    assert next(rest) == "Everybody is dealt 18 cards, face down."
    for event in record:
        if event["event"] in ("game", "deal"):
            continue
        line = next(rest)
        cards = {
            "draw": lambda event: event["cards"],
            "give": lambda event: [event["left"], event["right"]],
            "take": lambda event: [event["card"]],
            "land": lambda event: event["cards"],
            "destroyed": lambda event: [one["card"] for one in event["cards"]],
        }.get(event["event"], lambda event: [])(event)
        assert all(words(card) in line for card in cards), (event, line)
        if "player" in event:
            assert str(event["player"]).replace("_", " player ") in line.lower()
        if event["event"] == "score":
            assert f"scores {event['total']} point" in line
    assert not list(rest)


def test_gifts_name_the_neighbours():
    record, lines = told(4, 0)
    (i,) = [i for i, line in enumerate(lines) if line == "Round 1"]
    gift = next(event for event in record if event["event"] == "give" and event["player"] == 1)
    expected = (
        f"  Seat 1 gives {words(gift['left'])} to seat 2, on the left, and {words(gift['right'])} to seat 4."
    )
    assert expected in lines[i:]


def test_who_waits_has_seen_the_others_unless_everybody_waits():
    seen, nobody = 0, 0
    for seed in range(60):
        record, lines = told(3, seed)
        rest = iter(line for line in lines if "lands" in line)
        step_a = False
        for event in record:
            if event["event"] == "round":
                step_a = False
            if event["event"] == "land":
                step_a = step_a or event["step"] == "a"
                later = event["step"] == "b" and step_a
                assert ("who has seen the others" in next(rest)) == later
                seen += later
                nobody += event["step"] == "b" and not step_a
    assert seen > 20
    assert nobody > 2


def test_scores_say_where_the_points_come_from():
    record, lines = told(3, 2, handicap__points=[0, 5])
    for event in record:
        if event["event"] == "score":
            (line,) = [line for line in lines if line.startswith(f"Seat {event['player']} scores")]
            assert line.count("majority") == len(event["majority"])
            assert ("handicap 5" in line) == (event["player"] == 2)


def test_the_winners_are_named():
    ends = set()
    for seed in range(80):
        record, lines = told(2, seed)
        winners = record[-1]["winners"]
        ends.add(len(winners))
        names = [str(winner).replace("_", " player ") for winner in winners]
        assert all(name in lines[-1].lower() for name in names)
        assert ("share the win" in lines[-1]) == (len(winners) > 1)
    assert ends >= {1, 2}
