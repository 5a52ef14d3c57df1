"""The games of conquest, as far as their rulebooks are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.conquest.checks import clashes, map_clashes, objective_clashes, unused_keys
from conquestlab.analysis.games.conquest.effective import (
    effective_map,
    effective_objectives,
    effective_values,
)
from conquestlab.analysis.games.conquest.objective_deck import read_objectives
from conquestlab.analysis.games.conquest.rules import ConquestRules, conquest_rules
from conquestlab.analysis.games.conquest.world_map_files import read_map
from conquestlab.analysis.games.game import Game, RuleFile

if TYPE_CHECKING:
    from conquestlab.analysis.rules.clashes import Clash
    from conquestlab.analysis.rules.rulebook import Rulebook

CONTINENTS = "reinforcement.continents"


def continent_bonus(rulebook: Rulebook) -> tuple[int, ...]:
    """Return by continent of the map the armies for its owner: the rulebook's where it names them."""
    named = conquest_rules(rulebook).reinforcement.continents
    return tuple(named.get(continent.id, continent.bonus) for continent in rulebook.map.continents)


def continents(rulebook: Rulebook) -> dict[str, Any]:
    """Return these armies by the id of the continent."""
    names = (continent.id for continent in rulebook.map.continents)
    return dict(zip(names, rulebook.continent_bonus, strict=True))


def _map_clashes(rules: ConquestRules, parts: Mapping[str, Any]) -> Iterator[Clash]:
    return map_clashes(rules, parts["map"])


def _objective_clashes(rules: ConquestRules, parts: Mapping[str, Any]) -> Iterator[Clash]:
    if "map" in parts:
        yield from objective_clashes(rules, parts["objectives"], parts["map"])


def _map_summary(world: Any) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    from conquestlab.analysis.games.conquest.world_map_summary import map_notes, map_rows

    return map_rows(world), map_notes(world)


GAME = Game(
    name="conquest",
    rules=ConquestRules,
    engine_in="conquestlab.analysis.games.conquest.description",
    files={
        "map": RuleFile(
            key="map",
            read=read_map,
            effective=lambda rulebook: effective_map(rulebook.map, rulebook.continent_bonus),
            clashes=_map_clashes,
            beside=("players", "setup", "ally", "handicap", "piece_limit", CONTINENTS, "cards.jokers"),
            pairs=("borders",),
            marks=("lands", "borders", "sea_borders", "border_notes", "remove", "add_by_land", "add_by_sea"),
            summary=_map_summary,
        ),
        "objectives": RuleFile(
            key="objectives.deck",
            read=read_objectives,
            effective=lambda rulebook: effective_objectives(rulebook.objectives),
            clashes=_objective_clashes,
            beside=("objectives", "players"),
            marks=("colours", "fallback"),
        ),
    },
    derived={"continent_bonus": continent_bonus},
    clashes=clashes,
    unused_keys=unused_keys,
    effective_values=effective_values,
    entries={CONTINENTS: continents},
    evidence_in="conquestlab.analysis.games.conquest.evidence",
    facts_in="conquestlab.analysis.games.conquest.facts",
)
