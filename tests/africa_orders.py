"""Plays games of Africa 1880 through the engine by orders in few words, all choices made outside.

    play(rulebook(), "alger dahomey angola", {1: {1: "alger > tunis, land dakar, war 2"}})

The territories of the first presences by seat, then the orders by round and seat. What is not ordered is
nothing and alliance.
"""

import json

import numpy as np

from conquestlab.analysis.playing.seated_game import SeatedGame

SEEDS = np.arange(1, 7, dtype=np.uint64)
PLACE_FIRST, ORDER, LAND, DECLARE = 1, 2, 3, 4
NOTHING, DEVELOP, EXPLORE = 0, 1, 2
NOWHERE = -1


class Orders:
    """The orders of one seat in one round, read from a text."""

    def __init__(self, text, number):
        self.presences, self.land, self.war = {}, NOWHERE, set()
        for part in filter(None, (part.strip() for part in text.split(","))):
            words = part.split()
            if words[0] == "land":
                self.land = number[words[1]]
            elif words[0] == "war":
                self.war = {int(seat) - 1 for seat in words[1:]}
            elif len(words) == 1:
                self.presences[number[words[0]]] = (DEVELOP, NOWHERE)
            else:
                self.presences[number[words[0]]] = (EXPLORE, number[words[2]])


def play(book, starts, rounds, game=0, seats=None):
    """Return the events of a game that is played by these orders."""
    starts = starts.split()
    seats = seats or len(starts)
    table = SeatedGame(book, [None] * seats)
    number = book.map.number
    asked = []

    def choose(position, choices):
        kind, seat = int(position["asked"]), int(position["asker"])
        asked.append((int(position["round"]), seat + 1, kind))
        if kind == PLACE_FIRST:
            return row(kind, number[starts[seat]])
        orders = Orders(rounds.get(int(position["round"]), {}).get(seat + 1, ""), number)
        if kind == ORDER:
            return row(kind, choices[0][1], *orders.presences.get(int(choices[0][1]), (NOTHING, NOWHERE)))
        if kind == LAND:
            return row(kind, orders.land)
        other = int(choices[0][1])
        return row(kind, other, int(other in orders.war))

    played = table.play_logged(SEEDS, game, choose)
    head = {"event": "game", "rules": book.name, "rules_hash": book.hash, "seed": 1, "game": game}
    head |= {"options": json.loads(json.dumps(book.options)), "players": ["some"] * seats}
    transcript = table.engine.transcript(played.lines, book, head)
    assert not table.engine.check(transcript, book)
    play.asked, play.row = asked, played.row
    return transcript


def row(*parts):
    return np.array([*parts, *[0] * (8 - len(parts))], np.int64)


def events(record, kind, round=None):
    """Return the events of a kind, of one round if it is given, each as the values behind its name."""
    found, now = [], 0
    for event in record:
        if event["event"] == "round":
            now = event["round"]
        if event["event"] == kind and round in (None, now):
            found.append(tuple(value for key, value in event.items() if key != "event"))
    return found
