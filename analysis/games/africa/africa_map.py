"""The map of Africa 1880, its territories and nations, read from a file and checked.

The map that comes with the program is a reconstruction, and its provenance says what of it is attested.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any

from msgspec import Meta, Struct, structs

from conquestlab.analysis.rules.checked import to_record, to_records
from conquestlab.analysis.rules.evidence import Evidence, evidence_faults, kinds_of
from conquestlab.analysis.rules.faults import Fault, nearest, shown
from conquestlab.analysis.rules.pairs import PAIR, Pairs, pair_of, pair_text
from conquestlab.analysis.rules.rulebook_files import read_named

FOLDER = "africa"
MOST_TERRITORIES = 64  # the engine keeps sets of territories in one 64-bit number
MOST_NATIONS = 8


class Nation(Struct, frozen=True, kw_only=True):
    """A nation: a short code for it, and where its first presence stands in a historical start."""

    id: str
    name: str
    name_fr: str = ""
    code: Annotated[str, Meta(min_length=1, max_length=4)]
    colour: str = ""
    start: str = ""
    provenance: str = ""


class Territory(Struct, frozen=True, kw_only=True):
    """A territory, and its place on a drawing (x eastwards, y northwards); without, the map is laid out."""

    id: str
    name: str
    name_fr: str = ""
    coast: bool
    squares: Annotated[int, Meta(ge=1, le=15)]
    neighbours: tuple[str, ...] = ()
    x: Annotated[float, Meta(ge=-180, le=180)] | None = None
    y: Annotated[float, Meta(ge=-90, le=90)] | None = None
    provenance: str = ""


class AfricaMap(Struct, frozen=True, kw_only=True, dict=True):
    """A checked map.

    Territories stand in the alphabetical order of their names, without accents (8.5 F5); that order numbers
    them for the engine. Nations stand in the order of placing.
    """

    name: str
    title: str
    nations: tuple[Nation, ...]
    territories: tuple[Territory, ...]
    provenance: dict[str, str]
    sources: dict[str, str]
    evidence: dict[str, str]

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each territory, from 0, by its id."""
        return {territory.id: place for place, territory in enumerate(self.territories)}

    @property
    def places(self) -> dict[str, tuple[float, float] | None]:
        """By territory, its place on a drawing, or None."""
        return {
            one.id: None if one.x is None or one.y is None else (one.x, one.y) for one in self.territories
        }

    @property
    def groups(self) -> dict[str, str]:
        """By territory, what it belongs to: nothing."""
        return {one.id: "" for one in self.territories}

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The borders, each once."""
        order = self.number
        return tuple(
            (one.id, other)
            for one in self.territories
            for other in one.neighbours
            if order[one.id] < order[other]
        )


class _File(Struct, frozen=True, kw_only=True):
    name: str
    title: str = ""
    title_fr: str = ""
    summary: str = ""
    nations: tuple[Nation, ...]
    territories: tuple[Territory, ...]
    borders: Pairs = ()
    provenance: dict[str, str] = {}
    sources: dict[str, str] = {}
    evidence: Evidence = {}


def read_map(text: str, asked_by: str, faults: list[Fault]) -> AfricaMap | None:
    """Read a map by its name or file; None if anything is wrong, which is then among the faults.

    `asked_by` is the rulebook, as the faults call it.
    """
    found = read_named(text, FOLDER, (asked_by, "map"), faults)
    if found is None:
        return None
    file, table = found
    before = len(faults)
    for key, record, most in (
        ("nations", Nation, MOST_NATIONS),
        ("territories", Territory, MOST_TERRITORIES),
    ):
        entries: dict[str, Any] = to_records(table.get(key), record, most, file, key, faults)
        table[key] = tuple(entries.values())
    read = to_record(table, _File, file, "", faults)
    if read is not None and len(faults) == before:
        read = _with_borders(read, file, faults)
        faults += [*_border_faults(read, file), *_nation_faults(read, file)]
        faults += evidence_faults(read.provenance, read.evidence, file)
        if len(faults) == before:
            faults += _unreachable(read, file)
    if read is None or len(faults) > before:
        return None
    return AfricaMap(
        name=read.name,
        title=read.title or read.name,
        nations=read.nations,
        territories=tuple(sorted(read.territories, key=by_alphabet)),
        provenance=read.provenance,
        sources=read.sources,
        evidence=kinds_of(read.provenance, read.evidence),
    )


def by_alphabet(territory: Territory) -> tuple[str, str, str]:
    """Return a key that sorts territories by their names, without accents."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFD", territory.name) if not unicodedata.combining(letter)
    )
    return plain.casefold(), territory.name, territory.id


