"""The shapes of the lands on a drawn map: each land is what lies nearest to its point, with water in between.

Schematic as the points are: a land is a polygon around its point, lands of a continent lie close together,
lands that do not touch leave a gap, and a line shows every border that the shapes do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from conquestlab.analysis.games.conquest.world_map import WorldMap
from conquestlab.analysis.rules.map_layout import placed

Point = tuple[float, float]
Polygon = list[Point]

HEIGHT = 60.0  # of the points of a map
CORNERS = 48  # of the shore of a land that has room
REACH = 6.2  # how far a land reaches from its point, at most
LEAST_REACH = 2.2
COAST = 0.07  # how far a shore is from a circle, as a part of its reach
CLOSE, APART, STRANGE = 0.9, 1.7, 2.8  # gaps: within a continent, between two, and where there is no border
ROUND = 0.6  # a border over more than this part of the map goes around its back
TIE = 1e-6
BENDS, POINTS = 12, 40  # a curve is tried with so many bends to each side, at so many points


class Route(NamedTuple):
    """A border as a line from the middle of a land to that of another.

    Attributes
    ----------
    a, b : int
        The lands.
    ends : tuple of points
    bend : point
        The control point of a quadratic curve that runs under no third land; halfway where it is straight.
    by_sea : bool
    around : bool
        It leaves the map on one side and comes back on the other.
    is_clear : bool
        It runs under no third land; else it has to be drawn above them.
    """

    a: int
    b: int
    ends: tuple[Point, Point]
    bend: Point
    by_sea: bool
    around: bool
    is_clear: bool


class WorldShapes(NamedTuple):
    """A drawn map, x eastwards and y downwards.

    Attributes
    ----------
    lands : list of polygons
        By land.
    points : list of points
        By land, the middle of its shape, where its name goes.
    routes : list of Route
        All borders; where two shapes lie side by side, the line bridges the gap.
    size : tuple of float
        Width and height of the part of the map that is used.
    """

    lands: list[Polygon]
    points: list[Point]
    routes: list[Route]
    size: tuple[float, float]


def world_shapes(world: WorldMap, stretch: float = 1.0) -> WorldShapes:
    """Return the shapes of a map.

    Parameters
    ----------
    world : WorldMap
    stretch : float
        Points are moved apart from north to south by so much.
    """
    seeds = _apart([(x, (HEIGHT - y) * stretch) for x, y in placed(world).values()])
    own = [point is not None for point in world.places.values()]
    near = [set(some) for some in world.neighbours]
    continent = [land.continent for land in world.lands]
    cells = []
    for this, seed in enumerate(seeds):
        cell = _shore(seed, _reach(seeds, this), this)
        for other, point in enumerate(seeds):
            if other == this:
                continue
            gap = CLOSE if continent[this] == continent[other] else APART
            cell = _nearer(cell, seed, point, gap if other in near[this] else STRANGE)
        cells.append(cell)
    left = min(x for cell in cells for x, _ in cell)
    top = min(y for cell in cells for _, y in cell)
    wide = max(x for cell in cells for x, _ in cell) - left
    high = max(y for cell in cells for _, y in cell) - top
    lands = [[(x - left, y - top) for x, y in cell] for cell in cells]
    points = [_middle(cell) for cell in lands]
    routes = []
    for border in world.borders:
        a, b = world.number[border.a], world.number[border.b]
        around = own[a] and own[b] and abs(points[a][0] - points[b][0]) > ROUND * wide
        bend, is_clear = _bend(lands, a, b, points[a], points[b])
        routes.append(Route(a, b, (points[a], points[b]), bend, border.kind == "sea", around, is_clear))
    return WorldShapes(lands, points, routes, (wide, high))


def _apart(points: Sequence[Point]) -> list[Point]:
    """Move points that lie on one another a little, so that each land has a shape."""
    moved: list[Point] = []
    for x, y in points:
        turn = 0
        while any(hypot(x - a, y - b) < 0.5 for a, b in moved):
            turn += 1
            x, y = x + 0.6 * cos(turn), y + 0.6 * sin(turn)
        moved.append((x, y))
    return moved


def _reach(seeds: Sequence[Point], this: int) -> float:
    """Return how far a land reaches: less where others are near, so that islands stay small."""
    x, y = seeds[this]
    nearest = sorted(hypot(x - a, y - b) for place, (a, b) in enumerate(seeds) if place != this)
    return max(LEAST_REACH, min(REACH, 0.75 * nearest[0])) if nearest else REACH


def _shore(centre: Point, reach: float, number: int) -> Polygon:
    """Return a round shore, a little uneven so that it looks like one; each land has its own."""
    found = []
    for corner in range(CORNERS):
        turn = 2 * pi * corner / CORNERS
        uneven = (
            sin(2 * turn + 1.7 * number) + 0.6 * sin(5 * turn + 2.3 * number) + 0.4 * sin(9 * turn + number)
        )
        far = reach * (1 + COAST * uneven / 2)
        found.append((centre[0] + far * cos(turn), centre[1] + far * sin(turn)))
    return found


def _nearer(cell: Polygon, seed: Point, other: Point, gap: float) -> Polygon:
    """Cut away what is nearer to another point than to the seed, and half a gap more."""
    dx, dy = other[0] - seed[0], other[1] - seed[1]
    far = hypot(dx, dy)
    edge = max(far / 2 - gap / 2, min(far / 4, 0.5))
    ux, uy = dx / far, dy / far

    def beyond(point: Point) -> float:
        return (point[0] - seed[0]) * ux + (point[1] - seed[1]) * uy - edge

    kept: Polygon = []
    for start, end in zip(cell, cell[1:] + cell[:1], strict=True):
        before, after = beyond(start), beyond(end)
        if before <= 0:
            kept.append(start)
        if (before < -TIE and after > TIE) or (before > TIE and after < -TIE):
            part = before / (before - after)
            kept.append((start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])))
    return kept


def _middle(cell: Polygon) -> Point:
    """Return the centre of gravity of a polygon."""
    twice = x = y = 0.0
    for (a, b), (c, d) in zip(cell, cell[1:] + cell[:1], strict=True):
        cross = a * d - c * b
        twice, x, y = twice + cross, x + (a + c) * cross, y + (b + d) * cross
    if abs(twice) < TIE:
        return (sum(a for a, _ in cell) / len(cell), sum(b for _, b in cell) / len(cell))
    return (x / (3 * twice), y / (3 * twice))


def _bend(lands: Sequence[Polygon], a: int, b: int, start: Point, end: Point) -> tuple[Point, bool]:
    """Return the control point of the flattest curve that runs under no third land, and whether there is one.

    Where there is none it is that of the curve with the fewest points under others.
    """
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    far = hypot(end[0] - start[0], end[1] - start[1])
    if far < TIE:
        return middle, True
    across = ((start[1] - end[1]) / far, (end[0] - start[0]) / far)
    others = [(cell, *_box(cell)) for place, cell in enumerate(lands) if place not in (a, b)]
    fewest, best = POINTS, middle
    for step in range(2 * BENDS + 1):
        side = (step + 1) // 2 * (1 if step % 2 else -1) * far / BENDS
        bend = (middle[0] + side * across[0], middle[1] + side * across[1])
        curve = [_on_curve(start, bend, end, part / POINTS) for part in range(1, POINTS)]
        under = sum(
            left < x < right and top < y < foot and is_inside(cell, (x, y))
            for cell, left, right, top, foot in others
            for x, y in curve
        )
        if under < fewest:
            fewest, best = under, bend
        if not under:
            break
    return best, not fewest


def _box(cell: Polygon) -> tuple[float, float, float, float]:
    """Return the left, right, upper and lower edge of a polygon."""
    across, down = [x for x, _ in cell], [y for _, y in cell]
    return min(across), max(across), min(down), max(down)


def _on_curve(start: Point, bend: Point, end: Point, part: float) -> Point:
    back, twice, on = (1 - part) ** 2, 2 * part * (1 - part), part**2
    return (
        back * start[0] + twice * bend[0] + on * end[0],
        back * start[1] + twice * bend[1] + on * end[1],
    )


def is_inside(cell: Polygon, point: Point) -> bool:
    """Tell whether a point lies in a polygon."""
    return sum(x > point[0] for x in _crossings(cell, point[1])) % 2 == 1


def room(cell: Polygon, at: Point) -> float:
    """Return how wide a line of text may be that is centred at a point of a shape."""
    return 2 * min((abs(x - at[0]) for x in _crossings(cell, at[1])), default=0.0)


def _crossings(cell: Polygon, level: float) -> list[float]:
    """Return where the edges of a polygon cross a level line."""
    found = []
    for (x, low), (to, high) in zip(cell, cell[1:] + cell[:1], strict=True):
        if (low <= level < high) or (high <= level < low):
            found.append(x + (level - low) / (high - low) * (to - x))
    return found
