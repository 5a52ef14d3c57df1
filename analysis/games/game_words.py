"""What a game says in its own words: what the keys of its rules mean, how its measures are to be read.

`conquest explain` and docs/glossary.md show it. A game names the module with its WORDS (`words_in` of its
facts); one without words is explained by the names and values alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class MeasureNote(NamedTuple):
    """How a measure is to be read, beside what the catalogue says of it.

    Attributes
    ----------
    caution : str
        What it must not be read as.
    source : str
        Who proposed it, or how it came into the house; empty for plain counts.
    """

    caution: str
    source: str = ""


class TableOfBots(NamedTuple):
    """The table at which the bots of a game are rated, to say how strong they are.

    Attributes
    ----------
    rules : str
    players : int
    games : int
    """

    rules: str
    players: int
    games: int


@dataclass(frozen=True)
class GameWords:
    """The words of one game.

    Attributes
    ----------
    keys : mapping
        By dotted key of its rules, what it means, a sentence or two.
    measures : mapping
        By name of its own measures.
    table : TableOfBots, optional
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    measures: Mapping[str, MeasureNote] = field(default_factory=dict)
    table: TableOfBots | None = None
