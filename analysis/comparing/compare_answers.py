"""Answers of `conquest compare`: variants side by side, as tidy rows of measures and of their differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atanh, sqrt, tanh
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.comparing.compare_notes import closing_notes, cut_off_notes, reached
from conquestlab.analysis.comparing.detection import PILOT, WHOLE_BLOCKS, games_planned, read_detect
from conquestlab.analysis.comparing.families import UNTESTED
from conquestlab.analysis.comparing.judging import Judged, judged_of
from conquestlab.analysis.comparing.measured_sides import SEATS_TOGETHER, MeasuredSide, measured_sides
from conquestlab.analysis.comparing.paired_games import play_together
from conquestlab.analysis.comparing.robustness import sign_rows
from conquestlab.analysis.comparing.variants import Comparison, comparisons_of, known_of
from conquestlab.analysis.language import translated
from conquestlab.analysis.measures.measure import MEASURE, PLAIN, Measure
from conquestlab.analysis.playing.noting import seconds_for
from conquestlab.analysis.playing.play_answers import tunings
from conquestlab.analysis.playing.workers import Done, Listener, Workers, workers_for
from conquestlab.analysis.requests.games import CompareRequest
from conquestlab.analysis.row import Row

if TYPE_CHECKING:
    from conquestlab.analysis.comparing.pairs import Key
    from conquestlab.analysis.measures.paired_ratios import PairedRatio
    from conquestlab.analysis.rules.rulebook import Rulebook

REDUCTION = "variance_reduction"
ABOUT = ("kind", "unit")  # what stands last in a row: the kind of its `of`, the unit of its value
NO_CONTRAST: Row = dict.fromkeys(
    (
        *("against", "difference", "difference_low", "difference_high", "effect"),
        *("p", "p_adjusted", "family", "margin", "verdict"),
    )
)


class CompareAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        rules, players, bots, measure, of, value, low, high, games, against, difference, difference_low,
        difference_high, effect, p, p_adjusted, family, margin, verdict, which the base has not; then sign
        (1, -1, 0, or None where it is open), kind and unit. Of a robust request those of
        `robustness.sign_rows`.
    judged : list of Judged
        All differences, in the order of the rows.
    rulebooks : tuple of Rulebook
    comparisons : tuple of Comparison
    notes : tuple of str
    interrupted : bool
        Ctrl-C came before the end; the rows tell of the games that were done.
    failed : ExternalBotFailed or None
        A bot outside failed; the rows tell of the games before.
    """

    rows: list[Row]
    judged: list[Judged]
    rulebooks: tuple[Rulebook, ...]
    comparisons: tuple[Comparison, ...]
    notes: tuple[str, ...]
    interrupted: bool
    failed: ExternalBotFailed | None = None


def compare(
    request: CompareRequest,
    comparisons: Sequence[Comparison] | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
    told: Callable[[str], object] = lambda words: None,
) -> CompareAnswer:
    """Play the same games under several rulebooks and return their measures and how they differ.

    Parameters
    ----------
    request : CompareRequest
    comparisons : sequence of Comparison, optional
        What `comparisons_of` returns, where it is known already.
    listener : Listener
    told : callable
        Told how many games a planned comparison takes, before they are played.
    """
    comparisons = comparisons_of(request) if comparisons is None else comparisons
    for experiment in (one for comparison in comparisons for one in comparison.experiments):
        seconds_for(experiment, request.seconds)  # refuses what no act is called
    sides: list[MeasuredSide] = []
    planned: list[str] = []

    def say(words: str) -> None:
        planned.append(words)
        told(words)

    notes = tunings([one for comparison in comparisons for one in comparison.experiments])
    interrupted, failed = False, None
    with workers_for(request) as workers:
        for comparison in comparisons:
            try:
                outcome = _played(comparison, request, len(comparisons), workers, listener, say)
            except ExternalBotFailed as failure:
                outcome, failed = failure.outcome, failure
            if outcome.total is not None:
                sides += measured_sides(comparison, outcome.total, seconds=request.seconds)
            notes += reached(comparison, outcome, request.within)
            interrupted = outcome.interrupted and failed is None
            if outcome.interrupted:
                break
    if failed is not None and not sides:
        raise failed
    judged = judged_of(sides, request.measures, request.margin)
    books = tuple(request.named_books.values())
    notes = [*cut_off_notes(sides, judged), *planned, *notes, *closing_notes(sides, judged, request)]
    rows = sign_rows(judged) if request.robust else _rows(sides, judged, request.margin)
    return CompareAnswer(rows, judged, books, tuple(comparisons), tuple(notes), interrupted, failed)


