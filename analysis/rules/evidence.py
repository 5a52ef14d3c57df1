"""The kind of evidence for what a rulebook, a map or a deck says: a printed source, or something else.

The table `evidence` of a file names the keys of its `provenance` that are based on something else than a
source.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from conquestlab.analysis.rules.faults import Fault, nearest, shown

SOURCE, NOT_SAID, RECONSTRUCTED = "source", "not said", "reconstructed"
Kind = Literal["reading", "convention", "tool", "reconstructed"]
Evidence = Annotated[
    dict[Kind, tuple[str, ...]],
    Meta(description="a table of reading, convention, tool and reconstructed, each a list of keys"),
]


class FileHead(Struct, frozen=True, kw_only=True):
    """What every such file says of itself."""

    name: str
    title: str = ""
    title_fr: str = ""
    summary: str = ""
    sources: dict[str, str] = {}
    evidence: Evidence = {}


class SourcedHead(FileHead, frozen=True, kw_only=True):
    """The same with where what the file says comes from, by key."""

    provenance: dict[str, str] = {}


class Entry(Struct, frozen=True, kw_only=True):
    """One of the things that a file lists by their ids."""

    id: str
    name: str
    name_fr: str = ""
    provenance: str = ""


def kinds_of(provenance: Mapping[str, str], evidence: Mapping[Kind, Iterable[str]]) -> dict[str, str]:
    """Return the kind of evidence by the keys of a provenance."""
    named = {key: kind for kind, keys in evidence.items() for key in keys}
    return {key: named.get(key, SOURCE if text else NOT_SAID) for key, text in provenance.items()}


def evidence_faults(
    provenance: Mapping[str, str], evidence: Mapping[Kind, Iterable[str]], file: str
) -> Iterator[Fault]:
    """Yield the faults of keys whose provenance the file does not tell, or that are of two kinds."""
    seen = set()
    for kind, keys in evidence.items():
        for key in keys:
            if key not in provenance or key in seen:
                wrong = "each key once, as the table provenance of this file names it"
                near = nearest(key, provenance) if key not in provenance else ""
                yield Fault(file=file, key=f"evidence.{kind}", value=shown(key), allowed=wrong, nearest=near)
            seen.add(key)
