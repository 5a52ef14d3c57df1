"""What Africa 1880 tells of itself: its map, which is reconstructed, and its nations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.facts import Facts, Part

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def parts(rulebook: Rulebook) -> Sequence[Part]:
    """Return the map."""
    world = rulebook.map
    return [Part("map", world.provenance, world.evidence, world.sources)]


def names(rulebook: Rulebook) -> Mapping[str, str]:
    """Return the names of the nations."""
    return {nation.id: nation.name for nation in rulebook.map.nations}


FACTS = Facts(parts=parts, names=names, pages_in="conquestlab.reports.games.africa.pages")
