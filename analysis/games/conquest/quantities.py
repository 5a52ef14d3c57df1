"""The sums of the measures that only games of conquest have, as their entries in measures.py name them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.measures.measure import Quantity, Setting
from conquestlab.analysis.measures.quantities import WHOLE, GameColumns, column, every, within_game
from conquestlab.kernels.shared.rows import FIXED_ONE, WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.games.conquest.world_map import WorldMap

SOURCES = ("lands", "continents", "cards")
Sums = list[Quantity]


def income_share(setting: Setting) -> Sums:
    """Return the part of the armies of a game that came from lands, continents or cards.

    Of each game by itself: the few longest, with their large sets, would outweigh all others.
    """
    return [
        Quantity("income_share", source, partial(_income_part, source), _any_income, WHOLE)
        for source in SOURCES
    ]


def continent_kept(setting: Setting) -> Sums:
    """Return how often the owner of a continent after a round owned it after the next."""
    return [
        Quantity(
            "continent_kept",
            continent.id,
            partial(_continent, "kept", place),
            partial(_continent, "held", place),
            share=True,
        )
        for place, continent in enumerate(setting.rulebook.map.continents)
    ]


def start_continent(setting: Setting) -> Sums:
    """Return how often the seat that is dealt more lands of a continent than any other wins."""
    world = setting.rulebook.map
    return [
        Quantity(
            "start_continent",
            continent.id,
            partial(_won_dealt_most, world, place),
            partial(_dealt_most, world, place),
            share=True,
        )
        for place, continent in enumerate(world.continents)
    ]


def deal_strength(setting: Setting) -> Sums:
    """Return how often the seat with the best deal wins, and the one with the worst; equal ones share."""
    world = setting.rulebook.map
    if not world.continents:
        return []
    return [
        Quantity("deal_strength", of, partial(_won_dealt, world, sign), _decided, share=True)
        for of, sign in (("best", 1), ("worst", -1))
    ]


def kills(setting: Setting) -> Sums:
    """Return the eliminations made by each seat, a game."""
    return [Quantity("kills", str(seat + 1), partial(_kills, seat), every) for seat in range(setting.seats)]


def objective_share(setting: Setting) -> Sums:
    """Return the wins of those who held an objective, be it by that objective or not."""
    deck = setting.rulebook.objectives
    return [
        Quantity("objective_share", one.id, partial(_won_holding, goal), partial(_holding, goal), share=True)
        for goal, one in enumerate(deck.objectives if deck else ())
    ]


def set_delay(setting: Setting) -> Sums:
    """Return the rounds from the first possible exchange of a set to the exchange."""
    return [Quantity("set_delay", "", partial(_over_seats, "set_delay"), partial(_over_seats, "sets"))]


def leader_bashed(setting: Setting) -> Sums:
    """Return the part of others' turns that first attack the leader, over its part of the lands they can.

    Of two players one always attacks the other. It is looked at in one block of eight.
    """
    if setting.seats < 3 and not conquest_rules(setting.rulebook).ally.present:
        return []
    return [Quantity("leader_bashed", "", _leader_hits, partial(column, "leader_expected"))]


def _over_seats(name: str, games: GameColumns) -> np.ndarray:
    return games.rows[name].sum(axis=1, dtype=np.int64)


def _leader_hits(games: GameColumns) -> np.ndarray:
    return FIXED_ONE * games.rows["leader_hits"].astype(np.int64)


def _income(source: str, games: GameColumns) -> np.ndarray:
    return games.rows[f"income_{source}"].sum(axis=1)


def _whole_income(games: GameColumns) -> np.ndarray:
    answer: np.ndarray = np.sum([_income(source, games) for source in SOURCES], axis=0)
    return answer


def _any_income(games: GameColumns) -> np.ndarray:
    return (_whole_income(games) > 0).astype(np.int64)


def _income_part(source: str, games: GameColumns) -> np.ndarray:
    return within_game(_income(source, games), _whole_income(games), _any_income(games))


def _continent(what: str, place: int, games: GameColumns) -> np.ndarray:
    return games.rows[what][:, place].astype(np.int64)


def _dealt(world: WorldMap, games: GameColumns) -> np.ndarray:
    """Return how many lands of each continent each seat was dealt, (games, seats, continents)."""

    def counted(games: GameColumns) -> np.ndarray:
        dealt = games.rows["dealt"][:, : games.seats, None]
        sets = [sum(1 << land for land in lands) for lands in world.continent_lands]
        lands: np.ndarray = np.bitwise_count(dealt & np.array(sets, np.uint64)).astype(np.int64)
        return lands

    return games.once("dealt", counted)


def _dealt_most(world: WorldMap, continent: int, games: GameColumns) -> np.ndarray:
    """Return the weight of games in which one seat was dealt more of a continent than any other."""
    lands = _dealt(world, games)[:, :, continent]
    return games.decided * ((lands == lands.max(axis=1, keepdims=True)).sum(axis=1) == 1)


def _won_dealt_most(world: WorldMap, continent: int, games: GameColumns) -> np.ndarray:
    lands = _dealt(world, games)[:, :, continent]
    won = games.wins[np.arange(len(lands)), lands.argmax(axis=1)]
    return won * (_dealt_most(world, continent, games) > 0)


def _strengths(world: WorldMap, games: GameColumns) -> np.ndarray:
    """Return the sum over continents of the squared share of their lands that a seat was dealt, in 2**-20."""
    sizes = np.array([len(lands) for lands in world.continent_lands])
    found: np.ndarray = (FIXED_ONE * _dealt(world, games) ** 2 // sizes**2).sum(axis=2)
    return found


def _won_dealt(world: WorldMap, sign: int, games: GameColumns) -> np.ndarray:
    """Return what the best (or, by the sign, the worst) deals won, in sixtieths of sixtieths."""
    strengths = sign * _strengths(world, games)
    best = strengths == strengths.max(axis=1, keepdims=True)
    return (games.wins * best).sum(axis=1) * (WHOLE_WIN // best.sum(axis=1))


def _decided(games: GameColumns) -> np.ndarray:
    return WHOLE_WIN * games.decided


def _kills(seat: int, games: GameColumns) -> np.ndarray:
    return games.rows["kills"][:, seat].astype(np.int64)


def _holders(goal: int, games: GameColumns) -> np.ndarray:
    return games.rows["objective"][:, : games.seats] == goal


def _won_holding(goal: int, games: GameColumns) -> np.ndarray:
    return np.where(_holders(goal, games), games.wins, 0).sum(axis=1)


def _holding(goal: int, games: GameColumns) -> np.ndarray:
    return WHOLE_WIN * _holders(goal, games).sum(axis=1) * games.finished
