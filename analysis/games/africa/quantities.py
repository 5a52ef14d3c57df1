"""The sums of the measures that only Africa 1880 has, as their entries in measures.py name them."""

from __future__ import annotations

from functools import partial

import numpy as np

from conquestlab.analysis.measures.measure import Quantity, Setting
from conquestlab.analysis.measures.quantities import GameColumns, column, finished

Sums = list[Quantity]


def nation(setting: Setting) -> Sums:
    """Return, by nation, the share of the wins among the decided games in which it was in play."""
    return [
        Quantity("nation", one.id, partial(_won, place), partial(_in_play, place), share=True)
        for place, one in enumerate(setting.rulebook.map.nations)
    ]


def no_winner_share(setting: Setting) -> Sums:
    """Return the share of the finished games that nobody wins."""
    return [Quantity("no_winner_share", "", _without_winner, finished, share=True)]


def alliance_share(setting: Setting) -> Sums:
    """Return the share of pairs and rounds in which both declared alliance."""
    return [Quantity("alliance_share", "", partial(column, "allied"), _pairs, share=True)]


def war_share(setting: Setting) -> Sums:
    """Return the share of pairs and rounds in which both declared war."""
    return [Quantity("war_share", "", partial(column, "at_war"), _pairs, share=True)]


def removed(setting: Setting) -> Sums:
    """Return the presences that each seat loses in conflicts."""
    return [
        Quantity("removed", str(seat + 1), partial(_by_seat, "removed", seat), finished)
        for seat in range(setting.seats)
    ]


def colonies(setting: Setting) -> Sums:
    """Return the colonies of a game."""
    return [Quantity("colonies", "", partial(column, "colonies"), finished)]


def colony_share(setting: Setting) -> Sums:
    """Return the part of all colonies on which each seat has a presence."""
    return [
        Quantity("colony_share", str(seat + 1), partial(_held, seat), partial(column, "colonies"), share=True)
        for seat in range(setting.seats)
    ]


def alone_share(setting: Setting) -> Sums:
    """Return the part of all colonies that one nation holds alone."""
    return [Quantity("alone_share", "", _alone, partial(column, "colonies"), share=True)]


def _nations(games: GameColumns) -> np.ndarray:
    return games.rows["nation"][:, : games.seats]


def _in_play(place: int, games: GameColumns) -> np.ndarray:
    return games.decided * (_nations(games) == place).any(axis=1)


def _won(place: int, games: GameColumns) -> np.ndarray:
    return np.where(_nations(games) == place, games.wins, 0).sum(axis=1)


def _without_winner(games: GameColumns) -> np.ndarray:
    return games.finished * (games.decided == 0)


def _pairs(games: GameColumns) -> np.ndarray:
    return games.rounds * (games.seats * (games.seats - 1) // 2)


def _by_seat(name: str, seat: int, games: GameColumns) -> np.ndarray:
    return games.rows[name][:, seat].astype(np.int64)


def _held(seat: int, games: GameColumns) -> np.ndarray:
    return _by_seat("alone", seat, games) + _by_seat("shared", seat, games)


def _alone(games: GameColumns) -> np.ndarray:
    return games.rows["alone"].sum(axis=1, dtype=np.int64)
