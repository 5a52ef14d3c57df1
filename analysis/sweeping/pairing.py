"""What is kept of the games of a cell: their tally, and their pairs with the same games of the base.

The games of the base are played once for all cells beside it: their rows stay in the process until the last
cell has taken them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.playing.batches import Batch, PlayedBatch
from conquestlab.analysis.playing.reducers import tallied

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.comparing.pairs import Pairs, Side
    from conquestlab.analysis.measures.tallies import Tally

MOST_SHARED = 64  # batches of bases whose rows stay where not all of their cells come to this process


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


@dataclass(frozen=True, eq=False)
class SharedBatch(Batch):
    """Games of a base, whose rows are asked for several times in a process and played once.

    Attributes
    ----------
    name : str
        Of the sweep and the base.
    users : int
        How often the rows will be asked for at most.
    """

    name: str = ""
    users: int = 0

    def rows(self) -> np.ndarray:
        """Return the rows; any thread may call it."""
        if not self.games:
            return super().rows()
        return _SHARED.get((self.name, self.first, self.games), self.users, super().rows)


@dataclass(frozen=True, eq=False)
class CountCell:
    """The reducer of a cell.

    Attributes
    ----------
    base : SharedBatch or None
        The same games of the base; None for the base itself.
    cap : int
        Rounds up to which both would play.
    """

    base: SharedBatch | None
    cap: int

    def __call__(self, played: PlayedBatch, *_: PlayedBatch) -> CellSums:
        """Return what the games come to."""
        tally = tallied(played)
        if self.base is None:
            return CellSums(tally, None)
        from conquestlab.analysis.comparing.pairs import Side, pair_up

        base = side_of(PlayedBatch(self.base, self.base.rows()))
        return CellSums(
            tally, pair_up(base, Side(played.rows, tally.quantities, played.batch.bots), self.cap)
        )


def side_of(played: PlayedBatch) -> Side:
    """Return games as one side of a pair, without a tally of them."""
    from conquestlab.analysis.comparing.pairs import Side
    from conquestlab.analysis.measures.catalogue import common_quantities

    batch, rows = played
    names = tuple(dict.fromkeys(batch.bots))
    own = batch.engine.quantities(batch.rulebook, batch.seats)
    return Side(rows, common_quantities(batch.seats, names, rows.dtype.names or ()) + own, batch.bots)


@dataclass
class _Played:
    """Rows that are being played, or are there, and how often they were taken."""

    rows: Future[Any] = field(default_factory=Future)
    taken: int = 0


class _SharedRows:
    """Rows by what they are of; whoever asks first plays them, others wait."""

    def __init__(self) -> None:
        self._played: OrderedDict[Any, _Played] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any, users: int, play: Callable[[], np.ndarray]) -> np.ndarray:
        with self._lock:
            is_first = key not in self._played
            one = self._played.setdefault(key, _Played())
            one.taken += 1
            if one.taken >= users:
                del self._played[key]
            elif len(self._played) > MOST_SHARED:
                self._played.popitem(last=False)
        if is_first:
            try:
                one.rows.set_result(play())
            except BaseException as failure:
                with self._lock:
                    if self._played.get(key) is one:
                        del self._played[key]
                one.rows.set_exception(failure)
                raise
        rows: np.ndarray = one.rows.result()
        return rows


_SHARED = _SharedRows()
