"""A request to learn, checked and turned into a plan; and the command that makes the same bot again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from conquestlab.analysis.bots.named_bots import split_bots
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.training.asked_table import (
    AskedTable,
    check_file_and_time,
    check_ranges,
    one_table,
    words_of,
)

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import LearnedValue
    from conquestlab.analysis.requests.searches import LearnRequest

USUAL_ROUNDS, USUAL_GAMES = 3, 16_000
MOST_DEALS = 1_000_000
BEHIND = 1 << 21  # generations: games that are learned from come after those of any training
TIMES = 3  # starts are learned: the others start as was learned last
TIMES_ALONE = 2  # the bot learns on from games alone: it plays them with the value that was learned last
CHECKED = 3  # one so many-th of the games alone is played by the last bot, to check (and to set) its chances
MOST_ROUNDS, FEWEST_GAMES, MOST_GAMES = 1000, 120, 10_000_000
MEASURED = 8  # of the games of a round, one so many-th is played against each opponent to measure
FEWEST_MEASURED, MOST_MEASURED = 240, 10_000


class From(Enum):
    """What is learned from."""

    TABLES = "tables"  # games of all kinds of players
    DEALS = "deals"  # where to start
    ALONE = "alone"  # games of the bot alone


@dataclass(frozen=True)
class LearnPlan(AskedTable):
    """Which bot learns, at which table, and from games with whom.

    Attributes
    ----------
    bot : Bot
        As it begins.
    against : tuple of Bot
    rounds : int
        At most.
    games : int
        That are learned from in each round.
    starts : int
        Deals on which it learns, in the end, where to start; 0 if it does not.
    alone : int
        Games of the bot alone, from which it goes on learning after everything else, each time; 0 for none.
    ahead : int
        Further games alone in which it looks a round ahead now and then, each time; 0 for none.
    """

    bot: Bot
    against: tuple[Bot, ...]
    rounds: int
    games: int
    starts: int = 0
    alone: int = 0
    ahead: int = 0

    @property
    def blocks_measured(self) -> int:
        """Blocks of games that are played against each opponent to measure."""
        games = min(MOST_MEASURED, max(FEWEST_MEASURED, self.games // MEASURED))
        return -(-games // self.seats)

    @property
    def games_to_check(self) -> int:
        """Games of the bot alone that are not learned from."""
        return -(-self.alone // CHECKED)

    @property
    def games_alone(self) -> int:
        """All games of the bot alone."""
        to_be_sure = self.games_to_check if self.ahead else 0
        return TIMES_ALONE * (self.alone + self.ahead) + to_be_sure + self.games_to_check


def learn_plan_of(request: LearnRequest) -> LearnPlan:
    """Return what is to be learned, checked."""
    check_file_and_time(request, "the bot that learned")
    check_ranges(
        ("rounds", request.rounds, 0 if request.starts or request.alone else 1, MOST_ROUNDS),
        ("deals for starts", request.starts, 1, MOST_DEALS),
        ("games", request.games, FEWEST_GAMES, MOST_GAMES),
        ("games alone", request.alone, FEWEST_GAMES, MOST_GAMES),
        ("games to look ahead in", request.ahead, 1, MOST_GAMES),
    )
    if request.ahead and not request.alone:
        raise WrongUse("--ahead is for a bot that learns on alone: say from how many games, with --alone")
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
    if request.starts and not engine.learns.starting_armies(table.rulebook, table.seats):
        raise WrongUse(f"{table.rulebook.label}: no starting armies are placed at one go, leave out --starts")
    rounds = USUAL_ROUNDS if request.rounds is None else request.rounds
    if not rounds and not bot.value:
        raise WrongUse(f"{bot.name} has no value yet: let it learn one first, with --rounds 1 or more")
    return LearnPlan(
        table.rulebook,
        table.seats,
        table.seeds,
        bot,
        tuple(against.values()),
        rounds,
        request.games or USUAL_GAMES,
        request.starts or 0,
        request.alone or 0,
        request.ahead or 0,
    )


def _usual_bot(table: AskedTable, learns: LearnedValue) -> Bot:
    """Return the first bot of the game that can have a value; one that has one is preferred."""
    able = [bot for name in table.engine.bots if (bot := table.find(name)).policy in learns.policies]
    if not able:
        raise WrongUse(f"no bot of {table.engine.name} plays by a value: name a bot file with --bot")
    return next((bot for bot in able if bot.value), able[0])


def command_of(request: LearnRequest, plan: LearnPlan, rounds: int) -> str:
    """Return the command that makes the same file again, however its end had come."""
    options = (
        ("--bot", request.bot),
        ("--against", request.against),
        ("--rounds", rounds),
        ("--games", plan.games),
        ("--starts", plan.starts or None),
        ("--alone", plan.alone or None),
        ("--ahead", plan.ahead or None),
        ("--seed", plan.seeds.text),
        ("--save", request.out),
    )
    return words_of("learn", request, plan.seats, options)
