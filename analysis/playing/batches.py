"""A batch: a small order to play games of one table, which can be split, pickled and carried out anywhere.

All games are played in this way, whatever they are for:

* An experiment, a match or a point of a search gives batches (`Experiment.batches`) of whole blocks of shared
  luck. A batch contains its resolved rulebook, so it does not need the user's rulebook or map file where it
  is played.
* A *reducer* turns a batch and its rows into what is kept of them: a tally, the sums of a match, the pairs of
  a comparison. It is a function of a module, or a small dataclass that can be called, so that it can be
  pickled. What it returns can be added with `+` (playing/reducers.py, and beside what is counted).
* A `Job` is a reducer with its batches. `Workers` carry out jobs, in threads or in processes, and yield the
  results in order (playing/workers.py).

The result of a batch depends on nothing but the batch. So neither the kind nor the number of workers can
change an answer.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from conquestlab.analysis.games import engine_for
from conquestlab.analysis.requests.request import BOT_SECONDS

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.chances.noted_games import NotedGames
    from conquestlab.analysis.chances.sampling import Sampling
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.playing.seated_game import SeatedGame
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.seeds import Seeds

MOST_TABLES = 32  # that stay laid in a process
MOST_RULES = 8  # compiled rules that stay, some megabytes each
MOST_BOTS = 1000  # records of bots that stay: those of a generation of training, at the least

Thing = TypeVar("Thing")


class SeatedBots:
    """Bots at a table under one rulebook: what is known of them before anything is played."""

    rulebook: Rulebook
    seated: tuple[Bot, ...]

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.seated)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots as they were typed, one a seat."""
        return tuple(bot.name for bot in self.seated)

    @property
    def engine(self) -> Engine:
        """The engine that plays the rulebook."""
        return engine_for(self.rulebook)

    @property
    def has_external_bots(self) -> bool:
        """Whether an external bot plays."""
        return any(bot.is_outside for bot in self.seated)


