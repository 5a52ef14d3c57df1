"""How many games it takes: to find a difference of some size, or to settle what is undecided."""

from __future__ import annotations

from math import ceil, inf, log10, sqrt

from conquestlab.analysis.comparing.differences import Difference
from conquestlab.analysis.measures.intervals import LEVEL, normal_quantile

POWER = 0.8  # how often a difference is to be found that is there


def widths(tests: int = 1, power: float = POWER, level: float = LEVEL) -> float:
    """Return how many standard errors a difference must be to be found so often.

    Parameters
    ----------
    tests : int
        Questions of one family: Holm's procedure divides the level by as many at worst.
    power, level : float
    """
    return normal_quantile(level, tests) + normal_quantile(2.0 * power - 1.0)


def games_to_settle(
    found: Difference, margin: float, games: int, tests: int = 1, level: float = LEVEL
) -> int:
    """Return about how many games would settle what is undecided; 0 where that cannot be told.

    After so many a difference as large as the margin would be found four times in five; and where there is
    none, that it is smaller would be shown as often. Where so many were played already the difference lies
    near the margin: then as many are told as would find the one that is seen.
    """
    low, high = found.near
    if low is None or high is None or games == 0:
        return 0
    error = max(found.value - low, high - found.value) / normal_quantile(2.0 * level - 1.0)
    wanted = widths(tests, level=level)
    for size in (margin, abs(found.value)):
        needed = games * (wanted * error / size) ** 2 if size > 0.0 else inf
        if games < needed < inf:
            return rounded_up(needed)
    return 0


def rounded_up(games: float) -> int:
    """Return a number of games with two digits, rounded up."""
    unit = 10 ** max(0, int(log10(max(1.0, games))) - 1)
    return int(ceil(games / unit) * unit)


def games_to_detect(
    variance: float, size: float, tests: int = 1, power: float = POWER, level: float = LEVEL
) -> float:
    """Return how many games find a difference so often, by the variance that one game adds to it."""
    return (widths(tests, power, level) * sqrt(variance) / size) ** 2
