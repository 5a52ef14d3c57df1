"""The sums of the measures that only Manchots Barjots has, as their entries in measures.py name them."""

from __future__ import annotations

from functools import partial

import numpy as np

from conquestlab.analysis.games.manchots.rules import ZONES
from conquestlab.analysis.measures.measure import Quantity, Setting, Statistic
from conquestlab.analysis.measures.quantities import GameColumns, column, every
from conquestlab.analysis.measures.statistics import by_group
from conquestlab.kernels.shared.rows import WHOLE_WIN

Sums = list[Quantity]
SPECIALS = ("twins", "kamikaze", "lookout")
DUEL = 2  # seats beside which there are virtual players


def zone_share(setting: Setting) -> Sums:
    """Return, by zone, the share of its majorities whose holder won."""
    return [
        Quantity("zone_share", zone, partial(_zone_wins, place), partial(_zone_held, place), share=True)
        for place, zone in enumerate(ZONES)
    ]


def special_lift(setting: Setting) -> list[Statistic]:
    """Return, by special, the chance to win with it less that without it."""
    counts = tuple(4 * place + 1 for place in range(len(SPECIALS)))
    own = tuple(slice(4 * place, 4 * place + 4) for place in range(len(SPECIALS)))
    return [Statistic("special_lift", SPECIALS, counts, _special_sums, _lift, own=own)]


def gift_harm(setting: Setting) -> Sums:
    """Return the points that a gift takes; gifts to virtual players are left out."""
    if setting.seats == DUEL:
        return []
    return [Quantity("gift_harm", "", partial(column, "harm"), partial(column, "gifts"))]


def points_share(setting: Setting) -> Sums:
    """Return the parts of the points that come from majorities and from single cards."""
    return [
        Quantity("points_share", source, partial(_over_seats, name), _all_points, share=True)
        for source, name in (("majority", "majority_points"), ("single card", "lowest_points"))
    ]


def virtual_win_share(setting: Setting) -> Sums:
    """Return the shares of the games that virtual players won without a real one, and beside one."""
    if setting.seats != DUEL:
        return []
    return [
        Quantity("virtual_win_share", "alone", _virtual_alone, every, share=True),
        Quantity("virtual_win_share", "shared", _virtual_shared, every, share=True),
    ]


def better_share(setting: Setting) -> Sums:
    """Return, by seat, the share of the games in which it scored the more of the two real players."""
    if setting.seats != DUEL:
        return []
    return [
        Quantity("better_share", str(seat + 1), partial(_better, seat), _whole, share=True)
        for seat in range(DUEL)
    ]


def destroyed(setting: Setting) -> Sums:
    """Return the cards destroyed in a game."""
    return [Quantity("destroyed", "", partial(column, "destroyed"), every)]


def _over_seats(name: str, games: GameColumns) -> np.ndarray:
    return games.rows[name].sum(axis=1).astype(np.int64)


def _all_points(games: GameColumns) -> np.ndarray:
    return _over_seats("majority_points", games) + _over_seats("lowest_points", games)


def _whole(games: GameColumns) -> np.ndarray:
    return games.every * WHOLE_WIN


def _better(seat: int, games: GameColumns) -> np.ndarray:
    own, other = games.rows["score"][:, seat], games.rows["score"][:, 1 - seat]
    return (np.sign(own - other) + 1).astype(np.int64) * (WHOLE_WIN // 2)


def _virtual_alone(games: GameColumns) -> np.ndarray:
    return (games.rows["virtual_win"] == WHOLE_WIN).astype(np.int64)


def _virtual_shared(games: GameColumns) -> np.ndarray:
    won = games.rows["virtual_win"]
    return ((won > 0) & (won < WHOLE_WIN)).astype(np.int64)


def _held(zone: int, games: GameColumns) -> np.ndarray:
    return (games.rows["majorities"][:, : games.seats] >> zone & 1).astype(np.int64)


def _zone_held(zone: int, games: GameColumns) -> np.ndarray:
    return _held(zone, games).sum(axis=1) * WHOLE_WIN


def _zone_wins(zone: int, games: GameColumns) -> np.ndarray:
    return (_held(zone, games) * games.wins).sum(axis=1)


def _special_sums(games: GameColumns) -> np.ndarray:
    """Return, by special, the seats that landed it and their wins, and the same of the others."""
    columns = []
    for name in SPECIALS:
        landed = (games.rows[name][:, : games.seats] > 0).astype(np.int64)
        for part in (landed, 1 - landed):
            columns += [(part * games.wins).sum(axis=1), part.sum(axis=1)]
    return by_group(games.rows["luck"], columns)


def _lift(sums: np.ndarray, place: int) -> np.ndarray | None:
    won, landed, won_without, without = sums[:, 4 * place : 4 * place + 4].T
    if landed[0] == 0 or without[0] == 0:
        return None
    return (won / landed - won_without / without) / WHOLE_WIN
