"""The form of the events of a game of Africa 1880: the keys of each, and what may stand under them."""

from typing import Any, NamedTuple

from conquestlab.analysis.games.event_shapes import HEAD, Shape, listed, shape_fault, some, text, whole

RELATIONS = ("alliance", "war")


class Names(NamedTuple):
    """What an event may name: territories, nations, and so many seats."""

    territories: frozenset[str]
    nations: frozenset[str]
    seats: int


def _nations(value: Any, names: Names) -> bool:
    return type(value) is list and all(type(one) is str and one in names.nations for one in value)


def _seat(value: Any, names: Names) -> bool:
    return type(value) is int and 1 <= value <= names.seats


def _seat_or_null(value: Any, names: Names) -> bool:
    return value is None or _seat(value, names)


def _seats(value: Any, names: Names) -> bool:
    return listed(value, _seat, names)


def _territory(value: Any, names: Names) -> bool:
    return type(value) is str and value in names.territories


def _territory_or_null(value: Any, names: Names) -> bool:
    return value is None or _territory(value, names)


def _territories(value: Any, names: Names) -> bool:
    return listed(value, _territory, names)


def _ways(value: Any, names: Names) -> bool:
    return type(value) is list and all(_territories(way, names) and len(way) == 2 for way in value)


def _relations(value: Any, names: Names) -> bool:
    return type(value) is list and len(value) == names.seats and all(x in (None, *RELATIONS) for x in value)


def _anything(value: Any, names: Names) -> bool:
    return True


KEYS: dict[str, dict[str, Shape]] = {
    "game": {**HEAD, "nations": _nations, "map": text},
    "start": {"player": _seat, "territory": _territory},
    "round": {"round": some, "year": whole},
    "orders": {
        "player": _seat,
        "develop": _territories,
        "explore": _ways,
        "land": _territory_or_null,
        "relations": _relations,
    },
    "develop": {"territory": _territory, "counters": some},
    "arrive": {"player": _seat, "territory": _territory, "from": _territory_or_null},
    "void": {"player": _seat, "from": _territory_or_null, "to": _territory},
    "removed": {"player": _seat, "territory": _territory},
    "colony": {"territory": _territory, "presences": _seats},
    "score": {"player": _seat, "alone": whole, "shared": whole, "alliances": whole, "total": whole},
    "end": {"winner": _seat_or_null, "how": text, "rounds": some},
}
MORE: dict[str, dict[str, Shape]] = {"orders": {"written": _anything}}
"""Keys that may stand in events of their kind, and need not."""


def fault_of(event: Any, names: Names) -> str:
    """Return what is wrong with the form of an event, or nothing."""
    return shape_fault(event, names, KEYS, MORE)
