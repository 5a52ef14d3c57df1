"""What one game adds to the measures: whole numbers read off its row, each with the weight that the game has.

A measure that is a mean, or a share, of games is a `Quantity`: the sum of `number` over the sum of `weight`
times `unit`. An engine adds its own by giving more of them to `tally_rows`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from math import log

import numpy as np

from conquestlab.kernels.shared.rows import FIXED_ONE, TENTHS, WHOLE_WIN


class Games:
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

    @cached_property
    def entropies(self) -> np.ndarray:
        """-sum v ln v of the standings at each tenth, (games, tenths), in 2**-20."""
        return np.take(_entropy_table(), self.standings).sum(axis=2, dtype=np.int64)


@lru_cache(maxsize=1)
def _entropy_table() -> np.ndarray:
    share = np.arange(FIXED_ONE + 1) / FIXED_ONE
    share[0] = 1.0  # 0 ln 0 is 0, and so is 1 ln 1
    return np.rint(-share * np.log(share) * FIXED_ONE).astype(np.int32)


Column = Callable[[Games], np.ndarray]


@dataclass(frozen=True)
class Quantity:
    """A measure that is a ratio of sums over games.

    Attributes
    ----------
    measure, of : str
        Name of the measure and what the row stands for (a seat, a bot, a tenth, or nothing).
    number, weight : callable
        From `Games` to an int64 array; a game of weight 0 must have the number 0.
    unit : float
        The measure is sum of number / (sum of weight * unit).
    share : bool
        Whether it is a share, from 0 to 1, so that Wilson's interval is the right one.
    """

    measure: str
    of: str
    number: Column = field(compare=False)
    weight: Column = field(compare=False)
    unit: float = 1.0
    share: bool = False


def every(games: Games) -> np.ndarray:
    """Weight of a mean over all games, as far as they were played."""
    return games.every


def finished(games: Games) -> np.ndarray:
    """Weight of a mean over games that were not cut off."""
    return games.finished


def lasting(games: Games) -> np.ndarray:
    """Weight of a mean over finished games that lasted a round at least."""
    return games.lasting


def sole(games: Games) -> np.ndarray:
    """Weight of a mean over games that one seat won alone."""
    return games.sole


def column(name: str, games: Games) -> np.ndarray:
    """Number: a column of the row as it stands."""
    return games.rows[name].astype(np.int64)


def within_game(part: np.ndarray, whole: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Return part / whole of each game in 2**-20, rounded to the nearest, where `weight` is 1; else 0."""
    whole = np.maximum(whole, 1)
    return (part * (2 * FIXED_ONE) + whole) // (2 * whole) * weight


def _unfinished(games: Games) -> np.ndarray:
    return 1 - games.finished


def _winner_led(games: Games) -> np.ndarray:
    return within_game(games.rows["led"].astype(np.int64), games.rounds, games.sole)


def _drama(games: Games) -> np.ndarray:
    trailed = np.maximum(games.rows["trailed"].astype(np.int64), 1)
    return (games.rows["drama"] + trailed // 2) // trailed * games.sole


def _decided_at(games: Games) -> np.ndarray:
    return within_game(games.rows["settled"].astype(np.int64), games.rounds, games.sole)


def _led_at_half(games: Games) -> np.ndarray:
    return games.sole * (games.rows["half_leader"] >= 0)


def _comeback(games: Games) -> np.ndarray:
    leader = np.maximum(games.rows["half_leader"], 0)
    return (games.wins[np.arange(leader.size), leader] != WHOLE_WIN) * _led_at_half(games)


def _uncertainty(tenth: int, games: Games) -> np.ndarray:
    return games.entropies[:, tenth] * games.lasting


def _surprise(games: Games) -> np.ndarray:
    return games.rows["surprise"]


def _score(seat: int, games: Games) -> np.ndarray:
    return games.rows["score"][:, seat] * games.finished


def _fell(games: Games) -> np.ndarray:
    return games.lasting * (games.out > 0).any(axis=1)


def _first_elimination(games: Games) -> np.ndarray:
    never = np.iinfo(np.int64).max
    first = np.where(games.out > 0, games.out, never).min(axis=1)
    return within_game(np.where(first == never, 0, first), games.rounds, _fell(games))


def _downtime(games: Games) -> np.ndarray:
    watching = (games.out > 0) & (games.wins == 0)
    idle = np.where(watching, games.rounds[:, None] - games.out, 0).sum(axis=1)
    return within_game(idle, games.seats * games.rounds, games.lasting)


def _choices(games: Games) -> np.ndarray:
    return np.maximum(games.rows["decisions"], 0)


def _counted_turns(games: Games) -> np.ndarray:
    """Turns, where choices were counted; a game of no turn does not tell."""
    return games.rows["turns"] * (games.rows["decisions"] >= 0).astype(np.int64)


def _won_by(bot: int, games: Games) -> np.ndarray:
    return np.where(games.bots == bot, games.wins, 0).sum(axis=1)


def wins_by_bot(games: Games, bots: int) -> list[np.ndarray]:
    """Return the sixtieths of the win by bot, each (games,)."""
    return [games.decided] if bots == 1 else [_won_by(bot, games) for bot in range(bots)]


def _held_by(bot: int, games: Games) -> np.ndarray:
    return (games.bots == bot).sum(axis=1) * games.decided


def common_quantities(seats: int, bots: Sequence[str], columns: Sequence[str]) -> tuple[Quantity, ...]:
    """Return the quantities that make sense for any game.

    Parameters
    ----------
    seats : int
    bots : sequence of str
        Distinct names; with a single one its share says nothing and is left out.
    columns : sequence of str
        Names of the columns of a row; `decisions` is the only optional one.
    """
    whole = float(FIXED_ONE)
    answer = [
        Quantity("unfinished_share", "", _unfinished, every, share=True),
        Quantity("lead_changes", "", partial(column, "lead_changes"), every),
        Quantity("winner_led", "", _winner_led, sole, whole),
        Quantity("drama", "", _drama, sole, whole),
        Quantity("decided_at", "", _decided_at, sole, whole),
        Quantity("comeback_share", "", _comeback, _led_at_half, share=True),
        Quantity("surprise", "", _surprise, every, whole),
        Quantity("first_elimination", "", _first_elimination, _fell, whole),
        Quantity("downtime", "", _downtime, lasting, whole),
    ]
    if len(bots) > 1:
        for bot, name in enumerate(bots):
            won, held = partial(_won_by, bot), partial(_held_by, bot)
            answer.append(Quantity("win_share", name, won, held, share=True))
    if seats > 1:
        unit = whole * log(seats)
        for tenth in range(TENTHS):
            answer.append(
                Quantity("uncertainty", str(tenth + 1), partial(_uncertainty, tenth), lasting, unit)
            )
    for seat in range(seats):
        answer.append(Quantity("score", str(seat + 1), partial(_score, seat), finished))
    if "decisions" in columns:
        answer.append(Quantity("decisions", "", _choices, _counted_turns))
    return tuple(answer)
