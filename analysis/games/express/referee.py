"""The referee of Risk Express: follows a transcript with nothing but the rules, and reports what breaks them.

It implements rules.md, section 6, by itself. It shares no code with the engine or with the exact law, so that
the three can be checked against one another.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from conquestlab.analysis.games.findings import RECORD, EventReader, Finding

FACES = ("general", "cavalry", "cannon", "soldier1", "soldier2", "soldier3")
SOLDIERS = {"soldier1": 1, "soldier2": 2, "soldier3": 3}
KEYS: dict[str, dict[str, tuple[type, ...]]] = {
    "game": {
        "rules": (str,),
        "rules_hash": (str,),
        "seed": (int, str),
        "game": (int,),
        "options": (dict,),
        "players": (list,),
    },
    "start_roll": {"rolls": (list,), "first": (int,)},
    "turn": {"round": (int,), "turn": (int,), "player": (int,)},
    "continue": {"player": (int,), "accepted": (bool,), "card": (str,), "filled": (list,), "dice": (int,)},
    "roll": {"player": (int,), "dice": (list,)},
    "fill": {"player": (int,), "card": (str,), "line": (int,), "dice": (list,)},
    "sacrifice": {"player": (int,), "dice_left": (int,)},
    "conquer": {"player": (int,), "card": (str,), "from": (int, type(None)), "continent_completed": (bool,)},
    "fail": {"player": (int,), "card": (str, type(None)), "dice_on_lines": (int,)},
    "end": {"scores": (list,), "winners": (list,), "how": (str,), "rounds": (int,), "turns": (int,)},
}


def check(events: Iterable[dict[str, Any]], rulebook: Any) -> list[Finding]:
    """Play a record through and return what breaks the rules, in the order of the events.

    After an error that leaves the position in doubt the reading stops, so the last finding may hide others.

    Parameters
    ----------
    events
        The events of docs/records.md, as dictionaries.
    rulebook
        The rulebook of the game, with the changes that its first event names.
    """
    return _Table(rulebook).findings_of(events)


def fits(line: tuple[Any, ...], dice: Iterable[str]) -> bool:
    """Say whether some of these dice fill the line."""
    symbols, soldiers = line
    shown = Counter(dice)
    strength = sum(worth * shown[face] for face, worth in SOLDIERS.items())
    return all(shown[face] >= many for face, many in Counter(symbols).items()) and strength >= soldiers


def fills(line: tuple[Any, ...], dice: Iterable[str]) -> bool:
    """Say whether just these dice fill the line: its symbols and no other, and enough soldiers."""
    symbols, soldiers = line
    shown = Counter(face for face in dice if face not in SOLDIERS)
    with_soldiers = any(face in SOLDIERS for face in dice)
    return fits(line, dice) and shown == Counter(symbols) and with_soldiers == (soldiers > 0)


class _Table(EventReader):
    """The table as the record has told it so far."""

    def __init__(self, rulebook: Any):
        super().__init__()
        self.rulebook = rulebook
        self.cards = {card.id: card for card in rulebook.cards.cards}
        self.due: tuple[str, ...] = ("game",)
        self.seats = 0
        self.turn = 0
        self.owner: dict[str, int | None] = dict.fromkeys(self.cards)  # None: in the middle
        self.face_down: set[str] = set()  # continents that are complete
        self.roll: list[str] = []
        self._clear()

    # The form of the record

    def read(self, event: Any) -> None:
        """Check one event."""
        self.number += 1
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            self.stop(RECORD, "an event is an object with a text under 'event'")
        kind = event["event"]
        if kind not in KEYS:
            self.stop(RECORD, f"there is no event '{kind}'")
        self._check_keys(kind, event)
        if kind not in self.due:
            self._out_of_place(kind)
        if "player" in event and kind != "turn" and event["player"] != self.player:
            self.stop("6.2", f"it is seat {self.player}'s turn, not seat {event['player']}'s")
        getattr(self, f"_{kind}")(event)

    def close(self) -> None:
        """Check that the record was told to its end."""
        if self.due:
            self.number += 1
            self.stop(RECORD, f"the record breaks off; {_either(self.due)} should follow")

    def _check_keys(self, kind: str, event: dict[str, Any]) -> None:
        keys = KEYS[kind]
        for key in keys.keys() - event.keys():
            self.stop(RECORD, f"'{kind}' lacks '{key}'")
        for key in sorted(event.keys() - keys.keys() - {"event"}):
            self.stop(RECORD, f"'{kind}' has no '{key}'")
        for key, kinds in keys.items():
            if type(event[key]) not in kinds:
                self.stop(RECORD, f"'{key}' of '{kind}' cannot be {event[key]!r}")

    def _out_of_place(self, kind: str) -> None:
        """Name the rule that forbids this kind of event here."""
        due = _either(self.due) if self.due else "nothing more"
        paragraph = "6.3"
        if kind == "sacrifice" and "fill" in self.due:
            self.stop("6.6 X1" if self.target else "6.6 X2", "a line can be filled, so no die is given up")
        if kind == "continue" or "continue" in self.due:
            paragraph = "6.4"
        elif kind == "end" or "end" in self.due or not self.due:
            paragraph = "2 C2" if self.turn == self.rulebook.spec.max_turns else "6.5"
        self.stop(paragraph, f"'{kind}' cannot stand here; {due} should")

    # Before the first turn

    def _game(self, event: dict[str, Any]) -> None:
        self.same(RECORD, "rules", event["rules"], self.rulebook.name)
        self.seats = len(event["players"])
        few, most = self.rulebook.spec.players.min, self.rulebook.spec.players.max
        if not few <= self.seats <= most:
            self.stop("6.1", f"{few} to {most} players, not {self.seats}")
        self.due = ("start_roll",)

    def _start_roll(self, event: dict[str, Any]) -> None:
        """Check who starts: whoever ties for the most generals rolls again, and nobody else."""
        rolls = event["rolls"]
        if len(rolls) != self.seats or not all(isinstance(own, list) for own in rolls):
            self.stop("6.2", "each chair has its list of rolls")
        tied = list(range(self.seats))
        thrown = 0
        while len(tied) > 1:
            for chair in tied:
                if len(rolls[chair]) <= thrown:
                    self.stop("6.2", f"chair {chair + 1} is tied and rolls again")
                self._check_dice(rolls[chair][thrown], self._all_dice(), "6.2")
            generals = {chair: rolls[chair][thrown].count("general") for chair in tied}
            tied = [chair for chair in tied if generals[chair] == max(generals.values())]
            thrown += 1
            for chair in range(self.seats):
                if chair not in tied and len(rolls[chair]) > thrown:
                    self.stop("6.2", f"chair {chair + 1} is out of the tie and does not roll again")
        if len(rolls[tied[0]]) > thrown:
            self.stop("6.2", f"chair {tied[0] + 1} has won and does not roll again")
        self.same("6.2", "the first chair", event["first"], tied[0] + 1)
        self._turn_over()

    # A turn

    @property
    def player(self) -> int:
        return (self.turn - 1) % self.seats + 1

    def _all_dice(self) -> int:
        return self.rulebook.spec.dice.count

    def _clear(self) -> None:
        self.target: str | None = None
        self.filled: set[int] = set()
        self.on_lines = 0
        self.dice = self._all_dice()

    def _turn(self, event: dict[str, Any]) -> None:
        self.turn += 1
        self.same("6.2", "turn", event["turn"], self.turn)
        self.same("6.2", "round", event["round"], (self.turn - 1) // self.seats + 1)
        self.same("6.2", "player", event["player"], self.player)
        self.dice = self._all_dice() - self.on_lines
        offered = (
            self.rulebook.spec.continue_failed
            and self.target is not None
            and self.owner[self.target] != self.player
            and self.dice > 0
        )
        if not offered:
            self._clear()
        self.due = ("continue",) if offered else ("roll",)

    def _continue(self, event: dict[str, Any]) -> None:
        self.same("6.4", "card", event["card"], self.target)
        self.same("6.4", "filled", event["filled"], sorted(self.filled))
        self.same("6.4", "dice", event["dice"], self.dice)
        if not event["accepted"]:
            self._clear()
        self.due = ("roll",)

    def _check_dice(self, dice: Any, many: int, paragraph: str) -> None:
        if not isinstance(dice, list) or len(dice) != many:
            self.stop(paragraph, f"{many} dice are rolled, not {dice!r}")
        for face in dice:
            if face not in FACES:
                self.stop("6.1", f"no die shows {face!r}")

    def _roll(self, event: dict[str, Any]) -> None:
        self._check_dice(event["dice"], self.dice, "6.3")
        self.roll = event["dice"]
        targets = [self.target] if self.target else [card for card in self.cards if self._attackable(card)]
        if not any(fits(line, self.roll) for card in targets for line in self._open_lines(card).values()):
            self.due = ("sacrifice",)
        elif self.rulebook.spec.voluntary_sacrifice:
            self.due = ("fill", "sacrifice")
        else:
            self.due = ("fill",)

    def _attackable(self, card: str) -> bool:
        return self.owner[card] != self.player and self.cards[card].continent not in self.face_down

    def _open_lines(self, card: str) -> dict[int, tuple[Any, ...]]:
        """Return the lines still to fill; of another player's card the general is line 0."""
        lines = dict(enumerate(self.cards[card].lines, 1))
        if self.owner[card] is not None and self.cards[card].circled_general:
            lines[0] = (("general",), 0)
        return {number: line for number, line in lines.items() if number not in self.filled}

    def _fill(self, event: dict[str, Any]) -> None:
        card, number, dice = event["card"], event["line"], event["dice"]
        if card not in self.cards:
            self.stop("6.1", f"there is no card '{card}'")
        if self.target and card != self.target:
            self.stop("6.3", f"the target of this turn is {self.target}, not {card}")
        if not self.target and self.owner[card] == self.player:
            self.stop("6.3", f"{card} is the player's own card")
        if not self.target and self.cards[card].continent in self.face_down:
            self.stop("6.3", f"{card} lies face down with its continent")
        if number in self.filled:
            self.stop("6.3", f"line {number} of {card} is filled already")
        if number not in self._open_lines(card):
            self.stop("6.3", f"{card} has no line {number} to fill here")
        if not all(isinstance(face, str) for face in dice) or Counter(dice) - Counter(self.roll):
            self.stop("6.3", f"{dice} are not among the dice rolled")
        if not fills(self._open_lines(card)[number], dice):
            self.stop("6.3", f"{dice} do not fill line {number} of {card}")
        self.target = card
        self.filled.add(number)
        self.on_lines += len(dice)
        self.dice -= len(dice)
        if not self._open_lines(card):
            self.due = ("conquer",)
        else:
            self.due = ("roll",) if self.dice else ("fail",)

    def _sacrifice(self, event: dict[str, Any]) -> None:
        self.dice -= 1
        self.same("6.3", "dice_left", event["dice_left"], self.dice)
        self.due = ("roll",) if self.dice else ("fail",)

    def _conquer(self, event: dict[str, Any]) -> None:
        card = self.target or ""  # never empty: the last line has just been filled
        continent = self.cards[card].continent
        self.same("6.3", "card", event["card"], card)
        self.same("6.3", "from", event["from"], self.owner[card])
        self.owner[card] = self.player
        complete = all(self.owner[other] == self.player for other in self._continent(continent))
        if complete:
            self.face_down.add(continent)
        self.same("6.3", "continent_completed", event["continent_completed"], complete)
        self._clear()
        self._turn_over()

    def _fail(self, event: dict[str, Any]) -> None:
        self.same("6.3", "card", event["card"], self.target)
        self.same("6.4", "dice_on_lines", event["dice_on_lines"], self.on_lines)
        self._turn_over()

    def _turn_over(self) -> None:
        over = None not in self.owner.values() or self.turn == self.rulebook.spec.max_turns
        self.due = ("end",) if over else ("turn",)

    # The end

    def _continent(self, continent: str) -> list[str]:
        return [card.id for card in self.cards.values() if card.continent == continent]

    def _completed(self, seat: int) -> set[str]:
        return {name for name in self.face_down if self.owner[self._continent(name)[0]] == seat}

    def _score(self, seat: int) -> int:
        backs = {continent.id: continent.back for continent in self.rulebook.cards.continents}
        cards = [self.cards[card] for card, owner in self.owner.items() if owner == seat]
        face_up = sum(card.points for card in cards if card.continent not in self.face_down)
        return face_up + sum(backs[name] for name in self._completed(seat)) + self._handicap(seat)

    def _handicap(self, seat: int) -> int:
        points = self.rulebook.spec.handicap.points
        return points[seat - 1] if seat <= len(points) else 0

    def _end(self, event: dict[str, Any]) -> None:
        taken = None not in self.owner.values()
        scores = [self._score(seat) for seat in range(1, self.seats + 1)]
        winners = []
        if taken:
            winners = [seat for seat, score in enumerate(scores, 1) if score == max(scores)]
            if self.rulebook.spec.tie == "more_continents":
                most = max(len(self._completed(seat)) for seat in winners)
                winners = [seat for seat in winners if len(self._completed(seat)) == most]
        self.same("6.5", "how", event["how"], "taken" if taken else "unfinished")
        self.same("6.5", "scores", event["scores"], scores)
        self.same("6.5" if taken else "2 C2", "winners", event["winners"], winners)
        self.same("6.2", "rounds", event["rounds"], -(-self.turn // self.seats))
        self.same("6.2", "turns", event["turns"], self.turn)
        self.due = ()


def _either(kinds: tuple[str, ...]) -> str:
    return " or ".join(f"'{kind}'" for kind in kinds)
