"""Contrasts of quantiles of the lengths: tested by the share of games over within a number of rounds.

A quantile of whole numbers jumps, a share does not. So the question whether half of the games are over sooner
is asked of the share that is over within the rounds in which half of all games, of both variants, are over.
The interval is what such tests leave of the differences.
"""

from __future__ import annotations

from math import asin, erfc, exp, pi, sqrt

import numpy as np

from conquestlab.analysis.comparing.contrast import Contrast, Sides, effect_of
from conquestlab.analysis.comparing.differences import FURTHEST, Difference
from conquestlab.analysis.comparing.pairs import Key
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.intervals import normal_quantile, quantile
from conquestlab.analysis.measures.length_measures import Lengths
from conquestlab.analysis.measures.paired_ratios import one_side
from conquestlab.analysis.measures.ratios import Span
from conquestlab.analysis.measures.significance import mcnemar_mid, mean_p, two_proportions
from conquestlab.analysis.measures.tallies import BESIDE, FINISHED, Tally

MOST = 1.0 - 1e-9  # a correlation, where shares are the same in every block


class PairedLengths:
    """The shares of games that are over within each number of rounds, under both variants.

    Attributes
    ----------
    over : pair of float arrays, (longest + 1,)
        By variant: the share of games over within t rounds, where games were cut off by Kaplan and Meier.
    trials, variances : pair of float arrays, (longest + 1,)
        Effective games behind each share, and its variance.
    correlation : float array, (longest + 1,)
        Of both shares at one t; 0 with luck of their own.
    freedom : float
    """

    def __init__(self, sides: Sides):
        self.sides = sides
        length = max(len(sides.base.lengths), len(sides.other.lengths))
        both = [_over(tally, length) for tally in (sides.base, sides.other)]
        self.over = both[0][0], both[1][0]
        self.trials = both[0][1], both[1][1]
        self.variances = tuple(one * (1.0 - one) / trials for one, trials in both)
        self.correlation = np.zeros(length) if sides.independent else self._correlation(length)
        self.freedom = min(sides.base.blocks, sides.other.blocks) - 1.0

    def _correlation(self, length: int) -> np.ndarray:
        """Return the correlation of both shares over blocks, by exact sums."""
        base, other = self.sides.base, self.sides.other
        games, squares = base.games, base.rounds.products[2][2]
        over, beside = (
            [_reach(np.cumsum(tally.lengths[:, column]), length) for tally in (base, other)]
            for column in (FINISHED, BESIDE)
        )
        first, second = (some / games for some in over)
        together = _reach(np.cumsum(self.sides.pairs.over_together), length)
        common = together - first * beside[1] - second * beside[0] + first * second * squares
        common = common / games**2 * base.blocks / max(1, base.blocks - 1)
        spread = np.sqrt(self.variances[0] * self.variances[1])
        found = np.divide(common, spread, out=np.zeros(length), where=spread > 0.0)
        return np.clip(found, -1.0, 1.0)

    def threshold(self, share: float) -> int:
        """Return the rounds within which the share over, of all games of both, is nearest to a share."""
        pooled = (self.over[0] + self.over[1]) / 2.0
        return int(np.argmin(np.abs(pooled - share)))

    def p(self, rounds: int) -> float:
        """Return the p-value of as many games over within so many rounds under both."""
        sides = self.sides
        own_luck = sides.base.games == sides.base.blocks and sides.other.games == sides.other.blocks
        if own_luck:
            counts = [_finished_within(tally, rounds) for tally in (sides.base, sides.other)]
            if sides.independent:
                return two_proportions(counts[0], sides.base.games, counts[1], sides.other.games)[3]
            together = int(sides.pairs.over_together[: rounds + 1].sum())
            return mcnemar_mid(counts[0] - together, counts[1] - together)
        difference = float(self.over[1][rounds] - self.over[0][rounds])
        one, other = (float(some[rounds]) for some in self.variances)
        error = sqrt(max(0.0, one + other - 2.0 * float(self.correlation[rounds]) * sqrt(one * other)))
        return mean_p(difference, error, self.freedom)

    def span(self, share: float, value: int, tail: float) -> Span:
        """Return the differences of the quantiles that tests leave, each end missed so often.

        That the second quantile is at most d above the first means: for some s, fewer than the share are over
        within s - 1 rounds under the first, and the share or more within s + d under the second. If for every
        s what is seen is too far from that, d is too small. And likewise for the upper end. How far is the
        likelihood ratio's distance from two inequalities, whose law is a mixture of chi-squares.

        Parameters
        ----------
        share : float
        value : int
            The difference that is seen.
        tail : float
        """
        last = len(self.over[0]) - 1
        above = [self._above(side, share) for side in (0, 1)]
        # Before the first round no game is over; after the last one all are, or nobody knows.
        not_yet = [np.concatenate([[-np.inf], one, [one[-1]]]) for one in above]
        by_then = [np.concatenate([[-np.inf], one, [np.inf]]) for one in above]
        place = np.arange(last + 2)
        correlation = float(self.correlation[self.threshold(share)])
        limit = (
            distance_limit(correlation, tail)
            * (quantile(self.freedom, 1.0 - 2.0 * tail) / normal_quantile(1.0 - 2.0 * tail)) ** 2
        )

        def too_small(apart: int) -> bool:
            second = by_then[1][np.clip(place + apart + 1, 0, last + 2)]
            return bool((_distance(not_yet[0][place], -second, -correlation) > limit).all())

        def too_large(apart: int) -> bool:
            second = not_yet[1][np.clip(place + apart, 0, last + 2)]
            return bool((_distance(-by_then[0][place + 1], second, -correlation) > limit).all())

        low = high = value
        while low >= -last - 1 and not too_small(low - 1):
            low -= 1
        while high <= last + 1 and not too_large(high + 1):
            high += 1
        return (low if low >= -last - 1 else None), (high if high <= last + 1 else None)

    def _above(self, side: int, share: float) -> np.ndarray:
        """Return how many standard errors more than a share are over, by length; errors are those of it."""
        error = np.sqrt(share * (1.0 - share) / self.trials[side])
        return np.asarray((self.over[side] - share) / error)


