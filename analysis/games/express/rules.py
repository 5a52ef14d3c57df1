"""The values of a rulebook of Risk Express, and what each may be: the keys of docs/rulebooks.md.

If no file sets a value, it is the default given here.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.vocabulary import BySeat, Rules


class ExpressDice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The symbol dice."""

    count: Annotated[int, Meta(ge=1, le=12)] = 7


class ExpressHandicap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points of single seats at the end, seat 1 first."""

    points: Annotated[tuple[Annotated[int, Meta(ge=-100, le=100)], ...], BySeat] = ()


class ExpressRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every value of a rulebook of the express engine."""

    max_turns: Annotated[int, Meta(ge=1, le=1000000)] = 10000
    cards: Annotated[str, Meta(extra={"folder": "express"})] = "cards14"
    dice: ExpressDice = ExpressDice()
    voluntary_sacrifice: bool = False
    tie: Literal["shared", "more_continents"] = "shared"
    continue_failed: bool = True
    handicap: ExpressHandicap = ExpressHandicap()


def express_rules(rulebook: Any) -> ExpressRules:
    """Return the values of a rulebook of the express engine; WrongUse for another game."""
    if isinstance(rulebook.spec, ExpressRules):
        return rulebook.spec
    raise WrongUse(f"{rulebook.label} is a game of {rulebook.game}: this needs a rulebook of express")
