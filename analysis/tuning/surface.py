"""How a measure answers to the numbers of a rulebook: a smooth surface through what the games showed.

A surface is a polynomial of second degree in the numbers, on a scale on which it can go on for ever: logits
of shares, logarithms of means that are never negative. It is meant for a neighbourhood, not for a whole
range. See docs/tuning.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from conquestlab.analysis.measures.ratios import Means
from conquestlab.analysis.tuning.box import Box, Point, hull

SHARES, POSITIVE, PLAIN = "shares", "positive", "plain"  # scales of a measure
FARTHEST = 30.0  # logits and logarithms beyond this are all the same
STEPS = 60
CLOSE = 1e-9


def means_of(scale: str, height: np.ndarray) -> np.ndarray:
    """Return measures from heights of the surface, (..., q); of shares that sum to 1 the last is left out."""
    if scale == PLAIN:
        return height
    height = np.clip(height, -FARTHEST, FARTHEST)
    if scale == POSITIVE:
        return np.exp(height)
    odds = np.exp(height)
    return odds / (1.0 + odds.sum(axis=-1, keepdims=True))


def slopes_of(scale: str, means: np.ndarray) -> np.ndarray:
    """Return how measures change with the heights, (..., q, q), where they are `means`."""
    unit = np.eye(means.shape[-1])
    if scale == PLAIN:
        return np.broadcast_to(unit, (*means.shape, means.shape[-1]))
    if scale == POSITIVE:
        return means[..., None] * unit
    return means[..., None] * unit - means[..., :, None] * means[..., None, :]


@dataclass(frozen=True, eq=False)
class Terms:
    """The terms of a polynomial in numbers that are counted from a centre.

    Attributes
    ----------
    centre, unit : float array, (k,)
        Where the numbers are 0, and 1.
    among : Box
        The smallest box that holds the points to which they are fitted.
    powers : int array, (b, k)
        Of each number in each term; the first term is the constant.
    """

    centre: np.ndarray
    unit: np.ndarray
    among: Box
    powers: np.ndarray

    def values(self, points: np.ndarray) -> np.ndarray:
        """Return the terms at points (..., k) as (..., b)."""
        factors = self._factors(points)
        answer: np.ndarray = np.prod(factors, axis=-1)
        return answer

    def slopes(self, points: np.ndarray) -> np.ndarray:
        """Return how the terms change with each number, (..., b, k)."""
        factors = self._factors(points)
        place = (points - self.centre) / self.unit
        answer = np.zeros(factors.shape)
        for number in range(self.powers.shape[1]):
            power = self.powers[:, number]
            changed = factors.copy()
            changed[..., number] = np.where(power == 2, 2.0 * place[..., None, number], power == 1)
            answer[..., number] = np.prod(changed, axis=-1) / self.unit[number]
        return answer

    def _factors(self, points: np.ndarray) -> np.ndarray:
        """Return what each number adds to each term, (..., b, k); powers are 0, 1 or 2."""
        place = ((points - self.centre) / self.unit)[..., None, :]
        return np.where(self.powers == 2, place * place, np.where(self.powers == 1, place, 1.0))


def terms_for(points: np.ndarray, centre: np.ndarray, unit: np.ndarray) -> Terms:
    """Choose the terms that points (N, k) can tell apart: slopes first, then bends, then twists."""
    count = points.shape[1]
    unit_powers = np.eye(count, dtype=np.int64)
    wanted = [*unit_powers, *(2 * unit_powers)]
    wanted += [unit_powers[one] + unit_powers[other] for one, other in combinations(range(count), 2)]
    chosen = Terms(centre, unit, hull(points), np.zeros((1, count), dtype=np.int64))
    for powers in wanted:
        more = replace(chosen, powers=np.vstack([chosen.powers, powers]))
        if np.linalg.matrix_rank(more.values(points), tol=1e-6) == len(more.powers):
            chosen = more
    return chosen


@dataclass(frozen=True, eq=False)
class Surface:
    """A fitted surface.

    Attributes
    ----------
    scale : str
    terms : Terms
    coefficients : float array, (q, b)
    covariance : float array, (q * b, q * b)
        As the blocks of games show it, whatever their law; widened where the surface does not fit.
    misfit, freedom : float, int
        Chi-square of what the surface leaves unexplained.
    roughness : float
        Variance by which points lie off the surface beyond what chance explains.
    games : int
    """

    scale: str
    terms: Terms
    coefficients: np.ndarray
    covariance: np.ndarray
    misfit: float
    freedom: int
    roughness: float
    games: int

    @cached_property
    def misfit_p(self) -> float:
        """The chance of such a misfit if the surface were the truth; 1 where it cannot be judged."""
        from conquestlab.analysis.measures.significance import chi_square_p

        return chi_square_p(self.misfit, self.freedom) if self.freedom > 0 else 1.0

    def means(self, points: np.ndarray) -> np.ndarray:
        """Return the measures at points (..., k) as (..., q)."""
        return means_of(self.scale, self.terms.values(points) @ self.coefficients.T)

    def steepness(self, point: np.ndarray) -> np.ndarray:
        """Return how the heights change with each number at a point, (q, k)."""
        return np.asarray(self.coefficients @ self.terms.slopes(point))

    def uncertainty(self, point: np.ndarray) -> np.ndarray:
        """Return the covariance of the measures at a point, (q, q)."""
        spread = slopes_of(self.scale, self.means(point))
        lever = np.kron(spread, self.terms.values(point)[None, :])
        return lever @ self.covariance @ lever.T

    def widened(self, times: float) -> Surface:
        """Return the same surface with its covariance so many times larger."""
        return replace(self, covariance=self.covariance * times)


def fit(seen: Sequence[tuple[Point, Means]], scale: str, centre: np.ndarray, unit: np.ndarray) -> Surface:
    """Fit a surface by quasi-likelihood, each point weighted by its games.

    Parameters
    ----------
    seen : sequence of (point, Means)
        What came of the games at each point; one point at least.
    scale : str
        SHARES, POSITIVE or PLAIN.
    centre, unit : array, (k,)
        Where the numbers are 0, and 1: near the middle and the edge of the points.
    """
    points = np.array([point for point, _ in seen], dtype=float)
    means = np.array([one.means for _, one in seen])
    covariances = np.array([one.covariance for _, one in seen])
    weights = np.array([one.games for _, one in seen], dtype=float)
    terms = terms_for(points, centre, unit)
    basis = terms.values(points)
    coefficients = _start(scale, means, weights, len(terms.powers))
    width = coefficients.size
    # A trace of a ridge, so that a share of nothing or everything does not lead to infinity.
    ridge = 1e-9 * np.eye(width)
    for _ in range(STEPS):
        fitted = means_of(scale, basis @ coefficients.T)
        curvature = _curvature(scale, fitted, basis, weights)
        push = np.einsum("x,xq,xb->qb", weights, means - fitted, basis).ravel()
        step = np.linalg.solve(curvature + ridge * np.trace(curvature), push).reshape(coefficients.shape)
        reach = np.abs(basis @ step.T).max()
        if scale != PLAIN and reach > 2.0:
            step *= 2.0 / reach
        coefficients = coefficients + step
        if reach < CLOSE or abs(basis @ coefficients.T).max() > FARTHEST:
            break
    fitted = means_of(scale, basis @ coefficients.T)
    curvature = _curvature(scale, fitted, basis, weights)
    inverse = np.linalg.inv(curvature + ridge * np.trace(curvature))
    noise = np.einsum("x,xqr,xb,xc->qbrc", weights**2, covariances, basis, basis).reshape(width, width)
    misfit = _misfit(means - fitted, seen)
    freedom = means.size - width
    chance = float(np.mean(1.0 / np.einsum("xqq->x", covariances + 1e-300)))
    excess = max(0.0, misfit / freedom - 1.0) if freedom > 0 else 0.0
    roughness = excess / chance / means.shape[1]
    return Surface(
        scale, terms, coefficients, inverse @ noise @ inverse, misfit, freedom, roughness, int(weights.sum())
    )


def _start(scale: str, means: np.ndarray, weights: np.ndarray, terms: int) -> np.ndarray:
    """Return a level surface at the mean of all games."""
    level = np.average(means, axis=0, weights=weights)
    if scale == SHARES:
        rest = max(1.0 - level.sum(), 1e-6)
        level = np.log(np.maximum(level, 1e-6) / rest)
    elif scale == POSITIVE:
        level = np.log(np.maximum(level, 1e-12))
    coefficients = np.zeros((means.shape[1], terms))
    coefficients[:, 0] = level
    return coefficients


def _curvature(scale: str, fitted: np.ndarray, basis: np.ndarray, weights: np.ndarray) -> np.ndarray:
    spread = slopes_of(scale, fitted)
    width = fitted.shape[1] * basis.shape[1]
    return np.einsum("x,xqr,xb,xc->qbrc", weights, spread, basis, basis).reshape(width, width)


def _misfit(left: np.ndarray, seen: Sequence[tuple[Point, Means]]) -> float:
    """Return the chi-square of what is left over, each point by its own covariance."""
    # A share of nothing or everything shows no variation to go by; then one game more is allowed for.
    floor = np.array([np.eye(left.shape[1]) / one.games**2 for _, one in seen])
    spread = np.array([one.covariance for _, one in seen]) + floor
    return float(np.einsum("xq,xqr,xr->", left, np.linalg.inv(spread), left))
