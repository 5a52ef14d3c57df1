"""How far the chances are expected to move in the next turn: what suspense is made of.

The squared move of one turn is seen only once, so its expectation at a position is estimated by a
regression of the squared moves on the position: log-linear, by the quasi-likelihood of Poisson, which asks of
the moves nothing but their mean. The expectation is never above what is still open, as no calibrated chance
could move further.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conquestlab.analysis.chances.model import CELLS, GROUPS, SIDES, JudgedGames, cell_of
from conquestlab.analysis.chances.seat_columns import most_of_seats, over_seats
from conquestlab.analysis.chances.traits import turns_until

MOST = 50.0  # a logarithm of a square that no move has
FINEST = 1e-10  # of the sum of squares: a penalty that is never lost in rounding
RIDGE = 1e-3  # a position; enough that the curve can always be inverted
STEPS = 12
NEAR = 1e-6
SMALL = 1e-6
LOOKS = 8  # moves of a game, on average, from which their size is learnt
EVERY = slice(None)


def open_squares(chances: np.ndarray) -> np.ndarray:
    """Return what is still open, 1 - sum of p squared: the expected sum of all squared moves to come."""
    found: np.ndarray = 1.0 - over_seats(chances * chances)
    return np.maximum(found, 0.0)


class MovesSeen(NamedTuple):
    """Moves from which their size is learnt.

    Attributes
    ----------
    traits : float array, (moves, traits)
    squares : float array, (moves,)
    side, group : int arrays, (moves,)
        The half of each, and its group within it.
    """

    traits: np.ndarray
    squares: np.ndarray
    side: np.ndarray
    group: np.ndarray

    def of_side(self, side: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the traits and the squares of the moves of one half."""
        here = self.side == side
        return self.traits[here], self.squares[here]


class Moves:
    """The moves of the chances of games, and what the positions before them say of their size.

    Parameters
    ----------
    judged : JudgedGames
    middle : float
        Pauses of a game of median length.
    """

    def __init__(self, judged: JudgedGames, middle: float):
        self.judged = judged
        self.middle = middle
        self.places = judged.moves
        self.of = judged.of[self.places]
        alive = judged.alive[self.places]
        self.on_turn = (turns_until(judged.games.mover[self.places], alive) == 0) & alive
        self.two = (over_seats(alive) == 2).astype(float)
        self.turn = self.places - judged.starts[self.of]
        self.along = self.turn / (self.turn + middle)

    def traits(self, chances: np.ndarray, some: slice | np.ndarray = EVERY) -> np.ndarray:
        """Return what tells the size of the next move, (moves, traits)."""
        here = chances[self.places[some]]
        still = np.log(open_squares(here) + SMALL)
        mover = most_of_seats(np.where(self.on_turn[some], here, 0.0))
        top = most_of_seats(here)
        along, two = self.along[some], self.two[some]
        ones = np.ones(len(still))
        columns = [ones, still, still * still, mover, mover * mover, top, along, along * along,
                   along * still, along * mover, two, two * still, two * mover]  # fmt: skip
        return np.stack(columns, axis=1)

    def in_looks(self, chances: np.ndarray) -> MovesSeen:
        """Return some moves of each game, chosen by their turn."""
        step = max(1, round(len(self.places) / (LOOKS * len(self.judged.starts))))
        luck = self.judged.games.luck[self.of]
        some = np.flatnonzero((self.turn + luck // CELLS) % step == 0)
        places = self.places[some]
        moved = chances[places + 1] - chances[places]
        cell = cell_of(luck[some])
        return MovesSeen(self.traits(chances, some), over_seats(moved * moved), cell % SIDES, cell // SIDES)

    def expected(self, chances: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return the expected squared move; `weights` are those of each half."""
        told = (self.traits(chances) * weights[self.judged.side[self.of]]).sum(axis=1)
        found: np.ndarray = np.minimum(np.exp(np.minimum(told, 1.0)), open_squares(chances[self.places]))
        return found

    def slopes(self, chances: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return by how much the sum of the roots of all expected squares grows with the weights, by cell."""
        roots = np.sqrt(self.expected(chances, weights))
        by_move = roots[:, None] * self.traits(chances) / 2.0
        cell = cell_of(self.judged.games.luck)[self.of]
        return np.stack([by_move[cell == one].sum(axis=0) for one in range(CELLS)])


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
