"""Learning where to start: weights of the land that gets all starting armies, fitted to trials on deals.

For each seat of a deal every land on its border is tried as its start, while the others start as the bot
would. What the position is then worth, less the mean of all lands of the seat, is explained by what the
weights see of the lands: a linear fit. Since the others then start elsewhere, it is done several times, with
all trials so far. The scale of the weights means nothing; the largest is as large as it may be.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.learning.columns import joined
from conquestlab.analysis.learning.learn_plan import BEHIND, TIMES
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.playing.workers import carry_out
from conquestlab.analysis.training.arena import Stage, first_game
from conquestlab.kernels.shared.rows import FIXED_ONE

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import LearnedValue
    from conquestlab.analysis.learning.learn_plan import LearnPlan
    from conquestlab.analysis.playing.workers import Listener, Workers

TRIALS, ROUNDS = 6, 3  # of each land, and how long each lasts
AT_A_TIME = 50  # deals
PULL = 1.0  # of all weights to zero, as if so many lands had been tried that show nothing


class TriedLands(NamedTuple):
    """What came of the lands of seats on deals.

    Attributes
    ----------
    seen : float array, (lands, reasons)
        What each weight sees of a land, less the mean of the lands of the same seat and deal.
    worth : float array, (lands,)
        Chances at the end of trials, on average; less the same mean.
    """

    seen: np.ndarray
    worth: np.ndarray


@dataclass(frozen=True)
class TryStarts:
    """Work for a worker: tries the lands of all seats on some deals.

    Attributes
    ----------
    batch : Batch
        Of the bot at all seats; its games are the deals.
    """

    batch: Batch

    @property
    def games(self) -> int:
        """How many deals there are."""
        return self.batch.games

    def __call__(self) -> TriedLands:
        """Try the lands."""
        batch, learns = self.batch, self.batch.engine.learns
        assert learns is not None
        kernels, seats = learns.start_kernels, batch.seats
        rules, bots = batch.rules, batch.records
        lots = np.array([TRIALS, ROUNDS, seats])
        seen = np.zeros((kernels.LANDS, len(learns.starts)), np.int32)
        worths = np.zeros(kernels.LANDS, np.int64)
        found = []
        for deal in range(batch.first, batch.first + batch.games):
            for seat in range(seats):
                kernels.start_worths(
                    rules, bots[0], batch.seeds.words, deal, seat, lots, kernels.REASONS, seen, worths
                )
                tried = worths != kernels.NO_START
                worth = worths[tried] / (TRIALS * (ROUNDS - 1) * FIXED_ONE)
                found.append(TriedLands(_centred(seen[tried].astype(float)), _centred(worth)))
        return joined(found)


def _centred(numbers: np.ndarray) -> np.ndarray:
    centred: np.ndarray = numbers - numbers.mean(axis=0) if len(numbers) else numbers
    return centred


def fitted(lands: TriedLands, learns: LearnedValue, most: int) -> dict[str, int]:
    """Return the weights that explain best what lands are worth; the largest is `most`, either way.

    A weight that sees nothing at this table is 0.
    """
    size = np.sqrt((lands.seen**2).mean(axis=0))
    seen = lands.seen / np.where(size > 0.0, size, 1.0)
    squares = seen.T @ seen + PULL * np.eye(len(size))
    numbers = np.linalg.solve(squares, seen.T @ lands.worth) / np.where(size > 0.0, size, np.inf)
    largest = np.abs(numbers).max()
    whole = np.rint(numbers * (most / largest if largest else 0.0)).astype(int)
    return dict(zip(learns.starts, whole.tolist(), strict=True))


def with_starts(plan: LearnPlan, bot: Bot, workers: Workers, listener: Listener) -> tuple[Bot, int]:
    """Return a bot that has learned where to start, and how many lands were tried.

    Parameters
    ----------
    plan : LearnPlan
        With deals for starts.
    bot : Bot
    workers : Workers
    listener : Listener
        Told of all deals.
    """
    learns = plan.engine.learns
    assert learns is not None
    most = plan.engine.policies[bot.policy][learns.starts[0]].high
    tried: list[TriedLands] = []
    for time in range(TIMES):
        first = first_game(Stage.WATCH, BEHIND + time) // plan.seats
        batches = Batch(plan.rulebook, (bot,) * plan.seats, plan.seeds, first, plan.starts).split(AT_A_TIME)
        jobs = [TryStarts(batch) for batch in batches]
        with closing(carry_out(jobs, workers, listener)) as results:  # type: ignore[arg-type]
            tried.extend(result for _, result in results)
        lands = joined(tried)
        if not len(lands.worth):
            raise WrongUse(f"{plan.rulebook.label}: no seat has lands to choose a start from")
        bot = replace(bot, weights={**bot.weights, **fitted(lands, learns, most)})
    return bot, len(lands.worth)
