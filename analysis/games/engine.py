"""The description of an engine: its policies and ends, how rules are compiled and games narrated.

The other half of a game, how its rulebooks are read, is in game.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.bots.bot import OUTSIDE
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.messages import Messages
from conquestlab.analysis.games.talk import Talk
from conquestlab.analysis.measures.catalogue import own_quantities, own_statistics
from conquestlab.analysis.measures.measure import Setting

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.bots.bot_values import Value
    from conquestlab.analysis.games.columns import Column
    from conquestlab.analysis.games.findings import Finding
    from conquestlab.analysis.games.scenes import Scenes
    from conquestlab.analysis.measures.measure import Measure, Quantity, Statistic
    from conquestlab.analysis.rules.rulebook import Rulebook

Event = dict[str, Any]


class Weight(NamedTuple):
    """One weight of a policy: its smallest and largest value, and what it does."""

    low: int
    high: int
    about: str


def dice_and_bots(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return the kinds of luck of a game that has dice and bots but deals nothing."""
    return {"dice": ("dice",), "bots": ("bots",)}


def nobody_checks(transcript: Sequence[Event], rulebook: Rulebook) -> Sequence[Finding]:
    """Say that there is no referee, for games whose referee is not written yet."""
    raise WrongUse(f"no referee knows the games of {rulebook.label}: leave out --check")


class Given(NamedTuple):
    """What a seat can be given at the start of a game, beyond what the rules say.

    Attributes
    ----------
    measure : str
        The measure that tells what it is worth; its rows stand for what is given.
    rulebooks : callable
        (rulebook, seats) -> by what is given, the rulebooks in which each seat is given it.
    """

    measure: str
    rulebooks: Callable[[Rulebook, int], dict[str, tuple[Rulebook, ...]]]


class LearnedValue(NamedTuple):
    """How bots of an engine learn what positions are worth; see docs/value.md.

    Attributes
    ----------
    aspects : dict of str
        What is seen of each seat, by name: what it means. A seat that is out has 0 everywhere.
    hidden : int
        Units of the small network between the aspects and the prospect of a seat.
    most : int
        The largest number of a value, either way, in 256ths.
    policies : dict of str
        The policies that play by a value, each with the policy that plays by the same weights without one.
    kernels_in : str
        The module with `note_dtype` and `simulate_told`, which plays games and notes what is seen, and
        `tell_chances`, which says what a value makes of that (kernels/conquest/valuing/telling.py).
    packed : callable
        (value) -> its numbers as the kernels read them.
    exploring : dict of int
        Weights of a bot whose games are learned from: now and then it does what it would not do.
    variants : tuple of dict
        Changes of weights that make these games more various; the first, of nothing, is the bot itself.
    starts : tuple of str
        The weights of where to start, that are learned from trials on deals; empty if there are none.
    starts_in : str
        The module with `start_worths`, which makes such trials (kernels/conquest/start_worths.py).
    plans_in : str
        The module with `plan_ends`, which plays plans of a turn a round on (kernels/conquest/plan_ends.py).
    starting_armies : callable
        (rulebook, seats) -> whether a seat places starting armies all at one go.
    """

    aspects: Mapping[str, str]
    hidden: int
    most: int
    policies: Mapping[str, str]
    kernels_in: str
    packed: Callable[[Value], np.ndarray]
    exploring: Mapping[str, int]
    variants: tuple[Mapping[str, int], ...] = ({},)
    starts: tuple[str, ...] = ()
    starts_in: str = ""
    plans_in: str = ""
    starting_armies: Callable[[Rulebook, int], bool] = lambda rulebook, seats: False

    @property
    def start_kernels(self) -> ModuleType:
        """The module of its kernels for starts, imported when it is first used."""
        return import_module(self.starts_in)

    @property
    def plan_kernels(self) -> ModuleType:
        """The module of its kernels for plans, imported when it is first used."""
        return import_module(self.plans_in)

    @property
    def kernels(self) -> ModuleType:
        """The module of its kernels, imported when it is first used."""
        return import_module(self.kernels_in)


