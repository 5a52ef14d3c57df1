"""The borders of a map file: pairs written once, or lists that both lands keep; what is wrong with them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from conquestlab.analysis.rules.faults import Fault, nearest, shown
from conquestlab.analysis.rules.pairs import BETWEEN, PAIR, pair_of, pair_text

Kinds = dict[tuple[str, str], str]  # `land` or `sea` by the ids of two lands, in the order of lands
LISTS = {"borders": "land", "sea_borders": "sea", "add_by_land": "land", "add_by_sea": "sea"}
"""By key of a map file that adds pairs, their kind; the last two are the older names of the first two."""


class Side(Struct, frozen=True):
    """A land as far as its borders go; `sure` unless its own lists could not be read."""

    id: str
    name: str
    continent: str | None
    by_land: tuple[str, ...]
    by_sea: tuple[str, ...]
    sure: bool


def side_of(id: str, entry: Mapping[str, Any], known: Iterable[str]) -> Side:
    """Return what can be read of the borders of a land, whatever else is wrong with its entry."""

    def names(key: str) -> tuple[str, ...]:
        found = entry.get(key, ())
        return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list | tuple) else ()

    def words(key: str, default: str) -> Any:
        return entry[key] if isinstance(entry.get(key), str) else default

    lists_are = all(isinstance(entry.get(key, []), list | tuple) for key in ("by_land", "by_sea"))
    continent = entry.get("continent", "")
    return Side(
        id=id,
        name=words("name", id),
        continent=continent if isinstance(continent, str) else None,
        by_land=names("by_land"),
        by_sea=names("by_sea"),
        sure=lists_are and set(entry) <= set(known),
    )


def kinds_of_borders(lands: Mapping[str, Side], file: str, faults: list[Fault]) -> Kinds:
    """Return the kind of every border that lands list, after a look from both of its lands."""
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
        elif back is None and not lands[b].sure:
            kinds[(a, b) if first else (b, a)] = kind  # what the other says could not be read
        elif back is None or first:
            said = "does not name" if back is None else f"names by {back}"
            wrong = (
                f"a border that both lands name alike: {lands[b].name} {said} {lands[a].name}; "
                "or write the pair once, in borders"
            )
            faults.append(Fault(file=file, key=f"lands.{a}.by_{kind}", value=b, allowed=wrong))
    return kinds


def changed_borders(kinds: Kinds, lands: Mapping[str, Side], head: Any, file: str) -> Iterator[Fault]:
    """Take away and add, in place, the borders that a map file changes; yield what cannot be done."""
    edits = [("remove", pair) for pair in head.remove]
    edits += [(key, pair) for key in LISTS for pair in getattr(head, key)]
    order = list(lands)
    for key, entry in edits:
        pair = pair_of(entry)
        value = shown(pair_text(entry))
        if len(pair) != 2:
            yield Fault(file=file, key=key, value=value, allowed=f"two lands, {PAIR}")
            continue
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
            wrong = f"each border once: {lands[a].name} and {lands[b].name} have one already"
        elif key == "remove":
            del kinds[a, b]
            continue
        else:
            kinds[a, b] = LISTS[key]
            continue
        yield Fault(file=file, key=key, value=value, allowed=wrong, nearest=near)


def note_faults(borders: Iterable[tuple[str, str]], notes: Mapping[str, Any], file: str) -> Iterator[Fault]:
    """Yield the notes on borders that neither the map nor what it extends has."""
    pairs = {frozenset(pair): BETWEEN.join(pair) for pair in borders}
    for key in notes:
        if frozenset(pair_of(key)) not in pairs:
            wrong = "a border of the map as one_land - another_land"
            near = nearest(key, pairs.values())
            yield Fault(file=file, key="border_notes", value=shown(key), allowed=wrong, nearest=near)
