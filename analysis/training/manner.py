"""A manner of playing: weights that stay what they are, or between two numbers, while others are searched."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Weight

RANGE = re.compile(r"\s*(\w+)\s*=\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*")


@dataclass(frozen=True)
class Manner:
    """What of the weights is held.

    Attributes
    ----------
    fixed : tuple of str
        Weights that stay what they are.
    ranges : mapping of (int, int)
        The lowest and the highest number that a weight may be, by name.
    """

    fixed: tuple[str, ...] = ()
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything is held."""
        return bool(self.fixed or self.ranges)

    @property
    def told(self) -> list[str]:
        """What is held, in words for a file."""
        return [*self.fixed, *(f"{name}={low}..{high}" for name, (low, high) in self.ranges.items())]

    def start(self, values: Mapping[str, int]) -> dict[str, int]:
        """Return weights moved into their ranges, where they lie outside."""
        within = {name: min(max(values[name], low), high) for name, (low, high) in self.ranges.items()}
        return {**values, **within}

    def weights(self, known: Mapping[str, Weight], values: Mapping[str, int]) -> dict[str, Weight]:
        """Return what the weights of a policy may be, if they begin with these values."""
        bounds = {name: (values[name], values[name]) for name in self.fixed} | dict(self.ranges)
        held = {name: known[name]._replace(low=low, high=high) for name, (low, high) in bounds.items()}
        return {**known, **held}


def manner_of(fix: str | None, between: str | None, policy: str, known: Mapping[str, Weight]) -> Manner:
    """Return the manner that is asked for.

    Parameters
    ----------
    fix : str or None
        Names, with commas between them.
    between : str or None
        `name=low..high`, with commas between them.
    policy : str
    known : mapping of Weight
        Its weights.
    """
    names = [name.strip() for name in fix.split(",")] if fix else []
    ranges: dict[str, tuple[int, int]] = {}
    for text in between.split(",") if between else ():
        match = RANGE.fullmatch(text)
        if match is None:
            raise WrongUse(f"{text.strip()!r} is no range: give a weight and two numbers, as in land=0..200")
        ranges[match[1]] = int(match[2]), int(match[3])
    for name in [*names, *ranges]:
        _check_name(name, policy, known)
    for name, (low, high) in ranges.items():
        weight = known[name]
        if name in names:
            raise WrongUse(f"{name} is fixed and has a range: give one of the two")
        if not weight.low <= low < high <= weight.high:
            allowed = f"two numbers from {weight.low} to {weight.high}, the lower first"
            raise WrongUse(f"{name}={low}..{high}: give {allowed}")
    if len(set(names)) == len(known):
        raise WrongUse("all weights are fixed: leave one that may change")
    fixed = tuple(name for name in known if name in names)
    return Manner(fixed, {name: ranges[name] for name in known if name in ranges})


def _check_name(name: str, policy: str, known: Mapping[str, Weight]) -> None:
    from conquestlab.analysis.rules.faults import nearest

    if name not in known:
        near = nearest(name, known)
        meant = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
        raise WrongUse(f"{policy} has no weight {name!r}: {meant}")
