"""An experiment: which games are played, by whom, with which rules and seeds, and in which chunks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from conquestlab.analysis.bots.named_bots import seat_all, split_bots
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for, find_game
from conquestlab.analysis.games.engine import seats_of
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import SEAT_AND_BOT
from conquestlab.analysis.playing.batches import Batch, PlayedBatch, SeatedBots
from conquestlab.analysis.playing.reducers import tallied
from conquestlab.analysis.requests.request import BOT_SECONDS
from conquestlab.analysis.requests.typed import read_spans
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import Seeds

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.facts import Facts
    from conquestlab.analysis.measures.measure import Measure, Quantity, Statistic
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.seated_game import SeatedGame
    from conquestlab.analysis.rules.rulebook import Rulebook

MOST_GAMES = 10**12
MOST_SECONDS = 86_400
MOST_ROUND = 100_000
EXTERNAL_BOT_GAMES = 12  # of a chunk where a bot outside plays, or a few less
USUAL_PLAYERS = 4
COUNTED = 120  # blocks, from the first on, in which the legal choices are counted: it takes time


@dataclass(frozen=True, eq=False)
class Experiment(SeatedBots):
    """Many games under one rulebook at one table.

    Attributes
    ----------
    rules : str
        The rulebook as it was named.
    rulebook : Rulebook
    seated : tuple of Bot
        One a seat, in the order of seats of a block's first game.
    seeds : Seeds
    games : int
        Whole blocks, where the games of a block share their luck.
    rotate : bool
        Whether bots that differ move on by one seat from game to game.
    bot_seconds : float
        How long a bot outside may take for an answer.
    snapshot_round : int
        Round after which it is noted who holds which continent; 0 is the engine's own choice.
    first : int
        Number of the first game, that of a block.
    debug : bool
        Whether bots outside are watched: what they print is passed through, and a question that one fails at
        is kept.
    """

    rules: str
    rulebook: Rulebook
    seated: tuple[Bot, ...]
    seeds: Seeds
    games: int
    rotate: bool = True
    bot_seconds: float = BOT_SECONDS
    snapshot_round: int = 0
    first: int = 0
    debug: bool = False

    @property
    def bots_text(self) -> str:
        """The bots as they are shown: one name if all are alike."""
        return self.bots[0] if len(set(self.bots)) == 1 else ",".join(self.bots)

    @property
    def bots_typed(self) -> str:
        """The bots as they may be typed again: short names with what they stand for."""
        typed = [bot.typed for bot in self.seated]
        return typed[0] if len(set(typed)) == 1 else ",".join(typed)

    @property
    def shared(self) -> bool:
        """Whether the games of a block share their luck.

        With equal bots a block would be one game played again and again; then every game has its own luck.
        """
        return self.rotate and len(set(self.bots)) > 1

    @property
    def block(self) -> int:
        """How many games share their luck."""
        return self.seats if self.shared else 1

    def batch(self, first: int | None = None, games: int | None = None) -> Batch:
        """Return the order to play so many games from `first` on; all games if nothing is given."""
        return Batch(
            self.rulebook,
            self.seated,
            self.seeds,
            self.first if first is None else first,
            self.games if games is None else games,
            self.shared,
            self.bot_seconds,
            COUNTED,
            self.snapshot_round or self.engine.snapshot_round,
            debug=self.debug,
        )

    def batches(self) -> Iterator[Batch]:
        """Yield the orders to play all games, a chunk each; all chunks but the ends lie on one fixed grid."""
        return self.batch().split(self.chunk, origin=0)

    @property
    def table(self) -> SeatedGame:
        """The table to play at; imports Numba."""
        return self.batch().table

    @property
    def chunk(self) -> int:
        """Games of a chunk: a whole number of blocks that depends on the engine and the bots alone."""
        return EXTERNAL_BOT_GAMES // self.seats * self.seats if self.has_external_bots else self.engine.chunk

    def play(self, first: int, count: int) -> np.ndarray:
        """Return the rows of games `first` to `first + count - 1`; any thread may call it."""
        return self.batch(first, count).rows()

    @property
    def facts(self) -> Facts:
        """What the game tells of itself for pages and figures."""
        return find_game(self.rulebook.game).facts

    @cached_property
    def own_quantities(self) -> tuple[Quantity, ...]:
        """The measures that only this game has."""
        return self.engine.quantities(self.rulebook, self.seats)

    @cached_property
    def own_statistics(self) -> tuple[Statistic, ...]:
        """Those of them that are no ratios."""
        return self.engine.statistics(self.rulebook, self.seats)

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of all measures that make sense for the game."""
        own = {one.measure for one in self.own_quantities} | {one.measure for one in self.own_statistics}
        alike = len(set(self.bots)) == 1
        return tuple(
            one.name
            for one in self.engine.measures
            if (one.name in COMMON or one.rows or one.name in own) and not (alike and one.of == SEAT_AND_BOT)
        )

    @property
    def known_measures(self) -> dict[str, Measure]:
        """The measures of any game, and those that only this one has, by name."""
        return COMMON | {one.name: one for one in self.engine.measures}

    def tally(self, rows: np.ndarray) -> Tally:
        """Return what rows of this experiment add up to."""
        return tallied(PlayedBatch(self.batch(), rows))


