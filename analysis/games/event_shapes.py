"""Shapes that values in the events of any game may have: numbers, texts, the keys of the first event.

A referee puts them into the table of its own events, beside shapes that only its game has: a land, a nation.
"""

from collections.abc import Callable, Mapping
from typing import Any

Shape = Callable[[Any, Any], bool]
"""From a value, and the names that an event may use, to whether the value has the shape."""


def listed(value: Any, one: Shape, names: Any) -> bool:
    """Say whether it is a list whose entries all have a shape."""
    return type(value) is list and all(one(entry, names) for entry in value)


def whole(value: Any, names: Any) -> bool:
    """Say whether it is a whole number."""
    return type(value) is int


def count(value: Any, names: Any) -> bool:
    """Say whether it is a whole number, 0 or more."""
    return type(value) is int and value >= 0


def some(value: Any, names: Any) -> bool:
    """Say whether it is a whole number, 1 or more."""
    return type(value) is int and value >= 1


def text(value: Any, names: Any) -> bool:
    """Say whether it is a text."""
    return type(value) is str


def texts(value: Any, names: Any) -> bool:
    """Say whether it is a list of texts."""
    return listed(value, text, names)


def seed(value: Any, names: Any) -> bool:
    """Say whether it is a seed: a number, or a text as in `7,dice=9`."""
    return type(value) in (int, str)


def table(value: Any, names: Any) -> bool:
    """Say whether it is a table of values by name."""
    return type(value) is dict


HEAD: dict[str, Shape] = {
    "rules": text,
    "rules_hash": text,
    "seed": seed,
    "game": count,
    "options": table,
    "players": texts,
}
"""The keys of the event `game`, the first of every transcript; a game may have more."""


def shape_fault(
    event: Any, names: Any, keys: Mapping[str, dict[str, Shape]], more: Mapping[str, dict[str, Shape]]
) -> str:
    """Return what is wrong with the form of an event, or nothing.

    Parameters
    ----------
    event : object
        Anything that was read where an event should be.
    names : object
        What the events may name; the shapes look at it.
    keys : mapping
        By kind of event, the keys that it must have.
    more : mapping
        By kind of event, the keys that it may have.
    """
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        return "an event is an object with a text under 'event'"
    kind = event["event"]
    if kind not in keys:
        return f"there is no event '{kind}'"
    shapes = keys[kind] | more.get(kind, {})
    for key in keys[kind]:
        if key not in event:
            return f"'{kind}' lacks '{key}'"
    for key, value in event.items():
        if key == "event":
            continue
        if key not in shapes:
            return f"'{kind}' has no '{key}'"
        if not shapes[key](value, names):
            return f"'{key}' of '{kind}' cannot be {value!r}"
    return ""
