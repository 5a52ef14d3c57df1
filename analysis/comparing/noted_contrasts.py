"""Contrasts of measures of noted games: how leaving out the same groups of blocks moves both variants."""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.chances.noted_table import SHARES, NotedTable, jackknife_error
from conquestlab.analysis.comparing.contrast import Contrast, Sides, mean_contrast, share_contrast
from conquestlab.analysis.comparing.differences import NO_DIFFERENCE, welch_freedom
from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.measures.statistics import correlation_of_moves


def chance_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast a measure of the chances, each variant judged by a model of its own.

    Where both share their luck, leaving out a group leaves out the same blocks of both.
    """
    return _contrast(sides, *sides.chances, key)


def pace_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast a measure of the time at the table."""
    return _contrast(sides, *sides.paces, key)


def _contrast(sides: Sides, first: NotedTable | None, second: NotedTable | None, key: Key) -> Contrast | None:
    if first is None or second is None or not (key in first.keys and key in second.keys):
        return None
    one, other = first.keys.index(key), second.keys.index(key)
    if not (first.known(one) and second.known(other)):
        return None
    moves = first.moves(one), second.moves(other)
    paired = not sides.independent and np.array_equal(first.replicates, second.replicates)
    value = second.value(other) - first.value(one)
    if value == 0.0 and not (moves[0].any() or moves[1].any()):
        return Contrast(NO_DIFFERENCE, 0.0, None)
    if key[0] in SHARES:
        correlation = correlation_of_moves(*moves) if paired else 0.0
        return share_contrast(sides, first.share(one), second.share(other), correlation)
    errors = first.error(one), second.error(other)
    variance = jackknife_error(moves[1] - moves[0]) ** 2 if paired else errors[0] ** 2 + errors[1] ** 2
    freedom = min(first.units, second.units) - 1.0
    if not paired:
        freedom = welch_freedom(errors[0] ** 2, first.units, errors[1] ** 2, second.units)
    spreads = _spread(first, one), _spread(second, other)
    return mean_contrast(value, variance, freedom, spreads, sides.level)


def _spread(table: NotedTable, place: int) -> float:
    """Return the variance of a single game that would leave the mean as uncertain as it is."""
    return table.error(place) ** 2 * float(table.games[place])
