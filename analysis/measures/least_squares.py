"""Least squares from sums of products: slopes of a linear model, from numbers that add up over games.

Products of whole numbers add up exactly, and by group of blocks they tell how far each group moves a slope
(statistics.py), which is the variance that holds where the cases of a group hang together. See
docs/statistics.md.
"""

from itertools import pairwise

import numpy as np

from conquestlab.analysis.measures.statistics import GROUPS, Sums

REDUNDANT = 1e-9  # the part of a column's squares that the others leave, below which they tell it all


def products_by_group(luck: np.ndarray, columns: np.ndarray) -> Sums:
    """Return the sums of all products of two columns, by the group of the block.

    Parameters
    ----------
    luck : int array, (cases,)
    columns : float array, (cases, k)
        Whole numbers; the sums of their products must stay below 2**53, where floating point is exact.

    Returns
    -------
    int64 array, (GROUPS, k, k)
    """
    group = luck % GROUPS
    order = np.argsort(group, kind="stable")
    columns, edges = columns[order], np.searchsorted(group[order], np.arange(GROUPS + 1))
    parts = [columns[first:last] for first, last in pairwise(edges)]
    return np.stack([part.T @ part for part in parts]).astype(np.int64)


def slope(products: np.ndarray, place: int) -> np.ndarray | None:
    """Return the slope of the outcome on one column, all others being held equal.

    Columns that follow from others, or that are 0 in all cases, are left out. They change nothing.

    Parameters
    ----------
    products : complex array, (points, k, k)
        Sums of products of the columns, of which the last is the outcome; all points are near the first one.
    place : int
        Of the column that is asked for.

    Returns
    -------
    complex array, (points,), or None where the other columns tell all of this one, or leave no outcome open
    """
    squares = np.diagonal(products[0].real)
    size = np.sqrt(np.where(squares > 0.0, squares, 1.0))
    scaled = products[0].real / np.outer(size, size)
    outcome = len(size) - 1
    others = [one for one in range(outcome) if one != place]
    *kept, last = _independent(scaled, [*others, place, outcome]) or [outcome]
    if last != outcome or place not in kept:
        return None
    among = products[:, kept][:, :, kept] / np.outer(size[kept], size[kept])
    found = np.linalg.solve(among, products[:, kept, outcome, None] / size[kept][:, None])
    answer: np.ndarray = found[:, -1, 0] / size[place]
    return answer


def _independent(scaled: np.ndarray, columns: list[int]) -> list[int]:
    """Return those of the columns, in this order, that do not follow from the ones before them.

    It is the decomposition of Cholesky, a column at a time.
    """
    kept: list[int] = []
    rows = np.zeros((0, len(scaled)))
    for column in columns:
        left = scaled[column] - rows[:, column] @ rows
        if left[column] > REDUNDANT:
            kept.append(column)
            rows = np.vstack([rows, left / np.sqrt(left[column])])
    return kept