def _played(
    comparison: Comparison,
    request: CompareRequest,
    tables: int,
    workers: Workers,
    listener: Listener,
    told: Callable[[str], object],
) -> Done:
    """Play the games of a comparison; of a planned one first a pilot, then as many as it says."""
    if request.detect is None:
        return play_together(comparison, jobs=workers, within=request.within, listener=listener)
    block = comparison.players if comparison.base.shared else 1
    pilot = min(comparison.games, -(-PILOT * block // WHOLE_BLOCKS) * WHOLE_BLOCKS)
    begun = play_together(comparison, games=pilot, jobs=workers, listener=listener)
    if begun.total is None or begun.interrupted:
        return begun
    detect = read_detect(request.detect, known_of(request.books), request.measures)
    wanted, said = games_planned(comparison, begun.total, detect, tables, request)
    told(said)
    try:
        rest = play_together(comparison, first=pilot, games=wanted - pilot, jobs=workers, listener=listener)
    except ExternalBotFailed as failure:
        failure.outcome = _joined(begun, failure.outcome)
        raise
    return _joined(begun, rest)


def _joined(first: Done, second: Done) -> Done:
    total = first.total if second.total is None else first.total + second.total
    return Done({0: total}, second.interrupted)


def _rows(sides: Sequence[MeasuredSide], judged: Sequence[Judged], margin: float) -> list[Row]:
    found = {(id(one.comparison), id(one.variant), one.key): one for one in judged}
    base = {id(side.comparison): side.rows for side in sides if side.contrasts is None}
    rows = []
    for side in sides:
        head = {
            "rules": side.variant.rulebook.label,
            "players": side.comparison.players,
            "bots": side.variant.bots_text,
        }
        for key, row in side.rows.items():
            one = found.get((id(side.comparison), id(side.variant), key))
            columns = NO_CONTRAST
            if side.contrasts is not None:
                columns = columns | {"against": side.comparison.base.rulebook.label}
                why = why_none(side.variant.known_measures[key[0]], key, row, base[id(side.comparison)])
                columns |= _columns(one, margin) if one else {"verdict": why}
            about = {name: row[name] for name in ABOUT}
            told = {name: value for name, value in row.items() if name not in ABOUT}
            rows.append(head | told | columns | {"sign": one.verdict.way if one else None} | about)
        for name, pair in side.reductions.items():
            rows.append(
                head
                | _reduction(name, pair, side.rows)
                | NO_CONTRAST
                | {"against": side.comparison.base.rulebook.label}
                | {"sign": None, "kind": MEASURE, "unit": PLAIN}
            )
    return rows


def why_none(entry: Measure, key: Key, row: Row, base: dict[Key, Row]) -> str | None:
    """Say why there is no difference of a measure; None where it is one that nobody would compare."""
    if not entry.compared:
        return translated(entry.no_difference) if entry.no_difference else None
    if key == SEATS_TOGETHER:
        return "too few games"
    if key not in base:
        return "not of both"
    defined = row["value"] is not None and base[key]["value"] is not None
    return "too few games" if defined else "not known of both"


def _columns(one: Judged, margin: float) -> Row:
    value, low, high, _, p = one.contrast.difference
    is_tested = one.tested.family != UNTESTED
    return {
        "difference": value,
        "difference_low": low,
        "difference_high": high,
        "effect": one.contrast.effect,
        "p": p if is_tested else None,
        "p_adjusted": one.tested.p,
        "family": one.tested.family or None,
        "margin": one.contrast.margin(margin),
        "verdict": one.verdict.about(one.variant.rulebook.label),
    }


def _reduction(name: str, pair: PairedRatio, rows: dict[Key, Row]) -> Row:
    """Return the row of what common luck brought: how many times less the difference varies with it."""
    from conquestlab.analysis.measures.intervals import normal_quantile

    value = pair.reduction
    assert value is not None
    low = high = None
    common = 1.0 - 1.0 / value  # a correlation, where both variants vary alike
    if pair.blocks > 3 and -1.0 < common < 1.0:
        half = normal_quantile() / sqrt(pair.blocks - 3)
        low, high = (1.0 / (1.0 - tanh(atanh(common) + side * half)) for side in (-1.0, 1.0))
    games = next(iter(rows.values()))["games"]
    return {"measure": REDUCTION, "of": name, "value": value, "low": low, "high": high, "games": games}
