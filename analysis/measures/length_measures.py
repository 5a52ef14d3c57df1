"""Measures of the length of games, in rounds; games that were cut off are taken for longer than seen."""

from collections.abc import Callable
from math import sqrt

import numpy as np

from conquestlab.analysis.measures.censored import (
    quantile,
    quantile_interval,
    quantile_spans,
    restricted_mean,
    survival,
)
from conquestlab.analysis.measures.intervals import (
    FEWEST_UNITS,
    LEVEL,
    bootstrap_weights,
    studentised_interval,
    t_interval,
)
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Span, ratio
from conquestlab.analysis.measures.tallies import BESIDE, FINISHED, PAIRS, UNFINISHED, Tally

SMALLEST_DESIGN = 1e-9  # of an effect of blocks; below it division would lose all meaning


class Lengths:
    """The lengths of the games of one tally.

    Parameters
    ----------
    tally : Tally
    level : float
    seed : int
        Of the bootstrap.
    """

    def __init__(self, tally: Tally, level: float = LEVEL, seed: int = 1):
        self.tally = tally
        self.level = level
        self.seed = seed
        self.curve = survival(tally.lengths[:, FINISHED], tally.lengths[:, UNFINISHED])
        self.own_luck = tally.games == tally.blocks
        cut_off = tally.lengths[:, UNFINISHED].any()
        self.restricted = f"up to round {len(tally.lengths) - 1}" if cut_off else ""

    def rounds(self) -> list[MeasureRow]:
        """Return the mean; where games were cut off, that of the rounds up to the cut, and marked so."""
        value, variance = restricted_mean(self.curve)
        span: Span = UNKNOWN
        if self.tally.blocks > 1:
            games = self.tally.games
            error = sqrt(variance * self._mean_design() * games / (games - 1))
            span = t_interval(value, error, self.tally.blocks, self.level)
        return [measure_row("rounds", self.restricted, value, span, self.tally.games)]

    def quantile(self, measure: str, share: float) -> list[MeasureRow]:
        """Return the fewest rounds within which such a share of the games is over."""
        span = UNKNOWN
        if self.tally.blocks > 1:
            span = quantile_interval(self.curve, self._trials(), share, self.level)
        return [measure_row(measure, "", quantile(self.curve, share), span, self.tally.games)]

    def rounds_cv(self) -> list[MeasureRow]:
        """Return the standard deviation over the mean, of the rounds that were played."""
        groups = self.tally.paces[self.tally.paces[:, 0] > 0].astype(float)
        total, squares, games = self.tally.rounds.sums
        value, span = None, UNKNOWN
        if games > 1 and total > 0:
            # Whole numbers, so that equal lengths have no spread at all.
            spread = (squares * games - total * total) / (games * (games - 1))
            value = sqrt(spread) * games / total
            if len(groups) >= FEWEST_UNITS:
                seen, error = _relative_spread(groups, np.ones((1, len(groups))))
                drawn = _relative_spread(groups, bootstrap_weights(len(groups), seed=self.seed))
                low, high = studentised_interval(float(seen[0]), float(error[0]), *drawn, self.level)
                span = (max(0.0, low), high)
        return [measure_row("rounds_cv", self.restricted, value, span, games)]

    @property
    def over(self) -> tuple[np.ndarray, np.ndarray]:
        """Share of games over within each number of rounds, and the games that would tell it so well."""
        return 1.0 - self.curve.alive, self._trials()

    def quantile_spans(self, share: float) -> Callable[[float], Span]:
        """Return the intervals of a quantile of the lengths, by how often they may miss it on each side."""
        if self.tally.blocks < 2:
            return lambda tail: UNKNOWN
        return quantile_spans(self.curve, self._trials(), share)

    def _mean_design(self) -> float:
        """How many times more the mean length varies than if the games of a block had luck of their own."""
        total, squares, games = self.tally.rounds.sums
        alone = (squares * games - total * total) / (games * games * (games - 1))
        if self.own_luck or alone == 0.0:
            return 1.0
        return ratio(self.tally.rounds).variance / alone

    def _trials(self) -> np.ndarray:
        """Effective number of games behind the share of games that are over, for each length."""
        _, _, games = self.tally.rounds.sums
        blockwise = games * games / self.tally.rounds.products[2][2]
        over = 1.0 - self.curve.alive
        variance = self.curve.alive**2 * self.curve.spread
        inside = (over > 0.0) & (variance > 0.0)
        independent = np.divide(over * (1.0 - over), variance, out=np.ones_like(over), where=inside)
        return np.where(inside, independent / self._share_design(), blockwise)

    def _share_design(self) -> np.ndarray:
        """How many times more the share of games finished by each length varies than without blocks."""
        if self.own_luck:
            return np.ones(len(self.tally.lengths))
        games, blocks = self.tally.games, self.tally.blocks
        sums = np.cumsum(self.tally.lengths, axis=0)
        over = sums[:, FINISHED] / games
        squares = sums[:, PAIRS] - 2.0 * over * sums[:, BESIDE] + over**2 * self.tally.rounds.products[2][2]
        alone = over * (1.0 - over) * games
        varied = alone > 0.0
        design = np.divide(squares, alone, out=np.ones_like(over), where=varied) * blocks / (blocks - 1)
        return np.maximum(np.where(varied, design, 1.0), SMALLEST_DESIGN)


def _relative_spread(groups: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the standard deviation over the mean, and its standard error, of each draw of groups.

    Arguments as for `spread_parts`.
    """
    value, parts = spread_parts(groups, weights)
    count = groups.shape[0]
    return value, np.sqrt((weights * parts**2).sum(axis=1) * count / (count - 1))


def spread_parts(groups: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the standard deviation over the mean of each draw of groups, and what each group adds to it.

    Parameters
    ----------
    groups : array, (groups, 3)
        Games, lengths and squares of lengths.
    weights : array, (draws, groups)
        How often each group is drawn.

    Returns
    -------
    value : array, (draws,)
    parts : array, (draws, groups)
        By how much each group moves the value: the first term of Taylor's series.
    """
    # Not a product of matrices: those start threads, which costs more than the sums.
    games, total, squares = np.einsum("dg,gk->kd", weights, groups)
    mean, second = total / games, squares / games
    value = np.sqrt(np.maximum(second / mean**2 - 1.0, 0.0))
    steep = np.divide(1.0, 2.0 * value * mean**2, out=np.zeros_like(value), where=value > 0.0)
    slopes = np.stack([second * steep, -2.0 * second / mean * steep, steep])
    return value, np.einsum("kd,gk->dg", slopes, groups) / games[:, None]
