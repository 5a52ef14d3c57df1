"""What zones, special cards and players of Manchots Barjots are called in sentences and on axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ZONE_NAMES = {
    "antarctica": "Antarctica",
    "desert": "Desert",
    "jungle": "Jungle",
    "city": "City",
    "moon": "Moon",
}
SPECIAL_NAMES = {"twins": "Twins", "kamikaze": "Kamikaze", "lookout": "Lookout"}


def special_kinds(rules: Any) -> dict[str, int]:
    """Return the value of each kind of special card that the rulebook has.

    Parameters
    ----------
    rules : ManchotsRules
    """
    values = {kind: getattr(rules.specials, kind) for kind in SPECIAL_NAMES}
    return {kind: value for kind, value in values.items() if value}


def player_name(player: int | str) -> str:
    """Return how a sentence names a player: `seat 1`, `virtual player 2`."""
    return f"seat {player}" if isinstance(player, int) else player.replace("_", " player ")


def joined(parts: Sequence[str]) -> str:
    """Write a list in a sentence: `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
