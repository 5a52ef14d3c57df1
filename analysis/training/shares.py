"""How good a bot is against others: its share of all wins, and the gain of one on another, with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.measures.moments import moments
from conquestlab.analysis.measures.ratios import Ratio, Span, ratio
from conquestlab.analysis.training.arena import Arena, Lineup
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot

BLOCKS_A_TASK = 100


class Estimate(NamedTuple):
    """A number that games tell, with its 95 % interval; an end is None where there are too few games."""

    value: float
    low: float | None
    high: float | None
    games: int


def share_won(wins: np.ndarray, seats: int) -> Estimate:
    """Return the share of the wins of one bot over all games, unfinished ones too.

    Parameters
    ----------
    wins : int64 array
        In parts of WHOLE_WIN, in the order of the games, whole blocks.
    seats : int
    """
    share = _over_blocks(wins, seats)
    return _estimate(share, share.share.span())


def gain_of(wins: np.ndarray, others: np.ndarray, seats: int) -> Estimate:
    """Return by how much the share of one bot is above that of another in the same games."""
    gain = _over_blocks(wins - others, seats)
    return _estimate(gain, gain.mean_span())


def _estimate(found: Ratio, span: Span) -> Estimate:
    low, high = (None if end is None else float(end) for end in span)
    return Estimate(found.value, low, high, found.games)


def _over_blocks(numbers: np.ndarray, seats: int) -> Ratio:
    whole = np.full(len(numbers), WHOLE_WIN, np.int64)
    return ratio(moments([numbers, whole], np.arange(0, len(numbers), seats)))


def wins_against(
    arena: Arena, bots: Sequence[Bot], pairs: Sequence[tuple[int, int]], blocks: int, first: int
) -> Iterator[np.ndarray]:
    """Yield the wins of one bot at a table of others that are all alike, for each pair in turn.

    Parameters
    ----------
    arena : Arena
    bots : sequence of Bot
    pairs : sequence of (int, int)
        Places in `bots`: who is looked at, and who sits in all the other seats.
    blocks : int
        For each pair; all pairs play the same games.
    first : int
        The first game.
    """
    sizes = [(at, min(BLOCKS_A_TASK, blocks - at)) for at in range(0, blocks, BLOCKS_A_TASK)]
    tasks = [
        ([Lineup((one, *[other] * (arena.seats - 1)), size)], first + at * arena.seats)
        for one, other in pairs
        for at, size in sizes
    ]
    played = arena.play(bots, tasks)
    for _ in pairs:
        yield np.concatenate([next(played).wins for _ in sizes])
