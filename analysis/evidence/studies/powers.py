"""How often differences are found that are there, beside what a test that knows the law could find.

Pairs of synthetic runs as in `differences.py`, of worlds that differ. What can be had is the power of a test
that knows how much the shares, or the mean, vary: by the non-central chi-square, with the difference and its
variance from a run that is very much longer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.length_contrasts import PairedLengths
from conquestlab.analysis.comparing.pairs import Key, Side, pair_up
from conquestlab.analysis.comparing.seat_contrasts import seat_shift
from conquestlab.analysis.evidence.studies.differences import DifferenceStudy
from conquestlab.analysis.evidence.studies.synthetic_games import World, luck_of_blocks, synthetic_rows
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.paired_ratios import one_side, paired_ratio
from conquestlab.analysis.measures.significance import holm
from conquestlab.analysis.measures.tallies import tally_rows
from conquestlab.analysis.row import Row

TIMES = 1000  # as long as a run is the one that tells what can be had
TOGETHER = 50  # runs drawn at once, for memory's sake
ERROR = 1.0 - LEVEL

_ALIKE = (1.0,) * 4
_SEATS = (1.3, 1.0, 1.0, 0.8)
_PLAIN = World(_SEATS, _ALIKE)
_LUCKY = World(_SEATS, _ALIKE, luck=1.0, drag=0.4)
_BLOCKS = World((1.2, 1.0, 0.9), (1.0, 1.5, 0.6), luck=0.5, drag=0.2, shared=0.1)

STUDIES = (
    DifferenceStudy(
        "luck of their own", _PLAIN, World((1.08, 1.0, 1.05, 0.9), _ALIKE, pace=0.113), 1000, independent=True
    ),
    DifferenceStudy(
        "shared luck",
        _LUCKY,
        World((1.05, 1.0, 1.05, 0.9), _ALIKE, luck=1.0, drag=0.4, pace=0.115),
        1000,
    ),
    DifferenceStudy(
        "blocks",
        _BLOCKS,
        World((1.03, 1.0, 1.0), (1.0, 1.5, 0.6), luck=0.5, drag=0.2, shared=0.1, pace=0.113),
        999,
    ),
)


class Shift(NamedTuple):
    """A difference of a vector in its own standard errors: its squared length, and in how many directions."""

    squared: float
    directions: int


def _of_seats(sides: Sides) -> Shift:
    shift = seat_shift(sides)
    assert shift is not None
    return Shift(shift.statistic, shift.rank)


def _of_length(sides: Sides) -> Shift:
    sums = sides.pairs.rounds
    pair = paired_ratio(sums)
    assert pair is not None
    apart = one_side(sums, 0).variance + one_side(sums, 1).variance
    return Shift(pair.difference**2 / (apart if sides.independent else pair.variance), 1)


def _of_quantile(measure: str) -> Callable[[Sides], Shift]:
    def shift(sides: Sides) -> Shift:
        lengths = PairedLengths(sides)
        at = lengths.threshold(COMMON[measure].quantile)
        one, other = (float(some[at]) for some in lengths.variances)
        variance = one + other - 2.0 * float(lengths.correlation[at]) * (one * other) ** 0.5
        return Shift(float(lengths.over[1][at] - lengths.over[0][at]) ** 2 / variance, 1)

    return shift


QUESTIONS: dict[Key, Callable[[Sides], Shift]] = {
    ("seat_shares", ""): _of_seats,
    ("rounds", ""): _of_length,
    ("rounds_median", ""): _of_quantile("rounds_median"),
    ("rounds_p90", ""): _of_quantile("rounds_p90"),
}


def to_be_had(study: DifferenceStudy, seed: int) -> dict[Key, float]:
    """Return how often each difference would be found by a test that knows the law."""
    from scipy.special import chdtri, chndtr

    generator = np.random.Generator(np.random.PCG64([seed, 5]))
    sides = _longer(study, generator)
    found = {}
    for key, shift_of in QUESTIONS.items():
        squared, directions = shift_of(sides)
        found[key] = float(1.0 - chndtr(chdtri(directions, ERROR), directions, squared / TIMES))
    return found


def _longer(study: DifferenceStudy, generator: np.random.Generator) -> Sides:
    """Draw a pair of runs that is very much longer, piece by piece."""
    games, worlds = study.games * TOGETHER, (study.first, study.second)
    bots, whole = study.first.names, []
    for piece in range(TIMES // TOGETHER):
        luck = None if study.independent else luck_of_blocks(study.first, games, generator)
        rows = [synthetic_rows(world, games, generator, luck) for world in worlds]
        for one in rows:
            one["luck"] += piece * games
        tallies = [tally_rows(one, bots) for one in rows]
        base, other = (Side(one, tally.quantities, bots) for one, tally in zip(rows, tallies, strict=True))
        whole.append((*tallies, pair_up(base, other, 10**6)))
    first, second, pairs = (reduce(add, parts) for parts in zip(*whole, strict=True))
    return Sides(first, second, pairs, ({}, {}), study.independent)


def power_rows(study: DifferenceStudy, repetitions: int, seed: int = 1) -> list[Row]:
    """Count how often each difference is found.

    Returns
    -------
    list of dict
        Keys `study`, `measure`, `found` (by its own test), `to_be_had`, `in_family` (after the adjustment of
        its family) and `in_one` (if all differences were one family under Holm's procedure).
    """
    best = to_be_had(study, seed)
    counts: dict[Key, list[int]] = {key: [0, 0, 0] for key in QUESTIONS}
    for found in study.contrasts(repetitions, seed):
        for key, hits in _found_in(study, found).items():
            counts[key] = [count + hit for count, hit in zip(counts[key], hits, strict=True)]
    return [
        {
            "study": study.name,
            "measure": key[0],
            "found": found / repetitions,
            "to_be_had": best[key],
            "in_family": in_family / repetitions,
            "in_one": in_one / repetitions,
        }
        for key, (found, in_family, in_one) in counts.items()
    ]


def _found_in(study: DifferenceStudy, found: dict[Key, Contrast]) -> dict[Key, tuple[bool, bool, bool]]:
    """Return for each question whether it is found alone, in its family, and in one family of all."""
    tested = dict(zip(found, study.tested(found), strict=True))
    of_all = dict(zip(found, holm([one.difference.p for one in found.values()]), strict=True))
    return {
        key: (found[key].difference.p <= ERROR, (tested[key].p or 0.0) <= ERROR, of_all[key] <= ERROR)
        for key in QUESTIONS
        if key in found
    }


def power_table(records: Sequence[Row]) -> list[str]:
    """Return the lines of a Markdown table, in per cent."""
    heads = ("study", "measure", "found", "to be had", "in its family", "in one family of all")
    lines = ["| " + " | ".join(heads) + " |", "|---|---|---:|---:|---:|---:|"]
    for row in records:
        numbers = [f"{100 * row[name]:.1f}" for name in ("found", "to_be_had", "in_family", "in_one")]
        lines.append(f"| {row['study']} | `{row['measure']}` | {' | '.join(numbers)} |")
    return lines


def table(repetitions: int, seed: int) -> list[str]:
    """Return the table of all studies."""
    return power_table([row for study in STUDIES for row in power_rows(study, repetitions, seed)])
