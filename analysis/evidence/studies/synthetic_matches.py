"""Matches of bots that nobody programmed, with known strengths: on them ratings and intervals are proven."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from conquestlab.analysis.rating.lineups import USUAL_LINEUPS, Draws, Lineup, blocks_of, ladder_lineups
from conquestlab.analysis.rating.match import Match, sum_blocks
from conquestlab.kernels.shared.rows import WHOLE_WIN, row_dtype

SEEDS = np.ones(6, np.uint64)

Chances = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""From who sits where, (seats,), and the luck of the seats, (blocks, seats), to weights of a win for each."""


def strong(strengths: Sequence[float], seats: Sequence[float]) -> Chances:
    """Return weights in proportion to exp(strength + worth of the seat + luck)."""
    strength, worth = np.asarray(strengths, float), np.asarray(seats, float)
    return lambda bots, luck: np.exp(strength[bots] + worth + luck)


def pairwise(shares: Sequence[Sequence[float]]) -> Chances:
    """Return weights at tables of two, by who meets whom."""
    share = np.asarray(shares, float)
    return lambda bots, luck: np.exp(luck) * [share[bots[0], bots[1]], share[bots[1], bots[0]]]


def rows_of(
    lineup: Lineup,
    names: Sequence[str],
    chances: Chances,
    blocks: int,
    generator: np.random.Generator,
    luck: float = 0.0,
    cut_off: float = 0.0,
) -> np.ndarray:
    """Draw the rows of the games of one lineup.

    Parameters
    ----------
    lineup : Lineup
    names : sequence of str
        In the order that `chances` counts them.
    chances : callable
    blocks : int
    generator : numpy.random.Generator
    luck : float
        Standard deviation of what a block adds to the log-odds of each seat, in all its games.
    cut_off : float
        Share of games that nobody wins.
    """
    seats = len(lineup.bots)
    bots = np.array([names.index(bot) for bot in lineup.bots])
    rows = np.zeros((blocks, seats), row_dtype([]))
    fortune = luck * generator.standard_normal((blocks, seats))
    number = np.arange(blocks)
    for game in range(seats):
        place = (np.arange(seats) - game) % seats
        reach = np.cumsum(chances(bots[place], fortune), axis=1)
        winner = (generator.random((blocks, 1)) * reach[:, -1:] >= reach[:, :-1]).sum(axis=1)
        rows["win"][number, game, winner] = WHOLE_WIN
        rows["how"][:, game] = generator.random(blocks) >= cut_off
        rows["bot"][:, game, :seats] = place
    rows["seats"] = seats
    rows["luck"] = number[:, np.newaxis]
    rows["game"] = np.arange(blocks * seats).reshape(blocks, seats)
    rows["win"][rows["how"] == 0] = 0
    return rows.ravel()


def matches_of(
    names: Sequence[str],
    chances: Chances,
    seats: int,
    games: int,
    generator: np.random.Generator,
    luck: float = 0.0,
    cut_off: float = 0.0,
) -> list[Match]:
    """Draw all matches of a ladder; arguments as for `rows_of`."""
    lineups = _lineups(tuple(names), seats)
    return [
        Match(lineup, sum_blocks(rows_of(lineup, names, chances, blocks, generator, luck, cut_off), seats))
        for lineup, blocks in zip(lineups, blocks_of(lineups, seats, games), strict=True)
    ]


@cache
def _lineups(names: tuple[str, ...], seats: int) -> list[Lineup]:
    return ladder_lineups(names, seats, USUAL_LINEUPS, Draws(SEEDS, seats))
