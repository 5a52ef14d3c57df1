"""Attacks simulated beside their exact chances, for any game: how many, and how well the two agree."""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, inf, sqrt
from typing import NamedTuple


class Trial(NamedTuple):
    """Attacks to be played beside the exact odds: how many, under which seed, on how many cores."""

    games: int
    seed: str = "1"
    jobs: int | None = None
    progress: Callable[[int], object] | None = None


def share_beside(count: int, games: int, chance: float) -> dict[str, float]:
    """Return a simulated share, its 95 % interval (Wilson) and its z-score under the exact chance."""
    from conquestlab.analysis.measures.intervals import wilson

    low, high = wilson(count, games)
    error = sqrt(chance * (1 - chance) / games)
    off = count / games - chance
    z = off / error if error else copysign(inf, off) if off else 0.0
    return {"simulated": count / games, "low": float(low), "high": float(high), "z": z}
