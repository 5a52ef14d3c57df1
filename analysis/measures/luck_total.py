"""How much hangs on each kind of luck: every game again, with only this luck drawn anew.

How often does another player win then? That is the swing of a stream. What it stands for, as a part of the
variance of the result, is the total effect of the stream (Sobol's total index): all that it explains, alone
and together with anything else. See docs/statistics.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import add
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.formatted_numbers import formatted
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.luck_share import Ends, LuckTally, luck_rows
from conquestlab.analysis.measures.measure import STREAM, MeasureRow
from conquestlab.analysis.measures.moments import Moments, moments
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, Share, ratio
from conquestlab.kernels.shared.rows import SEATS, WHOLE_WIN

if TYPE_CHECKING:
    from collections.abc import Mapping

SQUARE = WHOLE_WIN**2
SWUNG, DISTANCE = 0, 1  # columns of the pairs


@dataclass(frozen=True, eq=False)
class TotalTally:
    """Pairs of games that differ in one stream alone, and how the games ended before it was drawn anew.

    Attributes
    ----------
    streams : tuple of str
    pairs : tuple of Moments
        By stream, over blocks: pairs that other players won, half the squared distance of the wins in
        sixtieths, and pairs that both games decided.
    ends : int64 array, (places, 2**SEATS)
        By way to sit, the decided games that each set of seats won.
    wins : int64 array, (places, seats)
        Sixtieths of the win.
    squares : int
        Sum of the squares of these sixtieths, by game and seat.
    """

    streams: tuple[str, ...]
    pairs: tuple[Moments, ...]
    ends: np.ndarray
    wins: np.ndarray
    squares: int

    def __add__(self, other: TotalTally) -> TotalTally:
        """Return the tally of the pairs of both."""
        if self.streams != other.streams or self.wins.shape != other.wins.shape:
            raise WrongUse("luck of other streams or seats does not add up: measure each run by itself")
        pairs = tuple(map(add, self.pairs, other.pairs))
        squares = self.squares + other.squares
        return TotalTally(self.streams, pairs, self.ends + other.ends, self.wins + other.wins, squares)

    @property
    def variance(self) -> float:
        """By how much the wins vary around even ones."""
        seats = self.wins.shape[1]
        return self.squares / (SQUARE * float(self.ends.sum())) - 1.0 / seats

    def by_chance(self) -> tuple[float, float] | None:
        """Return how often another player wins, and the mean half square, where all luck is drawn anew.

        They are those of all pairs of two games of the same way to sit.
        """
        games = self.ends.sum(axis=1).astype(float)
        some = games > 1
        if not some.any():
            return None
        games, ends, wins = games[some], self.ends[some].astype(float), self.wins[some] / WHOLE_WIN
        own = self.squares / (SQUARE * self.ends.sum())  # what a game has in common with itself
        alike = ((ends**2).sum(axis=1) - games) / (games - 1.0)
        common = ((wins**2).sum(axis=1) - games * own) / (games - 1.0)
        return 1.0 - float(alike.sum() / games.sum()), own - float(common.sum() / games.sum())


def total_tally(games: Ends, again: Mapping[str, Ends], moving: bool) -> TotalTally:
    """Add up games, and the same games with one stream drawn anew.

    Parameters
    ----------
    games : Ends
    again : mapping of Ends
        By stream: the games played again, in the same order.
    moving : bool
        Whether the bots move on by a seat from game to game.
    """
    seats, won, luck = games.seats, games.won, games.luck
    places = seats if moving else 1
    decided, place = won.any(axis=1), games.game % places
    ends, wins = np.zeros((places, 1 << SEATS), np.int64), np.zeros((places, seats), np.int64)
    np.add.at(ends, (place[decided], _winners(won)[decided]), 1)
    np.add.at(wins, place, won)
    first = np.flatnonzero(np.append(True, luck[1:] != luck[:-1]))
    starts = None if first.size == luck.size else first
    pairs = tuple(_pairs(won, others.won, starts) for others in again.values())
    return TotalTally(tuple(again), pairs, ends, wins, int((won**2).sum()))


def _winners(won: np.ndarray) -> np.ndarray:
    """Return who has a part of the win, as a set of seats."""
    winners: np.ndarray = ((won > 0) << np.arange(won.shape[1])).sum(axis=1)
    return winners


def _pairs(first: np.ndarray, second: np.ndarray, starts: np.ndarray | None) -> Moments:
    both = np.asarray(first.any(axis=1) & second.any(axis=1), np.int64)
    swung = both * (_winners(first) != _winners(second))
    distance: np.ndarray = both * ((first - second) ** 2).sum(axis=1) // 2
    return moments([swung, distance, both], starts)


def total_rows(tally: TotalTally, level: float = LEVEL) -> list[MeasureRow]:
    """Return the records of `luck_swing` and `luck_total`, a stream each.

    The interval of a total is that of the mean square that it is made of, over the variance of the result.
    That variance is a number without error where no win is shared.
    """
    chance = tally.by_chance()
    swings, totals = [], []
    for stream, pairs in zip(tally.streams, tally.pairs, strict=True):
        if chance is None or pairs.games == 0:
            both = [measure_row(name, stream, None, UNKNOWN, 0, STREAM) for name in NAMES]
        else:
            swung = ratio(pairs, _only(SWUNG)).share
            distance = ratio(pairs, _only(DISTANCE)).per(SQUARE).share
            both = [
                _record(NAMES[0], stream, swung, 1.0, chance[0], level),
                _record(NAMES[1], stream, distance, tally.variance, chance[1], level),
            ]
        swings.append(both[0])
        totals.append(both[1])
    return swings + totals


NAMES = ("luck_swing", "luck_total")


def _only(column: int) -> tuple[int, int]:
    return (1, 0) if column == SWUNG else (0, 1)


def _record(name: str, stream: str, share: Share, whole: float, chance: float, level: float) -> MeasureRow:
    """Return the record of a share over a whole."""
    value = None if share.value is None else share.value / whole
    low, high = (None if end is None else end / whole for end in share.span(1, level))
    row = measure_row(name, stream, value, (low, high), share.games, STREAM)
    row["baseline"] = chance / whole
    return row


@dataclass(frozen=True)
class Luck:
    """What is known of the luck of some games: what each stream explains alone, and all that hangs on it."""

    shares: LuckTally
    totals: TotalTally

    def __add__(self, other: Luck) -> Luck:
        """Return the same of the games of both."""
        return Luck(self.shares + other.shares, self.totals + other.totals)

    def rows(self, level: float = LEVEL) -> list[MeasureRow]:
        """Return the records of `luck_share`, `luck_swing` and `luck_total`."""
        return luck_rows(self.shares, level) + total_rows(self.totals, level)

    def words(self) -> list[str]:
        """Say in a sentence how often another player wins."""
        chance = self.totals.by_chance()
        known = [row for row in self.rows() if row["measure"] == "luck_swing" and row["value"] is not None]
        if chance is None or not known:
            return []
        shares = (formatted(row["value"], row["low"], row["high"], percent=True)[0] for row in known)
        parts = ", ".join(f"{share} % ({row['of']})" for share, row in zip(shares, known, strict=True))
        whole = f"if all luck is drawn again, in {formatted(chance[0], percent=True)[0]} %"
        return [f"if only this luck is drawn again, another player wins in {parts} of the games; {whole}"]
