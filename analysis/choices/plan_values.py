"""What there is to choose in some turns of a batch: the plans for a turn, each played on many times.

The bots of the experiment play the games; before some of their turns `strategist` looks at the position with
its own weights. Half of the plays choose the best plan and the second, and the other half tells what the
second costs, then the other way round: so luck that made a plan look best does not count for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.moments import Moments, moments
from conquestlab.analysis.measures.ratio_measures import ratio_record
from conquestlab.analysis.measures.ratios import ratio
from conquestlab.kernels.shared.rows import FIXED_ONE

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.playing.batches import Batch, PlayedBatch

STRATEGIST = "strategist"
ROLLOUTS = 96  # of each plan, an even number
SPARSE = 48  # one luck number in so many is looked at
MOST_LUCKS = 120  # that are looked at in a run
EVERY = 6  # one turn in so many of a game
CLOSE = FIXED_ONE // 50  # 2 points of the standing: a plan that is worth so much less is as sensible


@dataclass(frozen=True)
class ChoiceSums:
    """Turns that were looked at, added up by game.

    Attributes
    ----------
    single, several, cost : Moments
        Over the turns: those with one sensible plan; how many plans are sensible; and over the turns with two
        different plans or more, what the second-best costs.
    """

    single: Moments
    several: Moments
    cost: Moments

    def __add__(self, other: ChoiceSums) -> ChoiceSums:
        """Return the sums of the turns of both."""
        return ChoiceSums(self.single + other.single, self.several + other.several, self.cost + other.cost)

    def rows(self) -> list[MeasureRow]:
        """Return the records of the measures of choice."""
        return [
            ratio_record("second_choice_cost", "", ratio(self.cost), False, float(FIXED_ONE)),
            ratio_record("single_choice", "", ratio(self.single), True),
            ratio_record("sensible_plans", "", ratio(self.several), False),
        ]

    def words(self) -> list[str]:
        """Return nothing: the rows say it all."""
        return []


def refuse_without_plans(engine: Engine) -> None:
    """Refuse to look at choices where nothing weighs plans."""
    if not engine.choices_in:
        raise WrongUse(f"no bot of {engine.name} weighs plans for a whole turn: leave out --choices")


def look_at_choices(played: PlayedBatch) -> ChoiceSums:
    """Look at some turns of some games of a batch that was played."""
    return choices_of(played.batch)


def choices_of(batch: Batch, rollouts: int = ROLLOUTS) -> ChoiceSums:
    """Look at some turns of some games of a batch; their luck numbers and turns tell which.

    Parameters
    ----------
    batch : Batch
    rollouts : int
        Plays of each plan, an even number.
    """
    from importlib import import_module

    from conquestlab.analysis.playing.seating import seat

    engine, table = batch.engine, batch.table
    kernels = import_module(engine.choices_in)
    strategist = find_bot(STRATEGIST, engine, batch.rulebook, batch.seats)
    record = seat([strategist], engine, batch.rulebook, table.rules, batch.seats)
    by_game = [np.zeros(6, np.int64)]
    block = batch.seats if batch.shared else 1
    for game in range(batch.first, batch.first + batch.games):
        luck = game // block
        if luck % SPARSE or luck // SPARSE >= MOST_LUCKS:
            continue
        sums = np.zeros(6, np.int64)

        def look(position: np.void, luck: int = luck, sums: np.ndarray = sums) -> None:
            is_over = position["how"] != 0
            if not is_over and (luck // SPARSE + int(position["turn"])) % EVERY == 0:
                worths = np.zeros((rollouts, int(kernels.PLANS)), np.int64)
                kernels.plan_worths(table.rules, record, position.copy(), worths)
                sums += judged(worths)

        table.play_logged(batch.seeds.words, game, log_lines=0, at_pause=look)
        by_game.append(sums)
    columns = np.array(by_game).T
    return ChoiceSums(*(moments([columns[place], columns[place + 1]], None) for place in (0, 2, 4)))


def judged(worths: np.ndarray) -> np.ndarray:
    """Return what a turn adds to each sum: number and weight of `single`, of `several` and of `cost`.

    Parameters
    ----------
    worths : int64 array, (rollouts, plans)
        Plans that always come to the same are one plan.
    """
    different = np.unique(worths, axis=1)
    means = different.mean(axis=0)
    sensible = int(np.count_nonzero(means >= means.max() - CLOSE))
    told = np.array([sensible == 1, 1, sensible, 1, 0, 0], np.int64)
    if different.shape[1] > 1:
        halves = different[::2].sum(axis=0), different[1::2].sum(axis=0)
        costs = 0
        for seen, fresh in (halves, halves[::-1]):
            second, best = np.argsort(seen, kind="stable")[-2:]
            costs += int(fresh[best] - fresh[second])
        told[4:] = costs // len(worths), 1
    return told
