"""The chances along noted games, cross-fitted: each half of the blocks by a model of the other half.

A game is never judged by a model that saw it. How much is not known of the model is told by leaving out the
blocks of one half group by group: each leaves another model, and other chances in the other half.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from conquestlab.analysis.chances.logit import Looks, fit, left_out, softmax
from conquestlab.analysis.chances.noted_games import NotedGames, Part
from conquestlab.analysis.chances.traits import Form, alive_in, form_for, part_waited, traits_of, waiting
from conquestlab.kernels.shared.rows import TENTHS, WHOLE_WIN

GROUPS = 5  # of the blocks of each half
FEWEST_GAMES = 150  # decided ones, below which nothing is fitted
LOOKS = 6  # pauses of a game, on average, from which the model learns
RIDGE = 5.0  # penalty on a weight of a trait in its usual unit, where a game is worth 1
RIDGE_OF_MEMORY = 0.01  # the same where there are few traits
MOST_PAUSES = 80_000  # that are judged; of a longer sample an even part
LAGS = (0, 1, 2)  # pauses back, of which the chances are remembered
LEAST = 1e-3  # added to a chance before its logarithm is taken
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

    @cached_property
    def ends(self) -> np.ndarray:
        """Place of the last pause of each game."""
        ends: np.ndarray = self.starts + self.games.pauses - 1
        return ends

    @cached_property
    def moves(self) -> np.ndarray:
        """Places of the pauses from which a turn goes on."""
        last = np.zeros(len(self.of), bool)
        last[self.ends] = True
        return np.flatnonzero(~last)

    @cached_property
    def order(self) -> np.ndarray:
        """Numbers that grow from game to game and from round to round, by pause."""
        order: np.ndarray = self.of * self.far + self.games.round
        return order

    @cached_property
    def far(self) -> int:
        """A number of rounds that no game reaches."""
        return int(self.games.round.max()) + 2

    def after_round(self, round: np.ndarray) -> np.ndarray:
        """Return the place of the last pause of each game up to the end of a round."""
        wanted = np.arange(len(self.starts)) * self.far + np.minimum(round, self.far - 1)
        found: np.ndarray = np.searchsorted(self.order, wanted, side="right") - 1
        return np.maximum(found, self.starts)

    def at_tenth(self, tenth: int) -> np.ndarray:
        """Return the place of the last pause of each game at a tenth of it, 1 to 10."""
        return self.ends if tenth == TENTHS else self.after_round(-(-self.games.rounds * tenth // TENTHS))


@dataclass(frozen=True, eq=False)
class Model:
    """What was fitted to one half: a model of the position alone, and one of what was thought of it lately.

    What a position does not tell, as that a lead just won is often lost again, the chances of the pauses
    before it do. Without them the chances would move too far.

    Attributes
    ----------
    form : Form
    weights : float array, (1 + GROUPS, traits)
        Of all its games, and without each group.
    memory : float array, (1 + GROUPS, 2 * lags)
        Of the first model's chances: of their logarithms now and at the pauses before, and of their size.
    """

    form: Form
    weights: np.ndarray
    memory: np.ndarray

    def chances(self, games: Part, of: np.ndarray, alive: np.ndarray) -> np.ndarray:
        """Return the chances at each pause, (1 + GROUPS, pauses, seats)."""
        found = self.at_once(games, of, alive)
        late = _late(self.form, games, alive)
        for which, weights in enumerate(self.memory):
            found[which] = softmax(_remembered(found[which], of, late) @ weights, alive)
        return found

    def at_once(self, games: Part, of: np.ndarray, alive: np.ndarray) -> np.ndarray:
        """Return the chances that the positions alone tell."""
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
    ridge = RIDGE * _spread(seen)
    weights = fit(seen, ridge)
    group = group_of(games.luck)[game]
    without = left_out(seen, weights, ridge, group, GROUPS)
    unseen = _by_models_without(form, without, games, of, alive)
    told = _remembered(unseen, of, _late(form, games, alive))
    seen = seen._replace(traits=told[places])
    ridge = RIDGE_OF_MEMORY * _spread(seen)
    start = np.zeros(told.shape[2])
    start[0] = 1.0
    memory = fit(seen, ridge, start)
    lapses = left_out(seen, memory, ridge, group, GROUPS)
    return Model(form, np.concatenate([weights[None], without]), np.concatenate([memory[None], lapses]))


def _by_models_without(
    form: Form, without: np.ndarray, games: Part, of: np.ndarray, alive: np.ndarray
) -> np.ndarray:
    """Return chances of the positions from which a model learnt, each by that model without its group.

    So the second model learns from chances as it will meet them, and corrects what the first takes for sure
    that is chance.
    """
    found = np.empty(alive.shape)
    group = group_of(games.luck)[of]
    for first in range(0, len(alive), SLAB):
        here = np.arange(first, min(first + SLAB, len(alive)))
        traits = _traits(form, games, of, alive, here)
        for one in np.unique(group[here]):
            some = group[here] == one
            found[here[some]] = softmax(traits[some] @ without[one], alive[here[some]])
    return found


def _spread(seen: Looks) -> np.ndarray:
    """Return the mean square of each trait among the seats of a position: the unit of its weight."""
    count = seen.alive.sum(axis=1)
    middle = np.where(seen.alive[:, :, None], seen.traits, 0.0).sum(axis=1) / count[:, None]
    apart = np.where(seen.alive[:, :, None], seen.traits - middle[:, None, :], 0.0)
    return np.maximum((apart**2).sum(axis=(0, 1)) / count.sum(), 1e-6)


def _late(form: Form, games: Part, alive: np.ndarray) -> np.ndarray:
    return part_waited(waiting(form.names, games.mover, games.features, alive), alive)


def _remembered(chances: np.ndarray, of: np.ndarray, late: np.ndarray) -> np.ndarray:
    """Return the traits of the second model: what the first one said now and at the pauses before."""
    power = np.log(chances + LEAST)
    starts = np.flatnonzero(np.diff(of, prepend=-1))[of]
    places = np.arange(len(of))
    before = [power[np.maximum(places - lag, starts)] for lag in LAGS]
    plain = np.stack(before, axis=2)
    bent = np.stack([chances, chances * chances], axis=2)
    return np.concatenate([plain, plain * late[:, :, None], bent], axis=2)


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
