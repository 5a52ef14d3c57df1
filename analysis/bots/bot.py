"""A bot as the house knows it: who chooses, by which policy and with which weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ANY_GAME = "any"  # what a bot is tuned for that is tuned for nothing


@dataclass(frozen=True)
class Bot:
    """One bot, ready to be seated.

    Attributes
    ----------
    name : str
        As it was typed.
    game : str
        The engine that it plays.
    policy : str
        One of the engine's policies.
    weights : mapping of int
        Every weight of the policy, by name.
    tuned_for : str
        `risk-modern, 2 players`, or `any`.
    """

    name: str
    game: str
    policy: str
    weights: Mapping[str, int] = field(default_factory=dict)
    tuned_for: str = ANY_GAME

    @property
    def hash(self) -> str:
        """Twelve hex digits that are the same for the same policy and weights, whatever the name."""
        from conquestlab.analysis.rules.rulebook_hash import short_hash

        weights = {name: value for name, value in self.weights.items() if value}
        return short_hash({"game": self.game, "policy": self.policy, "weights": weights})

    @property
    def settings(self) -> dict[str, Any]:
        """All that decides how it plays, in plain values, and the hash of that."""
        return {
            "policy": self.policy,
            "weights": dict(self.weights),
            "tuned_for": self.tuned_for,
            "hash": self.hash,
        }
