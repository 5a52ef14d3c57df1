"""The transcript as a referee reads it: event by event, with a look at the next one."""

from collections.abc import Iterable
from typing import Any

from conquestlab.analysis.games.conquest.referee.form import Names, fault_of
from conquestlab.analysis.games.findings import RECORD, Findings

Event = dict[str, Any]

# The kinds in the order in which a turn has them: an event that comes too late is one too many, one
# that comes too early stands where another is missing. What has to follow at once is always missing.
ORDER = (
    "game",
    "roll_order",
    "objective",
    "deal",
    "draw",
    "reinforce",
    "exchange",
    "place",
    "attack",
    "occupy",
    "eliminate",
    "ally",
    "move",
)
AT_ONCE = ("occupy", "eliminate", "end")


class Script(Findings):
    """A record under check.

    Attributes
    ----------
    names
        What the events may name; the number of seats is known after the first event.
    homes
        By kind of event, the paragraph that says where it stands.
    """

    def __init__(self, events: Iterable[Event], names: Names, homes: dict[str, str]):
        super().__init__()
        self.names = names
        self.homes = homes
        self._events = iter(events)
        self._ahead: Event | None = None
        self._advance()

    def next_is(self, kind: str) -> bool:
        """Say whether the next event is of a kind."""
        return self.next_value("event") == kind

    def take(self, kind: str, paragraph: str, what: str = "") -> Event:
        """Return the next event, which must be of this kind; `what` says what it lacks otherwise."""
        self.number += 1
        if self._ahead is None:
            self.stop(RECORD, f"the record breaks off; '{kind}' should follow")
        event = self._ahead
        fault = fault_of(event, self.names)
        if fault:
            self.stop(RECORD, fault)
        if event["event"] != kind:
            self._misplaced(event["event"], kind, paragraph, what)
        self._advance()
        return event

    def refuse(self, kinds: tuple[str, ...], paragraph: str, what: str) -> None:
        """Stop if the next event is one of these kinds."""
        for kind in kinds:
            if self.next_is(kind):
                self.number += 1
                self.stop(paragraph, what)

    def next_value(self, key: str) -> Any:
        """Return what the next event says under a key, if there is such an event."""
        return self._ahead.get(key) if isinstance(self._ahead, dict) else None

    def owed(self, paragraph: str, what: str) -> None:
        """Stop at the next event, because something should have stood before it."""
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
        late = found in ORDER and (wanted not in ORDER or ORDER.index(found) < ORDER.index(wanted))
        if late and wanted not in AT_ONCE:
            self.stop(self.homes[found], f"'{found}' cannot stand here; '{wanted}' should")
        self.stop(paragraph, what or f"'{wanted}' should stand here, not '{found}'")
