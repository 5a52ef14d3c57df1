"""What a measure is: its name and words, its unit, what its rows stand for, and the functions that make it.

Nothing of weight is imported here or in the catalogue, so that words are to be had without games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from conquestlab.analysis.errors import WrongUse

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measures.quantities import GameColumns
    from conquestlab.analysis.measures.table import Asked

SHARE, POINTS, ROUNDS, MINUTES, PLAIN = "share", "points", "rounds", "minutes", "plain"
"""Units: a share from 0 to 1, a difference of such shares, lengths, a plain number; others are words."""

HUNDREDTHS = (SHARE, POINTS)
"""Units that figures and pages show times a hundred; tables and files keep the plain number."""

NOTHING, SEAT, BOT, TWO_BOTS, TENTH, MARGIN = "", "seat", "bot", "two bots", "tenth", "margin"
CONTINENT, OBJECTIVE, SOURCE = "continent", "objective", "source of armies"
STREAM, SEAT_AND_TENTH, MEASURE = "stream of luck", "seat and tenth", "measure"
AFTER_ROUND, MOMENT, CHANCE = "after round", "moment", "stated chance"
ACT, SEAT_AND_BOT = "act", "seat and bot"
"""Kinds: what the `of` of a row names. A game may have kinds of its own, in its own words."""

LONGER, HIGHER, DIFFERENT = ("longer", "shorter"), ("higher", "lower"), ("different", "different")

BY_LENGTHS, BY_SEATS = "lengths", "seats"
"""How a measure that is no mean is tuned towards: games are over by a length, all seats win alike."""


class MeasureRow(TypedDict):
    """One number of the table of measures; what is not known is None.

    `kind` says what `of` names; see the kinds above. For `baseline` see the class of that name.
    """

    measure: str
    of: str
    value: float | None
    low: float | None
    high: float | None
    baseline: float | None
    games: int
    kind: str


Column = Callable[["GameColumns"], "np.ndarray"]


@dataclass(frozen=True)
class Quantity:
    """A row of a measure that is a ratio of sums over games.

    Attributes
    ----------
    measure, of : str
        Name of the measure and what the row stands for (a seat, a bot, a tenth, or nothing).
    number, weight : callable
        From `Games` to an int64 array; a game of weight 0 must have the number 0.
    unit : float
        The measure is sum of number / (sum of weight * unit).
    share : bool
        Whether it is a share, from 0 to 1, so that Wilson's interval is the right one; its unit is 1.
    kind : str
        Of `of`; a measure fills it in.
    """

    measure: str
    of: str
    number: Column = field(compare=False)
    weight: Column = field(compare=False)
    unit: float = 1.0
    share: bool = False
    kind: str = ""

    def __post_init__(self) -> None:
        """Refuse a share of another unit than 1, since its interval and differences are those of counts."""
        if self.share and self.unit != 1.0:
            raise WrongUse(f"quantity {self.measure}: a share has unit 1, so put {self.unit:g} in its weight")


@dataclass(frozen=True)
class Statistic:
    """A measure that is a smooth function of sums over games.

    Attributes
    ----------
    measure : str
    of : tuple of str
        What its rows stand for.
    counts : tuple of int
        For each row the column that counts the games on which it rests.
    sums : callable
        From `Games` to an int64 array (GROUPS, columns), which adds up over games; `by_group` makes it.
    value : callable
        From complex sums (points, columns) and the place of a row to its values, (points,), or to None where
        it is not defined at the first point; the others are near it. Twice the sums must give the same value.
    correlation : bool
        Whether it is one, from -1 to 1, so that its interval is Fisher's.
    own : tuple of slice
        For each row the columns of those games, or seats, that it is about; all if not given.
    kind : str
        Of `of`; the measure fills it in.
    """

    measure: str
    of: tuple[str, ...]
    counts: tuple[int, ...]
    sums: Callable[[GameColumns], np.ndarray] = field(compare=False)
    value: Callable[[np.ndarray, int], np.ndarray | None] = field(compare=False)
    correlation: bool = False
    own: tuple[slice, ...] = ()
    kind: str = ""


class Setting(NamedTuple):
    """The games that are measured, as far as their sums depend on it.

    Attributes
    ----------
    seats : int
    bots : tuple of str
        Distinct names.
    columns : tuple of str
        Of a row.
    rulebook : Rulebook
        For a game's own measures; None for those of any game.
    """

    seats: int
    bots: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rulebook: Any = None


@dataclass(frozen=True)
class Late:
    """A function by the module it stands in, which is imported when it is called: most need NumPy."""

    module: str
    name: str

    def __call__(self, *given: Any) -> Any:
        """Call it."""
        return getattr(import_module(self.module), self.name)(*given)


class Baseline(NamedTuple):
    """What a measure would be if nothing told who wins, or in an even game of as many seats.

    A value means something beside it: of four seats, one that wins 25 % has no advantage.

    Attributes
    ----------
    words : str
        What it is, as the manual has it; n is the number of seats.
    of : callable
        From an `Asked` and a row with its value to the baseline of that row, or to None.
    """

    words: str
    of: Callable[[Asked, MeasureRow], float | None]


def always(value: float) -> Baseline:
    """Return a baseline that is the same number in any game."""
    return Baseline(f"{value:g}", lambda asked, row: float(value))


EVEN_SHARE = Baseline("1/n", lambda asked, row: 1.0 / asked.tally.seats)
"""What each seat has where all have the same."""

ALL_BUT_ONE = Baseline("1 - 1/n", lambda asked, row: 1.0 - 1.0 / asked.tally.seats)
"""What all seats but one have together where all have the same."""


class Headlines(NamedTuple):
    """What a comparison says first of a measure that is more, and of one that is less.

    Attributes
    ----------
    rank : int
        Measures are told in this order.
    topic : str
    more, less : str
        Sentences; `{who}` is what the rows stand for, `{s}` and `{are}` end or are its verb.
    """

    rank: int
    topic: str
    more: str
    less: str

    def told(self, is_more: bool, of_many: bool) -> str:
        """Return a headline with its verb, of one thing or of several, which stand at `{who}`."""
        words = self.more if is_more else self.less
        return words.replace("{s}", "" if of_many else "s").replace("{are}", "are" if of_many else "is")


@dataclass(frozen=True)
class Measure:
    """One measure, with all that the house knows of it.

    Attributes
    ----------
    name : str
    means : str
        What it is, in a few words.
    title : str
        A short label, the heading of a figure; its name in words if it is not given.
    unit : str
        One of the units above, or words for another.
    of : str
        The kind of what its rows stand for, where they stand for something.
    sums_of : str
        The same of the rows that its sums give, where these stand for another kind.
    signed : bool
        Whether it may be negative.
    sums : callable, optional
        From a `Setting` to its quantities: a mean or a share, which is compared and tuned without more.
    statistics : callable, optional
        From a `Setting` to its statistics: what follows from several sums, compared without more.
    rows : callable, optional
        From an `Asked` to its rows, for what neither of these gives.
    contrast : callable, optional
        From `Sides` and a key to the `Contrast` of what is made by `rows`.
    tuned : str
        How it is tuned towards if not as the mean or share that its sums give; one of the ways above.
    tuned_sums : callable, optional
        From a `Setting` to quantities that stand for it in a tuning, where its rows are made otherwise.
    quantile : float
        Of the lengths, for a measure that is one.
    headlines : Headlines, optional
    drawn : bool
        Whether a page draws its differences.
    baseline : Baseline, optional
        None where there is nothing sensible to measure the value against.
    distance : bool
        Whether its difference is a distance, which says that two differ and not which way.
    no_difference : str
        Why a difference of it would say nothing, of a measure that is not compared; a comparison says so.
    """

    name: str
    means: str
    title: str = ""
    unit: str = PLAIN
    of: str = NOTHING
    sums_of: str = NOTHING
    signed: bool = False
    sums: Callable[[Setting], Sequence[Quantity]] | None = None
    statistics: Callable[[Setting], Sequence[Statistic]] | None = None
    rows: Callable[[Asked], Sequence[MeasureRow]] | None = None
    contrast: Callable[..., Any] | None = None
    tuned: str = ""
    tuned_sums: Callable[[Setting], Sequence[Quantity]] | None = None
    quantile: float = 0.0
    headlines: Headlines | None = None
    drawn: bool = True
    baseline: Baseline | None = None
    distance: bool = False
    no_difference: str = ""

    @property
    def heading(self) -> str:
        """Its title, or its name in words."""
        words = self.name.replace("_", " ")
        return self.title or words[:1].upper() + words[1:]

    @property
    def in_hundredths(self) -> bool:
        """Whether figures and pages show it times a hundred."""
        return self.unit in HUNDREDTHS

    @property
    def ways(self) -> tuple[str, str]:
        """What more of it, and less, is called."""
        if self.distance:
            return DIFFERENT
        return LONGER if self.unit in (ROUNDS, MINUTES) else HIGHER

    @property
    def compared(self) -> bool:
        """Whether differences of it can be told."""
        return bool(self.sums or self.statistics or self.contrast)

    def quantities(self, setting: Setting) -> list[Quantity]:
        """Return its quantities, each with its kind."""
        made = self.sums(setting) if self.sums else ()
        return [replace(one, kind=one.of and (self.sums_of or self.of)) for one in made]

    def quantities_to_tune(self, setting: Setting) -> list[Quantity]:
        """Return what stands for it in a tuning."""
        made = self.tuned_sums(setting) if self.tuned_sums else ()
        return [*(replace(one, kind=one.of and self.of) for one in made), *self.quantities(setting)]

    def own_statistics(self, setting: Setting) -> list[Statistic]:
        """Return its statistics, each with its kind."""
        return [replace(one, kind=self.of) for one in (self.statistics(setting) if self.statistics else ())]
