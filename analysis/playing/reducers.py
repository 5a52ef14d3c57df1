"""Reducers that several commands use: from the rows of a batch to their tally, and to games played beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import add
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from conquestlab.analysis.measures.measure import MeasureRow, Quantity
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.batches import PlayedBatch


class Beside(Protocol):
    """What games that are played beside those of an experiment come to; two of a kind add up."""

    def __add__(self, other: Any) -> Any:
        """Return the same of the games of both."""

    def rows(self) -> list[MeasureRow]:
        """Return the measures that it tells."""

    def words(self) -> list[str]:
        """Return what is said of it in words."""


def tallied(played: PlayedBatch, more: Sequence[Quantity] = ()) -> Tally:
    """Return what the rows add up to, for all measures of the game and for some quantities more."""
    from conquestlab.analysis.measures.tallies import tally_rows

    batch, rows = played.batch, played.rows
    book, seats, engine = batch.rulebook, batch.seats, batch.engine
    own = (*engine.quantities(book, seats), *more)
    return tally_rows(rows, batch.bots, own, engine.statistics(book, seats))


@dataclass(frozen=True)
class Counted:
    """The tally of some games, and what came of those that were played beside them.

    Attributes
    ----------
    tally : Tally
    beside : tuple of Beside
        In the order in which they were asked for.
    """

    tally: Tally
    beside: tuple[Beside, ...] = ()

    def __add__(self, other: Counted) -> Counted:
        """Return the same of the games of both."""
        return Counted(self.tally + other.tally, tuple(map(add, self.beside, other.beside)))


@dataclass(frozen=True)
class Count:
    """Counts games.

    Attributes
    ----------
    tally : callable
        From a PlayedBatch to its tally, where more is counted than `tallied` does.
    beside : tuple of callable
        Each plays games beside those of a PlayedBatch, and adds them up: with other luck (`luck_of_games`),
        or with something given to a seat (`worth_of_given`).
    """

    tally: Callable[[PlayedBatch], Tally] = tallied
    beside: tuple[Callable[[PlayedBatch], Beside], ...] = ()

    def __call__(self, played: PlayedBatch) -> Counted:
        """Return what the games come to."""
        return Counted(self.tally(played), tuple(play(played) for play in self.beside))
