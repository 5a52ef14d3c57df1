"""What the columns of the rows mean that only Risk Express has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.columns import DECISIONS, Column

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def continents(rulebook: Rulebook) -> Sequence[str]:
    """Return the ids of the continents, in the order of their numbers."""
    return [continent.id for continent in rulebook.cards.continents]


COLUMNS = (
    Column("first_chair", is_place=True),
    Column("continent", "completed", is_place=True, by=continents),
    DECISIONS,
)
