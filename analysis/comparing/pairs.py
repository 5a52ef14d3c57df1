"""Sums over pairs of games with the same luck: what a difference of two variants needs beside their tallies.

The first variant is the base, the second the one that is compared with it. As in a tally, all sums are whole
numbers over blocks of shared luck, so that the pairs of all games are the same however they were cut into
chunks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.measures.measure import Quantity
from conquestlab.analysis.measures.moments import Moments, Ratio, chosen, moments
from conquestlab.analysis.measures.quantities import Games, wins_by_bot

Key = tuple[str, str]
"""Name of a measure, and what its row stands for."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """What games of two variants add up to, pair by pair.

    In all moments the numbers of the first variant come first, then its weight, then numbers and weight of
    the second; the last column is the sum of both weights.

    Attributes
    ----------
    alike : bool
        Whether every game came out the same under both variants, in all that a row keeps.
    ratios : mapping of (measure, of) to Moments
        Of the quantities that both variants have.
    wins : Moments
        Sixtieths of the win by seat; weight: all of them.
    rounds, rounds_seen : Moments
        Length; length as far as both variants would have gone on with it.
    skill : Moments or None
        Where two bots play: sixtieths of the win of the first; weight: of both.
    """

    alike: bool
    ratios: Mapping[Key, Moments]
    wins: Moments
    rounds: Moments
    rounds_seen: Moments
    skill: Moments | None

    def __add__(self, other: Pairs) -> Pairs:
        """Return the pairs of both; no block may be in both."""
        return Pairs(
            self.alike and other.alike,
            {key: sums + other.ratios[key] for key, sums in self.ratios.items()},
            self.wins + other.wins,
            self.rounds + other.rounds,
            self.rounds_seen + other.rounds_seen,
            None if self.skill is None or other.skill is None else self.skill + other.skill,
        )


class Side(NamedTuple):
    """The games of one variant.

    Attributes
    ----------
    rows : structured array, (games,)
        In the order of their luck numbers; whole blocks.
    quantities : tuple of Quantity
        Of its tally.
    bots : tuple of str
        The run's list of bots.
    """

    rows: np.ndarray
    quantities: tuple[Quantity, ...]
    bots: tuple[str, ...]

    @property
    def games(self) -> Games:
        """The games as columns."""
        names = tuple(dict.fromkeys(self.bots))
        bot_of = np.array([names.index(name) for name in self.bots])
        return Games(self.rows, int(self.rows["seats"][0]), bot_of)


def pair_up(first: Side, second: Side, cap: int) -> Pairs:
    """Add up the pairs of the same games under two variants.

    Parameters
    ----------
    first, second : Side
        Games of the same numbers, seats and bots.
    cap : int
        Rounds up to which both variants would play.
    """
    one, other = first.games, second.games
    if not np.array_equal(first.rows["luck"], second.rows["luck"]):
        raise Failed("games of other luck numbers do not pair: play the same games of each rulebook")
    starts = one.starts

    def paired(columns: Sequence[np.ndarray]) -> Moments:
        half = len(columns) // 2
        return moments([*columns, columns[half - 1] + columns[-1]], starts)

    mine = {(quantity.measure, quantity.of): quantity for quantity in first.quantities}
    ratios = {}
    for quantity in second.quantities:
        key = (quantity.measure, quantity.of)
        if key in mine:
            same = mine[key]
            ratios[key] = paired(
                [same.number(one), same.weight(one), quantity.number(other), quantity.weight(other)]
            )
    return Pairs(
        _alike(first.rows, second.rows),
        ratios,
        paired([*one.wins.T, one.decided, *other.wins.T, other.decided]),
        paired([one.rounds, one.every, other.rounds, other.every]),
        paired([np.minimum(one.rounds, cap), one.every, np.minimum(other.rounds, cap), other.every]),
        paired([*_first_bot(one), *_first_bot(other)]) if len(set(first.bots)) == 2 else None,
    )


def _first_bot(games: Games) -> list[np.ndarray]:
    return [wins_by_bot(games, 2)[0], games.decided]


def _alike(first: np.ndarray, second: np.ndarray) -> bool:
    return first.dtype == second.dtype and all(
        np.array_equal(first[name], second[name]) for name in first.dtype.names or ()
    )


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
        sums, sums.ratio(first, width), sums.ratio(second, 2 * width + 1), sums.product(first, second)
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
    return sums.ratio({2 * side: 1}, 2 * side + 1)


def cross_covariance(sums: Moments) -> np.ndarray:
    """Return the covariances of the shares under the first variant with those under the second.

    Parameters
    ----------
    sums : Moments
        As `Pairs.wins`; both variants with some weight, two blocks or more.

    Returns
    -------
    array, (numbers, numbers)
    """
    width = len(sums.sums) // 2
    m_first, m_second = sums.sums[width - 1], sums.sums[2 * width - 1]
    before = [sums.departure({place: 1}, width - 1) for place in range(width - 1)]
    after = [sums.departure({width + place: 1}, 2 * width - 1) for place in range(width - 1)]
    answer = np.zeros((width - 1, width - 1))
    for i, one in enumerate(before):
        for j, other in enumerate(after):
            squares = sums.product(one, other)
            answer[i, j] = squares / (m_first**2 * m_second**2) * sums.blocks / (sums.blocks - 1)
    return answer
