"""Manchots Barjots, as far as its rulebooks are read."""

from __future__ import annotations

from conquestlab.analysis.games.game import Game
from conquestlab.analysis.games.manchots.checks import clashes, effective_values, unused_keys
from conquestlab.analysis.games.manchots.rules import ManchotsRules

GAME = Game(
    name="manchots",
    rules=ManchotsRules,
    engine_in="conquestlab.analysis.games.manchots.description",
    clashes=clashes,
    unused_keys=unused_keys,
    effective_values=effective_values,
    evidence_in="conquestlab.analysis.games.manchots.evidence",
    facts_in="conquestlab.analysis.games.manchots.facts",
)
