"""Intervals on numbers with known answers: how often each holds what it was made for."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np

from conquestlab.analysis.comparing.differences import (
    Difference,
    Estimate,
    mean_difference,
    spans_difference,
)
from conquestlab.analysis.evidence.studies.coverage import holds
from conquestlab.analysis.measures.intervals import LEVEL, order_statistics, t_interval, wilson
from conquestlab.analysis.measures.moments import moments
from conquestlab.analysis.measures.paired_ratios import PairedRatio, paired_ratio
from conquestlab.analysis.measures.ratios import Share

Counted = Callable[[np.random.Generator, int], int]
"""From a generator and a number of repetitions to how often something came out."""

TOGETHER = 500  # repetitions drawn at once, for memory's sake


def rare_share(generator: np.random.Generator, repetitions: int) -> int:
    """Wilson's interval of a share of 2 %, by 400 games."""
    chance = 0.02
    low, high = wilson(generator.binomial(400, chance, repetitions), 400)
    return int(np.count_nonzero((low <= chance) & (chance <= high)))


def seats_together(generator: np.random.Generator, repetitions: int) -> int:
    """The win shares of four seats, all at once, by 1,000 games."""
    chances = np.array([0.31, 0.25, 0.24, 0.2])
    low, high = wilson(generator.multinomial(1000, chances, repetitions), 1000, LEVEL, chances.size)
    return int(np.count_nonzero(((low <= chances) & (chances <= high)).all(axis=1)))


def mean_length(generator: np.random.Generator, repetitions: int) -> int:
    """The mean of 500 lengths of a geometric law, by t."""
    pace, games = 0.1, 500
    kept = 0
    for done in range(0, repetitions, TOGETHER):
        lengths = generator.geometric(pace, (min(TOGETHER, repetitions - done), games))
        low, high = t_interval(lengths.mean(axis=1), lengths.std(axis=1, ddof=1) / np.sqrt(games), games)
        kept += int(np.count_nonzero((low <= 1.0 / pace) & (1.0 / pace <= high)))
    return kept


def median_of_any_law(generator: np.random.Generator, repetitions: int) -> int:
    """The median of 101 values, by order statistics."""
    values = np.sort(generator.standard_cauchy((repetitions, 101)), axis=1)
    low, high = order_statistics(101, 0.5)
    assert low is not None
    assert high is not None
    return int(np.count_nonzero((values[:, low - 1] <= 0.0) & (values[:, high - 1] >= 0.0)))


def each(trial: Callable[[np.random.Generator], bool]) -> Counted:
    """Return the count of a trial that is made again and again."""
    return lambda generator, repetitions: sum(trial(generator) for _ in range(repetitions))


@each
def paired_means(generator: np.random.Generator) -> bool:
    """The difference of mean lengths of 200 pairs with much common luck."""
    return _holds(difference_of(*pairs_of_lengths(generator, 200)), 1.0)


def _holds(found: Difference, truth: float) -> bool:
    return holds(found.low, found.high, truth) is True


def pairs_of_lengths(generator: np.random.Generator, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw lengths of pairs of games; the second are longer by one round."""
    common = generator.poisson(12.0, games)
    return common + generator.poisson(4.0, games), common + generator.poisson(5.0, games)


def _pair_of(first: np.ndarray, second: np.ndarray) -> PairedRatio:
    every = np.ones(first.size, np.int64)
    pair = paired_ratio(moments([first, every, second, every, 2 * every], None))
    assert pair is not None
    return pair


def difference_of(first: np.ndarray, second: np.ndarray) -> Difference:
    """Return the difference of the means of pairs, as `conquest compare` does."""
    pair = _pair_of(first, second)
    return mean_difference(pair.difference, pair.variance, pair.blocks - 1.0)


@each
def paired_shares(generator: np.random.Generator) -> bool:
    """The difference of shares of 200 pairs, from both intervals and their correlation."""
    pair = _pair_of(*pairs_of_wins(generator, 200))
    both = [Estimate(value, Share(value, 200, inf, 200).reach) for value in (pair.first, pair.second)]
    return _holds(spans_difference(both[0], both[1], pair.correlation), SECOND_ALONE - FIRST_ALONE)


BOTH, FIRST_ALONE, SECOND_ALONE = 0.2, 0.05, 0.12


def pairs_of_wins(generator: np.random.Generator, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw wins of pairs of games."""
    drawn = generator.random(games)
    both, first = drawn < BOTH, (drawn >= BOTH) & (drawn < BOTH + FIRST_ALONE)
    second = (drawn >= BOTH + FIRST_ALONE) & (drawn < BOTH + FIRST_ALONE + SECOND_ALONE)
    return (both | first).astype(np.int64), (both | second).astype(np.int64)
