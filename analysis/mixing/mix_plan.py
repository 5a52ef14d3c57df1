"""A request to train a mix, checked and turned into a plan; and the command that makes the same mix again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.bots.bot import Bot, Member, different, mixed
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.exploiting.exploit_plan import USUAL_CANDIDATES, ExploitPlan, usual_starts
from conquestlab.analysis.training.asked_table import AskedTable, check_ranges, table_of, words_of
from conquestlab.analysis.training.manner import Manner, manner_of
from conquestlab.analysis.training.plan import pool_of, start_of

if TYPE_CHECKING:
    from conquestlab.analysis.requests.searches import TrainRequest

USUAL_GENERATIONS = 40
USUAL_MEMBERS = 4
USUAL_LEAST_GAIN = 1.0  # points
MOST_KNOWN = 8
MOST_ROUNDS = 1000
MIX_NAME = "mix"


@dataclass(frozen=True)
class MixPlan(AskedTable):
    """What a mix is trained from, at which table; and how.

    Attributes
    ----------
    start : Bot
        It is the first member, or a mix of the first ones.
    manner : Manner
        What of the weights of all responses is held.
    given : tuple of Bot
        Members from the beginning that are never forgotten.
    population, games, generations : int
        Of the search for each response: candidates, games for each of them at first, generations.
    members : int
        At most, in the mix.
    least_gain : float
        As a share: where a response gains less, no further one is searched.
    """

    start: Bot
    manner: Manner
    given: tuple[Bot, ...]
    population: int
    games: int
    generations: int
    members: int
    least_gain: float

    @property
    def settings(self) -> dict[str, Any]:
        """All that decides how the training goes, but for its length."""
        return {
            "engine": self.engine.name,
            "engine_version": self.engine.version,
            "rules": self.rulebook.label,
            "rules_hash": self.rulebook.hash,
            "players": self.seats,
            "policy": self.start.policy,
            "start": self.start.hash,
            "fixed": self.manner.told,
            "pool": {bot.name: bot.hash for bot in self.given},
            "population": {
                "candidates": self.population,
                "generations": self.generations,
                "members": self.members,
            },
            "games": self.games,
            "seed": self.seeds.text,
        }

    def hunt_for(self, members: list[tuple[int, Bot]]) -> ExploitPlan:
        """Return how a response is searched to a mix of members with these shares.

        In a manner, its starts are those of the same policy, moved into the manner.
        """
        mix = [Member(number, one.policy, one.weights) for number, one in members]
        target = mixed(MIX_NAME, self.engine.name, mix, value=self.start.value)
        starts = usual_starts(target, self)
        if self.manner:
            held = {name: self.start.weights[name] for name in self.manner.fixed}
            starts = tuple(
                replace(one, weights=self.manner.start({**one.weights, **held}))
                for one in (self.start, *starts)
                if one.policy == self.start.policy and not one.mix
            )
            starts = different(starts)
        return ExploitPlan(
            self.rulebook,
            self.seats,
            self.seeds,
            target,
            starts,
            self.population,
            self.games,
            self.manner,
        )


def mix_plan_of(request: TrainRequest) -> MixPlan:
    """Return what is to be trained, checked."""
    table = table_of(request)
    _check(request)
    trained, start = start_of(request, table)
    manner = manner_of(request.fix, request.between, trained.policy, table.engine.policies[trained.policy])
    if not start.mix:
        start = replace(start, weights=manner.start(start.weights))
    given = tuple({member.hash: member for bot in pool_of(request, table) for member in bot.members}.values())
    if len(given) + len(start.members) > MOST_KNOWN - 2:
        raise WrongUse(f"{len(given)} bots in --pool: give {MOST_KNOWN - 2 - len(start.members)} at most")
    plan = MixPlan(
        table.rulebook,
        table.seats,
        table.seeds,
        start,
        manner,
        given,
        request.population or USUAL_CANDIDATES,
        0,
        request.generations or USUAL_GENERATIONS,
        request.members or USUAL_MEMBERS,
        (USUAL_LEAST_GAIN if request.least_gain is None else request.least_gain) / 100.0,
    )
    shares = [(one.share, bot) for one, bot in zip(start.mix, start.members, strict=False)] or [(1, start)]
    return replace(plan, games=request.games or plan.hunt_for(shares).usual_games)


def _check(request: TrainRequest) -> None:
    check_ranges(
        ("rounds", request.rounds, 1, MOST_ROUNDS),
        ("members", request.members, 1, MOST_KNOWN),
    )
    if request.least_gain is not None and not 0.0 <= request.least_gain <= 100.0:
        raise WrongUse(f"{request.least_gain:g} points: give a number from 0 to 100")


def command_of(request: TrainRequest, plan: MixPlan, rounds: int) -> str:
    """Return the command that makes the same file again, however its end had come."""
    options = (
        ("--mix", True),
        ("--bot", request.bot),
        ("--from", request.start),
        ("--fix", request.fix),
        ("--between", request.between),
        ("--pool", request.pool),
        ("--rounds", rounds),
        ("--generations", plan.generations),
        ("--population", plan.population),
        ("--games", plan.games),
        ("--members", plan.members),
        ("--least-gain", f"{100 * plan.least_gain:g}"),
        ("--seed", plan.seeds.text),
        ("--save", request.out),
    )
    return words_of("train", request, plan.seats, options)
