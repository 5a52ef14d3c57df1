"""What `conquest rules` shows: the rulebooks, one of them resolved, its faults, how two of them differ."""

import os
from typing import Any

from conquestlab.analysis.games import find_game
from conquestlab.analysis.rules.faults import Fault
from conquestlab.analysis.rules.part_differences import entries_of, part_differences
from conquestlab.analysis.rules.rulebook import Rulebook, Text, faults_of, load
from conquestlab.analysis.rules.rulebook_changes import value_text
from conquestlab.analysis.rules.rulebook_files import known_names
from conquestlab.analysis.rules.rulebook_keys import keys_of, values_of
from conquestlab.analysis.rules.rulebook_layers import ABOUT_ALL
from conquestlab.analysis.rules.single_files import single_file

Rows = list[dict[str, Any]]


def list_rulebooks() -> Rows:
    """Return a row for each named rulebook: what it is called, its game, players, hash and provenance."""
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
    """Return a row for each fault of a rulebook and its files: file, key, value, allowed, nearest.

    The file may also be one that rulebooks name, such as a map, taken alone.
    """
    return _fault_rows(_faults_of(os.fspath(text)))


def _faults_of(text: str) -> list[Fault]:
    single = single_file(text)
    if single is None:
        return faults_of(text)
    faults: list[Fault] = []
    single.read(faults)
    return faults


def _fault_rows(faults: list[Fault]) -> Rows:
    return [
        {
            "file": fault.file,
            "key": fault.key,
            "value": fault.value,
            "allowed": fault.allowed,
            "nearest": fault.nearest,
        }
        for fault in faults
    ]


def sum_up(text: Text) -> tuple[Rows, tuple[str, ...]]:
    """Return what a file without errors holds, as rows and sentences, if it is a map; else nothing."""
    single = single_file(os.fspath(text))
    if single is None:
        return [], ()
    return single.file.summary(single.read([]))


def diff_rulebooks(one: Text | Rulebook, other: Text | Rulebook, whole: bool = True) -> Rows:
    """Return a row for each key, and each part of the files that they name, that differs: key, a, b.

    A value is empty where the key has no effect or the part does not exist. Unless `whole`, the entries of a
    file of which many differ are summed up in a row: how many there are, and which are gone, new or renamed.
    """
    books = load(one), load(other)
    left, right = (_effective(book) for book in books)
    keys = [key for key in left | right if left.get(key, "") != right.get(key, "")]
    sums = {} if whole else part_differences(*books, keys)
    rows: Rows = []
    told = set()
    for key in keys:
        head = next((head for head in sums if key.startswith(f"{head}.")), "")
        if not head:
            rows.append({"key": key, "a": left.get(key, ""), "b": right.get(key, "")})
        elif head not in told:
            told.add(head)
            rows.append({"key": head, **sums[head]})
    return rows


def _effective(book: Rulebook) -> dict[str, str]:
    """Return all that acts in a rulebook as text, by dotted key."""
    values = values_of(book.spec)
    found = {
        key: value_text(book.game, key, values[key]) for key in keys_of(book.game) if key not in book.unused
    }
    for head, entries in entries_of(book).items():
        found |= {f"{head}.{name}": ", ".join(map(str, rest)) for name, rest in entries.items()}
    return found
