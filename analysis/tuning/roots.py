"""Where a surface meets the target, and how far the games leave that open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.measures.intervals import LEVEL, noise_draws
from conquestlab.analysis.measures.ratios import Means
from conquestlab.analysis.tuning.box import Box, Point
from conquestlab.analysis.tuning.surface import SHARES, Surface, means_of, slopes_of, terms_for

STEPS = 60
CLOSE = 1e-5  # of a number; nearer than this is there


def nearest_points(
    surface: Surface, coefficients: np.ndarray, target: np.ndarray, box: Box, start: np.ndarray
) -> np.ndarray:
    """Return the points of the box at which surfaces come nearest to the target.

    The distance of shares is taken over all of them, the last included.

    Parameters
    ----------
    surface : Surface
        Whose terms and scale all have.
    coefficients : array, (draws, q, b)
        One surface a draw.
    target : array, (q,)
    box : Box
    start : array, (draws, k)
        Where the search begins (Levenberg and Marquardt's, kept in the box by fixing what pushes out).

    Returns
    -------
    array, (draws, k)
    """
    metric = np.eye(target.size) + float(surface.scale == SHARES)
    answer = box.into(start.astype(float))
    going = np.arange(len(answer))
    points, damping = answer, np.full(len(answer), 1e-3)
    left = _left(surface, coefficients, target, points)
    miss = np.einsum("dq,qr,dr->d", left, metric, left)
    for _ in range(STEPS):
        step = _step(_rise(surface, coefficients, points), left, metric, damping, points, box)
        tried = box.into(points - np.clip(step, -box.width / 2.0, box.width / 2.0))
        left_there = _left(surface, coefficients, target, tried)
        miss_there = np.einsum("dq,qr,dr->d", left_there, metric, left_there)
        better = miss_there < miss
        moved = np.abs(tried - points).max(axis=1) > CLOSE
        points = np.where(better[:, None], tried, points)
        answer[going] = points
        if not moved.any():
            break
        damping = np.where(better, damping * 0.2, np.minimum(damping * 8.0, 1e9))[moved]
        left = np.where(better[:, None], left_there, left)[moved]
        miss = np.where(better, miss_there, miss)[moved]
        going, points, coefficients = going[moved], points[moved], coefficients[moved]
    return answer


def _step(
    rise: np.ndarray, left: np.ndarray, metric: np.ndarray, damping: np.ndarray, points: np.ndarray, box: Box
) -> np.ndarray:
    """Return how far to step back, without the numbers that would leave the box."""
    uphill = np.einsum("dqk,qr,dr->dk", rise, metric, left)
    bends = np.einsum("dqk,qr,drl->dkl", rise, metric, rise)
    free = ~((points <= box.low) & (uphill > 0) | (points >= box.high) & (uphill < 0))
    bends = bends * free[:, :, None] * free[:, None, :]
    diagonal = np.einsum("dkk->dk", bends)
    more = damping[:, None] * diagonal + (diagonal <= 0.0)
    bends = bends + more[:, :, None] * np.eye(points.shape[1])
    step: np.ndarray = np.linalg.solve(bends, (uphill * free)[..., None])[..., 0]
    return step


def _left(surface: Surface, coefficients: np.ndarray, target: np.ndarray, points: np.ndarray) -> np.ndarray:
    height = np.einsum("dqb,db->dq", coefficients, surface.terms.values(points))
    return means_of(surface.scale, height) - target


def _rise(surface: Surface, coefficients: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return how the measures change with the numbers, (draws, q, k)."""
    height = np.einsum("dqb,db->dq", coefficients, surface.terms.values(points))
    spread = slopes_of(surface.scale, means_of(surface.scale, height))
    steep = np.einsum("dqb,dbk->dqk", coefficients, surface.terms.slopes(points))
    return np.einsum("dqr,drk->dqk", spread, steep)


def nearest_point(surface: Surface, target: np.ndarray, box: Box, starts: np.ndarray) -> np.ndarray:
    """Return the point of the box at which a surface comes nearest to the target.

    Of several, the one found from the earliest of the starts (starts, k).
    """
    same = np.broadcast_to(surface.coefficients, (len(starts), *surface.coefficients.shape))
    found = nearest_points(surface, same, target, box, starts)
    misses = np.sum((surface.means(found) - target) ** 2, axis=1)
    answer: np.ndarray = found[np.argmax(misses <= misses.min() + 1e-12)]
    return answer


def miss_p(surface: Surface, target: np.ndarray, point: np.ndarray) -> float:
    """Return the chance to see the target missed so far at a point if it were met there."""
    from conquestlab.analysis.measures.significance import chi_square_p

    left = surface.means(point) - target
    # Where all games ended alike nothing tells how they might have ended; one game more is allowed for.
    spread = surface.uncertainty(point) + np.eye(left.size) / surface.games**2
    square = left @ np.linalg.inv(spread) @ left
    return chi_square_p(float(square), target.size)


def no_effect_p(surface: Surface, point: np.ndarray, number: int) -> float:
    """Return the chance to see a surface as steep along a number at a point if it were level there (Wald)."""
    from conquestlab.analysis.measures.significance import chi_square_p

    steep = surface.steepness(point)[:, number]
    lever = np.kron(np.eye(steep.size), surface.terms.slopes(point)[None, :, number])
    spread = lever @ surface.covariance @ lever.T
    return chi_square_p(float(steep @ np.linalg.pinv(spread, hermitian=True) @ steep), steep.size)


def flat_p(seen: Sequence[tuple[Point, Means]]) -> float:
    """Return the chance to see measures move as much over points if nothing moved them.

    A score test, which needs no fit: it holds also where a measure jumps from nothing to everything.
    """
    from conquestlab.analysis.measures.significance import chi_square_p

    points = np.array([point for point, _ in seen], dtype=float)
    games = np.array([one.games for _, one in seen], dtype=float)
    means = np.array([one.means for _, one in seen])
    unit = np.maximum(np.ptp(points, axis=0) / 2.0, 1.0)
    basis = terms_for(points, points.mean(axis=0), unit).values(points)[:, 1:]
    basis = basis - np.average(basis, axis=0, weights=games)
    apart = means - np.average(means, axis=0, weights=games)
    # Of one game: within points, and, where a share is nothing or everything in all of them, between them.
    within = np.einsum("x,xqr->qr", games**2, np.array([one.covariance for _, one in seen]))
    between = np.einsum("x,xq,xr->qr", games, apart, apart)
    spread = (within + between) / games.sum()
    lever = np.einsum("x,xb,xc->bc", games, basis, basis)
    push = np.einsum("x,xq,xb->qb", games, apart, basis).ravel()
    square = push @ np.linalg.pinv(np.kron(spread, lever), hermitian=True) @ push
    return chi_square_p(float(square), push.size)


class Spread(NamedTuple):
    """How far the games leave the answer open.

    Attributes
    ----------
    low, high : float array, (k,)
        Intervals that hold together, as far as they lie in the range.
    draws : float array, (draws, k)
        Answers of surfaces that could as well be the true one, also beyond the range.
    """

    low: np.ndarray
    high: np.ndarray
    draws: np.ndarray


def spread_of(
    surface: Surface,
    target: np.ndarray,
    box: Box,
    wide: Box,
    point: np.ndarray,
    level: float = LEVEL,
    seed: int = 1,
) -> Spread:
    """Return the interval of each number of the answer `point`.

    Surfaces are drawn from the law of the fitted one, and the answer of each is taken. For one number this
    is Fieller's interval: the values at which the target cannot be ruled out. Of several numbers the
    intervals hold together (Bonferroni).

    Parameters
    ----------
    surface : Surface
    target : array, (q,)
    box : Box
        The range, to which the intervals are cut.
    wide : Box
        Where the answers of the draws are sought: wider, or the ends of intervals would be cut off.
    point : array, (k,)
    level, seed : float, int
    """
    noise = noise_draws(surface.covariance, max(1, surface.games - 1), seed=seed)
    drawn = surface.coefficients + noise.reshape(-1, *surface.coefficients.shape)
    answers = nearest_points(surface, drawn, target, wide, np.tile(point, (len(drawn), 1)))
    tail = (1.0 - level) / (2.0 * point.size)
    low, high = np.quantile(answers, [tail, 1.0 - tail], axis=0)
    return Spread(box.into(low), box.into(high), answers)
