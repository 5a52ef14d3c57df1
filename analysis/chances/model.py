"""The chances along noted games, cross-fitted: each half of the blocks by a model of the other half.

A game is never judged by a model that saw it. How much is not known of the model is told by leaving out the
blocks of one half group by group: each leaves another model, and other chances in the other half.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conquestlab.analysis.chances.logit import Looks, fit, left_out, softmax
from conquestlab.analysis.chances.noted_games import NotedGames, Part
from conquestlab.analysis.chances.traits import Form, alive_in, form_for, traits_of
from conquestlab.kernels.shared.rows import WHOLE_WIN

GROUPS = 10  # of the blocks of each half
FEWEST_GAMES = 150  # decided ones, below which nothing is fitted
LOOKS = 8  # pauses of a game, on average, from which the model learns
RIDGE = 10.0  # penalty on a weight of a trait in its usual unit, where a game is worth 1
MOST_PAUSES = 150_000  # that are judged; of a longer sample an even part
SLAB = 8192  # pauses whose traits are made at once


@dataclass(frozen=True, eq=False)
class Half:
    """The games of one half, with their chances.

    Attributes
    ----------
    games : Part
    of : int array, (pauses,)
        Place of the game of each pause.
    starts : int array, (games,)
        Place of the first pause of each game.
    group : int array, (games,)
    alive : bool array, (pauses, seats)
    won : float array, (games, seats)
    chances : float array, (1 + GROUPS, pauses, seats)
        First by the model of the other half, then by that without each of its groups. At the last pause of a
        game, when it is over, they are what the seats won.
    """

    games: Part
    of: np.ndarray
    starts: np.ndarray
    group: np.ndarray
    alive: np.ndarray
    won: np.ndarray
    chances: np.ndarray

    @property
    def ends(self) -> np.ndarray:
        """Place of the last pause of each game."""
        ends: np.ndarray = self.starts + self.games.pauses - 1
        return ends


@dataclass(frozen=True, eq=False)
class Model:
    """What was fitted to one half.

    Attributes
    ----------
    form : Form
    weights : float array, (1 + GROUPS, traits)
        Of all its games, and without each group.
    """

    form: Form
    weights: np.ndarray

    def chances(self, games: Part, of: np.ndarray, alive: np.ndarray) -> np.ndarray:
        """Return the chances at each pause, (1 + GROUPS, pauses, seats)."""
        found = np.empty((len(self.weights), *alive.shape))
        for first in range(0, len(alive), SLAB):
            here = slice(first, first + SLAB)
            traits = _traits(self.form, games, of, alive, np.arange(len(alive))[here])
            utility = np.moveaxis(traits @ self.weights.T, 2, 0)
            found[:, here] = softmax(utility, alive[here])
        return found


def judge(noted: NotedGames) -> tuple[Half, Half] | None:
    """Return both halves of noted games with their chances; None where there are too few games.

    Parameters
    ----------
    noted : NotedGames
    """
    if noted.seats < 2 or noted.games < FEWEST_GAMES:
        return None
    games = _evenly(noted.joined)
    form = form_for(games, noted.names, noted.bots)
    side = games.luck % 2
    if min(np.count_nonzero(side == one) for one in (0, 1)) < FEWEST_GAMES // 3:
        return None
    parts = [_of_games(games, side == one) for one in (0, 1)]
    laid = [_laid(part, noted.names) for part in parts]
    models = [_fitted(form, part, *one) for part, one in zip(parts, laid, strict=True)]
    first, second = (
        _judged(part, of, alive, model)
        for part, (of, alive), model in zip(parts, laid, reversed(models), strict=True)
    )
    return first, second


def _evenly(games: Part) -> Part:
    """Return an even part of the blocks where there are more pauses than are judged; both halves remain."""
    step = 1
    while games.pauses.sum() > MOST_PAUSES * step:
        step *= 2
    return games if step == 1 else _of_games(games, games.luck // 2 % step == 0)


def _of_games(games: Part, kept: np.ndarray) -> Part:
    pauses = np.repeat(kept, games.pauses)
    by_game = len(("game", "luck", "rounds", "pauses", "win", "out", "bot"))
    arrays = [array[kept] if place < by_game else array[pauses] for place, array in enumerate(games.arrays)]
    return Part(games.stretch, *arrays)


def _laid(games: Part, names: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    of = np.repeat(np.arange(len(games.game)), games.pauses)
    alive = alive_in(games, names, of)
    alive[~alive.any(axis=1)] = True
    return of, alive


def _traits(form: Form, games: Part, of: np.ndarray, alive: np.ndarray, places: np.ndarray) -> np.ndarray:
    return traits_of(
        form,
        games.round[places],
        games.mover[places],
        games.standing[places],
        games.features[places],
        games.bot[of[places]],
        alive[places],
    )


def group_of(luck: np.ndarray) -> np.ndarray:
    """Return the group of a block within its half."""
    return luck // 2 % GROUPS


def _fitted(form: Form, games: Part, of: np.ndarray, alive: np.ndarray) -> Model:
    places, weight = _looks(games, of)
    game = of[places]
    traits = _traits(form, games, of, alive, places)
    seen = Looks(traits, alive[places], games.win[game] / WHOLE_WIN, np.full(len(places), weight))
    middle = np.where(seen.alive[:, :, None], traits, 0.0).sum(axis=1) / seen.alive.sum(axis=1)[:, None]
    apart = np.where(seen.alive[:, :, None], traits - middle[:, None, :], 0.0)
    units = (apart**2).sum(axis=(0, 1)) / seen.alive.sum()
    ridge = RIDGE * np.maximum(units, 1e-6)
    weights = fit(seen, ridge)
    without = left_out(seen, weights, ridge, group_of(games.luck)[game], GROUPS)
    return Model(form, np.concatenate([weights[None], without]))


def _looks(games: Part, of: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the pauses from which a model learns, and what each is worth.

    They are chosen by their turn, as a game goes on for as long as nobody has won: of pauses that are chosen
    by the share of the game that they stand at, those before a swift end would be too many.
    """
    turn = np.arange(len(of)) - np.repeat(np.cumsum(games.pauses) - games.pauses, games.pauses)
    left = np.repeat(games.pauses, games.pauses) - turn  # 1 at the end, which says nothing
    turns = int((games.pauses - 1).sum())
    step = max(1, round(turns / (LOOKS * len(games.game))))
    places = np.flatnonzero(((turn + games.game[of]) % step == 0) & (left > 1))
    return places, len(games.game) / max(1, len(places))


def _judged(games: Part, of: np.ndarray, alive: np.ndarray, model: Model) -> Half:
    starts = np.cumsum(games.pauses) - games.pauses
    won = games.win / WHOLE_WIN
    chances = model.chances(games, of, alive)
    chances[:, starts + games.pauses - 1] = won
    return Half(games, of, starts, group_of(games.luck), alive, won, chances)
