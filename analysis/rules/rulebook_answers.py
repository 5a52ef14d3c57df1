"""What `conquest rules` shows: the rulebooks, one of them resolved, its faults, how two of them differ."""

from typing import Any

from conquestlab.analysis.games import find_game
from conquestlab.analysis.rules.rulebook import Rulebook, Text, faults_of, load
from conquestlab.analysis.rules.rulebook_changes import value_text
from conquestlab.analysis.rules.rulebook_files import known_names
from conquestlab.analysis.rules.rulebook_keys import keys_of, values_of
from conquestlab.analysis.rules.rulebook_layers import ABOUT_ALL

Rows = list[dict[str, Any]]


def list_rulebooks() -> Rows:
    """Return a row for each named rulebook: rules, title, game, players, hash, parent, aliases, source."""
    return [_listed(load(name)) for name in known_names()]


def _listed(book: Rulebook) -> dict[str, Any]:
    least, most = book.spec.players.min, book.spec.players.max
    return {
        "rules": book.label,
        "title": book.title,
        "game": book.game,
        "players": f"{least}-{most}" if least < most else str(least),
        "hash": book.hash,
        "parent": book.parent,
        "aliases": ", ".join(book.layers[-1].head.aliases),
        "provenance": book.layers[-1].provenance.get(ABOUT_ALL, ""),
    }


def show_rulebook(text: Text | Rulebook) -> Rows:
    """Return a row for each key of a resolved rulebook: key, value, provenance, was.

    `was` is the value in the rulebook that it extends, where that is another one. For a rulebook that extends
    none, it is the value before the changes after its name.
    """
    book = load(text)
    before = _before(book)
    return [
        {
            "key": key,
            "value": value_text(book.game, key, value),
            "provenance": book.provenance[key],
            "was": value_text(book.game, key, before[key]) if before[key] != value else "",
        }
        for key, value in values_of(book.spec).items()
    ]


def _before(book: Rulebook) -> dict[str, Any]:
    values = values_of(find_game(book.game).rules())
    for layer in book.layers[:-1] or book.layers:
        values |= layer.values
    return values


def check_rulebook(text: Text) -> Rows:
    """Return a row for each fault of a rulebook and its files: file, key, value, allowed, nearest."""
    return [
        {
            "file": fault.file,
            "key": fault.key,
            "value": fault.value,
            "allowed": fault.allowed,
            "nearest": fault.nearest,
        }
        for fault in faults_of(text)
    ]


def diff_rulebooks(one: Text | Rulebook, other: Text | Rulebook) -> Rows:
    """Return a row for each key, and each part of the files that it names, that differs: key, a, b.

    A value is empty where the key has no effect or the part does not exist.
    """
    left, right = (_effective(load(text)) for text in (one, other))
    return [
        {"key": key, "a": left.get(key, ""), "b": right.get(key, "")}
        for key in left | right
        if left.get(key, "") != right.get(key, "")
    ]


def _effective(book: Rulebook) -> dict[str, str]:
    """Return all that acts in a rulebook as text, by dotted key."""
    values = values_of(book.spec)
    found = {
        key: value_text(book.game, key, values[key]) for key in keys_of(book.game) if key not in book.unused
    }
    for part, file in find_game(book.game).files.items():
        for kind, entries in book.contents.get(part, {}).items():
            if kind in file.pairs:
                entries = [[" - ".join(pair), "yes"] for pair in entries]
            for entry in entries if isinstance(entries, list) else []:
                name, *rest = [entry, "yes"] if isinstance(entry, str) else entry
                found[f"{part}.{kind}.{name}"] = ", ".join(map(str, rest))
    return found
