"""The race of dice, as far as its rulebooks are read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from conquestlab.analysis.games.game import Game
from conquestlab.analysis.rules.clashes import Clash
from conquestlab.analysis.rules.vocabulary import BySeat, Rules


class RaceRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every value of a rulebook of the race."""

    goal: Annotated[int, Meta(ge=1, le=1000)] = 30
    max_rounds: Annotated[int, Meta(ge=1, le=1000)] = 50
    jostle: bool = True
    start: Annotated[tuple[Annotated[int, Meta(ge=0, le=100)], ...], BySeat] = ()


def clashes(rules: RaceRules) -> Iterator[Clash]:
    """Yield the head start of a runner who would be there before the race."""
    if max(rules.start, default=0) >= rules.goal:
        yield Clash(("start", "goal"), rules.start, f"less than the goal, which is {rules.goal}")


GAME = Game(
    name="race",
    rules=RaceRules,
    engine_in="race.description",
    clashes=clashes,
    folder=str(Path(__file__).parent),
)

TOLD = replace(GAME, name="told_race", facts_in="race.pages", folder=str(Path(__file__).parent / "told"))
"""The same, with facts, sections, figures and exact answers of its own (pages.py)."""
