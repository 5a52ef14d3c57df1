"""A bot: who chooses, by which policy, with which weights, and by which learned value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

ANY_GAME = "any"  # what a bot is tuned for that is tuned for nothing
OUTSIDE = "outside"  # the policy of a bot whose choices a program makes
CALLED = "called"  # the policy of a bot that is a compiled function of its user


@dataclass(frozen=True)
class Bot:
    """One bot, ready to be seated.

    Attributes
    ----------
    name : str
        By which it is shown: as it was typed, or the short name that was typed before it.
    game : str
        The engine that it plays.
    policy : str
        One of the engine's policies, OUTSIDE or CALLED.
    weights : mapping of int
        Every weight of the policy, by name, in its order.
    value : mapping of tuple of int
        What it has learned that positions are worth: the rows of a small network by name, in 256ths; empty
        for a bot that has learned nothing. See docs/value.md.
    tuned_for : str
        `risk-modern, 2 players`, or `any`.
    command : tuple of str
        Of a bot outside: the words that start its program.
    function : tuple of str
        Of a bot in Python: the file and the name of its function or class.
    sources : mapping of str
        Of a bot that a user brings: the hash of each file that it is made of, by path.
    files : mapping of bytes
        What is in these files, by the same path, so that the bot can play where they are not.
    told : str
        Of a bot with a short name: all that was typed, as in `killer=exec:./bot`; else empty.
    """

    name: str
    game: str
    policy: str
    weights: Mapping[str, int] = field(default_factory=dict)
    tuned_for: str = ANY_GAME
    command: tuple[str, ...] = ()
    function: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict, compare=False, repr=False)
    told: str = ""
    value: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def typed(self) -> str:
        """What names it wherever bots are named: a record has to keep this, not the short name."""
        return self.told or self.name

    @property
    def is_outside(self) -> bool:
        """Whether its choices are made by a program of its own."""
        return self.policy == OUTSIDE

    @property
    def is_compiled(self) -> bool:
        """Whether its choices are made by a function of its user, compiled and called inside."""
        return self.policy == CALLED

    @property
    def is_from_user(self) -> bool:
        """Whether a user brings it."""
        return self.is_outside or self.is_compiled

    @cached_property
    def hash(self) -> str:
        """Twelve hex digits that are the same for the same policy, weights and value, whatever the name.

        For a bot that a user brings it is the name and the contents of its files that count.
        """
        from conquestlab.analysis.rules.rulebook_hash import short_hash

        contents: dict[str, Any] = {"game": self.game, "policy": self.policy}
        contents["weights"] = {name: value for name, value in self.weights.items() if value}
        if self.value:
            contents["value"] = {name: list(row) for name, row in self.value.items() if any(row)}
        if self.is_from_user:
            contents |= {"name": self.typed, "sources": dict(self.sources)}
        return short_hash(contents)

    @property
    def settings(self) -> dict[str, Any]:
        """What decides how it plays, in plain values, and the hash of that."""
        told: dict[str, Any] = {"policy": self.policy}
        if self.is_from_user:
            told["sources"] = dict(self.sources)
        else:
            told |= {"weights": dict(self.weights), "tuned_for": self.tuned_for}
        if self.value:
            told["value"] = {name: list(row) for name, row in self.value.items()}
        return told | {"hash": self.hash}
