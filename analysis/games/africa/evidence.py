"""What shows that the answers about Africa 1880 are right: the five conflicts that its rulebook works out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.evidence.checks import Row, checked
from conquestlab.analysis.evidence.published import read_published
from conquestlab.analysis.games.africa.answers import territory_answer
from conquestlab.analysis.rules.rulebook import load

if TYPE_CHECKING:
    from conquestlab.analysis.evidence.simulated import Attack
    from conquestlab.analysis.rules.rulebook import Rulebook


def published_rows() -> Iterator[Row]:
    """Yield a row for each conflict: how many are removed, which agrees if they are the same nations."""
    published = read_published("conquestlab.analysis.games.africa")
    for conflict in published["conflicts"]:
        rows = territory_answer((load(published["rules"]),), (conflict["declared"],))
        removed = {row["nation"] for row in rows if row["stays"] == "no"}
        expected = set(conflict["removed"])
        of = f"{published['source']}, removed: {conflict['declared']}"
        yield checked("published", of, removed == expected, value=len(removed), expected=len(expected))


def attacks_of(rulebook: Rulebook, seen: set[Any]) -> list[Attack]:
    """Return no attack: nothing in this game is left to dice."""
    return []
