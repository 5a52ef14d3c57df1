"""The search for weights: an evolution strategy over rows of whole numbers, each with its range.

The strategy is CMA-ES (Hansen and Ostermeier 2001) in the library `cma`. It sees each weight as a number from
0 to 1, the ends of its range, and is kept between them by the library's own transformation: to put what lies
beyond an end on it would lead the search astray. Weights whose range is one number stay what they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.errors import WrongUse

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Weight

SPREAD = 0.15  # of the first generation, in ranges
LEAST_STEP = 0.3  # the smallest standard deviation, in whole numbers: less would try the same row again


class Search:
    """A distribution over rows of weights that moves to where they are worth more.

    Parameters
    ----------
    weights : mapping of Weight
        By name; rows of numbers are in this order.
    start : mapping of int
        Where the mean begins; what lies outside its range is put on the end of it.
    population : int
        Candidates of a generation.
    generator : numpy.random.Generator
        Of all that is random here.
    spread : float
        Standard deviation of the first generation, in ranges.
    """

    def __init__(
        self,
        weights: Mapping[str, Weight],
        start: Mapping[str, int],
        population: int,
        generator: np.random.Generator,
        spread: float = SPREAD,
    ):
        import cma

        self.names = tuple(weights)
        self._low = np.array([weight.low for weight in weights.values()], float)
        self._high = np.array([weight.high for weight in weights.values()], float)
        span = self._high - self._low
        self._free = np.flatnonzero(span > 0)
        if not self._free.size:
            raise WrongUse("there is no weight that could be another number: train another bot")
        first = np.clip([start[name] for name in self.names], self._low, self._high)
        self._fixed = first
        # The strategy needs two numbers at least: the second then moves nothing.
        self._idle = self._free.size == 1
        begin = ((first - self._low)[self._free] / span[self._free]).tolist() + [0.5] * self._idle
        least = (LEAST_STEP / span[self._free]).tolist() + [0.0] * self._idle
        options: dict[str, Any] = {
            "bounds": [0.0, 1.0],
            "popsize": population,
            "minstd": least,
            "randn": lambda *shape: generator.standard_normal(shape),
            "seed": np.nan,  # touches no generator but ours
            "verbose": -9,
        }
        self._strategy = cma.CMAEvolutionStrategy(begin, spread, options)
        self._asked: list[np.ndarray] = []

    @property
    def mean(self) -> np.ndarray:
        """The mean of the distribution, each number from 0 to 1."""
        return np.asarray(self._strategy.result.xfavorite, float)

    def ask(self) -> np.ndarray:
        """Return the candidates of a generation: whole numbers, (population, weights)."""
        self._asked = self._strategy.ask()
        return np.array([self.row_at(candidate) for candidate in self._asked])

    def tell(self, worth: Sequence[float]) -> None:
        """Take in what the candidates are worth, in their order; more is better."""
        self._strategy.tell(self._asked, [-float(one) for one in worth])

    def row_at(self, point: np.ndarray) -> np.ndarray:
        """Return the weights at a point of numbers from 0 to 1."""
        row = self._fixed.copy()
        low, high = self._low[self._free], self._high[self._free]
        row[self._free] = np.rint(low + (high - low) * point[: self._free.size])
        return row.astype(np.int64)
