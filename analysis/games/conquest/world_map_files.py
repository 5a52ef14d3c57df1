"""Reads a map from its TOML file, with the maps that it extends, and refuses one that cannot be played on."""

import os
from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from conquestlab.analysis.games.conquest.borders import (
    Side,
    changed_borders,
    kinds_of_borders,
    note_faults,
    side_of,
)
from conquestlab.analysis.games.conquest.world_map import UNDISPUTED, Border, Continent, Land, WorldMap
from conquestlab.analysis.games.conquest.world_map_checks import continent_faults, unreachable
from conquestlab.analysis.rules.checked import fields_of, to_record, to_records, unknown_key
from conquestlab.analysis.rules.evidence import SourcedHead, evidence_faults, kinds_of
from conquestlab.analysis.rules.faults import MISSING, Fault, one_line, shown
from conquestlab.analysis.rules.pairs import Pairs, pair_of
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
Place = Annotated[
    tuple[Annotated[float, Meta(ge=0, le=100)], Annotated[float, Meta(ge=0, le=60)]],
    Meta(description="[x, y]: x from 0 in the west to 100, y from 0 in the south to 60"),
]
NOTES = "border_notes"
PARTS = ("lands", "continents", NOTES)


class MapHead(SourcedHead, frozen=True, kw_only=True):
    """What a map file says beside its lands: each border once, and what it changes of another map."""

    extends: str = ""
    borders: Pairs = ()
    sea_borders: Pairs = ()
    remove: Pairs = ()
    add_by_land: Pairs = ()
    add_by_sea: Pairs = ()


class LandEntry(Land, frozen=True, kw_only=True):
    """A land as the file has it: its place in one key or in two, and the lands that it borders."""

    at: Place | None = None
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
    sound: bool  # whether all that the heads say could be read


def read_map(text: str, asked_by: str, faults: list[Fault]) -> WorldMap | None:
    """Read a map by its name or file; None if anything is wrong with it, which is then among the faults.

    `asked_by` is the rulebook, as the faults call it.
    """
    before = len(faults)
    draft = _draft(text, "", (asked_by, "map"), (), faults)
    if draft is None:
        return None
    file, parts = draft.file, draft.parts
    continents = {}
    if parts["continents"]:
        continents = to_records(parts["continents"], Continent, MOST_CONTINENTS, file, "continents", faults)
    lands = to_records(parts["lands"], LandEntry, MOST_LANDS, file, "lands", faults)
    notes = {}
    for key, entry in parts[NOTES].items():
        note = to_record(entry, BorderNote, file, f"{NOTES}.{shown(key)}", faults)
        if note is not None:
            notes[key] = note
    faults += _place_faults(lands, file)
    # Borders and continents are looked at whatever else is wrong with a land, so that all faults are told.
    sides = {id: side_of(id, entry, fields_of(LandEntry)) for id, entry in parts["lands"].items()}
    faults += continent_faults(sides, _names(parts["continents"]), file)
    kinds = {}
    if draft.sound and len(sides) <= MOST_LANDS:
        kinds = _joined(sides, draft.heads, parts[NOTES], file, faults)
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
    if isinstance(table.get("borders"), dict):  # the older form, in which only notes stood there
        table[NOTES] = table.pop("borders") | table.get(NOTES, {})
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
    sound = head is not None
    if head is None:
        extends = table.get("extends", "")
        head = MapHead(name=stem, extends=extends if isinstance(extends, str) else "")
    faults += evidence_faults(head.provenance, head.evidence, file)
    if not head.extends:
        return Draft(file, (head,), parts, sound)
    parent = _draft(head.extends, os.path.dirname(path), (file, "extends"), (*below, real), faults)
    if parent is None:
        return None
    over = {key: _over(parent.parts[key], parts[key]) for key in PARTS}
    return Draft(file, (*parent.heads, head), over, sound and parent.sound)


def _over(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    found = dict(parent)
    for key, entry in child.items():
        moved = {"at", "x", "y"} if {"at", "x", "y"} & set(entry) else set()
        found[key] = {name: value for name, value in parent.get(key, {}).items() if name not in moved} | entry
    return found


def _names(continents: dict[str, Any]) -> dict[str, str]:
    return {id: one["name"] if isinstance(one.get("name"), str) else id for id, one in continents.items()}


def _place_faults(lands: dict[str, LandEntry], file: str) -> Iterator[Fault]:
    """Yield the lands that have half a place, or two."""
    for land in lands.values():
        if land.at is not None and (land.x is not None or land.y is not None):
            wrong = "one place: either at = [x, y], or x and y"
            yield Fault(file=file, key=f"lands.{shown(land.id)}.at", value=shown(land.at), allowed=wrong)
        elif (land.x is None) != (land.y is None):
            key = f"lands.{shown(land.id)}.{'x' if land.x is None else 'y'}"
            yield Fault(file=file, key=key, value=MISSING, allowed="x and y both, or neither")


def _joined(
    sides: dict[str, Side], heads: tuple[MapHead, ...], notes: dict[str, Any], file: str, faults: list[Fault]
) -> dict[tuple[str, str], str]:
    """Return the kind of every border; where one is wrong, whether all lands are in reach is not said."""
    before = len(faults)
    kinds = kinds_of_borders(sides, file, faults)
    known = set(kinds)
    for head in heads:
        faults += changed_borders(kinds, sides, head, file)
        known |= set(kinds)
    faults += note_faults(known, notes, file)
    if sides and len(faults) == before and all(side.sure for side in sides.values()):
        faults += unreachable(kinds, sides, file)
    return kinds


def _land(entry: LandEntry) -> Land:
    fields = {field: getattr(entry, field) for field in Land.__struct_fields__}
    return Land(**(fields if entry.at is None else fields | {"x": entry.at[0], "y": entry.at[1]}))


def _borders(
    kinds: dict[tuple[str, str], str], lands: dict[str, LandEntry], notes: dict[str, BorderNote]
) -> list[Border]:
    order = {id: place for place, id in enumerate(lands)}
    said = {frozenset(pair_of(key)): note for key, note in notes.items()}
    plain = BorderNote()
    borders = []
    for a, b in sorted(kinds, key=lambda pair: (order[pair[0]], order[pair[1]])):
        note = said.get(frozenset((a, b)), plain)
        borders.append(Border(a=a, b=b, kind=kinds[a, b], status=note.status, provenance=note.provenance))
    return borders
