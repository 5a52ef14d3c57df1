"""What a rulebook is, how it differs from the one it extends, and where its values come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conquestlab.analysis.games.conquest.world_map import UNDISPUTED
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
    """Return a row for each source of values, of the map, of objectives and of cards: provenance, kind, keys.

    `kind` is what its words name: source, reading, convention, tool of this project, reconstructed …
    """
    found: dict[str, list[str]] = {}
    for row in show_rulebook(rules):
        if not row["provenance"].startswith("no effect"):
            found.setdefault(row["provenance"], []).append(row["key"])
    for part, said in _parts(book):
        for key, text in said.items():
            found.setdefault(text, []).append(f"{part}: {key}")
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


def _parts(book: Rulebook) -> Iterator[tuple[str, Mapping[str, str]]]:
    if book.game == "conquest":
        yield "map", book.map.provenance
        if book.objectives is not None:
            yield "objectives", book.objectives.provenance
    elif book.game == "express":
        yield "cards", book.cards.provenance


def reconstructed_words(book: Rulebook) -> list[str]:
    """Say, a sentence each, what of a rulebook is reconstructed, disputed or drawn for this project."""
    said = []
    if book.game == "express":
        names = [card.name for card in book.cards.cards if card.name_reconstructed]
        if names:
            said.append(
                f"{len(names)} of the {len(book.cards.cards)} names of cards are reconstructed and bear a "
                f"star: {', '.join(names)}; the printed cards were not seen"
            )
    elif book.game == "conquest":
        disputed = [border for border in book.map.borders if border.status != UNDISPUTED]
        if disputed:
            name = {land.id: land.name for land in book.map.lands}
            pairs = ", ".join(f"{name[border.a]} – {name[border.b]}" for border in disputed)
            said.append(f"not all boards have these borders: {pairs}")
    for part, texts in _parts(book):
        for key, text in texts.items():
            if kind_of(text) == RECONSTRUCTED:
                said.append(f"{part}, {key.replace('_', ' ')}: {text}")
    return said


def source_rows(book: Rulebook) -> list[Record]:
    """Return a row for each source that the rulebook, its map, objectives and cards name."""
    found = dict(book.sources)
    if book.game == "conquest":
        found |= book.map.sources
        if book.objectives is not None:
            found |= book.objectives.sources
    elif book.game == "express":
        found |= book.cards.sources
    return [{"source": name, "what": text} for name, text in found.items()]