@dataclass(frozen=True, eq=False)
class Batch(SeatedBots):
    """Games `first` to `first + games - 1` of a table.

    Attributes
    ----------
    rulebook : Rulebook
    seated : tuple of Bot
        One a seat, in the order of seats of a block's first game.
    seeds : Seeds
    first, games : int
        Whole blocks, where the games of a block share their luck.
    shared : bool
        Whether they do so, and the bots move on by one seat from game to game.
    bot_seconds : float
        How long an external bot may take for an answer.
    counted : int
        Games of a lower luck number have their legal choices counted, where the engine can do so.
    snapshot_round : int
        Round after which rows note how each seat stands, where the engine does so; 0 for never.
    noting : Sampling or None
        Which games are noted while they are played (noting.py); None for none.
    debug : bool
        Whether external bots are watched: what they print is passed through, and a question that one fails
        at is kept.
    """

    rulebook: Rulebook
    seated: tuple[Bot, ...]
    seeds: Seeds
    first: int
    games: int
    shared: bool = False
    bot_seconds: float = BOT_SECONDS
    counted: int = 0
    snapshot_round: int = 0
    noting: Sampling | None = None
    debug: bool = False

    @property
    def table(self) -> SeatedGame:
        """The table to play at, the same for all batches of this process that differ by their games alone."""
        bots = tuple((bot.name, bot.hash, bot.command, bot.function) for bot in self.seated)
        settings = self._rules_key, bots, self.shared, self.bot_seconds, self.debug
        return _TABLES.get(settings, lambda: self._lay(self.seated))

    @property
    def block(self) -> int:
        """How many games share their luck."""
        return self.seats if self.shared else 1

    def part(self, first: int, games: int) -> Batch:
        """Return the order to play other games of the same table."""
        return replace(self, first=first, games=games)

    def split(self, most: int, origin: int | None = None) -> Iterator[Batch]:
        """Yield the same games in parts of at most `most`, but whole blocks.

        Parts begin at multiples of their size, counted from game `origin`, so that the first may be a short
        one; all are counted from the first game of the batch if none is given.
        """
        block = self.block
        size = max(1, most // block) * block
        first, end = self.first, self.first + self.games
        origin = first if origin is None else origin
        while first < end:
            after = min(end, origin + ((first - origin) // size + 1) * size)
            yield self.part(first, after - first)
            first = after

    def rows(self) -> np.ndarray:
        """Play the games and return their rows; any thread may call it."""
        table, records = self._laid()
        return table.play(self.seeds.words, self.first, self.games, records)

    def play(self) -> PlayedBatch:
        """Play the games once, with notes of those that are to be noted; any thread may call it."""
        if self.noting is None:
            return PlayedBatch(self, self.rows())
        from conquestlab.analysis.playing.noting import play_and_note

        return play_and_note(self, *self._laid())

    def noted(self) -> PlayedNotes:
        """Play the games and return their rows, with notes of all positions (docs/kernels.md)."""
        table, records = self._laid()
        return PlayedNotes(self, *table.play_noted(self.seeds.words, self.first, self.games, records))

    def told(self) -> PlayedNotes:
        """Play the games and return their rows, with what a learned value is told after each turn."""
        table, records = self._laid()
        return PlayedNotes(self, *table.play_told(self.seeds.words, self.first, self.games, records))

    @property
    def records(self) -> np.ndarray:
        """The bots as kernels read them; none is brought by a user."""
        return self._records(self.rules)

    def _laid(self) -> tuple[SeatedGame, np.ndarray | None]:
        """Return the table to play at, and the records of the bots that play if they do not sit there."""
        if any(bot.is_from_user for bot in self.seated):
            return self.table, None
        # Bots of the house are told to the table when they play, so that other ones need no other table.
        open_to_all = (None,) * self.seats
        table = _TABLES.get((self._rules_key, open_to_all, self.shared), lambda: self._lay(open_to_all))
        return table, self._records(table.rules)

    @property
    def is_cold(self) -> bool:
        """Whether kernels have to be compiled before it is played."""
        from conquestlab.analysis.playing.first_compile import is_cold

        return is_cold(self)

    def get_ready(self, compiling: Callable[[int], object]) -> None:
        """Lay the table and load its kernels; `compiling` is told about how many seconds it takes if cold."""
        from conquestlab.analysis.playing.first_compile import compile_for

        is_cold = self.is_cold
        if is_cold:
            compiling(self.engine.compile_seconds)
            compile_for(self)
        # A game, since much is compiled when it is first come to; notes are written by a loop of their own.
        first = self.part(0, 1 if is_cold and not self.has_external_bots else 0)
        first.rows()
        if first.games and self.noting is not None:
            first.noted()

    @property
    def policies(self) -> list[Any]:
        """The kernels that play the bots of the house."""
        engine = self.engine
        if not engine.played_by:
            return []
        named = {policy for bot in self.seated if not bot.is_from_user for policy in bot.policies}
        inside = sorted(map(engine.policy_number, named))
        return [kernel for number in inside for kernel in engine.played_by[number] if kernel]

    @property
    def rules(self) -> np.void:
        """The rules as kernels read them."""
        return _RULES.get(self._rules_key, lambda: self.engine.compile(self.rulebook, self.seats)[0])

    @property
    def _rules_key(self) -> Hashable:
        book = self.rulebook
        return book.game, book.label, book.hash, self.seats, self.counted, self.snapshot_round

    def _lay(self, seated: Sequence[Bot | None]) -> SeatedGame:
        from conquestlab.analysis.playing.seated_game import SeatedGame

        book, rules = self.rulebook, self.rules
        settings = self.shared, self.bot_seconds, self.counted, self.snapshot_round
        records = self._records(rules) if None not in seated else None
        return SeatedGame(book, seated, *settings, rules, records, self.debug)

    def _records(self, rules: np.void) -> np.ndarray:
        """Return the records of the bots, each made once for these rules."""
        from conquestlab.analysis.playing.seating import laid_together, seat

        def alone(bot: Bot) -> np.ndarray:
            key = book, bot.name, bot.hash, bot.command, bot.function
            return _BOTS.get(key, lambda: seat([bot], self.engine, self.rulebook, rules, self.seats))

        book = self._rules_key
        return laid_together([alone(bot) for bot in self.seated])


class PlayedBatch(NamedTuple):
    """A batch and the rows of its games: what a reducer is called with.

    Attributes
    ----------
    batch : Batch
    rows : structured array
    noted : NotedGames or None
        Of the games that were noted while they were played; None where the batch was not to note any, or
        where its rows were read and no game was played.
    """

    batch: Batch
    rows: np.ndarray
    noted: NotedGames | None = None


class PlayedNotes(NamedTuple):
    """A batch, the rows of its games, and the notes of their positions, game by game."""

    batch: Batch
    rows: np.ndarray
    notes: np.ndarray


def get_ready(batches: Iterable[Batch], compiling: Callable[[int], object]) -> None:
    """Load kernels until every bot was seated once, so that no worker has to compile one.

    `compiling` is told about how many seconds it takes, once, if it has to be done.
    """
    for place, batch in enumerate(to_get_ready(batches)):
        batch.get_ready((lambda seconds: None) if place else compiling)


def to_get_ready(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Yield batches until every bot was seated once."""
    seated: set[tuple[Engine, str]] = set()
    for batch in batches:
        bots = {(batch.engine, bot.hash) for bot in batch.seated}
        if not seated.issuperset(bots):
            yield batch
            seated |= bots


class _Newest(Generic[Thing]):
    """The newest few of what was made, by key; any thread may ask."""

    def __init__(self, most: int, is_in_use: Callable[[Thing], bool] = lambda thing: False):
        self._most = most
        self._is_in_use = is_in_use
        self._made: OrderedDict[Hashable, Thing] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """Return what has this key, made if need be."""
        with self._lock:
            if key not in self._made:
                if len(self._made) >= self._most:
                    idle = (key for key, thing in self._made.items() if not self._is_in_use(thing))
                    self._made.pop(next(idle, key), None)
                self._made[key] = make()
            self._made.move_to_end(key)
            return self._made[key]


_TABLES: _Newest[SeatedGame] = _Newest(MOST_TABLES, lambda table: table.has_programs)
_RULES: _Newest[np.void] = _Newest(MOST_RULES)
_BOTS: _Newest[np.ndarray] = _Newest(MOST_BOTS)
