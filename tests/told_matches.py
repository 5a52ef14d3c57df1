"""Matches of a ladder that are told game by game: who won each."""

import numpy as np

from conquestlab.analysis.rating.lineups import Lineup
from conquestlab.analysis.rating.match import Match, sum_blocks
from conquestlab.kernels.shared.rows import WHOLE_WIN, row_dtype


def match_of(bots, wins):
    """Return a match by the seat of the winner, by block and game; -1 for nobody."""
    winners = np.asarray(wins)
    blocks, seats = winners.shape
    rows = np.zeros((blocks, seats), row_dtype([]))
    rows["how"] = winners >= 0
    for block, game in np.argwhere(winners >= 0):
        rows["win"][block, game, winners[block, game]] = WHOLE_WIN
    return Match(Lineup(tuple(bots)), sum_blocks(rows.ravel(), seats))
