"""What the columns of the rows mean that only Africa 1880 has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.columns import DECISIONS, Column

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def nations(rulebook: Rulebook) -> Sequence[str]:
    """Return the ids of the nations, in the order of their numbers."""
    return [nation.id for nation in rulebook.map.nations]


COLUMNS = (Column("nation", of=nations), DECISIONS)
