"""A bot: who chooses, by which policy, weights and learned value; or a mix of several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

ANY_GAME = "any"  # what a bot is tuned for that is tuned for nothing
OUTSIDE = "outside"  # the policy of a bot whose choices a program makes
CALLED = "called"  # the policy of a bot that is a compiled function of its user


class Member(NamedTuple):
    """One of those that a mixed bot may play as.

    Attributes
    ----------
    share : int
        How often it is drawn, in parts of the sum of all shares.
    policy : str
    weights : mapping of int
        As of a bot.
    """

    share: int
    policy: str
    weights: Mapping[str, int]


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
        Every weight of the policy, by name, in its order. Policy and weights of a mix are those of its
        largest member.
    value : mapping of tuple of int
        What it has learned that positions are worth: the rows of a small network by name, in 256ths; empty
        for a bot that has learned nothing. All members of a mix have the same. See docs/value.md.
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
    mix : tuple of Member
        Two or more, of which one is drawn for each seat and game; empty for a bot that is no mix.
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
    mix: tuple[Member, ...] = ()
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

    @property
    def members(self) -> tuple[Bot, ...]:
        """The bots, none a mix, as which it may play; a bot that is no mix is the only one of its own."""
        plain = [replace(self, policy=one.policy, weights=one.weights, mix=()) for one in self.mix]
        return tuple(plain) or (self,)

    @property
    def policies(self) -> tuple[str, ...]:
        """The policies by which it may play, each once."""
        return tuple(dict.fromkeys(one.policy for one in self.mix)) or (self.policy,)

    @cached_property
    def hash(self) -> str:
        """Twelve hex digits that are the same for the same policy, weights and value, whatever the name.

        For a bot that a user brings it is the name and the contents of its files that count.
        """
        from conquestlab.analysis.rules.rulebook_hash import short_hash

        contents: dict[str, Any] = {"game": self.game, "policy": self.policy}
        contents["weights"] = _other_than_zero(self.weights)
        if self.mix:
            contents["mix"] = [[one.share, one.policy, _other_than_zero(one.weights)] for one in self.mix]
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
        elif self.mix:
            members = [one._asdict() | {"weights": dict(one.weights)} for one in self.mix]
            told |= {"mix": members, "tuned_for": self.tuned_for}
        else:
            told |= {"weights": dict(self.weights), "tuned_for": self.tuned_for}
        if self.value:
            told["value"] = {name: list(row) for name, row in self.value.items()}
        return told | {"hash": self.hash}


def mixed(
    name: str,
    game: str,
    members: Sequence[Member],
    tuned_for: str = ANY_GAME,
    value: Mapping[str, tuple[int, ...]] | None = None,
) -> Bot:
    """Return a bot of members, all with the same learned value; of one alone it is that one."""
    largest = max(members, key=lambda one: one.share)
    mix = tuple(members) if len(members) > 1 else ()
    return Bot(name, game, largest.policy, largest.weights, tuned_for, mix=mix, value=value or {})


def different(bots: Iterable[Bot]) -> tuple[Bot, ...]:
    """Return the bots that are not alike, in their order."""
    found: dict[str, Bot] = {}
    for one in bots:
        found.setdefault(one.hash, one)
    return tuple(found.values())


def _other_than_zero(weights: Mapping[str, int]) -> dict[str, int]:
    return {name: value for name, value in weights.items() if value}
