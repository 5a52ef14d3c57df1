"""Whole numbers near an answer: which of them come nearest to the target, by the surface and by games.

A surface is smooth and games need not be: an army more than the neighbour has may matter where two armies
more do not. So the whole points around the answer are played too, all with the same luck, and the worse half
of them is left out, round after round. What the surface says and what the games say is weighed by how sure
each is; how far points lie off the surface, beyond chance, is the doubt in the surface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import ceil, log2, sqrt
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.measures.intervals import LEVEL, noise_draws, norm_interval, normal_quantile
from conquestlab.analysis.measures.moments import Moments
from conquestlab.analysis.measures.ratios import means_in
from conquestlab.analysis.tuning.box import Box, Point
from conquestlab.analysis.tuning.design import evenly
from conquestlab.analysis.tuning.search import Player
from conquestlab.analysis.tuning.surface import SHARES, Surface, slopes_of
from conquestlab.analysis.tuning.targets import Target

APART = 2  # whole numbers looked at on either side of the answer; of three numbers or more one
MOST = 27  # whole points that are played
FINALISTS = 4
DRAWS = 500
LEAP = 4.0  # standard errors off the surface that are taken for a leap
FREEDOM = 10_000  # of the covariances: they rest on thousands of games


class Whole(NamedTuple):
    """A whole point, with what is known of the measure there.

    Attributes
    ----------
    point : tuple of int
    means : float array, (q,)
    covariance : float array, (q, q)
    games : int
        Played at this very point.
    """

    point: Point
    means: np.ndarray
    covariance: np.ndarray
    games: int

    def miss(self, target: Target) -> float:
        """Return how far it is to be expected from the target: of the seats the mean gap.

        The mean over all that the point may be: a point of which little is known is no bargain.
        """
        drawn = self.means + noise_draws(self.covariance, FREEDOM, DRAWS)
        return float(np.mean(_misses(drawn, target)))

    def value(self, target: Target, level: float = LEVEL) -> tuple[float, float, float]:
        """Return the measure, of the seats the gap, with its interval."""
        if target.levels_seats:
            last = np.vstack([np.eye(self.means.size), -np.ones(self.means.size)])
            deviation = np.append(self.means, 1.0 - self.means.sum()) - 1.0 / (self.means.size + 1)
            noise = noise_draws(last @ self.covariance @ last.T, FREEDOM)
            low, high = norm_interval(deviation, noise, lambda many: np.ptp(many, axis=1), level)
            return float(np.ptp(deviation)), low, high
        value, half = float(self.means[0]), normal_quantile(level) * sqrt(self.covariance[0, 0])
        low, high = value - half, value + half
        return (value, max(0.0, low), min(1.0, high)) if target.scale == SHARES else (value, low, high)


class Choice:
    """The choice among whole points.

    Parameters
    ----------
    surface : Surface
    target : Target
    sums : dict of Point to Moments
        What was played before.
    """

    def __init__(self, surface: Surface, target: Target, sums: Mapping[Point, Moments]):
        self.surface = surface
        self.target = target
        self.sums = dict(sums)

    def near(self, answer: np.ndarray, box: Box) -> list[Whole]:
        """Return the whole points around an answer, best first."""
        middle, apart = np.rint(answer), APART if len(answer) <= 2 else 1
        spans = [
            range(int(max(low, centre - apart)), int(min(high, centre + apart)) + 1)
            for low, centre, high in zip(box.low, middle, box.high, strict=True)
        ]
        return self._ranked(list(product(*spans)), answer)[:MOST]

    def played(self, whole: Sequence[Whole], play: Player, games: int) -> list[Whole]:
        """Play whole points, all with the same luck, and return the best, best first.

        `games` are shared out over rounds; in each the worse half of the points is left out.
        """
        left = list(whole)
        rounds = 1 + max(0, ceil(log2(max(1.0, len(left) / FINALISTS))))
        for turn in range(rounds):
            for point, portion in play(evenly([one.point for one in left], games // rounds)):
                self.sums[point] = self.sums[point] + portion if point in self.sums else portion
            left = self._ranked([one.point for one in left])
            if turn < rounds - 1:
                left = left[: max(FINALISTS, -(-len(left) // 2))]
        return left

    def _ranked(self, points: Sequence[Point], answer: np.ndarray | None = None) -> list[Whole]:
        def order(one: Whole) -> tuple[float, float]:
            far = 0.0 if answer is None else float(np.sum((np.array(one.point) - answer) ** 2))
            return round(one.miss(self.target), 12), far

        return sorted(map(self.known, points), key=order)

    def known(self, point: Point) -> Whole:
        """Return what the surface and the games say of a point together."""
        place = np.array(point, dtype=float)
        means = self.surface.means(place)
        doubt = self.surface.uncertainty(place) + self._unknown(place)
        seen = means_in(self.sums[point], self.target.unit) if point in self.sums else None
        if seen is None:
            return Whole(point, means, doubt, 0)
        floor = np.eye(means.size) / seen.games**2
        doubt = doubt + _leap(seen.means - means, np.diag(doubt + seen.covariance + floor))
        trust = doubt @ np.linalg.inv(doubt + seen.covariance + floor)
        left = np.eye(means.size) - trust
        spread = left @ doubt @ left.T + trust @ seen.covariance @ trust.T
        return Whole(point, means + trust @ (seen.means - means), spread, seen.games)

    def _unknown(self, place: np.ndarray) -> np.ndarray:
        """Return how far the truth may be off the surface: as it is rough, and beyond its points at will."""
        surface = self.surface
        inside = surface.terms.among.into(place)
        rise = slopes_of(surface.scale, surface.means(inside)) @ surface.steepness(inside)
        beyond = rise @ (place - inside)
        return (surface.roughness + float(beyond @ beyond)) * np.eye(beyond.size)


def _leap(left: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """Return how far a surface is off at a point where it leaves unexplained what chance hardly can."""
    return np.diag(np.where(left**2 > LEAP**2 * chance, left**2, 0.0))


def _misses(means: np.ndarray, target: Target) -> np.ndarray:
    """Return how far measures (draws, q) are from the target."""
    if target.levels_seats:
        shares = np.column_stack([means, 1.0 - means.sum(axis=1)])
        return np.asarray(np.ptp(shares, axis=1))
    return np.abs(means[:, 0] - target.aim[0])
