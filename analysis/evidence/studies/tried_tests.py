"""Tests on numbers with known answers: how often each rejects what is true, and what is false.

The power of a test is told by a formula beside it.
"""

from __future__ import annotations

from math import comb, sqrt

import numpy as np

from conquestlab.analysis.comparing.seat_contrasts import Shift, paired_p
from conquestlab.analysis.evidence.studies.tried_intervals import Counted, difference_of, each
from conquestlab.analysis.measures.significance import (
    benjamini_hochberg,
    chi_square_p,
    holm,
    mcnemar,
    mean_p,
    share_equivalence_p,
    two_proportions,
)

ERROR = 0.05
SEATS = 4
COMMON_LUCK = 0.5  # of the games have one winner under both variants, whatever the rules


# Seats --------------------------------------------------------------------------------------------


def chi_square_rejects(chances: tuple[float, ...], games: int) -> Counted:
    """Return the count of chi-square tests that find seats of these chances uneven."""

    def count(generator: np.random.Generator, repetitions: int) -> int:
        wins = generator.multinomial(games, chances, repetitions)
        expected = games / len(chances)
        statistics = ((wins - expected) ** 2 / expected).sum(axis=1)
        return sum(chi_square_p(float(one), len(chances) - 1.0) <= ERROR for one in statistics)

    return count


def chi_square_power(chances: tuple[float, ...], games: int) -> float:
    """Return how often that is to be expected: by the non-central chi-square."""
    from scipy.special import chdtri, chndtr

    even = 1.0 / len(chances)
    shift = games * sum((chance - even) ** 2 / even for chance in chances)
    freedom = len(chances) - 1.0
    return float(1.0 - chndtr(chdtri(freedom, ERROR), freedom, shift))


def share_called_even(share: float, margin: float, games: int) -> Counted:
    """Return the count of tests that show a share to be within the margin of an even one."""

    def count(generator: np.random.Generator, repetitions: int) -> int:
        even = 1.0 / SEATS
        wins = generator.binomial(games, share, repetitions)
        return sum(share_equivalence_p(win / games, games, even, margin) <= ERROR for win in wins.tolist())

    return count


# Winners of the same games, and of others -----------------------------------------------------------


def mcnemar_rejects(first_alone: float, second_alone: float, games: int) -> Counted:
    """Return the count of McNemar's tests that find a difference between the winners of the same games."""

    def count(generator: np.random.Generator, repetitions: int) -> int:
        chances = [first_alone, second_alone, 1.0 - first_alone - second_alone]
        wins = generator.multinomial(games, chances, repetitions)
        return sum(mcnemar(first, second) <= ERROR for first, second, _ in wins.tolist())

    return count


def mcnemar_power(first_alone: float, second_alone: float, games: int) -> float:
    """Return how often that is to be expected: by adding up all that can happen."""
    from scipy.special import bdtr, bdtrc

    apart = first_alone + second_alone
    chance = first_alone / apart
    total = 0.0
    for discordant in range(1, games + 1):
        few = -1  # as many or fewer on one side are too few for chance
        while 2 * few + 1 < discordant and mcnemar(few + 1, discordant - few - 1) <= ERROR:
            few += 1
        if few >= 0:
            happens = comb(games, discordant) * apart**discordant * (1.0 - apart) ** (games - discordant)
            tails = bdtr(few, discordant, chance) + bdtrc(discordant - few - 1, discordant, chance)
            total += happens * float(tails)
    return total


def score_test_rejects(first: float, second: float, games: int) -> Counted:
    """Return the count of score tests that find a difference between the shares of different games."""

    def count(generator: np.random.Generator, repetitions: int) -> int:
        wins = generator.binomial(games, [[first], [second]], (2, repetitions)).T
        return sum(two_proportions(a, games, b, games)[3] <= ERROR for a, b in wins.tolist())

    return count


def seats_together_reject(first: tuple[float, ...], second: tuple[float, ...], games: int) -> Counted:
    """Return the count of tests of all seats that find a difference between the winners of the same games.

    In half of the games both variants have one winner; in the others each has its own.
    """
    size = len(first)

    def rejects(generator: np.random.Generator) -> bool:
        alike = generator.random(games) < COMMON_LUCK
        drawn = [generator.choice(size, games, p=chances) for chances in (first, second)]
        drawn[1] = np.where(alike, drawn[0], drawn[1])
        won = [np.eye(size)[one] for one in drawn]
        apart = won[1] - won[0]
        shift = Shift(apart.mean(axis=0), np.cov(apart.T) / games, games - 1.0)
        turned = int(np.count_nonzero(apart.any(axis=1)))
        return paired_p(shift, games, turned, plain=True) <= ERROR

    return each(rejects)