def _with_borders(read: _File, file: str, faults: list[Fault]) -> _File:
    """Return what a file says with its pairs as neighbours of both territories."""
    near = {one.id: list(one.neighbours) for one in read.territories}
    names = {one.id: one.name for one in read.territories}
    for entry in read.borders:
        pair = pair_of(entry)
        strange = [id for id in pair if id not in near]
        if len(pair) != 2:
            wrong = f"two territories, {PAIR}"
        elif strange:
            wrong = f"the ids of two territories: there is no {shown(strange[0])}"
        elif pair[0] == pair[1]:
            wrong = f"two territories: {names[pair[0]]} cannot border itself"
        elif pair[1] in near[pair[0]]:
            wrong = f"each border once: {names[pair[0]]} and {names[pair[1]]} have one already"
        else:
            near[pair[0]].append(pair[1])
            near[pair[1]].append(pair[0])
            continue
        hint = nearest(strange[0], near) if strange else ""
        faults.append(
            Fault(file=file, key="borders", value=shown(pair_text(entry)), allowed=wrong, nearest=hint)
        )
    territories = tuple(
        structs.replace(one, neighbours=tuple(sorted(near[one.id]))) for one in read.territories
    )
    return structs.replace(read, territories=territories)


def _border_faults(read: _File, file: str) -> Iterator[Fault]:
    territories = {territory.id: territory for territory in read.territories}
    for here in read.territories:
        seen = set()
        for id in here.neighbours:
            near = ""
            if id not in territories:
                wrong, near = "the id of a territory of the map", nearest(id, territories)
            elif id == here.id:
                wrong = f"another territory: {here.name} cannot border itself"
            elif id in seen:
                wrong = f"each neighbour once: {here.name} names {territories[id].name} twice"
            elif here.id not in territories[id].neighbours:
                there = territories[id].name
                wrong = f"a border that both territories name: {there} does not name {here.name}"
            else:
                seen.add(id)
                continue
            key = f"territories.{shown(here.id)}.neighbours"
            yield Fault(file=file, key=key, value=shown(id), allowed=wrong, nearest=near)


def _nation_faults(read: _File, file: str) -> Iterator[Fault]:
    coasts = [territory.id for territory in read.territories if territory.coast]
    codes: dict[str, str] = {}
    for nation in read.nations:
        key = f"nations.{shown(nation.id)}"
        if nation.start and nation.start not in coasts:
            near = nearest(nation.start, coasts)
            wrong = "the id of a territory with a coast, or nothing"
            yield Fault(file=file, key=f"{key}.start", value=shown(nation.start), allowed=wrong, nearest=near)
        if nation.code in codes:
            wrong = f"a code of its own: {shown(codes[nation.code])} has this one"
            yield Fault(file=file, key=f"{key}.code", value=shown(nation.code), allowed=wrong)
        codes[nation.code] = nation.name
    if not coasts:
        wrong = "a coast at least, for the first presences"
        yield Fault(file=file, key="territories", value="no coast", allowed=wrong)


def _unreachable(read: _File, file: str) -> Iterator[Fault]:
    near: Mapping[str, tuple[str, ...]] = {one.id: one.neighbours for one in read.territories}
    first = read.territories[0]
    reached, edge = {first.id}, [first.id]
    while edge:
        edge = [id for here in edge for id in near[here] if id not in reached]
        reached.update(edge)
    cut_off = [one.name for one in read.territories if one.id not in reached]
    if cut_off:
        wrong = f"a map in one piece: no way from {shown(first.name)} to {shown(', '.join(cut_off))}"
        yield Fault(file=file, key="territories", value=f"{len(cut_off)} out of reach", allowed=wrong)


def effective_map(world: AfricaMap) -> dict[str, Any]:
    """Return what a map does in a game, in the order that acts."""
    return {
        "nations": [[nation.id, nation.start] for nation in world.nations],
        "territories": [
            [one.id, one.coast, one.squares, sorted(one.neighbours)] for one in world.territories
        ],
    }
