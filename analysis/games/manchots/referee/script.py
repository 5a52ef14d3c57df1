"""The record as a referee reads it: event by event, with a look at the next one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conquestlab.analysis.games.findings import RECORD, Findings
from conquestlab.analysis.games.manchots.referee.form import Names, Player, fault_of

Event = dict[str, Any]

# The kinds in the order of a round: an event that comes too late is one too many, one that comes too early
# stands where another is missing.
ORDER = ("game", "deal", "draw", "give", "take", "land", "destroyed", "round", "score", "end")
HOMES = {
    "game": RECORD,
    "deal": "7A",
    "round": "7A",
    "draw": "7A.1",
    "give": "7A.2",
    "take": "7B.2",
    "land": "7A.3",
    "destroyed": "7A.3c",
    "remake": "7.1 P13",
    "score": "7A.4",
    "end": "7A.4",
}
"""By kind of event, the paragraph that says where it stands."""


class Script(Findings):
    """A record under check.

    Attributes
    ----------
    names
        What the events may name; the players are known after the first event.
    """

    def __init__(self, events: Iterable[Event], names: Names):
        super().__init__()
        self.names = names
        self._events = iter(events)
        self._ahead: Any = None
        self._advance()

    def next_is(self, kind: str) -> bool:
        """Say whether the next event is of a kind."""
        return isinstance(self._ahead, dict) and self._ahead.get("event") == kind

    def take(self, kind: str, paragraph: str = "", what: str = "") -> Event:
        """Return the next event, which must be of this kind; `what` says what it lacks otherwise."""
        self.number += 1
        if self._ahead is None:
            self.stop(RECORD, f"the record breaks off; '{kind}' should follow")
        event: Event = self._ahead
        fault = fault_of(event, self.names)
        if fault:
            self.stop(RECORD, fault)
        if event["event"] != kind:
            self._misplaced(event["event"], kind, paragraph or HOMES[kind], what)
        self._advance()
        return event

    def take_from(self, waiting: set[Any], kind: str, paragraph: str) -> Event:
        """Return the next event, of one of those who still wait to do this, in whatever order they do."""
        event = self.take(kind, paragraph)
        self.once(waiting, event["player"], kind, paragraph)
        return event

    def once(self, waiting: set[Any], player: Player, kind: str, paragraph: str) -> None:
        """Stop unless a player waits to do this; then it waits no more."""
        if player not in waiting:
            self.stop(paragraph, f"{who(player)} has no '{kind}' here any more")
        waiting.remove(player)

    def refuse(self, kind: str, paragraph: str, what: str) -> None:
        """Stop if the next event is of this kind."""
        if self.next_is(kind):
            self.number += 1
            self.stop(paragraph, what)

    def close(self) -> None:
        """Check that nothing follows."""
        if self._ahead is not None:
            self.number += 1
            self.stop(RECORD, "nothing stands after 'end'")

    def _advance(self) -> None:
        self._ahead = next(self._events, None)

    def _misplaced(self, found: str, wanted: str, paragraph: str, what: str) -> None:
        if not what and (found not in ORDER or ORDER.index(found) < ORDER.index(wanted)):
            self.stop(HOMES[found], f"'{found}' cannot stand here; '{wanted}' should")
        self.stop(paragraph, what or f"'{wanted}' should stand here, not '{found}'")


def who(player: Player) -> str:
    """Return how a sentence names a player."""
    return f"seat {player}" if isinstance(player, int) else player
