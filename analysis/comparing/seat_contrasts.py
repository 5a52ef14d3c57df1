"""Contrasts of the seats: whether the wins are shared out among them in another way, tested as one question.

The shares of n seats are one vector. Single seats, the gap between the best and the worst, or a slope each
see only a part of what has changed; a test of the vector sees all of it, and is one test.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.differences import NO_DIFFERENCE, Difference
from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.comparing.ratio_contrasts import win_contrast
from conquestlab.analysis.measures.intervals import FEWEST_UNITS, noise_draws, norm_interval
from conquestlab.analysis.measures.paired_ratios import difference_covariance
from conquestlab.analysis.measures.ratios import covariance
from conquestlab.analysis.measures.significance import chi_square_p, f_p, homogeneity_p
from conquestlab.analysis.measures.tallies import Tally

FIRST_SEAT = ("win_share", "1")


NOTHING = 1e-9  # of the largest variance: what rounding leaves of none, for the shares sum to 1


class Shift(NamedTuple):
    """By how much the shares of the seats differ, with what is known of it.

    Attributes
    ----------
    by_seat : float array, (seats,)
        Second variant less first.
    covariance : float array, (seats, seats)
    freedom : float
        Degrees of freedom of the covariance.
    """

    by_seat: np.ndarray
    covariance: np.ndarray
    freedom: float

    @property
    def rank(self) -> int:
        """In how many directions the shares vary: of n seats n - 1, or fewer."""
        return int(np.linalg.matrix_rank(self.covariance, hermitian=True, rtol=NOTHING))

    @property
    def statistic(self) -> float:
        """Wald's: the squared length of the shift, each direction in its own standard errors."""
        return float(self.by_seat @ _inverse(self.covariance) @ self.by_seat)


def _inverse(covariance: np.ndarray) -> np.ndarray:
    return np.linalg.pinv(covariance, rtol=NOTHING, hermitian=True)


def seat_shift(sides: Sides) -> Shift | None:
    """Return how the shares of the seats differ; None where too few blocks tell."""
    first, second = sides.base.wins, sides.other.wins
    if min(first.blocks, second.blocks) < FEWEST_UNITS:
        return None
    shares = [np.array(one.sums[:-1]) / one.sums[-1] for one in (first, second)]
    if sides.independent:
        own = covariance(first), covariance(second)
        return Shift(
            shares[1] - shares[0], own[0] + own[1], _joint_freedom(own, (first.blocks, second.blocks))
        )
    return Shift(
        shares[1] - shares[0], difference_covariance(sides.pairs.wins), sides.pairs.wins.blocks - 1.0
    )


def _joint_freedom(own: tuple[np.ndarray, np.ndarray], units: tuple[int, int]) -> float:
    """Return the degrees of freedom of a sum of two covariances (Krishnamoorthy and Yu 2004)."""
    inverse = _inverse(own[0] + own[1])
    rank = np.linalg.matrix_rank(own[0] + own[1], hermitian=True, rtol=NOTHING)
    total = 0.0
    for one, count in zip(own, units, strict=True):
        part = one @ inverse
        total += (float(np.trace(part @ part)) + float(np.trace(part)) ** 2) / (count - 1)
    return float(rank + rank**2) / total if total > 0.0 else float(min(units) - 1)


