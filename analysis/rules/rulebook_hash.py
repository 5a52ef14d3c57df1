"""Reduces a rulebook to what can act in a game, so that two names for the same rules have one hash."""

from collections.abc import Mapping
from typing import Any

import msgspec

from conquestlab.analysis.games.conquest.checks import idle_keys
from conquestlab.analysis.games.conquest.objective_deck import ObjectiveDeck
from conquestlab.analysis.games.conquest.rules import ConquestRules, Rules
from conquestlab.analysis.games.conquest.world_map import WorldMap
from conquestlab.analysis.games.express.country_cards import CountryCards
from conquestlab.analysis.rules.rulebook_keys import values_of

DIGITS = 12


def acting_values(rules: Rules) -> dict[str, Any]:
    """Return the values that have an effect, each written in one way only."""
    idle = idle_keys(rules)
    values = {key: value for key, value in values_of(rules).items() if key not in idle}
    for key in values:
        if key.startswith("handicap."):
            values[key] = _without_end(values[key])
    if not isinstance(rules, ConquestRules):
        del values["cards"]
        return values
    players, cards = rules.players, rules.cards
    for key in ("map", "objectives.deck", "reinforcement.continents", "cards.world_card_bonus"):
        values.pop(key, None)
    values["cards.land_bonus"] = cards.land_bonus if cards.world_card_bonus else 0
    values["combat.protected_rounds"] = values.get("combat.protected_rounds", 0)
    values.pop("combat.early_elimination", None)
    values["setup.starting_armies"] = {
        n: armies for n, armies in rules.setup.starting_armies.items() if players.min <= n <= players.max
    }
    if "cards.scale" in values:
        values["cards.scale"] = _shortest(cards.scale, cards.scale_step)
    return values


def _without_end(seats: tuple[int, ...]) -> tuple[int, ...]:
    while seats and seats[-1] == 0:
        seats = seats[:-1]
    return seats


def _shortest(scale: tuple[int, ...], step: int) -> tuple[int, ...]:
    while len(scale) > 1 and scale[-1] == scale[-2] + step:
        scale = scale[:-1]
    return scale


def acting_map(world: WorldMap, bonus: tuple[int, ...]) -> dict[str, Any]:
    """Return what a map does: lands in order with continent and arm, armies of continents, borders."""
    return {
        "lands": [[land.id, land.continent, land.arm] for land in world.lands],
        "continents": [[one.id, armies] for one, armies in zip(world.continents, bonus, strict=True)],
        "borders": [[border.a, border.b] for border in world.borders],
    }


def acting_objectives(deck: ObjectiveDeck) -> dict[str, Any]:
    """Return what objectives do, in their order."""
    return {
        "colours": [colour.id for colour in deck.colours],
        "objectives": [
            [one.id, one.kind, one.lands, one.armies, one.continents, one.extra, one.colour]
            for one in deck.objectives
        ],
        "fallback": deck.fallback,
    }


def acting_cards(deck: CountryCards) -> dict[str, Any]:
    """Return what country cards do, in their order."""
    return {
        "continents": [[one.id, one.back] for one in deck.continents],
        "cards": [
            [card.id, card.continent, card.points, card.lines, card.circled_general] for card in deck.cards
        ],
    }


def short_hash(contents: Mapping[str, Any]) -> str:
    """Return the first hex digits of the sha256 over the contents, whatever the order of their keys."""
    from hashlib import sha256

    return sha256(msgspec.json.encode(contents, order="sorted")).hexdigest()[:DIGITS]
