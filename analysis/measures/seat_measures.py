"""Measures of the seats: how the wins are shared out among them, and whether chance alone would do so."""

from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from math import ceil, inf, sqrt

import numpy as np

from conquestlab.analysis.measures.intervals import LEVEL, noise_draws, norm_interval, normal_quantile
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.ratio_measures import family_of, measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Span, covariance, ratio, ratio_to
from conquestlab.analysis.measures.significance import (
    chi_square_p,
    share_equivalence_p,
    weighted_chi_square_p,
)
from conquestlab.analysis.measures.tallies import Tally

MARGIN = 0.02  # shares of the seats this near to even ones are even enough; 10,000 games can show it


class Seats:
    """The shares of the seats of one tally, with their covariance over blocks.

    Parameters
    ----------
    tally : Tally
    level : float
        Of all intervals and of the test of balance.
    margins : sequence of float
        Half-widths of what may count as balanced.
    seed : int
        Of the bootstraps.
    """

    def __init__(
        self, tally: Tally, level: float = LEVEL, margins: Sequence[float] = (MARGIN,), seed: int = 1
    ):
        self.tally = tally
        self.level = level
        self.margins = margins
        self.seed = seed
        self.count = tally.seats
        self.decided = tally.wins.games
        self.blocks = tally.wins.blocks
        self.known = self.decided > 0
        self.varied = False
        if self.known:
            self.each = [ratio_to(tally.wins, {seat: 1}) for seat in range(self.count)]
            self.shares = np.array([seat.value for seat in self.each])
            self.deviation = self.shares - 1.0 / self.count
        if self.blocks > 1:
            self.covariance = covariance(tally.wins)
            # Where all blocks ended alike nothing tells how they might have ended.
            self.varied = bool(self.covariance.any())

    @cached_property
    def noise(self) -> np.ndarray:
        """Draws of what chance adds to the shares."""
        return noise_draws(self.covariance, self.blocks - 1, seed=self.seed)

    def _measure_row(
        self, measure: str, value: float | None, span: Span = UNKNOWN, of: str = ""
    ) -> MeasureRow:
        return measure_row(measure, of, value, span, self.decided)

    def win_share(self) -> list[MeasureRow]:
        """Return the share of the wins of each seat; the intervals of all seats hold together."""
        if not self.known:
            return [self._measure_row("win_share", None, of=str(seat + 1)) for seat in range(self.count)]
        family = family_of(self.count)
        return [
            self._measure_row("win_share", seat.value, seat.share.span(family, self.level), str(place + 1))
            for place, seat in enumerate(self.each)
        ]

    def seat_gap(self) -> list[MeasureRow]:
        """Return how far the best seat is above the worst."""
        if not self.known:
            return [self._measure_row("seat_gap", None)]
        return [self._measure_row("seat_gap", np.ptp(self.shares), self._size_span(_gaps))]

    def gap_by_chance(self) -> float | None:
        """Return how far the best seat would be above the worst by chance alone, on average."""
        if not self.varied or self.count < 2:
            return None
        return float(_gaps(self.noise).mean())

    def seat_effect(self) -> list[MeasureRow]:
        """Return how uneven the seats are, free of what chance adds in few games."""
        if not self.known:
            return [self._measure_row("seat_effect", None)]
        surplus = (self._chi_square() - sum(self._chance_squares())) / self.decided
        span = self._size_span(lambda many: np.sqrt(self.count * np.sum(many * many, axis=1)))
        return [self._measure_row("seat_effect", sqrt(max(0.0, surplus)), span)]

    def seat_chi2_p(self) -> list[MeasureRow]:
        """Return the chance that even seats would come out as uneven as these."""
        value = None
        if self.known and self.count > 1:
            if self.tally.plain_wins:
                value = chi_square_p(self._chi_square(), self.count - 1)
            elif self.varied:
                value = weighted_chi_square_p(self._chi_square(), self._chance_squares(), self.blocks)
        return [self._measure_row("seat_chi2_p", value)]

    def seat_balanced(self) -> list[MeasureRow]:
        """Return 1 if all seats are shown to be within a margin of an even share, 0 if one is shown not to.

        Else nothing is said. A seat is shown not to be where its interval, which holds together with those
        of all seats, lies outside the margin.
        """
        return [
            self._measure_row("seat_balanced", self._balanced(margin), of=f"{margin:g}")
            for margin in self.margins
        ]

    def _balanced(self, margin: float) -> float | None:
        p_value = self._balance_p(margin)
        if p_value is None:
            return None
        if p_value <= 1.0 - self.level:
            return 1.0
        even = 1.0 / self.count
        for seat in self.each:
            low, high = seat.share.span(family_of(self.count), self.level)
            if low is not None and high is not None and (low > even + margin or high < even - margin):
                return 0.0
        return None

    def games_to_show(self, margin: float) -> int | None:
        """Return the games after which an even game is shown to be even nine times in ten."""
        if not self.known or self.count < 2:
            return None
        even = 1.0 / self.count
        width = normal_quantile(2.0 * self.level - 1.0) + normal_quantile(0.9, family_of(self.count))
        trials = even * (1.0 - even) * (width / margin) ** 2
        # As many more games than trials as the blocks, or shared wins, made it here.
        known = [seat.share.trials for seat in self.each if 0.0 < seat.share.trials < inf]
        return ceil(trials * self.decided / min(known)) if known else None

    def seat_balanced_p(self) -> list[MeasureRow]:
        """Return the p-value behind `seat_balanced`: the largest of all one-sided tests."""
        return [
            self._measure_row("seat_balanced_p", self._balance_p(margin), of=f"{margin:g}")
            for margin in self.margins
        ]

    def seat_slope(self) -> list[MeasureRow]:
        """Return the change of the win share from one seat to the next, by least squares."""
        if not self.known or self.count < 2:
            return [self._measure_row("seat_slope", None)]
        # Twice the distance from the middle seat, so that the coefficients are whole.
        line = ratio(self.tally.wins, [2 * seat - (self.count - 1) for seat in range(self.count)])
        unit = self.count * (self.count**2 - 1) / 6.0
        span = line.mean_span(unit, self.level) if self.varied else UNKNOWN
        return [self._measure_row("seat_slope", line.value / unit, span)]

    def _chi_square(self) -> float:
        return self.decided * self.count * float(np.sum(self.deviation**2))

    def _chance_squares(self) -> list[float]:
        """Variances of the independent squares that make up chi-square where the seats are even."""
        if self.tally.plain_wins:
            return [1.0] * (self.count - 1)
        if not self.varied:
            return [0.0]
        scaled = self.decided * self.count * np.linalg.eigvalsh(self.covariance)
        return [max(0.0, float(square)) for square in scaled]

    def _size_span(self, norm: Callable[[np.ndarray], np.ndarray]) -> Span:
        if not self.varied or self.count < 2:
            return UNKNOWN
        return norm_interval(self.deviation, self.noise, norm, self.level)

    def _balance_p(self, margin: float) -> float | None:
        if not self.known or self.count < 2:
            return None
        largest = 0.0
        for seat in self.each:
            share = seat.share
            if share.freedom < 1:
                return None
            passed = share_equivalence_p(seat.value, share.trials, 1.0 / self.count, margin, share.freedom)
            largest = max(largest, passed)
        return largest


def _gaps(many: np.ndarray) -> np.ndarray:
    """Return the largest less the smallest of each row; by columns, of which there are few."""
    return reduce(np.maximum, many.T) - reduce(np.minimum, many.T)
