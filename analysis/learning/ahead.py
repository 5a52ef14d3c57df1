"""What looking a round ahead would tell: by how much other plans for a turn are better than the usual one.

Whoever judges a plan by where its own turn ends has to know what the others will do in answer. A value that
is told of ends of turns and of who won knows that on average. But the plans of one turn end much alike, and
what counts is which of them is better. So in some turns of the games that a bot plays alone each of its plans
is played to the end of the turn and a round on, several times, with the same luck for all. The chance of the
seat a round later, less that of the usual plan, is what the value should see in the ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.learning.columns import joined
from conquestlab.analysis.learning.positions import LARGEST
from conquestlab.kernels.shared.rows import FIXED_ONE

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import Batch

PLAYS = 4  # of each plan
EVERY = 3  # one turn in so many is looked at
USUAL = 0  # the number of the plan that the others are compared with


class PlanEnds(NamedTuple):
    """Ends of plans that do not end as the usual plan does, with the same luck.

    Attributes
    ----------
    usual, other : int16 array, (ends, seats, aspects)
        What is seen of each seat where the usual plan ends and where the other does; 0 of a seat that is out.
    seat : int64 array, (ends,)
        Whose turn it was.
    gain : float32 array, (ends,)
        By how much the chance of that seat is better by the other plan, a round later.
    """

    usual: np.ndarray
    other: np.ndarray
    seat: np.ndarray
    gain: np.ndarray


@dataclass(frozen=True)
class LookAhead:
    """Work for a worker: plays the games of a batch, and looks ahead in some turns of them.

    Attributes
    ----------
    batch : Batch
        Of the bot at all seats.
    chance : tuple of int
        Seeds the choice of turns, and the luck of the plays.
    """

    batch: Batch
    chance: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many games are played."""
        return self.batch.games

    def __call__(self) -> PlanEnds:
        """Play the games."""
        batch, learns = self.batch, self.batch.engine.learns
        assert learns is not None
        kernels, table, seats = learns.plan_kernels, batch.table, batch.seats
        bots = batch.records[:1]
        plans = np.uint64((batch.seated[0].weights["plans"] or int(kernels.ALL)) | 1 << USUAL)
        generator = np.random.default_rng(self.chance)
        told = np.zeros((kernels.PLANS, kernels.SEATS, len(learns.aspects)), np.int32)
        worths, going_on = np.zeros(kernels.PLANS, np.int64), np.zeros(kernels.PLANS, np.bool_)
        found: list[PlanEnds] = []

        def look(position: np.void) -> None:
            if position["how"] or generator.integers(EVERY):
                return
            for _ in range(PLAYS):
                luck = generator.integers(1 << 63, size=2, dtype=np.uint64)
                mover = kernels.plan_ends(
                    table.rules, bots, position.copy(), plans, luck, told, worths, going_on
                )
                if going_on[USUAL]:
                    found.append(_compared(told[:, :seats], worths, going_on, mover))

        for game in range(batch.first, batch.first + batch.games):
            table.play_logged(batch.seeds.words, game, log_lines=0, at_pause=look)
        return joined([_nothing(seats, len(learns.aspects)), *found])


def _compared(told: np.ndarray, worths: np.ndarray, going_on: np.ndarray, mover: int) -> PlanEnds:
    """Return the ends that are not that of the usual plan."""
    ends = np.clip(told, -LARGEST, LARGEST).astype(np.int16)
    others = np.flatnonzero(going_on & (ends != ends[USUAL]).any(axis=(1, 2)))
    return PlanEnds(
        np.repeat(ends[USUAL : USUAL + 1], len(others), axis=0),
        ends[others],
        np.full(len(others), mover, np.int64),
        ((worths[others] - worths[USUAL]) / FIXED_ONE).astype(np.float32),
    )


def _nothing(seats: int, aspects: int) -> PlanEnds:
    ends = np.zeros((0, seats, aspects), np.int16)
    return PlanEnds(ends, ends, np.zeros(0, np.int64), np.zeros(0, np.float32))