def shares_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast the shares of all seats: the size is their total variation, the test that of the vector."""
    if sides.base.seats < 2:
        return None
    shift = seat_shift(sides)
    if shift is None:
        return None
    if not shift.covariance.any() and not shift.by_seat.any():
        return Contrast(NO_DIFFERENCE, 0.0, None, can_differ=False)
    size = float(_halves(shift.by_seat[None])[0])
    noise = noise_draws(shift.covariance, max(1, round(shift.freedom)))
    spans = partial(norm_interval, shift.by_seat, noise, _halves)
    low, high = spans(sides.level)
    found = Difference(size, low, high, spans(2.0 * sides.level - 1.0), _shift_p(sides, shift))
    return Contrast(found, _effect(sides, shift), None)


def _halves(many: np.ndarray) -> np.ndarray:
    """Return the total variation: what some seats won, or the others lost, of each row."""
    return np.asarray(np.abs(many).sum(axis=1) / 2.0)


def _effect(sides: Sides, shift: Shift) -> float:
    """Return Cohen's w of the shift against the mean shares of both."""
    first, second = sides.base.wins, sides.other.wins
    middle = (np.array(first.sums[:-1]) / first.sums[-1] + np.array(second.sums[:-1]) / second.sums[-1]) / 2.0
    won = middle > 0.0
    return sqrt(float(np.sum(shift.by_seat[won] ** 2 / middle[won])))


def _shift_p(sides: Sides, shift: Shift) -> float:
    """Return the p-value of the vector of all shares.

    Two seats are one share, and have its test. Single games of luck of their own are counts: Stuart and
    Maxwell's test of the same games, the chi-square of homogeneity for other games. Blocks have Hotelling's.
    """
    if sides.base.seats == 2:
        alone = win_contrast(sides, FIRST_SEAT)
        if alone is not None:
            return alone.difference.p
    plain = sides.base.plain_wins and sides.other.plain_wins
    if sides.independent:
        if plain:
            return homogeneity_p(_winners(sides.base), _winners(sides.other))
        return f_p(shift.statistic, shift.rank, shift.freedom)
    return paired_p(shift, sides.pairs.wins.blocks, sides.pairs.turned, plain)


def games_for_one_seat(sides: Sides, size: float, tests: int, power: float) -> float | None:
    """Return how many games find, so often, that one seat wins so much more or less and the others alike.

    By the law of the statistic, for the seat of which it takes most games.

    Parameters
    ----------
    sides : Sides
        Of games that tell how much the shares vary.
    size : float
    tests : int
        Questions of one family.
    power : float
    """
    from scipy.special import chdtri, chndtr

    shift, seats = seat_shift(sides), sides.base.seats
    if shift is None or not shift.covariance.any():
        return None
    inverse = _inverse(shift.covariance)
    moves = size * (np.eye(seats) * seats - 1.0) / (seats - 1.0)
    least = min(float(move @ inverse @ move) for move in moves)
    end = chdtri(shift.rank, (1.0 - sides.level) / tests)
    low, high = 0.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2.0
        low, high = (middle, high) if 1.0 - chndtr(end, shift.rank, middle) < power else (low, middle)
    return sides.base.games * high / least if least > 0.0 else None


def _winners(tally: Tally) -> np.ndarray:
    """Return how many games each seat won, where each game has one winner."""
    whole = tally.wins.sums[-1] // tally.wins.games
    return np.array(tally.wins.sums[:-1]) / whole


def paired_p(shift: Shift, blocks: int, turned: int, plain: bool) -> float:
    """Return the p-value of a shift over blocks of which only `turned` differ.

    The squares are taken around no shift at all, so that only the blocks that differ count, as they do in
    McNemar's test: with two seats and plain games it is that test, with blocks Hotelling's over those blocks.

    Parameters
    ----------
    shift : Shift
    blocks, turned : int
    plain : bool
        Whether every block is one game with one winner or none.
    """
    rank = shift.rank
    if turned <= rank:
        return 1.0
    around_mean = shift.statistic * blocks / (blocks - 1.0)
    around_nothing = around_mean / (1.0 + around_mean / blocks)
    if plain:
        return chi_square_p(around_nothing, rank)
    rest = turned - around_nothing
    statistic = around_nothing * (turned - 1.0) / rest if rest > 0.0 else float("inf")
    # Were every block to go one way, the signs of the blocks alone would come out so this often.
    return max(f_p(statistic, rank, turned - 1.0), 2.0 ** (1.0 - turned))