@dataclass(frozen=True, eq=False)
class Engine:
    """One engine: its kernels, and everything else that conquestlab must know to play and show its games.

    Attributes
    ----------
    name : str
        The `game` of its rulebooks.
    version : int
        The VERSION of its kernels; raised whenever the same seed gives a different game.
    kernels_in : str
        The module of its kernels: position_dtype, row_dtype, begin, advance, choose, legal, finish, simulate.
    policies : dict of dict of Weight
        The weights of each policy, by name, in the order of the kernels. The place of a policy in this
        dictionary is its number in the kernels.
    plain_bots : dict of str
        Name and description of each policy without weights; such a policy is a bot by itself.
    default_bot : str
        The bot that plays where none is named: the strongest that is fast enough for many games. Verdicts
        rest on its play, so it should be hard to exploit.
    fast_bot : str
        The strongest bot that decides without playing games in its head, where the default bot does: it is
        trained where no bot is named, and plays beside a bot that is checked or that learns. The default bot
        itself where nothing is said.
    contrasting_bots : tuple of str
        At least three bots that play very differently, with which findings are tried.
    ends : tuple of str
        Names of the values of `how`; the first is `unfinished`.
    decisions : tuple of str
        Names of the kinds of decisions; the first, which means none, is empty.
    refusals : tuple of str
        Reasons why a choice is not legal, by the number that `choose` returns; the first is empty.
    most_choices : int
        The largest number of rows that `legal` fills.
    chunk : int
        Games in a chunk: about half a second of work, and a multiple of 60, so of every number of seats.
    compile_seconds : int
        Roughly how many seconds of one core the first compilation takes.
    measures : tuple of Measure
        The common measures that make sense for this game, and its own.
    compile : callable
        (rulebook, seats) -> array with one record of rules.
    seat_bots : callable
        (bots, rulebook, seats) -> array with one record for each bot.
    most_rounds : callable
        (rulebook, seats) -> the largest number of rounds of a game.
    transcript : callable
        (lines of the log, rulebook, head) -> events of docs/records.md. `head` is the event `game` with the
        keys that all engines have; an engine may add to it.
    narrate : callable
        (events, rulebook) -> lines of text that narrate the game, without a heading.
    talk : callable
        (messages, head, seat) -> how it talks to a person who plays; see talk.py.
    tell : callable, optional
        (head, rulebook) -> what tells events that follow each other, in one call or several: (events) ->
        lines of text. `head` is the event `game`, which is told already.
    scenes : callable, optional
        (events, rulebook) -> the positions that a game went through, to be watched; see scenes.py.
    view : callable
        (rules, position, seat) -> what this seat may see, as numbers.
    messages : callable
        (engine, rulebook, seats) -> makes the messages to external bots: the game, views and choices.
    check : callable
        (events, rulebook) -> findings of the referee, in the order of the events; see findings.py.
    streams : callable
        (rulebook) -> the kinds of luck that are distinguished, each with its purposes of randomness.
    snapshot_round : int
        The round after which rows record how each seat stands, by default; 0 if they never do.
    one_by_one : tuple of int
        Kinds of decisions in which the bot `random` takes the smallest amount of a range, one army at a time.
    policies_in : str
        The module with PLAYED_BY, the policies that are called by address, if there are any.
    seat_columns : tuple of str
        Columns of its own whose last axis is the seat.
    acts : tuple of str
        What notes of a position count of all that the players have done so far (docs/kernels.md).
    choices_in : str
        The module with plan_worths and PLANS, which tells what the plans for a turn are worth, if there is
        one (kernels/conquest/plan_worths.py).
    seconds : dict of float
        How long each of these acts takes at a table, by name, and each turn besides, as `turn`; empty if
        that is not stated.
    features : tuple of str
        What notes tell of each seat; empty if the kernels write no notes.
    learns : LearnedValue or None
        How its bots learn what positions are worth; None if they do not.
    budgets : dict of tuple of str
        By policy, the weights that say how long it thinks, and so cost time.
    first_responses : dict of dict
        By policy, changes of weights that are tried against a bot, by name.
    longer_thoughts : dict of dict
        By policy with a budget, ways to think longer that are tried against a bot, by name: each raises some
        weights of the budget to twice what they are, and to these numbers at least.
    given : tuple of Given
        What each seat can be given at the start, to find out what it is worth.
    columns : tuple of Column
        What its own columns mean to those who read them; see columns.py. Others are shown as they are.
    random_limits : dict of int
        Upper limits for keys of the rules in games that `random` plays for the referee; without limits these
        games would last as long as the rules allow.
    even_with_expert : tuple of str
        Bots that play otherwise than `expert` and about as well, by the ladders of the game.
    """

    name: str
    version: int
    kernels_in: str
    policies: dict[str, dict[str, Weight]]
    plain_bots: dict[str, str]
    default_bot: str
    contrasting_bots: tuple[str, ...]
    ends: tuple[str, ...]
    decisions: tuple[str, ...]
    refusals: tuple[str, ...]
    most_choices: int
    chunk: int
    compile_seconds: int
    measures: tuple[Measure, ...]
    compile: Callable[[Rulebook, int], np.ndarray]
    seat_bots: Callable[[Sequence[Bot], Rulebook, int], np.ndarray]
    most_rounds: Callable[[Rulebook, int], int]
    transcript: Callable[[np.ndarray, Rulebook, Event], list[Event]]
    narrate: Callable[[Sequence[Event], Rulebook], list[str]]
    view: Callable[[Any, Any, int], dict[str, Any]]
    messages: Callable[[Engine, Rulebook, int], Messages] = Messages
    talk: Callable[[Messages, Event, int], Talk] = Talk
    tell: Callable[[Event, Rulebook], Callable[[Sequence[Event]], list[str]]] | None = None
    scenes: Callable[[Sequence[Event], Rulebook], Scenes] | None = None
    check: Callable[[Sequence[Event], Rulebook], Sequence[Finding]] = nobody_checks
    streams: Callable[[Rulebook], dict[str, tuple[str, ...]]] = dice_and_bots
    snapshot_round: int = 0
    one_by_one: tuple[int, ...] = ()
    policies_in: str = ""
    seat_columns: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    choices_in: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)
    features: tuple[str, ...] = ()
    learns: LearnedValue | None = None
    budgets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    first_responses: Mapping[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict)
    longer_thoughts: Mapping[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict)
    given: tuple[Given, ...] = ()
    columns: tuple[Column, ...] = ()
    fast_bot: str = ""
    random_limits: dict[str, int] = field(default_factory=dict)
    even_with_expert: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Let the default bot stand for a fast one where none is named."""
        if not self.fast_bot:
            object.__setattr__(self, "fast_bot", self.default_bot)

    @cached_property
    def kernels(self) -> ModuleType:
        """The module of its kernels, imported when it is first used (Numba is heavy)."""
        return import_module(self.kernels_in)

    @cached_property
    def played_by(self) -> Sequence[tuple[Any, Any]]:
        """The kernels that play each policy, if policies are called by address: pairs as in PLAYED_BY."""
        return import_module(self.policies_in).PLAYED_BY if self.policies_in else ()

    @cached_property
    def bots(self) -> dict[str, str]:
        """Name and description of every built-in bot, with those that are files."""
        from conquestlab.analysis.bots.named_bots import shipped_bots

        return self.plain_bots | shipped_bots(self)

    def quantities(self, rulebook: Rulebook, seats: int) -> tuple[Quantity, ...]:
        """Return the sums that its own measures need, for `tally_rows`."""
        return own_quantities(self.measures, Setting(seats, rulebook=rulebook))

    def statistics(self, rulebook: Rulebook, seats: int) -> tuple[Statistic, ...]:
        """Return the measures of its own that follow from several sums."""
        return own_statistics(self.measures, Setting(seats, rulebook=rulebook))

    def policy_number(self, policy: str) -> int:
        """Return the number of a policy in the kernels; -1 for an external bot."""
        return -1 if policy == OUTSIDE else list(self.policies).index(policy)


def bot_records(engine: Engine, bots: Sequence[Bot], dtype: np.dtype) -> np.ndarray:
    """Return bots as an array of records whose fields have the names of their weights."""
    import numpy as np

    records = np.zeros(len(bots), dtype)
    for record, bot in zip(records, bots, strict=True):
        record["policy"] = engine.policy_number(bot.policy)
        for weight, value in bot.weights.items():
            record[weight] = value
    return records


def seats_of(rulebook: Rulebook) -> range:
    """Return the numbers of players that a rulebook allows."""
    players = rulebook.spec.players
    return range(players.min, players.max + 1)
