"""What one game adds to the measures: whole numbers read off its row, each with the weight that the game has.

A measure that is a mean, or a share, of games is a `Quantity`: the sum of `number` over the sum of `weight`
times `unit`. A game's own measures are made of more of them (docs/measures.md).
"""

from collections.abc import Callable
from functools import cached_property, partial

import numpy as np

from conquestlab.analysis.measures.measure import Column, Quantity, Setting
from conquestlab.kernels.shared.rows import FIXED_ONE, WHOLE_WIN


class GameColumns:
    """The rows of games with the same number of seats, as columns in the order of their blocks.

    Parameters
    ----------
    rows : structured array, (games,)
        The common columns at least; see docs/architecture.md. At least one row.
    seats : int
    bot_of : int array
        From the index of a bot in the rows to the index of its name.
    """

    def __init__(self, rows: np.ndarray, seats: int, bot_of: np.ndarray):
        self.rows = rows
        self.seats = seats
        self.bot_of = bot_of

    @cached_property
    def starts(self) -> np.ndarray | None:
        """Position of the first game of each block; None where every game is a block of its own."""
        luck = self.rows["luck"]
        first = np.concatenate([[True], luck[1:] != luck[:-1]])
        return None if first.all() else np.flatnonzero(first)

    @cached_property
    def every(self) -> np.ndarray:
        """1 for every game."""
        return np.ones(self.rows.size, dtype=np.int64)

    @cached_property
    def rounds(self) -> np.ndarray:
        """Length in rounds."""
        return self.rows["rounds"].astype(np.int64)

    @cached_property
    def finished(self) -> np.ndarray:
        """1 where the game was not cut off."""
        return (self.rows["how"] > 0).astype(np.int64)

    @cached_property
    def lasting(self) -> np.ndarray:
        """1 where the game was finished and lasted a round at least, so that it has tenths."""
        return self.finished * (self.rounds > 0)

    @cached_property
    def wins(self) -> np.ndarray:
        """Sixtieths of the win by seat, (games, seats); an unfinished game has none."""
        return self.rows["win"][:, : self.seats].astype(np.int64) * self.finished[:, None]

    @cached_property
    def decided(self) -> np.ndarray:
        """All sixtieths of the win: 60 where somebody won, else 0."""
        return self.wins.sum(axis=1)

    @cached_property
    def sole(self) -> np.ndarray:
        """1 where one seat won alone, and a round at least was played."""
        return (self.wins == WHOLE_WIN).any(axis=1) * (self.rounds > 0).astype(np.int64)

    @cached_property
    def out(self) -> np.ndarray:
        """Round of elimination by seat, 0 for never, (games, seats)."""
        return self.rows["out"][:, : self.seats].astype(np.int64)

    @cached_property
    def bots(self) -> np.ndarray:
        """Index of the bot's name by seat, (games, seats)."""
        return self.bot_of[self.rows["bot"][:, : self.seats]]

    @cached_property
    def standings(self) -> np.ndarray:
        """Standings at each tenth of the game, (games, tenths, seats), in 2**-20."""
        return np.clip(self.rows["tenth"][:, :, : self.seats], 0, FIXED_ONE)


def every(games: GameColumns) -> np.ndarray:
    """Weight of a mean over all games, as far as they were played."""
    return games.every


def finished(games: GameColumns) -> np.ndarray:
    """Weight of a mean over games that were not cut off."""
    return games.finished


def lasting(games: GameColumns) -> np.ndarray:
    """Weight of a mean over finished games that lasted a round at least."""
    return games.lasting


def sole(games: GameColumns) -> np.ndarray:
    """Weight of a mean over games that one seat won alone."""
    return games.sole


def column(name: str, games: GameColumns) -> np.ndarray:
    """Number: a column of the row as it stands."""
    return games.rows[name].astype(np.int64)


