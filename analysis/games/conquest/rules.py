"""The values of a rulebook of conquest, and what each may be: the keys of docs/rulebooks.md.

If no file sets a value, it is the default given here.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.vocabulary import BySeat, Rules, SeatsKey

Armies = Annotated[int, Meta(ge=0, le=1000)]
MoreOrFewer = Annotated[int, Meta(ge=-100, le=1000)]
Seat = Annotated[int, Meta(ge=1, le=6)]
ContinentKey = Annotated[str, Meta(extra={"by": "continent"})]
FIRST_SCALE = (4, 6, 8, 10, 12, 15, 20, 25)


class Dice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice of combat."""

    attacker: Annotated[int, Meta(ge=1, le=3)] = 3
    defender: Annotated[int, Meta(ge=1, le=3)] = 3
    sides: Annotated[int, Meta(ge=2, le=20)] = 6
    ties: Literal["defender", "attacker"] = "defender"
    defender_sees_attack_roll: bool = False


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happens before the first turn."""

    order: Literal["rolled", "drawn"] = "rolled"
    dealing: Literal["dice", "cards"] = "dice"
    deal_jokers: bool = False
    starting_armies: dict[SeatsKey, Annotated[int, Meta(ge=1, le=1000)]] = {}
    initial_placement: Literal["none", "simultaneous", "in_turn_order"] = "none"
    placement_round: Annotated[int, Meta(ge=0, le=1000, extra={"zero": "all"})] = 0


class Reinforcement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The armies of a turn that come from lands and continents."""

    lands_per_army: Annotated[int, Meta(ge=1, le=64)] = 3
    min_reinforcement: Annotated[int, Meta(ge=0, le=100)] = 0
    continents: dict[ContinentKey, Annotated[int, Meta(ge=0, le=100)]] = {}


class FixedValues(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Armies for a set where its worth does not grow."""

    artillery: Armies = 4
    infantry: Armies = 6
    cavalry: Armies = 8
    different: Armies = 10
    joker_pair: Armies = 12


class Cards(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards, sets and what they are worth."""

    jokers: Annotated[int, Meta(ge=0, le=8)] = 2
    sets: Literal["three_arms", "alike_or_different", "fixed"] = "three_arms"
    joker: Literal["series", "wild"] = "series"
    scale: Annotated[tuple[Annotated[int, Meta(ge=1, le=1000000)], ...], Meta(max_length=200)] = FIRST_SCALE
    scale_step: Annotated[int, Meta(ge=0, le=1000)] = 5
    fixed: FixedValues = FixedValues()
    joker_fixed: Literal["pair_only", "also_different_10"] = "pair_only"
    draw: Literal["start", "remainder", "conquest", "never"] = "start"
    land_bonus: Annotated[int, Meta(ge=0, le=20)] = 0
    land_bonus_limit: Literal["every_card", "one_a_turn"] = "every_card"
    world_card_bonus: bool = True
    capture_bonus: Literal["free", "bound"] = "free"
    must_exchange_at: Annotated[int, Meta(ge=0, le=72, extra={"zero": "never"})] = 0
    capture_exchange: Literal["allowed", "forced_from_six"] = "allowed"


class Combat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may not be attacked."""

    protected_rounds: Annotated[int, Meta(ge=0, le=1000)] = 4
    early_elimination: Literal["forbid_attack", "allow"] = "forbid_attack"


class Movement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Moves at the end of a turn."""

    kind: Literal["simultaneous", "one"] = "simultaneous"
    tired: Literal["exact", "whole_land", "none"] = "exact"
    fortify: Literal["adjacent", "connected"] = "adjacent"


class Objectives(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Secret objectives."""

    dealt: bool = False
    deck: Annotated[str, Meta(extra={"folder": "objectives"})] = "classic14"
    absent_colour: Literal["fallback_24", "remove_cards"] = "fallback_24"


class Ally(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The third force of the game for two."""

    present: bool = False
    armies_each: Annotated[int, Meta(ge=1, le=20)] = 2
    duel_part1: Literal["opponent_only", "any"] = "opponent_only"
    ally_opens: Literal["reinforced", "always"] = "reinforced"
    duel_moves: Annotated[int, Meta(ge=1, le=2)] = 1


class Handicap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What single seats have more or less than the others, seat 1 first; gifts of continents."""

    armies: Annotated[tuple[MoreOrFewer, ...], BySeat] = ()
    first_reinforcement: Annotated[tuple[MoreOrFewer, ...], BySeat] = ()
    cards: Annotated[tuple[Annotated[int, Meta(ge=0, le=20)], ...], BySeat] = ()
    given: dict[ContinentKey, Seat] = {}
    bonus: dict[ContinentKey, Seat] = {}


class ConquestRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every value of a rulebook of the conquest engine."""

    max_rounds: Annotated[int, Meta(ge=1, le=100000)] = 200
    piece_limit: Annotated[int, Meta(ge=0, le=1000000, extra={"zero": "off"})] = 0
    map: Annotated[str, Meta(extra={"folder": "maps"})] = "standard83"
    dice: Dice = Dice()
    setup: Setup = Setup()
    reinforcement: Reinforcement = Reinforcement()
    cards: Cards = Cards()
    combat: Combat = Combat()
    movement: Movement = Movement()
    objectives: Objectives = Objectives()
    ally: Ally = Ally()
    handicap: Handicap = Handicap()


def conquest_rules(rulebook: Any) -> ConquestRules:
    """Return the values of a rulebook of the conquest engine; WrongUse for another game."""
    if isinstance(rulebook.spec, ConquestRules):
        return rulebook.spec
    raise WrongUse(f"{rulebook.label} is a game of {rulebook.game}: this needs a rulebook of conquest")
