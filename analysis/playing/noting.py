"""Notes some games of a batch, for the measures that rest on win chances; their luck numbers tell which.

They are noted while they are played. Where the rows of a batch are read and nothing is played, the few that
are to be noted are played again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import numerals, say
from conquestlab.analysis.pace.seconds import seconds_of

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.chances.noted_games import NotedGames, Part
    from conquestlab.analysis.measures.measure import MeasureRow
    from conquestlab.analysis.playing.batches import Batch, PlayedBatch, SeatedBots
    from conquestlab.analysis.playing.seated_game import SeatedGame


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

        if self.noted.games >= FEWEST_GAMES:
            return []
        games = self.noted.sampling.games_for(FEWEST_GAMES)
        return [
            say(
                "too few decided games for win chances, which take some {games}",
                games=numerals(f"{round(games, -2):,}"),
            )
        ]


@dataclass(frozen=True)
class NoteGames:
    """Takes the noted games of a batch; its engine has to be able to note them.

    Attributes
    ----------
    seconds : mapping of float
        How long each act takes at the table.
    """

    seconds: Mapping[str, float]

    def __call__(self, played: PlayedBatch) -> NotedBeside:
        """Return the noted games."""
        noted = played.noted or play_again(played.batch)
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


def noting(batch: Batch, first: int, games: int) -> Batch:
    """Return the order to play the same games and to note some, where its engine can do so.

    Parameters
    ----------
    batch : Batch
    first, games : int
        The first game of the whole run, and how many it is to have.
    """
    if not tells_chances(batch):
        return batch
    from conquestlab.analysis.chances.sampling import sampling_of

    return replace(batch, noting=sampling_of(batch.block, first, games, batch.engine.chunk))


def play_and_note(batch: Batch, table: SeatedGame, records: np.ndarray | None) -> PlayedBatch:
    """Play the games of a batch once, with notes of those that are to be noted.

    Parameters
    ----------
    batch : Batch
    table : SeatedGame
        Where it is played.
    records : array of records or None
        Of the bots, if they do not sit there.
    """
    import numpy as np

    from conquestlab.analysis.chances.noted_games import part_of
    from conquestlab.analysis.playing.batches import PlayedBatch

    rows = np.zeros(batch.games, table.engine.kernels.row_dtype)
    words, parts, done = batch.seeds.words, [], batch.first

    def place(first: int, games: int) -> np.ndarray:
        return rows[first - batch.first : first - batch.first + games]

    for stretch, first, games in _to_be_noted(batch):
        if done < first:
            table.play(words, done, first - done, records, place(done, first - done))
        there, notes = table.play_noted(words, first, games, records, place(first, games))
        parts.append(part_of(stretch, there, notes, batch.seats))
        done = first + games
    if done < batch.first + batch.games:
        left = batch.first + batch.games - done
        table.play(words, done, left, records, place(done, left))
    return PlayedBatch(batch, rows, _noted_games(batch, parts))


def play_again(batch: Batch) -> NotedGames:
    """Play those games of a batch that are to be noted, and no others.

    Parameters
    ----------
    batch : Batch
        Of an engine that can note games.
    """
    from conquestlab.analysis.chances.noted_games import part_of

    parts = []
    for stretch, first, games in _to_be_noted(batch):
        _, rows, notes = batch.part(first, games).noted()
        parts.append(part_of(stretch, rows, notes, batch.seats))
    return _noted_games(batch, parts)


def _to_be_noted(batch: Batch) -> Iterator[tuple[int, int, int]]:
    """Yield what is to be noted of a batch: the stretch, the first game and how many."""
    assert batch.noting is not None
    block, end = batch.block, batch.first + batch.games
    for stretch, first, last in batch.noting.spans(batch.first // block, (end - 1) // block):
        begin = max(batch.first, first * block)
        yield stretch, begin, min(end, (last + 1) * block) - begin


def _noted_games(batch: Batch, parts: Sequence[Part]) -> NotedGames:
    from conquestlab.analysis.chances.noted_games import NotedGames

    assert batch.noting is not None
    names, acts = tuple(batch.engine.features), tuple(batch.engine.acts)
    return NotedGames(batch.seats, names, acts, batch.bots, batch.noting, tuple(parts))
