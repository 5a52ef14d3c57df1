"""A match: a lineup with the sums over its blocks, of which shares and ratings are made.

The outcome of a block is one vector: the sixtieths of the win by game of the block and by seat, how many of
its games were cut off, and 1. Whatever is estimated is a sum over blocks of something linear in that vector,
so the sums and products of its parts (measures/moments.py) give the estimate and its variance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measures.moments import Moments
    from conquestlab.analysis.playing.batches import PlayedBatch
    from conquestlab.analysis.rating.lineups import Lineup

UNFINISHED, BLOCK = -2, -1  # places in the outcome of a block, after the wins
BESIDE_WINS = 2


class Match(NamedTuple):
    """A lineup with what came of its games.

    Attributes
    ----------
    lineup : Lineup
    sums : Moments
        Of the parts of a block's outcome: the wins stand by game of the block, then by seat.
    """

    lineup: Lineup
    sums: Moments

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.lineup.bots)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.sums.blocks * self.seats

    @property
    def unfinished(self) -> int:
        """How many of them were cut off."""
        return self.sums.sums[UNFINISHED]

    @property
    def decided(self) -> int:
        """How many of them somebody won, alone or shared."""
        return int(self.wins.sum()) // WHOLE_WIN

    @property
    def wins(self) -> np.ndarray:
        """Sixtieths of the win by game of the block and seat, (seats, seats)."""
        wins: np.ndarray = self.sums.arrays[0][:-BESIDE_WINS].reshape(self.seats, self.seats)
        return wins

    def decided_in(self, names: Sequence[str], bot: int, seat: int) -> int:
        """Return how many of the games in which a bot held a seat, from 0, somebody won."""
        held = self.seating(names)[:, seat] == bot
        return int(self.wins[held].sum()) // WHOLE_WIN

    def seating(self, names: Sequence[str]) -> np.ndarray:
        """Return who sits where, by game of the block and seat: places in a list of names, (seats, seats)."""
        import numpy as np

        bots = np.array([names.index(bot) for bot in self.lineup.bots])
        seat = np.arange(self.seats)
        return np.asarray(bots[(seat - seat[:, np.newaxis]) % self.seats])


def sum_blocks(rows: np.ndarray, seats: int) -> Moments:
    """Add up the rows of whole blocks, in the order of their games; an unfinished game is nobody's win."""
    import numpy as np

    from conquestlab.analysis.measures.moments import moments

    finished = rows["how"] > 0
    wins = np.where(finished[:, None], rows["win"][:, :seats], 0).astype(np.int64)
    unfinished = (~finished).astype(np.int64).reshape(-1, seats).sum(axis=1)
    return moments([*wins.reshape(-1, seats * seats).T, unfinished, np.ones_like(unfinished)], None)


def summed_blocks(played: PlayedBatch) -> Moments:
    """Return what the games of a batch add up to: the reducer of a match."""
    return sum_blocks(played.rows, played.batch.seats)


def parts_of_wins(wins: np.ndarray) -> np.ndarray:
    """Return numbers by game and seat, (..., seats, seats), as parts of an outcome that has two more."""
    import numpy as np

    flat = wins.reshape(*wins.shape[:-2], -1)
    return np.concatenate([flat, np.zeros((*flat.shape[:-1], BESIDE_WINS), flat.dtype)], axis=-1)


def freedom_of(matches: Sequence[Match]) -> int:
    """Return the degrees of freedom that a variance over matches has: blocks, less one a match."""
    return sum(max(match.sums.blocks - 1, 0) for match in matches)
