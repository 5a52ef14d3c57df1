"""Borders as a map file writes them, each once: a pair of ids, or both in one text with a dash between."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

BETWEEN = " - "
PAIR = '["one_land", "another_land"] or "one_land - another_land"'
ONCE = f"a list of pairs, {PAIR}"
Pairs = Annotated[tuple[tuple[str, str] | str, ...], Meta(description=ONCE)]


def pair_of(entry: str | Sequence[str]) -> tuple[str, ...]:
    """Return the two lands of a pair, whichever way it is written."""
    return tuple(part.strip() for part in entry.split(BETWEEN)) if isinstance(entry, str) else tuple(entry)


def pair_text(entry: str | Sequence[str]) -> str:
    """Return a pair as one text."""
    return entry if isinstance(entry, str) else BETWEEN.join(entry)
