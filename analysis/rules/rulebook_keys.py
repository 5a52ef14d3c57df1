"""The dotted keys of a rulebook: which exist, what a shortened one means, conversion to records and back."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_origin

import msgspec

from conquestlab.analysis.games import find_game
from conquestlab.analysis.rules.checked import extra, fields_of, opened
from conquestlab.analysis.rules.vocabulary import Rules


def _walk(record: type[msgspec.Struct], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, wanted in fields_of(record).items():
        if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
            yield from _walk(wanted, f"{prefix}{name}.")
        else:
            yield prefix + name, wanted


@cache
def keys_of(game: str) -> dict[str, Any]:
    """Return the dotted keys of a game's rules, in the order of docs/rulebooks.md, each with its type."""
    return dict(_walk(find_game(game).rules, ""))


@cache
def by_seat(record: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the dotted keys of a record whose values are lists by seat."""
    return tuple(key for key, wanted in _walk(record, "") if extra(wanted, "by") == "seat")


@cache
def sections_of(game: str) -> frozenset[str]:
    """Return the names under which keys stand: `dice`, `cards`, `cards.fixed` ..."""
    parts = [key.split(".") for key in keys_of(game)]
    return frozenset(".".join(part[:i]) for part in parts for i in range(1, len(part)))


def is_table(wanted: Any) -> bool:
    """Whether the value of a key is a table of the user's own entries."""
    return get_origin(opened(wanted)[0]) is dict


def values_of(rules: msgspec.Struct, prefix: str = "") -> dict[str, Any]:
    """Return the value of every dotted key of a record."""
    found: dict[str, Any] = {}
    for name in rules.__struct_fields__:
        value = getattr(rules, name)
        if isinstance(value, msgspec.Struct):
            found |= values_of(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found


def rules_of(game: str, values: Mapping[str, Any]) -> Rules:
    """Return the record of a game made of the (checked) values of all its dotted keys."""

    def made(record: type[msgspec.Struct], prefix: str) -> Any:
        parts = {}
        for name, wanted in fields_of(record).items():
            nested = isinstance(wanted, type) and issubclass(wanted, msgspec.Struct)
            parts[name] = made(wanted, f"{prefix}{name}.") if nested else values[prefix + name]
        return record(**parts)

    found: Rules = made(find_game(game).rules, "")
    return found


def completed(game: str, word: str) -> list[str]:
    """Return the full names that a key from the command line may mean.

    A full key or section means itself; otherwise the last part, or the last parts, of a key or section are
    enough. One name is the answer, none means an unknown key, several that more parts have to be given.
    """
    keys = keys_of(game)
    if word in keys or word in sections_of(game):
        return [word]
    table, _, entry = word.rpartition(".")
    if entry and table in keys and is_table(keys[table]):
        return [word]
    ends = [key for key in keys if key.endswith("." + word)]
    if ends:
        return ends
    ends = [section for section in sections_of(game) if section.endswith("." + word)]
    if ends or not table:
        return ends
    return [f"{key}.{entry}" for key in keys if key.endswith("." + table) and is_table(keys[key])]
