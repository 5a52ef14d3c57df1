"""A request to train a bot, checked and turned into a plan; and the command that makes the same bot again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.bots.named_bots import split_bots
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.training.asked_table import AskedTable, table_of, words_of
from conquestlab.analysis.training.manner import Manner, manner_of

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import Weight
    from conquestlab.analysis.requests.searches import TrainRequest

ZERO = "zero"
USUAL_GAMES = 32
FEWEST_USUAL, A_WEIGHT = 24, 4  # candidates


@dataclass(frozen=True)
class Plan(AskedTable):
    """What is trained, at which table, against whom; and how.

    Attributes
    ----------
    start : Bot
        Its policy, and where its weights begin.
    manner : Manner
        Weights that stay what they are, or in a range.
    given : tuple of Bot
        Opponents that are always in the pool, besides the start.
    population : int
        Candidates of a generation.
    games : int
        That each of them plays in the first generations, rounded up to whole blocks.
    """

    start: Bot
    manner: Manner
    given: tuple[Bot, ...]
    population: int
    games: int

    @property
    def weights(self) -> dict[str, Weight]:
        """The weights of the policy, and what they may be."""
        return self.manner.weights(self.engine.policies[self.start.policy], self.start.weights)

    @property
    def blocks(self) -> int:
        """Blocks that a candidate plays in the first generations; two at least."""
        return max(2, -(-self.games // self.seats))

    @property
    def settings(self) -> dict[str, Any]:
        """All that decides how the training goes, but for its length."""
        value = {"value": self.start.settings["value"]} if self.start.value else {}
        return {
            "engine": self.engine.name,
            "engine_version": self.engine.version,
            "rules": self.rulebook.label,
            "rules_hash": self.rulebook.hash,
            "players": self.seats,
            "policy": self.start.policy,
            "start": dict(self.start.weights),
            **value,
            "fixed": self.manner.told,
            "pool": {bot.name: bot.hash for bot in self.given},
            "population": self.population,
            "games": self.games,
            "seed": self.seeds.text,
        }


def plan_of(request: TrainRequest) -> Plan:
    """Return what is to be trained, checked."""
    table = table_of(request)
    trained, start = start_of(request, table)
    if start.mix:
        raise WrongUse(f"{start.name} is a mix: train it with --mix, or one of its members as a file")
    weights = table.engine.policies[trained.policy]
    manner = manner_of(request.fix, request.between, trained.policy, weights)
    start = replace(start, weights=manner.start(start.weights))
    given = {start.hash: start}
    for bot in pool_of(request, table):
        given.setdefault(bot.hash, bot)
    population = request.population or max(FEWEST_USUAL, A_WEIGHT * len(weights))
    games = request.games or USUAL_GAMES
    others = tuple(given.values())[1:]
    return Plan(table.rulebook, table.seats, table.seeds, start, manner, others, population, games)


def start_of(request: TrainRequest, table: AskedTable) -> tuple[Bot, Bot]:
    """Return the bot that is trained, and the one with whose weights it begins."""
    trained = table.find(request.bot or table.fast_bot)
    weights = table.engine.policies[trained.policy]
    if not weights:
        others = ", ".join([*table.with_weights, "a bot file"])
        raise WrongUse(f"{trained.name} has no weights that could be trained: take one of {others}")
    if request.start is None:
        return trained, trained
    if request.start == ZERO:
        nothing = {name: min(max(0, weight.low), weight.high) for name, weight in weights.items()}
        return trained, replace(trained, name=ZERO, weights=nothing, mix=())
    start = table.find(request.start)
    if start.policy != trained.policy:
        raise WrongUse(
            f"{start.name} plays by {start.policy}, {trained.name} by {trained.policy}: begin with a bot "
            f"of the same policy, or with {ZERO}"
        )
    return trained, start


def pool_of(request: TrainRequest, table: AskedTable) -> list[Bot]:
    """Return the bots that are named as the pool."""
    return [table.find(name) for name in split_bots(request.pool)] if request.pool else []


def command_of(request: TrainRequest, plan: Plan, generations: int) -> str:
    """Return the command that makes the same file again, however its end had come."""
    options = (
        ("--bot", request.bot),
        ("--from", request.start),
        ("--fix", request.fix),
        ("--between", request.between),
        ("--pool", request.pool),
        ("--generations", generations),
        ("--population", plan.population),
        ("--games", plan.games),
        ("--seed", plan.seeds.text),
        ("--save", request.out),
    )
    return words_of("train", request, plan.seats, options)
