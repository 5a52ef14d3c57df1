"""The shapes of the territories on a drawn map of Africa: what of the continent lies nearest to each point.

The outline of the continent is drawn for this project, from some eighty places of its coast. Territories
whose points lie in the sea are islands. Where two territories lie side by side and do not border each other
there is a wide gap, and a line stands for a border between two that do not touch; the borders are
reconstructed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from conquestlab.analysis.games.africa.africa_map import AfricaMap
from conquestlab.analysis.rules.map_layout import placed

Point = tuple[float, float]
Polygon = list[Point]

# Degrees of longitude and latitude, from Tangier along the Mediterranean and around.
OUTLINE: Polygon = [
    (-5.9, 35.9), (-2.2, 35.2), (1.0, 36.6), (5.2, 36.9), (9.8, 37.4), (11.1, 36.9), (10.3, 34.2),
    (11.3, 33.2), (13.2, 33.0), (15.3, 32.4), (18.4, 30.5), (20.1, 31.2), (21.2, 32.8), (23.2, 32.6),
    (25.2, 31.6),
    (29.0, 31.0), (32.3, 31.3), (32.6, 29.8), (34.2, 26.8), (35.6, 24.0), (37.2, 21.2), (37.5, 18.8),
    (39.4, 15.8), (43.3, 12.6), (44.0, 10.6), (47.8, 11.2), (51.3, 11.9), (50.7, 9.4), (49.1, 6.6),
    (47.4, 3.9), (45.2, 1.8), (42.2, -0.7), (40.2, -2.6), (39.3, -4.7), (38.9, -6.6), (40.6, -10.8),
    (40.7, -14.8), (39.0, -16.8), (36.6, -18.4), (34.9, -20.0), (35.5, -23.4), (32.8, -26.0), (32.6, -28.2),
    (30.6, -30.9), (27.9, -33.0), (24.8, -34.2), (20.0, -34.8), (18.3, -33.6), (17.9, -31.4), (16.4, -28.6),
    (15.0, -26.2), (14.4, -22.4), (12.4, -18.2), (11.8, -15.8), (13.5, -12.4), (13.4, -8.8), (12.2, -5.6),
    (9.8, -2.6), (8.9, -0.8), (9.6, 1.2), (9.7, 3.8), (8.5, 4.6), (6.4, 4.3), (4.4, 6.3), (1.2, 6.1),
    (-2.0, 4.8), (-4.2, 5.2), (-7.5, 4.4), (-11.2, 6.7), (-13.3, 8.9), (-15.2, 11.0), (-17.2, 14.8),
    (-16.4, 19.4), (-17.0, 21.0), (-15.9, 23.8), (-14.2, 26.4), (-12.7, 28.1), (-10.0, 29.6), (-9.6, 31.6),
    (-8.2, 33.4),
]  # fmt: skip
CORNERS = 40  # of the shore of an island
ISLAND = 5.0  # how far an island reaches from its point, at most
TALL = 1.35  # and how much farther to the north and south
CLOSE, STRANGE = 0.5, 2.2  # gaps between neighbours, and where there is no border
TOUCHING = 1.2  # shapes closer than this lie side by side
TIE = 1e-9


class Way(NamedTuple):
    """A border between two territories that do not lie side by side."""

    start: Point
    end: Point


class ContinentShapes(NamedTuple):
    """A drawn map, x eastwards and y downwards, in degrees from its upper left corner.

    Attributes
    ----------
    territories : list of polygons
    points : list of points
        By territory, where its name goes.
    ways : list of Way
    size : tuple of float
    """

    territories: list[Polygon]
    points: list[Point]
    ways: list[Way]
    size: tuple[float, float]


def continent_shapes(world: AfricaMap, stretch: float = 1.0) -> ContinentShapes:
    """Return the shapes of the territories; what lies north and south is moved apart by `stretch`."""
    seeds = [(x, -y * stretch) for x, y in placed(world).values()]
    outline = [(x, -y * stretch) for x, y in OUTLINE]
    own = [point is not None for point in world.places.values()]
    near = [{world.number[other] for other in one.neighbours} for one in world.territories]
    cells = []
    for this, seed in enumerate(seeds):
        cell = outline if own[this] and is_inside(outline, seed) else _island(seeds, this)
        for other, point in enumerate(seeds):
            if other != this and point != seed:
                cell = _nearer(cell, seed, point, CLOSE if other in near[this] else STRANGE)
        cells.append(cell)
    left, top = (min(point[axis] for cell in cells for point in cell) for axis in (0, 1))
    wide, high = (
        max(point[axis] for cell in cells for point in cell) - start for axis, start in ((0, left), (1, top))
    )
    territories = [[(x - left, y - top) for x, y in cell] for cell in cells]
    points = [_middle(cell) for cell in territories]
    ways = [
        Way(points[a], points[b])
        for a, others in enumerate(near)
        for b in others
        if a < b and _distance(territories[a], territories[b]) > TOUCHING
    ]
    return ContinentShapes(territories, points, ways, (wide, high))


def _island(seeds: Sequence[Point], this: int) -> Polygon:
    x, y = seeds[this]
    nearest = min(
        (hypot(x - a, y - b) for place, (a, b) in enumerate(seeds) if place != this), default=ISLAND
    )
    reach = min(ISLAND, 0.6 * nearest) / TALL
    turns = [2 * pi * corner / CORNERS for corner in range(CORNERS)]
    return [(x + reach * cos(turn), y + TALL * reach * sin(turn)) for turn in turns]


def _nearer(cell: Polygon, seed: Point, other: Point, gap: float) -> Polygon:
    """Cut away what is nearer to another point than to the seed, and half a gap more."""
    dx, dy = other[0] - seed[0], other[1] - seed[1]
    far = hypot(dx, dy)
    ux, uy = dx / far, dy / far
    edge = max(far / 2 - gap / 2, far / 4)

    def beyond(point: Point) -> float:
        return (point[0] - seed[0]) * ux + (point[1] - seed[1]) * uy - edge

    kept: Polygon = []
    for start, end in zip(cell, cell[1:] + cell[:1], strict=True):
        before, after = beyond(start), beyond(end)
        if before <= 0:
            kept.append(start)
        if before * after < -TIE:
            part = before / (before - after)
            kept.append((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
    return kept


def _middle(cell: Polygon) -> Point:
    """Return the centre of gravity of a polygon."""
    twice = x = y = 0.0
    for (a, b), (c, d) in zip(cell, cell[1:] + cell[:1], strict=True):
        cross = a * d - c * b
        twice, x, y = twice + cross, x + (a + c) * cross, y + (b + d) * cross
    return (x / (3 * twice), y / (3 * twice))


def _distance(one: Polygon, other: Polygon) -> float:
    """Return how far two shapes are from each other, at the corners of either."""
    return min(
        _from_edge(point, start, end)
        for points, cell in ((one, other), (other, one))
        for point in points
        for start, end in zip(cell, cell[1:] + cell[:1], strict=True)
    )


def _from_edge(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / long if long else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def is_inside(cell: Polygon, point: Point) -> bool:
    """Tell whether a point lies in a polygon."""
    return sum(x > point[0] for x in _crossings(cell, point[1])) % 2 == 1


def room(cell: Polygon, at: Point) -> float:
    """Return how wide a line of text may be that is centred at a point of a shape."""
    crossings = _crossings(cell, at[1])
    left = max((x for x in crossings if x <= at[0]), default=at[0])
    right = min((x for x in crossings if x >= at[0]), default=at[0])
    return 2 * min(at[0] - left, right - at[0])


def _crossings(cell: Polygon, level: float) -> list[float]:
    """Return where the edges of a polygon cross a level line."""
    return [
        x + (level - low) / (high - low) * (to - x)
        for (x, low), (to, high) in zip(cell, cell[1:] + cell[:1], strict=True)
        if (low <= level < high) or (high <= level < low)
    ]
