"""Answers of `conquest compare`: variants side by side, as tidy rows of measures and of their differences."""

from __future__ import annotations

from collections.abc import Sequence
from math import atanh, sqrt, tanh
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.comparing.paired_games import Sums, play_together, widest_half_width
from conquestlab.analysis.comparing.robustness import DEPENDS_ON_BOTS, sign_rows
from conquestlab.analysis.comparing.variants import Comparison, comparisons_of
from conquestlab.analysis.comparing.verdicts import IDENTICAL, DifferenceVerdict, verdict_of
from conquestlab.analysis.measures.measure import CAP, MEASURE, NOTHING, PLAIN
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.playing.play_answers import tunings
from conquestlab.analysis.playing.workers import Done, Listener
from conquestlab.analysis.requests.games import CompareRequest
from conquestlab.analysis.row import Row

if TYPE_CHECKING:
    from conquestlab.analysis.comparing.contrast import Contrast
    from conquestlab.analysis.comparing.pairs import Key
    from conquestlab.analysis.measures.measure import MeasureRow
    from conquestlab.analysis.measures.paired_ratios import PairedRatio
    from conquestlab.analysis.rules.rulebook import Rulebook

REDUCTION = "variance_reduction"
ABOUT = ("kind", "unit")  # what stands last in a row: the kind of its `of`, the unit of its value
NO_CONTRAST: Row = dict.fromkeys(
    ("against", "difference", "difference_low", "difference_high", "effect", "p", "p_holm", "verdict")
)


class Judged(NamedTuple):
    """A difference of a variant to the base, and what it comes to.

    Attributes
    ----------
    comparison : Comparison
    variant : Experiment
    key : tuple of str
        Name of the measure, and what its row stands for.
    contrast : Contrast
    p_holm : float
    verdict : DifferenceVerdict
    row : dict
        The row of the variant, without its difference.
    """

    comparison: Comparison
    variant: Experiment
    key: Key
    contrast: Contrast
    p_holm: float
    verdict: DifferenceVerdict
    row: Row


class CompareAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        rules, players, bots, measure, of, value, low, high, games, against, difference, difference_low,
        difference_high, effect, p, p_holm, verdict, which the base has not; then sign (1, -1, 0, or None
        where it is open), kind and unit. Of a robust request those of `robustness.sign_rows`.
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


class _Side(NamedTuple):
    """One variant of a comparison: its measures, and its contrasts where it is not the base."""

    comparison: Comparison
    variant: Experiment
    rows: dict[Key, Row]
    contrasts: dict[Key, Contrast] | None
    identical: bool
    reductions: dict[str, PairedRatio]


