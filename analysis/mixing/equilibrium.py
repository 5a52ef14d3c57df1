"""The mix on which nobody gains: shares of members such that none of them wins more than the mix does.

The game is symmetric: all seats draw from the same mix, and seats rotate. What a member wins against others
that are drawn by chance is a polynomial in the shares. The mix that is searched makes the largest gain of any
member on it as small as possible, which is 0 at an equilibrium. It is found by linear programs: each takes
the polynomials as straight lines near the best mix so far, and the step is made smaller where that leads
astray. At two seats they are straight lines, so that few programs have the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

import numpy as np

STEPS = 200
LEAST_STEP = 1e-7
NOTHING = 1e-9  # a gain that counts as none
Others = tuple[int, ...]
"""The members in all seats but one, in ascending order."""


class Solved(NamedTuple):
    """A mix, and what is left to gain on it.

    Attributes
    ----------
    shares : float array, (members,)
    gain : float
        How much more than the mix itself the best of all members wins at its tables.
    """

    shares: np.ndarray
    gain: float


class Shares:
    """What each member wins in one seat, by who sits in the others.

    Parameters
    ----------
    members : int
    seats : int
    share : callable
        (member, others) -> its share of the wins there.
    """

    def __init__(self, members: int, seats: int, share: Callable[[int, Others], float]):
        self.members = members
        self.others = list(combinations_with_replacement(range(members), seats - 1))
        counts = [[others.count(member) for member in range(members)] for others in self.others]
        self._counts = np.array(counts)
        orders = [factorial(seats - 1) / np.prod([float(factorial(one)) for one in row]) for row in counts]
        self._orders = np.array(orders)
        self.table = np.array([[share(one, others) for others in self.others] for one in range(members)])

    def chances(self, mix: np.ndarray) -> np.ndarray:
        """Return how likely the others are to be these, for all that they may be."""
        found: np.ndarray = self._orders * np.prod(mix**self._counts, axis=1)
        return found

    def values(self, mix: np.ndarray) -> np.ndarray:
        """Return what each member wins against a mix."""
        found: np.ndarray = self.table @ self.chances(mix)
        return found

    def slopes(self, mix: np.ndarray) -> np.ndarray:
        """Return how these change with the share of each member, (members, shares)."""
        found = np.zeros((self.members, self.members))
        for member in range(self.members):
            less = self._counts.copy()
            times = less[:, member].copy()
            less[:, member] = np.maximum(times - 1, 0)
            found[:, member] = self.table @ (self._orders * times * np.prod(mix**less, axis=1))
        return found

    def gain(self, mix: np.ndarray) -> float:
        """Return how much more than the mix the best member wins."""
        values = self.values(mix)
        return float(values.max() - mix @ values)


def solve(shares: Shares, allowed: Sequence[int]) -> Solved:
    """Return the mix of the members that are allowed on which all members gain least.

    Parameters
    ----------
    shares : Shares
    allowed : sequence of int
        Members that may have a share; the others only try to gain.
    """
    even = np.zeros(shares.members)
    even[list(allowed)] = 1.0 / len(allowed)
    alone = [np.eye(shares.members)[member] for member in allowed]
    starts = [_replicated(shares, even), even, *(0.5 * even + 0.5 * one for one in alone), *alone]
    best = _descended(shares, starts[0], allowed)
    for start in starts[1:]:
        if best.gain < NOTHING:  # there may be other equilibria: the first is where evolution from even leads
            break
        best = min(best, _descended(shares, start, allowed), key=lambda solved: round(solved.gain, 9))
    return best


def _replicated(shares: Shares, mix: np.ndarray) -> np.ndarray:
    """Return the mean of the mixes that evolve if who wins more than the mean gets more of it."""
    total = np.zeros_like(mix)
    for _ in range(STEPS):
        values = shares.values(mix)
        mix = mix * np.exp(4.0 * (values - mix @ values))
        mix = mix / mix.sum()
        total += mix
    mean: np.ndarray = total / total.sum()
    return mean


def _descended(shares: Shares, mix: np.ndarray, allowed: Sequence[int]) -> Solved:
    gain, step = shares.gain(mix), 1.0
    for _ in range(STEPS):
        if gain <= 1e-12 or step < LEAST_STEP:
            break
        near = _step(shares, mix, allowed, step)
        there = shares.gain(near)
        if there < gain - 1e-13:
            mix, gain = near, there
            step = min(1.0, 2.0 * step)
        else:
            step /= 4.0
    return Solved(mix, gain)


def _step(shares: Shares, mix: np.ndarray, allowed: Sequence[int], step: float) -> np.ndarray:
    """Return the best mix near another one, taking what members win as straight lines."""
    from scipy.optimize import linprog

    places, free = list(allowed), len(allowed)
    values, slopes = shares.values(mix), shares.slopes(mix)
    own = values + mix @ slopes  # the slope of what the mix itself wins
    # Variables: the new shares of those allowed, then the largest gain.
    lines = np.column_stack([slopes[:, places] - own[places], -np.ones(shares.members)])
    bounds = [(max(0.0, mix[place] - step), min(1.0, mix[place] + step)) for place in places]
    at_mix = values - mix @ values - (slopes - own) @ mix
    found = linprog(
        np.array([0.0] * free + [1.0]),
        A_ub=lines,
        b_ub=-at_mix,
        A_eq=np.array([[1.0] * free + [0.0]]),
        b_eq=np.array([1.0]),
        bounds=[*bounds, (None, None)],
        method="highs",
    )
    if found.x is None:
        return mix
    near = np.zeros_like(mix)
    near[places] = np.maximum(found.x[:free], 0.0)
    near /= near.sum()
    return near


def whole_shares(mix: Sequence[float], whole: int = 100) -> list[int]:
    """Return shares as whole numbers that add up to `whole`, each as near to its own as can be."""
    exact = np.asarray(mix, float) * whole
    down = np.floor(exact + 1e-9).astype(int)
    missing = whole - int(down.sum())
    order = sorted(range(len(down)), key=lambda place: (down[place] - exact[place], place))
    for place in order[:missing]:
        down[place] += 1
    return [int(share) for share in down]
