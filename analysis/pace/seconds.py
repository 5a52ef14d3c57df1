"""The seconds that acts take at a table: what the game states, and what somebody measured at their own.

Nothing here was measured by the house. A game states round numbers, so that lengths are told in minutes at
all; whoever has a watch gives better ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.faults import nearest

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine

TURN = "turn"
"""What a turn takes besides its acts, to think and to pass on; a round, where all act at once."""

MOST_SECONDS = 3600.0


def seconds_of(engine: Engine, given: str | None) -> dict[str, float]:
    """Return how many seconds each act takes; nothing where the engine counts no acts.

    Parameters
    ----------
    engine : Engine
    given : str or None
        Other seconds than the game states, as in "turn=30,rolls=8.5".
    """
    stated = dict(engine.seconds)
    if given is None:
        return stated
    if not stated:
        raise WrongUse(f"no acts are counted in games of {engine.name}: leave out --seconds")
    for part in given.split(","):
        name, sign, text = part.partition("=")
        name = name.strip()
        if name not in stated:
            near = nearest(name, stated)
            hint = f"did you mean {near}?" if near else f"there are {', '.join(stated)}"
            raise WrongUse(f"seconds {part.strip()!r}: {engine.name} has no such act; {hint}")
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not sign or not 0.0 <= seconds <= MOST_SECONDS:
            raise WrongUse(
                f"seconds {part.strip()!r}: give a number from 0 to {MOST_SECONDS:g}, as in {name}=8"
            )
        stated[name] = seconds
    return stated


def told(seconds: Mapping[str, float]) -> str:
    """Return the seconds as they may be typed again."""
    return ",".join(f"{name}={value:g}" for name, value in seconds.items())
