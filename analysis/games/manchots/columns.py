"""What the columns of the rows mean that only Manchots Barjots has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.columns import DECISIONS, Column
from conquestlab.analysis.games.manchots.rules import ZONES

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def zones(rulebook: Rulebook) -> Sequence[str]:
    """Return the names of the zones, in the order of their numbers."""
    return ZONES


COLUMNS = (
    Column("virtual_win", unit=60),  # WHOLE_WIN of kernels/shared/rows.py
    Column("majorities", "majority", set_of=zones),
    DECISIONS,
)
