"""Noted games: how the seats stood at each pause of some games, kept in parts that add up in any order.

Which games are noted depends on their luck numbers alone. Blocks are counted in stretches; one stretch in
`SPARSE` is noted, and one in twice as many each time the run grows beyond what is kept. So the sample is even
over the run and of bounded size, whatever the chunks, the workers and their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.kernels.shared.rows import WHOLE_WIN

STRETCH_GAMES = 96  # of a stretch, or a few less where blocks do not fill it
SPARSE = 32
MOST_STRETCHES = 32  # of which twice as few may be left


@dataclass(frozen=True, eq=False)
class Part:
    """The decided games of one stretch, or of a piece of it.

    Attributes
    ----------
    stretch : int
    game, luck, rounds, pauses : int64 arrays, (games,)
        Numbers, lengths, and how many pauses were noted.
    win, out, bot : int arrays, (games, seats)
        As in rows.
    round, mover : int32 arrays, (pauses of all games,)
        The round at the pause, and whose turn had ended: -1 before the first, and where all move at once.
    standing : int32 array, (pauses, seats)
    features : int32 array, (pauses, seats, features)
    acts : int32 array, (pauses, acts)
        Counts of all that was done so far.
    """

    stretch: int
    game: np.ndarray
    luck: np.ndarray
    rounds: np.ndarray
    pauses: np.ndarray
    win: np.ndarray
    out: np.ndarray
    bot: np.ndarray
    round: np.ndarray
    mover: np.ndarray
    standing: np.ndarray
    features: np.ndarray
    acts: np.ndarray

    @property
    def arrays(self) -> list[np.ndarray]:
        """All but the number of the stretch."""
        return [getattr(self, field.name) for field in fields(self)[1:]]


@dataclass(frozen=True, eq=False)
class NotedGames:
    """The noted games of one run.

    Attributes
    ----------
    seats, block : int
        `block` is how many games share a luck number.
    names, acts, bots : tuple of str
        Of the features, of what is counted, and the run's list of bots.
    last : int
        The last stretch of which a game was played, noted or not.
    parts : tuple of Part
    """

    seats: int
    block: int
    names: tuple[str, ...]
    acts: tuple[str, ...]
    bots: tuple[str, ...]
    last: int
    parts: tuple[Part, ...]

    def __add__(self, other: NotedGames) -> NotedGames:
        """Return the noted games of both, thinned as so long a run asks for."""
        mine = (self.seats, self.block, self.names, self.acts, self.bots)
        if mine != (other.seats, other.block, other.names, other.acts, other.bots):
            raise WrongUse("noted games of other seats or bots do not add up: measure each run by itself")
        last = max(self.last, other.last)
        step = stride(last)
        kept = tuple(part for part in self.parts + other.parts if part.stretch % step == 0)
        return NotedGames(*mine, last, kept)

    @property
    def games(self) -> int:
        """How many decided games were noted."""
        return sum(len(part.game) for part in self.parts)

    @property
    def joined(self) -> Part:
        """All parts as one, in the order of their games."""
        parts = sorted(self.parts, key=lambda part: int(part.game[0]) if len(part.game) else -1)
        return Part(-1, *(np.concatenate(arrays) for arrays in zip(*(p.arrays for p in parts), strict=True)))


class Span(NamedTuple):
    """Luck numbers `first` to `last`, of one stretch."""

    stretch: int
    first: int
    last: int


def stride(last: int) -> int:
    """Return how many stretches there are for each that is kept of a run up to stretch `last`."""
    step = SPARSE
    while last // step >= MOST_STRETCHES:
        step *= 2
    return step


def stretch_of(luck: int, block: int) -> int:
    """Return the stretch of a block."""
    return luck // max(1, STRETCH_GAMES // block)


def spans(first: int, last: int, block: int) -> Iterator[Span]:
    """Yield what is to be noted of the blocks with luck numbers `first` to `last`."""
    wide = max(1, STRETCH_GAMES // block)
    for stretch in range(first // wide, last // wide + 1):
        if stretch % stride(stretch) == 0:
            yield Span(stretch, max(first, stretch * wide), min(last, stretch * wide + wide - 1))


def part_of(stretch: int, rows: np.ndarray, notes: np.ndarray, seats: int) -> Part:
    """Return the decided ones of noted games.

    Parameters
    ----------
    stretch : int
    rows : structured array, (games,)
    notes : structured array, (pauses,)
        In the order of the games; see docs/kernels.md.
    seats : int
    """
    win = rows["win"][:, :seats] * (rows["how"] > 0)[:, None]
    decided = win.sum(axis=1) == WHOLE_WIN
    place = np.searchsorted(rows["game"], notes["game"])
    pauses = np.bincount(place, minlength=len(rows))
    decided &= pauses > 1
    kept = decided[place]
    some, told = rows[decided], notes[kept]
    return Part(
        stretch,
        some["game"].astype(np.int64),
        some["luck"].astype(np.int64),
        some["rounds"].astype(np.int64),
        pauses[decided],
        win[decided].astype(np.int32),
        some["out"][:, :seats].copy(),
        some["bot"][:, :seats].copy(),
        told["round"].copy(),
        told["mover"].copy(),
        told["standing"][:, :seats].copy(),
        told["features"][:, :seats].copy(),
        told["acts"].copy(),
    )
