"""What notes of positions of conquest tell, read off the record of a game event by event in plain Python."""

from collections import Counter

import numpy as np
from conquest_ledger import Ledger

from conquestlab.analysis.games.conquest.compiled_rules import card_rules_of
from conquestlab.analysis.playing.seated_game import SeatedGame

ONE = 1 << 20
ACTS = ("rolls", "attacks", "conquests", "armies", "places", "exchanges", "moves")
SEEDS = np.arange(31, 37, dtype=np.uint64)


def notes_beside(book, bots, play, reader):
    """Play three games; yield each note that the kernels write of them, with what a slow reading tells."""
    table = SeatedGame(book, bots)
    for game in range(3):
        head = {"event": "game", "rules": book.name, "players": list(bots)}
        record = table.engine.transcript(table.play_logged(SEEDS, game).lines, book, head)
        _, notes = play(table, SEEDS, game, 1)
        read = reader(book, record).notes
        assert len(read) == len(notes)
        for note, (mover, *told) in zip(notes, read, strict=True):
            assert note["mover"] == (mover or 0) - 1
            yield note, (mover, *told)


class Positions(Ledger):
    """A ledger that tells besides what the table sees whenever a turn has ended."""

    def __init__(self, book, record):
        self.acts = dict.fromkeys(ACTS, 0)
        self.series = self.mover = None
        self.round = self.sets_done = 0
        self.placed_on, self.placed_by = set(), Counter()
        self.notes = []
        super().__init__(book, record)

    def read(self, event):
        if event["event"] in ("turn", "end"):
            cut_off = event["event"] == "end" and event["how"] == "unfinished"
            self.notes.append((self.mover, self.round, self.standing(), dict(self.acts), self.features()))
            assert not cut_off or event["rounds"] == self.round
        super().read(event)

    def standing(self):
        return [
            (ONE * self.lands_of(seat) / self.all_lands() + ONE * self.armies_of(seat) / self.all_armies())
            / 2
            for seat in range(1, self.seats + 1)
        ]

    def all_lands(self):
        return sum(owner != "ally" for owner in self.owner.values())

    def all_armies(self):
        return sum(self.armies_of(seat) for seat in range(1, self.seats + 1))

    def living(self):
        """The seats that own a land, as they will move."""
        seats = [*range(1, self.seats + 1)]
        start = self.mover or 0
        return [seat for seat in seats[start:] + seats[:start] if self.lands_of(seat)]

    def features(self):
        living = self.living()
        return [
            self.features_of(seat, living.index(seat)) if seat in living else None
            for seat in range(1, self.seats + 1)
        ]

    def features_of(self, seat, wait):
        own = {land for land, owner in self.owner.items() if owner == seat}
        near = {
            land: {self.lands[other] for other in self.book.map.neighbours[i]}
            for i, land in enumerate(self.lands)
        }
        border = [land for land in own if near[land] - own]
        facing = [land for land in self.lands if land not in own and near[land] & own]
        inside = [{self.lands[land] for land in lands} for lands in self.book.map.continent_lands]
        bonuses = self.book.continent_bonus
        held = sum(bonus for lands, bonus in zip(inside, bonuses, strict=True) if lands <= own)
        rules = self.book.spec.reinforcement
        hand = sum(self.hands[seat].values())
        due = max(rules.min_reinforcement, len(own) // rules.lands_per_army) + held
        exchange = self.next_set() if hand >= 3 else 0
        force = self.armies_of(seat) + exchange + (due if wait == 0 else 0)
        return {
            "alive": 1,
            "wait": wait,
            "lands": ONE * len(own) / self.all_lands(),
            "armies": self.share(own),
            "border": self.share(border),
            "threat": self.share(facing) - ONE * len(facing) / self.all_armies(),
            "largest": max(self.share([land]) for land in own),
            "continents": ONE * held / sum(bonuses) if held else 0,
            "due": ONE * due / self.all_armies(),
            "apart": min((len(lands - own) for lands in inside if lands - own), default=0),
            "cards": hand,
            "exchange": ONE * exchange / self.all_armies(),
            "force": ONE * force / self.all_armies(),
        }

    def share(self, lands):
        return ONE * sum(self.armies[land] for land in lands) / self.all_armies()

    def next_set(self):
        rules = card_rules_of(self.book)
        if rules.sets == "fixed":
            return max(rules.fixed)
        scale, number = rules.scale, self.sets_done + 1
        return (
            scale[number - 1]
            if number <= len(scale)
            else scale[-1] + rules.scale_step * (number - len(scale))
        )

    # Acts

    def _turn(self, event):
        super()._turn(event)
        self.mover, self.series, self.placed_on = event["player"], None, set()

    def _ally(self, event):
        self.series = None

    def _place(self, event):
        super()._place(event)
        self.acts["armies"] += event["armies"]
        place = event["land"], self._round_of_placing(event)
        self.acts["places"] += place not in self.placed_on
        self.placed_on.add(place)

    def _round_of_placing(self, event):
        """Return the round of the first placing, in which a land that gets armies again is a new place."""
        most = self.book.spec.setup.placement_round
        if self.mover is not None or most == 0:
            return 0
        before = self.placed_by[event["player"]]
        self.placed_by[event["player"]] += event["armies"]
        return before // most

    def _attack(self, event):
        super()._attack(event)
        self.acts["rolls"] += 1
        lands = event["from"], event["to"], event.get("side")
        self.acts["attacks"] += lands != self.series
        self.series = lands

    def _occupy(self, event):
        super()._occupy(event)
        self.acts["conquests"] += 1

    def _move(self, event):
        super()._move(event)
        self.acts["moves"] += 1

    def _exchange(self, event):
        super()._exchange(event)
        self.acts["exchanges"] += 1
        self.sets_done += 1
