"""Measures that only games of conquest have, as ratios: sources of armies, sets put off, bashed leaders."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.measures.quantities import Games, Quantity, column, every
from conquestlab.kernels.shared.rows import FIXED_ONE, WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

SOURCES = ("lands", "continents", "cards")


def conquest_quantities(rulebook: Rulebook, seats: int) -> tuple[Quantity, ...]:
    """Return the quantities of a rulebook.

    `income_share` is the part of all armies received that came from lands, continents or cards;
    `continent_kept` how often the owner of a continent after a round owned it after the next; `kills` the
    eliminations by seat, a game; `objective_share` the wins of those who held an objective, be it by that
    objective or not.

    `set_delay` is the rounds from the first possible exchange of a set to the exchange; `leader_bashed` the
    part of the turns of others that begin their attacks with the leader, over its part of the lands that
    they can attack; `kingmaking` the part of the games whose standings moved most by the attacks of a seat
    that did not win. The last two are looked at in one block of eight.
    """
    answer = [Quantity("income_share", source, partial(_income, source), _whole_income) for source in SOURCES]
    for place, continent in enumerate(rulebook.map.continents):
        kept, held = partial(_continent, "kept", place), partial(_continent, "held", place)
        answer.append(Quantity("continent_kept", continent.id, kept, held, share=True))
    for seat in range(seats):
        answer.append(Quantity("kills", str(seat + 1), partial(_kills, seat), every))
    if rulebook.objectives is not None:
        for goal, objective in enumerate(rulebook.objectives.objectives):
            won, held = partial(_won_holding, goal), partial(_holding, goal)
            answer.append(Quantity("objective_share", objective.id, won, held, share=True))
    answer.append(Quantity("set_delay", "", partial(_over_seats, "set_delay"), partial(_over_seats, "sets")))
    if seats > 2 or conquest_rules(rulebook).ally.present:
        # Of two players one always attacks the other.
        expected = partial(column, "leader_expected")
        answer.append(Quantity("leader_bashed", "", _leader_hits, expected))
    if seats > 2:
        answer.append(Quantity("kingmaking", "", _swung_by_another, _swung, share=True))
    return tuple(answer)


def _over_seats(name: str, games: Games) -> np.ndarray:
    return games.rows[name].sum(axis=1, dtype=np.int64)


def _leader_hits(games: Games) -> np.ndarray:
    return FIXED_ONE * games.rows["leader_hits"].astype(np.int64)


def _swung(games: Games) -> np.ndarray:
    return games.sole * (games.rows["swung_by"] >= 0)


def _swung_by_another(games: Games) -> np.ndarray:
    by = np.maximum(games.rows["swung_by"], 0)
    return (games.wins[np.arange(by.size), by] != WHOLE_WIN) * _swung(games)


def _income(source: str, games: Games) -> np.ndarray:
    return games.rows[f"income_{source}"].sum(axis=1)


def _whole_income(games: Games) -> np.ndarray:
    return np.sum([_income(source, games) for source in SOURCES], axis=0)


def _continent(what: str, place: int, games: Games) -> np.ndarray:
    return games.rows[what][:, place].astype(np.int64)


def _kills(seat: int, games: Games) -> np.ndarray:
    return games.rows["kills"][:, seat].astype(np.int64)


def _holders(goal: int, games: Games) -> np.ndarray:
    return games.rows["objective"][:, : games.seats] == goal


def _won_holding(goal: int, games: Games) -> np.ndarray:
    return np.where(_holders(goal, games), games.wins, 0).sum(axis=1)


def _holding(goal: int, games: Games) -> np.ndarray:
    return WHOLE_WIN * _holders(goal, games).sum(axis=1) * games.finished
