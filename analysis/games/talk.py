"""How a game talks to a person who plays: the table as text, choices in words, what is heard.

Games derive from `Talk` and find their own words. This class itself shows what an external bot is shown.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.messages import Message, Messages
from conquestlab.analysis.games.scenes import LETTERS
from conquestlab.analysis.language import say

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event

WIDE = 80  # characters of a line


class Talk:
    """Talks to the person at one seat, during one game.

    Parameters
    ----------
    messages : Messages
        Makes what an external bot would be shown.
    head : dict
        The event `game`.
    seat : int
        The person's, from 1.
    """

    def __init__(self, messages: Messages, head: Event, seat: int):
        self.rulebook = messages.rulebook
        self.seats = messages.seats
        self.seat = seat
        self.players = head["players"]
        teller = messages.engine.tell
        self._tell = None if teller is None else teller(head, messages.rulebook)

    def who(self) -> list[str]:
        """Return a line for each seat: its letter, and who plays it."""
        return [
            say(
                "{letter}  seat {seat}, {name}",
                letter=LETTERS[place],
                seat=place + 1,
                name=self.name_of(place),
            )
            for place in range(self.seats)
        ]

    def name_of(self, place: int) -> str:
        """Return who plays a seat, from 0."""
        return say("you") if place + 1 == self.seat else str(self.players[place])

    def table(self, view: Message) -> list[str]:
        """Return what the person sees of the table, in lines that fit a terminal."""
        return [f"{key}: {_plain(value)}" for key, value in view.items()]

    def question(self, view: Message) -> str:
        """Return what is asked."""
        return say("Your choice?")

    def label(self, choice: Message) -> str:
        """Return a choice in words, without the numbers among which the person may choose."""
        parts = [
            _plain(value) for key, value in choice.items() if key not in ("choice", "kind", "fewest", "most")
        ]
        return " ".join([choice["kind"].replace("_", " "), *parts])

    def alike(self, choice: Message) -> Hashable:
        """Return what is the same for choices that differ by a number alone, such as one of dice."""
        return choice["choice"]

    def number(self, choice: Message) -> int | None:
        """Return the number by which choices that are alike differ."""
        return None

    def chance(self, choice: Message, view: Message) -> float | None:
        """Return the exact chance that what a choice begins succeeds; None where that is not known."""
        return None

    def strength(self, choice: Message, view: Message) -> int | None:
        """Return how many armies a choice that is repeated still has behind it; None where it has none."""
        return None

    def instead(self, event: Event) -> str | None:
        """Return what the person hears of an event that is not open to all; None where it is open."""
        return None

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Return what the person hears of events that follow each other."""
        lines: list[str] = []
        together: list[Event] = []
        for event in events:
            heard = self.instead(event)
            if heard is None:
                together.append(event)
                continue
            lines += self._told(together)
            together = []
            lines += [heard] if heard else []
        return lines + self._told(together)

    def _told(self, events: Sequence[Event]) -> list[str]:
        if self._tell is not None:
            return self._tell(events) if events else []
        return [", ".join(f"{key} {_plain(value)}" for key, value in event.items()) for event in events]


def columns(cells: Sequence[str], wide: int = WIDE, gap: int = 2) -> list[str]:
    """Return cells as lines of as many columns as fit, filled row by row."""
    if not cells:
        return []
    widest = max(map(len, cells))
    across = max(1, (wide + gap) // (widest + gap))
    rows = [cells[start : start + across] for start in range(0, len(cells), across)]
    return [(" " * gap).join(cell.ljust(widest) for cell in row).rstrip() for row in rows]


def _plain(value: Any) -> str:
    """Return a value of a message as a person reads it."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(one)}" for key, one in value.items()) or "-"
    if isinstance(value, (list, tuple)):
        return " ".join(map(_plain, value)) or "-"
    return "-" if value is None else str(value)
