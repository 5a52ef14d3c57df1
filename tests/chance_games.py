"""Noted games of which the chances are known exactly, so that every measure of chances is known too.

* Coins: in each turn two players, drawn by lot, play for one coin; who has none is out, who has all has won.
  The chance of a player is its share of the coins.
* Lots: a game of luck alone. Nothing that happens means anything; after some turns a lot is drawn.
* Mastery: a game of choice alone. The best bot wins whatever happens.
"""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.chances.noted_games import NotedGames, Part
from conquestlab.analysis.chances.sampling import Sampling
from conquestlab.kernels.shared.contract import NOBODY
from conquestlab.kernels.shared.rows import FIXED_ONE, WHOLE_WIN


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


def noted_coins(paths: list[np.ndarray]) -> NotedGames:
    """Return games of coins as they would be noted: their only feature is the coins of each seat."""
    winners = np.array([path[-1].argmax() for path in paths])
    return _noted(paths, winners, ("even",) * paths[0].shape[1])


def noted_lots(games: int, seats: int, seed: int) -> NotedGames:
    """Return games of which all that is seen says nothing of who wins."""
    generator = np.random.Generator(np.random.PCG64(seed))
    paths = [generator.integers(1, 9, (int(generator.integers(8, 20)), seats)) for _ in range(games)]
    return _noted(paths, generator.integers(0, seats, games), ("even",) * seats)


def noted_mastery(games: int, seats: int, seed: int) -> NotedGames:
    """Return games that the first of the bots always wins, though they move on by a seat each game."""
    generator = np.random.Generator(np.random.PCG64(seed))
    paths = [generator.integers(1, 9, (int(generator.integers(8, 20)), seats)) for _ in range(games)]
    return _noted(paths, np.arange(games) % seats, ("master", *("novice",) * (seats - 1)), block=seats)


def _noted(paths: list[np.ndarray], winners: np.ndarray, bots: tuple[str, ...], block: int = 1) -> NotedGames:
    """Return games as they would be noted, from what each seat holds at each pause."""
    seats, count = paths[0].shape[1], len(paths)
    pauses = np.array([len(path) for path in paths])
    held = np.concatenate(paths)
    turn = np.concatenate([np.arange(size) for size in pauses])
    fallen = [[_fell(path[:, seat], seats) for seat in range(seats)] for path in paths]
    game, seat = np.arange(count), np.arange(seats)
    part = Part(
        0,
        count,
        game,
        game // block,
        -(-(pauses - 1) // seats),
        pauses,
        ((seat == winners[:, None]) * WHOLE_WIN).astype(np.int32),
        np.array(fallen),
        (seat - game[:, None]) % seats if block > 1 else np.tile(seat, (count, 1)),
        (-(-turn // seats)).astype(np.int32),
        np.where(turn == 0, NOBODY, (turn - 1) % seats).astype(np.int32),
        (held * FIXED_ONE // held.sum(axis=1, keepdims=True)).astype(np.int32),
        held[:, :, None].astype(np.int32),
        turn[:, None].astype(np.int32),
    )
    return NotedGames(seats, ("coins",), ("tosses",), bots, Sampling(block), (part,))


def _fell(held: np.ndarray, seats: int) -> int:
    """Return the round in which a seat lost its last coin, 0 if it never did."""
    return 0 if held[-1] > 0 or held.all() else -(-int((held == 0).argmax()) // seats)
