"""The map of a rulebook as checked records: lands, continents and borders."""

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from conquestlab.analysis.rules.evidence import Entry

UNDISPUTED = "undisputed"


class Continent(Entry, frozen=True, kw_only=True):
    """A continent and the armies that its owner receives."""

    bonus: Annotated[int, Meta(ge=0, le=100)]


class Land(Entry, frozen=True, kw_only=True):
    """A land, the arm on its card and its place on a drawing (x eastwards, y northwards).

    `continent` is empty on a map without continents; without `x` and `y` the map is laid out
    (analysis/rules/map_layout.py).
    """

    name_fr_1957: str = ""
    continent: str = ""
    arm: Literal["infantry", "cavalry", "artillery"]
    x: Annotated[float, Meta(ge=0, le=100)] | None = None
    y: Annotated[float, Meta(ge=0, le=60)] | None = None


class Border(Struct, frozen=True, kw_only=True):
    """A border between two lands, crossed by land or by sea; `a` stands before `b` in the order of lands."""

    a: str
    b: str
    kind: str
    status: str = UNDISPUTED
    provenance: str = ""


class WorldMap(Struct, frozen=True, kw_only=True, dict=True):
    """A checked map. Lands and continents keep the order of the file, which numbers them for the engines."""

    name: str
    title: str
    lands: tuple[Land, ...]
    continents: tuple[Continent, ...]
    borders: tuple[Border, ...]
    provenance: dict[str, str]
    sources: dict[str, str]
    evidence: dict[str, str]

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each land, from 0, by its id."""
        return {land.id: i for i, land in enumerate(self.lands)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """By land, the numbers of the lands next to it, in ascending order."""
        near: list[list[int]] = [[] for _ in self.lands]
        for border in self.borders:
            a, b = self.number[border.a], self.number[border.b]
            near[a].append(b)
            near[b].append(a)
        return tuple(tuple(sorted(some)) for some in near)

    @cached_property
    def continent_lands(self) -> tuple[tuple[int, ...], ...]:
        """By continent, the numbers of its lands."""
        return tuple(
            tuple(i for i, land in enumerate(self.lands) if land.continent == continent.id)
            for continent in self.continents
        )

    @property
    def places(self) -> dict[str, tuple[float, float] | None]:
        """By land, its place on a drawing, or None."""
        return {
            land.id: None if land.x is None or land.y is None else (land.x, land.y) for land in self.lands
        }

    @property
    def groups(self) -> dict[str, str]:
        """By land, its continent."""
        return {land.id: land.continent for land in self.lands}

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The borders as pairs of lands."""
        return tuple((border.a, border.b) for border in self.borders)
