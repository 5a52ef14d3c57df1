"""Measures that are means or shares of games, and the shape of a record of any measure."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from conquestlab.analysis.measures.intervals import (
    LEVEL,
    normal_quantile,
    score_interval,
    t_interval,
    t_quantile,
)
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.moments import Ratio, ratio

if TYPE_CHECKING:
    from conquestlab.analysis.measures.tallies import Tally

Span = tuple[float | None, float | None]

UNKNOWN: Span = (None, None)


def record(measure: str, of: str, value: float | None, span: Span, games: int, kind: str = "") -> MeasureRow:
    """Return the record of one measure; what is not known is None, never a number that is none."""
    low, high = span
    return {
        "measure": measure,
        "of": of,
        "value": None if value is None else float(value),
        "low": None if low is None else float(low),
        "high": None if high is None else float(high),
        "games": int(games),
        "kind": kind,
    }


def share_span(share: Ratio, level: float = LEVEL, family: int = 1) -> Span:
    """Interval of a share: Wilson's.

    Where games have luck of their own and count alike the trials are the games. Else they are the independent
    games that would make the share as uncertain as the blocks show it to be, and t takes the place of the
    normal law.
    """
    if share.plain:
        quantile = normal_quantile(level, family)
    elif share.blocks > 1:
        quantile = t_quantile(share.blocks - 1, level, family)
    else:
        return UNKNOWN
    if share.trials == inf:
        return share.value, share.value
    return score_interval(share.value, share.trials, quantile)


def mean_span(mean: Ratio, unit: float = 1.0, level: float = LEVEL) -> Span:
    """Interval of a mean: t over blocks; none for a single block."""
    if mean.blocks < 2:
        return UNKNOWN
    return t_interval(mean.value / unit, mean.error / unit, mean.blocks, level)


def family_of(members: int) -> int:
    """Return how many intervals have to hold together: of two shares of one whole, one tells the other."""
    return members if members > 2 else 1


def ratio_records(tally: Tally, measure: str, level: float = LEVEL) -> list[MeasureRow]:
    """Return the records of the measure `measure` among the tally's quantities, in their order.

    The shares of wins of several bots hold together; other measures stand alone.
    """
    chosen = [place for place, quantity in enumerate(tally.quantities) if quantity.measure == measure]
    answer = []
    for place in chosen:
        quantity, sums = tally.quantities[place], ratio(tally.ratios[place])
        if sums.m == 0:
            answer.append(record(measure, quantity.of, None, UNKNOWN, 0, quantity.kind))
        elif quantity.share:
            family = family_of(len(chosen)) if measure == "win_share" else 1
            span = share_span(sums, level, family)
            answer.append(record(measure, quantity.of, sums.value, span, sums.games, quantity.kind))
        else:
            span = mean_span(sums, quantity.unit, level)
            value = sums.value / quantity.unit
            answer.append(record(measure, quantity.of, value, span, sums.games, quantity.kind))
    return answer
