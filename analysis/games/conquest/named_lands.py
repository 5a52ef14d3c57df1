"""Lands of a map as people write them: by name in any language of the map, or by id, in any case."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.faults import nearest, shown

if TYPE_CHECKING:
    from conquestlab.analysis.games.conquest.world_map import Land
    from conquestlab.analysis.rules.rulebook import Rulebook


def folded(name: str) -> str:
    """Return a name without accents, case, blanks and signs, to compare it with others."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if sign.isalnum())


def land_names(rulebook: Rulebook) -> dict[str, Land]:
    """Return the lands of a map by every name that they have, folded."""
    found: dict[str, Land] = {}
    for field in ("id", "name", "name_fr", "name_fr_1957"):
        for land in rulebook.map.lands:
            name = folded(getattr(land, field))
            if name:
                found.setdefault(name, land)
    return found


def find_land(name: str, rulebook: Rulebook) -> Land | None:
    """Return the land of a name, or None."""
    return land_names(rulebook).get(folded(name))


def land_called(name: str, rulebook: Rulebook) -> Land:
    """Return the land of a name; WrongUse with the nearest name where there is none."""
    land = find_land(name, rulebook)
    if land is None:
        known = {folded(one.name): one.name for one in rulebook.map.lands}
        near = nearest(folded(name), known)
        meant = f": did you mean {known[near]}?" if near else ""
        raise WrongUse(f"no land of {rulebook.label} is called {shown(name)!r}{meant}")
    return land
