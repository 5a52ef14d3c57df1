"""What makes a map unplayable: one-sided borders, unreachable lands, empty continents."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from conquestlab.analysis.rules.faults import Fault, nearest, shown

Kinds = dict[tuple[str, str], str]  # `land` or `sea` by the ids of two lands, in the order of lands


def continent_faults(lands: Mapping[str, Any], continents: Mapping[str, Any], file: str) -> Iterator[Fault]:
    """Yield the lands of no known continent, the continents of no land, and ids that name other cards."""
    for land in lands.values():
        if land.id.startswith("joker_"):
            wrong = "an id that is not a joker's"
            yield Fault(file=file, key=f"lands.{land.id}", value=land.id, allowed=wrong)
        if (land.continent or continents) and land.continent not in continents:
            known = f"a continent of the map ({shown(', '.join(continents))})"
            yield Fault(
                file=file,
                key=f"lands.{shown(land.id)}.continent",
                value=shown(land.continent) or "missing",
                allowed=known if continents else "nothing, since the map has no continents",
                nearest=nearest(land.continent, continents) if land.continent else "",
            )
    filled = {land.continent for land in lands.values()}
    for continent in continents.values():
        if continent.id not in filled:
            key = f"continents.{shown(continent.id)}"
            yield Fault(file=file, key=key, value="no land", allowed=f"a land in {shown(continent.name)}")


def kinds_of_borders(lands: Mapping[str, Any], file: str, faults: list[Fault]) -> Kinds:
    """Return the kind of every border, after a look from both of its lands."""
    sides: Kinds = {}
    for here in lands.values():
        for kind, there in [("land", id) for id in here.by_land] + [("sea", id) for id in here.by_sea]:
            if there not in lands:
                wrong = "the id of a land of the map"
            elif there == here.id:
                wrong = f"another land: {here.name} cannot border itself"
            elif (here.id, there) in sides:
                wrong = f"each neighbour once: {here.name} names {lands[there].name} twice"
            else:
                sides[here.id, there] = kind
                continue
            key, near = f"lands.{shown(here.id)}.by_{kind}", "" if there in lands else nearest(there, lands)
            faults.append(Fault(file=file, key=key, value=shown(there), allowed=wrong, nearest=near))
    order = {id: place for place, id in enumerate(lands)}
    kinds: Kinds = {}
    for (a, b), kind in sides.items():
        back = sides.get((b, a))
        first = order[a] < order[b]
        if back == kind:
            if first:
                kinds[a, b] = kind
        elif back is None or first:
            said = "does not name" if back is None else f"names by {back}"
            wrong = f"a border that both lands name alike: {lands[b].name} {said} {lands[a].name}"
            faults.append(Fault(file=file, key=f"lands.{a}.by_{kind}", value=b, allowed=wrong))
    return kinds


def changed_borders(kinds: Kinds, lands: Mapping[str, Any], head: Any, file: str) -> Iterator[Fault]:
    """Take away and add, in place, the borders that a map file changes; yield what cannot be done."""
    edits = [("remove", pair) for pair in head.remove]
    edits += [("add_by_land", pair) for pair in head.add_by_land]
    edits += [("add_by_sea", pair) for pair in head.add_by_sea]
    order = list(lands)
    for key, pair in edits:
        strange = [id for id in pair if id not in lands]
        near = nearest(strange[0], lands) if strange else ""
        a, b = pair if strange else sorted(pair, key=order.index)
        if strange:
            wrong = f"the ids of two lands: there is no {shown(strange[0])}"
        elif a == b:
            wrong = f"two lands: {lands[a].name} cannot border itself"
        elif key == "remove" and (a, b) not in kinds:
            wrong = f"a border of the map: {lands[a].name} and {lands[b].name} have none"
        elif key != "remove" and (a, b) in kinds:
            wrong = f"a new border: {lands[a].name} and {lands[b].name} have one"
        elif key == "remove":
            del kinds[a, b]
            continue
        else:
            kinds[a, b] = key.removeprefix("add_by_")
            continue
        value = shown(" - ".join(pair))
        yield Fault(file=file, key=key, value=value, allowed=wrong, nearest=near)


def note_faults(borders: Iterable[tuple[str, str]], notes: Mapping[str, Any], file: str) -> Iterator[Fault]:
    """Yield the notes on borders that neither the map nor what it extends has."""
    pairs = {frozenset(pair): " - ".join(pair) for pair in borders}
    for key in notes:
        if frozenset(key.split(" - ")) not in pairs:
            wrong = "a border of the map as one_land - another_land"
            near = nearest(key, pairs.values())
            yield Fault(file=file, key="borders", value=shown(key), allowed=wrong, nearest=near)


def unreachable(kinds: Kinds, lands: Mapping[str, Any], file: str) -> Iterator[Fault]:
    """Yield the lands that no chain of borders joins to the first one."""
    near: dict[str, list[str]] = {id: [] for id in lands}
    for a, b in kinds:
        near[a].append(b)
        near[b].append(a)
    first = next(iter(lands))
    reached, edge = {first}, [first]
    while edge:
        edge = [id for here in edge for id in near[here] if id not in reached]
        reached.update(edge)
    cut_off = [lands[id].name for id in lands if id not in reached]
    if cut_off:
        wrong = f"a map in one piece: no way from {lands[first].name} to {', '.join(cut_off)}"
        yield Fault(file=file, key="lands", value=f"{len(cut_off)} out of reach", allowed=wrong)
