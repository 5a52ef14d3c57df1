"""The intervals of measures that come from games beside the rows: how often do they hold what is true?

Win chances, time at the table, the parts of luck and what is worth to be given something are not made from
rows, so that no run of them can be drawn from a stock of rows. Here the runs are stretches of one long series
of games that have no game in common, each measured as `conquest play` measures its own. What is true is told
by many more games: by all of them where sums add up, and for noted games by samples several times as long as
a run. What a model says depends on how many games it learnt from, so a sample is judged by models that learnt
from as many games as those of a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import islice
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.evidence.covered import held_by
from conquestlab.analysis.evidence.studies.coverage import Held, Key
from conquestlab.analysis.measures.catalogue import OF_CHANCES
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.playing.workers import Job, Listener, Workers, add_up, in_chunks

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_games import NotedGames
    from conquestlab.analysis.playing.batches import Batch, PlayedBatch
    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.playing.reducers import Beside

MOST_RUNS = 200  # of games beside: each takes as long as playing
FEWEST_NOTED = 300  # games of a run: twice as many as chances can be told from
NOTED_PART = 3  # a run has one noted game for so many of its games
GIVEN_PART = 20  # the same of blocks in which every seat is given every thing, one after the other
LONGER = 10  # runs at most that make a sample of which the truth is told
OF_THE_MODEL = frozenset({"calibration", "movement"})
"""Measures of the models that a run fitted: no truth is common to runs, so they are not tried."""
TOLD_BY_SAMPLES = frozenset(one.name for one in OF_CHANCES) - OF_THE_MODEL
"""The measures of all noted games; those of the time at the table are told by the games learnt from alone."""


class Tried(NamedTuple):
    """A kind of games beside the rows.

    Attributes
    ----------
    play : callable
        From a PlayedBatch, and the first game of the run that it belongs to, to what its games beside come
        to.
    games : int
        Of a run.
    longer : int
        How many runs are noted again as one, of which the truth is told; 0 where what runs come to adds up,
        so that all of them tell the truth.
    """

    play: Callable[[PlayedBatch, int], Beside]
    games: int
    longer: int = 0


@dataclass(frozen=True, eq=False)
class Runs:
    """Runs that were measured, and what is true: a study as those of `studies/coverage.py` are."""

    name: str
    rows: tuple[Sequence[MeasureRow], ...]
    truth: Mapping[Key, float]

    promised = True

    def held(self, repetitions: int, seed: int) -> Iterator[Held]:
        """Yield for each run which intervals hold what is true; the runs are there, whatever the seed."""
        for rows in islice(self.rows, repetitions):
            yield held_by(rows, dict(self.truth))


@dataclass(frozen=True)
class NoteAll:
    """Notes every game of a batch, and measures them as a run's noted games are measured.

    Attributes
    ----------
    seconds : mapping of float
        As of `NotedBeside`.
    games : int
        Of a run: they tell how many are learnt from.
    """

    seconds: Mapping[str, float]
    games: int

    def __call__(self, played: PlayedBatch, begins: int) -> Beside:
        """Return the noted games."""
        from conquestlab.analysis.playing.noting import NotedBeside

        return NotedBeside(all_noted(played.batch, begins, self.games), self.seconds)


@dataclass(frozen=True)
class Plain:
    """Plays games beside a batch that are the same whatever run it belongs to."""

    play: Callable[[PlayedBatch], Beside]

    def __call__(self, played: PlayedBatch, begins: int) -> Beside:
        """Return what they come to."""
        return self.play(played)


def all_noted(batch: Batch, begins: int, games: int) -> NotedGames:
    """Return the games of a batch, all of them noted.

    Parameters
    ----------
    batch : Batch
    begins : int
        The first game of the run that they belong to.
    games : int
        Of a run that notes so many: they tell how many are learnt from.
    """
    from conquestlab.analysis.chances.sampling import all_of
    from conquestlab.analysis.playing.noting import play_again

    return play_again(replace(batch, noting=all_of(batch.block, begins, games)))


def tried_of(experiment: Experiment, games: int) -> list[Tried]:
    """Return the kinds of games beside the rows that an experiment has.

    Parameters
    ----------
    experiment : Experiment
    games : int
        Of a run of rows.
    """
    from conquestlab.analysis.playing.frozen_streams import luck_of_games
    from conquestlab.analysis.playing.given import worth_of_given
    from conquestlab.analysis.playing.noting import seconds_for, tells_chances

    found: list[Tried] = []
    if experiment.has_external_bots:
        return found
    if tells_chances(experiment):
        wanted = _whole_blocks(experiment, max(FEWEST_NOTED, games // NOTED_PART))
        found.append(Tried(NoteAll(seconds_for(experiment, None), wanted), wanted, LONGER))
    found.append(Tried(Plain(luck_of_games), max(1, games // NOTED_PART)))
    for which, given in enumerate(experiment.engine.given):
        if given.rulebooks(experiment.rulebook, experiment.seats):
            found.append(Tried(Plain(partial(worth_of_given, which=which)), max(1, games // GIVEN_PART)))
    return [one._replace(games=_whole_blocks(experiment, one.games)) for one in found]


def _whole_blocks(experiment: Experiment, games: int) -> int:
    return -(-games // experiment.block) * experiment.block


def games_of_all(tried: Sequence[Tried], repetitions: int) -> int:
    """Return how many games are played of all kinds, those beside them left out."""
    return sum(one.games for one in tried) * repetitions


@dataclass(frozen=True, eq=False)
class _ByRun:
    """What the games beside come to, run by run."""

    runs: dict[int, Any]

    def __add__(self, other: _ByRun) -> _ByRun:
        both = dict(self.runs)
        for number, beside in other.runs.items():
            both[number] = both[number] + beside if number in both else beside
        return _ByRun(both)


@dataclass(frozen=True)
class _SortByRun:
    """The reducer: plays the games beside those of a batch, and keeps apart what belongs to other runs.

    Attributes
    ----------
    play : callable
        As of `Tried`.
    games : int
        Of a run; runs begin at multiples of it.
    """

    play: Callable[[PlayedBatch, int], Beside]
    games: int

    def __call__(self, played: PlayedBatch) -> _ByRun:
        from conquestlab.analysis.playing.batches import PlayedBatch

        batch, found = played.batch, {}
        for part in batch.split(self.games, origin=0):
            number = part.first // self.games
            rows = played.rows[part.first - batch.first :][: part.games]
            found[number] = self.play(PlayedBatch(part, rows), number * self.games)
        return _ByRun(found)


def runs_of(
    experiment: Experiment,
    tried: Tried,
    repetitions: int,
    workers: Workers,
    jobs: int | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> Runs | None:
    """Play and measure the runs of one kind; None if interrupted.

    Parameters
    ----------
    experiment : Experiment
    tried : Tried
    repetitions : int
        Runs; the last sample of which the truth is told is a whole one, so that a few more may be played.
    workers : Workers
        That play.
    jobs : int, optional
        Threads that measure.
    listener : Listener
    """
    rows: list[Sequence[MeasureRow]] = []
    samples: list[Sequence[MeasureRow]] = []
    longer = tried.longer or repetitions
    for first in range(0, repetitions, longer):
        batch = experiment.batch(first * tried.games, longer * tried.games)
        runs = _by_run(batch, tried, tried.games, workers, listener)
        if runs is None:
            return None
        if tried.longer and longer > 1:
            runs += _by_run(batch, tried, batch.games, workers, Listener()) or []
        elif not tried.longer:
            runs.append(reduce(add, runs))
        found = list(in_chunks(partial(_measured, runs), len(runs), 1, jobs))
        rows += found[:longer]
        samples.append(found[-1])
    about = f"{experiment.rulebook.label}, {experiment.seats} players, {experiment.bots_text}"
    truth = {key: value for key, value in mean_values(rows).items() if key[0] not in OF_THE_MODEL}
    truth |= {key: value for key, value in mean_values(samples).items() if key[0] in TOLD_BY_SAMPLES}
    return Runs(about, tuple(rows), truth)


def _by_run(
    batch: Batch, tried: Tried, games: int, workers: Workers, listener: Listener
) -> list[Beside] | None:
    """Play the games beside those of a batch, in runs of so many games; None if interrupted."""
    reducer = _SortByRun(tried.play, games)
    jobs = (Job(reducer, (part,)) for part in batch.split(tried.games))
    done = add_up(jobs, workers, listener, ready=(batch,))
    return None if done.interrupted else [beside for _, beside in sorted(done.total.runs.items())]


def _measured(runs: Sequence[Beside], at: int, _: int) -> Sequence[MeasureRow]:
    return runs[at].rows()


def mean_values(samples: Sequence[Sequence[MeasureRow]]) -> dict[Key, float]:
    """Return the mean of each measure over samples; a row that only some of them have is left out."""
    values: dict[Key, list[float]] = {}
    for rows in samples:
        for row in rows:
            if row["value"] is not None:
                values.setdefault((row["measure"], row["of"]), []).append(row["value"])
    return {key: sum(some) / len(some) for key, some in values.items() if 2 * len(some) > len(samples)}