def experiment_of(
    rules: str,
    seats: int,
    bots: tuple[str | Bot, ...],
    seeds: Seeds,
    games: int,
    rotate: bool = True,
    bot_seconds: float = BOT_SECONDS,
    snapshot_round: int = 0,
    rulebook: Rulebook | None = None,
    first: int = 0,
    debug: bool = False,
) -> Experiment:
    """Return an experiment, checked.

    Parameters
    ----------
    rules : str
        A rulebook's name or file, with changes.
    seats : int
        Number of players.
    bots : tuple of str or Bot
        One for all seats, or one a seat; none stands for the engine's usual bot.
    seeds : Seeds
    games : int
        Rounded up to whole blocks where bots differ and rotate.
    rotate : bool
    bot_seconds : float
        How long a bot outside may take for an answer.
    snapshot_round : int
        Round after which it is noted who holds which continent; 0 is the engine's own choice.
    rulebook : Rulebook, optional
        What `rules` stands for, where it was read before: many experiments need not read it anew.
    first : int
        Number of the first game; the first one of a block.
    debug : bool
        Whether bots outside are watched.
    """
    rulebook = rulebook or load(rules)
    engine = engine_for(rulebook)
    allowed = seats_of(rulebook)
    if seats not in allowed:
        span = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
        raise WrongUse(f"{rulebook.label} is played by {span}, not by {seats}")
    if not 0.0 < bot_seconds <= MOST_SECONDS:
        raise WrongUse(f"{bot_seconds:g} seconds for an answer: give more than 0 and up to {MOST_SECONDS}")
    if not 0 <= snapshot_round <= MOST_ROUND:
        raise WrongUse(f"round {snapshot_round}: give one from 1 to {MOST_ROUND}")
    if snapshot_round and not engine.snapshot_round:
        raise WrongUse(f"nobody holds continents round by round in {rulebook.label}: leave out --lift-round")
    wanted = bots or (engine.default_bot,)
    if len(wanted) not in (1, seats):
        raise WrongUse(f"{len(wanted)} bots for {seats} players: give one name for all, or {seats}")
    if not 1 <= games <= MOST_GAMES:
        raise WrongUse(f"{games} games: give a whole number from 1 to {MOST_GAMES}")
    seated = seat_all(wanted * seats if len(wanted) == 1 else wanted, engine, rulebook, seats)
    block = seats if rotate and len({bot.name for bot in seated}) > 1 else 1
    if first < 0 or first + games > MOST_GAMES:
        raise WrongUse(f"games {first} to {first + games - 1}: they are numbered from 0 to {MOST_GAMES - 1}")
    if first % block:
        raise WrongUse(
            f"first game {first}: blocks of {block} games share their luck, so give {nearest(first, block)}"
        )
    games = -(-games // block) * block
    return Experiment(
        rules, rulebook, seated, seeds, games, rotate, bot_seconds, snapshot_round, first, debug
    )


def nearest(number: int, step: int) -> int:
    """Return the nearest multiple of a step."""
    return (number + step // 2) // step * step


def read_bots(text: str | None) -> tuple[str, ...]:
    """Read names of bots, as in `points,expert`; None stands for the usual bot.

    Commas in quotes belong to the name, and the quotes to how it was typed.
    """
    if text is None:
        return ()
    names = tuple(split_bots(text))
    if not all(names):
        raise WrongUse(f"bots {text!r}: give names between commas, as in points,expert")
    return names


def read_players(text: str | None, rulebook: Rulebook, bots: tuple[str, ...]) -> list[int]:
    """Read numbers of players: `4`, `2-6` or `2,3,5`.

    Where none is given it is the number of bots, or the allowed number nearest to four.
    """
    if text is None:
        allowed = seats_of(rulebook)
        usual = len(bots) if len(bots) > 1 else USUAL_PLAYERS
        return [usual if len(bots) > 1 else min(allowed, key=lambda seats: abs(seats - usual))]
    return read_spans(text)
