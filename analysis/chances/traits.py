"""Traits: what a position says of each seat, as the numbers of which the model of chances is made.

Each feature that the engine notes, and the standing, enters as the seat's share of it: as it is, squared and
as a logarithm, each also along the game and where two seats are left. The order of the turns and the bots
come beside.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conquestlab.analysis.chances.noted_games import Part

ALIVE, WAIT = "alive", "wait"
"""Features that are no holdings: 1 for a seat that is still in; how many others move before it."""

FLOOR = 0.01  # added to a share, so that its logarithm is no smaller than that of one in a hundred
GAMES_A_TRAIT = 8  # with fewer games the model is made of fewer traits


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
    detail : int
        0 to 3, how many of the traits are there.
    """

    seats: int
    names: tuple[str, ...]
    bots: tuple[int, ...]
    half: float
    detail: int

    @property
    def held(self) -> tuple[int, ...]:
        """Places of the features of which each seat has a share."""
        return tuple(place for place, name in enumerate(self.names) if name not in (ALIVE, WAIT))

    @property
    def size(self) -> int:
        """How many traits there are."""
        shapes = 1 + 2 * (self.detail >= 2)
        base = (len(self.held) + 1) * shapes + self.seats - 1 + max(self.bots)
        return base * (1 + (self.detail >= 1) + (self.detail >= 3))


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
    forms = [Form(games.standing.shape[1], names, which, half, detail) for detail in range(4)]
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


def shares(numbers: np.ndarray, alive: np.ndarray) -> np.ndarray:
    """Return each seat's share of the numbers of all that are still in; of nothing all have alike."""
    held = np.maximum(numbers, 0) * alive
    whole = held.sum(axis=1, keepdims=True)
    even = alive / np.maximum(1, alive.sum(axis=1, keepdims=True))
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
    base: list[np.ndarray] = []
    for numbers in held:
        share = shares(numbers, alive)
        base.append(np.log(share + FLOOR))
        if form.detail >= 2:
            base += [share, share * share]
    waits = features[:, :, form.names.index(WAIT)] if WAIT in form.names else turns_until(mover, alive)
    base += [(waits == place).astype(float) for place in range(1, form.seats)]
    playing = np.array(form.bots)[bot]
    base += [(playing == one).astype(float) for one in range(1, max(form.bots) + 1)]
    plain = np.stack(base, axis=2)
    along = progress(round, form)[:, None, None]
    found = [plain]
    if form.detail >= 1:
        found.append(plain * along)
    if form.detail >= 3:
        found.append(plain * (alive.sum(axis=1) == 2)[:, None, None])
    traits: np.ndarray = np.concatenate(found, axis=2)
    return traits
