"""Shares of the wins over several matches, with intervals that rest on blocks.

The variance is that within the matches: which lineups meet is a choice, not luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.measures.intervals import LEVEL, score_interval, t_quantile
from conquestlab.analysis.measures.significance import one_sided_p
from conquestlab.analysis.rating.block_sums import (
    BESIDE_WINS,
    BLOCK,
    UNFINISHED,
    Match,
    freedom_of,
    parts_of_wins,
    scatter,
)
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    import numpy as np

NO_VARIANCE = 1e-15  # what rounding makes of none; a single block among all that exist makes more

Parts = Callable[[Match], "tuple[np.ndarray, np.ndarray]"]
"""What each part of a block's outcome adds to a number, and to the weight that the number is a share of."""


class Share(NamedTuple):
    """A share, and how well it is known.

    Attributes
    ----------
    value : float or None
        None where there is nothing to have a share of.
    trials : float
        Independent games that would make the share as uncertain as the blocks show it to be.
    freedom : int
        Degrees of freedom of that.
    games : int
        On how many games it rests.
    """

    value: float | None
    trials: float
    freedom: int
    games: int

    def span(self, family: int = 1, level: float = LEVEL) -> tuple[float | None, float | None]:
        """Return Wilson's interval with t; `family` of them hold together."""
        if self.value is None or self.freedom < 1:
            return None, None
        low, high = score_interval(self.value, self.trials, t_quantile(self.freedom, level, family))
        return float(low), float(high)

    def p_of(self, middle: float) -> float | None:
        """Return the two-sided p-value of the share being `middle`: the test that belongs to the interval."""
        if self.value is None or self.freedom < 1:
            return None
        error = sqrt(middle * (1.0 - middle) / self.trials)
        return 2.0 * one_sided_p(abs(self.value - middle) / error, self.freedom)


def share_of(matches: Sequence[Match], parts: Parts) -> Share:
    """Return the sum of a number over matches as a share of the sum of its weight."""
    import numpy as np

    counted = [(match, *parts(match)) for match in matches]
    counted = [(match, number, weight) for match, number, weight in counted if weight.any()]
    freedom = freedom_of([match for match, _, _ in counted])
    whole = sum(int(weight @ match.sums.sums) for match, _, weight in counted)
    if whole == 0:
        return Share(None, 0.0, freedom, 0)
    games = sum(match.games if weight[BLOCK] else match.decided for match, _, weight in counted)
    part = sum(int(number @ match.sums.sums) for match, number, _ in counted)
    value = part / whole
    variance = sum(
        scatter(match, (number - value * weight)[np.newaxis])[0, 0] for match, number, weight in counted
    ) / (whole * whole)
    if variance <= NO_VARIANCE * value * (1.0 - value):
        # No variation is seen to go by: every block counts as one game.
        squares = sum(int(weight @ match.sums.products @ weight) for match, _, weight in counted)
        return Share(value, whole * whole / squares, freedom, games)
    return Share(value, value * (1.0 - value) / variance, freedom, games)


def won_by(names: Sequence[str], bot: int) -> Parts:
    """Return what makes the chance to win of a seat that a bot holds, over the games that somebody won."""
    import numpy as np

    def parts(match: Match) -> tuple[np.ndarray, np.ndarray]:
        held = (match.seating(names) == bot).astype(np.int64)
        seats_held = np.broadcast_to(held.sum(axis=1, keepdims=True), held.shape)
        return parts_of_wins(held), parts_of_wins(seats_held)

    return parts


def won_of_all(names: Sequence[str], bot: int) -> Parts:
    """Return the same over all games: one that was cut off is a loss for everybody."""
    won = won_by(names, bot)

    def parts(match: Match) -> tuple[np.ndarray, np.ndarray]:
        number, weight = won(match)
        weight = 0 * weight
        weight[BLOCK] = WHOLE_WIN * int((match.seating(names) == bot).sum())
        return number, weight

    return parts


def cut_off(match: Match) -> tuple[np.ndarray, np.ndarray]:
    """Return what makes the share of the games that were cut off."""
    import numpy as np

    number = np.zeros(match.seats * match.seats + BESIDE_WINS, dtype=np.int64)
    weight = 0 * number
    number[UNFINISHED], weight[BLOCK] = 1, match.seats
    return number, weight
