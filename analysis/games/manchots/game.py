"""Manchots Barjots, as far as its rulebooks are read."""

from __future__ import annotations

from conquestlab.analysis.games.game import Game
from conquestlab.analysis.games.manchots.checks import acting_values, clashes, idle_keys
from conquestlab.analysis.games.manchots.rules import ManchotsRules

GAME = Game(
    name="manchots",
    rules=ManchotsRules,
    engine_in="conquestlab.analysis.games.manchots.description",
    clashes=clashes,
    idle_keys=idle_keys,
    acting_values=acting_values,
    evidence_in="conquestlab.analysis.games.manchots.evidence",
    facts_in="conquestlab.analysis.games.manchots.facts",
)
