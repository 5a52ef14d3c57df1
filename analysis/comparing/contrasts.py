"""The differences of all measures between two variants, each by the method that it asks for.

See docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.comparing.differences import (
    NO_DIFFERENCE,
    Difference,
    Estimate,
    mean_difference,
    quantile,
    spans_difference,
    welch_freedom,
)
from conquestlab.analysis.comparing.pairs import (
    Key,
    PairedRatio,
    Pairs,
    cross_covariance,
    one_side,
    paired_ratio,
)
from conquestlab.analysis.measuring.intervals import FEWEST_UNITS, LEVEL, score_interval
from conquestlab.analysis.measuring.length_measures import Lengths, spread_parts
from conquestlab.analysis.measuring.moments import Ratio, covariance, ratio
from conquestlab.analysis.measuring.ratio_measures import Record, Span
from conquestlab.analysis.measuring.significance import (
    mcnemar,
    mean_effect,
    one_sided_p,
    share_effect,
    two_proportions,
)
from conquestlab.analysis.measuring.snowball import auc_curve
from conquestlab.analysis.measuring.tallies import Tally

QUANTILES = {"rounds_median": 0.5, "rounds_p90": 0.9}


class Contrast(NamedTuple):
    """A measure under two variants.

    Attributes
    ----------
    difference : Difference
    effect : float or None
        How much it is, free of units: Cohen's h of shares, Cohen's d of means; None where nothing varies.
    scale : float or None
        Standard deviation of a single game, in the unit of the measure; None where the measure is a share.
    """

    difference: Difference
    effect: float | None
    scale: float | None

    def margin(self, points: float) -> float:
        """Return the difference that matters, where `points` does for a share.

        Where half of the games count, the standard deviation of a single game is one half: so a difference of
        `points` is one of twice as many standard deviations.
        """
        return points if self.scale is None else 2.0 * points * self.scale


class Contrasts:
    """Two variants, of which games of the same numbers were played.

    Parameters
    ----------
    base, other : Tally
    pairs : Pairs
        Of the same games.
    rows : pair of mappings of (measure, of) to record
        The measures of both, at the same level.
    apart : bool
        Whether the variants have luck of their own, so that nothing is gained from pairs.
    level : float
    """

    def __init__(
        self,
        base: Tally,
        other: Tally,
        pairs: Pairs,
        rows: tuple[Mapping[Key, Record], Mapping[Key, Record]],
        apart: bool = False,
        level: float = LEVEL,
    ):
        self.base = base
        self.other = other
        self.pairs = pairs
        self.rows = rows
        self.apart = apart
        self.level = level

    def of(self, keys: Sequence[Key]) -> dict[Key, Contrast]:
        """Return the contrasts of those measures that have one."""
        makers: dict[str, Callable[[str, str], Contrast | None]] = {
            "seat_gap": self._size,
            "seat_effect": self._size,
            "seat_slope": self._slope,
            "rounds": self._rounds,
            "rounds_median": self._quantile,
            "rounds_p90": self._quantile,
            "rounds_cv": self._spread,
            "snowball_auc": self._snowball,
        }
        found = {}
        for measure, name in keys:
            if measure == "win_share" and name.isdigit():
                contrast = self._seat(name)
            else:
                contrast = makers.get(measure, self._quantity)(measure, name)
            if contrast is not None:
                found[measure, name] = contrast
        return found

    def reductions(self) -> dict[str, PairedRatio]:
        """Return the pairs that tell what common luck brings: mean length, and wins of the first seat."""
        parts = {"rounds": paired_ratio(self.pairs.rounds_seen)}
        parts["win_share 1"] = paired_ratio(self.pairs.wins, _one(0, self.base.seats))
        return {name: pair for name, pair in parts.items() if pair is not None and pair.variance > 0.0}

    # Means and shares ------------------------------------------------------------------------

    def _quantity(self, measure: str, name: str) -> Contrast | None:
        sums = self.pairs.ratios.get((measure, name))
        if sums is None:
            return None
        here, there = self._places[0][measure, name], self._places[1][measure, name]
        kind = self.base.quantities[here]
        first, second = ratio(self.base.ratios[here]), ratio(self.other.ratios[there])
        pair = paired_ratio(sums)
        if kind.share:
            return self._share(first, second, pair)
        return self._mean(first, second, pair, kind.unit)

    @cached_property
    def _places(self) -> tuple[dict[Key, int], dict[Key, int]]:
        def places(tally: Tally) -> dict[Key, int]:
            return {(kind.measure, kind.of): place for place, kind in enumerate(tally.quantities)}

        return places(self.base), places(self.other)

    def _seat(self, name: str) -> Contrast | None:
        chosen = _one(int(name) - 1, self.base.seats)
        return self._share(
            ratio(self.base.wins, chosen),
            ratio(self.other.wins, chosen),
            paired_ratio(self.pairs.wins, chosen),
        )

    def _slope(self, measure: str, name: str) -> Contrast | None:
        count = self.base.seats
        if count < 2:
            return None
        line = [2 * seat - (count - 1) for seat in range(count)]
        return self._mean(
            ratio(self.base.wins, line),
            ratio(self.other.wins, line),
            paired_ratio(self.pairs.wins, line),
            count * (count**2 - 1) / 6.0,
        )

    def _rounds(self, measure: str, name: str) -> Contrast | None:
        sums = self.pairs.rounds_seen if name else self.pairs.rounds
        return self._mean(one_side(sums, 0), one_side(sums, 1), paired_ratio(sums), 1.0)

    def _mean(self, first: Ratio, second: Ratio, pair: PairedRatio | None, unit: float) -> Contrast | None:
        units = min(first.blocks, second.blocks)
        if pair is None or units < FEWEST_UNITS:
            return None
        variance, freedom = pair.variance, units - 1.0
        if self.apart:
            variance = first.variance + second.variance
            freedom = welch_freedom(first.variance, first.blocks, second.variance, second.blocks)
        difference = mean_difference(pair.difference / unit, variance / unit**2, freedom, self.level)
        spreads = [one.variance * one.games / unit**2 for one in (first, second)]
        return Contrast(
            difference,
            _effect(difference.value, *spreads),
            sqrt(sum(spreads) / 2.0),
        )

    def _share(self, first: Ratio, second: Ratio, pair: PairedRatio | None) -> Contrast | None:
        if pair is None:
            return None
        plain = first.plain and second.plain
        freedom = inf if plain else min(first.blocks, second.blocks) - 1.0
        if freedom < 1.0:
            return None
        p = None
        if self.apart and plain:
            counts = [(one.x * one.games // one.m, one.games) for one in (first, second)]
            p = two_proportions(*counts[0], *counts[1])[3]
        elif not self.apart and pair.only_first is not None and pair.only_second is not None:
            p = mcnemar(pair.only_first, pair.only_second)
        difference = spans_difference(
            _share_estimate(first.value, first.trials),
            _share_estimate(second.value, second.trials),
            0.0 if self.apart else pair.correlation,
            freedom,
            self.level,
            p,
        )
        effect = share_effect(first.value, second.value)
        return Contrast(difference._replace(value=pair.difference), effect, None)

    # Others ----------------------------------------------------------------------------------

    def _values(self, measure: str, name: str) -> tuple[Record, Record] | None:
        found = self.rows[0].get((measure, name)), self.rows[1].get((measure, name))
        if found[0] is None or found[1] is None:
            return None
        known = found[0]["value"] is not None and found[1]["value"] is not None
        return (found[0], found[1]) if known else None

    def _size(self, measure: str, name: str) -> Contrast | None:
        """Contrast how uneven the seats are: sizes of vectors, whose intervals are known at one level."""
        found = self._values(measure, name)
        blocks = min(self.base.wins.blocks, self.other.wins.blocks)
        if found is None or blocks < 2 or any(row["low"] is None for row in found):
            return None
        freedom = blocks - 1.0
        width = quantile(freedom, self.level)
        first, second = (_stretched(row, width) for row in found)
        shares = [np.array(tally.wins.sums[:-1]) / tally.wins.sums[-1] for tally in (self.base, self.other)]
        if measure == "seat_gap":
            ways = [_gap_way(one) for one in shares]
            effect = share_effect(shares[1].min(), shares[1].max()) - share_effect(
                shares[0].min(), shares[0].max()
            )
            scale = None
        else:
            ways = [one - one.mean() for one in shares]
            effect = second.value - first.value  # it is Cohen's w
            scale = 1.0
        correlation = 0.0 if self.apart else self._along(*ways)
        return Contrast(spans_difference(first, second, correlation, freedom, self.level), effect, scale)

    def _along(self, first: np.ndarray, second: np.ndarray) -> float:
        """Return the correlation of the shares of both variants, each along a direction of its own."""
        own = first @ covariance(self.base.wins) @ first, second @ covariance(self.other.wins) @ second
        if min(own) <= 0.0:
            return 0.0
        return _bounded(first @ cross_covariance(self.pairs.wins) @ second / sqrt(own[0] * own[1]))

    def _quantile(self, measure: str, name: str) -> Contrast | None:
        found = self._values(measure, name)
        if found is None:
            return None
        share = QUANTILES[measure]
        estimates = []
        for row, tally in zip(found, (self.base, self.other), strict=True):
            spans = Lengths(tally, self.level).quantile_spans(share)
            estimates.append(Estimate(row["value"], partial(_at_width, spans)))
        correlation = 0.0
        if not self.apart:
            over = [self._over(side, int(row["value"])) for side, row in enumerate(found)]
            correlation = _correlation(over[0], over[1])
        difference = spans_difference(*estimates, correlation, level=self.level)
        spreads = [one.variance * one.games for one in (one_side(self.pairs.rounds, side) for side in (0, 1))]
        effect = _effect(difference.value, *spreads)
        return Contrast(difference, effect, sqrt(sum(spreads) / 2.0))

    def _over(self, side: int, rounds: int) -> np.ndarray:
        """Return by group how many games more are over by then than their share of all."""
        counts = self.pairs.lengths[side, :, : rounds + 1].sum(axis=1)
        games = (self.base, self.other)[side].paces[:, 0]
        return counts - games * (counts.sum() / games.sum())

    def _spread(self, measure: str, name: str) -> Contrast | None:
        found = self._values(measure, name)
        groups = [tally.paces[tally.paces[:, 0] > 0].astype(float) for tally in (self.base, self.other)]
        units = len(groups[0])
        if found is None or units < FEWEST_UNITS:
            return None
        parts = [spread_parts(one, np.ones((1, units)))[1][0] for one in groups]
        scale = units / (units - 1)
        own = [float(part @ part) * scale for part in parts]
        freedom = units - 1.0
        variance = float((parts[1] - parts[0]) @ (parts[1] - parts[0])) * scale
        if self.apart:
            variance, freedom = sum(own), welch_freedom(own[0], units, own[1], units)
        value = found[1]["value"] - found[0]["value"]
        spreads = [variance * row["games"] for variance, row in zip(own, found, strict=True)]
        return Contrast(
            mean_difference(value, variance, freedom, self.level),
            _effect(value, *spreads),
            sqrt(sum(spreads) / 2.0),
        )

    @cached_property
    def _curves(self):
        return auc_curve(self.base), auc_curve(self.other)

    def _snowball(self, measure: str, name: str) -> Contrast | None:
        first, second = self._curves
        if first is None or second is None or min(first.units, second.units) < FEWEST_UNITS:
            return None
        tenth = int(name) - 1
        values = float(first.values[tenth]), float(second.values[tenth])
        estimates = [
            _share_estimate(float(curve.values[tenth]), float(curve.trials[tenth]))
            for curve in (first, second)
        ]
        difference = spans_difference(
            *estimates,
            0.0 if self.apart else _correlation(first.moved[:, tenth], second.moved[:, tenth]),
            min(first.units, second.units) - 1.0,
            self.level,
        )
        return Contrast(difference, share_effect(*values), None)


def same_in_every_game(keys: Sequence[Key]) -> dict[Key, Contrast]:
    """Return the contrasts of variants of which every game came out the same."""
    return dict.fromkeys(keys, Contrast(NO_DIFFERENCE, 0.0, None))


def _one(chosen: int, count: int) -> list[int]:
    return [int(place == chosen) for place in range(count)]


def _effect(value: float, first: float, second: float) -> float | None:
    """Return Cohen's d; 0 where nothing varies and nothing differs."""
    return 0.0 if value == 0.0 else mean_effect(value, first, second)


def _share_estimate(value: float, trials: float) -> Estimate:
    if trials == inf:
        return Estimate(value, lambda width: (value, value))
    return Estimate(value, partial(score_interval, value, trials))


def _stretched(row: Record, width: float) -> Estimate:
    """Return an estimate whose interval, known at one width, grows in proportion to it."""
    value, low, high = row["value"], row["low"], row["high"]

    def span(wanted: float) -> Span:
        return value - (value - low) * wanted / width, value + (high - value) * wanted / width

    return Estimate(value, span)


def _at_width(spans: Callable[[float], Span], width: float) -> Span:
    return spans(one_sided_p(width))


def _gap_way(shares: np.ndarray) -> np.ndarray:
    way = np.zeros(shares.size)
    way[shares.argmax()] += 1.0
    way[shares.argmin()] -= 1.0
    return way


def _correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Return the correlation of two series of departures from their means."""
    squares = float(first @ first) * float(second @ second)
    return _bounded(float(first @ second) / sqrt(squares)) if squares > 0.0 else 0.0


def _bounded(correlation: float) -> float:
    return max(-1.0, min(1.0, float(correlation)))
