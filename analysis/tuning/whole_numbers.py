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
        return self._ranked(self.around(answer, box), answer)[:MOST]

    def around(self, answer: np.ndarray, box: Box) -> list[Point]:
        """Return the whole points around an answer."""
        middle, apart = np.rint(answer), APART if len(answer) <= 2 else 1
        spans = [
            range(int(max(low, centre - apart)), int(min(high, centre + apart)) + 1)
            for low, centre, high in zip(box.low, middle, box.high, strict=True)
        ]
        return list(product(*spans))

    def played(self, whole: Sequence[Whole], play: Player, games: int) -> list[Whole]:
        """Play whole points, all with the same luck, and return the best, best first.

        `games` are shared out over rounds; in each the worse half of the points is left out.
        """
        left = list(whole)
        rounds = 1 + max(0, ceil(log2(max(1.0, len(left) / FINALISTS))))
        for turn in range(rounds):
            self.play([one.point for one in left], play, games // rounds)
            left = self._ranked([one.point for one in left])
            if turn < rounds - 1:
                left = left[: max(FINALISTS, -(-len(left) // 2))]
        return left

    def play(self, points: Sequence[Point], play: Player, games: int) -> None:
        """Play whole points, and add up what they show."""
        for point, portion in play(evenly(points, games)):
            self.sums[point] = self.sums[point] + portion if point in self.sums else portion

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


def jointly(
    choices: Sequence[Choice],
    answers: Sequence[np.ndarray],
    box: Box,
    screening: Sequence[tuple[Player, int]],
) -> tuple[list[list[Whole]], bool]:
    """Return the whole points that are best for the set of bots which each suits least.

    Parameters
    ----------
    choices : sequence of Choice
        One for each set of bots.
    answers : sequence of float array
        Where each set meets the target.
    box : Box
    screening : sequence of (Player, int)
        What plays whole points with each set, and how many games; nothing where none are to be played.

    Returns
    -------
    wholes : list of list of Whole
        For each set the same points in the same order.
    interrupted : bool
    """
    interrupted = False
    if len(choices) == 1:
        (choice,), (answer,) = choices, answers
        whole = choice.near(answer, box)
        try:
            for play, games in screening:
                whole = choice.played(whole, play, games)
        except KeyboardInterrupt:
            interrupted = True
        return [whole], interrupted
    between = [np.mean(answers, axis=0), *answers]
    if len(box.low) == 1:
        ends = [float(one[0]) for one in answers]
        between += [np.array([step]) for step in np.linspace(min(ends), max(ends), MOST)]
    points = list(dict.fromkeys(point for one in between for point in choices[0].around(one, box)))

    def ranked(some: Sequence[Point]) -> list[Point]:
        known = {point: max(choice.known(point).miss(choice.target) for choice in choices) for point in some}
        return sorted(some, key=lambda point: known[point])

    best = ranked(points)[: 2 * FINALISTS]
    try:
        for choice, (play, games) in zip(choices, screening, strict=False):
            choice.play(best, play, games)
    except KeyboardInterrupt:
        interrupted = True
    best = ranked(best)
    return [[choice.known(point) for point in best] for choice in choices], interrupted


def _leap(left: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """Return how far a surface is off at a point where it leaves unexplained what chance hardly can."""
    return np.diag(np.where(left**2 > LEAP**2 * chance, left**2, 0.0))


def _misses(means: np.ndarray, target: Target) -> np.ndarray:
    """Return how far measures (draws, q) are from the target."""
    if target.levels_seats:
        shares = np.column_stack([means, 1.0 - means.sum(axis=1)])
        return np.asarray(np.ptp(shares, axis=1))
    return np.abs(means[:, 0] - target.aim[0])
