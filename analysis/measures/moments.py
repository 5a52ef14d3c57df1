"""Exact sums and products over blocks of games: all that a ratio and its standard error need.

A block is the games of one luck number. Every number is a whole one of any size, so that adding up in another
order, in other chunks or on other machines gives the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import sqrt

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
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(
                tuple(a + b for a, b in zip(mine, theirs, strict=True))
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

    def ratio(self, number: Coefficients, weight: int = -1) -> Ratio:
        """Return the ratio of a combination of the columns to a column."""
        by = {weight: 1}
        return Ratio(
            self.games,
            self.blocks,
            self.total(number),
            self.sums[weight],
            self.product(number, number),
            self.product(number, by),
            self.product(by, by),
        )

    def departure(self, number: Coefficients, weight: int = -1) -> Coefficients:
        """Return what a block departs by from such a ratio, times the whole weight: whole numbers still."""
        return {place: self.sums[weight] * times for place, times in number.items()} | {
            weight: -self.total(number)
        }


@dataclass(frozen=True)
class Ratio:
    """A mean of games with weights, or a share: sum of x over sum of m, in whole numbers.

    Attributes
    ----------
    games, blocks : int
        Games and blocks whose weight is not zero.
    x, m, xx, xm, mm : int
        Sums over blocks of the number, of the weight and of their products.
    """

    games: int
    blocks: int
    x: int
    m: int
    xx: int
    xm: int
    mm: int

    @property
    def value(self) -> float:
        """The ratio; `m` must not be zero."""
        return self.x / self.m

    @property
    def plain(self) -> bool:
        """Whether it is a share of single games that count alike and each either do or do not."""
        return self.games == self.blocks and self.xx == self.xm and self.mm * self.games == self.m * self.m

    @property
    def variance(self) -> float:
        """Variance of the ratio over two blocks or more, by Taylor's first term."""
        squares = self.m**2 * self.xx - 2 * self.m * self.x * self.xm + self.x**2 * self.mm
        return squares * self.blocks / (self.m**4 * (self.blocks - 1))

    @property
    def error(self) -> float:
        """Standard error of the ratio over two blocks or more."""
        return sqrt(self.variance)

    @property
    def trials(self) -> float:
        """Independent games that would make a share as uncertain as it is; infinite where no block differs.

        A share of nothing or of everything shows no variation to go by; then every block counts as one game.
        """
        if self.plain:
            return float(self.games)
        if self.x == 0 or self.x == self.m:
            return self.m * self.m / self.mm
        variance = self.variance
        return self.value * (1.0 - self.value) / variance if variance > 0.0 else float("inf")


def _largest(column: np.ndarray) -> int:
    return max(int(column.max()), -int(column.min()))


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
    if starts is not None:
        columns = [np.add.reduceat(column, starts) for column in columns]
    blocks = games if starts is None else int(np.count_nonzero(columns[-1]))
    width = len(columns)
    products = [[0] * width for _ in range(width)]
    most = [_largest(column) for column in columns]
    for row in range(width):
        for column in range(row, width):
            product = _dot(columns[row], columns[column], most[row], most[column])
            products[row][column] = products[column][row] = product
    one = np.ones(columns[-1].size, dtype=np.int64)
    sums = tuple(_dot(column, one, largest, 1) for column, largest in zip(columns, most, strict=True))
    return Moments(games, blocks, sums, tuple(map(tuple, products)))


def merge_moments(several: Iterable[Moments]) -> Moments:
    """Return the moments of all games of one or more, in any order."""
    return reduce(lambda first, second: first + second, several)


def ratio(sums: Moments, coefficients: Sequence[int] = (1,)) -> Ratio:
    """Return the ratio of a combination of the columns, in whole coefficients, to the weight."""
    return sums.ratio(chosen(coefficients))


def chosen(coefficients: Sequence[int], first: int = 0) -> Coefficients:
    """Return coefficients of the columns from `first` on, without those that are nothing."""
    return {first + place: times for place, times in enumerate(coefficients) if times}


def covariance(sums: Moments) -> np.ndarray:
    """Return the covariance matrix of the ratios of all columns to the weight, over two blocks or more."""
    size, weight = len(sums.sums) - 1, sums.sums[-1]
    departures = [sums.departure({place: 1}) for place in range(size)]
    answer = np.zeros((size, size))
    for i, j in product(range(size), repeat=2):
        squares = sums.product(departures[i], departures[j])
        answer[i, j] = squares * sums.blocks / (weight**4 * (sums.blocks - 1))
    return answer
