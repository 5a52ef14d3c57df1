"""The evidence that the statistics are right: intervals, tests and whole answers with known truths."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.evidence.checks import UNLIKELY, Row, checked
from conquestlab.analysis.evidence.studies import tried_intervals as intervals
from conquestlab.analysis.evidence.studies import tried_tests as tests
from conquestlab.analysis.measures.intervals import LEVEL, wilson

REPETITIONS_A_GAME = 50  # of intervals and tests alone; one game read by the referee takes as long
RUNS_A_GAME = 0.2  # of synthetic runs, through tallies and the table of measures
LUCK_RUNS_A_GAME = 2  # of games that are tables of their luck
STOCK_RUNS_A_GAME = 1  # drawn from stocks of games
FEWEST_RUNS = 5
TUNINGS_A_GAME = 0.5  # of synthetic games, a hundred at the usual size
SLACK = 0.01  # a promise of 95 % that is kept in 94 % is near enough

COVERS, ERRS, FINDS = "covers", "errs", "finds"
"""What a share promises: to be as large as expected, as small, or just so."""


class Tried(NamedTuple):
    """Something that is tried many times.

    Attributes
    ----------
    of : str
    promise : str
        COVERS, ERRS or FINDS.
    tried : callable
        From a generator and the number of repetitions to how often it came out that way.
    expected : callable
        How often it should, as a share.
    """

    of: str
    promise: str
    tried: Callable[[np.random.Generator, int], int]
    expected: Callable[[], float]


def _covers(of: str, count: Callable[[np.random.Generator, int], int]) -> Tried:
    return Tried(f"interval covers: {of}", COVERS, count, lambda: LEVEL)


def _errs(of: str, count: Callable[[np.random.Generator, int], int]) -> Tried:
    return Tried(f"test errs: {of}", ERRS, count, lambda: tests.ERROR)


def _finds(of: str, count: Callable[[np.random.Generator, int], int], power: Callable[[], float]) -> Tried:
    return Tried(f"test finds: {of}", FINDS, count, power)


EVEN, UNEVEN = (0.25,) * 4, (0.28, 0.24, 0.24, 0.24)
MOVED = (0.31, 0.25, 0.24, 0.2), EVEN

TRIED = (
    _covers("share of 2 %, 400 games (Wilson)", intervals.rare_share),
    _covers("shares of 4 seats at once, 1,000 games", intervals.seats_together),
    _covers("mean of 500 geometric lengths (t)", intervals.mean_length),
    _covers("median of 101 values of any law", intervals.median_of_any_law),
    _covers("difference of means, 200 pairs", intervals.paired_means),
    _covers("difference of shares, 200 pairs", intervals.paired_shares),
    _errs("chi-square, even seats, 1,000 games", tests.chi_square_rejects(EVEN, 1000)),
    _errs("equivalence, share on its margin, 2,000 games", tests.share_called_even(0.28, 0.03, 2000)),
    _errs("McNemar, no difference, 300 pairs", tests.mcnemar_rejects(0.1, 0.1, 300)),
    _errs("score test, no difference, 300 games each", tests.score_test_rejects(0.3, 0.3, 300)),
    _errs("paired t, no difference, 40 pairs", tests.paired_t_rejects(0.0, 40)),
    _errs("equivalence, means on their margin, 40 pairs", tests.means_called_equal(0.5, 0.5, 40)),
    _errs("Holm, 40 independent tests, nothing to find", tests.holm_errs(0.0, 0)),
    _errs("Holm, 40 tests alike, nothing to find", tests.holm_errs(0.6, 0)),
    _errs("Holm, 40 tests, 10 of them to be found", tests.holm_errs(0.3, 10)),
    _finds(
        "chi-square, seats of 28, 24, 24, 24 %, 1,000 games",
        tests.chi_square_rejects(UNEVEN, 1000),
        lambda: tests.chi_square_power(UNEVEN, 1000),
    ),
    _finds(
        "McNemar, 8 % against 14 %, 300 pairs",
        tests.mcnemar_rejects(0.08, 0.14, 300),
        lambda: tests.mcnemar_power(0.08, 0.14, 300),
    ),
    _finds(
        "paired t, 0.4 standard deviations, 40 pairs",
        tests.paired_t_rejects(0.4, 40),
        lambda: tests.paired_t_power(0.4, 40),
    ),
    _finds(
        "equivalence, margin of 0.5 standard deviations, 40 pairs",
        tests.means_called_equal(0.0, 0.5, 40),
        lambda: tests.equality_power(0.5, 40),
    ),
    _errs("Benjamini and Hochberg, 40 tests, nothing to find", tests.discoveries_err(0.0)),
    _errs("Benjamini and Hochberg, 40 tests that go together", tests.discoveries_err(0.6)),
    _errs(
        "all seats at once, no difference, 1,000 pairs", tests.seats_together_reject(MOVED[0], MOVED[0], 1000)
    ),
    _finds(
        "all seats at once, 31, 25, 24, 20 % against 25 % each, 1,000 pairs",
        tests.seats_together_reject(*MOVED, 1000),
        lambda: tests.seats_together_power(*MOVED, 1000),
    ),
)

PLAYED = ("uneven seats", "even seats")  # studies of measures of which a formula tells the truth
COMPARED = ("the same, shared luck", "the same, luck of their own", "other strength and length")
TUNED = (
    "one number, bent",
    "twice",
    "two numbers, bent",
    "two numbers, few games",
    "a length",
    "out of reach",
    "flat",
)
LUCK = ("even seats, only together", "other bots")
BLOCKS_IN_STOCK = 2000
STOCKS = ("luck of their own", "blocks")
STOCKS_COMPARED = ("blocks, shared luck",)


def steps() -> int:
    """Return how many things `statistics_rows` tries."""
    return len(TRIED) + sum(map(len, (PLAYED, COMPARED, LUCK, STOCKS, STOCKS_COMPARED, TUNED)))


def statistics_rows(games: int, seed: int = 1, tried: Callable[[int], object] | None = None) -> list[Row]:
    """Return a row for each interval, test and study.

    Parameters
    ----------
    games : int
        Fifty times as often intervals and tests are tried, shares of luck twice, runs drawn from a
        stock as often, tunings half and other whole runs a fifth as often.
    seed : int
    tried : callable, optional
        Called with 1 after each thing tried.

    Returns
    -------
    list of dict
        `value` is how often it came out so; `low` and `high` are the ends of an interval so wide that it is
        missed by chance in one of ten thousand seeds. A row agrees where that interval, widened by one point,
        reaches the promise.
    """
    repetitions = games * REPETITIONS_A_GAME
    rows = []
    for place, one in enumerate(TRIED):
        generator = np.random.Generator(np.random.PCG64([seed, 3, place]))
        count = one.tried(generator, repetitions)
        rows.append(share_row(one.of, one.promise, count, repetitions, one.expected(), len(TRIED)))
        if tried:
            tried(1)
    tunings = max(FEWEST_RUNS, round(games * TUNINGS_A_GAME))
    for found in chain(_study_rows(games, seed), _tuning_rows(tunings, seed)):
        rows += found
        if tried:
            tried(1)
    return rows


def share_row(
    of: str,
    promise: str,
    count: int,
    repetitions: int,
    expected: float,
    family: int,
    check: str = "statistics",
) -> Row:
    """Return the row of a promise that was kept so many times.

    Parameters
    ----------
    of : str
    promise : str
        COVERS, ERRS or FINDS.
    count, repetitions : int
        How often it came out so, of how many times.
    expected : float
        What was promised.
    family : int
        Rows whose intervals hold together.
    check : str
        The kind of check.
    """
    low, high = (float(end) for end in wilson(count, repetitions, 1.0 - UNLIKELY, family))
    enough = promise == ERRS or high >= expected - SLACK
    not_too_much = promise == COVERS or low <= expected + SLACK
    return checked(
        check,
        of,
        enough and not_too_much,
        games=repetitions,
        value=count / repetitions,
        low=low,
        high=high,
        expected=expected,
    )


def _study_rows(games: int, seed: int) -> Iterator[list[Row]]:
    """Yield the rows of each study of whole runs: the worst of its coverages, and the wrong findings."""
    from conquestlab.analysis.evidence.studies import differences, luck, measures, stocks
    from conquestlab.analysis.evidence.studies.coverage import Study, coverage

    of_luck, from_stock, runs = (
        max(FEWEST_RUNS, round(games * often)) for often in (LUCK_RUNS_A_GAME, STOCK_RUNS_A_GAME, RUNS_A_GAME)
    )
    by_formula = [replace(study, truth_games=0) for study in measures.STUDIES]
    drawn = stocks.synthetic_stocks(BLOCKS_IN_STOCK) if STOCKS else []
    pairs = stocks.synthetic_pairs(BLOCKS_IN_STOCK) if STOCKS_COMPARED else []
    kinds: list[tuple[str, Sequence[Study], tuple[str, ...], int]] = [
        ("play", by_formula, PLAYED, runs),
        ("compare", differences.STUDIES, COMPARED, runs),
        ("luck", luck.STUDIES, LUCK, of_luck),
        ("notes", drawn, STOCKS, from_stock),
        ("notes compared", pairs, STOCKS_COMPARED, runs),
    ]
    for kind, studies, names, repetitions in kinds:
        for study in studies:
            if study.name in names:
                about, found = f"{kind}, {study.name}", coverage(study, repetitions, seed)
                quiet = [row for row in found if row["measure"] == differences.FINDINGS]
                covered = [row for row in found if row not in quiet]
                worst = [_study_row(f"{about}: no finding", row) for row in quiet]
                yield [_lowest(about, covered), *worst]


def _tuning_rows(runs: int, seed: int) -> Iterator[list[Row]]:
    """Yield a row for each synthetic game that is tuned: how often all its numbers lie in their intervals.

    Where there is none to be found, how often that is told.
    """
    from conquestlab.analysis.evidence.studies import tunings
    from conquestlab.analysis.evidence.studies.tuned_games import STUDIES

    for study in STUDIES:
        if study.name in TUNED:
            found = tunings.coverage_row(study, runs, seed)
            share = found["found"] * (1.0 if found["covered"] is None else found["covered"])
            what = "the answer in its intervals" if study.truth is not None else "no answer"
            yield [_study_row(f"tune, {study.name}: {what}", {"covered": share, "runs": runs})]


def _lowest(of: str, found: Sequence[Row]) -> Row:
    worst = min(found, key=lambda row: float(row["covered"]))
    name = f"{worst['measure']} {worst['of']}".strip()
    return _study_row(f"{of}: lowest of {len(found)} coverages ({name})", worst, len(found))


def _study_row(of: str, row: Row, family: int = 1) -> Row:
    return share_row(of, COVERS, round(row["covered"] * row["runs"]), row["runs"], LEVEL, family)
