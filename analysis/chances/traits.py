"""Traits: what a position says of each seat, as the numbers of which the model of chances is made.

Of each feature that the engine notes, and of the standing, a seat holds a share. Its logarithm enters, the
number itself, and its product with the largest share; the order of the turns and the bots come beside. These
are the aspects of a seat. A trait is an aspect, or an aspect times a moment: how far along the game is, how
soon the seat moves, whether two seats are left. So many traits are told by few numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from conquestlab.analysis.chances.noted_games import Part
from conquestlab.analysis.chances.seat_columns import most_of_seats, over_seats

ALIVE, WAIT = "alive", "wait"
"""Features that are no holdings: 1 for a seat that is still in; how many others move before it."""

FLOOR = 0.01  # added to a share, so that its logarithm is no smaller than that of one in a hundred
GAMES_A_TRAIT = 2  # with fewer games in a half the model is made of fewer traits
POWER, PLACE, PLAIN, LEAD = range(4)
"""Kinds of aspects: logarithms of shares, place and bot, plain numbers, shares times the largest."""
ALWAYS, ALONG, LATE, TWO = range(4)
"""Moments."""
DETAILS = (
    ((POWER, ALWAYS), (PLACE, ALWAYS)),
    ((POWER, ALONG), (POWER, LATE)),
    ((PLAIN, ALWAYS), (PLAIN, LATE)),
    ((POWER, TWO), (LEAD, ALWAYS), (PLACE, ALONG), (PLACE, TWO)),
)
"""What each degree of detail adds to the model."""
ENOUGH_DETAIL = 2  # with less the chances are those of another model


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
    def kinds(self) -> tuple[int, ...]:
        """The kinds of aspects that are looked at, in the order in which they stand."""
        return tuple(dict.fromkeys(kind for kind, _ in self._terms))

    @property
    def traits(self) -> tuple[np.ndarray, np.ndarray]:
        """By trait: the place of its aspect, and its moment."""
        places: dict[int, range] = {}
        aspects: list[int] = []
        moments: list[int] = []
        for kind in self.kinds:
            first = sum(map(len, places.values()))
            of_places = self.seats - 1 + max(self.bots)
            places[kind] = range(first, first + (of_places if kind == PLACE else 1 + len(self.held)))
        for kind, moment in self._terms:
            aspects += places[kind]
            moments += [moment] * len(places[kind])
        return np.array(aspects), np.array(moments)

    @property
    def size(self) -> int:
        """How many traits there are."""
        return len(self.traits[0])

    @property
    def _terms(self) -> list[tuple[int, int]]:
        return [term for terms in DETAILS[: self.detail + 1] for term in terms]


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
    forms = [
        Form(games.standing.shape[1], names, which, half, units, detail) for detail in range(len(DETAILS))
    ]
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


class Aspects(NamedTuple):
    """What positions say of each seat.

    Attributes
    ----------
    numbers : float array, (positions, seats, aspects)
    moments : float array, (moments, positions, seats)
    """

    numbers: np.ndarray
    moments: np.ndarray

    def traits(self, form: Form) -> np.ndarray:
        """Return the traits, (positions, seats, traits)."""
        aspects, moments = form.traits
        found: np.ndarray = self.numbers[:, :, aspects]
        found *= np.moveaxis(self.moments, 0, 2)[:, :, moments]
        return found

    def weighed(self, form: Form, weights: np.ndarray) -> np.ndarray:
        """Return the sum of the traits by each of several weights, (several, positions, seats).

        It is added up moment by moment, so that no trait has to be made.
        """
        aspects, moments = form.traits
        size = self.numbers.shape[2]
        found = np.zeros((len(weights), *self.numbers.shape[:2]))
        for moment in np.unique(moments):
            of_moment = np.zeros((size, len(weights)))
            here = moments == moment
            of_moment[aspects[here]] = weights[:, here].T
            part = self.numbers.reshape(-1, size) @ of_moment
            by_weights = part.T.reshape(found.shape)
            found += by_weights if moment == ALWAYS else by_weights * self.moments[moment]
        return found


def aspects_of(form: Form, games: Part, of: np.ndarray, alive: np.ndarray) -> Aspects:
    """Return what noted positions of games say.

    Parameters
    ----------
    form : Form
    games : Part
        With these pauses alone.
    of : int array, (pauses,)
        Place of the game of each pause.
    alive : bool array, (pauses, seats)
        Which seats are still in.
    """
    held = np.empty((*alive.shape, 1 + len(form.held)))
    held[:, :, 0] = games.standing
    held[:, :, 1:] = games.features[:, :, list(form.held)]
    share = shares(held, alive)
    waits = waiting(form.names, games.mover, games.features, alive)
    playing = np.array(form.bots)[games.bot[of]]
    made = []
    for kind in form.kinds:
        if kind == POWER:
            made.append(np.log(share + FLOOR))
        elif kind == PLAIN:
            made.append(held / np.array(form.units))
        elif kind == LEAD:
            made.append(share * most_of_seats(np.moveaxis(share, 1, 2))[:, None])
        else:
            made += [(waits == place)[:, :, None] for place in range(1, form.seats)]
            made += [(playing == one)[:, :, None] for one in range(1, max(form.bots) + 1)]
    moments = np.ones((4, *alive.shape))
    moments[ALONG] = (games.round / (games.round + form.half))[:, None]
    moments[LATE] = part_waited(waits, alive)
    moments[TWO] = (over_seats(alive) == 2)[:, None]
    return Aspects(np.concatenate(made, axis=2), moments)


def shares(held: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Return each seat's share of all that those who are still in hold; of nothing all have alike.

    Parameters
    ----------
    held : float array, (positions, seats, holdings)
    alive : bool array, (positions, seats)
    """
    found = np.maximum(held, 0.0) * alive[:, :, None]
    whole = over_seats(np.moveaxis(found, 1, 2))[:, None]
    even = (alive / np.maximum(1, over_seats(alive))[:, None])[:, :, None]
    return np.where(whole > 0.0, found / np.maximum(whole, 1.0), even)
