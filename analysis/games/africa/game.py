"""Africa 1880, as far as its rulebooks are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.africa.africa_map import effective_map, read_map
from conquestlab.analysis.games.africa.checks import clashes, map_clashes, unused_keys
from conquestlab.analysis.games.africa.rules import AfricaRules
from conquestlab.analysis.games.game import Game, RuleFile

if TYPE_CHECKING:
    from conquestlab.analysis.rules.clashes import Clash


def _map_clashes(rules: AfricaRules, parts: Mapping[str, Any]) -> Iterator[Clash]:
    return map_clashes(rules, parts["map"])


def _map_summary(world: Any) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    from conquestlab.analysis.games.africa.africa_map_summary import map_notes, map_rows

    return map_rows(world), map_notes(world)


GAME = Game(
    name="africa",
    rules=AfricaRules,
    engine_in="conquestlab.analysis.games.africa.description",
    files={
        "map": RuleFile(
            key="map",
            read=read_map,
            effective=lambda rulebook: effective_map(rulebook.map),
            clashes=_map_clashes,
            beside=("players", "historical", "share_first"),
            marks=("territories", "nations"),
            summary=_map_summary,
        ),
    },
    clashes=clashes,
    unused_keys=unused_keys,
    evidence_in="conquestlab.analysis.games.africa.evidence",
    facts_in="conquestlab.analysis.games.africa.facts",
)
