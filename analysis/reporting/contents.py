"""Everything that one page holds, as plain records: runs, rulebooks, samples, exact tables, results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.reporting.report_runs import ReportRun, name_runs
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.analysis.reporting.sentences import Verdict
from conquestlab.analysis.reporting.verdicts import verdicts
from conquestlab.analysis.rules.rulebook import Rulebook, load

Record = dict[str, Any]

ODDS_SIZE = "10x10"
USUAL_SAMPLE = 400
FIRST_TOPICS = ("Cut off", "Seats", "Bots", "Length", "Lead", "The game")
MOST_MAPS = 8  # runs whose lands are counted and drawn


class BookFacts(NamedTuple):
    """A rulebook of the page: as it was named, resolved, and what is known of it."""

    rules: str
    book: Rulebook
    differences: list[Record]
    provenance: list[Record]
    reconstructed: list[str]
    sources: list[Record]


class Shared(NamedTuple):
    """Rows that are the same for several rulebooks: their labels, and the rows."""

    labels: tuple[str, ...]
    rows: list[Record]


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
    odds, sets, scales, express : list of Shared
        Exact tables: attackers against defenders, chance of a set, worth of sets, cards of Risk Express.
    results : list of Result
    missing : list of str
        What the page lacks, in sentences.
    """

    runs: tuple[ReportRun, ...]
    names: tuple[str, ...]
    books: list[BookFacts]
    verdicts: list[tuple[str, list[Verdict]]]
    overall: list[tuple[str, list[Verdict]]]
    edges: list[Record]
    samples: dict[str, list[Record]] = field(default_factory=dict)
    sampled: dict[str, int] = field(default_factory=dict)
    odds: list[Shared] = field(default_factory=list)
    sets: list[Shared] = field(default_factory=list)
    scales: list[Shared] = field(default_factory=list)
    express: list[Shared] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def gather(
    runs: Sequence[ReportRun],
    results: Sequence[Result] = (),
    *,
    sample: int = USUAL_SAMPLE,
    told: Callable[[int], object] = lambda games: None,
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
    """
    from conquestlab.analysis.reporting.result_verdicts import heading_of, result_verdicts
    from conquestlab.analysis.reporting.robustness import edge_rows, robustness_verdicts
    from conquestlab.analysis.reporting.run_facts import missing_results, missing_words

    names = name_runs(runs)
    missing = missing_words(runs) + missing_results(results)
    books = [_facts(rules) for rules in _rulebooks(runs, results, missing)]
    conquest = [facts for facts in books if facts.book.game == "conquest"]
    express = [facts for facts in books if facts.book.game == "express"]
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
        odds=_shared(conquest, _odds, ("win",)),
        sets=_shared(conquest, _sets, ("chance",)),
        scales=_shared(conquest, _scale, ("set", "armies")),
        express=_shared(express, _cards, ("name", "win", "from_another")),
        results=list(results),
        missing=missing,
    )


def _rulebooks(runs: Sequence[ReportRun], results: Sequence[Result], missing: list[str]) -> list[str]:
    """Return the rulebooks of the page as they were named."""
    if runs:
        return list({run.experiment.rulebook.label: run.experiment.rules for run in runs}.values())
    found = []
    for rules in dict.fromkeys(rules for result in results for rules in result.rules):
        try:
            load(rules)
        except WrongUse:
            missing.append(
                f"the rulebook {rules} of a result is not to be had here, so nothing is said of it"
            )
        else:
            found.append(rules)
    return found


def _facts(rules: str) -> BookFacts:
    from conquestlab.analysis.reporting.rule_facts import (
        difference_rows,
        provenance_rows,
        reconstructed_words,
        source_rows,
    )

    book = load(rules)
    return BookFacts(
        rules,
        book,
        difference_rows(rules),
        provenance_rows(rules, book),
        reconstructed_words(book),
        source_rows(book),
    )


def _said(run: ReportRun, alone: bool) -> list[Verdict]:
    """Return the verdicts of a run: all of one that stands alone, the first ones of one among others."""
    book = run.experiment.rulebook
    named: dict[str, str] = {}
    if book.game == "conquest":
        named = {continent.id: continent.name for continent in book.map.continents}
        if book.objectives is not None:
            named |= {one.id: one.text for one in book.objectives.objectives}
    elif book.game == "express":
        named = {continent.id: continent.name for continent in book.cards.continents}
    found = verdicts(run.rows, run.experiment.seats, named)
    return [one for one in found if alone or one.topic in FIRST_TOPICS]


def _samples(
    runs: Sequence[ReportRun],
    names: Sequence[str],
    sample: int,
    told: Callable[[int], object],
    missing: list[str],
) -> tuple[dict[str, list[Record]], dict[str, int]]:
    from conquestlab.analysis.games.conquest.land_sample import land_rows
    from conquestlab.analysis.games.express.card_sample import card_rows
    from conquestlab.analysis.reporting.samples import sample_size

    rows, sizes = {}, {}
    counting = {"conquest": land_rows, "express": card_rows}
    if sample and len(runs) > MOST_MAPS:
        missing.append(f"lands and cards are counted and drawn for the first {MOST_MAPS} runs only")
    drawn = list(zip(names, runs, strict=True))[:MOST_MAPS] if sample else []
    for name, run in drawn:
        if run.experiment.has_guests:
            missing.append(
                f"{name}: no game is told event by event, as a bot outside would have to play it again"
            )
            continue
        size = sample_size(run.experiment, -(-sample // len(drawn)), run.games)
        count = counting.get(run.experiment.rulebook.game)
        if size == 0 or count is None:
            continue
        rows[name], sizes[name] = count(run.experiment, size), size
        told(size)
    return rows, sizes


def _shared(
    books: Sequence[BookFacts], make: Callable[[str], list[Record]], columns: Sequence[str]
) -> list[Shared]:
    """Make rows for each rulebook, and take together those that say the same."""
    found: dict[Any, Shared] = {}
    for facts in books:
        rows = make(facts.rules)
        key = tuple(tuple(row[name] for name in columns) for row in rows)
        if rows:
            before = found.get(key, Shared((), rows))
            found[key] = Shared((*before.labels, facts.book.label), before.rows)
    return list(found.values())


def _odds(rules: str) -> list[Record]:
    from conquestlab.analysis.games.conquest.battles.attack_answers import table

    return table((rules,), ODDS_SIZE)


def _sets(rules: str) -> list[Record]:
    from conquestlab.analysis.games.conquest.exchanging.card_answers import chance

    return chance((rules,))


def _scale(rules: str) -> list[Record]:
    from conquestlab.analysis.games.conquest.exchanging.card_answers import scale

    return scale((rules,))


def _cards(rules: str) -> list[Record]:
    from conquestlab.analysis.games.express.answers import card_odds

    return card_odds((rules,))
