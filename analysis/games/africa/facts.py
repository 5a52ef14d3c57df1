"""What Africa 1880 tells of itself: its map, which is reconstructed, and its nations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.africa import territory_sample
from conquestlab.analysis.games.facts import Facts, Part, Sample

if TYPE_CHECKING:
    from conquestlab.analysis.games.africa.africa_map import AfricaMap
    from conquestlab.analysis.rules.rulebook import Rulebook


def is_reconstructed(world: AfricaMap) -> bool:
    """Tell whether anything of a map is reconstructed, as its evidence says."""
    return "reconstructed" in world.evidence.values()


def parts(rulebook: Rulebook) -> Sequence[Part]:
    """Return the map."""
    world = rulebook.map
    return [Part("map", world.provenance, world.evidence, world.sources)]


def names(rulebook: Rulebook) -> Mapping[str, str]:
    """Return the names of the nations."""
    return {nation.id: nation.name for nation in rulebook.map.nations}


def _territories(rulebook: Rulebook) -> list[str]:
    return [territory.id for territory in rulebook.map.territories]


FACTS = Facts(
    parts=parts,
    names=names,
    sample=Sample(_territories, territory_sample.count_game, territory_sample.SHARES),
    seat_order="Seat 1 places its first presence before the others; all give their orders at the same time.",
    rule_words_in="conquestlab.analysis.games.africa.rule_words",
    pages_in="conquestlab.reports.games.africa.pages",
    words_in="conquestlab.analysis.games.africa.words",
)
