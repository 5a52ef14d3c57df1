"""Plays an experiment on all cores: to its end, or until the shares of the wins are known well enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.playing.noting import NoteGames, noting
from conquestlab.analysis.playing.reducers import Beside, Count, tallied
from conquestlab.analysis.playing.workers import Done, Job, Listener, Workers, add_up, opened

if TYPE_CHECKING:
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.batches import Batch, PlayedBatch
    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.playing.runs import RunFolder


class PlayedExperiment(NamedTuple):
    """What came of an experiment.

    Attributes
    ----------
    tally : Tally or None
        Of all games from the first on that were played without a gap; None if there are none.
    interrupted : bool
        Ctrl-C came before the end.
    beside : tuple of Beside
        What came of the games that were asked for beside these.
    """

    tally: Tally | None
    interrupted: bool
    beside: tuple[Beside, ...] = ()

    @property
    def games(self) -> int:
        """How many games were tallied."""
        return self.tally.games if self.tally else 0


def play_experiment(
    experiment: Experiment,
    *,
    jobs: int | Workers | None = None,
    within: float | None = None,
    folder: RunFolder | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
    beside: tuple[Callable[[PlayedBatch], Beside], ...] = (),
    tally: Callable[[PlayedBatch], Tally] = tallied,
) -> PlayedExperiment:
    """Play the games of an experiment and add them up.

    Neither the number of threads nor an interruption changes what comes out of the games that were played.

    Parameters
    ----------
    experiment : Experiment
    jobs : int or Workers, optional
        Threads, as many as there are cores if not given; or workers that are open.
    within : float, optional
        Stop when every share of the wins is known to this, up or down; looked at after each chunk, in order.
    folder : RunFolder, optional
        Where rows are kept; chunks that lie there are not played again. It is closed at the end.
    listener : Listener
    beside : tuple of callable
        What plays more games beside those of a chunk; see `Count`.
    tally : callable
        From a chunk to its tally, where more is counted than the measures need.

    Raises
    ------
    ExternalBotFailed
        A bot outside failed; its `outcome` is that of the games before, up to the last whole chunk.
    """
    notes = any(isinstance(one, NoteGames) for one in beside)

    def ordered(batch: Batch) -> Batch:
        return noting(batch, experiment.first, experiment.games) if notes else batch

    jobs_to_do = (
        Job(Count(tally, beside), (ordered(batch),), folder=folder, begins=experiment.first)
        for batch in experiment.batches()
    )
    try:
        with opened(jobs) as workers:
            done = add_up(
                jobs_to_do,
                workers,
                listener,
                ready=() if folder and folder.is_complete else (ordered(experiment.batch()),),
                is_enough=lambda sums: within is not None and widest_half_width(sums[0].tally) <= within,
                wanted=experiment.games if within is None else 0,
            )
    except ExternalBotFailed as failure:
        failure.outcome = _outcome(failure.outcome)
        raise
    else:
        outcome = _outcome(done)
        if folder and outcome.tally and not outcome.interrupted:
            folder.end_after(outcome.games)
        return outcome
    finally:
        if folder:
            folder.close()


def _outcome(done: Done) -> PlayedExperiment:
    counted = done.total
    return PlayedExperiment(counted and counted.tally, done.interrupted, counted.beside if counted else ())


def widest_half_width(tally: Tally) -> float:
    """Return the largest distance from a share of the wins to an end of its interval; 1 if one is unknown."""
    from conquestlab.analysis.measures.table import measure_rows

    widest = 0.0
    for row in measure_rows(tally, ("win_share",)):
        value, low, high = row["value"], row["low"], row["high"]
        if value is None or low is None or high is None:
            return 1.0
        widest = max(widest, value - low, high - value)
    return widest
