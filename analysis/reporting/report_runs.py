"""The runs of a page, kept in folders or played for it, each added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.measures.measure import SEAT
from conquestlab.analysis.pace.seconds import seconds_of
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.noting import NoteGames, noting, tells_chances
from conquestlab.analysis.playing.play_answers import measured
from conquestlab.analysis.playing.reducers import Beside, Count, tallied
from conquestlab.analysis.playing.workers import Job, Listener, Workers, add_up, opened
from conquestlab.analysis.reporting.course_quantities import course_quantities
from conquestlab.analysis.rules.rule_words import variant_names

if TYPE_CHECKING:
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.batches import PlayedBatch
    from conquestlab.analysis.playing.runs import RunFolder


@dataclass(frozen=True, eq=False)
class ReportRun:
    """One run of a page.

    Attributes
    ----------
    experiment : Experiment
    tally : Tally or None
        Of all its games that are there; None if there are none. It counts the `course_quantities` too.
    place : str
        The folder it was read from; empty if it was played for the page.
    is_whole : bool
        Whether all games that it was to have are there.
    margin : float or None
        Of the measure `seat_balanced`.
    within : float or None
        The run was to stop when every share of the wins was known to this.
    rows_known : list of dict or None
        The rows that `conquest play` gave, where it was asked for more than the tally tells, as luck.
    beside : tuple of Beside
        What came of games that were played beside these, for the measures that rest on noted positions.
    """

    experiment: Experiment
    tally: Tally | None
    place: str = ""
    is_whole: bool = True
    margin: float | None = None
    within: float | None = None
    rows_known: list[dict[str, Any]] | None = None
    beside: tuple[Beside, ...] = ()

    @property
    def games(self) -> int:
        """How many games the page tells of."""
        return self.tally.games if self.tally else 0

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The rows that `conquest play` gives for this run."""
        if self.rows_known is not None:
            return self.rows_known
        margins = None if self.margin is None else (self.margin,)
        return measured(self.experiment, self.tally, margins, beside=self.beside)


Named = tuple[int, str, ReportRun]
"""A run with its place among others, which is its colour, and what it is called."""


def rows_of(rows: Iterable[Mapping[str, Any]], measure: str) -> list[Mapping[str, Any]]:
    """Return the rows of a measure that have a value."""
    return [row for row in rows if row["measure"] == measure and row["value"] is not None]


def by_seat(rows: Iterable[Mapping[str, Any]], measure: str) -> list[Mapping[str, Any]]:
    """Return the rows of a measure that are of seats."""
    return [row for row in rows_of(rows, measure) if row["kind"] == SEAT]


def read_report_run(
    folder: RunFolder,
    *,
    jobs: int | Workers | None = None,
    margin: float | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> ReportRun:
    """Add up the games of a run folder, from the first on up to the first chunk that is missing."""
    experiment = folder.experiment
    kept = takewhile(lambda batch: folder.holds(batch.first, batch.games), experiment.batches())
    count = Count(tallied_with_course, _beside(experiment))
    noted = (noting(batch, experiment.first, experiment.games) for batch in kept)
    jobs_to_do = (Job(count, (batch,), folder=folder) for batch in noted)
    with opened(jobs) as workers:
        done = add_up(jobs_to_do, workers, listener)
    if done.interrupted:
        raise KeyboardInterrupt
    tally, beside = (done.total.tally, done.total.beside) if done.total else (None, ())
    is_whole = tally is not None and (
        tally.games == experiment.games or _stopped_where_it_was_to(tally, folder.within)
    )
    return ReportRun(experiment, tally, str(folder.path), is_whole, margin, folder.within, beside=beside)


def play_report_run(
    experiment: Experiment,
    *,
    jobs: int | Workers | None = None,
    margin: float | None = None,
    listener: Listener = Listener(),  # noqa: B008
) -> ReportRun:
    """Play a run for a page; Ctrl-C leaves the games that were done."""
    outcome = play_experiment(
        experiment, jobs=jobs, listener=listener, beside=_beside(experiment), tally=tallied_with_course
    )
    is_whole = not outcome.interrupted
    return ReportRun(experiment, outcome.tally, is_whole=is_whole, margin=margin, beside=outcome.beside)


def _beside(experiment: Experiment) -> tuple[NoteGames, ...]:
    """Return what notes some of the games, where that can be done."""
    if not tells_chances(experiment):
        return ()
    return (NoteGames(seconds_of(experiment.engine, None)),)


def tallied_with_course(played: PlayedBatch) -> Tally:
    """Return the tally of a batch for a page: the course of the games is counted too."""
    return tallied(played, course_quantities(played.batch))


def _stopped_where_it_was_to(tally: Tally, within: float | None) -> bool:
    from conquestlab.analysis.playing.many_games import widest_half_width

    return within is not None and widest_half_width(tally) <= within


def name_runs(runs: Sequence[ReportRun]) -> list[str]:
    """Return a short name for each run: what tells it apart from the others, or its rulebook."""
    titles = variant_names([run.experiment.rulebook for run in runs])
    traits = [
        (
            title,
            f"{run.experiment.seats} players",
            run.experiment.bots_text,
            f"seed {run.experiment.seeds.text}",
            "" if run.experiment.rotate else "seats kept",
        )
        for title, run in zip(titles, runs, strict=True)
    ]
    differ = [len({some[place] for some in traits}) > 1 for place in range(len(traits[0]))] if traits else []
    if not any(differ):
        differ = [True, False, False, False, False]
    names = [
        ", ".join(part for part, tells in zip(some, differ, strict=True) if tells and part) for some in traits
    ]
    return [
        name if names.count(name) == 1 else f"{name} ({names[: place + 1].count(name)})"
        for place, name in enumerate(names)
    ]
