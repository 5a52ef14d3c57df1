"""What makes a map unplayable beside wrong borders: unreachable lands, empty continents."""

from collections.abc import Iterator, Mapping

from conquestlab.analysis.games.conquest.borders import Kinds, Side
from conquestlab.analysis.rules.faults import Fault, nearest, shown


def continent_faults(lands: Mapping[str, Side], continents: Mapping[str, str], file: str) -> Iterator[Fault]:
    """Yield the lands of no known continent, the continents of no land, and ids that name other cards.

    `continents` are their names by id.
    """
    for land in lands.values():
        if land.id.startswith("joker_"):
            wrong = "an id that is not a joker's"
            yield Fault(file=file, key=f"lands.{land.id}", value=land.id, allowed=wrong)
        if land.continent is None:  # no text, which is a fault of its own
            continue
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
    for id, name in continents.items():
        if id not in filled:
            key = f"continents.{shown(id)}"
            yield Fault(file=file, key=key, value="no land", allowed=f"a land in {shown(name)}")


def unreachable(kinds: Kinds, lands: Mapping[str, Side], file: str) -> Iterator[Fault]:
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
