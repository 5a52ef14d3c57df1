"""The description of an engine: its policies and ends, how rules are compiled and games narrated.

The other half of a game, how its rulebooks are read, is in game.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.bots.bot import OUTSIDE
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.messages import Words
from conquestlab.analysis.measures.catalogue import own_quantities, own_statistics
from conquestlab.analysis.measures.measure import Setting

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.bots.bot import Bot
    from conquestlab.analysis.games.findings import Finding
    from conquestlab.analysis.measures.measure import Measure, Quantity, Statistic
    from conquestlab.analysis.rules.rulebook import Rulebook

Event = dict[str, Any]


class Weight(NamedTuple):
    """One weight of a policy: the numbers that it may have, and what it does."""

    low: int
    high: int
    about: str


def dice_and_bots(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return the streams of luck of a game that has dice and bots, and nothing that is dealt."""
    return {"dice": ("dice",), "bots": ("bots",)}


def nobody_checks(record: Sequence[Event], rulebook: Rulebook) -> Sequence[Finding]:
    """Stand in for a referee that is not written yet."""
    raise WrongUse(f"no referee knows the games of {rulebook.label}: leave out --check")


@dataclass(frozen=True, eq=False)
class Engine:
    """One engine: a folder of kernels, and what the rest of the house must know of it.

    Attributes
    ----------
    name : str
        The `game` of its rulebooks.
    version : int
        Raised whenever the same seed gives another game; the VERSION of its kernels.
    kernels_in : str
        The module of its kernels: position_dtype, row_dtype, begin, advance, choose, legal, finish, simulate.
    policies : dict of dict of Weight
        By name of each policy its weights by name, in the order of the kernels; the place in this list is
        the number of the `policy`.
    plain_bots : dict of str
        Name and description of each policy without weights: it is a bot by itself.
    default_bot : str
    manners : tuple of str
        Bots of different manner, three at least, with which a finding is tried.
    ends : tuple of str
        Name of each `how`; the first is `unfinished`.
    decisions : tuple of str
        Name of each kind of decision; the first, of none, is empty.
    refusals : tuple of str
        Why a choice is not legal, by the number that `choose` returns; the first is empty.
    most_choices : int
        Rows that `legal` may fill.
    chunk : int
        Games of a chunk, a multiple of 60 (so of every number of seats): about half a second of work.
    compile_seconds : int
        About how long the first compilation takes.
    measures : tuple of Measure
        Those of any game that make sense for this one, and its own.
    compile : callable
        (rulebook, seats) -> array of one record of rules.
    seat_bots : callable
        (bots, rulebook, seats) -> array of records, one a bot.
    most_rounds : callable
        (rulebook, seats) -> how many rounds a game can last.
    record : callable
        (lines of the log, rulebook, head) -> events of docs/records.md; `head` is the event `game`, with what
        is the same for all engines, to which an engine may add.
    tell : callable
        (record, rulebook) -> lines of text, as it is told at the table, without a heading.
    view : callable
        (rules, position, seat) -> what this seat may see, in numbers.
    words : callable
        (engine, rulebook, seats) -> the view and the choices in words, for bots outside.
    check : callable
        (record, rulebook) -> findings of the referee, in the order of the events; see findings.py.
    streams : callable
        (rulebook) -> the kinds of luck that are told apart, each with its purposes of randomness.
    noted_round : int
        Round after which rows note how each seat stands, unless another is asked for; 0 where none is noted.
    one_by_one : tuple of int
        Kinds of decision in which the bot `random` takes the fewest of a range, one army at a time.
    policies_in : str
        The module of the policies that are called by address (PLAYED_BY), where there are any.
    seat_columns : tuple of str
        Own columns of the row whose last axis is the seat.
    random_limits : dict of int
        Keys of the rules, and the number that each has at most where `random` plays for the referee: without
        them its games would last as long as they may.
    """

    name: str
    version: int
    kernels_in: str
    policies: dict[str, dict[str, Weight]]
    plain_bots: dict[str, str]
    default_bot: str
    manners: tuple[str, ...]
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
    record: Callable[[np.ndarray, Rulebook, Event], list[Event]]
    tell: Callable[[Sequence[Event], Rulebook], list[str]]
    view: Callable[[Any, Any, int], dict[str, Any]]
    words: Callable[[Engine, Rulebook, int], Words] = Words
    check: Callable[[Sequence[Event], Rulebook], Sequence[Finding]] = nobody_checks
    streams: Callable[[Rulebook], dict[str, tuple[str, ...]]] = dice_and_bots
    noted_round: int = 0
    one_by_one: tuple[int, ...] = ()
    policies_in: str = ""
    seat_columns: tuple[str, ...] = ()
    random_limits: dict[str, int] = field(default_factory=dict)

    @cached_property
    def kernels(self) -> ModuleType:
        """The module of its kernels, imported at the first use (Numba is heavy)."""
        return import_module(self.kernels_in)

    @cached_property
    def played_by(self) -> Sequence[tuple[Any, Any]]:
        """What each policy is played by, where policies are called by address, and the one behind it."""
        return import_module(self.policies_in).PLAYED_BY if self.policies_in else ()

    @cached_property
    def bots(self) -> dict[str, str]:
        """Name and description of every inside bot: the plain ones and those that come as files."""
        from conquestlab.analysis.bots.named_bots import shipped_bots

        return self.plain_bots | shipped_bots(self)

    def quantities(self, rulebook: Rulebook, seats: int) -> tuple[Quantity, ...]:
        """Return the sums of its own measures, for `tally_rows`."""
        return own_quantities(self.measures, Setting(seats, rulebook=rulebook))

    def statistics(self, rulebook: Rulebook, seats: int) -> tuple[Statistic, ...]:
        """Return what follows from several sums."""
        return own_statistics(self.measures, Setting(seats, rulebook=rulebook))

    def policy_number(self, policy: str) -> int:
        """Return the number that stands for a policy in the kernels; -1 for a bot outside."""
        return -1 if policy == OUTSIDE else list(self.policies).index(policy)


def seats_of(rulebook: Rulebook) -> range:
    """Return the numbers of players that a rulebook allows."""
    players = rulebook.spec.players
    return range(players.min, players.max + 1)
