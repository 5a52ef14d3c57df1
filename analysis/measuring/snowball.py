"""How early the winner stands out: the chance that it stands higher than a loser, by tenth of the game."""

import numpy as np

from conquestlab.analysis.measuring.intervals import FEWEST_UNITS, LEVEL, score_interval, t_quantile
from conquestlab.analysis.measuring.ratio_measures import UNKNOWN, Record, Span, record
from conquestlab.analysis.measuring.tallies import Tally


def snowball_auc(tally: Tally, level: float = LEVEL) -> list[Record]:
    """Return the area under the curve of "standing predicts the winner", by tenth of the game.

    It is the share of pairs of a winner and a loser, of all games won alone, in which the winner stands
    higher; where both are in the same 256th, half a pair.

    The interval rests on groups of blocks: by luck number, at most a hundred, each a block if there are no
    more. The variance is the one to which a bootstrap over the groups tends (the infinitesimal jackknife). It
    is turned into the number of independent trials that would be as uncertain, and that into Wilson's
    interval, which stays true near 1.
    """
    games = int(tally.standings[:, 0, 1].sum())
    tenths = tally.standings.shape[1]
    if games == 0 or tally.seats < 2:
        return [record("snowball_auc", str(tenth + 1), None, UNKNOWN, games) for tenth in range(tenths)]
    groups = tally.standings[tally.standings[:, 0, 1].any(axis=1)].astype(float)
    units = len(groups)
    lost, won = groups[:, :, 0], groups[:, :, 1]
    below = np.cumsum(lost, axis=2) - lost / 2.0
    # Pairs of a winner of the group with losers of all games, and of its losers with winners of all games.
    as_winner = (won * below.sum(axis=0)).sum(axis=2)
    as_loser = (won.sum(axis=0) * below).sum(axis=2)
    winners, losers = won[:, 0].sum(axis=1, keepdims=True), lost[:, 0].sum(axis=1, keepdims=True)
    pairs = winners.sum() * losers.sum()
    values = as_winner.sum(axis=0) / pairs
    moved = (as_winner + as_loser) / pairs - values * (winners / winners.sum() + losers / losers.sum())
    variances = (moved**2).sum(axis=0) * units / max(1, units - 1)
    answer = []
    for tenth, (value, variance) in enumerate(zip(values, variances, strict=True)):
        span: Span = UNKNOWN
        if units >= FEWEST_UNITS:
            trials = games * tally.blocks / tally.games
            if variance > 0.0:
                trials = value * (1.0 - value) / variance
            span = score_interval(value, trials, t_quantile(units - 1, level))
        answer.append(record("snowball_auc", str(tenth + 1), value, span, games))
    return answer
