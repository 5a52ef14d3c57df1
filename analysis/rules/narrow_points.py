"""The narrow points of a map: lands and borders without which it falls into pieces."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Near = Mapping[str, set[str]]


class NarrowLand(NamedTuple):
    """A land that every way between two parts of a map goes through, and the smaller parts behind it."""

    land: str
    cut_off: tuple[str, ...]


class NarrowBorder(NamedTuple):
    """A border that every way between two parts of a map goes over, and the lands of the smaller part."""

    a: str
    b: str
    cut_off: tuple[str, ...]


def near_of(lands: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Return by land the lands next to it."""
    near: dict[str, set[str]] = {id: set() for id in lands}
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    return near


def pieces(near: Near, without: str = "") -> list[tuple[str, ...]]:
    """Return the pieces of a map, the largest first, as if one land were not there."""
    left = [id for id in near if id != without]
    found = []
    while left:
        reached, edge = {left[0]}, [left[0]]
        while edge:
            edge = [id for here in edge for id in near[here] if id not in reached and id != without]
            reached.update(edge)
        found.append(tuple(id for id in left if id in reached))
        left = [id for id in left if id not in reached]
    return sorted(found, key=len, reverse=True)


def narrow_lands(near: Near) -> list[NarrowLand]:
    """Return the lands whose loss cuts others off, those that cut off most first."""
    whole = len(pieces(near))
    found = []
    for land in near:
        parts = pieces(near, without=land)
        if len(parts) > max(whole, 1):
            found.append(NarrowLand(land, tuple(id for part in parts[1:] for id in part)))
    return sorted(found, key=lambda one: -len(one.cut_off))


def narrow_borders(near: Near, pairs: Sequence[tuple[str, str]]) -> list[NarrowBorder]:
    """Return the borders whose loss cuts two lands or more off on either side, the most evenly first."""
    whole = len(pieces(near))
    found = []
    for a, b in pairs:
        cut = {id: others - ({a, b} - {id}) if id in (a, b) else others for id, others in near.items()}
        parts = pieces(cut)
        if len(parts) > whole:
            behind = min((part for part in parts if a in part or b in part), key=len)
            if len(behind) > 1:
                found.append(NarrowBorder(a, b, behind))
    return sorted(found, key=lambda one: -len(one.cut_off))
