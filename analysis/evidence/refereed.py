"""Whole games told event by event and read by the referee, spread over processes."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.cores import cores
from conquestlab.analysis.errors import Failed
from conquestlab.analysis.evidence.checks import Record, checked
from conquestlab.analysis.evidence.sittings import Sitting, sittings_of
from conquestlab.analysis.rules.rulebook import load

if TYPE_CHECKING:
    from conquestlab.analysis.playing.experiment import Experiment

PART = 25  # games that one process reads at a time: a fraction of a second
WORTH_PROCESSES = 400  # games; fewer are read sooner than other processes have started
MOST_TOLD = 5  # findings told in words


class Listener(NamedTuple):
    """Who is told how the work goes on.

    Attributes
    ----------
    compiling : callable
        Called with about how many seconds the first compilation takes, if it has to be done.
    read : callable
        Called with the number of games of each part when it is read.
    """

    compiling: Callable[[int], object] = lambda seconds: None
    read: Callable[[int], object] = lambda games: None


class Reading(NamedTuple):
    """What the referee found in some games of a rulebook."""

    of: int
    games: int
    events: int
    findings: tuple[str, ...]


class Refereed(NamedTuple):
    """What came of all games: a row a rulebook, the first findings in words, whether Ctrl-C came."""

    rows: list[Record]
    findings: tuple[str, ...]
    interrupted: bool


def referee_rows(
    rules: Sequence[str],
    games: int,
    seed: str = "1",
    jobs: int | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> Refereed:
    """Have the referee read so many games of each rulebook.

    Parameters
    ----------
    rules : sequence of str
        Names or files of rulebooks, with changes.
    games : int
        Of each.
    seed : str
        As for `parse_seeds`.
    jobs : int, optional
        Processes; as many as there are cores if not given. What is found does not depend on it.
    listener : Listener

    Returns
    -------
    Refereed
        In each row `value` is the number of findings and `expected` 0. After an interruption the rows tell
        of the games that were read, and a rulebook of which none was read has no row.
    """
    books = [load(text) for text in rules]
    sittings = [
        sitting
        for of, (text, book) in enumerate(zip(rules, books, strict=True))
        for sitting in sittings_of(of, text, book, games, seed)
    ]
    totals = [Reading(of, 0, 0, ()) for of in range(len(books))]
    interrupted = False
    try:
        _warm_up(sittings, listener)
        parts = [part for sitting in sittings for part in sitting.split(PART)]
        with closing(_readings(parts, cores() if jobs is None else jobs)) as readings:
            for reading in readings:
                so_far = totals[reading.of]
                totals[reading.of] = Reading(
                    reading.of,
                    so_far.games + reading.games,
                    so_far.events + reading.events,
                    so_far.findings + reading.findings,
                )
                listener.read(reading.games)
    except KeyboardInterrupt:
        interrupted = True
    rows = [
        checked(
            "referee",
            books[total.of].label,
            not total.findings,
            games=total.games,
            events=total.events,
            value=len(total.findings),
            expected=0,
        )
        for total in totals
        if total.games
    ]
    told = [finding for total in totals for finding in total.findings]
    return Refereed(rows, tuple(told[:MOST_TOLD]), interrupted)


def read_games(sitting: Sitting) -> Reading:
    """Play the games of a sitting again, event by event, and have the referee read them.

    The row that an experiment would keep of each game has to be that of the game told.
    """
    from conquestlab.analysis.playing.replay_answers import replay

    experiment = _experiment(sitting._replace(of=0, first=0, games=0))
    rows = experiment.play(sitting.first, sitting.games)
    events = 0
    found: list[str] = []
    for game, row in enumerate(rows, sitting.first):
        told = replay(experiment, game)
        events += len(told.record)
        findings = told.findings()
        if row.tobytes() != told.row.tobytes():
            findings.append("the row of the game says something else")
        found += [f"{finding}; see: {sitting.command(game)}" for finding in findings]
    return Reading(sitting.of, sitting.games, events, tuple(found))


@lru_cache(maxsize=8)
def _experiment(sitting: Sitting) -> Experiment:
    from conquestlab.analysis.playing.experiment import experiment_of
    from conquestlab.analysis.seeds import parse_seeds

    return experiment_of(sitting.rules, sitting.seats, sitting.bots, parse_seeds(sitting.seed), 1)


def _warm_up(sittings: Sequence[Sitting], listener: Listener) -> None:
    """Compile the kernels of every engine once, before several processes would all do it."""
    first_of: dict[str, tuple[Experiment, Sitting]] = {}
    for sitting in sittings:
        experiment = _experiment(sitting._replace(of=0, first=0, games=0))
        first_of.setdefault(experiment.engine.name, (experiment, sitting))
    for experiment, sitting in first_of.values():
        experiment.get_ready(listener.compiling)
        read_games(sitting._replace(games=1))


def _readings(parts: Sequence[Sitting], jobs: int) -> Generator[Reading, None, None]:
    """Yield what was found in each part, in their order."""
    if jobs == 1 or sum(part.games for part in parts) < WORTH_PROCESSES:
        yield from map(read_games, parts)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _leave_interrupts_to_the_first)
    try:
        with _ignoring_interrupts():
            found = pool.map(read_games, parts)  # starts the processes
        yield from found
    except BrokenProcessPool:
        raise Failed("a process that read games was killed: try again with fewer --jobs") from None
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach even before they are ready: they inherit the ignoring."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _leave_interrupts_to_the_first() -> None:
    """Let Ctrl-C reach the first process alone, where it is not inherited."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
