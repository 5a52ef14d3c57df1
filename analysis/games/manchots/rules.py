"""The values that a rulebook of Manchots Barjots has, with what each may be: the keys of docs/rulebooks.md.

What no file names has the value that stands here.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.vocabulary import BySeat, Players, Rules

ZONES = ("antarctica", "desert", "jungle", "city", "moon")
VALUES = 9  # of a card, from 1 on
FIRST_HAND = 2  # cards drawn before the first round
VIRTUAL = 2  # virtual players beside two real ones
MOST_PARTS = 5  # cards that one decision can land

Special = Annotated[int, Meta(ge=0, le=VALUES, extra={"zero": "off"})]
Copies = Annotated[int, Meta(ge=0, le=9)]
PlayersOfManchots = Annotated[int, Meta(ge=2, le=5)]


class ManchotsPlayers(Players, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many may play; two real players have two virtual ones beside them."""

    min: PlayersOfManchots = 2
    max: PlayersOfManchots = 5


class Specials(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values whose cards act when they are landed.

    `kamikaze_from` is the lowest value that a Kamikaze takes out; off, it takes out nothing.
    """

    twins: Special = 1
    kamikaze: Special = 2
    lookout: Special = 3
    kamikaze_from: Special = 7


class ManchotsHandicap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points of single seats at the end, seat 1 first."""

    points: Annotated[tuple[Annotated[int, Meta(ge=-100, le=100)], ...], BySeat] = ()


class ManchotsRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every value of a rulebook of the manchots engine."""

    players: ManchotsPlayers = ManchotsPlayers()
    rounds: Annotated[int, Meta(ge=1, le=19)] = 8
    deal: Annotated[int, Meta(ge=4, le=40)] = 18
    draw: Annotated[int, Meta(ge=2, le=10)] = 2
    copies: Annotated[tuple[Copies, ...], Meta(min_length=1, max_length=VALUES)] = (1, 1, 2, 3, 4, 3, 2, 1, 1)
    lowest_card: Literal["lowest", "highest", "none"] = "lowest"
    twins_stack: bool = False
    virtual_can_win: bool = True
    take_order: Literal["alternate", "seat"] = "alternate"
    virtual_lookout: Literal["acts", "none"] = "acts"
    specials: Specials = Specials()
    handicap: ManchotsHandicap = ManchotsHandicap()


def manchots_rules(rulebook: Any) -> ManchotsRules:
    """Return the values of a rulebook of the manchots engine; WrongUse for another game."""
    if isinstance(rulebook.spec, ManchotsRules):
        return rulebook.spec
    raise WrongUse(f"{rulebook.label} is a game of {rulebook.game}: this needs a rulebook of manchots")


def copies_of(rules: ManchotsRules, value: int) -> int:
    """Return how many cards of a value each zone has."""
    return rules.copies[value - 1] if 0 < value <= len(rules.copies) else 0
