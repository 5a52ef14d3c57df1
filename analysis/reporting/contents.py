"""Everything that one page holds of any game, as plain records: runs, rulebooks, samples, results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.reporting.report_runs import ReportRun, name_runs
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.analysis.reporting.sentences import Verdict
from conquestlab.analysis.reporting.verdicts import verdicts
from conquestlab.analysis.row import Row
from conquestlab.analysis.rules.rule_words import variant_names
from conquestlab.analysis.rules.rulebook import Rulebook, load

if TYPE_CHECKING:
    from conquestlab.analysis.reporting.first_answers import FirstAnswer

USUAL_SAMPLE = 400
FIRST_TOPICS = ("Cut off", "Seats", "Bots", "Length", "Lead", "The game")
MOST_MAPS = 8  # runs whose lands or cards are counted and drawn


class BookFacts(NamedTuple):
    """A rulebook of the page: as it was named, resolved, and what is known of it."""

    rules: str
    book: Rulebook
    differences: list[Row]
    provenance: list[Row]
    reconstructed: list[Row]
    sources: list[Row]


@dataclass(frozen=True)
class Contents:
    """What a page holds.

    Attributes
    ----------
    runs, names : of the runs, in their order
    books : list of BookFacts
        The rulebooks of the runs; of the results, where there is no run.
    verdicts : list of (str, list of Verdict)
        By run.
    overall : list of (str, list of Verdict)
        Of all runs together, and of each result.
    edges : list of dict
        By run, the edge of the first and the last seat.
    samples : dict of list of dict
        By name of the run: what was counted in games told event by event.
    sampled : dict of int
        By name of the run: in how many games.
    results : list of Result
    missing : list of str
        What the page lacks, in sentences.
    answers : list of FirstAnswer
        The box at the top.
    """

    runs: tuple[ReportRun, ...]
    names: tuple[str, ...]
    books: list[BookFacts]
    verdicts: list[tuple[str, list[Verdict]]]
    overall: list[tuple[str, list[Verdict]]]
    edges: list[Row]
    samples: dict[str, list[Row]] = field(default_factory=dict)
    sampled: dict[str, int] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    answers: list[FirstAnswer] = field(default_factory=list)


def gather(
    runs: Sequence[ReportRun],
    results: Sequence[Result] = (),
    *,
    sample: int = USUAL_SAMPLE,
    told: Callable[[int], object] = lambda games: None,
    lacking: Sequence[str] = (),
) -> Contents:
    """Return what a page holds of runs and results.

    Parameters
    ----------
    runs : sequence of ReportRun
    results : sequence of Result
    sample : int
        Games that are told event by event to count lands or cards, shared out among the runs; 0 for none.
    told : callable
        Called with the number of games that were told.
    lacking : sequence of str
        What the games themselves say that the page lacks.
    """
    from conquestlab.analysis.reporting.first_answers import first_answers
    from conquestlab.analysis.reporting.result_verdicts import heading_of, result_verdicts
    from conquestlab.analysis.reporting.robustness import edge_rows, robustness_verdicts
    from conquestlab.analysis.reporting.run_facts import missing_results, missing_words

    names = name_runs(runs)
    results = [result._replace(names=_names_of(result)) for result in results]
    missing = [*lacking, *missing_words(runs), *missing_results(results)]
    books = [_facts(rules, book) for rules, book in _rulebooks(runs, results, missing).items()]
    edges = edge_rows(runs)
    samples, sampled = _samples(runs, names, sample, told, missing)
    return Contents(
        runs=tuple(runs),
        names=tuple(names),
        books=books,
        verdicts=[(name, _said(run, len(runs) == 1)) for name, run in zip(names, runs, strict=True)],
        overall=[
            ("", robustness_verdicts(edges)),
            *((heading_of(result), result_verdicts(result)) for result in results),
        ],
        edges=edges,
        samples=samples,
        sampled=sampled,
        results=list(results),
        missing=missing,
        answers=first_answers(runs, names, results),
    )


def _names_of(result: Result) -> dict[str, str]:
    """Return what the rulebooks of a result are called for readers, as far as they are to be had here."""
    if result.kind == "sweep":  # its figures are drawn along the rules that vary
        return {}
    books = []
    for rules in result.rules:
        try:
            books.append(load(rules))
        except (WrongUse, Failed):
            continue
    return {book.label: name for book, name in zip(books, variant_names(books), strict=True)}


def _rulebooks(
    runs: Sequence[ReportRun], results: Sequence[Result], missing: list[str]
) -> dict[str, Rulebook]:
    """Return the rulebooks of the page, by how they were named."""
    if runs:
        played = {run.experiment.rulebook.label: run.experiment for run in runs}
        return {one.rules: one.rulebook for one in played.values()}
    found = {}
    for rules in dict.fromkeys(rules for result in results for rules in result.rules):
        try:
            found[rules] = load(rules)
        except WrongUse:
            missing.append(
                f"the rulebook {rules} of a result is not to be had here, so nothing is said of it"
            )
    return found


def _facts(rules: str, book: Rulebook) -> BookFacts:
    from conquestlab.analysis.reporting.rule_facts import (
        difference_rows,
        provenance_rows,
        reconstructed_rows,
        source_rows,
    )

    return BookFacts(
        rules,
        book,
        difference_rows(book),
        provenance_rows(book),
        reconstructed_rows(book),
        source_rows(book),
    )


def _said(run: ReportRun, alone: bool) -> list[Verdict]:
    """Return the verdicts of a run: all of one that stands alone, the first ones of one among others."""
    book = run.experiment.rulebook
    facts = run.experiment.facts
    named = {**facts.names(book), **facts.texts(book)}
    found = verdicts(run.rows, run.experiment.seats, named)
    return [one for one in found if alone or one.topic in FIRST_TOPICS]


def _samples(
    runs: Sequence[ReportRun],
    names: Sequence[str],
    sample: int,
    told: Callable[[int], object],
    missing: list[str],
) -> tuple[dict[str, list[Row]], dict[str, int]]:
    from conquestlab.analysis.reporting.samples import sample_rows, sample_size

    rows, sizes = {}, {}
    counted = [named for named in zip(names, runs, strict=True) if named[1].experiment.facts.sample]
    if sample and len(counted) > MOST_MAPS:
        missing.append(f"lands and cards are counted and drawn for the first {MOST_MAPS} runs only")
    drawn = counted[:MOST_MAPS] if sample else []
    for name, run in drawn:
        if run.experiment.has_external_bots:
            missing.append(
                f"{name}: no game is told event by event, as a bot outside would have to play it again"
            )
            continue
        size = sample_size(run.experiment, -(-sample // len(drawn)), run.games)
        if size:
            rows[name], sizes[name] = sample_rows(run.experiment, size), size
            told(size)
    return rows, sizes
