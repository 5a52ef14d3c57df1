"""A rulebook of conquest as the record of numbers that its engine plays by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.attack_tables import ends_table, odds_tables
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.analysis.games.conquest.card_sets.card_rules import (
    ARMS,
    CardRules,
    FixedValues,
    card_numbers,
)
from conquestlab.analysis.games.conquest.rules import conquest_rules

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.games.conquest.objective_deck import ObjectiveDeck
    from conquestlab.analysis.games.conquest.rules import ConquestRules
    from conquestlab.analysis.games.conquest.world_map import WorldMap
    from conquestlab.analysis.rules.rulebook import Rulebook

TIRES = ("none", "exact", "whole_land")
ALL_AT_ONCE = 1 << 30  # more starting armies than anybody has


def compile_rules(rulebook: Rulebook, seats: int) -> np.ndarray:
    """Return the rules of a rulebook for a number of seats.

    Returns
    -------
    array of rules_dtype (1,)
    """
    import numpy as np

    from conquestlab.kernels.conquest.dice import TIES_TO_ATTACKER, TIES_TO_DEFENDER, fill_dice
    from conquestlab.kernels.conquest.state import ENDS_SIZE, ODDS_SIZE, rules_dtype

    spec = conquest_rules(rulebook)
    if not spec.players.min <= seats <= spec.players.max:
        raise WrongUse(
            f"{rulebook.label} is for {spec.players.min} to {spec.players.max} players, not {seats}"
        )
    record = np.zeros(1, rules_dtype)
    rules = record[0]
    ties = TIES_TO_ATTACKER if spec.dice.ties == "attacker" else TIES_TO_DEFENDER
    fill_dice(rules["dice"], spec.dice.sides, ties, spec.dice.attacker, spec.dice.defender)
    dice = Dice(spec.dice.attacker, spec.dice.defender, spec.dice.sides, spec.dice.ties)
    rules["odds"], rules["losses"] = odds_tables(dice, ODDS_SIZE)
    rules["ends"] = ends_table(dice, ENDS_SIZE, ODDS_SIZE)
    record["cards"] = card_numbers(
        card_rules_of(rulebook), [ARMS.index(land.arm) for land in rulebook.map.lands]
    )
    _fill_map(rules, rulebook.map, rulebook.continent_bonus)
    _fill_options(rules, spec, seats)
    _fill_given(rules, spec, rulebook.map)
    _fill_notes(rules, spec)
    if rulebook.objectives is not None:
        _fill_objectives(rules, rulebook.objectives, rulebook.map)
    return record


def card_rules_of(rulebook: Rulebook) -> CardRules:
    """Return what a rulebook says about cards."""
    spec = conquest_rules(rulebook)
    cards = spec.cards
    arms: list[str] = [land.arm for land in rulebook.map.lands]
    return CardRules(
        sets=cards.sets,
        jokers=cards.jokers,
        joker=cards.joker,
        joker_fixed=cards.joker_fixed,
        scale=tuple(cards.scale),
        scale_step=cards.scale_step,
        fixed=FixedValues(*(getattr(cards.fixed, name) for name in FixedValues._fields)),
        draw=cards.draw,
        lands_per_army=spec.reinforcement.lands_per_army,
        land_bonus=cards.land_bonus if cards.world_card_bonus else 0,
        land_bonus_limit=cards.land_bonus_limit,
        capture_bonus=cards.capture_bonus,
        must_exchange_at=cards.must_exchange_at,
        capture_exchange=cards.capture_exchange,
        arms=(arms.count(ARMS[0]), arms.count(ARMS[1]), arms.count(ARMS[2])),
    )


def _fill_map(rules: Any, world: WorldMap, bonus: Sequence[int]) -> None:
    rules["lands"] = len(world.lands)
    rules["all_lands"] = _set_of(range(len(world.lands)))
    for land, near in enumerate(world.neighbours):
        rules["neighbours"][land] = _set_of(near)
    # On a map without continents all lands are one that brings nothing: who owns it has won.
    continents = world.continent_lands or (tuple(range(len(world.lands))),)
    rules["continents"] = len(continents)
    for continent, lands in enumerate(continents):
        rules["continent_lands"][continent] = _set_of(lands)
        beside = {near for land in lands for near in world.neighbours[land]} - set(lands)
        rules["continent_beside"][continent] = _set_of(beside)
        rules["continent_armies"][continent] = bonus[continent] if bonus else 0
        for land in lands:
            rules["continent_of"][land] = continent


def _fill_options(rules: Any, spec: ConquestRules, seats: int) -> None:
    """Write every value that stands for itself."""
    setup, movement, ally, handicap = spec.setup, spec.movement, spec.ally, spec.handicap
    protected = spec.combat.protected_rounds if spec.combat.early_elimination == "forbid_attack" else 0
    numbers = {
        "max_rounds": spec.max_rounds,
        "piece_limit": spec.piece_limit,
        "attack_most": spec.dice.attacker,
        "defend_most": spec.dice.defender,
        "defender_sees": spec.dice.defender_sees_attack_roll,
        "order": ("rolled", "drawn").index(setup.order),
        "dealing": ("dice", "cards").index(setup.dealing),
        "deal_jokers": setup.deal_jokers,
        "starting_armies": setup.starting_armies.get(seats, 0),
        "placement": setup.initial_placement == "in_turn_order",
        "placement_round": setup.placement_round or ALL_AT_ONCE,
        "lands_per_army": spec.reinforcement.lands_per_army,
        "min_reinforcement": spec.reinforcement.min_reinforcement,
        "draws_at_end": spec.cards.draw == "conquest",
        "bound_capture_bonus": spec.cards.capture_bonus == "bound",
        "protected_rounds": protected,
        "moves": ("simultaneous", "one").index(movement.kind),
        "tires": TIRES.index(movement.tired) if movement.kind == "simultaneous" else 0,
        "fortify_connected": movement.fortify == "connected",
        "has_ally": ally.present,
        "ally_armies": ally.armies_each,
        "duel_part1_opponent_only": ally.present and ally.duel_part1 == "opponent_only",
        "ally_always": ally.ally_opens == "always",
        "duel_moves": ally.duel_moves,
    }
    for name, number in numbers.items():
        rules[name] = number
    for name, by_seat in (
        ("more_armies", handicap.armies),
        ("more_first_forces", handicap.first_reinforcement),
        ("more_cards", handicap.cards),
    ):
        rules[name][:seats] = (*by_seat, *[0] * seats)[:seats]
    rules["drop_absent_colours"] = spec.objectives.absent_colour == "remove_cards"


def _fill_given(rules: Any, spec: ConquestRules, world: WorldMap) -> None:
    """Write who is given each continent, and who is paid its armies in any case."""
    rules["given_to"] = rules["bonus_to"] = -1
    for continent, one in enumerate(world.continents):
        rules["given_to"][continent] = spec.handicap.given.get(one.id, 0) - 1
        rules["bonus_to"][continent] = spec.handicap.bonus.get(one.id, 0) - 1
    rules["has_given"] = bool(spec.handicap.given)


def _fill_notes(rules: Any, spec: ConquestRules) -> None:
    """Write what is measured by beside the rules; nothing of it acts in a game."""
    from conquestlab.analysis.games.conquest.battles.dice_law import loss_chances
    from conquestlab.kernels.conquest.dice import MOST_DICE
    from conquestlab.kernels.shared.rows import FIXED_ONE

    for attack in range(1, spec.dice.attacker + 1):
        for defend in range(1, spec.dice.defender + 1):
            chances = loss_chances(attack, defend, spec.dice.sides, spec.dice.ties)
            mean = sum((lost * chance for lost, chance in enumerate(chances)), start=Fraction(0))
            square = sum((lost * lost * chance for lost, chance in enumerate(chances)), start=Fraction(0))
            kind = MOST_DICE * (attack - 1) + defend - 1
            rules["lost_attacking"][kind] = round(FIXED_ONE * mean)
            rules["lost_defending"][kind] = round(FIXED_ONE * (min(attack, defend) - mean))
            rules["loss_variance"][kind] = round(FIXED_ONE * (square - mean * mean))


def _fill_objectives(rules: Any, deck: ObjectiveDeck, world: WorldMap) -> None:
    ids = [objective.id for objective in deck.objectives]
    colours = [colour.id for colour in deck.colours]
    continents = [continent.id for continent in world.continents]
    rules["has_objectives"] = True
    rules["objectives"] = len(ids)
    rules["colours"] = len(colours)
    rules["fallback"] = ids.index(deck.fallback) if deck.fallback else 0
    for goal, objective in enumerate(deck.objectives):
        named = [continents.index(continent) for continent in objective.continents]
        rules["goal"][goal] = ("lands", "continents", "destroy").index(objective.kind)
        rules["goal_lands"][goal] = objective.lands
        rules["goal_armies"][goal] = objective.armies
        rules["goal_named"][goal] = _set_of(named)
        rules["goal_continents"][goal] = _set_of(land for one in named for land in world.continent_lands[one])
        rules["goal_extra"][goal] = objective.extra
        rules["goal_colour"][goal] = colours.index(objective.colour) if objective.colour else -1


def _set_of(places: Iterable[int]) -> np.uint64:
    import numpy as np

    return np.uint64(sum(1 << place for place in places))
