"""Good records of Manchots Barjots broken on purpose: where to break them, and how."""

from copy import deepcopy
from functools import cache
from random import Random

from manchots_table import rulebook
from slow_manchots import Anything, Luck, Specialist, deck, play, value_of

from conquestlab.analysis.games.manchots.referee import check

SEEDS = 600  # games to look through for one that can be broken in the wanted way


class Good:
    """A good record, and what led to it."""

    def __init__(self, players, seed, **changes):
        self.seed = seed
        self.rulebook = rulebook(**changes)
        random, specials = Random(seed), self.rulebook.spec.specials
        wanted = {specials.twins, specials.kamikaze, specials.lookout} - {0}
        choose = Specialist(random, wanted) if seed % 2 else Anything(random)
        self.record = play(self.rulebook, ["some"] * players, Luck(random), choose)
        self.round = []  # of each event; 0 before the first
        number = 0
        for event in self.record:
            number = event.get("round", number) if event["event"] == "round" else number
            self.round.append(number)

    def all(self, kind, when=lambda event: True):
        """Return the places of the events of a kind for which `when` holds."""
        return [i for i, event in enumerate(self.record) if event["event"] == kind and when(event)]

    def first(self, kind, when=lambda event: True):
        """Return the place of the first such event; LookupError if there is none."""
        return self.all(kind, when)[0]

    def in_round(self, number, kind, when=lambda event: True):
        """Return the places of the events of a kind in one round."""
        return [i for i in self.all(kind, when) if self.round[i] == number]

    def rulebook_cards(self):
        """Return the name of each card of the deck, once."""
        return list(dict.fromkeys(deck(self.rulebook.spec)))

    def landed(self, i):
        """Return the values that the player of an event landed in the round before."""
        player, number = self.record[i]["player"], self.round[i] - 1
        return [
            value_of(card)
            for j in self.in_round(number, "land", lambda event: event["player"] == player)
            for card in self.record[j]["cards"]
        ]

    def hand(self, i):
        """Return what the player of an event holds before it, for a real player."""
        return self._held(i)[self.record[i]["player"]]

    def _held(self, end):
        ring = self.record[0]["ring"]
        hands = {player: [] for player in ring}
        gifts = []
        for i, event in enumerate(self.record[:end]):
            kind = event["event"]
            if kind == "draw":
                hands[event["player"]] += event["cards"]
            elif kind == "give":
                place = ring.index(event["player"])
                gifts += [(ring[(place + 1) % len(ring)], event["left"]), (ring[place - 1], event["right"])]
                hands[event["player"]].remove(event["left"])
                hands[event["player"]].remove(event["right"])
            elif kind == "take":
                hands[event["player"]].append(event["card"])
            elif kind == "land" and isinstance(event["player"], int):
                for card in event["cards"]:
                    hands[event["player"]].remove(card)
            if kind == "give" and self.record[i + 1]["event"] != "give":
                for player, card in gifts:
                    hands[player].append(card)
                gifts = []
        return hands

    def given_to(self, player, end):
        """Return what a virtual player was given since its stock was last remade, up to an event."""
        given = []
        for event in self.record[:end]:
            if event["event"] == "remake" and event["player"] == player:
                given = []
            if event["event"] == "give":
                to_left = (event["player"] == 1) == (player == "virtual_1")
                given.append(event["left"] if to_left else event["right"])
        return given

    def changed(self, i, **keys):
        """Return the record with other values in one event, and the number of that event."""
        record = deepcopy(self.record)
        record[i] |= {key.rstrip("_"): value for key, value in keys.items()}
        return record, i + 1

    def without(self, i, key=None):
        """Return the record without an event, or without a key of it."""
        record = deepcopy(self.record)
        if key:
            del record[i][key]
        else:
            del record[i]
        return record, i + 1

    def lacking(self, i):
        """Return the record without one of the events that may stand in any order: the last is missed."""
        end = i
        while self.record[end]["event"] == self.record[i]["event"]:
            end += 1
        return self.without(i)[0], end

    def with_event(self, i, event, **keys):
        """Return the record with one event more, before the one at this place."""
        new = {"event": event} | {key.rstrip("_"): value for key, value in keys.items()}
        return [*self.record[:i], new, *self.record[i:]], i + 1

    def doubled(self, i):
        """Return the record with an event that stands twice."""
        return self.record[: i + 1] + self.record[i:], i + 2

    def moved(self, i, to):
        """Return the record with an event brought forward to an earlier place."""
        record = [*self.record]
        record.insert(to, record.pop(i))
        return record, to + 1

    def swapped(self, i, j):
        """Return the record with two events in each other's place; the first is where it is broken."""
        record = [*self.record]
        record[i], record[j] = record[j], record[i]
        return record, i + 1


@cache
def good(players, seed, changes=()):
    """Return a good record."""
    return Good(players, seed, **dict(changes))


def only_if(possible):
    """Give a game up that cannot be broken."""
    if not possible:
        raise LookupError


def games(players, **changes):
    """Yield good records to look through."""
    for seed in range(SEEDS):
        yield good(players, seed, tuple(sorted((key, _fixed(value)) for key, value in changes.items())))


def _fixed(value):
    return tuple(value) if isinstance(value, list) else value


def find(players, look, **changes):
    """Return the first good record for which `look` gives something, and that."""
    for game in games(players, **changes):
        try:
            found = look(game)
        except (LookupError, StopIteration):
            continue
        if found:
            return game, found
    raise AssertionError("no game is like that")


def check_refused_as(players, paragraph, break_it, **changes):
    """Break the first record that can be broken so, and check that the referee finds it there, and why.

    `break_it` returns the broken record and the number of the event where the finding is due. It raises
    LookupError for a game that cannot be broken in its way.
    """
    game, (record, number) = find(players, break_it, **changes)
    assert not check(game.record, game.rulebook)
    findings = check(record, game.rulebook)
    shown = record[number - 1] if number <= len(record) else "the end"
    assert findings, f"the referee saw nothing at event {number}: {shown}"
    assert (findings[0].event, findings[0].paragraph) == (number, paragraph), (findings[0], shown)
    return findings


def is_virtual(event):
    """Say whether an event is about a virtual player."""
    return isinstance(event["player"], str)
