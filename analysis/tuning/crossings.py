"""Where a measure crosses its target along a single number, by the points that were played alone."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import sqrt

from conquestlab.analysis.measures.ratios import Means
from conquestlab.analysis.tuning.box import Point

CERTAIN = 4.0  # standard errors by which a point must be off the target to be on one side of it


def sides(seen: Iterable[tuple[Point, Means]], target: float) -> list[tuple[int, bool | None]]:
    """Return the number of each point, and whether the measure is above the target there.

    None: that is not certain.
    """
    found: list[tuple[int, bool | None]] = []
    for point, one in seen:
        ahead = float(one.means[0]) - target
        certain = abs(ahead) > CERTAIN * sqrt(one.covariance[0, 0])
        found.append((point[0], ahead > 0.0 if certain else None))
    return found


def crossed_spans(seen: Iterable[tuple[Point, Means]], target: float) -> list[tuple[int, int]]:
    """Return the spans over which the measure certainly crosses the target."""
    certain = [(number, above) for number, above in sides(seen, target) if above is not None]
    return [(low, high) for (low, above), (high, beyond) in pairwise(certain) if above != beyond]


def is_on_one_side(seen: Iterable[tuple[Point, Means]], target: float) -> bool:
    """Whether the measure is certainly above the target at all points, or below at all.

    A surface that does not fit may claim to meet the target between two whole numbers all the same.
    """
    return {above for _, above in sides(seen, target)} in ({True}, {False})
