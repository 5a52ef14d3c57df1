"""The table that a search for weights or a value is asked about; and the command that asks the same again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.seeds import Seeds, parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.requests.searches import ExploitRequest, LearnRequest, TrainRequest
    from conquestlab.analysis.rules.rulebook import Rulebook

ENDING = ".toml"
MOST_MINUTES = 100_000.0
MOST_GENERATIONS = 1_000_000
FEWEST_CANDIDATES, MOST_CANDIDATES = 4, 10_000
MOST_GAMES = 100_000


@dataclass(frozen=True)
class AskedTable:
    """A rulebook with one number of players and the seeds.

    Attributes
    ----------
    rulebook : Rulebook
    seats : int
    seeds : Seeds
    """

    rulebook: Rulebook
    seats: int
    seeds: Seeds

    @property
    def engine(self) -> Engine:
        """The engine that plays the rulebook."""
        return engine_for(self.rulebook)

    def find(self, name: str) -> Bot:
        """Return the bot of this name; WrongUse if a user brings it, since it has nothing to search."""
        bot = find_bot(name, self.engine, self.rulebook, self.seats)
        if bot.is_from_user:
            raise WrongUse(f"{name} is brought along: take bots of the game or bot files")
        return bot

    @property
    def with_weights(self) -> list[str]:
        """The names of the bots of the game that have weights."""
        return [name for name in self.engine.bots if self.engine.policies[self.find(name).policy]]

    @property
    def fast_bot(self) -> str:
        """The fast bot of the game if it has weights, else the first that has: a search plays many games."""
        names = self.with_weights
        if not names:
            raise WrongUse(f"no bot of {self.engine.name} has weights: name a bot file with --bot")
        return self.engine.fast_bot if self.engine.fast_bot in names else names[0]


def table_of(request: TrainRequest | ExploitRequest) -> AskedTable:
    """Return the table that a request for weights is about, checked."""
    check_file_and_time(request, "the trained bot")
    check_ranges(
        ("generations", request.generations, 1, MOST_GENERATIONS),
        ("candidates", request.population, FEWEST_CANDIDATES, MOST_CANDIDATES),
        ("games", request.games, 1, MOST_GAMES),
    )
    return one_table(request, "weights are searched")


def one_table(request: TrainRequest | ExploitRequest | LearnRequest, done: str) -> AskedTable:
    """Return the table that a request is about; `done` says what is done at one table at a time."""
    from conquestlab.analysis.playing.experiment import experiment_of, read_players

    seeds = parse_seeds(request.seed)
    text, rulebook = request.one_book
    seats, *more = read_players(request.players, rulebook, ())
    if more:
        raise WrongUse(f"players {request.players!r}: {done} for one number of players at a time")
    experiment_of(text, seats, (), seeds, 1, rulebook=rulebook)  # refuses what cannot be played
    return AskedTable(rulebook, seats, seeds)


def words_of(
    command: str,
    request: TrainRequest | ExploitRequest | LearnRequest,
    seats: int,
    options: Iterable[tuple[str, Any]],
) -> str:
    """Return a command as it is typed.

    Options without a value are left out; one that is True is a word by itself.
    """
    words = ["conquest", command, "--rules", *request.rules, "--players", str(seats)]
    for option, value in options:
        if value is not None and value is not False:
            words += [option] if value is True else [option, str(value)]
    return shlex.join(words)


def check_file_and_time(request: TrainRequest | ExploitRequest | LearnRequest, made: str) -> None:
    """Refuse a file that could not be what is made, and a time out of range."""
    if request.out is not None and not request.out.endswith(ENDING):
        raise WrongUse(f"{request.out} cannot be {made}: a bot file ends in {ENDING}")
    if request.minutes is not None and not 0.0 < request.minutes <= MOST_MINUTES:
        raise WrongUse(f"{request.minutes:g} minutes: give a time above 0, such as 10 or 0.5")


def check_ranges(*ranges: tuple[str, int | None, int, int]) -> None:
    """Refuse the first number out of its range: of what, the number if one was given, fewest and most."""
    for what, value, fewest, most in ranges:
        if value is not None and not fewest <= value <= most:
            raise WrongUse(f"{value} {what}: give a whole number from {fewest} to {most}")