def distance_limit(correlation: float, tail: float) -> float:
    """Return the squared distance from two inequalities that chance alone exceeds so often at most.

    Where both hold just so, one of them seems broken half of the time, both as often as an orthant has it.

    Parameters
    ----------
    correlation : float
        Of the two numbers, of which one is to be small and the other large.
    tail : float
    """
    both = 0.25 + asin(correlation) / (2.0 * pi)
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2.0
        exceeded = 0.5 * erfc(sqrt(middle / 2.0)) + both * exp(-middle / 2.0)
        low, high = (middle, high) if exceeded > tail else (low, middle)
    return high


def _distance(first: np.ndarray, second: np.ndarray, correlation: float) -> np.ndarray:
    """Return the squared distance of pairs of standard normal numbers from both being 0 or less."""
    first, second = (np.clip(one, -FURTHEST, FURTHEST) for one in (first, second))
    correlation = min(max(correlation, -MOST), MOST)
    both = (first**2 - 2.0 * correlation * first * second + second**2) / (1.0 - correlation**2)
    of_both = (first > correlation * second) & (second > correlation * first)
    alone = np.maximum(first, 0.0) ** 2, np.maximum(second, 0.0) ** 2
    return np.where(of_both, both, np.maximum(*alone))


def _reach(many: np.ndarray, length: int) -> np.ndarray:
    """Return sums up to each length, as far as a length that nobody saw; there they stay as they are."""
    return np.pad(many, (0, max(0, length - many.size)), mode="edge")[:length].astype(float)


def _over(tally: Tally, length: int) -> tuple[np.ndarray, np.ndarray]:
    over, trials = Lengths(tally).over
    return _reach(over, length), _reach(np.maximum(trials, 1.0), length)


def _finished_within(tally: Tally, rounds: int) -> int:
    return int(tally.lengths[: rounds + 1, FINISHED].sum())


def quantile_contrast(sides: Sides, key: Key) -> Contrast | None:
    """Contrast a quantile of the lengths."""
    found = sides.values(key)
    if found is None or min(sides.base.blocks, sides.other.blocks) < 2:
        return None
    share = COMMON[key[0]].quantile
    lengths = PairedLengths(sides)
    value = found[1]["value"] - found[0]["value"]
    rounds = lengths.threshold(share)
    tail = (1.0 - sides.level) / 2.0
    (low, high), near = (lengths.span(share, int(value), one) for one in (tail, 2.0 * tail))
    first, second = (float(over[rounds]) for over in lengths.over)
    before, after = one_side(sides.pairs.rounds, 0), one_side(sides.pairs.rounds, 1)
    spreads = before.variance * before.games, after.variance * after.games
    difference = Difference(value, low, high, near, lengths.p(rounds))
    return Contrast(
        difference,
        effect_of(value, spreads),
        sqrt(sum(spreads) / 2.0),
        can_differ=first != second or 0.0 < first < 1.0,
        seen=f"{100.0 * first:.3g} -> {100.0 * second:.3g} % are over within round {rounds}",
    )
