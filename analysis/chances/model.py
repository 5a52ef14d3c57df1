"""The chances along noted games, cross-fitted: each half of the blocks by a model of the other half.

A game is never judged by a model that saw it. How much is not known of the model is told by leaving out the
blocks of one half group by group: each leaves another model, and other chances in the other half.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np

from conquestlab.analysis.chances.logit import Looks, fit, left_out, softmax
from conquestlab.analysis.chances.noted_games import Part
from conquestlab.analysis.chances.traits import LATE, Form, alive_in, aspects_of, form_for
from conquestlab.kernels.shared.rows import TENTHS, WHOLE_WIN

SIDES = 2  # halves of the blocks: those with even luck numbers, and those with odd ones
GROUPS = 5  # of the blocks of each half
CELLS = SIDES * GROUPS
FEWEST_GAMES = 150  # decided ones, below which nothing is fitted
MANY_GAMES = 250  # of a half; where there are fewer, learning has to be quick, and weights are kept smaller
LOOKS = 9, 12  # pauses of a game, on average, of few games and of many
RIDGE = 5.0, 1.0  # penalty on a weight of a trait in its usual unit, where a game is worth 1; of few, of many
RIDGE_OF_MEMORY = 0.01  # the same where there are few traits
LAGS = (0, 1, 2)  # pauses back, of which the chances are remembered
LEAST = 1e-3  # added to a chance before its logarithm is taken
SLAB = 4096  # pauses that are looked at together, so that their numbers stay near the processor


@dataclass(frozen=True, eq=False)
class JudgedGames:
    """Noted games with their chances.

    Attributes
    ----------
    games : Part
    of : int array, (pauses,)
        Place of the game of each pause.
    alive : bool array, (pauses, seats)
    won : float array, (games, seats)
    chances : float array, (models, pauses, seats)
        First by the model of the other half, then, if they are asked for, by that without each of its groups.
        At the last pause of a game, when it is over, they are what the seats won.
    """

    games: Part
    of: np.ndarray
    alive: np.ndarray
    won: np.ndarray
    chances: np.ndarray

    @cached_property
    def starts(self) -> np.ndarray:
        """Place of the first pause of each game."""
        starts: np.ndarray = np.cumsum(self.games.pauses) - self.games.pauses
        return starts

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
    def side(self) -> np.ndarray:
        """The half to which each game belongs."""
        return self.games.luck % SIDES

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
    memory : float array, (1 + GROUPS, 2 * lags + 2)
        Of the first model's chances: of their logarithms now and at the pauses before, the same by how soon
        the seat moves, and of their size.
    """

    form: Form
    weights: np.ndarray
    memory: np.ndarray

    def chances(self, games: Part, of: np.ndarray, alive: np.ndarray, models: int) -> np.ndarray:
        """Return the chances at each pause by the first so many models, (models, pauses, seats)."""
        found = np.empty((models, *alive.shape))
        for here in _slabs(games):
            alive_here = alive[here]
            aspects = aspects_of(self.form, games.at(here), of[here], alive_here)
            before = _before(of[here], np.arange(len(alive_here)))
            for which, utility in enumerate(aspects.weighed(self.form, self.weights[:models])):
                told = _remembered(softmax(utility, alive_here)[before], aspects.moments[LATE])
                found[which, here] = softmax(told @ self.memory[which], alive_here)
        return found


def _slabs(games: Part) -> Iterator[slice]:
    """Yield the pauses of games in their order, of a few games together."""
    ends = np.cumsum(games.pauses)
    first = 0
    while first < len(ends):
        begin = int(ends[first] - games.pauses[first])
        last = max(first + 1, int(np.searchsorted(ends, begin + SLAB, side="right")))
        yield slice(begin, int(ends[last - 1]))
        first = last


def fit_models(games: Part, names: tuple[str, ...], bots: tuple[str, ...]) -> tuple[Model, Model] | None:
    """Return the models of both halves of noted games; None where there are too few games.

    Parameters
    ----------
    games : Part
    names : tuple of str
        Of the features.
    bots : tuple of str
        The run's list of bots.
    """
    side = games.luck % SIDES
    if games.win.shape[1] < 2 or len(side) < FEWEST_GAMES:
        return None
    if min(np.count_nonzero(side == one) for one in range(SIDES)) < FEWEST_GAMES // 3:
        return None
    form = form_for(games, names, bots)
    first, second = (_fitted(form, games.some(side == one)) for one in range(SIDES))
    return first, second


def judged_by(models: tuple[Model, Model], games: Part, count: int) -> JudgedGames:
    """Return games with their chances by the first so many models of the other half, even halves first."""
    side = games.luck % SIDES
    parts = [games.some(side == one) for one in range(SIDES)]
    whole = parts[0].and_then(parts[1])
    of, alive = _laid(whole, models[0].form.names)
    chances = np.empty((count, *alive.shape))
    middle, first = int(parts[0].pauses.sum()), len(parts[0].game)
    for here, part, model, before in (
        (slice(0, middle), parts[0], models[1], 0),
        (slice(middle, None), parts[1], models[0], first),
    ):
        chances[:, here] = model.chances(part, of[here] - before, alive[here], count)
    won = whole.win / WHOLE_WIN
    chances[:, np.cumsum(whole.pauses) - 1] = won
    return JudgedGames(whole, of, alive, won, chances)


