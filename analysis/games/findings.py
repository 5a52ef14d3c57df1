"""Findings of a referee: each has its event, a paragraph of the rules, and one sentence."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn

RECORD = "record"  # the paragraph of a finding about the form of the record


class Finding(NamedTuple):
    """One event that breaks a rule."""

    event: int  # its place in the record, from 1
    paragraph: str  # of rules.md, or "record" for the form of the record
    what: str


class Stop(Exception):
    """The position can no longer be followed."""


class Findings:
    """The findings made so far, and the number of the event under check."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.number = 0

    def note(self, paragraph: str, what: str) -> None:
        """Add a finding and read on."""
        self.findings.append(Finding(self.number, paragraph, what))

    def stop(self, paragraph: str, what: str) -> NoReturn:
        """Add a finding after which the position is in doubt."""
        self.note(paragraph, what)
        raise Stop

    def same(self, paragraph: str, name: str, told: Any, true: Any) -> None:
        """Add a finding where the record tells something else than the rules give."""
        if told != true:
            self.note(paragraph, f"{name} should be {true}, not {told}")


class EventReader(Findings, ABC):
    """A referee that reads a record event by event."""

    @abstractmethod
    def read(self, event: Any) -> None:
        """Check the next event."""

    @abstractmethod
    def close(self) -> None:
        """Check that the record may end here."""

    def findings_of(self, events: Iterable[Any]) -> list[Finding]:
        """Read a whole record, or as far as the position can be followed, and return what was found."""
        try:
            for event in events:
                self.read(event)
            self.close()
        except Stop:
            pass
        return self.findings
