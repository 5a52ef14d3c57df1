"""Which games of a run are noted, and from which of them the model of chances learns.

It depends on their luck numbers and on the length of the run alone. Blocks are counted in stretches; one
stretch in so many is noted, and one in twice as many each time a run has come to twice its length, once it is
long. The first stretches that are noted are learnt from: the more, the longer the run is to be, since to
learn takes time. So it is known before a game is played, whatever the chunks and the workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

STRETCH_GAMES = 96  # of a stretch, or a few less where blocks do not fill it
SPARSE = 32
QUICK = 12_000  # games of a chunk above which games are quick, and fewer of them are noted
FAR = 2048  # stretches after which fewer are noted
LEARNT_OF = 8_000  # games of a run for each stretch that is learnt from
FEWEST_LEARNT, MOST_LEARNT = 3, 32  # stretches


class Span(NamedTuple):
    """Luck numbers `first` to `last`, of one stretch."""

    stretch: int
    first: int
    last: int


@dataclass(frozen=True)
class Sampling:
    """Which games of a run are noted.

    Attributes
    ----------
    block : int
        How many games share a luck number.
    begins : int
        Luck number of the first block of the run.
    sparse : int
        One stretch in so many is noted.
    learnt : int
        From so many stretches the model learns, at most.
    """

    block: int
    begins: int = 0
    sparse: int = SPARSE
    learnt: int = MOST_LEARNT

    @property
    def wide(self) -> int:
        """Blocks of a stretch."""
        return max(1, STRETCH_GAMES // self.block)

    def stretch_of(self, luck: int) -> int:
        """Return the stretch of a block, counted from the first one."""
        return (luck - self.begins) // self.wide

    def is_noted(self, stretch: int) -> bool:
        """Tell whether a stretch is noted."""
        return stretch % (self.sparse << (stretch // FAR).bit_length()) == 0

    def noted(self) -> Iterator[int]:
        """Yield the stretches that are noted, without end."""
        return filter(self.is_noted, count(0, self.sparse))

    def spans(self, first: int, last: int) -> Iterator[Span]:
        """Yield what is to be noted of the blocks with luck numbers `first` to `last`."""
        for stretch in range(self.stretch_of(first), self.stretch_of(last) + 1):
            if self.is_noted(stretch):
                begin = self.begins + stretch * self.wide
                yield Span(stretch, max(first, begin), min(last, begin + self.wide - 1))

    @property
    def games(self) -> int:
        """How many games a stretch has."""
        return self.wide * self.block

    def games_for(self, noted: int) -> int:
        """Return of how many games so many are noted."""
        whole, rest = divmod(noted, self.games)  # one stretch is noted, then `sparse` - 1 are not
        return whole * self.sparse * self.games + rest


def all_of(block: int, first: int, games: int) -> Sampling:
    """Return the sampling by which all games are noted, and those learnt from that a run would learn from.

    Parameters
    ----------
    block : int
    first, games : int
        The first game, and how many games the run is to note.
    """
    return Sampling(block, first // block, 1, _learnt(games * SPARSE))


def sampling_of(block: int, first: int, games: int, chunk: int) -> Sampling:
    """Return which games of a run are noted.

    Parameters
    ----------
    block : int
    first, games : int
        The first game of the run, and how many there are to be.
    chunk : int
        Games of a chunk of the engine: they take about the same time in all engines, so that it tells how
        long a game takes.
    """
    quick = max(1, chunk // QUICK)
    return Sampling(block, first // block, SPARSE * quick, _learnt(games // quick))


def _learnt(games: int) -> int:
    return min(max(games // LEARNT_OF, FEWEST_LEARNT), MOST_LEARNT)
