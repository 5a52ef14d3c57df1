"""What the columns of the rows mean that only games of conquest have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.columns import DECISIONS, Column

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.rules.rulebook import Rulebook

ONE = 1 << 20  # FIXED_ONE of kernels/shared/rows.py


def continents(rulebook: Rulebook) -> Sequence[str]:
    """Return the ids of the continents, in the order of their numbers."""
    return [continent.id for continent in rulebook.map.continents]


def objectives(rulebook: Rulebook) -> Sequence[str]:
    """Return the ids of the objectives, in the order of their numbers."""
    deck = rulebook.objectives
    return [objective.id for objective in deck.objectives] if deck else ()


def looked_at_closely(rows: np.ndarray) -> np.ndarray:
    """Return in which games rolls and attacks were noted one by one."""
    from conquestlab.kernels.conquest.state import SAMPLE

    close: np.ndarray = rows["luck"] % SAMPLE == 0
    return close


def went_on(rows: np.ndarray) -> np.ndarray:
    """Return which games went on after the round in which it is noted how the seats stand."""
    noted: np.ndarray = rows["noted_round"] > 0
    return noted


COLUMNS = (
    Column("first_dealt", is_place=True),
    Column("objective", of=objectives),
    Column("winner_objective", of=objectives),
    Column("held", by=continents),
    Column("kept", by=continents),
    Column("noted_round", none=0),
    Column("noted_lands", where=went_on),
    Column("noted_armies", where=went_on),
    Column("noted_holder", by=continents, is_place=True, where=went_on),
    Column("swung_by", is_place=True),
    Column("leader_attacks", where=looked_at_closely),
    Column("leader_hits", where=looked_at_closely),
    Column("leader_expected", unit=ONE, where=looked_at_closely),
    Column("expected_losses", unit=ONE, where=looked_at_closely),
    Column("loss_variance", unit=ONE, where=looked_at_closely),
    DECISIONS,
)
