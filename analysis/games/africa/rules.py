"""The values that a rulebook of Africa 1880 has, with what each may be: the keys of docs/rulebooks.md.

What no file names has the value that stands here.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rules.vocabulary import BySeat, Players, Rules

Points = Annotated[int, Meta(ge=0, le=100)]
YEARS = (1880, 1885, 1890, 1895, 1900, 1905, 1910, 1914)


class AfricaScore(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points for each presence on a colony, and for each alliance declared to a nation in the last round."""

    alone: Points = 8
    shared: Points = 3
    alliance: Points = 1


class AfricaHandicap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points of single seats at the end, seat 1 first."""

    points: Annotated[tuple[Annotated[int, Meta(ge=-100, le=100)], ...], BySeat] = ()


class AfricaRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every value of a rulebook of the africa engine.

    `years` are the rounds, one each. `placing`: first presences are placed in the order of the seats, or
    drawn by lot, so that no seat is before another.
    """

    players: Players = Players(min=3, max=6)
    map: Annotated[str, Meta(extra={"folder": "africa"})] = "africa32"
    years: Annotated[tuple[Annotated[int, Meta(ge=1, le=9999)], ...], Meta(max_length=64)] = YEARS
    presences: Annotated[int, Meta(ge=1, le=64)] = 22
    last_colony: Annotated[int, Meta(ge=1, le=64)] = 22
    historical: bool = False
    placing: Literal["in_order", "drawn"] = "in_order"
    share_first: bool = True
    landing_empty: Literal["writing", "execution"] = "writing"
    alphabetical: Literal["source", "target"] = "source"
    score: AfricaScore = AfricaScore()
    handicap: AfricaHandicap = AfricaHandicap()


def africa_rules(rulebook: Any) -> AfricaRules:
    """Return the values of a rulebook of the africa engine; WrongUse for another game."""
    if isinstance(rulebook.spec, AfricaRules):
        return rulebook.spec
    raise WrongUse(f"{rulebook.label} is a game of {rulebook.game}: this needs a rulebook of africa")
