"""The form of the events of Manchots Barjots: the keys of each, and what may stand under them."""

from __future__ import annotations

from typing import Any, NamedTuple

from conquestlab.analysis.games.event_shapes import (
    HEAD,
    Shape,
    count,
    listed,
    shape_fault,
    some,
    text,
    texts,
    whole,
)

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
    return listed(value, _player, names)


def _card(value: Any, names: Names) -> bool:
    return type(value) is str and value in names.cards


def _cards(value: Any, names: Names) -> bool:
    return listed(value, _card, names)


def _step(value: Any, names: Names) -> bool:
    return value in ("a", "b")


def _owned_cards(value: Any, names: Names) -> bool:
    return listed(value, _owned_card, names)


def _owned_card(value: Any, names: Names) -> bool:
    if type(value) is not dict or value.keys() != {"player", "card"}:
        return False
    return _player(value["player"], names) and _card(value["card"], names)


def _by_zone(value: Any, names: Names) -> bool:
    return type(value) is dict and all(zone in ZONES and count(sum_, names) for zone, sum_ in value.items())


def _zones(value: Any, names: Names) -> bool:
    return texts(value, names) and all(zone in ZONES for zone in value) and len(set(value)) == len(value)


KEYS: dict[str, dict[str, Shape]] = {
    "game": {**HEAD, "ring": _list},
    "deal": {"player": _player, "cards": _cards},
    "round": {"round": some},
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
        "total": whole,
    },
    "end": {"winner": _player_or_null, "winners": _players, "how": text, "rounds": some},
}


def fault_of(event: Any, names: Names) -> str:
    """Return what is wrong with the form of an event, or nothing."""
    return shape_fault(event, names, KEYS, {})
