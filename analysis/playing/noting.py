"""Notes some games of a batch, for the measures that rest on win chances; their luck numbers tell which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import numerals, say
from conquestlab.analysis.pace.seconds import seconds_of

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_games import NotedGames
    from conquestlab.analysis.measures.measure import MeasureRow
    from conquestlab.analysis.playing.batches import Batch, PlayedBatch, SeatedBots


@dataclass(frozen=True)
class NotedBeside:
    """Noted games as what is played beside others, with the measures that they tell."""

    noted: NotedGames
    seconds: Mapping[str, float]

    def __add__(self, other: NotedBeside) -> NotedBeside:
        """Return the noted games of both."""
        return NotedBeside(self.noted + other.noted, self.seconds)

    def rows(self) -> list[MeasureRow]:
        """Return the measures of the win chances, and of the time at the table."""
        from conquestlab.analysis.chances.chance_tables import chance_table
        from conquestlab.analysis.pace.pace_table import pace_table

        tables = chance_table(self.noted), pace_table(self.noted, self.seconds)
        return [row for table in tables if table is not None for row in table.rows()]

    def words(self) -> list[str]:
        """Return what to do about games that are too few."""
        from conquestlab.analysis.chances.model import FEWEST_GAMES
        from conquestlab.analysis.chances.noted_games import SPARSE, STRETCH_GAMES

        if self.noted.games >= FEWEST_GAMES:
            return []
        whole, rest = divmod(FEWEST_GAMES, STRETCH_GAMES)  # one stretch is noted, then SPARSE - 1 are not
        games = whole * SPARSE * STRETCH_GAMES + rest
        return [
            say(
                "too few decided games for win chances, which take some {games}",
                games=numerals(f"{round(games, -2):,}"),
            )
        ]


@dataclass(frozen=True)
class NoteGames:
    """Plays those games of a batch again that are to be noted; its engine has to be able to note them.

    Attributes
    ----------
    seconds : mapping of float
        How long each act takes at the table.
    """

    seconds: Mapping[str, float]

    def __call__(self, played: PlayedBatch) -> NotedBeside:
        """Return the noted games."""
        noted = noted_games_of(played.batch)
        assert noted is not None
        return NotedBeside(noted, self.seconds)


def seconds_for(seated: SeatedBots, given: str | None) -> dict[str, float]:
    """Return how many seconds each act takes at a table; other ones are refused where no game is noted.

    Parameters
    ----------
    seated : SeatedBots
    given : str or None
        As a request has it.
    """
    if given is not None and seated.has_external_bots:
        raise WrongUse("games with external bots are not told in minutes: leave out --seconds")
    return seconds_of(seated.engine, given)


def tells_chances(seated: SeatedBots) -> bool:
    """Tell whether the engine notes features of positions, and all bots play inside."""
    return bool(seated.engine.features) and not seated.has_external_bots


def noted_games_of(batch: Batch) -> NotedGames | None:
    """Play those games of a batch again that are to be noted; None where the engine notes nothing.

    Parameters
    ----------
    batch : Batch
    """
    if not tells_chances(batch):
        return None
    from conquestlab.analysis.chances.noted_games import NotedGames, part_of, spans, stretch_of

    block = batch.seats if batch.shared else 1
    first, last = batch.first // block, (batch.first + batch.games) // block - 1
    parts = []
    for span in spans(first, last, block):
        games = batch.part(span.first * block, (span.last - span.first + 1) * block)
        _, rows, notes = games.noted()
        parts.append(part_of(span.stretch, rows, notes, batch.seats))
    names, acts = tuple(batch.engine.features), tuple(batch.engine.acts)
    return NotedGames(batch.seats, block, names, acts, batch.bots, stretch_of(last, block), tuple(parts))
