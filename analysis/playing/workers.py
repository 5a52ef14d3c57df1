"""Workers carry out jobs side by side, and yield their results in the order of the jobs.

A job is anything that can be called without arguments; for games it is a `Job`: batches with a reducer
(playing/batches.py). This module has the only code for reporting progress (`Listener`), stopping early (no
more results are taken), being interrupted (Ctrl-C keeps what was yielded so far), and ending when an external
bot fails (`ExternalBotFailed`, with what was done before).

Workers are opened once for a command, and carry out whatever its parts ask for until they are closed.
Another kind of worker is a class derived from `Workers`, or from `SideBySide` as those of pools.py and
cluster.py are, and a line in `open_workers`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from conquestlab.analysis.errors import WrongUse

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import Batch, PlayedBatch
    from conquestlab.analysis.playing.runs import RunFolder
    from conquestlab.analysis.playing.seated_game import SeatedGame
    from conquestlab.analysis.requests.request import SeededRequest

Result = TypeVar("Result")
AnyJob = TypeVar("AnyJob")  # called without arguments


class Listener(NamedTuple):
    """Who is told how the work goes on.

    Attributes
    ----------
    compiling : callable
        Called with about how many seconds the first compilation takes, if it has to be done.
    played : callable
        Called with the number of games of each job when its result is taken.
    warned : callable
        Called with a sentence where the first games hardly end, or are slow; any thread may call.
    """

    compiling: Callable[[int], object] = lambda seconds: None
    played: Callable[[int], object] = lambda games: None
    warned: Callable[[str], object] = lambda words: None


class Reducer(Protocol):
    """Makes of batches that were played what is kept of them, something that adds up with `+`."""

    def __call__(self, *played: Any) -> Any:
        """Take one PlayedBatch, or several in the order of the job."""


class Job(NamedTuple):
    """Batches that one worker plays, and what is made of their rows.

    Attributes
    ----------
    reduce : Reducer
    batches : tuple of Batch
    of : int
        What it is a part of: results of the same number are added up.
    folder : RunFolder or None
        Where rows are kept; what lies there is not played again.
    warned : callable or None
        Told where the first games of a run hardly end, or are slow; see first_games.py.
    wanted : int
        Games to be played in all, for that word; 0 where nobody knows.
    begins : int
        Number of the first game of the whole work.
    """

    reduce: Reducer
    batches: tuple[Batch, ...]
    of: int = 0
    folder: RunFolder | None = None
    warned: Callable[[str], object] | None = None
    wanted: int = 0
    begins: int = 0

    @property
    def games(self) -> int:
        """How many games are played."""
        return sum(batch.games for batch in self.batches)

    def __call__(self) -> Any:
        """Carry it out, here and now."""
        return self.reduce(*map(self._played, self.batches))

    @property
    def is_kept(self) -> bool:
        """Whether its rows lie in its folder, so that they need not be played."""
        return self.folder is not None and all(
            os.path.lexists(self.folder.chunk_file(batch.first)) for batch in self.batches
        )

    def _played(self, batch: Batch) -> PlayedBatch:
        from conquestlab.analysis.playing.batches import PlayedBatch

        rows = self.folder.read(batch.first, batch.games) if self.folder else None
        if rows is not None:
            return PlayedBatch(batch, rows)
        if self.warned is not None and batch.first == self.begins:
            from conquestlab.analysis.playing.first_games import play_watched

            played = play_watched(batch, self.warned, self.wanted)
        else:
            played = batch.play()
        if self.folder:
            self.folder.write(batch.first, played.rows)
        return played


class Done(NamedTuple):
    """What came of jobs.

    Attributes
    ----------
    sums : dict
        By `of` of the jobs, what their results add up to: of all jobs from the first on without a gap.
    interrupted : bool
        Whether Ctrl-C came before the end.
    """

    sums: dict[int, Any]
    interrupted: bool = False

    @property
    def total(self) -> Any:
        """The sum where all jobs are of one number; None if none was done."""
        return self.sums.get(0)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Workers:
    """The simplest kind: each job is carried out here, when its result is taken."""

    def __init__(self) -> None:
        self._tables: dict[int, SeatedGame] = {}  # those with external bots

    def results(
        self, jobs: Iterable[AnyJob], warned: Callable[[str], object] = lambda words: None
    ) -> Generator[tuple[AnyJob, Any], None, None]:
        """Yield each job with its result, in order; to be closed where not all are taken.

        Parameters
        ----------
        jobs : iterable of Job
            Or of anything else that can be called without arguments.
        warned : callable
            Called with a sentence where the workers are not what they should be.
        """
        try:
            for job in jobs:
                self.note_tables(job)
                work: Any = job
                yield job, work()
        except BaseException:
            self.stop()
            raise
        finally:
            self.leave()

    def get_ready(self, batches: Iterable[Batch], listener: Listener) -> None:
        """Load kernels until every bot was seated once, so that no worker has to compile one."""
        from conquestlab.analysis.playing.batches import get_ready

        get_ready(batches, listener.compiling)

    def note_tables(self, job: Any) -> None:
        """Note the tables where programs play."""
        for batch in getattr(job, "batches", ()):
            if batch.has_external_bots:
                self._tables[id(batch.table)] = batch.table

    def stop(self) -> None:
        """End what goes on as soon as may be: its results are not taken any more."""
        for table in self._tables.values():
            table.stop()

    def leave(self) -> None:
        """Drop what was not begun and wait for what was; the programs of bots wait for their next game."""
        while self._tables:
            self._tables.popitem()[1].rest()

    def close(self) -> None:
        """End the workers and the programs of bots, when nothing is asked of them any more."""
        from conquestlab.analysis.bots.kept_programs import KEPT

        KEPT.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_workers(jobs: int | None = None, processes: bool = False, cluster: str | None = None) -> Workers:
    """Return workers, to be closed when nothing is asked of them any more.

    Parameters
    ----------
    jobs : int, optional
        How many; as many as there are cores if not given.
    processes : bool
        Whether they have to be processes of their own. Threads are enough where a job lets the GIL go for
        most of its time, as the kernels do.
    cluster : str, optional
        The workers of this Dask cluster instead: "tcp://host:8786", or "local:4" for four processes of this
        machine.
    """
    if cluster is not None:
        from conquestlab.analysis.playing.cluster import open_cluster

        if jobs is not None:
            raise WrongUse("--jobs has no effect beside --cluster, which has its own workers: leave it out")
        if processes:
            raise WrongUse(
                "--processes has no effect beside --cluster, whose workers are processes: leave it out"
            )
        return open_cluster(cluster)
    from conquestlab.analysis.playing.pools import Processes, Threads

    jobs = cores() if jobs is None else jobs
    if jobs < 1:
        raise WrongUse(f"{jobs} jobs: give 1 or more")
    if jobs == 1:
        return Workers()  # nothing is gained by another process
    return Processes(jobs) if processes else Threads(jobs)


def workers_for(request: SeededRequest) -> Workers:
    """Return the workers that a request asks for."""
    return open_workers(request.jobs, request.processes, request.cluster)


@contextmanager
def opened(jobs: int | Workers | None, processes: bool = False) -> Iterator[Workers]:
    """Give workers that are open already as they are; others are opened, and closed at the end.

    Parameters
    ----------
    jobs : int, Workers or None
        How many, or those that are open.
    processes : bool
        Whether those that are opened are processes; else they are threads.
    """
    if isinstance(jobs, Workers):
        yield jobs
    else:
        with open_workers(jobs, processes) as workers:
            yield workers


def carry_out(
    jobs: Iterable[Job], workers: Workers, listener: Listener
) -> Generator[tuple[Job, Any], None, None]:
    """Yield each job with its result, in order, and tell of its games."""
    with closing(workers.results(jobs, listener.warned)) as results:
        for job, result in results:
            listener.played(job.games)
            yield job, result


def add_up(
    jobs: Iterable[Job],
    workers: Workers,
    listener: Listener,
    *,
    ready: Sequence[Batch] = (),
    is_enough: Callable[[dict[int, Any]], bool] = lambda sums: False,
    wanted: int | None = None,
) -> Done:
    """Carry jobs out and add up what came of them.

    Parameters
    ----------
    jobs : iterable of Job
    workers : Workers
    listener : Listener
    ready : sequence of Batch
        Those whose kernels are loaded first.
    is_enough : callable
        From the sums so far, after each job in order, to whether the others need not be carried out.
    wanted : int, optional
        Games to be played in all, 0 where nobody knows: then `listener.warned` is told where the first of
        them hardly end, or are slow.

    Raises
    ------
    ExternalBotFailed
        An external bot failed; its `outcome` is what was done before.
    """
    from conquestlab.analysis.bots.external_bots import ExternalBotFailed

    sums: dict[int, Any] = {}
    if wanted is not None:
        jobs = (job._replace(warned=listener.warned, wanted=wanted) for job in jobs)
    try:
        workers.get_ready(ready, listener)
        with closing(carry_out(jobs, workers, listener)) as results:
            for job, result in results:
                sums[job.of] = sums[job.of] + result if job.of in sums else result
                if is_enough(sums):
                    break
    except KeyboardInterrupt:
        return Done(sums, interrupted=True)
    except ExternalBotFailed as failure:
        failure.outcome = Done(sums, interrupted=True)
        raise
    return Done(sums)


def in_chunks(
    work: Callable[[int, int], Result],
    count: int,
    chunk: int,
    jobs: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Result]:
    """Yield work(first, size) for all chunks of `count` things, in order, carried out by threads.

    `progress` is told after each how many things are done.
    """
    parts = (partial(work, first, min(chunk, count - first)) for first in range(0, count, chunk))
    with (
        open_workers(1 if jobs is None and count <= chunk else jobs) as workers,
        closing(workers.results(parts)) as results,
    ):
        for done, (_, result) in enumerate(results, 1):
            if progress:
                progress(min(done * chunk, count))
            yield result
