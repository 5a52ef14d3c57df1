"""The table of measures: from the tally of a run to plain records, one a number, each with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.intervals import LEVEL
from conquestlab.analysis.measures.length_measures import Lengths
from conquestlab.analysis.measures.measure import NOTHING, Measure, MeasureRow
from conquestlab.analysis.measures.ratio_measures import ratio_rows
from conquestlab.analysis.measures.seat_measures import MARGIN, Seats
from conquestlab.analysis.measures.statistics import statistic_rows
from conquestlab.analysis.measures.tallies import Tally


@dataclass(eq=False)
class Asked:
    """What the table is asked: a tally, and how its measures are wanted.

    Attributes
    ----------
    tally : Tally
    margins : tuple of float
    level : float
    seed : int
    skill : sequence of str or None
        As `measure_rows` takes them.
    """

    tally: Tally
    margins: tuple[float, ...] = (MARGIN,)
    level: float = LEVEL
    seed: int = 1
    skill: Sequence[str] | None = None

    @cached_property
    def seats(self) -> Seats:
        """The shares of the seats."""
        return Seats(self.tally, self.level, self.margins, self.seed)

    @cached_property
    def lengths(self) -> Lengths:
        """The lengths of the games."""
        return Lengths(self.tally, self.level)


def measure_rows(
    tally: Tally,
    names: Sequence[str] | None = None,
    margin: float | Sequence[float] = MARGIN,
    level: float = LEVEL,
    seed: int = 1,
    skill: Sequence[str] | None = None,
    known: Mapping[str, Measure] = COMMON,
) -> list[MeasureRow]:
    """Return the measures of a run.

    Parameters
    ----------
    tally : Tally
        Of `tally_rows`, or of many merged.
    names : sequence of str or None
        Measures that make sense for the game; the others are left out. None: all that the tally knows.
    margin : float or sequence of float
        For `seat_balanced`: how far from an even share a seat may be; one row each.
    level : float
        Of the intervals, and of `seat_balanced`.
    seed : int
        Of the bootstraps.
    skill : sequence of str or None
        For `skill_gap`: a weak bot and a strong one; None stands for the two of a run of two bots.
    known : mapping, optional
        The measures of the game by name; only one of its own that is made by `rows` has to be there.

    Returns
    -------
    list of MeasureRow
    """
    margins = (margin,) if isinstance(margin, (int, float)) else tuple(margin)
    for one in margins:
        if not 0.0 < one < 1.0:
            raise WrongUse(
                f"the margin of balance is {one:g}: give a share between 0 and 1, such as {MARGIN:g}"
            )
    if not 0.0 < level < 1.0:
        raise WrongUse(
            f"the level of the intervals is {level:g}: give a share between 0 and 1, such as {LEVEL:g}"
        )
    asked = Asked(tally, margins, level, seed, skill)
    answer: list[MeasureRow] = []
    for name in _chosen(tally, names, known):
        entry = known.get(name)
        rows: list[MeasureRow] = []
        if entry is not None and entry.rows is not None:
            rows += entry.rows(asked)
            for row in rows:
                row["kind"] = entry.of if row["of"] else NOTHING
        rows += ratio_rows(tally, name, level)
        for statistic, groups in zip(tally.statistics, tally.grouped, strict=True):
            if statistic.measure == name:
                rows += statistic_rows(statistic, groups, level)
        if entry is not None and entry.baseline is not None:
            for row in rows:
                row["baseline"] = None if row["value"] is None else entry.baseline.of(asked, row)
        answer += rows
    return answer


def _chosen(tally: Tally, names: Sequence[str] | None, entries: Mapping[str, Measure]) -> list[str]:
    """Return the names asked for, in the order of the table; the game's own measures come last."""
    counted = dict.fromkeys(
        [quantity.measure for quantity in tally.quantities]
        + [statistic.measure for statistic in tally.statistics]
    )
    known = [name for name, entry in entries.items() if entry.rows or name in counted]
    known += [name for name in counted if name not in entries]
    if names is None:
        return known
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
            raise WrongUse(f"no measure is called {name!r} here; {hint}")
    return [name for name in known if name in names]
