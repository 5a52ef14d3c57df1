"""The measures of conquest that are not ratios: what luck with dice, and holding a continent, is worth."""

from __future__ import annotations

from functools import partial
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.measures.measure import Setting, Statistic
from conquestlab.analysis.measures.statistics import Sums, by_group, correlation_of
from conquestlab.kernels.shared.rows import FIXED_ONE, WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.measures.quantities import GameColumns

LUCK_ONE = 1 << 10  # a standard deviation of dice
SHARE_ONE = 1 << 8  # all lands, or all armies
COVARIATES = 6  # 1, lands, armies, and their squares and product
PAIRS = tuple(combinations_with_replacement(range(COVARIATES), 2))
SCALES = np.array([1, SHARE_ONE, SHARE_ONE, SHARE_ONE**2, SHARE_ONE**2, SHARE_ONE**2], dtype=float)
COMMON = len(PAIRS) + COVARIATES  # sums that all continents share
APART = COVARIATES + 1  # sums of a continent's holders
SINGULAR = 1e10  # a condition beyond which the holders do not differ from others in anything else


def dice_luck(setting: Setting) -> list[Statistic]:
    """Return how winning goes with losing more armies than expected."""
    return [Statistic("dice_luck", ("",), (0,), _luck_sums, _luck, correlation=True)]


def continent_lift(setting: Setting) -> list[Statistic]:
    """Return, by continent, what it is worth to hold it."""
    continents = tuple(continent.id for continent in setting.rulebook.map.continents)
    held = tuple(COMMON + APART * place for place in range(len(continents)))
    own = tuple(slice(first, first + APART) for first in held)
    sums = partial(_lift_sums, len(continents))
    return [Statistic("continent_lift", continents, held, sums, _lift, own=own)]


def dice_losses(rows: np.ndarray, seats: int) -> np.ndarray:
    """Return by how many standard deviations each seat lost more armies than was to be expected.

    Returns
    -------
    int64 array, (games, seats)
        In parts of LUCK_ONE; 0 for who never rolled.
    """
    lost = rows["lost_attacking"][:, :seats] + rows["lost_defending"][:, :seats]
    surplus = FIXED_ONE * lost - rows["expected_losses"][:, :seats]
    variance = rows["loss_variance"][:, :seats]
    spread = np.sqrt(np.maximum(variance, 1).astype(float) * FIXED_ONE)
    return np.rint(LUCK_ONE * surplus / spread).astype(np.int64) * (variance > 0)


def _luck_sums(games: GameColumns) -> Sums:
    rolled: np.ndarray = (games.rows["loss_variance"][:, : games.seats] > 0) & (games.decided[:, None] > 0)
    surplus = dice_losses(games.rows, games.seats) * rolled
    wins = games.wins * rolled
    columns = (rolled, wins, surplus, wins * wins, wins * surplus, surplus * surplus)
    return by_group(games.rows["luck"], [np.any(rolled, axis=1), *(column.sum(axis=1) for column in columns)])


def _luck(sums: np.ndarray, place: int) -> np.ndarray | None:
    return correlation_of(sums, 1)


def _lift_sums(continents: int, games: GameColumns) -> Sums:
    """Return the sums that least squares of the win need: for all seats, and for the holders alone."""
    rows, seats = games.rows, games.seats
    going_on = (rows["noted_round"] > 0) & (games.decided > 0)
    lands = rows["noted_lands"][:, :seats].astype(np.int64)
    armies = rows["noted_armies"][:, :seats]
    standing = (lands > 0) & going_on[:, None]
    lands = SHARE_ONE * lands // np.maximum(lands.sum(axis=1, keepdims=True), 1)
    armies = SHARE_ONE * armies // np.maximum(armies.sum(axis=1, keepdims=True), 1)
    one = np.ones_like(lands)
    known = [part * standing for part in (one, lands, armies, lands * lands, lands * armies, armies * armies)]
    columns = [(known[i] * known[j]).sum(axis=1) for i, j in PAIRS]
    columns += [(games.wins * part).sum(axis=1) for part in known]
    answer = [by_group(rows["luck"], columns)]
    place = np.arange(rows.size)
    for continent in range(continents):
        holder = rows["noted_holder"][:, continent].astype(np.int64)
        found = place[(holder >= 0) & going_on]
        seat = holder[found]
        held = [part[found, seat] for part in known]
        answer.append(by_group(rows["luck"][found], [*held, games.wins[found, seat]]))
    return np.concatenate(answer, axis=1)


def _lift(sums: np.ndarray, continent: int) -> np.ndarray | None:
    """Return the slope of the win on holding a continent, lands and armies being equal, by least squares."""
    held = sums[:, COMMON + APART * continent :][:, :APART]
    products = np.zeros((len(sums), 1 + COVARIATES, 1 + COVARIATES), sums.dtype)
    for column, (i, j) in enumerate(PAIRS):
        products[:, 1 + i, 1 + j] = products[:, 1 + j, 1 + i] = sums[:, column]
    products[:, 0, 0] = held[:, 0]
    products[:, 0, 1:] = products[:, 1:, 0] = held[:, :COVARIATES]
    wins = np.concatenate([held[:, COVARIATES:], sums[:, len(PAIRS) : COMMON]], axis=1) / WHOLE_WIN
    scales = np.concatenate([[1.0], SCALES])
    products /= scales[:, None] * scales
    some = 0.0 < held[0, 0].real < sums[0, 0].real
    if not some or np.linalg.cond(products[0].real) > SINGULAR:
        return None
    answer: np.ndarray = np.linalg.solve(products, (wins / scales)[:, :, None])[:, 0, 0]
    return answer
