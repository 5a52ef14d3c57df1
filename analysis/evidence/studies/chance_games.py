"""Noted games of which the chances are known exactly, so that every measure of chances is known too.

Three or more players hold coins. In each turn two of them, drawn by lot, play for one coin; who has none is
out, who has all has won. The chance of a player is its share of the coins.
"""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.chances.noted_games import NotedGames, Part
from conquestlab.kernels.shared.rows import FIXED_ONE, WHOLE_WIN

BLOCK_OF_TURNS = 64


def coin_paths(games: int, coins: list[int], seed: int) -> list[np.ndarray]:
    """Return the coins by seat at each pause of each game, (pauses, seats)."""
    generator = np.random.Generator(np.random.PCG64(seed))
    found = []
    for _ in range(games):
        held = np.array(coins)
        path = [held.copy()]
        while np.count_nonzero(held) > 1:
            gains, loses = generator.choice(np.flatnonzero(held), 2, replace=False)
            held[gains] += 1
            held[loses] -= 1
            path.append(held.copy())
        found.append(np.array(path))
    return found


def noted_coins(paths: list[np.ndarray], first: int = 0) -> NotedGames:
    """Return games of coins as they would be noted: their only feature is the coins of each seat."""
    seats = paths[0].shape[1]
    count = len(paths)
    pauses = np.array([len(path) for path in paths])
    held = np.concatenate(paths)
    turn = np.concatenate([np.arange(size) for size in pauses])
    out = np.array(
        [[0 if path[-1, seat] else -(-int((path[:, seat] == 0).argmax()) // seats) for seat in range(seats)]
         for path in paths]
    )  # fmt: skip
    part = Part(
        0,
        np.arange(first, first + count),
        np.arange(first, first + count),
        -(-(pauses - 1) // seats),
        pauses,
        np.array([(path[-1] > 0) * WHOLE_WIN for path in paths], np.int32),
        out,
        np.tile(np.arange(seats), (count, 1)),
        (-(-turn // seats)).astype(np.int32),
        ((turn - 1) % seats - seats * (turn == 0) * ((turn - 1) % seats + 1) // seats).astype(np.int32),
        (held * FIXED_ONE // held[0].sum()).astype(np.int32),
        held[:, :, None].astype(np.int32),
        turn[:, None].astype(np.int32),
    )
    return NotedGames(seats, 1, ("coins",), ("tosses",), ("even",) * seats, 0, (part,))
