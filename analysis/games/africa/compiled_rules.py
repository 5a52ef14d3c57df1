"""A rulebook of Africa 1880 as the record of numbers that its engine plays by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from conquestlab.analysis.games.africa.rules import africa_rules
from conquestlab.kernels.africa.state import NOWHERE, PLANES, rules_dtype


def compile_rules(rulebook: Any, seats: int) -> np.ndarray:
    """Return the rules as an array of one record of `rules_dtype`."""
    spec, world = africa_rules(rulebook), rulebook.map
    compiled = np.zeros(1, rules_dtype)
    rules = compiled[0]
    rules["territories"] = len(world.territories)
    rules["coasts"] = _set_of(place for place, one in enumerate(world.territories) if one.coast)
    for place, territory in enumerate(world.territories):
        rules["squares"][place] = territory.squares
        rules["neighbours"][place] = _set_of(world.number[id] for id in territory.neighbours)
    for plane in range(PLANES):
        digit = (place for place, one in enumerate(world.territories) if one.squares >> plane & 1)
        rules["free_planes"][plane] = _set_of(digit)
    rules["nations"] = len(world.nations)
    for place, nation in enumerate(world.nations):
        rules["start"][place] = world.number[nation.start] if nation.start else NOWHERE
    numbers = {
        "historical": spec.historical,
        "placing_drawn": spec.placing == "drawn",
        "share_first": spec.share_first,
        "landing_at_execution": spec.landing_empty == "execution",
        "alphabet_of_targets": spec.alphabetical == "target",
        "presences": spec.presences,
        "rounds": len(spec.years),
        "last_colony": spec.last_colony,
        "alone": spec.score.alone,
        "shared": spec.score.shared,
        "alliance": spec.score.alliance,
    }
    for name, number in numbers.items():
        rules[name] = number
    for seat, points in enumerate(spec.handicap.points[:seats]):
        rules["handicap"][seat] = points
    return compiled


def _set_of(places: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << place for place in places))
