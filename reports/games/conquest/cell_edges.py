"""The edges between cells of different kinds, as lines on a table: the even chance, another choice."""

import numpy as np


def edges_between(kinds: np.ndarray) -> np.ndarray:
    """Find the edges between neighbouring cells of different kinds.

    Parameters
    ----------
    kinds
        Array (up, along); cells with NaN have no edges.

    Returns
    -------
    numpy.ndarray
        Array (edges, 2, 2) of ends, x before y; cell (0, 0) reaches from -0.5 to 0.5.
    """
    kinds = np.asarray(kinds, dtype=float)
    found: list[list[tuple[float, float]]] = []
    for up, along in zip(*np.nonzero(_differ(kinds[:, 1:], kinds[:, :-1])), strict=True):
        found.append([(along + 0.5, up - 0.5), (along + 0.5, up + 0.5)])
    for up, along in zip(*np.nonzero(_differ(kinds[1:], kinds[:-1])), strict=True):
        found.append([(along - 0.5, up + 0.5), (along + 0.5, up + 0.5)])
    return np.array(found).reshape(-1, 2, 2)


def _differ(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    differ: np.ndarray = (one != other) & ~np.isnan(one) & ~np.isnan(other)
    return differ
