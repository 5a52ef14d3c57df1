"""Reduces a rulebook to what has an effect in games, so that the same rules have the same hash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from conquestlab.analysis.rules.rulebook_keys import by_seat, values_of

if TYPE_CHECKING:
    from conquestlab.analysis.games.game import Game
    from conquestlab.analysis.rules.vocabulary import Rules

DIGITS = 12


def effective_values(game: Game, rules: Rules) -> dict[str, Any]:
    """Return the values that have an effect, each written in one way only, without the names of files."""
    without = {*game.unused_keys(rules), *(file.key for file in game.files.values())}
    values = {key: value for key, value in values_of(rules).items() if key not in without}
    for key in by_seat(type(rules)):
        if key in values:
            values[key] = _without_end(values[key])
    return game.effective_values(rules, values)


def _without_end(seats: tuple[int, ...]) -> tuple[int, ...]:
    while seats and seats[-1] == 0:
        seats = seats[:-1]
    return seats


def short_hash(contents: Mapping[str, Any]) -> str:
    """Return the first hex digits of the sha256 over the contents, whatever the order of their keys."""
    from hashlib import sha256

    return sha256(msgspec.json.encode(contents, order="sorted")).hexdigest()[:DIGITS]
