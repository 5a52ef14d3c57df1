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
from conquestlab.analysis.measures.intervals import LEVEL, t_interval
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Span, ratio
from conquestlab.analysis.measures.tallies import BESIDE, FINISHED, PAIRS, UNFINISHED, Tally

MIDDLE, LONG = (
    0.5,
    0.9,
)  # the shares of games that are over within a median game, and all but the longest tenth
SMALLEST_DESIGN = 1e-9  # of an effect of blocks; below it division would lose all meaning


class Lengths:
    """The lengths of the games of one tally.

    Parameters
    ----------
    tally : Tally
    level : float
    """

    def __init__(self, tally: Tally, level: float = LEVEL):
        self.tally = tally
        self.level = level
        self.curve = survival(tally.lengths[:, FINISHED], tally.lengths[:, UNFINISHED])
        self.own_luck = tally.games == tally.blocks

    def rounds(self) -> list[MeasureRow]:
        """Return the mean; where games were cut off, that of the rounds up to the cut."""
        value, variance = restricted_mean(self.curve)
        span: Span = UNKNOWN
        if self.tally.blocks > 1:
            games = self.tally.games
            error = sqrt(variance * self._mean_design() * games / (games - 1))
            span = t_interval(value, error, self.tally.blocks, self.level)
        return [measure_row("rounds", "", value, span, self.tally.games)]

    def quantile(self, measure: str, share: float) -> list[MeasureRow]:
        """Return the fewest rounds within which such a share of the games is over."""
        span = UNKNOWN
        if self.tally.blocks > 1:
            span = quantile_interval(self.curve, self._trials(), share, self.level)
        return [measure_row(measure, "", quantile(self.curve, share), span, self.tally.games)]

    def rounds_spread(self) -> list[MeasureRow]:
        """Return how many times as long as the median game the longest tenth of the games lasts, at least."""
        low, high = self.spread_spans((1.0 - self.level) / 2.0)
        middle, long = quantile(self.curve, MIDDLE), quantile(self.curve, LONG)
        value = long / middle if middle and long is not None else None
        return [measure_row("rounds_spread", "", value, (low, high), self.tally.games)]

    def spread_spans(self, tail: float) -> Span:
        """Return the interval of the ratio of both quantiles, by how often it may miss on each side.

        Both quantiles are whole numbers, and jump: nothing is known of how they move together. So the
        interval of each may miss half as often, and the ratio is that of the ends that are farthest apart.
        """
        middle_low, middle_high = self.quantile_spans(MIDDLE)(tail / 2.0)
        long_low, long_high = self.quantile_spans(LONG)(tail / 2.0)
        low = max(1.0, long_low / middle_high) if long_low and middle_high else None
        return low, (long_high / middle_low if long_high and middle_low else None)

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
