"""What the differences of a comparison come to: each with its family, adjusted p-value and verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.comparing.families import (
    PRIMARY,
    SEAT_SHARES,
    UNTESTED,
    WITH_THE_SEATS,
    Adjusted,
    Question,
    adjusted,
    is_primary,
    same_question,
)
from conquestlab.analysis.comparing.measured_sides import MeasuredSide
from conquestlab.analysis.comparing.robustness import DEPENDS_ON_BOTS
from conquestlab.analysis.comparing.variants import Comparison
from conquestlab.analysis.comparing.verdicts import IDENTICAL, DifferenceVerdict, verdict_of
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.row import Row

if TYPE_CHECKING:
    from conquestlab.analysis.comparing.contrast import Contrast
    from conquestlab.analysis.comparing.pairs import Key


class Judged(NamedTuple):
    """A difference of a variant to the base, and what it comes to.

    Attributes
    ----------
    comparison : Comparison
    variant : Experiment
    key : tuple of str
        Name of the measure, and what its row stands for.
    contrast : Contrast
    tested : Adjusted
        What its family makes of it.
    verdict : DifferenceVerdict
    row : dict
        The row of the variant, without its difference.
    """

    comparison: Comparison
    variant: Experiment
    key: Key
    contrast: Contrast
    tested: Adjusted
    verdict: DifferenceVerdict
    row: Row


def judged_of(sides: Sequence[MeasuredSide], named: Sequence[str], margin: float) -> list[Judged]:
    """Judge all differences of an answer: primary questions as one family, all others as another.

    Parameters
    ----------
    sides : sequence of MeasuredSide
    named : sequence of str
        The primary questions, as the request names them.
    margin : float
        A difference of a share that does not matter.
    """
    waiting = [
        (place, side, key, contrast)
        for place, side in enumerate(sides)
        if side.contrasts is not None
        for key, contrast in side.contrasts.items()
    ]
    questions, same, primary = [], [], []
    for place, side, key, contrast in waiting:
        kind, p = side.rows[key]["kind"], contrast.difference.p
        questions.append(Question(place, key, kind, p, contrast.can_differ and not side.identical))
        bots = tuple(dict.fromkeys(side.comparison.base.bots))
        same.append(same_question(key, kind, side.comparison.players, bots))
        primary.append(is_primary(key, kind, named, side.variant.measures))
    tested = adjusted(questions, same, primary)
    of_seats = {
        place: one for (place, _, key, _), one in zip(waiting, tested, strict=True) if key[0] == SEAT_SHARES
    }
    found = []
    for (place, side, key, contrast), one in zip(waiting, tested, strict=True):
        measure = side.variant.known_measures[key[0]]
        base = sides[_base_of(sides, place)].rows.get(key)
        values = (base["value"] if base else None), side.rows[key]["value"]
        by = _with_the_seats(contrast, of_seats.get(place)) if key[0] in WITH_THE_SEATS else one
        if side.identical:
            verdict = IDENTICAL
        else:
            verdict = verdict_of(measure, contrast, by, margin, games=side.games, values=values)
        found.append(Judged(side.comparison, side.variant, key, contrast, one, verdict, side.rows[key]))
    return _marked(found)


def questions_of(sides: Sequence[MeasuredSide], named: Sequence[str]) -> int:
    """Return how many primary questions there are."""
    judged = judged_of(sides, named, margin=0.5)
    return max((one.tested.tests for one in judged if one.tested.family == PRIMARY), default=1)


def _base_of(sides: Sequence[MeasuredSide], place: int) -> int:
    return max(base for base in range(place + 1) if sides[base].contrasts is None)


def _with_the_seats(contrast: Contrast, seats: Adjusted | None) -> Adjusted:
    """Return what is made of a size of the seats: their own finding, where its interval leaves out 0."""
    low, high = contrast.difference.low, contrast.difference.high
    apart = low is not None and high is not None and not low <= 0.0 <= high
    if seats is None or not apart:
        return Adjusted(UNTESTED, None)
    return Adjusted(seats.family, seats.p)


def _marked(judged: Sequence[Judged]) -> list[Judged]:
    """Mark the findings whose sign is another one with other bots."""
    signs: dict[tuple[int, int, Key], set[str]] = {}

    def place(one: Judged) -> tuple[int, int, Key]:
        return one.comparison.experiments.index(one.variant), one.comparison.players, one.key

    for one in judged:
        if one.verdict.is_finding:
            signs.setdefault(place(one), set()).add(one.verdict.sign)
    marked = []
    for one in judged:
        if one.verdict.is_finding and len(signs[place(one)]) > 1:
            beside = "; ".join(filter(None, [one.verdict.beside, DEPENDS_ON_BOTS]))
            one = one._replace(verdict=one.verdict._replace(beside=beside))
        marked.append(one)
    return marked