def seats_together_power(first: tuple[float, ...], second: tuple[float, ...], games: int) -> float:
    """Return how often that is to be expected: by the non-central chi-square."""
    from scipy.special import chdtri, chndtr

    one, other = np.array(first), np.array(second)
    apart = (1.0 - COMMON_LUCK) * (other - one)
    own = (1.0 - COMMON_LUCK) * (np.diag(one + other) - np.outer(one, other) - np.outer(other, one))
    covariance = (own - np.outer(apart, apart)) / games
    shift = float(apart @ np.linalg.pinv(covariance, hermitian=True) @ apart)
    freedom = len(first) - 1.0
    return float(1.0 - chndtr(chdtri(freedom, ERROR), freedom, shift))


# Means of pairs -------------------------------------------------------------------------------------

UNIT = 1 << 20  # lengths are whole numbers; so fine that they follow the normal law


def _pairs(generator: np.random.Generator, difference: float, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw normal pairs with common luck; their difference has the standard deviation 1."""
    common = generator.standard_normal(games)
    each = generator.standard_normal((2, games)) / sqrt(2.0)
    each[1] += difference
    first, second = np.rint((common + each) * UNIT).astype(np.int64)
    return first, second


def paired_t_rejects(difference: float, games: int) -> Counted:
    """Return the count of paired t tests that find a difference of so many standard deviations."""
    return each(lambda generator: difference_of(*_pairs(generator, difference, games)).p <= ERROR)


def paired_t_power(difference: float, games: int) -> float:
    """Return how often that is to be expected: by the non-central t."""
    from scipy.special import nctdtr, stdtrit

    freedom, shift = games - 1.0, difference * sqrt(games)
    end = stdtrit(freedom, 1.0 - ERROR / 2.0)
    return float(1.0 - nctdtr(freedom, shift, end) + nctdtr(freedom, shift, -end))


def means_called_equal(difference: float, margin: float, games: int) -> Counted:
    """Return the count of pairs of one-sided tests that show two means to be the same within the margin."""
    return each(lambda generator: difference_of(*_pairs(generator, difference, games)).within(margin * UNIT))


def equality_power(margin: float, games: int) -> float:
    """Return how often means that do not differ are shown to: by the law of the standard error."""
    from scipy.special import chdtri, ndtr, stdtrit

    freedom = games - 1.0
    errors = np.sqrt(chdtri(freedom, (np.arange(2000) + 0.5) / 2000) / freedom / games)
    room = margin - stdtrit(freedom, 1.0 - ERROR) * errors
    return float(np.mean(np.maximum(0.0, 2.0 * ndtr(room * sqrt(games)) - 1.0)))


# Families -------------------------------------------------------------------------------------------


def holm_errs(correlation: float, false: int, members: int = 40) -> Counted:
    """Return the count of families in which Holm's procedure rejects anything that is true.

    Parameters
    ----------
    correlation : float
        Between the members, as between the measures of one game.
    false : int
        How many of them are false, by four standard errors.
    members : int
    """

    def errs(generator: np.random.Generator) -> bool:
        common, own = generator.standard_normal(1), generator.standard_normal(members)
        ratios = sqrt(correlation) * common + sqrt(1.0 - correlation) * own
        ratios[:false] += 4.0
        raised = holm([mean_p(one, 1.0) for one in ratios.tolist()])
        return any(p <= ERROR for p in raised[false:])

    return each(errs)


def discoveries_err(correlation: float, members: int = 40) -> Counted:
    """Return the count of families of nothing in which Benjamini and Hochberg's procedure finds something.

    Half of the members move against the others, as measures of one game do.
    """

    def errs(generator: np.random.Generator) -> bool:
        common, own = generator.standard_normal(1), generator.standard_normal(members)
        ways = np.where(np.arange(members) % 2, 1.0, -1.0)
        ratios = sqrt(correlation) * common * ways + sqrt(1.0 - correlation) * own
        return min(benjamini_hochberg([mean_p(one, 1.0) for one in ratios.tolist()])) <= ERROR

    return each(errs)
