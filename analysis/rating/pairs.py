"""Pairs of bots at tables for two: who beats whom, and where the ratings say otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.measures.intervals import LEVEL, t_quantile
from conquestlab.analysis.measures.significance import holm, mean_p
from conquestlab.analysis.rating.match import Match
from conquestlab.analysis.rating.shares import share_of, won_by
from conquestlab.analysis.rating.strengths import Strengths, Tables, score_parts, tables_of
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    import numpy as np

EVEN = 0.5
SURE = 0.05
FEWEST_BOTS = 3  # two bots are told by one strength exactly


class Pair(NamedTuple):
    """One bot beside another: a number with its interval, and its p-value.

    Attributes
    ----------
    of, against : str
    value : float
        Share of the wins that went to `of`; or that share less the one that the ratings give it.
    low, high : float or None
        The intervals of all pairs hold together.
    p : float or None
        Of neither being better, or of the ratings being right; raised for the family of all pairs (Holm).
    games : int
    """

    of: str
    against: str
    value: float
    low: float | None
    high: float | None
    p: float | None
    games: int

    @property
    def text(self) -> str:
        """Who beats whom."""
        return f"{self.of} > {self.against}"

    @property
    def is_sure(self) -> bool:
        """Whether it is more than chance."""
        return self.p is not None and self.p < SURE

    @property
    def turned(self) -> Pair:
        """The share of the other bot."""
        low, high = (None if end is None else 1.0 - end for end in (self.high, self.low))
        return Pair(self.against, self.of, 1.0 - self.value, low, high, self.p, self.games)


def pair_shares(matches: Sequence[Match], names: Sequence[str]) -> list[Pair]:
    """Return each pair of bots that played games for two, in the order of names."""
    found = []
    for of, against in combinations(names, 2):
        own = [match for match in matches if set(match.lineup.bots) == {of, against}]
        share = share_of(own, won_by(names, names.index(of)))
        if share.value is not None:
            found.append((of, against, share.value, share))
    known = [share.p_of(EVEN) for *_, share in found]
    raised = iter(holm([p for p in known if p is not None]))
    return [
        Pair(of, against, value, *share.span(len(found)), None if p is None else next(raised), share.games)
        for (of, against, value, share), p in zip(found, known, strict=True)
    ]


def misfits(
    matches: Sequence[Match], names: Sequence[str], strengths: Strengths, level: float = LEVEL
) -> list[Pair]:
    """Return how far each pair of rated bots is from what their ratings say.

    The variance of a difference is the larger of two: what the blocks show, and what independent games would
    have if the ratings were right; a pair that one side won throughout shows none of its own.
    """
    import numpy as np

    rated = [
        match
        for match in matches
        if match.decided and all(names.index(bot) in strengths.bots for bot in match.lineup.bots)
    ]
    if len(strengths.bots) < FEWEST_BOTS or strengths.freedom < 1 or not rated:
        return []
    tables = [tables_of(match, names, strengths.bots, strengths.with_seats) for match in rated]
    scores = [score_parts(table, strengths.values) for table in tables]
    shown = [match.sums.scatter(score) for match, score in zip(rated, scores, strict=True)]
    right = [_if_right(table, strengths.values, score) for table, score in zip(tables, scores, strict=True)]
    quantile = t_quantile(strengths.freedom, level, len(rated))
    found, known = [], []
    for place in sorted(range(len(rated)), key=lambda one: sorted(map(names.index, rated[one].lineup.bots))):
        match, table = rated[place], tables[place]
        of, against = sorted(match.lineup.bots, key=names.index)
        number, weight = won_by(names, names.index(of))(match)
        share = share_of([match], won_by(names, names.index(of)))
        assert share.value is not None
        expected, pull = _expected(table, strengths, names.index(of))
        own = (number - share.value * weight) / (weight @ match.sums.arrays[0])
        parts = (own - pull @ scores[place])[np.newaxis]
        # The other pairs move the difference only through the ratings.
        error = sqrt(
            max(
                pull @ (sum(shown) - shown[place]) @ pull + match.sums.scatter(parts)[0, 0],
                pull @ (sum(right) - right[place]) @ pull + _if_right(table, strengths.values, parts)[0, 0],
            )
        )
        value = share.value - expected
        half = quantile * error
        known.append(mean_p(value, error, strengths.freedom))
        found.append(Pair(of, against, value, value - half, value + half, None, share.games))
    return [each._replace(p=p) for each, p in zip(found, holm(known), strict=True)]


def _expected(table: Tables, strengths: Strengths, bot: int) -> tuple[float, np.ndarray]:
    """Return a bot's share as the ratings have it, and how a step of the slope moves that share."""
    import numpy as np

    own = table.features[:, :, strengths.bots.index(bot)] == 1.0
    games, chances = table.wins.sum(axis=1), table.chances(strengths.values)
    means = np.einsum("gs,gsp->gp", chances, table.features)
    expected = (chances * own).sum(axis=1)
    moved = np.einsum("gs,gsp->gp", chances * own, table.features) - expected[:, np.newaxis] * means
    return float(games @ expected / games.sum()), (games @ moved / games.sum()) @ strengths.inverse


def _if_right(table: Tables, values: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Return the covariance of totals over independent games in which every seat has its rated chance."""
    import numpy as np

    games, chances = table.wins.sum(axis=1), table.chances(values)
    worth = parts[:, : chances.size].reshape(-1, *chances.shape) * WHOLE_WIN
    mean = (worth * chances).sum(axis=2)
    weighed = worth * (games[:, np.newaxis] * chances)
    return np.asarray(np.einsum("agn,bgn->ab", weighed, worth) - (mean * games) @ mean.T)
