"""The form of the events of a conquest game: the keys of each, and what their values may be."""

from typing import Any, NamedTuple

from conquestlab.analysis.games.event_shapes import HEAD, Shape, count, listed, shape_fault, some, text, texts

ALLY = "ally"  # the owner of the ally's lands, and the mark of the events of its part


class Names(NamedTuple):
    """What an event may name: lands, cards, continents, and so many seats."""

    lands: frozenset[str]
    cards: frozenset[str]
    continents: frozenset[str]
    seats: int


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
    return listed(value, _card, names) and len(set(value)) == len(value)


def _by_land(value: Any, names: Names) -> bool:
    return type(value) is dict and all(_land(k, names) and some(v, names) for k, v in value.items())


def _by_continent(value: Any, names: Names) -> bool:
    return type(value) is dict and all(k in names.continents and count(v, names) for k, v in value.items())


def _ally(value: Any, names: Names) -> bool:
    return value == ALLY


BETWEEN: dict[str, Shape] = {"player": _seat, "from": _land, "to": _land}

KEYS: dict[str, dict[str, Shape]] = {
    "game": {**HEAD},
    "roll_order": {"rolls": _dice_by_seat, "first_dealt": _seat},
    "objective": {"player": _seat, "objective": text},
    "deal": {"player": _seat_or_null, "land": _land_or_null, "armies": count},
    "turn": {"round": some, "player": _seat},
    "draw": {"player": _seat, "card": _card, "when": text},
    "reinforce": {
        "player": _seat,
        "lands": count,
        "from_lands": count,
        "from_continents": _by_continent,
    },
    "exchange": {"player": _seat, "cards": _cards, "number": some, "armies": count, "bonus": _by_land},
    "place": {"player": _seat, "land": _land, "armies": some},
    "attack": {
        **BETWEEN,
        "attack_dice": _dice,
        "defend_dice": _dice,
        "attacker_lost": count,
        "defender_lost": count,
    },
    "occupy": {**BETWEEN, "armies": some},
    "eliminate": {"player": _seat, "victim": _seat, "cards": _cards},
    "ally": {"player": _seat, "side": _ally},
    "move": {**BETWEEN, "armies": some},
    "end": {"winner": _seat_or_null, "how": text, "rounds": count},
}
# Keys that stand in some events of their kind only; the rules of that event say in which.
MORE: dict[str, dict[str, Shape]] = {
    "game": {"colours": texts},
    "deal": {"roll": some, "card": _card, "side": _ally},
    "place": {"side": _ally},
    "attack": {"side": _ally},
    "occupy": {"side": _ally},
    "eliminate": {"side": _ally},
}


def fault_of(event: Any, names: Names) -> str:
    """Return what is wrong with the form of an event, or nothing."""
    return shape_fault(event, names, KEYS, MORE)
