"""What a rulebook is, how it differs from the one it extends, and where its values come from."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.games import engine_for
from conquestlab.analysis.games.facts import Part
from conquestlab.analysis.rules.rulebook import CHANGED, Rulebook
from conquestlab.analysis.rules.rulebook_answers import show_rulebook

Record = dict[str, Any]

RECONSTRUCTED = "reconstructed"
KINDS = {"reading": "reading", "convention": "convention", "tool": "tool of this project"}


def difference_rows(rules: str) -> list[Record]:
    """Return a row for each value that is another than in the parent, or than before the changes.

    Keys: key, value, was, provenance. Values without effect are left out.
    """
    return [
        {name: row[name] for name in ("key", "value", "was", "provenance")}
        for row in show_rulebook(rules)
        if row["was"] and not row["provenance"].startswith("no effect")
    ]


def provenance_rows(rules: str, book: Rulebook) -> list[Record]:
    """Return a row for each source of values and of the parts of a rulebook: provenance, kind, keys.

    `kind` is what its words name: source, reading, convention, tool of this project, reconstructed …
    """
    found: dict[str, list[str]] = {}
    for row in show_rulebook(rules):
        if not row["provenance"].startswith("no effect"):
            found.setdefault(row["provenance"], []).append(row["key"])
    for part in parts_of(book):
        for key, text in part.provenance.items():
            found.setdefault(text, []).append(f"{part.name}: {key}")
    return [
        {"provenance": text or "not said", "kind": kind_of(text), "keys": ", ".join(keys)}
        for text, keys in found.items()
    ]


def kind_of(provenance: str) -> str:
    """Return what kind of evidence the words of a provenance name."""
    if RECONSTRUCTED in provenance or "drawn for this project" in provenance:
        return RECONSTRUCTED
    for kind, sign in KINDS.items():
        if sign in provenance:
            return kind
    return CHANGED if provenance == CHANGED else "source" if provenance else "not said"


def parts_of(book: Rulebook) -> list[Part]:
    """Return the files that a rulebook plays with, such as a map or a deck."""
    return list(engine_for(book).facts.parts(book))


def reconstructed_rows(book: Rulebook) -> list[Record]:
    """Return a row for each thing of a part that is reconstructed or drawn anew: part, key, text."""
    return [
        {"part": part.name, "key": key, "text": text}
        for part in parts_of(book)
        for key, text in part.provenance.items()
        if kind_of(text) == RECONSTRUCTED
    ]


def source_rows(book: Rulebook) -> list[Record]:
    """Return a row for each source that the rulebook and its parts name."""
    found = dict(book.sources)
    for part in parts_of(book):
        found |= part.sources
    return [{"source": name, "what": text} for name, text in found.items()]