def _laid(games: Part, names: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    of = np.repeat(np.arange(len(games.game)), games.pauses)
    alive = alive_in(games, names, of)
    alive[~alive.any(axis=1)] = True
    return of, alive


def cell_of(luck: np.ndarray) -> np.ndarray:
    """Return the cell of a block: its half and its group within it."""
    return luck % CELLS


def _group_of(luck: np.ndarray) -> np.ndarray:
    return luck // SIDES % GROUPS


def _fitted(form: Form, games: Part) -> Model:
    of, alive = _laid(games, form.names)
    places, weight = looks_of(games, of)
    game = of[places]
    traits = aspects_of(form, games.at(places), game, alive[places]).traits(form)
    seen = Looks(traits, alive[places], games.win[game] / WHOLE_WIN, np.full(len(places), weight))
    ridge = RIDGE[_are_many(games)] * _spread(seen)
    weights = fit(seen, ridge)
    group = _group_of(games.luck)
    without = left_out(seen, weights, ridge, group[game], GROUPS)
    seen = seen._replace(traits=_told_by_others(form, without, games, of, alive, places))
    ridge = RIDGE_OF_MEMORY * _spread(seen)
    start = np.zeros(seen.traits.shape[2])
    start[0] = 1.0
    memory = fit(seen, ridge, start)
    lapses = left_out(seen, memory, ridge, group[game], GROUPS)
    return Model(form, np.concatenate([weights[None], without]), np.concatenate([memory[None], lapses]))


def _told_by_others(
    form: Form, without: np.ndarray, games: Part, of: np.ndarray, alive: np.ndarray, places: np.ndarray
) -> np.ndarray:
    """Return the traits of the second model at the looks, where the first one is that without their group.

    So the second model learns from chances as it will meet them, and corrects what the first takes for sure
    that is chance.
    """
    before = _before(of, places)
    needed, found = np.unique(before, return_inverse=True)
    aspects = aspects_of(form, games.at(needed), of[needed], alive[needed])
    group = _group_of(games.luck)[of[needed]]
    own = aspects.weighed(form, without)[group, np.arange(len(needed))]
    chances = softmax(own, alive[needed])[found.reshape(before.shape)]
    late = aspects.moments[LATE][found.reshape(before.shape)[0]]
    return _remembered(chances, late)


def _before(of: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return by lag the places of the pauses so long before some others, in the same game, (lags, places)."""
    starts = np.flatnonzero(np.diff(of, prepend=-1))[of[places] - of[0]]
    return np.stack([np.maximum(places - lag, starts) for lag in LAGS])


def _remembered(chances: np.ndarray, late: np.ndarray) -> np.ndarray:
    """Return the traits of the second model, (pauses, seats, traits).

    Parameters
    ----------
    chances : float array, (lags, pauses, seats)
        What the first model said now and at the pauses before.
    late : float array, (pauses, seats)
    """
    found = np.empty((*late.shape, 2 * len(LAGS) + 2))
    for place, there in enumerate(np.log(chances + LEAST)):
        found[:, :, place] = there
        found[:, :, len(LAGS) + place] = there * late
    found[:, :, -2] = chances[0]
    found[:, :, -1] = chances[0] * chances[0]
    return found


def _spread(seen: Looks) -> np.ndarray:
    """Return the mean square of each trait among the seats of a position: the unit of its weight."""
    count = seen.alive.sum(axis=1)
    held = np.where(seen.alive[:, :, None], seen.traits, 0.0)
    middle = held.sum(axis=1)
    total = np.einsum("pst,pst->t", held, held) - (middle * middle / count[:, None]).sum(axis=0)
    return np.maximum(total / count.sum(), 1e-6)


def _are_many(games: Part) -> bool:
    return len(games.game) >= MANY_GAMES


def looks_of(games: Part, of: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the pauses from which a model learns, and what each is worth.

    They are chosen by their turn, as a game goes on for as long as nobody has won: of pauses that are chosen
    by the share of the game that they stand at, those before a swift end would be too many. The step from one
    to the next has no factor in common with the number of seats, so that in every game all seats move last
    before some of them. The games of a half have even numbers, or odd ones, but begin at any turn.
    """
    turn = np.arange(len(of)) - np.repeat(np.cumsum(games.pauses) - games.pauses, games.pauses)
    left = np.repeat(games.pauses, games.pauses) - turn  # 1 at the end, which says nothing
    turns = int((games.pauses - 1).sum())
    step = max(1, round(turns / (LOOKS[_are_many(games)] * len(games.game))))
    while gcd(step, games.win.shape[1]) > 1:
        step -= 1
    places = np.flatnonzero(((turn + games.game[of] // SIDES) % step == 0) & (left > 1))
    return places, len(games.game) / max(1, len(places))