def within_game(part: np.ndarray, whole: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Return part / whole of each game in 2**-20, rounded to the nearest, where `weight` is 1; else 0."""
    whole = np.maximum(whole, 1)
    return (part * (2 * FIXED_ONE) + whole) // (2 * whole) * weight


def _unfinished(games: GameColumns) -> np.ndarray:
    return 1 - games.finished


def _winner_led(games: GameColumns) -> np.ndarray:
    return within_game(games.rows["led"].astype(np.int64), games.rounds, games.sole)


def _drama(games: GameColumns) -> np.ndarray:
    trailed = np.maximum(games.rows["trailed"].astype(np.int64), 1)
    return (games.rows["drama"] + trailed // 2) // trailed * games.sole


def _decided_at(games: GameColumns) -> np.ndarray:
    return within_game(games.rows["settled"].astype(np.int64), games.rounds, games.sole)


def _led_at_half(games: GameColumns) -> np.ndarray:
    return games.sole * (games.rows["half_leader"] >= 0)


def _comeback(games: GameColumns) -> np.ndarray:
    leader = np.maximum(games.rows["half_leader"], 0)
    return (games.wins[np.arange(leader.size), leader] != WHOLE_WIN) * _led_at_half(games)


def _score(seat: int, games: GameColumns) -> np.ndarray:
    return games.rows["score"][:, seat] * games.finished


def _fell(games: GameColumns) -> np.ndarray:
    return games.lasting * (games.out > 0).any(axis=1)


def _first_elimination(games: GameColumns) -> np.ndarray:
    never = np.iinfo(np.int64).max
    first = np.where(games.out > 0, games.out, never).min(axis=1)
    return within_game(np.where(first == never, 0, first), games.rounds, _fell(games))


def _downtime(games: GameColumns) -> np.ndarray:
    watching = (games.out > 0) & (games.wins == 0)
    idle = np.where(watching, games.rounds[:, None] - games.out, 0).sum(axis=1)
    return within_game(idle, games.seats * games.rounds, games.lasting)


def _won_by(bot: int, games: GameColumns) -> np.ndarray:
    return np.where(games.bots == bot, games.wins, 0).sum(axis=1)


def wins_by_bot(games: GameColumns, bots: int) -> list[np.ndarray]:
    """Return the sixtieths of the win by bot, each (games,)."""
    return [games.decided] if bots == 1 else [_won_by(bot, games) for bot in range(bots)]


def _held_by(bot: int, games: GameColumns) -> np.ndarray:
    return (games.bots == bot).sum(axis=1) * games.decided


def _decided(games: GameColumns) -> np.ndarray:
    return games.decided


def _seat_won(seat: int, games: GameColumns) -> np.ndarray:
    return games.wins[:, seat]


def _slope(seats: int, games: GameColumns) -> np.ndarray:
    return games.wins @ (2 * np.arange(seats) - (seats - 1))


def _rounds(games: GameColumns) -> np.ndarray:
    return games.rounds


# The sums of each measure of any game, as its entry in the catalogue names them.

WHOLE = float(FIXED_ONE)
Sums = list[Quantity]


def _one(
    measure: str, number: Column, weight: Column, unit: float = 1.0, share: bool = False
) -> Callable[[Setting], Sums]:
    """Return what gives a measure of a single row."""
    quantity = Quantity(measure, "", number, weight, unit, share)
    return lambda setting: [quantity]


def wins_of_bots(setting: Setting) -> Sums:
    """Return the share of each bot over the seats it held; with a single bot that says nothing."""
    if len(setting.bots) < 2:
        return []
    return [
        Quantity("win_share", name, partial(_won_by, bot), partial(_held_by, bot), share=True)
        for bot, name in enumerate(setting.bots)
    ]


def wins_of_seats(setting: Setting) -> Sums:
    """Return the share of each seat."""
    return [
        Quantity("win_share", str(seat + 1), partial(_seat_won, seat), _decided, share=True)
        for seat in range(setting.seats)
    ]


def slope_of_seats(setting: Setting) -> Sums:
    """Return the change of the share from one seat to the next."""
    seats = setting.seats
    return [Quantity("seat_slope", "", partial(_slope, seats), _decided, seats * (seats**2 - 1) / 6.0)]


length = _one("rounds", _rounds, every)
unfinished_share = _one("unfinished_share", _unfinished, every, share=True)
lead_changes = _one("lead_changes", partial(column, "lead_changes"), every)
winner_led = _one("winner_led", _winner_led, sole, WHOLE)
drama = _one("drama", _drama, sole, WHOLE)
decided_at = _one("decided_at", _decided_at, sole, WHOLE)
comeback_share = _one("comeback_share", _comeback, _led_at_half, share=True)
first_elimination = _one("first_elimination", _first_elimination, _fell, WHOLE)
downtime = _one("downtime", _downtime, lasting, WHOLE)


def score(setting: Setting) -> Sums:
    """Return the final score of each seat."""
    return [
        Quantity("score", str(seat + 1), partial(_score, seat), finished) for seat in range(setting.seats)
    ]
