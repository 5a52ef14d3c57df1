"""What goes with holding a continent: one linear model of the win for all continents of a map."""

from __future__ import annotations

from functools import partial
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.measures.least_squares import products_by_group, slope
from conquestlab.analysis.measures.measure import Setting, Statistic
from conquestlab.analysis.measures.statistics import Sums
from conquestlab.kernels.shared.rows import WHOLE_WIN

if TYPE_CHECKING:
    from conquestlab.analysis.measures.quantities import GameColumns

SHARE_ONE = 1 << 8  # all lands, or all armies
SIZES = 6  # 1, lands, armies, and their squares and product


class Model(NamedTuple):
    """The columns of the model, and where the sums of their products are kept.

    Attributes
    ----------
    seats : int
        Each after the first, which opens, has a column of its own, and so has each bot after the first.
    continents : int
        Each has a column: 1 for the seat that holds it.
    """

    seats: int
    continents: int

    @property
    def beside(self) -> int:
        """Columns that are not continents: sizes, seats, bots."""
        return SIZES + 2 * (self.seats - 1)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The two columns of each product that is kept; the win comes after all columns of the model.

        The products of one continent with the win and with what is no continent stand together. The first
        of them counts its holders, for the first column is 1.
        """
        beside, win = self.beside, self.beside + self.continents
        pairs = list(combinations_with_replacement(range(beside), 2))
        pairs += [(one, win) for one in (*range(beside), win)]
        for continent in range(beside, win):
            pairs += [(other, continent) for other in range(beside)] + [(continent, win)]
        return pairs + list(combinations(range(beside, win), 2))

    def own(self, continent: int) -> slice:
        """Return where the products of a continent stand."""
        beside = self.beside
        first = (beside + 1) * (beside + 2) // 2 + (beside + 1) * continent
        return slice(first, first + beside + 1)


def continent_lift(setting: Setting) -> list[Statistic]:
    """Return, by continent, how much likelier its holder wins than another seat that is like it."""
    continents = tuple(continent.id for continent in setting.rulebook.map.continents)
    if not continents:
        return []
    model = Model(setting.seats, len(continents))
    own = tuple(model.own(place) for place in range(len(continents)))
    counts = tuple(one.start for one in own)
    sums, value = partial(_sums, model), partial(_lift, model)
    return [Statistic("continent_lift", continents, counts, sums, value, own=own)]


def _sums(model: Model, games: GameColumns) -> Sums:
    """Return the sums of products of all seats that stand after the noted round."""
    rows, seats = games.rows, games.seats
    going_on = (rows["noted_round"] > 0) & (games.decided > 0)
    lands = rows["noted_lands"][:, :seats].astype(np.int64)
    armies = rows["noted_armies"][:, :seats]
    game, seat = np.nonzero((lands > 0) & going_on[:, None])
    shares = [
        (SHARE_ONE * part // np.maximum(part.sum(axis=1, keepdims=True), 1))[game, seat]
        for part in (lands, armies)
    ]
    bots = games.bots[game, seat]
    columns = [np.ones_like(game), *shares]
    columns += [one * other for one, other in combinations_with_replacement(shares, 2)]
    columns += [seat == one for one in range(1, seats)]
    columns += [bots == one for one in range(1, seats)]
    columns += list((rows["noted_holder"][game, : model.continents] == seat[:, None]).T)
    columns.append(games.wins[game, seat])
    first, second = np.array(model.pairs).T
    products = products_by_group(rows["luck"][game], np.stack(columns, axis=1).astype(float))
    return products[:, first, second]


def _lift(model: Model, sums: np.ndarray, continent: int) -> np.ndarray | None:
    """Return the slope of the win on holding a continent, all else in the model being equal."""
    size = model.beside + model.continents
    first, second = np.array(model.pairs).T
    products = np.zeros((len(sums), size + 1, size + 1), sums.dtype)
    products[:, first, second] = products[:, second, first] = sums
    held = np.arange(model.beside, size)
    products[:, held, held] = products[:, 0, held]  # a column of 0 and 1 is its own square
    found = slope(products, model.beside + continent)
    return None if found is None else found / WHOLE_WIN
