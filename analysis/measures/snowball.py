"""How early the winner stands out: the chance that it stands higher than a loser, by tenth of the game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.measures.intervals import FEWEST_UNITS
from conquestlab.analysis.measures.measure import MeasureRow
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Share

if TYPE_CHECKING:
    from conquestlab.analysis.measures.table import Asked
    from conquestlab.analysis.measures.tallies import Tally


class Curve(NamedTuple):
    """The area under the curve of "standing predicts the winner", by tenth, and what its variance is made of.

    Attributes
    ----------
    games, units : int
        Games won alone, and groups of blocks that have any.
    values : array, (tenths,)
    moved : array, (groups, tenths)
        By how much each group moves the value.
    trials : array, (tenths,)
        Independent trials that would be as uncertain.
    """

    games: int
    units: int
    values: np.ndarray
    moved: np.ndarray
    trials: np.ndarray

    def share(self, tenth: int) -> Share:
        """Return the value of a tenth as a share of independent trials; too few groups tell nothing of it."""
        freedom = self.units - 1.0 if self.units >= FEWEST_UNITS else 0.0
        return Share(float(self.values[tenth]), float(self.trials[tenth]), freedom, self.games)


@lru_cache(maxsize=2)
def auc_curve(tally: Tally) -> Curve | None:
    """Return the share of pairs of a winner and a loser in which the winner stands higher, by tenth.

    The pairs are of all games won alone; where both are in the same 256th, it is half a pair. None where
    there are no pairs.

    The variance rests on groups of blocks: by luck number, at most a hundred, each a block if there are no
    more. It is the one to which a bootstrap over the groups tends (the infinitesimal jackknife).
    """
    standings = tally.standings
    games = int(standings[:, 0, 1].sum())
    if games == 0 or tally.seats < 2:
        return None
    groups = standings.astype(float)
    lost, won = groups[:, :, 0], groups[:, :, 1]
    below = np.cumsum(lost, axis=2) - lost / 2.0
    # Pairs of a winner of the group with losers of all games, and of its losers with winners of all games.
    as_winner = (won * below.sum(axis=0)).sum(axis=2)
    as_loser = (won.sum(axis=0) * below).sum(axis=2)
    winners, losers = won[:, 0].sum(axis=1, keepdims=True), lost[:, 0].sum(axis=1, keepdims=True)
    pairs = winners.sum() * losers.sum()
    values = as_winner.sum(axis=0) / pairs
    moved = (as_winner + as_loser) / pairs - values * (winners / winners.sum() + losers / losers.sum())
    units = int(np.count_nonzero(winners))
    variances = (moved**2).sum(axis=0) * units / max(1, units - 1)
    alone = np.full(values.shape, games * tally.blocks / tally.games)
    trials = np.divide(values * (1.0 - values), variances, out=alone, where=variances > 0.0)
    return Curve(games, units, values, moved, trials)


def snowball_auc(asked: Asked) -> list[MeasureRow]:
    """Return the records of the curve.

    The number of independent trials gives Wilson's interval, which stays true near 1.
    """
    curve = auc_curve(asked.tally)
    if curve is None:
        tenths = range(asked.tally.stood.shape[1])
        return [measure_row("snowball_auc", str(tenth + 1), None, UNKNOWN, 0) for tenth in tenths]
    shares = [curve.share(tenth) for tenth in range(len(curve.values))]
    return [
        measure_row("snowball_auc", str(tenth), share.value, share.span(level=asked.level), share.games)
        for tenth, share in enumerate(shares, 1)
    ]
