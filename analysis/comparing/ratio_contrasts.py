"""Contrasts of means and shares, by exact sums over pairs of blocks."""

from __future__ import annotations

from conquestlab.analysis.comparing.contrast import Contrast, Sides, mean_contrast, share_contrast
from conquestlab.analysis.comparing.differences import welch_freedom
from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.measures.intervals import FEWEST_UNITS
from conquestlab.analysis.measures.paired_ratios import PairedRatio, one_side, paired_ratio
from conquestlab.analysis.measures.ratios import Ratio, ratio
from conquestlab.analysis.measures.significance import mcnemar, two_proportions
from conquestlab.analysis.measures.tallies import UNFINISHED, Tally


def quantity_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast a quantity that both variants have."""
    sums = sides.pairs.ratios.get(key)
    if sums is None:
        return None
    here, there = _place(sides.base, key), _place(sides.other, key)
    kind = sides.base.quantities[here]
    first, second = ratio(sides.base.ratios[here]), ratio(sides.other.ratios[there])
    pair = paired_ratio(sums)
    if kind.share:
        return _share(sides, first, second, pair)
    return _mean(sides, first, second, pair, kind.unit)


def _place(tally: Tally, key: Key) -> int:
    return [(kind.measure, kind.of) for kind in tally.quantities].index(key)


def win_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast the share of the wins of a seat or of a bot."""
    if key in sides.pairs.ratios:
        return quantity_contrast(sides, key)
    chosen = one_seat(int(key[1]) - 1, sides.base.seats)
    return _share(
        sides,
        ratio(sides.base.wins, chosen),
        ratio(sides.other.wins, chosen),
        paired_ratio(sides.pairs.wins, chosen),
    )


def one_seat(chosen: int, count: int) -> list[int]:
    """Return the coefficients that take one of several seats."""
    return [int(place == chosen) for place in range(count)]


def slope_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast the change of the win share from one seat to the next."""
    count = sides.base.seats
    if count < 2:
        return None
    line = [2 * seat - (count - 1) for seat in range(count)]
    found = _mean(
        sides,
        ratio(sides.base.wins, line),
        ratio(sides.other.wins, line),
        paired_ratio(sides.pairs.wins, line),
        count * (count**2 - 1) / 6.0,
    )
    # From the first seat to the last a line rises by a share more here and as much less there.
    return found and found._replace(scale=None, times=2.0 / (count - 1))


def rounds_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast the mean length, where games were cut off as far as both variants would have gone on."""
    cut_off = any(tally.lengths[:, UNFINISHED].any() for tally in (sides.base, sides.other))
    sums = sides.pairs.rounds_seen if cut_off else sides.pairs.rounds
    return _mean(sides, one_side(sums, 0), one_side(sums, 1), paired_ratio(sums), 1.0)


def _mean(
    sides: Sides, first: Ratio, second: Ratio, pair: PairedRatio | None, unit: float
) -> Contrast | None:
    units = min(first.blocks, second.blocks)
    if pair is None or units < FEWEST_UNITS:
        return None
    variance, freedom = pair.variance, units - 1.0
    if sides.independent:
        variance = first.variance + second.variance
        freedom = welch_freedom(first.variance, first.blocks, second.variance, second.blocks)
    square = unit**2
    spreads = first.variance * first.games / square, second.variance * second.games / square
    return mean_contrast(pair.difference / unit, variance / square, freedom, spreads, sides.level)


def _share(sides: Sides, first: Ratio, second: Ratio, pair: PairedRatio | None) -> Contrast | None:
    if pair is None:
        return None
    p, can_differ = None, pair.variance > 0.0 or pair.difference != 0.0
    if sides.independent:
        can_differ = not (first.x == second.x == 0 or (first.x == first.m and second.x == second.m))
    if sides.independent and first.plain and second.plain:
        counts = [(one.x * one.games // one.m, one.games) for one in (first, second)]
        p = two_proportions(*counts[0], *counts[1])[3]
    elif not sides.independent and pair.only_first is not None and pair.only_second is not None:
        p = mcnemar(pair.only_first, pair.only_second)
    return share_contrast(sides, first.share, second.share, pair.correlation, pair.difference, p, can_differ)
