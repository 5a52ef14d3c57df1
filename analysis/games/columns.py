"""What the columns of a game's rows mean to those who read them: names, units, and what numbers stand for.

Rows are whole numbers, as the kernels write them. A game declares in its description how its own columns are
to be shown; those it does not declare are shown as they are. playing/readable_rows.py does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.rules.rulebook import Rulebook

Names = Callable[["Rulebook"], Sequence[str]]


class Column(NamedTuple):
    """How one field of the rows is shown.

    Attributes
    ----------
    field : str
    name : str
        What it is called outside; empty for the name of the field.
    unit : int
        The number that stands for one: 60 for shares of a win, 2**20 for fixed-point numbers.
    is_place : bool
        Whether it is the number of a seat, or of anything else that people count from 1; those below 0 stand
        for nobody.
    by : callable, optional
        (rulebook) -> the names of what its first axis counts, such as continents; places beyond are left out.
    of : callable, optional
        (rulebook) -> the names of what its numbers stand for, from 0; those below 0 stand for nothing. Where
        there are no names the column is left out.
    set_of : callable, optional
        (rulebook) -> the names of what the bits of its numbers stand for: true or false for each.
    none : int, optional
        A number that says that nothing is known, or that something never happened.
    where : callable, optional
        (rows) -> in which games it is known.
    """

    field: str
    name: str = ""
    unit: int = 1
    is_place: bool = False
    by: Names | None = None
    of: Names | None = None
    set_of: Names | None = None
    none: int | None = None
    where: Callable[[np.ndarray], np.ndarray] | None = None

    @property
    def shown_name(self) -> str:
        """What it is called outside."""
        return self.name or self.field


DECISIONS = Column("decisions", none=-1)
"""The legal choices, which some engines count in the first games."""
