"""The difference of two means, or shares, over the same blocks: of one game under two variants.

In the sums the numbers of the first variant come first, then its weight, then numbers and weight of the
second; the last column is the sum of both weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import sqrt
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.measures.moments import Moments, chosen
from conquestlab.analysis.measures.ratios import Ratio, ratio_to


class PairedRatio(NamedTuple):
    """The difference of a mean, or a share, between two variants.

    Attributes
    ----------
    first, second : float
        The mean under each.
    difference : float
        Second less first, rounded once: exactly 0 where both are the same.
    blocks : int
        Blocks that count under one variant at least.
    first_variance, second_variance : float
        Of the two means, over the same blocks.
    variance : float
        Of the difference; exactly 0 where no block differs.
    correlation : float
        Of the two means.
    only_first, only_second : int or None
        Games that counted under one variant alone; None unless every game counts fully or not at all, and has
        luck of its own.
    """

    first: float
    second: float
    difference: float
    blocks: int
    first_variance: float
    second_variance: float
    variance: float
    correlation: float
    only_first: int | None
    only_second: int | None

    @property
    def reduction(self) -> float | None:
        """How many times more the difference would vary if the variants had luck of their own."""
        return (self.first_variance + self.second_variance) / self.variance if self.variance > 0.0 else None


def paired_ratio(sums: Moments, coefficients: Sequence[int] = (1,)) -> PairedRatio | None:
    """Return the difference of a combination of the numbers, in whole coefficients, over the weights.

    None where one of the variants has no weight, or where there is a single block.
    """
    width = len(coefficients)
    first, second = chosen(coefficients), chosen(coefficients, width + 1)
    x_first, x_second = sums.total(first), sums.total(second)
    m_first, m_second = sums.sums[width], sums.sums[2 * width + 1]
    if m_first == 0 or m_second == 0 or sums.blocks < 2:
        return None
    depart_first, depart_second = sums.departure(first, width), sums.departure(second, 2 * width + 1)
    own_first = sums.product(depart_first, depart_first)
    own_second = sums.product(depart_second, depart_second)
    common = sums.product(depart_first, depart_second)
    squares = own_first * m_second**4 + own_second * m_first**4 - 2 * common * m_first**2 * m_second**2
    scale = sums.blocks / (sums.blocks - 1)
    varied = own_first > 0 and own_second > 0
    only_first, only_second = _discordant(
        sums, ratio_to(sums, first, width), ratio_to(sums, second, 2 * width + 1), sums.product(first, second)
    )
    return PairedRatio(
        x_first / m_first,
        x_second / m_second,
        (x_second * m_first - x_first * m_second) / (m_first * m_second),
        sums.blocks,
        own_first / m_first**4 * scale,
        own_second / m_second**4 * scale,
        squares / (m_first**4 * m_second**4) * scale,
        max(-1.0, min(1.0, common / sqrt(own_first) / sqrt(own_second))) if varied else 0.0,
        only_first,
        only_second,
    )


def _discordant(sums: Moments, first: Ratio, second: Ratio, both: int) -> tuple[int | None, int | None]:
    """Count the games that counted under one variant alone."""
    width = len(sums.sums) // 2
    unit = first.m // sums.games
    beside = sums.products[width - 1][2 * width - 1]  # of the two weights
    plain = (
        sums.games == sums.blocks
        and first.m == second.m == unit * sums.games
        and {first.mm, second.mm, beside} == {unit * first.m}
        and first.xx == unit * first.x
        and second.xx == unit * second.x
    )
    if not plain:
        return None, None
    return (first.x - both // unit) // unit, (second.x - both // unit) // unit


def one_side(sums: Moments, side: int) -> Ratio:
    """Return the mean of one variant, the first (0) or the second (1), out of pairs of a single number."""
    return ratio_to(sums, {2 * side: 1}, 2 * side + 1)


def cross_covariance(sums: Moments) -> np.ndarray:
    """Return the covariances of the shares under the first variant with those under the second.

    Parameters
    ----------
    sums : Moments
        Both variants with some weight, two blocks or more.

    Returns
    -------
    array, (numbers, numbers)
    """
    width = len(sums.sums) // 2
    m_first, m_second = sums.sums[width - 1], sums.sums[2 * width - 1]
    before = [sums.departure({place: 1}, width - 1) for place in range(width - 1)]
    after = [sums.departure({width + place: 1}, 2 * width - 1) for place in range(width - 1)]
    scale = m_first**2 * m_second**2
    products = [sums.product(one, other) / scale * sums.blocks for one, other in product(before, after)]
    return np.array(products).reshape(width - 1, width - 1) / (sums.blocks - 1)


def difference_covariance(sums: Moments) -> np.ndarray:
    """Return the covariances of the differences of all shares, second variant less first.

    Arguments as for `cross_covariance`; exactly 0 where no block differs.
    """
    width = len(sums.sums) // 2
    m_first, m_second = sums.sums[width - 1], sums.sums[2 * width - 1]
    before = [sums.departure({place: 1}, width - 1) for place in range(width - 1)]
    after = [sums.departure({width + place: 1}, 2 * width - 1) for place in range(width - 1)]
    answer = np.zeros((width - 1, width - 1))
    for i, j in product(range(width - 1), repeat=2):
        own = sums.product(before[i], before[j]) * m_second**4
        other = sums.product(after[i], after[j]) * m_first**4
        both = sums.product(before[i], after[j]) + sums.product(after[i], before[j])
        squares = own + other - both * m_first**2 * m_second**2
        answer[i, j] = squares * sums.blocks / (m_first**4 * m_second**4) / (sums.blocks - 1)
    return answer
