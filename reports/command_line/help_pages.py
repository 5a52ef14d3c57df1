"""How help is laid out: the options of a command stand under headings.

An option that no table names stands under the first heading, as the question of its command.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

ASKED = "What is asked"
SECTIONS = {
    heading: tuple(names.split())
    for heading, names in {
        "Of other games": "dice filled another roll first_rolls hand",
        "Who plays": "players bots rotate bot_seconds debug",
        "How much": "games first_game within detect power lineups minutes generations population rounds "
        "confirm repetitions sample simulate turns",
        "What is measured": "measure measures margin skill luck continents choices lift_round seconds",
        "What comes out": "plot figure card exact robust response format output out resume state check "
        "quiet _click_default_help",
        "Chance and machine": "seed apart jobs processes cluster",
    }.items()
}
"""By heading, the options that stand below it, as commands call them inside."""


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str | None:
        """What it is called inside."""


Option = TypeVar("Option", bound=Named)


def grouped_options(options: Sequence[Option]) -> Iterator[tuple[str, list[Option]]]:
    """Yield headings with the options below them; what is asked comes first."""
    place = {name: heading for heading, names in SECTIONS.items() for name in names}
    for heading in (ASKED, *SECTIONS):
        if found := [one for one in options if place.get(one.name or "", ASKED) == heading]:
            yield heading, found
