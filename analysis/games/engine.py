"""What describes an engine: the names of its bots and ends, how rules are compiled and games are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measuring.quantities import Quantity
    from conquestlab.analysis.measuring.statistics import Statistic
    from conquestlab.analysis.rules.rulebook import Rulebook

Event = dict[str, Any]


MEASURES_OF_ANY_GAME = (
    "win_share",
    "seat_gap",
    "seat_chi2_p",
    "seat_effect",
    "seat_balanced",
    "seat_slope",
    "skill_share",
    "rounds",
    "rounds_median",
    "rounds_p90",
    "rounds_cv",
    "unfinished_share",
    "lead_changes",
    "winner_led",
    "drama",
    "decided_at",
    "comeback_share",
    "snowball_auc",
    "uncertainty",
    "surprise",
)


def no_quantities(rulebook: Rulebook, seats: int) -> tuple[Quantity, ...]:
    """Return the own measures of an engine that has none."""
    return ()


def no_statistics(rulebook: Rulebook, seats: int) -> tuple[Statistic, ...]:
    """Return the own measures, such as are no ratios, of an engine that has none."""
    return ()


def nobody_checks(record: Sequence[Event], rulebook: Rulebook) -> Sequence[Any]:
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
    bots : dict of str
        Name and description of each inside bot; the place in this list is its `policy`.
    default_bot : str
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
    measures : tuple of str
        Names of the measures of all games that make sense for this one; `quantities` and `statistics` are added.
    compile : callable
        (rulebook, seats) -> array of one record of rules.
    seat_bots : callable
        (names, rulebook, seats) -> array of records of bots, one a name.
    most_rounds : callable
        (rulebook, seats) -> how many rounds a game can last.
    record : callable
        (lines of the log, rulebook, head) -> events of docs/records.md; `head` is the event `game`, with what
        is the same for all engines, to which an engine may add.
    tell : callable
        (record, rulebook) -> lines of text, as it is told at the table, without a heading.
    view : callable
        (rules, position, seat) -> what this seat may see.
    check : callable
        (record, rulebook) -> findings of the referee, each with `event`, `paragraph` and `what`.
    quantities : callable
        (rulebook, seats) -> measures of its own, for `tally_rows`.
    statistics : callable
        (rulebook, seats) -> those that are no ratios.
    one_by_one : tuple of int
        Kinds of decision in which the bot `random` takes the fewest of a range, one army at a time.
    seat_columns : tuple of str
        Own columns of the row whose last axis is the seat.
    """

    name: str
    version: int
    kernels_in: str
    bots: dict[str, str]
    default_bot: str
    ends: tuple[str, ...]
    decisions: tuple[str, ...]
    refusals: tuple[str, ...]
    most_choices: int
    chunk: int
    compile_seconds: int
    measures: tuple[str, ...]
    compile: Callable[[Rulebook, int], np.ndarray]
    seat_bots: Callable[[Sequence[str], Rulebook, int], np.ndarray]
    most_rounds: Callable[[Rulebook, int], int]
    record: Callable[[np.ndarray, Rulebook, Event], list[Event]]
    tell: Callable[[Sequence[Event], Rulebook], list[str]]
    view: Callable[[Any, Any, int], dict[str, Any]]
    check: Callable[[Sequence[Event], Rulebook], Sequence[Any]] = nobody_checks
    quantities: Callable[[Rulebook, int], tuple[Quantity, ...]] = no_quantities
    statistics: Callable[[Rulebook, int], tuple[Statistic, ...]] = no_statistics
    one_by_one: tuple[int, ...] = ()
    seat_columns: tuple[str, ...] = ()

    @cached_property
    def kernels(self) -> ModuleType:
        """The module of its kernels, imported at the first use (Numba is heavy)."""
        return import_module(self.kernels_in)

    def bot_number(self, name: str) -> int:
        """Return the policy of an inside bot; WrongUse, with the nearest name, if there is none."""
        names = list(self.bots)
        if name in names:
            return names.index(name)
        near = get_close_matches(name, names, 1)
        meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise WrongUse(f"no bot of {self.name} is called {name!r}: {meant}")


def seats_of(rulebook: Rulebook) -> range:
    """Return the numbers of players that a rulebook allows."""
    players = rulebook.spec.players
    return range(players.min, players.max + 1)
