"""Matches of bots that nobody programmed, with known strengths, for the tests of ladders."""

import numpy as np

from conquestlab.analysis.rating.block_sums import Match, sum_blocks
from conquestlab.analysis.rating.lineups import Draws, Lineup, blocks_of, ladder_lineups
from conquestlab.kernels.rows import WHOLE_WIN, row_dtype

SEEDS = np.ones(6, np.uint64)


def rows_of(lineup, names, chances, blocks, generator, luck=0.0, cut_off=0.0):
    """Rows of blocks of games of one lineup.

    Parameters
    ----------
    lineup : Lineup
    names : list of str
    chances : callable
        From who sits where, (seats,), and the luck of the seats, (blocks, seats), to weights of a win.
    blocks : int
    generator : numpy.random.Generator
    luck : float
        How much the games of a block have in common.
    cut_off : float
        Share of games that nobody wins.
    """
    seats = len(lineup.bots)
    bots = np.array([names.index(bot) for bot in lineup.bots])
    rows = np.zeros((blocks, seats), row_dtype([]))
    fortune = luck * generator.standard_normal((blocks, seats))
    for game in range(seats):
        reach = np.cumsum(chances(np.roll(bots, game), fortune), axis=1)
        winner = (generator.random((blocks, 1)) * reach[:, -1:] >= reach[:, :-1]).sum(axis=1)
        rows["win"][np.arange(blocks), game, winner] = WHOLE_WIN
        rows["how"][:, game] = generator.random(blocks) >= cut_off
        rows["bot"][:, game, :seats] = np.roll(np.arange(seats), game)
    rows["seats"] = seats
    rows["luck"] = np.arange(blocks)[:, None]
    rows["game"] = np.arange(blocks * seats).reshape(blocks, seats)
    rows["win"][rows["how"] == 0] = 0
    return rows.ravel()


def strong(strengths, seats):
    """Weights of a win in proportion to exp(strength + worth of the seat + luck)."""
    strengths, seats = np.asarray(strengths), np.asarray(seats)
    return lambda bots, luck: np.exp(strengths[bots] + seats + luck)


def pairwise(shares):
    """Weights of a win at tables of two, by who meets whom."""
    shares = np.asarray(shares)
    return lambda bots, luck: np.broadcast_to(
        [shares[bots[0], bots[1]], shares[bots[1], bots[0]]], luck.shape
    )


def matches_of(names, chances, seats, games, generator, luck=0.0, cut_off=0.0):
    """All matches of a ladder."""
    lineups = ladder_lineups(names, seats, 120, Draws(SEEDS, seats))
    return [
        Match(lineup, sum_blocks(rows_of(lineup, names, chances, blocks, generator, luck, cut_off), seats))
        for lineup, blocks in zip(lineups, blocks_of(lineups, seats, games), strict=True)
    ]


def match_of(bots, wins):
    """A match of single blocks: `wins` is the seat of the winner by block and game, -1 for nobody."""
    wins = np.asarray(wins)
    blocks, seats = wins.shape
    rows = np.zeros((blocks, seats), row_dtype([]))
    rows["how"] = wins >= 0
    for block, game in zip(*np.nonzero(wins >= 0), strict=True):
        rows["win"][block, game, wins[block, game]] = WHOLE_WIN
    return Match(Lineup(tuple(bots)), sum_blocks(rows.ravel(), seats))
