"""Plays an experiment on all cores: to its end, or until the shares of the wins are known well enough."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.guests import GuestFailed
from conquestlab.analysis.cores import in_chunks
from conquestlab.analysis.playing.first_games import play_watched

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measures.luck_share import LuckTally
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.playing.runs import RunFolder


class Listener(NamedTuple):
    """Who is told how the work goes on; any thread may call.

    Attributes
    ----------
    compiling : callable
        Called with about how many seconds the first compilation takes, if it has to be done.
    played : callable
        Called with the number of games of each chunk when it is done.
    warned : callable
        Called with a sentence where the first games hardly end, or are slow.
    """

    compiling: Callable[[int], object] = lambda seconds: None
    played: Callable[[int], object] = lambda games: None
    warned: Callable[[str], object] = lambda words: None


class Outcome(NamedTuple):
    """What came of an experiment.

    Attributes
    ----------
    tally : Tally or None
        Of all games from the first on that were played without a gap; None if there are none.
    interrupted : bool
        Ctrl-C came before the end.
    luck : LuckTally or None
        Of the same games, where it was asked for.
    """

    tally: Tally | None
    interrupted: bool
    luck: LuckTally | None = None

    @property
    def games(self) -> int:
        """How many games were tallied."""
        return self.tally.games if self.tally else 0


def play_experiment(
    experiment: Experiment,
    *,
    jobs: int | None = None,
    within: float | None = None,
    folder: RunFolder | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
    luck: bool = False,
    add_up: Callable[[np.ndarray], Tally] | None = None,
) -> Outcome:
    """Play the games of an experiment and add them up.

    Neither the number of threads nor an interruption changes what comes out of the games that were played.

    Parameters
    ----------
    experiment : Experiment
    jobs : int, optional
        Threads; as many as there are cores if not given.
    within : float, optional
        Stop when every share of the wins is known to this, up or down; looked at after each chunk, in order.
    folder : RunFolder, optional
        Where rows are kept; chunks that lie there are not played again. It is closed at the end.
    listener : Listener
    luck : bool
        Play every game again for each stream of luck, to tell which of them decide.
    add_up : callable, optional
        From the rows of a chunk to their tally, where more is counted than `experiment.tally` does.

    Raises
    ------
    GuestFailed
        A bot outside failed; its `outcome` is that of the games before, up to the last whole chunk.
    """
    from conquestlab.analysis.playing.frozen_streams import luck_of_games

    add_up = add_up or experiment.tally
    wanted = experiment.games if within is None else 0

    tally: Tally | None = None
    shares: LuckTally | None = None

    def work(first: int, count: int) -> tuple[Tally, LuckTally | None]:
        rows = folder.read(first, count) if folder else None
        if rows is None:
            rows = play_watched(experiment, first, count, listener.warned, wanted)
            if folder:
                folder.write(first, rows)
        added_up = add_up(rows), luck_of_games(experiment, rows) if luck else None
        listener.played(count)
        return added_up

    try:
        if folder is None or not folder.is_complete:
            experiment.get_ready(listener.compiling)
        spread = in_chunks(work, experiment.games, experiment.chunk, jobs, experiment.stop)
        with closing(experiment), closing(spread) as chunks:
            for chunk, of_chunk in chunks:
                tally = chunk if tally is None else tally + chunk
                shares = of_chunk if shares is None or of_chunk is None else shares + of_chunk
                if within is not None and doubt(tally) <= within:
                    break
        if folder and tally:
            folder.end_after(tally.games)
    except KeyboardInterrupt:
        return Outcome(tally, True, shares)
    except GuestFailed as failure:
        failure.outcome = Outcome(tally, True, shares)
        raise
    finally:
        if folder:
            folder.close()
    return Outcome(tally, False, shares)


def doubt(tally: Tally) -> float:
    """Return the largest distance from a share of the wins to an end of its interval; 1 if one is unknown."""
    from conquestlab.analysis.measures.table import measure_records

    widest = 0.0
    for record in measure_records(tally, ("win_share",)):
        value, low, high = record["value"], record["low"], record["high"]
        if value is None or low is None or high is None:
            return 1.0
        widest = max(widest, value - low, high - value)
    return widest
