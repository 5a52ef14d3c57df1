"""How early the winner stands out: the chance that it stands higher than a loser, by tenth of the game."""

import numpy as np

from conquestlab.analysis.intervals import (
    FEWEST_UNITS,
    LEVEL,
    bootstrap_weights,
    score_interval,
    t_quantile,
)
from conquestlab.analysis.ratio_measures import UNKNOWN, Record, Span, record
from conquestlab.analysis.tallies import Tally


def snowball_auc(tally: Tally, level: float = LEVEL, seed: int = 1) -> list[Record]:
    """Return the area under the curve of "standing predicts the winner", by tenth of the game.

    It is the share of pairs of a winner and a loser, of all games won alone, in which the winner stands
    higher; where both are in the same 256th, half a pair. The bootstrap draws groups of blocks: by luck
    number, at most a hundred, each a block if there are no more. Its variance is turned into the number of
    independent trials that would be as uncertain, and that into Wilson's interval, which stays true near 1.
    """
    games = int(tally.standings[:, 0, 1].sum())
    tenths = tally.standings.shape[1]
    if games == 0 or tally.seats < 2:
        return [record("snowball_auc", str(tenth + 1), None, UNKNOWN, games) for tenth in range(tenths)]
    counts = tally.standings[tally.standings[:, 0, 1].any(axis=1)].astype(float)
    lost, won = counts[:, :, 0], counts[:, :, 1]
    below = np.cumsum(lost, axis=2) - lost / 2.0
    losers, winners = lost[:, 0].sum(axis=1), won[:, 0].sum(axis=1)
    units = len(counts)
    answer = []
    for tenth in range(tenths):
        # Pairs of a winner of one group and a loser of another: any draw of groups is a form in this matrix.
        pairs = won[:, tenth] @ below[:, tenth].T
        value = float(pairs.sum() / (winners.sum() * losers.sum()))
        span: Span = UNKNOWN
        if units >= FEWEST_UNITS:
            weights = bootstrap_weights(units, seed=seed)
            drawn = ((weights @ pairs) * weights).sum(axis=1) / ((weights @ winners) * (weights @ losers))
            variance = float(drawn.var()) * units / (units - 1)
            # Without any variation every block counts as one trial.
            trials = (
                value * (1.0 - value) / variance if variance > 0.0 else games * tally.blocks / tally.games
            )
            span = score_interval(value, trials, t_quantile(units - 1, level))
        answer.append(record("snowball_auc", str(tenth + 1), value, span, games))
    return answer
