"""Published and independently counted values, computed again: what they have in common in all games."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from importlib import resources
from typing import Any

from conquestlab.analysis.evidence.checks import Row, checked
from conquestlab.analysis.games import find_game, game_names

FLOAT_ERROR = 1e-12


def read_published(folder: str) -> dict[str, Any]:
    """Return the values of the published.toml of a package."""
    place = resources.files(folder) / "published.toml"
    return tomllib.loads(place.read_text(encoding="utf-8"))


def published_rows() -> list[Row]:
    """Return a row for each published value, or for a table of them, beside what is computed here."""
    evidence = (find_game(name).evidence for name in game_names())
    return [row for one in evidence if one for row in one.published_rows()]


def rounds_to(value: float, published: str) -> bool:
    """Say whether a value rounds to the one published, to all its decimals."""
    half = Decimal(5).scaleb(Decimal(published).as_tuple().exponent - 1)  # type: ignore[operator]
    return abs(value - float(published)) <= float(half) + FLOAT_ERROR


def rounded(of: str, value: float, text: str) -> Row:
    """Return the row of a value beside the published one."""
    return checked("published", of, rounds_to(value, text), value=value, expected=float(text))
