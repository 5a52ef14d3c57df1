"""An experiment: which games are played by whom under which rules and seeds, and in which chunks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.engine import Engine, seats_of
from conquestlab.analysis.seeds import Seeds

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measuring.quantities import Quantity
    from conquestlab.analysis.measuring.statistics import Statistic
    from conquestlab.analysis.measuring.tallies import Tally
    from conquestlab.analysis.playing.gaming_table import Table
    from conquestlab.analysis.rules.rulebook import Rulebook

MOST_GAMES = 10**12
USUAL_PLAYERS = 4


@dataclass(frozen=True, eq=False)
class Experiment:
    """Many games under one rulebook at one table.

    Attributes
    ----------
    rules : str
        The rulebook as it was named.
    rulebook : Rulebook
    bots : tuple of str
        One a seat, in the order of seats of a block's first game.
    seeds : Seeds
    games : int
        Whole blocks, where the games of a block share their luck.
    rotate : bool
        Whether bots that differ move on by one seat from game to game.
    """

    rules: str
    rulebook: Rulebook
    bots: tuple[str, ...]
    seeds: Seeds
    games: int
    rotate: bool = True

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.bots)

    @property
    def bots_text(self) -> str:
        """The bots as they may be typed again: one name if all are alike."""
        return self.bots[0] if len(set(self.bots)) == 1 else ",".join(self.bots)

    @property
    def shared(self) -> bool:
        """Whether the games of a block share their luck.

        With equal bots a block would be one game played again and again; then every game has its own luck.
        """
        return self.rotate and len(set(self.bots)) > 1

    @cached_property
    def engine(self) -> Engine:
        """The engine that plays the rulebook."""
        return engine_for(self.rulebook)

    @cached_property
    def table(self) -> Table:
        """The table to play at; imports Numba."""
        from conquestlab.analysis.playing.gaming_table import Table

        return Table(self.rulebook, self.bots, self.shared)

    @property
    def chunk(self) -> int:
        """Games of a chunk: a whole number of blocks that depends on the engine alone."""
        return self.engine.chunk

    def play(self, first: int, count: int) -> np.ndarray:
        """Return the rows of games `first` to `first + count - 1`; any thread may call it."""
        return self.table.play(self.seeds.words, first, count)

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
        own = (*self.own_quantities, *self.own_statistics)
        return tuple(dict.fromkeys((*self.engine.measures, *(one.measure for one in own))))

    def tally(self, rows: np.ndarray) -> Tally:
        """Return what rows of this experiment add up to."""
        from conquestlab.analysis.measuring.tallies import tally_rows

        return tally_rows(rows, self.bots, self.own_quantities, self.own_statistics)

    def get_ready(self, compiling: Callable[[int], object]) -> None:
        """Lay the table and load its kernels; `compiling` is told about how many seconds it takes if cold."""
        from conquestlab.kernels._jit import cache_is_warm

        if not cache_is_warm(self.engine.kernels.simulate):
            compiling(self.engine.compile_seconds)
        self.play(0, 0)


def experiment_of(
    rules: str,
    seats: int,
    bots: tuple[str, ...],
    seeds: Seeds,
    games: int,
    rotate: bool = True,
) -> Experiment:
    """Return an experiment, checked.

    Parameters
    ----------
    rules : str
        A rulebook's name or file, with changes.
    seats : int
        Number of players.
    bots : tuple of str
        One name for all seats, or one a seat; none stands for the engine's usual bot.
    seeds : Seeds
    games : int
        Rounded up to whole blocks where bots differ and rotate.
    rotate : bool
    """
    from conquestlab.analysis.rules.rulebook import load

    rulebook = load(rules)
    engine = engine_for(rulebook)
    allowed = seats_of(rulebook)
    if seats not in allowed:
        span = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
        raise WrongUse(f"{rulebook.label} is played by {span}, not by {seats}")
    names = bots or (engine.default_bot,)
    if len(names) not in (1, seats):
        raise WrongUse(f"{len(names)} bots for {seats} players: give one name for all, or {seats}")
    for name in names:
        engine.bot_number(name)
    if not 1 <= games <= MOST_GAMES:
        raise WrongUse(f"{games} games: give a whole number from 1 to {MOST_GAMES}")
    names = names * seats if len(names) == 1 else names
    block = seats if rotate and len(set(names)) > 1 else 1
    return Experiment(rules, rulebook, names, seeds, -(-games // block) * block, rotate)


def read_bots(text: str | None) -> tuple[str, ...]:
    """Read names of bots, as in `points,expert`; None stands for the usual bot."""
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(","))
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
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?", part)
        numbers = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
        if not numbers:
            raise WrongUse(f"players {text!r}: give a number, a span or several, as in 4, 2-6 or 2,3,5")
        found += [number for number in numbers if number not in found]
    return found
