"""What it is worth to be given something: games in which each seat is given it in turn.

On average over the seats, a seat wins one n-th of the decided games of n seats. So the chance of the one that
is given something, on average over the seats, is compared with that number, which is known without playing.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import add
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.luck_share import wins_of
from conquestlab.analysis.measures.measure import CONTINENT, MeasureRow
from conquestlab.analysis.measures.moments import Moments, moments
from conquestlab.analysis.measures.ratio_measures import measure_row
from conquestlab.analysis.measures.ratios import UNKNOWN, ratio

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, eq=False)
class GivenTally:
    """Games in which each seat in turn was given each of several things.

    Attributes
    ----------
    measure : str
    seats : int
    won : dict of Moments
        By what was given, over blocks: sixtieths of the win of the seat that was given it, and of all seats.
        The games of a block are those of all its seats.
    """

    measure: str
    seats: int
    won: dict[str, Moments]

    def __add__(self, other: GivenTally) -> GivenTally:
        """Return the tally of the games of both."""
        if (self.measure, self.seats, self.won.keys()) != (other.measure, other.seats, other.won.keys()):
            raise WrongUse("games in which other things are given do not add up: measure each run by itself")
        won = {name: add(sums, other.won[name]) for name, sums in self.won.items()}
        return GivenTally(self.measure, self.seats, won)

    def rows(self, level: float = LEVEL) -> list[MeasureRow]:
        """Return by how much the chance to win changes, a record for each thing that is given."""
        answer, even = [], 1.0 / self.seats
        for name, sums in self.won.items():
            row = measure_row(self.measure, name, None, UNKNOWN, 0, CONTINENT)
            if sums.sums[1]:
                share = ratio(sums).share
                low, high = (None if end is None else end - even for end in share.span(1, level))
                value = None if share.value is None else share.value - even
                row = measure_row(self.measure, name, value, (low, high), self.seats * share.games, CONTINENT)
            row["baseline"] = 0.0
            answer.append(row)
        return answer

    def words(self) -> list[str]:
        """Return nothing: the table says it all."""
        return []


def given_tally(
    measure: str, luck: np.ndarray, games: Mapping[str, Sequence[np.ndarray]], seats: int
) -> GivenTally:
    """Add up games in which each seat in turn was given something.

    Parameters
    ----------
    measure : str
    luck : int array, (games,)
        Luck numbers, in order.
    games : mapping
        By what is given: for each seat the rows of the games in which it was given that.
    seats : int
    """
    first = np.flatnonzero(np.append(True, luck[1:] != luck[:-1]))
    starts = None if first.size == luck.size else first
    won = {}
    for name, by_seat in games.items():
        own, all_seats = np.zeros(luck.size, np.int64), np.zeros(luck.size, np.int64)
        for seat, rows in enumerate(by_seat):
            wins = wins_of(rows, seats)
            own += wins[:, seat]
            all_seats += wins.sum(axis=1)
        won[name] = moments([own, all_seats], starts)
    return GivenTally(measure, seats, won)
