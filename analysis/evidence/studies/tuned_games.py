"""Synthetic games that tune to a known answer: what the search for numbers is tried on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any

import numpy as np

from conquestlab.analysis.evidence.studies.synthetic_games import World, synthetic_rows
from conquestlab.analysis.measures.moments import Moments, moments
from conquestlab.analysis.measures.quantities import GameColumns
from conquestlab.analysis.tuning.box import Point
from conquestlab.analysis.tuning.design import Orders
from conquestlab.analysis.tuning.search import FLAT, NEAREST, ROOT, Aim, Player
from conquestlab.analysis.tuning.surface import POSITIVE, SHARES

Law = Callable[[np.ndarray], Any]
"""From the numbers to what `draw` needs: chances, a mean, a world."""


def winners(strengths: np.ndarray, games: int, generator: np.random.Generator) -> Moments:
    """Draw who wins games of their own luck, by the logarithms of the strengths of the seats."""
    odds = np.exp(strengths - strengths.max())
    wins = generator.multinomial(games, odds / odds.sum()).tolist()
    seats = range(len(wins))
    products = [[wins[one] * (one == other) for other in seats] + [wins[one]] for one in seats]
    return Moments(games, games, (*wins, games), (*map(tuple, products), (*wins, games)))


@dataclass(frozen=True)
class TuningStudy:
    """A synthetic game whose answer is known.

    Attributes
    ----------
    name : str
    law : callable
    truth : tuple of float or None
        The true answer; None where there is none.
    target : tuple of float
    games : int
    high : tuple of int
        The highest value of each number; the lowest is 0.
    draw : callable
        From what the law tells, a number of games and a generator to the sums of the games.
    scale : str
    within : float or None
    verdict : str
        What has to be found.
    low : tuple of int or None
        The lowest values, where they are not 0.
    """

    name: str
    law: Law
    truth: tuple[float, ...] | None
    target: tuple[float, ...]
    games: int = 20_000
    high: Point = (20,)
    draw: Callable[[Any, int, np.random.Generator], Moments] = winners
    scale: str = SHARES
    within: float | None = None
    verdict: str = ROOT
    low: Point | None = None

    @property
    def aim(self) -> Aim:
        """What is looked for."""
        low = (0,) * len(self.high) if self.low is None else self.low
        return Aim(np.array(self.target), self.scale, low, self.high, low)

    def player(self, generator: np.random.Generator) -> Player:
        """Return what plays the synthetic game."""

        def play(orders: Orders) -> Iterator[tuple[Point, Moments]]:
            for point, games in orders:
                yield point, self.draw(self.law(np.array(point, dtype=float)), games, generator)

        return play


def cut_off(chance: float, games: int, generator: np.random.Generator) -> Moments:
    """Draw how many games are cut off."""
    some = int(generator.binomial(games, chance))
    return Moments(games, games, (some, games), ((some, some), (some, games)))


def lengths(mean: float, games: int, generator: np.random.Generator) -> Moments:
    """Draw lengths of games, geometric ones."""
    rounds = generator.geometric(1.0 / mean, games)
    return moments([rounds, np.ones(games, dtype=np.int64)], None)


def blocks(world: World, games: int, generator: np.random.Generator) -> Moments:
    """Draw games whose blocks share their luck."""
    whole = -(-games // world.block) * world.block
    drawn = GameColumns(synthetic_rows(world, whole, generator), len(world.seats), np.arange(len(world.bots)))
    return moments([*drawn.wins.T, drawn.decided], drawn.starts)


def even(seats: int) -> tuple[float, ...]:
    """Return even shares of all seats but the last, which the others tell."""
    return (1.0 / seats,) * (seats - 1)


def bent(armies: np.ndarray) -> np.ndarray:
    """Return what armies are worth where each is worth less than the one before."""
    return 0.8 * (1.0 - np.exp(-armies / 5.0))


def unbent(worth: float) -> float:
    """Return how many armies are worth so much."""
    return -5.0 * log(1.0 - worth / 0.8)


def ahead(*lead: float) -> Callable[[Law], Law]:
    """Return laws of seats that lead by so much, and of which all but the first get armies."""

    def of(worth: Law) -> Law:
        return lambda armies: np.array(lead) + np.append(0.0, worth(armies))

    return of


def _one_for_three(armies: np.ndarray) -> np.ndarray:
    return np.array([0.3, 0.0, 0.1 * armies[0]])


def _two_sided(armies: np.ndarray) -> np.ndarray:
    return np.array([0.5, 0.02 * (armies[0] - 10.0) ** 2])


def _nearest_of_one_for_three() -> float:
    """Return the armies at which the shares of `_one_for_three` are nearest to even ones."""
    armies = np.linspace(0.0, 20.0, 200_001)
    odds = np.exp(np.stack([np.full_like(armies, 0.3), np.zeros_like(armies), 0.1 * armies]))
    return float(armies[np.argmin(np.sum((odds / odds.sum(axis=0) - 1.0 / 3.0) ** 2, axis=0))])


def _with_bots(armies: np.ndarray) -> World:
    return World((exp(0.45), exp(0.2 + 0.08 * armies[0]), exp(0.08 * armies[1])), (1.0, 1.5, 0.6), luck=0.5)


TWO, THREE = (20, 20), (20, 20, 20)
LEVELLED = (3.125, 5.625)  # what levels seats that lead by 0.45 and 0.2, each army worth 0.08
UNBENT = (unbent(0.25), unbent(0.45))
_steadily = ahead(0.5, 0.0)(lambda x: 0.13 * x)
_two_steadily, _two_bent = ahead(0.45, 0.2, 0.0)(lambda x: 0.08 * x), ahead(0.45, 0.2, 0.0)(bent)
_three_steadily = ahead(0.6, 0.4, 0.2, 0.0)(lambda x: 0.1 * x)
_more_and_more = ahead(0.5, 0.0)(lambda x: 0.02 * x + 0.01 * x * x)

STUDIES = (
    TuningStudy("one number", _steadily, (0.5 / 0.13,), even(2)),
    TuningStudy("one number, bent", _more_and_more, (-1.0 + sqrt(51.0),), even(2), high=(40,)),
    TuningStudy("at the end", ahead(0.0, 0.0)(lambda x: 0.13 * x), (0.0,), even(2)),
    TuningStudy("twice", _two_sided, (5.0,), even(2)),
    TuningStudy("two numbers", _two_steadily, LEVELLED, even(3), 60_000, TWO),
    TuningStudy("two numbers, bent", _two_bent, UNBENT, even(3), 60_000, TWO),
    TuningStudy("two numbers, many games", _two_bent, UNBENT, even(3), 1_000_000, TWO),
    TuningStudy("two numbers, few games", _two_steadily, LEVELLED, even(3), 6_000, TWO),
    TuningStudy("two numbers, blocks", _with_bots, LEVELLED, even(3), 30_000, TWO, draw=blocks),
    TuningStudy("three numbers", _three_steadily, (2.0, 4.0, 6.0), even(4), 100_000, THREE),
    TuningStudy("until known to 0.3", _steadily, (0.5 / 0.13,), even(2), 1_000_000, within=0.3),
    TuningStudy(
        "a length",
        lambda x: 5.0 + 0.8 * x[0] + 0.03 * x[0] ** 2,
        ((-0.8 + sqrt(0.64 + 0.84)) / 0.06,),
        (12.0,),
        high=(40,),
        draw=lengths,
        scale=POSITIVE,
    ),
    TuningStudy(
        "a share cut off",
        lambda x: 1.0 / (1.0 + exp(-2.0 + 0.3 * x[0])),
        ((2.0 + log(19.0)) / 0.3,),
        (0.05,),
        high=(60,),
        draw=cut_off,
    ),
    TuningStudy(
        "one for three seats",
        _one_for_three,
        (_nearest_of_one_for_three(),),
        even(3),
        60_000,
        verdict=NEAREST,
    ),
    TuningStudy("out of reach", ahead(0.0, 0.5)(lambda x: 0.13 * x), (0.0,), even(2), verdict=NEAREST),
    TuningStudy("flat", ahead(0.1, 0.0)(lambda x: 0.0 * x), None, even(2), verdict=FLAT),
)
