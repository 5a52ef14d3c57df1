"""Keeps account of a game of conquest by its events alone: lands, armies and cards, event by event.

It judges nothing but what is conserved; whether an event was legal is a referee's matter.
"""

from collections import Counter


class Ledger:
    """What lies on the table, as the events tell it."""

    def __init__(self, book, record):
        self.book = book
        self.seats = len(record[0]["players"])
        self.lands = [land.id for land in book.map.lands]
        self.owner, self.armies = {}, {}
        self.hands = {seat: Counter() for seat in range(1, self.seats + 1)}
        jokers = [f"joker_{place + 1}" for place in range(book.spec.cards.jokers)]
        self.talon, self.discard = Counter([*self.lands, *jokers]), Counter()
        self.deck = len(self.lands) + len(jokers)
        self.due = 0  # armies received and not yet placed
        self.placing = False
        self.from_lands, self.from_continents = Counter(), Counter()  # armies received, by seat
        self.most = 0  # armies of one seat at the end of a turn
        for event in record[1:]:
            self.read(event)

    def read(self, event):
        """Take note of an event."""
        getattr(self, "_" + event["event"], lambda event: None)(event)
        self.audit(event)

    def audit(self, event):
        """Every card lies in one place, and every land has an owner and an army."""
        piles = self.talon, self.discard, *self.hands.values()
        cards = [card for pile in piles for card in pile.elements()]
        assert len(cards) == len(set(cards)) == self.deck, event
        if event["event"] not in ("roll_order", "objective", "deal"):
            assert len(self.owner) == len(self.lands)
        between = event["event"] == "attack" and self.armies[event["to"]] == 0
        assert min(self.armies.values(), default=1) >= (0 if between else 1), event
        if not self.book.spec.piece_limit:
            assert self.due >= 0 or not self.placing, event

    def _side(self, event):
        return "ally" if event.get("side") == "ally" else event["player"]

    def _deal(self, event):
        if event["land"] is not None:
            assert event["land"] not in self.owner
            self.owner[event["land"]] = self._side(event)
            self.armies[event["land"]] = event["armies"]

    def _turn(self, event):
        self._all_placed()
        self.most = max(self.most, *(self.armies_of(seat) for seat in range(1, self.seats + 1)))
        self.placing, self.due, self.round = True, 0, event["round"]

    def _all_placed(self):
        if self.placing and not self.book.spec.piece_limit:
            assert self.due == 0

    def _draw(self, event):
        if not self.talon:
            self.talon, self.discard = self.discard, Counter()
        assert self.talon[event["card"]] == 1
        self.talon -= Counter([event["card"]])
        self.hands[event["player"]][event["card"]] += 1

    def _reinforce(self, event):
        player, from_lands = event["player"], event["from_lands"]
        from_continents = sum(event["from_continents"].values())
        if self.round == 1:
            from_lands += [*self.book.spec.handicap.first_reinforcement, *[0] * 6][player - 1]
            if from_lands < 0:  # what the lands cannot lose, the continents do
                from_lands, from_continents = 0, max(0, from_continents + from_lands)
        self.due += from_lands + from_continents
        self.from_lands[player] += from_lands
        self.from_continents[player] += from_continents

    def _exchange(self, event):
        cards = Counter(event["cards"])
        assert not cards - self.hands[event["player"]]
        self.hands[event["player"]] -= cards
        self.discard += cards
        self.due += event["armies"] + sum(event["bonus"].values())

    def _place(self, event):
        assert event["armies"] > 0
        assert self.owner[event["land"]] == self._side(event)
        self.armies[event["land"]] += event["armies"]
        if self.placing and event.get("side") != "ally":
            self.due -= event["armies"]

    def _attack(self, event):
        self._all_placed()
        assert self.owner[event["from"]] == self._side(event) != self.owner[event["to"]]
        self.armies[event["from"]] -= event["attacker_lost"]
        self.armies[event["to"]] -= event["defender_lost"]
        lost = event["attacker_lost"] + event["defender_lost"]
        assert lost == min(len(event["attack_dice"]), len(event["defend_dice"]))

    def _occupy(self, event):
        assert self.armies[event["to"]] == 0
        self._march(event)
        self.owner[event["to"]] = self._side(event)

    def _move(self, event):
        self._all_placed()
        assert self.owner[event["from"]] == self.owner[event["to"]] == event["player"]
        self._march(event)

    def _march(self, event):
        self.armies[event["from"]] -= event["armies"]
        self.armies[event["to"]] += event["armies"]

    def _eliminate(self, event):
        assert event["victim"] not in self.owner.values()
        if event.get("side") == "ally":
            assert event["cards"] == []
            return
        taken = self.hands[event["victim"]]
        assert taken == Counter(event["cards"])
        self.hands[event["player"]] += taken
        self.hands[event["victim"]] = Counter()

    def lands_of(self, seat):
        return sum(owner == seat for owner in self.owner.values())

    def armies_of(self, seat):
        return sum(self.armies[land] for land, owner in self.owner.items() if owner == seat)
