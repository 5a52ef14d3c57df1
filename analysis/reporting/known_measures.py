"""The measures that a page may meet: those of any game, and those of every game that can be played."""

from __future__ import annotations

from conquestlab.analysis.games import find_game, game_names
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import Measure


def known_measures() -> dict[str, Measure]:
    """Return all measures by name."""
    own = [one for name in game_names() for one in find_game(name).engine.measures]
    return COMMON | {one.name: one for one in own}


def measure_called(name: str) -> Measure:
    """Return a measure by its name; one that is not known here has a name alone."""
    return known_measures().get(name) or Measure(name, "")
