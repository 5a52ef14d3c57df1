"""A request to learn, checked and turned into a plan; and the command that makes the same bot again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from conquestlab.analysis.bots.named_bots import split_bots
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.training.asked_table import ENDING, MOST_MINUTES, one_table, words_of

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import Engine, LearnedValue
    from conquestlab.analysis.requests.searches import LearnRequest
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.seeds import Seeds
    from conquestlab.analysis.training.asked_table import AskedTable

USUAL_ROUNDS, USUAL_GAMES = 3, 16_000
MOST_ROUNDS, FEWEST_GAMES, MOST_GAMES = 1000, 120, 10_000_000
MEASURED = 8  # of the games of a round, one so many-th is played against each opponent to measure
FEWEST_MEASURED, MOST_MEASURED = 240, 10_000


@dataclass(frozen=True)
class LearnPlan:
    """Which bot learns, in which game, and from games with whom.

    Attributes
    ----------
    rulebook : Rulebook
    seats : int
    bot : Bot
        As it begins.
    against : tuple of Bot
    rounds : int
        At most.
    games : int
        That are learned from in each round.
    seeds : Seeds
    """

    rulebook: Rulebook
    seats: int
    bot: Bot
    against: tuple[Bot, ...]
    rounds: int
    games: int
    seeds: Seeds

    @property
    def engine(self) -> Engine:
        """The engine that plays the rulebook."""
        return engine_for(self.rulebook)

    @property
    def blocks_measured(self) -> int:
        """Blocks of games that are played against each opponent to measure."""
        games = min(MOST_MEASURED, max(FEWEST_MEASURED, self.games // MEASURED))
        return -(-games // self.seats)


def learn_plan_of(request: LearnRequest) -> LearnPlan:
    """Return what is to be learned, checked."""
    _check_numbers(request)
    table = one_table(request, "bots learn")
    engine = table.engine
    if engine.learns is None:
        raise WrongUse(f"bots of {engine.name} learn no value: conquest train tunes their weights")
    bot = table.find(request.bot) if request.bot else _usual_bot(table, engine.learns)
    if bot.mix:
        raise WrongUse(f"{bot.name} is a mix: let one of its members learn, as a file")
    if bot.policy not in engine.learns.policies:
        able = ", ".join(engine.learns.policies)
        raise WrongUse(
            f"{bot.name} plays by {bot.policy}, which uses no value: take a bot that plays by {able}"
        )
    names = split_bots(request.against) if request.against else [engine.fast_bot]
    against = {other.hash: other for other in map(table.find, names)}
    rounds, games = request.rounds or USUAL_ROUNDS, request.games or USUAL_GAMES
    return LearnPlan(table.rulebook, table.seats, bot, tuple(against.values()), rounds, games, table.seeds)


def _usual_bot(table: AskedTable, learns: LearnedValue) -> Bot:
    """Return the first bot of the game that can have a value; one that has one is preferred."""
    able = [bot for name in table.engine.bots if (bot := table.find(name)).policy in learns.policies]
    if not able:
        raise WrongUse(f"no bot of {table.engine.name} plays by a value: name a bot file with --bot")
    return next((bot for bot in able if bot.value), able[0])


def _check_numbers(request: LearnRequest) -> None:
    if not request.out.endswith(ENDING):
        raise WrongUse(f"{request.out} cannot be the bot that learned: a bot file ends in {ENDING}")
    if request.minutes is not None and not 0.0 < request.minutes <= MOST_MINUTES:
        raise WrongUse(f"{request.minutes:g} minutes: give a time above 0, such as 10 or 0.5")
    for what, value, fewest, most in (
        ("rounds", request.rounds, 1, MOST_ROUNDS),
        ("games", request.games, FEWEST_GAMES, MOST_GAMES),
    ):
        if value is not None and not fewest <= value <= most:
            raise WrongUse(f"{value} {what}: give a whole number from {fewest} to {most}")


def command_of(request: LearnRequest, plan: LearnPlan, rounds: int) -> str:
    """Return the command that makes the same file again, however its end had come."""
    options = (
        ("--bot", request.bot),
        ("--against", request.against),
        ("--rounds", rounds),
        ("--games", plan.games),
        ("--seed", plan.seeds.text),
        ("--save", request.out),
    )
    return words_of("learn", request, plan.seats, options)
