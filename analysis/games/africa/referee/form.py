"""The form of the events of a game of Africa 1880: the keys of each, and what may stand under them."""

from collections.abc import Callable
from typing import Any, NamedTuple

RELATIONS = ("alliance", "war")


class Names(NamedTuple):
    """What an event may name: territories, nations, and so many seats."""

    territories: frozenset[str]
    nations: frozenset[str]
    seats: int


Shape = Callable[[Any, Names], bool]


def _number(value: Any, names: Names) -> bool:
    return type(value) is int


def _count(value: Any, names: Names) -> bool:
    return type(value) is int and value >= 0


def _some(value: Any, names: Names) -> bool:
    return type(value) is int and value >= 1


def _text(value: Any, names: Names) -> bool:
    return type(value) is str


def _seed(value: Any, names: Names) -> bool:
    return type(value) in (int, str)


def _table(value: Any, names: Names) -> bool:
    return type(value) is dict


def _texts(value: Any, names: Names) -> bool:
    return type(value) is list and all(type(one) is str for one in value)


def _nations(value: Any, names: Names) -> bool:
    return type(value) is list and all(type(one) is str and one in names.nations for one in value)


def _seat(value: Any, names: Names) -> bool:
    return type(value) is int and 1 <= value <= names.seats


def _seat_or_null(value: Any, names: Names) -> bool:
    return value is None or _seat(value, names)


def _seats(value: Any, names: Names) -> bool:
    return type(value) is list and all(_seat(one, names) for one in value)


def _territory(value: Any, names: Names) -> bool:
    return type(value) is str and value in names.territories


def _territory_or_null(value: Any, names: Names) -> bool:
    return value is None or _territory(value, names)


def _territories(value: Any, names: Names) -> bool:
    return type(value) is list and all(_territory(one, names) for one in value)


def _ways(value: Any, names: Names) -> bool:
    return type(value) is list and all(_territories(way, names) and len(way) == 2 for way in value)


def _relations(value: Any, names: Names) -> bool:
    return type(value) is list and len(value) == names.seats and all(x in (None, *RELATIONS) for x in value)


def _anything(value: Any, names: Names) -> bool:
    return True


KEYS: dict[str, dict[str, Shape]] = {
    "game": {
        "rules": _text,
        "rules_hash": _text,
        "seed": _seed,
        "game": _count,
        "options": _table,
        "players": _texts,
        "nations": _nations,
        "map": _text,
    },
    "start": {"player": _seat, "territory": _territory},
    "round": {"round": _some, "year": _number},
    "orders": {
        "player": _seat,
        "develop": _territories,
        "explore": _ways,
        "land": _territory_or_null,
        "relations": _relations,
    },
    "develop": {"territory": _territory, "counters": _some},
    "arrive": {"player": _seat, "territory": _territory, "from": _territory_or_null},
    "void": {"player": _seat, "from": _territory_or_null, "to": _territory},
    "removed": {"player": _seat, "territory": _territory},
    "colony": {"territory": _territory, "presences": _seats},
    "score": {"player": _seat, "alone": _number, "shared": _number, "alliances": _number, "total": _number},
    "end": {"winner": _seat_or_null, "how": _text, "rounds": _some},
}
MORE: dict[str, dict[str, Shape]] = {"orders": {"written": _anything}}
"""Keys that may stand in events of their kind, and need not."""


def fault_of(event: Any, names: Names) -> str:
    """Return what is wrong with the form of an event, or nothing."""
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        return "an event is an object with a text under 'event'"
    kind = event["event"]
    if kind not in KEYS:
        return f"there is no event '{kind}'"
    shapes = KEYS[kind] | MORE.get(kind, {})
    for key in KEYS[kind]:
        if key not in event:
            return f"'{kind}' lacks '{key}'"
    for key, value in event.items():
        if key != "event" and key not in shapes:
            return f"'{kind}' has no '{key}'"
        if key != "event" and not shapes[key](value, names):
            return f"'{key}' of '{kind}' cannot be {value!r}"
    return ""
