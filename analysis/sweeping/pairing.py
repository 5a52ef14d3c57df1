"""What is kept of the games of a cell: their tally, and their pairs with the same games of the base.

The games of the base are played once for all cells beside it: their rows stay in the process until the last
cell has taken them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.playing.batches import Batch, PlayedBatch
from conquestlab.analysis.playing.reducers import tallied

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.comparing.pairs import Pairs, Side
    from conquestlab.analysis.measures.tallies import Tally

TOGETHER = 60  # games whose rows are asked for, and kept, together: whole blocks for any number of seats
MOST_KEPT = 2_000  # times as many, where not all cells beside a base come to this process


@dataclass(frozen=True)
class CellSums:
    """What the games of a cell add up to.

    Attributes
    ----------
    tally : Tally
    pairs : Pairs or None
        With the same games of the base; None of the base itself.
    """

    tally: Tally
    pairs: Pairs | None

    def __add__(self, other: CellSums) -> CellSums:
        """Return the same of the games of both."""
        pairs = None if self.pairs is None or other.pairs is None else self.pairs + other.pairs
        return CellSums(self.tally + other.tally, pairs)


@dataclass(frozen=True)
class CountCell:
    """The reducer of a cell.

    Attributes
    ----------
    cap : int
        Rounds up to which the cell and its base would both play.
    """

    cap: int

    def __call__(self, played: PlayedBatch, base: PlayedBatch | None = None) -> CellSums:
        """Return what the games come to, paired with the same games of the base."""
        tally = tallied(played)
        if base is None:
            return CellSums(tally, None)
        from conquestlab.analysis.comparing.pairs import Side, pair_up

        side = Side(played.rows, tally.quantities, played.batch.bots)
        return CellSums(tally, pair_up(side_of(base), side, self.cap))


def side_of(played: PlayedBatch) -> Side:
    """Return games as one side of a pair, without a tally of them."""
    from conquestlab.analysis.comparing.pairs import Side
    from conquestlab.analysis.measures.catalogue import common_quantities

    batch, rows = played.batch, played.rows
    names = tuple(dict.fromkeys(batch.bots))
    own = batch.engine.quantities(batch.rulebook, batch.seats)
    return Side(rows, common_quantities(batch.seats, names, rows.dtype.names or ()) + own, batch.bots)


# Rows of bases ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SharedBatch(Batch):
    """Games of a base, which several jobs of a process ask for and one of them plays.

    Attributes
    ----------
    name : str
        Of the sweep and the base.
    users : int
        How many jobs ask for every game at most.
    until : int
        The last game that anybody asks for, plus one.
    """

    name: str = ""
    users: int = 0
    until: int = 0

    def rows(self) -> np.ndarray:
        """Return the rows; any thread may call it."""
        return _SHARED.rows(self) if self.games else super().rows()

    @property
    def pieces(self) -> Iterator[tuple[int, int]]:
        """The first and the last game, plus one, of what is asked for together."""
        size = self.seats if self.has_external_bots else TOGETHER  # a bot outside takes its time
        start = self.first // size * size
        for first in range(start, self.first + self.games, size):
            yield first, min(first + size, self.until)


@dataclass
class _Piece:
    """Rows of some games that are being played, or are there, and how often they may yet be asked for."""

    left: int  # games times users
    rows: Future[Any] = field(default_factory=Future)


class _SharedRows:
    """Rows by what they are of; whoever asks first plays them, others wait."""

    def __init__(self) -> None:
        self.pieces: OrderedDict[tuple[str, int], _Piece] = OrderedDict()
        self._lock = threading.Lock()

    def rows(self, batch: SharedBatch) -> np.ndarray:
        """Return the rows of a batch, of which those are played that nobody has asked for before."""
        import numpy as np

        end = batch.first + batch.games
        mine: list[tuple[int, int, _Piece]] = []
        parts = []
        with self._lock:
            for first, last in batch.pieces:
                key = batch.name, first
                if key not in self.pieces:
                    self.pieces[key] = _Piece(batch.users * (last - first))
                    mine.append((first, last, self.pieces[key]))
                piece = self.pieces[key]
                begin, stop = max(first, batch.first), min(last, end)
                piece.left -= stop - begin
                if piece.left <= 0:
                    del self.pieces[key]
                parts.append((piece, begin - first, stop - first))
            while len(self.pieces) > MOST_KEPT:
                self.pieces.popitem(last=False)
        self._play(batch, mine)
        return np.concatenate([piece.rows.result()[begin:stop] for piece, begin, stop in parts])

    def _play(self, batch: SharedBatch, mine: list[tuple[int, int, _Piece]]) -> None:
        """Play what nobody has asked for before, as much at once as lies side by side."""
        try:
            while mine:
                count = 1
                while count < len(mine) and mine[count][0] == mine[count - 1][1]:
                    count += 1
                begin, end = mine[0][0], mine[count - 1][1]
                rows = Batch.rows(batch.part(begin, end - begin))
                for first, last, piece in mine[:count]:
                    piece.rows.set_result(rows[first - begin : last - begin])
                del mine[:count]
        except BaseException as failure:
            with self._lock:
                for first, _, piece in mine:
                    if self.pieces.get((batch.name, first)) is piece:
                        del self.pieces[batch.name, first]
            for _, _, piece in mine:
                piece.rows.set_exception(failure)
            raise


_SHARED = _SharedRows()
