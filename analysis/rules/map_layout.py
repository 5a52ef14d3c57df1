"""Where the lands of a map stand on a drawing: where its file says, else laid out by who borders whom.

The layout is deterministic: the same map has the same drawing. Lands that border each other come close,
lands of one continent closer than others; of several beginnings the layout with the fewest crossing borders
is taken. It is presentation only, and no game depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Array = NDArray[np.float64]

WIDE, HIGH = 100.0, 60.0  # the frame of a map that is laid out as a whole
MARGIN = 6.0
ACROSS = 1.35  # a border between two continents is so much longer than one within
ROUNDS = 300
STILL = 1e-4  # of the frame: moves below this end the layout
BEGINNINGS = 8
MOST_STRETCHED = 1.35  # one direction over the other, to fill the frame
ROOM = 0.62  # the least distance of two lands, as a part of the side of a square of their share of the frame
PLACES = 2  # decimal places of what is laid out


class DrawnMap(Protocol):
    """What a map says of its drawing."""

    @property
    def places(self) -> Mapping[str, Point | None]:
        """By land, x eastwards and y northwards in one unit; None where the file does not say."""

    @property
    def groups(self) -> Mapping[str, str]:
        """By land, what it belongs to: its continent."""

    @property
    def pairs(self) -> Sequence[tuple[str, str]]:
        """The borders."""


def positions(world: DrawnMap) -> dict[str, Point]:
    """Return where each land stands in the unit square, x eastwards and y downwards, as a page counts.

    The longer side of the map fills the square; the shorter one keeps its proportion and begins at 0.
    """
    points = placed(world)
    across, down = [x for x, _ in points.values()], [-y for _, y in points.values()]
    left, top = min(across), min(down)
    size = max(max(across) - left, max(down) - top) or 1.0
    return {id: ((x - left) / size, (-y - top) / size) for id, (x, y) in points.items()}


def is_laid_out(world: DrawnMap) -> bool:
    """Whether the file leaves out where some land stands."""
    return any(point is None for point in world.places.values())


def placed(world: DrawnMap) -> dict[str, Point]:
    """Return where each land stands in the unit of the file, x eastwards and y northwards.

    A map without any place is laid out in a frame of 100 by 60; missing places are filled in between the
    others.
    """
    known = {id: point for id, point in world.places.items() if point is not None}
    if len(known) == len(world.places):
        return known
    order = {id: number for number, id in enumerate(world.places)}
    edges = [(order[a], order[b]) for a, b in world.pairs]
    groups = list(world.groups.values())
    fixed = {order[id]: point for id, point in known.items()}
    points = _between(groups, edges, fixed) if fixed else _whole(groups, edges)
    return {id: _rounded(points[number]) for id, number in order.items()} | known


def crossings(points: Array, edges: Sequence[tuple[int, int]]) -> int:
    """Count the pairs of borders that cross as straight lines."""
    if len(edges) < 2:
        return 0
    start, end = points[[a for a, _ in edges]], points[[b for _, b in edges]]
    names = np.array(edges)

    def side(a: Array, b: Array, c: Array) -> Array:
        found: Array = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (
            c[..., 0] - a[..., 0]
        )
        return found

    one, other = np.triu_indices(len(edges), 1)
    a, b, c, d = start[one], end[one], start[other], end[other]
    apart = (names[one][:, :, None] != names[other][:, None, :]).all((1, 2))
    cross = (side(a, b, c) * side(a, b, d) < 0) & (side(c, d, a) * side(c, d, b) < 0)
    return int((cross & apart).sum())


def _rounded(point: Array) -> Point:
    return round(float(point[0]), PLACES), round(float(point[1]), PLACES)


def _distances(groups: Sequence[str], edges: Sequence[tuple[int, int]]) -> Array:
    """Return how far lands are from each other along borders; what no way joins is far away."""
    from scipy.sparse.csgraph import shortest_path

    steps = np.zeros((len(groups), len(groups)))
    for a, b in edges:
        steps[a, b] = steps[b, a] = 1.0 if groups[a] == groups[b] else ACROSS
    far: Array = shortest_path(steps, directed=False)
    reached = far[np.isfinite(far)]
    far[~np.isfinite(far)] = float(reached.max()) + 2
    return far


def _whole(groups: Sequence[str], edges: Sequence[tuple[int, int]]) -> Array:
    """Lay out a map of which no land has a place."""
    far = _distances(groups, edges)
    found = []
    for beginning in range(BEGINNINGS):
        points, stress = _settled(_begun(far, beginning), far, frozenset())
        found.append((crossings(points, edges), round(stress, 6), beginning, points))
    points = min(found, key=lambda one: one[:3])[3]
    return _apart(_framed(points), frozenset(), np.array([[0, 0], [WIDE, HIGH]]))


def _between(groups: Sequence[str], edges: Sequence[tuple[int, int]], fixed: Mapping[int, Point]) -> Array:
    """Lay out the lands without a place among those that have one."""
    far = _distances(groups, edges)
    stand = np.array(list(fixed.values()))
    names = list(fixed)
    known = [
        np.hypot(*(np.array(fixed[a]) - np.array(fixed[b]))) / far[a, b]
        for place, a in enumerate(names)
        for b in names[:place]
    ]
    far = far * (float(np.median(known)) if known else np.sqrt(WIDE * HIGH / len(groups)))
    points = np.zeros((len(groups), 2))
    for number in range(len(groups)):
        if number in fixed:
            points[number] = fixed[number]
        else:
            weights = 1 / far[number, names] ** 2
            turn = np.array([np.cos(number), np.sin(number)])
            points[number] = weights @ stand / weights.sum() + 0.5 * turn
    points, _ = _settled(points, far, frozenset(fixed))
    frame = np.array([np.minimum(stand.min(0), 0), np.maximum(stand.max(0), (WIDE, HIGH))])
    return _apart(np.clip(points, *frame), frozenset(fixed), frame)


def _begun(far: Array, beginning: int) -> Array:
    """Return a first layout: two of the main directions of the distances, or lands around a circle."""
    n = len(far)
    turns = np.arange(n) * (2.399963 + 0.31 * beginning)  # no two lands begin at the same point
    circle = np.stack([np.cos(turns), np.sin(turns)], 1)
    if beginning >= 3 or n < 4:
        return circle * np.sqrt(1 + np.arange(n))[:, None]
    middle = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-middle @ (far * far) @ middle / 2)
    axes = ((-1, -2), (-1, -3), (-2, -3))[beginning]
    main = []
    for axis in axes:
        vector = vectors[:, axis]
        vector = vector * np.sign(vector[np.argmax(np.abs(vector).round(6))])
        main.append(vector * np.sqrt(max(values[axis], 0.0)))
    return np.stack(main, 1) + 0.05 * circle


def _settled(points: Array, far: Array, fixed: frozenset[int]) -> tuple[Array, float]:
    """Move lands one by one until their distances agree best with the ways between them."""
    weights = 1 / np.maximum(far, STILL) ** 2
    np.fill_diagonal(weights, 0.0)
    free = [number for number in range(len(far)) if number not in fixed]
    size = float(far.max())
    points = points.copy()
    for _ in range(ROUNDS):
        most = 0.0
        for here in free:
            apart = points[here] - points
            long = np.maximum(np.hypot(apart[:, 0], apart[:, 1]), 1e-9)
            wanted = points + apart * (far[here] / long)[:, None]
            new = weights[here] @ wanted / weights[here].sum() if len(far) > 1 else points[here]
            most = max(most, float(np.abs(new - points[here]).max()))
            points[here] = new
        if most < STILL * size:
            break
    apart = points[:, None] - points[None]
    stress = (weights * (np.hypot(apart[..., 0], apart[..., 1]) - far) ** 2).sum() / 2
    return points, float(stress)


def _framed(points: Array) -> Array:
    """Turn a layout so that it is wide, the first land to the upper left, and fit it into the frame."""
    points = points - points.mean(0)
    if len(points) > 1:
        _, _, axes = np.linalg.svd(points, full_matrices=False)
        points = points @ axes.T
    points = points * np.array([-1 if points[0, 0] > 0 else 1, -1 if points[0, 1] < 0 else 1])
    low, size = points.min(0), np.maximum(np.ptp(points, axis=0), 1e-6)
    scale = (np.array([WIDE, HIGH]) - 2 * MARGIN) / size
    scale = np.minimum(scale, MOST_STRETCHED * scale.min())
    return (points - low) * scale + (np.array([WIDE, HIGH]) - size * scale) / 2


def _apart(points: Array, fixed: frozenset[int], frame: Array) -> Array:
    """Push lands apart that lie too close for their names."""
    n = len(points)
    least = ROOM * float(np.sqrt(np.prod(frame[1] - frame[0]) / max(n, 4)))
    free = np.array([number not in fixed for number in range(n)])
    points = points.copy()
    for _ in range(ROUNDS):
        apart = points[:, None] - points[None]
        long = np.hypot(apart[..., 0], apart[..., 1])
        np.fill_diagonal(long, np.inf)
        short = np.maximum(least - long, 0)
        if short.max() < 0.01 * least:
            break
        push = (apart / np.maximum(long, 1e-9)[..., None] * short[..., None]).sum(1) / 2
        points = np.where(free[:, None], np.clip(points + 0.5 * push, *frame), points)
    return points
