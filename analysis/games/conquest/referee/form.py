"""The form of the events of a conquest game: the keys of each, and what their values may be."""

from collections.abc import Callable
from typing import Any, NamedTuple

ALLY = "ally"  # the owner of the ally's lands, and the mark of the events of its part


class Names(NamedTuple):
    """What an event may name: lands, cards, continents, and so many seats."""

    lands: frozenset[str]
    cards: frozenset[str]
    continents: frozenset[str]
    seats: int


Shape = Callable[[Any, Names], bool]


def _number(value: Any, names: Names) -> bool:
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


def _seat(value: Any, names: Names) -> bool:
    return type(value) is int and 1 <= value <= names.seats


def _seat_or_null(value: Any, names: Names) -> bool:
    return value is None or _seat(value, names)


def _dice(value: Any, names: Names) -> bool:
    return type(value) is list and len(value) > 0 and all(type(face) is int for face in value)


def _dice_by_seat(value: Any, names: Names) -> bool:
    return type(value) is list and len(value) == names.seats and all(_dice(own, names) for own in value)


def _land(value: Any, names: Names) -> bool:
    return type(value) is str and value in names.lands


def _land_or_null(value: Any, names: Names) -> bool:
    return value is None or _land(value, names)


def _card(value: Any, names: Names) -> bool:
    return type(value) is str and value in names.cards


def _cards(value: Any, names: Names) -> bool:
    return type(value) is list and all(_card(card, names) for card in value) and len(set(value)) == len(value)


def _by_land(value: Any, names: Names) -> bool:
    return type(value) is dict and all(_land(k, names) and _some(v, names) for k, v in value.items())


def _by_continent(value: Any, names: Names) -> bool:
    return type(value) is dict and all(k in names.continents and _number(v, names) for k, v in value.items())


def _ally(value: Any, names: Names) -> bool:
    return value == ALLY


BETWEEN: dict[str, Shape] = {"player": _seat, "from": _land, "to": _land}

KEYS: dict[str, dict[str, Shape]] = {
    "game": {
        "rules": _text,
        "rules_hash": _text,
        "seed": _seed,
        "game": _number,
        "options": _table,
        "players": _texts,
    },
    "roll_order": {"rolls": _dice_by_seat, "first_dealt": _seat},
    "objective": {"player": _seat, "objective": _text},
    "deal": {"player": _seat_or_null, "land": _land_or_null, "armies": _number},
    "turn": {"round": _some, "player": _seat},
    "draw": {"player": _seat, "card": _card, "when": _text},
    "reinforce": {
        "player": _seat,
        "lands": _number,
        "from_lands": _number,
        "from_continents": _by_continent,
    },
    "exchange": {"player": _seat, "cards": _cards, "number": _some, "armies": _number, "bonus": _by_land},
    "place": {"player": _seat, "land": _land, "armies": _some},
    "attack": {
        **BETWEEN,
        "attack_dice": _dice,
        "defend_dice": _dice,
        "attacker_lost": _number,
        "defender_lost": _number,
    },
    "occupy": {**BETWEEN, "armies": _some},
    "eliminate": {"player": _seat, "victim": _seat, "cards": _cards},
    "ally": {"player": _seat, "side": _ally},
    "move": {**BETWEEN, "armies": _some},
    "end": {"winner": _seat_or_null, "how": _text, "rounds": _number},
}
# Keys that stand in some events of their kind only; the rules of that event say in which.
MORE: dict[str, dict[str, Shape]] = {
    "game": {"colours": _texts},
    "deal": {"roll": _some, "card": _card, "side": _ally},
    "place": {"side": _ally},
    "attack": {"side": _ally},
    "occupy": {"side": _ally},
    "eliminate": {"side": _ally},
}


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
        if key == "event":
            continue
        if key not in shapes:
            return f"'{kind}' has no '{key}'"
        if not shapes[key](value, names):
            return f"'{key}' of '{kind}' cannot be {value!r}"
    return ""
