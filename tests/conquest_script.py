"""A game of conquest laid out by hand and played choice by choice, so that a test reads like the rules."""

import numpy as np

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest import play, state
from conquestlab.kernels.conquest.cards import FIRST_JOKER
from conquestlab.kernels.shared.contract import AMOUNT, ASK, CHOICE_WIDTH, EVENT_WIDTH, FULL, MOST, OVER

LINES = 2048
NO_SET = (-1, -1, -1)


class Script:
    """A game whose seats are all asked.

    Parameters
    ----------
    text : str
        The rulebook.
    seats : int
    lands : dict, optional
        By seat (from 1, or "ally") its lands with their armies, or "rest" for all others with one army each.
        Without it the game begins with its set-up.
    round, active : int
        With `lands`: whose turn begins.
    """

    def __init__(self, text, seats, lands=None, round=9, active=1, seed=1, hands=None, goals=None):
        self.book = load(text)
        self.table = SeatedGame(self.book, [None] * seats)
        self.rules = self.table.rules
        self.ids = [land.id for land in self.book.map.lands]
        self.number = self.book.map.number
        self.position = np.zeros(1, play.position_dtype)[0]
        play.begin(self.rules, np.full(6, seed, np.uint64), 0, seats, self.position)
        self.seats = seats
        self.seen = 0
        self.transcript = []
        if goals is not None:
            self._give_goals(goals)
        if lands is not None:
            self._lay(lands)
            self._deal_hands(hands or {})
            self.position["phase"] = state.START_TURN
            self.position["round"] = round
            self.position["active"] = active - 1

    def _lay(self, lands):
        position, taken = self.position, {}
        for side, its in lands.items():
            if its != "rest":
                taken |= {land: (side, armies) for land, armies in its.items()}
        rest = [side for side, its in lands.items() if its == "rest"]
        for land in self.ids:
            side, armies = taken.get(land, (rest[0] if rest else None, 1))
            number, place = self.number[land], 6 if side == "ally" else side - 1
            position["owner"][number] = place
            position["armies"][number] = armies
            position["owned"][place] |= np.uint64(1 << number)
            position["armies_of"][place] += armies
            if armies > 1:
                position["several"] |= np.uint64(1 << number)

    def _deal_hands(self, hands):
        cards = self.position["cards"]
        for seat, hand in hands.items():
            for card in hand:
                number = self.card(card)
                place = cards["talon"][: cards["talon_left"]].tolist().index(number)
                cards["talon_left"] -= 1
                cards["talon"][place] = cards["talon"][cards["talon_left"]]
                kind, bit = (
                    ("hand_jokers", number - FIRST_JOKER) if number >= FIRST_JOKER else ("hand_lands", number)
                )
                cards[kind][seat - 1] |= np.uint64(1 << bit)

    def _give_goals(self, goals):
        deck = self.book.objectives
        for seat, (goal, colour) in enumerate(goals):
            self.position["objective"][seat] = [one.id for one in deck.objectives].index(goal)
            self.position["colour"][seat] = [one.id for one in deck.colours].index(colour)

    def card(self, name):
        return FIRST_JOKER + int(name[-1]) - 1 if name.startswith("joker") else self.number[name]

    def cards(self, *names):
        """The three parts of a choice that name these cards."""
        return (*sorted(self.card(name) for name in names), -1, -1)[:3]

    def run(self):
        """Play to the next question; return its kind and who is asked, or "over" and nobody."""
        events = np.zeros((LINES, EVENT_WIDTH), np.int64)
        course = np.zeros((1 + self.book.spec.max_rounds, self.seats), np.int32)
        why = FULL
        while why == FULL:
            self.position["logged"] = 0
            why = play.advance(self.rules, self.table.bots, self.position, events, course)
            lines = events[: self.position["logged"]]
            self.transcript += self.table.engine.transcript(lines, self.book, {"event": "game"})[1:]
        if why == OVER:
            return "over", None
        assert why == ASK
        return self.table.engine.decisions[self.position["asked"]], int(self.position["asker"]) + 1

    def refuse(self, *parts, amount=0):
        """Lay down a choice and return the reason why it is refused, 0 if it is not."""
        choice = np.zeros(CHOICE_WIDTH, np.int64)
        choice[0] = self.position["asked"]
        choice[1 : 1 + len(parts)] = [self.number.get(part, part) for part in parts]
        choice[AMOUNT] = amount
        return int(play.choose(self.rules, self.position, choice))

    def choose(self, *parts, amount=0):
        """Lay down a legal choice and play on to the next question."""
        assert self.refuse(*parts, amount=amount) == 0
        return self.run()

    def choices(self):
        """The legal choices, each as a tuple of kind, parts, fewest and most."""
        return [
            (*row[:5].tolist(), *row[AMOUNT : MOST + 1].tolist()) for row in self.table.choices(self.position)
        ]

    def attacks(self):
        """The legal attacks as (from, to, dice)."""
        return {(self.ids[a], self.ids[b], dice) for _, a, b, dice, *_ in self.choices() if a >= 0}

    def events(self, kind):
        """All events of a kind so far."""
        return [event for event in self.transcript if event["event"] == kind]

    def armies(self, land):
        return int(self.position["armies"][self.number[land]])

    def tired(self, land):
        return int(self.position["tired"][self.number[land]])

    def owner(self, land):
        side = int(self.position["owner"][self.number[land]])
        return "ally" if side == 6 else side + 1

    def hand(self, seat):
        cards = self.position["cards"]
        lands, jokers = int(cards["hand_lands"][seat - 1]), int(cards["hand_jokers"][seat - 1])
        names = {land for place, land in enumerate(self.ids) if lands >> place & 1}
        return names | {f"joker_{place + 1}" for place in range(8) if jokers >> place & 1}

    def place_all(self, land):
        """Place everything on one land, whenever placing is asked for; return the next other question."""
        asked = self.run() if not self.position["asked"] else self.question()
        while asked[0] == "place":
            asked = self.choose(land, amount=int(self.position["pool"]))
        return asked

    def question(self):
        return self.table.engine.decisions[self.position["asked"]], int(self.position["asker"]) + 1

    def stop(self):
        """Refuse what is asked: no set, no attack, no move."""
        if self.question()[0] == "exchange":
            return self.choose(*NO_SET, -1)
        return self.choose(-1, -1)

    def to_combat(self, land):
        """Refuse sets and place everything on one land, till the first attack (or the end of combat)."""
        asked = self.run()
        while asked[0] in ("exchange", "place"):
            asked = self.stop() if asked[0] == "exchange" else self.place_all(land)
        return asked

    def conquer(self, source, target, stay=None):
        """Attack with all dice, defended with all, till the land is taken; march in with all but `stay`."""
        while True:
            dice = min(int(self.rules["attack_most"]), self.armies(source) - 1)
            asked = self.choose(source, target, dice)
            while asked[0] == "defend":
                asked = self.choose(min(int(self.rules["defend_most"]), self.armies(target)))
            if asked[0] == "occupy":
                going = self.armies(source) - (1 if stay is None else stay)
                return self.choose(amount=going)
            if self.transcript[-1]["event"] != "attack" or self.armies(target) == 0:
                return asked
            if self.armies(source) < 2 or self.owner(target) == self.owner(source):
                return asked
