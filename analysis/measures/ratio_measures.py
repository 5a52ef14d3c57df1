"""Measures that are means or shares of games, and the shape of a record of any measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.ratios import UNKNOWN, Ratio, Span, ratio

if TYPE_CHECKING:
    from conquestlab.analysis.measures.table import Asked
    from conquestlab.analysis.measures.tallies import Tally


def measure_row(
    measure: str, of: str, value: float | None, span: Span, games: int, kind: str = ""
) -> MeasureRow:
    """Return the record of one measure; what is not known is None, never a number that is none.

    The table of measures fills in the baseline, which the entry of the measure knows.
    """
    low, high = span
    return {
        "measure": measure,
        "of": of,
        "value": None if value is None else float(value),
        "low": None if low is None else float(low),
        "high": None if high is None else float(high),
        "baseline": None,
        "games": int(games),
        "kind": kind,
    }


def family_of(members: int) -> int:
    """Return how many intervals have to hold together: of two shares of one whole, one tells the other."""
    return members if members > 2 else 1


def ratio_rows(tally: Tally, measure: str, level: float = LEVEL) -> list[MeasureRow]:
    """Return the records of the measure `measure` among the tally's quantities, in their order.

    The shares of wins of several bots hold together; other measures stand alone.
    """
    chosen = [place for place, quantity in enumerate(tally.quantities) if quantity.measure == measure]
    family = family_of(len(chosen)) if measure == "win_share" else 1
    return [
        ratio_record(
            measure, one.of, ratio(tally.ratios[place]), one.share, one.unit, one.kind, level, family
        )
        for place, one in ((place, tally.quantities[place]) for place in chosen)
    ]


def mean_of_all_rows(asked: Asked, row: MeasureRow) -> float | None:
    """Return the mean of a measure over all its rows: what each would be if all were alike."""
    numbers = weights = 0.0
    for quantity, sums in zip(asked.tally.quantities, asked.tally.ratios, strict=True):
        if quantity.measure == row["measure"]:
            numbers += sums.sums[0]
            weights += sums.sums[1] * quantity.unit
    return numbers / weights if weights else None


def ratio_record(
    measure: str,
    of: str,
    sums: Ratio,
    share: bool,
    unit: float = 1.0,
    kind: str = "",
    level: float = LEVEL,
    family: int = 1,
) -> MeasureRow:
    """Return the record of a ratio over `unit`, as a share or a mean; `family` shares hold together."""
    if sums.m == 0:
        return measure_row(measure, of, None, UNKNOWN, 0, kind)
    if share:
        one = sums.per(int(unit)).share
        return measure_row(measure, of, one.value, one.span(family, level), one.games, kind)
    return measure_row(measure, of, sums.value / unit, sums.mean_span(unit, level), sums.games, kind)
