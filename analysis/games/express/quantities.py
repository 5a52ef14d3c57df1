"""The sums of the measures that only Risk Express has, as their entries in measures.py name them."""

from __future__ import annotations

from functools import partial

import numpy as np

from conquestlab.analysis.measures.measure import Quantity, Setting
from conquestlab.analysis.measures.quantities import GameColumns, column, finished

Sums = list[Quantity]


def continent_share(setting: Setting) -> Sums:
    """Return, by continent, the share of the finished games in which a seat completed it."""
    return [
        Quantity("continent_share", continent.id, partial(_completed, number), finished, share=True)
        for number, continent in enumerate(setting.rulebook.cards.continents)
    ]


def continent_win(setting: Setting) -> Sums:
    """Return, by continent, the share of these that this seat won."""
    return [
        Quantity("continent_win", continent.id, partial(_won, number), partial(_decided, number), share=True)
        for number, continent in enumerate(setting.rulebook.cards.continents)
    ]


def conquest_share(setting: Setting) -> Sums:
    """Return the share of the turns that conquer a card."""
    return [
        Quantity(
            "conquest_share", "", partial(_over_seats, "conquered"), partial(column, "turns"), share=True
        )
    ]


def robbed_share(setting: Setting) -> Sums:
    """Return the share of the conquered cards that were another player's."""
    robbed, conquered = partial(_over_seats, "robbed"), partial(_over_seats, "conquered")
    return [Quantity("robbed_share", "", robbed, conquered, share=True)]


def taken_over_share(setting: Setting) -> Sums:
    """Return the share of the turns that go on with the attack of the player before."""
    return [
        Quantity(
            "taken_over_share", "", partial(_over_seats, "taken_over"), partial(column, "turns"), share=True
        )
    ]


def _over_seats(name: str, games: GameColumns) -> np.ndarray:
    return games.rows[name].sum(axis=1).astype("int64")


def _completed(continent: int, games: GameColumns) -> np.ndarray:
    return (games.rows["continent"][:, continent] >= 0) * games.finished


def _decided(continent: int, games: GameColumns) -> np.ndarray:
    return _completed(continent, games) * games.decided


def _won(continent: int, games: GameColumns) -> np.ndarray:
    owner = games.rows["continent"][:, continent]
    won = games.wins[np.arange(owner.size), np.maximum(owner, 0)]
    return won * _completed(continent, games)
