"""Exact sums and products over blocks of games: all that shares, means, ratings and their errors need.

A block is the games of one luck number, and the unit of every standard error. Every number is a whole one of
any size, so that adding up in another order, in other chunks or on other machines gives the same. What is
made of these sums is in `ratios.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations_with_replacement
from operator import add

import numpy as np

LIMB = 20  # bits; two limbs multiplied and added up over two million blocks fit into 63 bits
LARGEST = 2**62
LONGEST = 2**21

Coefficients = Mapping[int, int]
"""A combination of columns: by place of the column, how many times it counts."""


@dataclass(frozen=True)
class Moments:
    """Sums over blocks of a few columns and of their products; the last column is the weight of a game.

    Attributes
    ----------
    games, blocks : int
        Games and blocks whose weight is not zero.
    sums : tuple of int
    products : tuple of tuple of int
    """

    games: int
    blocks: int
    sums: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]

    def __add__(self, other: Moments) -> Moments:
        """Return the moments of the games of both; no block may be in both."""
        return Moments(
            self.games + other.games,
            self.blocks + other.blocks,
            tuple(map(add, self.sums, other.sums)),
            tuple(
                tuple(map(add, mine, theirs))
                for mine, theirs in zip(self.products, other.products, strict=True)
            ),
        )

    def total(self, numbers: Coefficients) -> int:
        """Return the sum over blocks of a combination of the columns."""
        return sum(times * self.sums[place] for place, times in numbers.items())

    def product(self, first: Coefficients, second: Coefficients) -> int:
        """Return the sum over blocks of the product of two combinations of the columns."""
        return sum(
            one * other * self.products[i][j] for i, one in first.items() for j, other in second.items()
        )

    def departure(self, number: Coefficients, weight: int = -1) -> Coefficients:
        """Return what a block departs by from a ratio to a column, times the whole weight: whole numbers."""
        return {place: self.sums[weight] * times for place, times in number.items()} | {
            weight: -self.total(number)
        }

    @cached_property
    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The sums and the products as arrays of int64, where they are small enough."""
        return np.array(self.sums, np.int64), np.array(self.products, np.int64)

    def scatter(self, parts: np.ndarray) -> np.ndarray:
        """Return the covariance, over the blocks, of totals of the columns; the weight of every block is 1.

        A single block shows no scatter around its mean; then the larger one around zero is taken.

        Parameters
        ----------
        parts : array, (totals, columns)
            What each column adds to each total.

        Returns
        -------
        array, (totals, totals)
        """
        sums, products = self.arrays
        around_zero = parts @ products @ parts.T
        if self.blocks < 2:
            return np.asarray(around_zero)
        totals = parts @ sums
        return np.asarray(
            (around_zero - np.outer(totals, totals) / self.blocks) * self.blocks / (self.blocks - 1)
        )


def _largest(numbers: np.ndarray) -> int:
    return max(int(numbers.max()), -int(numbers.min()))


def _dot(first: np.ndarray, second: np.ndarray, most_first: int, most_second: int) -> int:
    if most_first * most_second * first.size < LARGEST:
        return int(np.dot(first, second))
    if first.size > LONGEST:
        return sum(
            _dot(first[at : at + LONGEST], second[at : at + LONGEST], most_first, most_second)
            for at in range(0, first.size, LONGEST)
        )
    if most_first < most_second:
        first, second, most_first, most_second = second, first, most_second, most_first
    high, low = first >> LIMB, first & ((1 << LIMB) - 1)
    # An arithmetic shift rounds down, so that a negative number has a high limb one further from zero.
    most_high = (most_first >> LIMB) + 1
    return (_dot(high, second, most_high, most_second) << LIMB) + _dot(
        low, second, (1 << LIMB) - 1, most_second
    )


def moments(columns: Sequence[np.ndarray], starts: np.ndarray | None) -> Moments:
    """Sum up columns of games, of which the last is the weight.

    Parameters
    ----------
    columns : sequence of int64 arrays, (games,)
        In the order of the blocks.
    starts : int array or None
        Position of the first game of each block; None where every game is a block of its own.

    Returns
    -------
    Moments
    """
    games = int(np.count_nonzero(columns[-1]))
    table = np.array(columns) if starts is None else np.add.reduceat(np.array(columns), starts, axis=1)
    blocks = games if starts is None else int(np.count_nonzero(table[-1]))
    if _largest(table) ** 2 * table.shape[1] < LARGEST:
        sums, products = table.sum(axis=1).tolist(), (table @ table.T).tolist()
    else:
        most = [_largest(column) for column in table]
        one, products = np.ones(table.shape[1], dtype=np.int64), [[0] * len(most) for _ in most]
        sums = [_dot(column, one, largest, 1) for column, largest in zip(table, most, strict=True)]
        for i, j in combinations_with_replacement(range(len(most)), 2):
            products[i][j] = products[j][i] = _dot(table[i], table[j], most[i], most[j])
    return Moments(games, blocks, tuple(sums), tuple(map(tuple, products)))


def merge_moments(several: Iterable[Moments]) -> Moments:
    """Return the moments of all games of one or more, in any order."""
    return reduce(lambda first, second: first + second, several)


def chosen(coefficients: Sequence[int], first: int = 0) -> Coefficients:
    """Return coefficients of the columns from `first` on, without those that are nothing."""
    return {first + place: times for place, times in enumerate(coefficients) if times}
