"""A game of Manchots Barjots as it is told at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def tell_game(record: Sequence[dict[str, Any]], rulebook: Any) -> list[str]:
    """Return the lines of a game."""
    return [str(event) for event in record]
