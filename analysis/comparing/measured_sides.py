"""What the games of a comparison come to: the measures of each variant, and their contrasts with the base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.comparing.families import SEAT_SHARES
from conquestlab.analysis.comparing.paired_games import Sums
from conquestlab.analysis.comparing.variants import Comparison
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.row import Row

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_table import NotedTable
    from conquestlab.analysis.comparing.contrast import Contrast, Sides
    from conquestlab.analysis.comparing.pairs import Key
    from conquestlab.analysis.measures.measure import MeasureRow
    from conquestlab.analysis.measures.paired_ratios import PairedRatio


SEATS_TOGETHER = (SEAT_SHARES, "")
AFTER_THE_SHARES = "seat_gap"  # the measure before which the shares of all seats together stand


class MeasuredSide(NamedTuple):
    """One variant of a comparison.

    Attributes
    ----------
    comparison : Comparison
    variant : Experiment
    rows : dict
        Its measures.
    contrasts : dict or None
        Its differences to the base; None of the base itself.
    identical : bool
        Whether every game came out as that of the base.
    reductions : dict
        What common luck brought.
    games, finished : int
        Games that were played, and those of them that were not cut off.
    sides : Sides or None
        What the contrasts were made from.
    """

    comparison: Comparison
    variant: Experiment
    rows: dict[Key, Row]
    contrasts: dict[Key, Contrast] | None
    identical: bool
    reductions: dict[str, PairedRatio]
    games: int
    finished: int
    sides: Sides | None = None


def measured_sides(
    comparison: Comparison,
    sums: Sums,
    measured: Sequence[Sequence[MeasureRow]] | None = None,
    seconds: str | None = None,
    tables: Sequence[tuple[NotedTable | None, NotedTable | None]] | None = None,
) -> list[MeasuredSide]:
    """Make the measures of all variants of a comparison, and their contrasts with the base.

    Parameters
    ----------
    comparison : Comparison
    sums : Sums
    measured : sequence of sequence of dict, optional
        The rows of each variant's tally, where they are made already.
    seconds : str or None
        How long what players do takes at the table, as a request has it.
    tables : sequence of pairs of NotedTable, optional
        Of each variant those of win chances and of time at the table, where they are made already; then
        `measured` has their rows.
    """
    from conquestlab.analysis.chances.chance_tables import chance_table
    from conquestlab.analysis.comparing.contrast import Sides
    from conquestlab.analysis.comparing.contrasts import contrasts_of, reductions, same_in_every_game
    from conquestlab.analysis.measures.tallies import UNFINISHED
    from conquestlab.analysis.pace.pace_table import pace_table
    from conquestlab.analysis.pace.seconds import seconds_of

    if tables is None:
        chances = [None if noted is None else chance_table(noted) for noted in sums.noted]
        paces = [
            None if noted is None else pace_table(noted, seconds_of(one.engine, seconds))
            for one, noted in zip(comparison.experiments, sums.noted, strict=True)
        ]
        made = _measures(comparison, sums, (chances, paces), measured)
    else:
        chances, paces = [chance for chance, _ in tables], [pace for _, pace in tables]
        made = _measures(comparison, sums, (), measured)
    finished = [tally.games - int(tally.lengths[:, UNFINISHED].sum()) for tally in sums.tallies]
    games = sums.tallies[0].games
    found = [MeasuredSide(comparison, comparison.base, made[0], None, False, {}, games, finished[0])]
    for place, variant in enumerate(comparison.experiments[1:], 1):
        pairs = sums.pairs[place - 1]
        rows = made[0], made[place]
        sides = Sides(
            sums.tallies[0],
            sums.tallies[place],
            pairs,
            rows,
            comparison.independent,
            chances=(chances[0], chances[place]),
            paces=(paces[0], paces[place]),
        )
        identical = pairs.alike and not comparison.independent
        keys = [key for key in rows[1] if key in rows[0] or key == SEATS_TOGETHER]
        if identical:
            known = [key for key in keys if key == SEATS_TOGETHER or rows[0][key]["value"] is not None]
            contrasts = same_in_every_game(known)
        else:
            contrasts = contrasts_of(sides, keys, variant.known_measures)
        gains = {} if identical or comparison.independent else reductions(sides)
        about = identical, gains, games, finished[place], sides
        found.append(MeasuredSide(comparison, variant, made[place], contrasts, *about))
    return found


def _measures(
    comparison: Comparison,
    sums: Sums,
    of_noted: Sequence[Sequence[NotedTable | None]],
    measured: Sequence[Sequence[MeasureRow]] | None,
) -> list[dict[Key, Row]]:
    """Return the measures of all variants; the mean length is told up to the same round for all."""
    from conquestlab.analysis.measures.table import measure_rows
    from conquestlab.analysis.measures.tallies import UNFINISHED

    cap = min(comparison.caps)
    cut_off = any(tally.lengths[:, UNFINISHED].any() for tally in sums.tallies)
    tables = []
    for place, (experiment, tally) in enumerate(zip(comparison.experiments, sums.tallies, strict=True)):
        table = {}
        known = experiment.known_measures
        made = measured[place] if measured else measure_rows(tally, experiment.measures, known=known)
        noted = [tables_of[place] for tables_of in of_noted]
        for one in [*made, *(row for some in noted if some is not None for row in some.rows())]:
            row: Row = {**one, "unit": known[one["measure"]].unit}
            row.pop("baseline")  # the other variant is what a value is measured against here
            if row["measure"] == "rounds" and cut_off and comparison.caps[place] != cap:
                row |= _seen(sums, place)
            if place > 0 and row["measure"] == AFTER_THE_SHARES and comparison.players > 1:
                table[SEATS_TOGETHER] = _of_all_seats(row)
            table[row["measure"], row["of"]] = row
        tables.append(table)
    return tables


def _of_all_seats(beside: Row) -> Row:
    """Return the row for the shares of all seats: it has a difference, and no value of its own."""
    measure, of = SEATS_TOGETHER
    unit = COMMON[measure].unit
    return beside | {"measure": measure, "of": of, "value": None, "low": None, "high": None, "unit": unit}


def _seen(sums: Sums, place: int) -> Row:
    """Return the mean length of a variant as far as all variants would have gone on with it."""
    from conquestlab.analysis.measures.paired_ratios import one_side

    sides = sums.pairs[max(0, place - 1)]
    mean = one_side(sides.rounds_seen, min(1, place))
    low, high = mean.mean_span()
    return {"value": mean.value, "low": low, "high": high}
