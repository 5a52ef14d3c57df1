"""Reducers that several commands use: from the rows of a batch to their tally, and to the shares of luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_games import NotedGames
    from conquestlab.analysis.choices.plan_values import ChoiceSums
    from conquestlab.analysis.measures.luck_share import LuckTally
    from conquestlab.analysis.measures.measure import Quantity
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.batches import PlayedBatch


def tallied(played: PlayedBatch, more: Sequence[Quantity] = ()) -> Tally:
    """Return what the rows add up to, for all measures of the game and for some quantities more."""
    from conquestlab.analysis.measures.tallies import tally_rows

    batch, rows = played
    book, seats, engine = batch.rulebook, batch.seats, batch.engine
    own = (*engine.quantities(book, seats), *more)
    return tally_rows(rows, batch.bots, own, engine.statistics(book, seats))


@dataclass(frozen=True)
class Counted:
    """The tally of some games, and what is known of their luck and positions where it was asked for."""

    tally: Tally
    luck: LuckTally | None
    noted: NotedGames | None = None
    choices: ChoiceSums | None = None

    def __add__(self, other: Counted) -> Counted:
        """Return the same of the games of both."""
        luck = None if self.luck is None or other.luck is None else self.luck + other.luck
        noted = None if self.noted is None or other.noted is None else self.noted + other.noted
        choices = None if self.choices is None or other.choices is None else self.choices + other.choices
        return Counted(self.tally + other.tally, luck, noted, choices)


@dataclass(frozen=True)
class Count:
    """Counts games.

    Attributes
    ----------
    tally : callable
        From a PlayedBatch to its tally, where more is counted than `tallied` does.
    luck : bool
        Whether every game is played again for each stream of luck, to tell which of them decide.
    chances : bool
        Whether some games are noted, for the measures that rest on win chances.
    choices : bool
        Whether the plans for some turns are weighed, for the measures of what there is to choose.
    """

    tally: Callable[[PlayedBatch], Tally] = tallied
    luck: bool = False
    chances: bool = False
    choices: bool = False

    def __call__(self, played: PlayedBatch) -> Counted:
        """Return what the games come to."""
        from conquestlab.analysis.choices.plan_values import choices_of
        from conquestlab.analysis.playing.frozen_streams import luck_of_games
        from conquestlab.analysis.playing.noting import noted_games_of

        luck = luck_of_games(played) if self.luck else None
        noted = noted_games_of(played.batch) if self.chances else None
        choices = choices_of(played.batch) if self.choices else None
        return Counted(self.tally(played), luck, noted, choices)
