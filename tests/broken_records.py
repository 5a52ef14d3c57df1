"""Good records of conquest broken on purpose: where to break them, and how."""

from copy import deepcopy
from functools import cache
from random import Random

from slow_conquest import play
from small_worlds import small

from conquestlab.analysis.games.conquest.referee import check

SEEDS = 400  # games to look through for one that can be broken in the wanted way


class Good:
    """A good record, with the position before each of its events."""

    def __init__(self, rulebook, seats, seed, bold):
        self.rulebook, self.rules, self.seats = rulebook, rulebook.spec, seats
        self.positions = []
        self.record = play(rulebook, seats, Random(seed), bold=bold, positions=self.positions)
        pairs = {(border.a, border.b) for border in rulebook.map.borders}
        self.borders = pairs | {(b, a) for a, b in pairs}

    def all(self, kind, when=lambda event, before: True):
        """Return the places of the events of a kind for which `when` holds."""
        return [
            i
            for i, event in enumerate(self.record)
            if event["event"] == kind and when(event, self.positions[i])
        ]

    def first(self, kind, when=lambda event, before: True):
        """Return the place of the first such event; LookupError if there is none."""
        return self.all(kind, when)[0]

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

    def with_event(self, i, event, **keys):
        """Return the record with one event more, before the one at this place."""
        new = {"event": event} | {key.rstrip("_"): value for key, value in keys.items()}
        return [*self.record[:i], new, *self.record[i:]], i + 1

    def doubled(self, i):
        """Return the record with an event that stands twice."""
        return self.record[: i + 1] + self.record[i:], i + 2

    def after(self, i):
        """Return the kind of the event that follows."""
        return self.record[i + 1]["event"]

    def owned(self, i, seat=None):
        """Return the lands of a seat before an event, its player's where none is given."""
        owner = self.positions[i]["owner"]
        return [land for land in owner if owner[land] == (seat or self.record[i]["player"])]

    def foreign(self, i):
        """Return the lands that are not the player's before an event."""
        return [land for land in self.positions[i]["owner"] if land not in self.owned(i)]


def only_if(possible):
    """Give a game up that cannot be broken."""
    if not possible:
        raise LookupError


@cache
def good(text, seed, bold):
    """Return a good record of a small game."""
    rulebook, seats = small(text)
    return Good(rulebook, seats, seed, bold)


def check_refused_as(text, paragraph, break_it):
    """Break the first record that can be broken so, and check that the referee finds it there, and why.

    `break_it` returns the broken record and the number of the event where the finding is due. It raises
    LookupError, or StopIteration, for a game that cannot be broken in its way.
    """
    for seed in range(SEEDS):
        game = good(text, seed // 2, bool(seed % 2))
        try:
            record, number = break_it(game)
        except (LookupError, StopIteration):
            continue
        findings = check(record, game.rulebook)
        assert findings, f"the referee saw nothing at event {number}: {record[number - 1]}"
        assert (findings[0].event, findings[0].paragraph) == (number, paragraph), findings[0]
        return
    raise AssertionError(f"no game of {text} can be broken in this way")
