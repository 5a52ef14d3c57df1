"""The form of the events of Manchots Barjots: the keys of each, and what may stand under them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Player = int | str  # a seat, or a virtual player
ZONES = ("antarctica", "desert", "jungle", "city", "moon")
VIRTUAL = ("virtual_1", "virtual_2")


class Names(NamedTuple):
    """What an event may name: cards, and players real and virtual.

    Attributes
    ----------
    cards : dict
        Value and number of copies of each card of the deck, by its name.
    seats : tuple of int
    virtual : tuple of str
        Empty from three players on.
    """

    cards: dict[str, tuple[int, int]]
    seats: tuple[int, ...] = ()
    virtual: tuple[str, ...] = ()

    @classmethod
    def of(cls, rulebook: Any) -> Names:
        """Return what the first event of a game may name, before the players are known."""
        copies = enumerate(rulebook.spec.copies, 1)
        return cls({f"{zone}_{value}": (value, many) for value, many in copies for zone in ZONES})

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, the real ones first."""
        return self.seats + self.virtual


Shape = Callable[[Any, Names], bool]


def _number(value: Any, names: Names) -> bool:
    return type(value) is int and value >= 0


def _some(value: Any, names: Names) -> bool:
    return type(value) is int and value >= 1


def _whole(value: Any, names: Names) -> bool:
    return type(value) is int


def _text(value: Any, names: Names) -> bool:
    return type(value) is str


def _seed(value: Any, names: Names) -> bool:
    return type(value) in (int, str)


def _table(value: Any, names: Names) -> bool:
    return type(value) is dict


def _texts(value: Any, names: Names) -> bool:
    return type(value) is list and all(type(one) is str for one in value)


def _list(value: Any, names: Names) -> bool:
    return type(value) is list and all(type(one) in (int, str) for one in value)


def _seat(value: Any, names: Names) -> bool:
    return type(value) is int and value in names.seats


def _virtual(value: Any, names: Names) -> bool:
    return type(value) is str and value in names.virtual


def _player(value: Any, names: Names) -> bool:
    return _seat(value, names) or _virtual(value, names)


def _player_or_null(value: Any, names: Names) -> bool:
    return value is None or _player(value, names)


def _players(value: Any, names: Names) -> bool:
    return type(value) is list and all(_player(one, names) for one in value)


def _card(value: Any, names: Names) -> bool:
    return type(value) is str and value in names.cards


def _cards(value: Any, names: Names) -> bool:
    return type(value) is list and all(_card(card, names) for card in value)


def _step(value: Any, names: Names) -> bool:
    return value in ("a", "b")


def _owned_cards(value: Any, names: Names) -> bool:
    return type(value) is list and all(_owned_card(one, names) for one in value)


def _owned_card(value: Any, names: Names) -> bool:
    if type(value) is not dict or value.keys() != {"player", "card"}:
        return False
    return _player(value["player"], names) and _card(value["card"], names)


def _by_zone(value: Any, names: Names) -> bool:
    return type(value) is dict and all(zone in ZONES and _number(sum_, names) for zone, sum_ in value.items())


def _zones(value: Any, names: Names) -> bool:
    return _texts(value, names) and all(zone in ZONES for zone in value) and len(set(value)) == len(value)


KEYS: dict[str, dict[str, Shape]] = {
    "game": {
        "rules": _text,
        "rules_hash": _text,
        "seed": _seed,
        "game": _number,
        "options": _table,
        "players": _texts,
        "ring": _list,
    },
    "deal": {"player": _player, "cards": _cards},
    "round": {"round": _some},
    "draw": {"player": _seat, "cards": _cards},
    "give": {"player": _seat, "left": _card, "right": _card},
    "take": {"player": _seat, "from": _virtual, "card": _card},
    "land": {"player": _player, "cards": _cards, "step": _step},
    "destroyed": {"cards": _owned_cards},
    "remake": {"player": _virtual, "cards": _cards},
    "score": {
        "player": _player,
        "table": _by_zone,
        "majority": _zones,
        "hand": _by_zone,
        "total": _whole,
    },
    "end": {"winner": _player_or_null, "winners": _players, "how": _text, "rounds": _some},
}


def fault_of(event: Any, names: Names) -> str:
    """Return what is wrong with the form of an event, or nothing."""
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        return "an event is an object with a text under 'event'"
    kind = event["event"]
    if kind not in KEYS:
        return f"there is no event '{kind}'"
    for key in KEYS[kind]:
        if key not in event:
            return f"'{kind}' lacks '{key}'"
    for key, value in event.items():
        if key == "event":
            continue
        if key not in KEYS[kind]:
            return f"'{kind}' has no '{key}'"
        if not KEYS[kind][key](value, names):
            return f"'{key}' of '{kind}' cannot be {value!r}"
    return ""
