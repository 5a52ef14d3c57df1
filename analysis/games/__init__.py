"""The games that can be played: which engine plays a rulebook."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.rules.rulebook import Rulebook

ENGINES: dict[str, str] = {
    "conquest": "conquestlab.analysis.games.conquest.description",
    "express": "conquestlab.analysis.games.express.description",
}
"""By the `game` of a rulebook, the module whose ENGINE describes the engine."""


def engine_for(rulebook: Rulebook) -> Engine:
    """Return the engine that plays a rulebook, imported at the first use."""
    if rulebook.game not in ENGINES:
        known = ", ".join(ENGINES) or "none yet"
        raise WrongUse(f"{rulebook.label} cannot be played: there are engines for {known}")
    engine: Engine = import_module(ENGINES[rulebook.game]).ENGINE
    return engine
