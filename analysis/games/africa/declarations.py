"""Declarations as they are typed, `FR:war>DE,ally>GB`, read as the wars among those present.

A word is a nation by its code or its id. After a colon stand its declarations with commas between, each
`war>NATION` or `ally>NATION`; what is not declared is alliance. Nations without any colon only say who is
present.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse

KINDS = {"war": "war", "ally": "alliance", "alliance": "alliance"}
SHAPE = "FR:war>DE,ally>GB"


class Question(NamedTuple):
    """Who is present, and what they declare.

    Attributes
    ----------
    present : tuple of str
        The codes of the nations, in the order in which they were typed.
    wars : dict of list of str, optional
        By nation, whom it declares war on; None where no declaration was typed.
    """

    present: tuple[str, ...]
    wars: Mapping[str, list[str]] | None


def read_declarations(words: Sequence[str], nations: Sequence[Any]) -> Question:
    """Return what was typed about a territory.

    Parameters
    ----------
    words : sequence of str
        As typed; blanks within a word separate words too.
    nations : sequence
        The nations of the map, with `id`, `name` and `code`.

    Raises
    ------
    WrongUse
        In one line, what cannot be meant and how it is written.
    """
    known = {key.casefold(): one.code for one in nations for key in (one.code, one.id)}
    texts = [text for word in words for text in word.split()]
    if not texts:
        raise WrongUse(f"who is present? Name nations, as in FR DE, with what they declare, as in {SHAPE}")
    said = [(text, *text.partition(":")[:2], text.partition(":")[2]) for text in texts]
    present = [_nation(name, known, text) for text, name, _, _ in said]
    for place, code in enumerate(present):
        if code in present[:place]:
            raise WrongUse(f"{code} is named twice: write all that it declares in one word, as in {SHAPE}")
    colons = [bool(colon) for _, _, colon, _ in said]
    if not any(colons):
        return Question(tuple(present), None)
    if not all(colons):
        code = present[colons.index(False)]
        raise WrongUse(
            f"{code} has no colon, others have: write {code}: for a nation that declares alliance to all"
        )
    wars = {
        code: _wars_of(code, text, declared, present, known)
        for code, (text, _, _, declared) in zip(present, said, strict=True)
    }
    return Question(tuple(present), wars)


def _nation(text: str, known: Mapping[str, str], word: str) -> str:
    code = known.get(text.strip().casefold())
    if code is None:
        codes = ", ".join(dict.fromkeys(known.values()))
        of = f" in {word!r}" if text != word else ""
        raise WrongUse(f"there is no nation {text.strip()!r}{of}: the nations are {codes}")
    return code


def _wars_of(
    code: str, word: str, declared: str, present: Sequence[str], known: Mapping[str, str]
) -> list[str]:
    """Return whom a nation declares war on."""
    found: dict[str, str] = {}
    for part in (part.strip() for part in declared.split(",")):
        if not part and not declared.strip():
            continue
        kind, arrow, name = part.partition(">")
        if not arrow or kind.strip().casefold() not in KINDS:
            raise WrongUse(f"{part!r} is no declaration: write '{SHAPE}', in quotation marks")
        other = _nation(name, known, word)
        if other == code:
            raise WrongUse(f"{code} declares something to itself in {word!r}: leave {part} out")
        if other not in present:
            raise WrongUse(f"{other} is not present: name it too, as in {other}: , or leave {part} out")
        relation = KINDS[kind.strip().casefold()]
        if found.setdefault(other, relation) != relation:
            raise WrongUse(f"{code} declares both war and alliance to {other} in {word!r}: leave one out")
    return [other for other in present if found.get(other) == "war"]
