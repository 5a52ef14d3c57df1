"""Traits: what a position says of each seat, as the numbers of which the model of chances is made.

Of each feature that the engine notes, and of the standing, a seat holds a share. Its logarithm enters, the
number itself, and its product with the largest share, some also along the game, by how soon the seat moves
and where two seats are left. The order of the turns and the bots come beside.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conquestlab.analysis.chances.noted_games import Part
from conquestlab.analysis.chances.seat_columns import over_seats

ALIVE, WAIT = "alive", "wait"
"""Features that are no holdings: 1 for a seat that is still in; how many others move before it."""

FLOOR = 0.01  # added to a share, so that its logarithm is no smaller than that of one in a hundred
GAMES_A_TRAIT = 20  # with fewer games the model is made of fewer traits


@dataclass(frozen=True)
class Form:
    """Which traits a model has, and in which units.

    Attributes
    ----------
    seats : int
    names : tuple of str
        Of the features.
    bots : tuple of int
        By place in the run's list of bots, which bot it is, from 0.
    half : float
        Rounds of a game of median length: there half of the way along is reached.
    units : tuple of float
        The largest number that the standing, and each holding, came to.
    detail : int
        0 to 3, how many of the traits are there.
    """

    seats: int
    names: tuple[str, ...]
    bots: tuple[int, ...]
    half: float
    units: tuple[float, ...]
    detail: int

    @property
    def held(self) -> tuple[int, ...]:
        """Places of the features of which each seat has a share."""
        return holdings(self.names)

    @property
    def size(self) -> int:
        """How many traits there are."""
        of_holdings, of_places = ((1, 1), (3, 1), (5, 1), (7, 3))[self.detail]
        places = self.seats - 1 + max(self.bots)
        return of_holdings * (1 + len(self.held)) + of_places * places


def holdings(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the places of those features that each seat holds more or less of."""
    return tuple(place for place, name in enumerate(names) if name not in (ALIVE, WAIT))


def form_for(games: Part, names: tuple[str, ...], bots: tuple[str, ...]) -> Form:
    """Return the most detailed form that so many games bear.

    Parameters
    ----------
    games : Part
    names : tuple of str
        Of the features.
    bots : tuple of str
        The run's list of bots.
    """
    called = tuple(dict.fromkeys(bots))
    which = tuple(called.index(bot) for bot in bots)
    half = max(1.0, float(np.median(games.rounds)))
    most = [games.standing.max(), *(np.abs(games.features[:, :, place]).max() for place in holdings(names))]
    units = tuple(max(1.0, float(one)) for one in most)
    forms = [Form(games.standing.shape[1], names, which, half, units, detail) for detail in range(4)]
    borne = [form for form in forms if form.size * GAMES_A_TRAIT <= len(games.game) // 2]
    return borne[-1] if borne else forms[0]


def alive_in(games: Part, names: tuple[str, ...], game: np.ndarray) -> np.ndarray:
    """Return which seats are still in the game at each pause.

    Parameters
    ----------
    games : Part
    names : tuple of str
        Of the features.
    game : int array, (pauses,)
        Place of the game of each pause.
    """
    if ALIVE in names:
        told: np.ndarray = games.features[:, :, names.index(ALIVE)] > 0
        return told
    out = games.out[game]
    return (out == 0) | (games.round[:, None] < out) | (games.standing > 0)


def turns_until(mover: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Return how many other seats that are still in move before each, once `mover` has moved."""
    seats = alive.shape[1]
    order = (np.arange(seats) - mover[:, None] - 1) % seats  # 0 moves next, as far as it is alive
    before = (order[:, :, None] > order[:, None, :]) & alive[:, None, :]
    return before.sum(axis=2)


def waiting(names: tuple[str, ...], mover: np.ndarray, features: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Return how many others move before each seat, as the engine tells it or by the order of the seats."""
    if WAIT in names:
        told: np.ndarray = features[:, :, names.index(WAIT)]
        return told
    return turns_until(mover, alive)


def part_waited(waits: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Return how far off the next turn of each seat is, from 0, it moves next, to 1, it has just moved."""
    part: np.ndarray = waits / np.maximum(1, over_seats(alive) - 1)[:, None]
    return part


def shares(numbers: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Return each seat's share of the numbers of all that are still in; of nothing all have alike."""
    held = np.maximum(numbers, 0) * alive
    whole = over_seats(held)[:, None]
    even = alive / np.maximum(1, over_seats(alive)[:, None])
    return np.where(whole > 0, held / np.maximum(whole, 1), even)


def progress(round: np.ndarray, form: Form) -> np.ndarray:
    """Return how far along a game is, from 0 to 1: one half after as many rounds as the median game has."""
    along: np.ndarray = round / (round + form.half)
    return along


def traits_of(
    form: Form,
    round: np.ndarray,
    mover: np.ndarray,
    standing: np.ndarray,
    features: np.ndarray,
    bot: np.ndarray,
    alive: np.ndarray,
) -> np.ndarray:
    """Return the traits of positions.

    Parameters
    ----------
    form : Form
    round, mover : int array, (positions,)
    standing : int array, (positions, seats)
    features : int array, (positions, seats, features)
    bot : int array, (positions, seats)
        Place of the seat's bot in the run's list.
    alive : bool array, (positions, seats)

    Returns
    -------
    float array, (positions, seats, traits)
    """
    held = [standing, *(features[:, :, place] for place in form.held)]
    share = np.stack([shares(numbers, alive) for numbers in held], axis=2)
    waits = waiting(form.names, mover, features, alive)
    playing = np.array(form.bots)[bot]
    places = [waits == place for place in range(1, form.seats)]
    places += [playing == one for one in range(1, max(form.bots) + 1)]
    place = np.stack(places, axis=2).astype(float)
    power = np.log(share + FLOOR)
    along = progress(round, form)[:, None, None]
    late = part_waited(waits, alive)[:, :, None]
    found = [power, place]
    if form.detail >= 1:
        found += [power * along, power * late]
    if form.detail >= 2:
        plain = np.stack(held, axis=2) / np.array(form.units)
        found += [plain, plain * late]
    if form.detail >= 3:
        two = (over_seats(alive) == 2)[:, None, None]
        found += [power * two, share * share.max(axis=1, keepdims=True), place * along, place * two]
    traits: np.ndarray = np.concatenate(found, axis=2)
    return traits
