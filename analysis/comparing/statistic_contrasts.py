"""Contrasts of measures that follow from several sums: correlations, slopes, what a bot is ahead."""

from __future__ import annotations

from functools import partial
from math import atanh, sqrt
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.differences import (
    NO_DIFFERENCE,
    Estimate,
    mean_difference,
    welch_freedom,
)
from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.measures.intervals import FEWEST_UNITS
from conquestlab.analysis.measures.paired_ratios import paired_ratio
from conquestlab.analysis.measures.significance import share_effect
from conquestlab.analysis.measures.skill import lead
from conquestlab.analysis.measures.statistics import (
    Sums,
    correlation_of_moves,
    error_of,
    fisher_interval,
    moved,
    units_of,
    value_of,
)
from conquestlab.analysis.measures.tallies import Tally


class _Seen(NamedTuple):
    """A statistic of one variant: its value, and how far each group of blocks moves it."""

    value: float
    moves: np.ndarray
    units: int
    correlation: bool
    own: Sums

    @property
    def error(self) -> float:
        return error_of(self.moves, self.units)

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.value, partial(fisher_interval, self.value, self.error))


def statistic_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast a correlation or a slope, by how far the same groups of blocks move it under both variants.

    Where the same games are all but alike, what few groups differ in cannot tell how much others would.
    """
    first, second = _seen(sides.base, key), _seen(sides.other, key)
    if first is None or second is None:
        return None
    units = min(first.units, second.units)
    variances = first.error**2, second.error**2
    freedom = welch_freedom(variances[0], first.units, variances[1], second.units)
    if not sides.independent:
        differing = int(np.count_nonzero((first.own != second.own).any(axis=1)))
        if differing == 0 and np.array_equal(first.moves, second.moves):
            return Contrast(NO_DIFFERENCE, 0.0, 1.0 if first.correlation else None)
        if differing < FEWEST_UNITS:
            return None
        freedom = min(units, differing) - 1.0
    value = second.value - first.value
    if first.correlation:
        correlation = correlation_of_moves(first.moves, second.moves)
        found = sides.spans_difference(first.estimate, second.estimate, correlation, freedom)
        within = max(abs(first.value), abs(second.value)) < 1.0
        return Contrast(found, atanh(second.value) - atanh(first.value) if within else None, 1.0)
    variance = sum(variances) if sides.independent else error_of(second.moves - first.moves, units) ** 2
    even = 1.0 / sides.base.seats
    return Contrast(
        mean_difference(value, variance, freedom, sides.level), value / sqrt(even * (1.0 - even)), None
    )


def _seen(tally: Tally, key: Key) -> _Seen | None:
    for statistic, groups in zip(tally.statistics, tally.grouped, strict=True):
        if statistic.measure == key[0] and key[1] in statistic.of:
            place = statistic.of.index(key[1])
            value, units = value_of(statistic, place, groups), units_of(groups, statistic.counts[place])
            if value is None or units < FEWEST_UNITS:
                return None
            own = groups[:, statistic.own[place]] if statistic.own else groups
            return _Seen(value, moved(statistic, place, groups), units, statistic.correlation, own)
    return None


def skill_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast what the strong one of two bots is ahead of the weak one.

    What one wins the other does not: both hang on the wins of either.
    """
    first, second = lead(sides.base), lead(sides.other)
    if first is None or second is None or sides.pairs.skill is None or sides.values(key) is None:
        return None
    pair = paired_ratio(sides.pairs.skill)
    freedom = min(first.way.freedom, second.way.freedom)
    if pair is None or freedom < 1.0 or first.value is None or second.value is None:
        return None
    estimates = Estimate(first.value, first.span), Estimate(second.value, second.span)
    found = sides.spans_difference(*estimates, pair.correlation, freedom)
    assert first.way.value is not None
    assert second.way.value is not None
    return Contrast(found, share_effect(first.way.value, second.way.value), None)
