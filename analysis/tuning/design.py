"""Which whole points are played: spread over a range for a first look, then around the answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from conquestlab.analysis.tuning.box import Box, Point

FEWEST = 60  # games at a point

Orders = list[tuple[Point, int]]
"""Points, each with the number of games to play there."""


def overview(box: Box) -> list[Point]:
    """Return whole points all over a box: five along a number, a grid of two, a star and corners of more."""
    count = len(box.low)
    if count == 1:
        return whole_points(np.linspace(box.low, box.high, 5), box)
    if count == 2:
        steps = [np.linspace(low, high, 3) for low, high in zip(box.low, box.high, strict=True)]
        return whole_points(np.array(list(product(*steps))), box)
    return whole_points(star(box.middle, box.width / 2.0), box)


def star(centre: np.ndarray, half: np.ndarray) -> np.ndarray:
    """Return a centre, its neighbours along each number, and corners: all, of four numbers or more half."""
    count = len(centre)
    along = [sign * row for row in np.eye(count) for sign in (-1.0, 1.0)]
    corners = [np.array(signs) for signs in product((-1.0, 1.0), repeat=count)] if count > 1 else []
    if count > 3:
        corners = [corner for corner in corners if np.prod(corner) > 0]
    return centre + half * np.array([np.zeros(count), *along, *corners])


def around(point: np.ndarray, half: np.ndarray, box: Box, games: int) -> Orders:
    """Share out games: half of them to the whole points around an answer, half further out.

    What is near settles where the answer is; what is further out, how steeply the measure moves.
    """
    count = len(point)
    if count <= 2:
        below = np.minimum(np.floor(point), np.maximum(box.high - 1.0, box.low))
        near = [below + np.array(corner) for corner in product((0.0, 1.0), repeat=count)]
    else:
        nearest = np.rint(point)
        across = np.where(nearest > point, -1.0, 1.0)
        near = [nearest, *(nearest + row * across for row in np.eye(count))]
    far = star(point, half)[1:]
    if count == 1:
        far = np.concatenate([far, star(point, half / 2.0)[1:]])
    close, wide = whole_points(np.array(near), box), whole_points(far, box)
    return evenly(close, games // 2) + evenly(wide, games - games // 2)


def whole_points(points: np.ndarray, box: Box) -> list[Point]:
    """Return points of a box rounded to whole numbers, each once."""
    rounded = np.rint(box.into(points)).astype(int)
    return list(dict.fromkeys(tuple(int(number) for number in point) for point in rounded))


def evenly(points: Sequence[Point], games: int) -> Orders:
    """Share out games evenly."""
    return [(point, max(FEWEST, games // len(points))) for point in points]
