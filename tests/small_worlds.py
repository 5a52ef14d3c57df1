"""Rulebooks on small maps, so that whole games of conquest are short."""

from functools import cache
from pathlib import Path

from conquestlab.analysis.rules.rulebook import load

WORLDS = Path(__file__).parent / "worlds"
EIGHT, FOURTEEN, NO_CONTINENTS, SMALL_OBJECTIVES = (
    WORLDS / f"{name}.toml" for name in ("eight_lands", "fourteen_lands", "no_continents", "small_objectives")
)
# By rulebook, what makes it small: the map, and armies for three players at most.
SMALL = {
    "conquete-1957": f"map={FOURTEEN},players.max=3",
    "conquete-1957-3v2": f"map={FOURTEEN},players.max=3",
    "conquete-1957-second": f"map={FOURTEEN},players.max=3",
    "risk-1970-objectives": f"map={EIGHT},objectives.deck={SMALL_OBJECTIVES},"
    "players.max=3,setup.starting_armies={3=8}",
    "risk-1970-duel": f"map={EIGHT},setup.starting_armies={{2=8}}",
    "risk-1970-world": f"map={FOURTEEN},players.max=3,setup.starting_armies={{3=12}}",
    "risk-1970-world-3v3": f"map={FOURTEEN},players.max=3,setup.starting_armies={{3=12}}",
    "risk-modern": f"map={EIGHT},players.max=3,setup.starting_armies={{2=10,3=8}}",
}
SEATS = {"risk-1970-duel": 2}


@cache
def small(text, rounds=15):
    """Return a rulebook, given by its name with changes, on a small map, and the seats of a small game."""
    name, *changes = text.split(",", 1)
    everything = [name, SMALL[name], f"max_rounds={rounds}", *changes]
    return load(",".join(everything)), SEATS.get(name, 3)
