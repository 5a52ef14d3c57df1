"""Positions to learn from: what was seen at ends of turns, and who won the game in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.errors import Failed
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import Batch

A_GAME = 12  # positions that are kept of a game, on average
HELD_OUT = 6  # of so many games one is not learned from
LARGEST = (1 << 15) - 1  # of what is seen, in 256ths


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions at ends of turns, with the eyes of the seat that had the turn.

    Attributes
    ----------
    told : int16 array, (positions, seats, aspects)
        What is seen of each seat, in 256ths; 0 everywhere of a seat that is out.
    won : float32 array, (positions, seats)
        The share of the win that each seat got in the end.
    game : int64 array, (positions,)
    games : int
        How many were played, those that nobody won among them.
    unfinished : int
        How many nobody won: nothing is kept of them.
    """

    told: np.ndarray
    won: np.ndarray
    game: np.ndarray
    games: int
    unfinished: int

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self.game)

    @property
    def held_out(self) -> np.ndarray:
        """Which positions are of games that are not learned from."""
        held: np.ndarray = self.game % HELD_OUT == 0
        return held

    def where(self, chosen: np.ndarray) -> Positions:
        """Return some of the positions."""
        return replace(self, told=self.told[chosen], won=self.won[chosen], game=self.game[chosen])


def decided(positions: Positions) -> Positions:
    """Return the positions; Failed if there are none."""
    if len(positions):
        return positions
    games = f"{positions.unfinished} of {positions.games} games were won by nobody"
    raise Failed(f"there is nothing to learn from ({games}): play more games, or let them last longer")


def joined(parts: Sequence[Positions]) -> Positions:
    """Return the positions of all parts, in their order."""
    return Positions(
        np.concatenate([part.told for part in parts]),
        np.concatenate([part.won for part in parts]),
        np.concatenate([part.game for part in parts]),
        sum(part.games for part in parts),
        sum(part.unfinished for part in parts),
    )


@dataclass(frozen=True)
class Collect:
    """Work for a worker: plays the games of a batch, and keeps positions of them.

    Attributes
    ----------
    batch : Batch
    chance : tuple of int
        Seeds the choice of positions.
    """

    batch: Batch
    chance: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games are played."""
        return self.batch.games

    def __call__(self) -> Positions:
        """Play the games.

        Every position of the batch is as likely to be kept as any other, so that they are met as often as in
        games. The last note of a game is none of a position to be judged: the game is over there.
        """
        batch, rows, notes = self.batch.told()
        place = notes["game"] - batch.first
        is_last = np.diff(notes["game"], append=-1) != 0
        won = rows["win"][:, : batch.seats] / np.float32(WHOLE_WIN)
        is_decided = won.sum(axis=1) > 0.5
        eligible = (notes["mover"] >= 0) & ~is_last
        rate = A_GAME * len(rows) / max(1, int(np.count_nonzero(eligible)))
        generator = np.random.default_rng(self.chance)
        kept = eligible & is_decided[place] & (generator.random(len(notes)) < rate)
        told = np.clip(notes["features"][kept, : batch.seats], -LARGEST, LARGEST).astype(np.int16)
        undecided = len(rows) - int(np.count_nonzero(is_decided))
        return Positions(told, won[place[kept]].astype(np.float32), notes["game"][kept], len(rows), undecided)
