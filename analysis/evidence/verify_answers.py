"""Answers of `conquest verify`: the evidence made again, one row a check."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.evidence.checks import CHECKS, Row
from conquestlab.analysis.language import say
from conquestlab.analysis.playing.workers import Listener, Workers, workers_for
from conquestlab.analysis.rules.rulebook_files import built_in
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.requests.games import VerifyRequest
    from conquestlab.analysis.rules.rulebook import Rulebook


class VerifyAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        Those of evidence/checks.py.
    rulebooks : tuple of Rulebook
    seed : str
    findings : tuple of str
        The first things that the referee found, in words.
    notes : tuple of str
        How intervals were tried.
    interrupted : bool
        Ctrl-C came before the end; the rows tell of what was checked.
    """

    rows: list[Row]
    rulebooks: tuple[Rulebook, ...]
    seed: str
    findings: tuple[str, ...]
    interrupted: bool
    notes: tuple[str, ...] = ()


@contextmanager
def _no_bar(total: int, unit: str) -> Iterator[Any]:
    yield SimpleNamespace(advance=lambda done: None)


def verify(
    request: VerifyRequest,
    *,
    bar: Callable[[int, str], AbstractContextManager[Any]] = _no_bar,
    listening: Callable[[int], AbstractContextManager[Listener]] = lambda games: nullcontext(Listener()),
) -> VerifyAnswer:
    """Make the evidence again that is asked for.

    Parameters
    ----------
    request : VerifyRequest
    bar : callable
        (total, unit) -> a context with something to `advance`, for the checks that are no games.
    listening : callable
        (games) -> a context with the Listener of so many games.
    """
    if unknown := [name for name in request.only if name not in CHECKS]:
        raise WrongUse(f"no check {unknown[0]!r}: there are {', '.join(CHECKS)}")
    if request.coverage:
        return _tried_intervals(request, bar, listening)
    named = request if request.rules else request.but(rules=tuple(built_in()))
    books, seeds = tuple(named.named_books.values()), parse_seeds(request.seed)
    checks, games = request.only or CHECKS, request.games_each
    rows: list[Row] = []
    findings: tuple[str, ...] = ()
    interrupted = False
    if "published" in checks:
        from conquestlab.analysis.evidence.published import published_rows

        rows += published_rows()
    try:
        if "statistics" in checks:
            from conquestlab.analysis.evidence.statistical import statistics_rows, steps

            with bar(steps(), "tries") as tries:
                rows += statistics_rows(games, int(seeds.words[0]), tries.advance)
        if "simulated" in checks:
            from conquestlab.analysis.evidence.simulated import BATTLES_A_GAME, attacks_of, simulated_rows

            attacks = attacks_of(books)
            with bar(len(attacks), "attacks") as done:
                battles = games * BATTLES_A_GAME
                rows += simulated_rows(attacks, battles, seeds.text, request.jobs, done.advance)
        if "referee" in checks:
            from conquestlab.analysis.evidence.refereed import referee_rows

            with contextlib.ExitStack() as at_the_end:
                listener = at_the_end.enter_context(listening(games * len(books)))
                jobs: int | Workers | None = request.jobs
                if request.processes or request.cluster:  # else it is left open how many are worth it
                    jobs = at_the_end.enter_context(workers_for(request))
                found = referee_rows(books, games, seeds.text, jobs, listener)
            rows += found.rows
            findings, interrupted = found.findings, found.interrupted
    except KeyboardInterrupt:
        interrupted = True
    return VerifyAnswer(rows, books, seeds.text, findings, interrupted)


def _tried_intervals(
    request: VerifyRequest,
    bar: Callable[[int, str], AbstractContextManager[Any]],
    listening: Callable[[int], AbstractContextManager[Listener]],
) -> VerifyAnswer:
    """Try the intervals of all measures on games of the rulebooks."""
    if not request.rules:
        raise WrongUse("intervals are tried on games of a rulebook: name one with --rules")
    from conquestlab.analysis.evidence.covered import STOCK, coverage_rows, stock_of, tables_of
    from conquestlab.analysis.evidence.covered_beside import MOST_RUNS, games_of_all, runs_of, tried_of

    seeds = parse_seeds(request.seed)
    rows: list[Row] = []
    interrupted = False
    runs_beside = min(request.repetitions, MOST_RUNS)
    try:
        with workers_for(request) as workers:
            for table in tables_of(request):
                with listening(table.games) as listener:
                    stock = stock_of(table, request.games_each, workers, listener)
                if stock is None:
                    interrupted = True
                    break
                with bar(request.repetitions, "runs") as runs:
                    rows += coverage_rows(stock, request.repetitions, int(seeds.words[0]), runs.advance)
                tried = tried_of(table, request.games_each)
                with listening(games_of_all(tried, runs_beside)) as listener:
                    for one in tried:
                        found = runs_of(table, one, runs_beside, workers, request.jobs, listener)
                        if found is None:
                            raise KeyboardInterrupt
                        rows += coverage_rows(found, runs_beside)
    except KeyboardInterrupt:
        interrupted = True
    games = request.games_each
    note = f"runs of {games:,} games, drawn from {STOCK * games:,} by block; value is the share that covered"
    beside = say(
        "win chances, time at the table, luck and gifts: at most {runs} runs that share no game",
        runs=runs_beside,
    )
    books = tuple(request.named_books.values())
    return VerifyAnswer(rows, books, seeds.text, (), interrupted, (note, beside))
