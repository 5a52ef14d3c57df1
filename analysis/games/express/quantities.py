"""Measures that only Risk Express has: its continents, cards taken from others, attacks taken over."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measures.quantities import Games, Quantity
    from conquestlab.analysis.rules.rulebook import Rulebook

OWN_MEASURES = ("continent_share", "continent_win", "conquest_share", "robbed_share", "taken_over_share")


def own_quantities(rulebook: Rulebook, seats: int) -> tuple[Quantity, ...]:
    """Return the measures of its own.

    * continent_share, by continent: share of the finished games in which a seat completed it;
    * continent_win, by continent: share of these that this seat won;
    * conquest_share: share of the turns that conquer a card;
    * robbed_share: share of the conquered cards that were another player's;
    * taken_over_share: share of the turns that go on with the attack of the player before.
    """
    from conquestlab.analysis.measures.quantities import Quantity, column, finished

    answer = []
    for number, continent in enumerate(rulebook.cards.continents):
        completed, won = partial(_completed, number), partial(_won, number)
        weight = partial(_decided, number)
        answer.append(Quantity("continent_share", continent.id, completed, finished, share=True))
        answer.append(Quantity("continent_win", continent.id, won, weight, share=True))
    conquered, turns = partial(_over_seats, "conquered"), partial(column, "turns")
    answer += [
        Quantity("conquest_share", "", conquered, turns, share=True),
        Quantity("robbed_share", "", partial(_over_seats, "robbed"), conquered, share=True),
        Quantity("taken_over_share", "", partial(_over_seats, "taken_over"), turns, share=True),
    ]
    return tuple(answer)


def _over_seats(name: str, games: Games) -> np.ndarray:
    return games.rows[name].sum(axis=1).astype("int64")


def _completed(continent: int, games: Games) -> np.ndarray:
    return (games.rows["continent"][:, continent] >= 0) * games.finished


def _decided(continent: int, games: Games) -> np.ndarray:
    return _completed(continent, games) * games.decided


def _won(continent: int, games: Games) -> np.ndarray:
    import numpy as np

    owner = games.rows["continent"][:, continent]
    won = games.wins[np.arange(owner.size), np.maximum(owner, 0)]
    return won * _completed(continent, games)
