"""The conditional logit: the chance of each seat to win is the softmax of a weighted sum of its traits.

The likelihood is concave, so that Newton's method with step-halving always ends at its one maximum, and its
Hessian also tells how far the maximum moves when some games are left out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conquestlab.analysis.chances.seat_columns import most_of_seats, over_seats

STEPS = 30
NEAR = 1e-6  # of the gain of another step, where one game is worth 1
HALVINGS = 20
OUT = -1e30  # the utility of a seat that is out of the game


class Looks(NamedTuple):
    """Positions whose outcome is known.

    Attributes
    ----------
    traits : float array, (positions, seats, traits)
    alive : bool array, (positions, seats)
    won : float array, (positions, seats)
        Share of the win by seat; they sum to 1.
    weight : float array, (positions,)
    """

    traits: np.ndarray
    alive: np.ndarray
    won: np.ndarray
    weight: np.ndarray


def softmax(utility: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Return the chances by seat, on the last axis; a seat that is out has none."""
    utility = np.where(alive, utility, OUT)
    power = np.exp(utility - most_of_seats(utility)[..., None])
    chances: np.ndarray = power / over_seats(power)[..., None]
    return chances


def likelihood(looks: Looks, weights: np.ndarray, ridge: np.ndarray) -> float:
    """Return the penalised log likelihood."""
    utility = np.where(looks.alive, looks.traits @ weights, OUT)
    top = most_of_seats(utility)[:, None]
    log_sum = np.log(over_seats(np.exp(utility - top))) + top[:, 0]
    stated = over_seats(np.where(looks.alive, utility * looks.won, 0.0)) - log_sum
    return float(looks.weight @ stated) - 0.5 * float(weights @ (ridge * weights))


def slopes(
    looks: Looks, weights: np.ndarray, ridge: np.ndarray, curved: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Return the gradient of the penalised log likelihood, and its Hessian with the sign changed.

    Without `curved` the second is empty.
    """
    chances = softmax(looks.traits @ weights, looks.alive)
    size = looks.traits.shape[2]
    missed = (looks.won - chances) * looks.weight[:, None]
    gradient = missed.ravel() @ looks.traits.reshape(-1, size) - ridge * weights
    if not curved:
        return gradient, np.zeros((0, 0))
    # The Hessian only points the way, so that short numbers will do; the gradient tells where the way ends.
    root = np.sqrt(chances * looks.weight[:, None]).astype(np.float32)
    flat = np.multiply(looks.traits, root[:, :, None], dtype=np.float32).reshape(-1, size)
    middle = np.einsum("ps,pst->pt", chances, looks.traits) * np.sqrt(looks.weight)[:, None]
    squares = (flat.T @ flat).astype(np.float64)
    return gradient, squares - middle.T @ middle + np.diag(ridge)


def fit(looks: Looks, ridge: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Return the weights of the largest penalised likelihood.

    Parameters
    ----------
    looks : Looks
    ridge : float array, (traits,)
        Penalty on the square of each weight; above 0.
    start : float array, (traits,), optional
    """
    weights = np.zeros(looks.traits.shape[2]) if start is None else start
    value = likelihood(looks, weights, ridge)
    for _ in range(STEPS):
        gradient, curve = slopes(looks, weights, ridge)
        step = np.linalg.solve(curve, gradient)
        gain = float(gradient @ step) / 2.0
        for _ in range(HALVINGS):
            there = likelihood(looks, weights + step, ridge)
            if there >= value:
                break
            step = step / 2.0
        else:
            break
        weights, value = weights + step, there
        if gain < NEAR * float(looks.weight.sum()):
            break
    return weights


def left_out(
    looks: Looks, weights: np.ndarray, ridge: np.ndarray, group: np.ndarray, groups: int
) -> np.ndarray:
    """Return the weights without each group of positions, by one step of Newton's method.

    Parameters
    ----------
    looks : Looks
    weights : float array, (traits,)
        Those of all positions.
    ridge : float array, (traits,)
    group : int array, (positions,)
    groups : int

    Returns
    -------
    float array, (groups, traits)
    """
    none = np.zeros_like(ridge)
    parts = (Looks(*(values[group == one] for values in looks)) for one in range(groups))
    told = [slopes(part, weights, none) for part in parts]
    curve = sum(bend for _, bend in told) + np.diag(ridge)
    return np.stack([weights - np.linalg.solve(curve - bend, gradient) for gradient, bend in told])