def compare(
    request: CompareRequest,
    comparisons: Sequence[Comparison] | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> CompareAnswer:
    """Play the same games under several rulebooks and return their measures and how they differ.

    Parameters
    ----------
    request : CompareRequest
    comparisons : sequence of Comparison, optional
        What `comparisons_of` returns, where it is known already.
    listener : Listener
    """
    comparisons = comparisons_of(request) if comparisons is None else comparisons
    sides: list[_Side] = []
    notes = tunings([one for comparison in comparisons for one in comparison.experiments])
    interrupted, failed = False, None
    for comparison in comparisons:
        try:
            outcome = play_together(comparison, jobs=request.jobs, within=request.within, listener=listener)
        except ExternalBotFailed as failure:
            outcome, failed = failure.outcome, failure
        if outcome.total is not None:
            sides += sides_of(comparison, outcome.total)
        notes += _reached(comparison, outcome, request.within)
        interrupted = outcome.interrupted and failed is None
        if outcome.interrupted:
            break
    if failed is not None and not sides:
        raise failed
    judged = _judged(sides, request.margin)
    books = tuple(request.named_books.values())
    notes += _notes(sides, judged, request)
    rows = sign_rows(judged) if request.robust else _rows(sides, judged)
    return CompareAnswer(rows, judged, books, tuple(comparisons), tuple(notes), interrupted, failed)


# What was played ------------------------------------------------------------------------------


def sides_of(
    comparison: Comparison, sums: Sums, measured: Sequence[Sequence[MeasureRow]] | None = None
) -> list[_Side]:
    """Make the measures of all variants of a comparison, if they are not made, and their contrasts."""
    from conquestlab.analysis.comparing.contrast import Sides
    from conquestlab.analysis.comparing.contrasts import contrasts_of, reductions, same_in_every_game

    tables = _measures(comparison, sums, measured)
    found = [_Side(comparison, comparison.base, tables[0], None, False, {})]
    for place, variant in enumerate(comparison.experiments[1:], 1):
        pairs = sums.pairs[place - 1]
        rows = tables[0], tables[place]
        sides = Sides(sums.tallies[0], sums.tallies[place], pairs, rows, comparison.independent)
        identical = pairs.alike and not comparison.independent
        keys = _comparable(comparison, *rows)
        if identical:
            made = same_in_every_game([key for key in keys if rows[0][key]["value"] is not None])
        else:
            made = contrasts_of(sides, keys, variant.known_measures)
        gains = {} if identical or comparison.independent else reductions(sides)
        found.append(_Side(comparison, variant, tables[place], made, identical, gains))
    return found


def _measures(
    comparison: Comparison, sums: Sums, measured: Sequence[Sequence[MeasureRow]] | None = None
) -> list[dict[Key, Row]]:
    """Return the measures of all variants; lengths that were cut off are told up to one round for all."""
    from conquestlab.analysis.measures.table import measure_rows
    from conquestlab.analysis.measures.tallies import UNFINISHED

    cap = min(comparison.caps)
    cut_off = any(tally.lengths[:, UNFINISHED].any() for tally in sums.tallies)
    restricted = {"of": f"up to round {cap}", "kind": CAP} if cut_off else {"of": "", "kind": NOTHING}
    tables = []
    for place, (experiment, tally) in enumerate(zip(comparison.experiments, sums.tallies, strict=True)):
        table = {}
        known = experiment.known_measures
        made = measured[place] if measured else measure_rows(tally, experiment.measures, known=known)
        for one in made:
            row: Row = {**one, "unit": known[one["measure"]].unit}
            if row["measure"] == "rounds":
                row |= restricted
                if cut_off and comparison.caps[place] != cap:
                    row |= _seen(sums, place)
            elif row["measure"] == "rounds_cv" and cut_off and len(set(comparison.caps)) == 1:
                row |= restricted
            table[row["measure"], row["of"]] = row
        tables.append(table)
    return tables


def _seen(sums: Sums, place: int) -> Row:
    """Return the mean length of a variant as far as all variants would have gone on with it."""
    from conquestlab.analysis.measures.paired_ratios import one_side

    sides = sums.pairs[max(0, place - 1)]
    mean = one_side(sides.rounds_seen, min(1, place))
    low, high = mean.mean_span()
    return {"value": mean.value, "low": low, "high": high}


def _comparable(comparison: Comparison, first: dict[Key, Row], second: dict[Key, Row]) -> list[Key]:
    """Return what can be subtracted; spreads of lengths with caps of their own cannot."""
    other_caps = len(set(comparison.caps)) > 1 and any(
        of for table in (first, second) for measure, of in table if measure == "rounds_cv"
    )
    return [key for key in second if key in first and not (other_caps and key[0] == "rounds_cv")]


# What it comes to -----------------------------------------------------------------------------


def _judged(sides: Sequence[_Side], margin: float) -> list[Judged]:
    """Judge all differences of an answer together: they are one family."""
    from conquestlab.analysis.measures.significance import holm

    waiting = [
        (side, key, contrast)
        for side in sides
        if side.contrasts is not None
        for key, contrast in side.contrasts.items()
    ]
    raised = holm([contrast.difference.p for _, _, contrast in waiting])
    found = []
    for (side, key, contrast), p_holm in zip(waiting, raised, strict=True):
        measure = side.variant.known_measures[key[0]]
        verdict = IDENTICAL if side.identical else verdict_of(measure, contrast, p_holm, margin)
        found.append(Judged(side.comparison, side.variant, key, contrast, p_holm, verdict, side.rows[key]))
    return _marked(found)


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
            one = one._replace(verdict=one.verdict._replace(words=f"{one.verdict.words}; {DEPENDS_ON_BOTS}"))
        marked.append(one)
    return marked


def _rows(sides: Sequence[_Side], judged: Sequence[Judged]) -> list[Row]:
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
                compared = side.variant.known_measures[key[0]].compared
                why = why_none(key, row, base[id(side.comparison)]) if compared else None
                columns |= _columns(one) if one else {"verdict": why}
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


def why_none(key: Key, row: Row, base: dict[Key, Row]) -> str:
    """Say why a measure that can be compared has no difference."""
    if key not in base:
        return "not of both"
    defined = row["value"] is not None and base[key]["value"] is not None
    return "too few games" if defined else "not known of both"


def _columns(one: Judged) -> Row:
    value, low, high, _, p = one.contrast.difference
    return {
        "difference": value,
        "difference_low": low,
        "difference_high": high,
        "effect": one.contrast.effect,
        "p": p,
        "p_holm": one.p_holm,
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


# Words ----------------------------------------------------------------------------------------


def _reached(comparison: Comparison, outcome: Done, within: float | None) -> list[str]:
    if within is None or outcome.total is None or outcome.interrupted:
        return []
    about = f"{comparison.players} players, {comparison.base.bots_text}"
    reached = widest_half_width(comparison, outcome.total)
    games = outcome.total.tallies[0].games
    if reached <= within:
        return [f"{about}: stopped after {games} games, differences of win shares are known to {reached:.2g}"]
    return [
        f"{about}: differences of win shares are known to {reached:.2g} only, {within:g} takes more games"
    ]


def _sameness(side: _Side) -> str:
    label, base = side.variant.rulebook.label, side.comparison.base.rulebook.label
    if side.comparison.is_base_again(side.variant):
        return f"{label} has the rules of {base}: every game came out the same"
    about = f"{side.comparison.players} players, {side.variant.bots_text}"
    return f"{label} has other rules than {base}, but every game came out the same ({about})"


def _notes(sides: Sequence[_Side], judged: Sequence[Judged], request: CompareRequest) -> list[str]:
    notes = list(dict.fromkeys(_sameness(side) for side in sides if side.identical))
    tested = sum(one.verdict.sign != IDENTICAL.sign for one in judged)
    if tested:
        findings = sum(one.verdict.is_finding for one in judged)
        notes.append(
            f"{findings} of {tested} differences are more than chance, by Holm's procedure over all of them"
        )
    if len({side.variant.bots_text for side in sides}) == 1:
        notes.append("one set of bots only: whether a finding depends on the bots is not looked at")
    if request.same_bots:
        notes.append("all rulebooks are played by the bots that the first one has")
    if request.apart is not None:
        notes.append(f"the rulebooks after the first have luck of their own, of seed {request.apart}")
    return notes
