"""What of a rulebook of conquest acts in a game: values, map and objectives, each written in one way."""

from typing import Any

from conquestlab.analysis.games.conquest.objective_deck import ObjectiveDeck
from conquestlab.analysis.games.conquest.rules import ConquestRules
from conquestlab.analysis.games.conquest.world_map import WorldMap


def effective_values(rules: ConquestRules, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with those left out, or written in one way, that act as others do or not at all."""
    players, cards = rules.players, rules.cards
    for key in ("reinforcement.continents", "cards.world_card_bonus"):
        values.pop(key, None)
    for key in ("given", "bonus"):
        if not getattr(rules.handicap, key):
            values.pop(f"handicap.{key}")
    if rules.setup.placement_round == 0:
        values.pop("setup.placement_round", None)
    values["cards.land_bonus"] = cards.land_bonus if cards.world_card_bonus else 0
    values["combat.protected_rounds"] = values.get("combat.protected_rounds", 0)
    values.pop("combat.early_elimination", None)
    values["setup.starting_armies"] = {
        n: armies for n, armies in rules.setup.starting_armies.items() if players.min <= n <= players.max
    }
    if "cards.scale" in values:
        values["cards.scale"] = _shortest(cards.scale, cards.scale_step)
    return values


def _shortest(scale: tuple[int, ...], step: int) -> tuple[int, ...]:
    while len(scale) > 1 and scale[-1] == scale[-2] + step:
        scale = scale[:-1]
    return scale


def effective_map(world: WorldMap, bonus: tuple[int, ...]) -> dict[str, Any]:
    """Return what a map does: lands in order with continent and arm, armies of continents, borders."""
    return {
        "lands": [[land.id, land.continent, land.arm] for land in world.lands],
        "continents": [[one.id, armies] for one, armies in zip(world.continents, bonus, strict=True)],
        "borders": [[border.a, border.b] for border in world.borders],
    }


def effective_objectives(deck: ObjectiveDeck) -> dict[str, Any]:
    """Return what objectives do, in their order."""
    return {
        "colours": [colour.id for colour in deck.colours],
        "objectives": [
            [one.id, one.kind, one.lands, one.armies, one.continents, one.extra, one.colour]
            for one in deck.objectives
        ],
        "fallback": deck.fallback,
    }
