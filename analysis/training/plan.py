"""A request to train a bot, checked and turned into a plan; and the command that makes the same bot again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.bots.named_bots import find_bot, split_bots
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.requests.searches import ExploitRequest, TrainRequest
from conquestlab.analysis.seeds import Seeds, parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.engine import Engine, Weight
    from conquestlab.analysis.rules.rulebook import Rulebook

ZERO = "zero"
ENDING = ".toml"
USUAL_GAMES = 32
FEWEST_USUAL, A_WEIGHT = 24, 4  # candidates
MOST_MINUTES = 100_000.0
MOST_GENERATIONS = 1_000_000
FEWEST_CANDIDATES, MOST_CANDIDATES = 4, 10_000
MOST_GAMES = 100_000


@dataclass(frozen=True)
class Plan:
    """What is trained, for which game, against whom; and how.

    Attributes
    ----------
    rulebook : Rulebook
    seats : int
    start : Bot
        Its policy, and where its weights begin.
    fixed : tuple of str
        Weights that stay what they are.
    given : tuple of Bot
        Opponents that are always in the pool, besides the start.
    population : int
        Candidates of a generation.
    games : int
        That each of them plays in the first generations, rounded up to whole blocks.
    seeds : Seeds
    """

    rulebook: Rulebook
    seats: int
    start: Bot
    fixed: tuple[str, ...]
    given: tuple[Bot, ...]
    population: int
    games: int
    seeds: Seeds

    @property
    def engine(self) -> Engine:
        """The engine that plays the rulebook."""
        return engine_for(self.rulebook)

    @property
    def weights(self) -> dict[str, Weight]:
        """The weights of the policy; those that stay what they are may be nothing else."""
        known, values = self.engine.policies[self.start.policy], self.start.weights
        fixed = {name: known[name]._replace(low=values[name], high=values[name]) for name in self.fixed}
        return known | fixed

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
            "fixed": list(self.fixed),
            "pool": {bot.name: bot.hash for bot in self.given},
            "population": self.population,
            "games": self.games,
            "seed": self.seeds.text,
        }


def plan_of(request: TrainRequest) -> Plan:
    """Return what is to be trained, checked."""
    from conquestlab.analysis.playing.experiment import experiment_of, read_players

    check_numbers(request)
    seeds = parse_seeds(request.seed)
    text, rulebook = request.one_book
    seats, *more = read_players(request.players, rulebook, ())
    if more:
        raise WrongUse(f"players {request.players!r}: bots are trained for one number of players at a time")
    experiment_of(text, seats, (), seeds, 1, rulebook=rulebook)  # refuses what cannot be played
    engine = engine_for(rulebook)

    def find(name: str) -> Bot:
        bot = find_bot(name, engine, rulebook, seats)
        if bot.is_from_user:
            raise WrongUse(f"{name} is brought along: train with bots of the game or bot files")
        return bot

    with_weights = [name for name in engine.bots if engine.policies[find(name).policy]]
    trained = find(request.bot or usual_bot(engine, with_weights))
    weights = engine.policies[trained.policy]
    if not weights:
        others = ", ".join([*with_weights, "a bot file"])
        raise WrongUse(f"{trained.name} has no weights that could be trained: take one of {others}")
    start = trained
    if request.start == ZERO:
        nothing = {name: min(max(0, weight.low), weight.high) for name, weight in weights.items()}
        start = replace(trained, name=ZERO, weights=nothing)
    elif request.start is not None:
        start = find(request.start)
        if start.policy != trained.policy:
            raise WrongUse(
                f"{start.name} plays by {start.policy}, {trained.name} by {trained.policy}: begin with a bot "
                f"of the same policy, or with {ZERO}"
            )
    given = {start.hash: start}
    for name in split_bots(request.pool) if request.pool else ():
        bot = find(name)
        given.setdefault(bot.hash, bot)
    population = request.population or max(FEWEST_USUAL, A_WEIGHT * len(weights))
    games = request.games or USUAL_GAMES
    fixed = _fixed(request.fix, trained.policy, weights)
    return Plan(rulebook, seats, start, fixed, tuple(given.values())[1:], population, games, seeds)


def command_of(request: TrainRequest, plan: Plan, generations: int) -> str:
    """Return the command that makes the same file again, however its end had come."""
    words = ["conquest", "train", "--rules", *request.rules, "--players", str(plan.seats)]
    for option, value in (
        ("--bot", request.bot),
        ("--from", request.start),
        ("--fix", request.fix),
        ("--pool", request.pool),
        ("--generations", generations),
        ("--population", plan.population),
        ("--games", plan.games),
        ("--seed", plan.seeds.text),
        ("--save", request.out),
    ):
        words += [] if value is None else [option, str(value)]
    return shlex.join(words)


def check_numbers(request: TrainRequest | ExploitRequest) -> None:
    """Refuse numbers out of range, and a file that could not be the trained bot."""
    if request.out is not None and not request.out.endswith(ENDING):
        raise WrongUse(f"{request.out} cannot be the trained bot: a bot file ends in {ENDING}")
    if request.minutes is not None and not 0.0 < request.minutes <= MOST_MINUTES:
        raise WrongUse(f"{request.minutes:g} minutes: give a time above 0, such as 10 or 0.5")
    for what, value, fewest, most in (
        ("generations", request.generations, 1, MOST_GENERATIONS),
        ("candidates", request.population, FEWEST_CANDIDATES, MOST_CANDIDATES),
        ("games", request.games, 1, MOST_GAMES),
    ):
        if value is not None and not fewest <= value <= most:
            raise WrongUse(f"{value} {what}: give a whole number from {fewest} to {most}")


def usual_bot(engine: Engine, with_weights: list[str]) -> str:
    """Return the engine's usual bot if it has weights, else the first that has."""
    if not with_weights:
        raise WrongUse(f"no bot of {engine.name} has weights: name a bot file with --bot")
    return engine.default_bot if engine.default_bot in with_weights else with_weights[0]


def _fixed(text: str | None, policy: str, weights: Mapping[str, Weight]) -> tuple[str, ...]:
    """Return the names of the weights that stay what they are, in the order of the policy."""
    from conquestlab.analysis.rules.faults import nearest

    names = [name.strip() for name in text.split(",")] if text else []
    for name in names:
        if name not in weights:
            near = nearest(name, weights)
            meant = f"did you mean {near}?" if near else f"there are {', '.join(weights)}"
            raise WrongUse(f"{policy} has no weight {name!r}: {meant}")
    if len(set(names)) == len(weights):
        raise WrongUse("all weights are fixed: leave one that may change")
    return tuple(name for name in weights if name in names)
