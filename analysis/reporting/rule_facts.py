"""What a rulebook is, how it differs from the one it extends, and where its values come from."""

from __future__ import annotations

from conquestlab.analysis.games import find_game
from conquestlab.analysis.games.facts import Part
from conquestlab.analysis.row import Row
from conquestlab.analysis.rules.evidence import NOT_SAID, RECONSTRUCTED
from conquestlab.analysis.rules.rulebook import Rulebook
from conquestlab.analysis.rules.rulebook_answers import show_rulebook


def difference_rows(book: Rulebook) -> list[Row]:
    """Return a row for each value that is another than in the parent, or than before the changes.

    Keys: key, value, was, provenance. Values without effect are left out.
    """
    return [
        {name: row[name] for name in ("key", "value", "was", "provenance")}
        for row in show_rulebook(book)
        if row["was"] and row["key"] not in book.unused
    ]


def provenance_rows(book: Rulebook) -> list[Row]:
    """Return a row for each source of values and of the parts of a rulebook: provenance, kind, keys.

    `kind` is that of its evidence (analysis/rules/evidence.py), or `changed`.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for row in show_rulebook(book):
        if row["key"] not in book.unused:
            found.setdefault((row["provenance"], book.evidence[row["key"]]), []).append(row["key"])
    for part in parts_of(book):
        for key, text in part.provenance.items():
            found.setdefault((text, part.evidence[key]), []).append(f"{part.name}: {key}")
    return [
        {"provenance": text or NOT_SAID, "kind": kind, "keys": ", ".join(keys)}
        for (text, kind), keys in found.items()
    ]


def parts_of(book: Rulebook) -> list[Part]:
    """Return the files that a rulebook plays with, such as a map or a deck."""
    return list(find_game(book.game).facts.parts(book))


def reconstructed_rows(book: Rulebook) -> list[Row]:
    """Return a row for each thing of a part that is reconstructed or drawn anew: part, key, text."""
    return [
        {"part": part.name, "key": key, "text": text}
        for part in parts_of(book)
        for key, text in part.provenance.items()
        if part.evidence[key] == RECONSTRUCTED
    ]


def source_rows(book: Rulebook) -> list[Row]:
    """Return a row for each source that the rulebook and its parts name."""
    found = dict(book.sources)
    for part in parts_of(book):
        found |= part.sources
    return [{"source": name, "what": text} for name, text in found.items()]
