"""Reads a map from its TOML file, with the maps that it extends, and refuses one that cannot be played on."""

import os
from typing import Annotated, Any

from msgspec import Meta, Struct

from conquestlab.analysis.games.conquest.world_map import UNDISPUTED, Border, Continent, Land, WorldMap
from conquestlab.analysis.games.conquest.world_map_checks import (
    changed_borders,
    continent_faults,
    kinds_of_borders,
    note_faults,
    unreachable,
)
from conquestlab.analysis.rules.checked import fields_of, to_record, to_records, unknown_key
from conquestlab.analysis.rules.evidence import SourcedHead, evidence_faults, kinds_of
from conquestlab.analysis.rules.faults import Fault, one_line, shown
from conquestlab.analysis.rules.rulebook_files import (
    is_path,
    no_file,
    place_of,
    read_toml,
    ring_of_files,
    unknown_name,
)

FOLDER = "maps"
MOST_LANDS = 64  # the engines keep sets of lands in one 64-bit number
MOST_CONTINENTS = 16
Pairs = Annotated[tuple[tuple[str, str], ...], Meta(description='a list of ["one_land", "another_land"]')]
PARTS = ("lands", "continents", "borders")


class MapHead(SourcedHead, frozen=True, kw_only=True):
    """What a map file says beside its lands."""

    extends: str = ""
    remove: Pairs = ()
    add_by_land: Pairs = ()
    add_by_sea: Pairs = ()


class LandEntry(Land, frozen=True, kw_only=True):
    """A land as the file has it: with the lands that it borders."""

    by_land: tuple[str, ...] = ()
    by_sea: tuple[str, ...] = ()


class BorderNote(Struct, frozen=True, kw_only=True):
    """What a file says of a single border, under `one_land - another_land`."""

    status: str = UNDISPUTED
    provenance: str = ""


class Draft(Struct, frozen=True):
    """A map before its checks: what the file says over what its parents say."""

    file: str
    heads: tuple[MapHead, ...]  # the oldest parent first
    parts: dict[str, dict[str, Any]]  # lands, continents and notes on borders, by id


def read_map(text: str, asked_by: str, faults: list[Fault]) -> WorldMap | None:
    """Read a map by its name or file; None if anything is wrong with it, which is then among the faults.

    `asked_by` is the rulebook, as the faults call it.
    """
    before = len(faults)
    draft = _draft(text, "", (asked_by, "map"), (), faults)
    if draft is None or len(faults) > before:
        return None
    file, parts = draft.file, draft.parts
    continents = {}
    if parts["continents"]:
        continents = to_records(parts["continents"], Continent, MOST_CONTINENTS, file, "continents", faults)
    lands = to_records(parts["lands"], LandEntry, MOST_LANDS, file, "lands", faults)
    notes = {}
    for key, entry in parts["borders"].items():
        note = to_record(entry, BorderNote, file, f"borders.{shown(key)}", faults)
        if note is not None:
            notes[key] = note
    if len(faults) > before:
        return None
    faults += continent_faults(lands, continents, file)
    kinds = kinds_of_borders(lands, file, faults)
    if len(faults) == before:
        known = set(kinds)
        for head in draft.heads:
            faults += changed_borders(kinds, lands, head, file)
        faults += note_faults(known | set(kinds), notes, file)
        faults += unreachable(kinds, lands, file)
    if len(faults) > before:
        return None
    head = draft.heads[-1]
    return WorldMap(
        name=head.name,
        title=head.title or head.name,
        lands=tuple(_land(entry) for entry in lands.values()),
        continents=tuple(continents.values()),
        borders=tuple(_borders(kinds, lands, notes)),
        provenance={key: text for some in draft.heads for key, text in some.provenance.items()},
        evidence={
            key: kind
            for some in draft.heads
            for key, kind in kinds_of(some.provenance, some.evidence).items()
        },
        sources={key: text for some in draft.heads for key, text in some.sources.items()},
    )


def _draft(
    text: str, beside: str, asked: tuple[str, str], below: tuple[str, ...], faults: list[Fault]
) -> Draft | None:
    """Read a map file and what it extends.

    A relative path counts from the folder `beside`; `asked` are the file and the key that name the map,
    `below` the paths of the maps that led here.
    """
    path = place_of(text, FOLDER, beside)
    if path is None or not os.path.exists(path):
        faults.append(no_file(*asked, text) if path else unknown_name(*asked, text, FOLDER))
        return None
    file = one_line(path) if is_path(text) else text
    real = os.path.realpath(path)
    if real in below:
        faults.append(ring_of_files(*asked, text, [*below[below.index(real) :], real]))
        return None
    table = read_toml(path, faults)
    if table is None:
        return None
    parts = {key: table.pop(key, {}) for key in PARTS}
    for key, part in parts.items():
        if not isinstance(part, dict) or not all(isinstance(entry, dict) for entry in part.values()):
            faults.append(
                Fault(file=file, key=key, value=shown(part), allowed=f"a table [{key}.ID] for each")
            )
            return None
    known = (*fields_of(MapHead), *PARTS)
    for key in [key for key in table if key not in known]:
        faults.append(unknown_key(file, key, table.pop(key), known))
    stem = os.path.splitext(os.path.basename(path))[0]
    head = to_record({"name": stem} | table, MapHead, file, "", faults)
    if head is None:
        return None
    faults += evidence_faults(head.provenance, head.evidence, file)
    if not head.extends:
        return Draft(file, (head,), parts)
    parent = _draft(head.extends, os.path.dirname(path), (file, "extends"), (*below, real), faults)
    if parent is None:
        return None
    return Draft(file, (*parent.heads, head), {key: _over(parent.parts[key], parts[key]) for key in PARTS})


def _over(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    return parent | {key: parent.get(key, {}) | entry for key, entry in child.items()}


def _land(entry: LandEntry) -> Land:
    return Land(**{field: getattr(entry, field) for field in Land.__struct_fields__})


def _borders(
    kinds: dict[tuple[str, str], str], lands: dict[str, LandEntry], notes: dict[str, BorderNote]
) -> list[Border]:
    order = {id: place for place, id in enumerate(lands)}
    said = {frozenset(key.split(" - ")): note for key, note in notes.items()}
    plain = BorderNote()
    borders = []
    for a, b in sorted(kinds, key=lambda pair: (order[pair[0]], order[pair[1]])):
        note = said.get(frozenset((a, b)), plain)
        borders.append(Border(a=a, b=b, kind=kinds[a, b], status=note.status, provenance=note.provenance))
    return borders
