"""How far the chances are expected to move in the next turn: what suspense is made of.

The squared move of one turn is seen only once, so its expectation at a position is estimated by a
regression of the squared moves on the position: log-linear, by the quasi-likelihood of Poisson, which asks of
the moves nothing but their mean. The expectation is never above what is still open, as no calibrated chance
could move further.
"""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.chances.model import GROUPS, Half
from conquestlab.analysis.chances.seat_columns import most_of_seats, over_seats
from conquestlab.analysis.chances.traits import turns_until

MOST = 50.0  # a logarithm of a square that no move has
FINEST = 1e-10  # of the sum of squares: a penalty that is never lost in rounding
RIDGE = 1e-3  # a position; enough that the curve can always be inverted
STEPS = 12
NEAR = 1e-6
SMALL = 1e-6


def open_squares(chances: np.ndarray) -> np.ndarray:
    """Return what is still open, 1 - sum of p squared: the expected sum of all squared moves to come."""
    found: np.ndarray = 1.0 - over_seats(chances * chances)
    return np.maximum(found, 0.0)


class Moves:
    """The moves of the chances of one half, and what the positions before them say of their size.

    Parameters
    ----------
    half : Half
        Of which `chances[0]` are moved.
    """

    def __init__(self, half: Half):
        self.half = half
        self.places = half.moves
        self.of = half.of[self.places]
        self.waits = turns_until(half.games.mover[self.places], half.alive[self.places])
        self.two = (over_seats(half.alive[self.places]) == 2).astype(float)
        turn = self.places - half.starts[self.of]
        middle = float(np.median(half.games.pauses))
        self.along = turn / (turn + middle)

    def squares(self, chances: np.ndarray) -> np.ndarray:
        """Return the squared length of each move."""
        moved = chances[self.places + 1] - chances[self.places]
        found: np.ndarray = over_seats(moved * moved)
        return found

    def traits(self, chances: np.ndarray) -> np.ndarray:
        """Return what tells the size of the next move, (moves, traits)."""
        here = chances[self.places]
        still = np.log(open_squares(here) + SMALL)
        mover = most_of_seats(np.where((self.waits == 0) & self.half.alive[self.places], here, 0.0))
        top = most_of_seats(here)
        along = self.along
        ones = np.ones(len(still))
        columns = [ones, still, still * still, mover, mover * mover, top, along, along * along,
                   along * still, along * mover, self.two, self.two * still, self.two * mover]  # fmt: skip
        return np.stack(columns, axis=1)

    def expected(self, traits: np.ndarray, weights: np.ndarray, chances: np.ndarray) -> np.ndarray:
        """Return the expected squared move."""
        most = open_squares(chances[self.places])
        found: np.ndarray = np.minimum(np.exp(np.minimum(traits @ weights, 1.0)), most)
        return found


def fit_moves(traits: np.ndarray, squares: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Return the weights under which exp(traits @ weights) is the expected square, by Newton's method."""
    even = np.zeros(traits.shape[1])
    even[0] = np.log(squares.mean() + SMALL)
    weights = even if start is None else start
    value = _likelihood(traits, squares, weights)
    if not np.isfinite(value):  # the weights of other games may say of these what cannot be
        weights, value = even, _likelihood(traits, squares, even)
    for _ in range(STEPS):
        gradient, curve = _slopes(traits, squares, weights)
        step = np.linalg.solve(curve, gradient)
        there = _likelihood(traits, squares, weights + step)
        for _ in range(20):
            if there >= value:
                break
            step = step / 2.0
            there = _likelihood(traits, squares, weights + step)
        else:
            break
        gain, weights, value = there - value, weights + step, there
        if gain < NEAR * len(squares) * max(SMALL, float(squares.mean())):
            break
    return weights


def moved_by_groups(
    traits: np.ndarray, squares: np.ndarray, weights: np.ndarray, group: np.ndarray
) -> np.ndarray:
    """Return by how much the weights move when each group of blocks is left out, (GROUPS, traits)."""
    _, curve = _slopes(traits, squares, weights)
    missed = squares - np.exp(np.minimum(traits @ weights, MOST))
    return np.stack(
        [-np.linalg.solve(curve, missed[group == one] @ traits[group == one]) for one in range(GROUPS)]
    )


def _likelihood(traits: np.ndarray, squares: np.ndarray, weights: np.ndarray) -> float:
    told = traits @ weights
    if told.max() > MOST:
        return -np.inf
    penalty = 0.5 * RIDGE * float(weights @ weights)
    return float((squares * told - np.exp(told)).sum()) - penalty


def _slopes(traits: np.ndarray, squares: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    mean = np.exp(np.minimum(traits @ weights, MOST))
    gradient = (squares - mean) @ traits - RIDGE * weights
    curve = (traits * mean[:, None]).T @ traits
    # Where some traits say the same of every move, a plain penalty is lost among large numbers.
    penalty = RIDGE + FINEST * float(np.trace(curve)) / len(weights)
    return gradient, curve + penalty * np.eye(len(weights))
