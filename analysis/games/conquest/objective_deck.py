"""The secret objectives of a rulebook, read from their file and checked."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from conquestlab.analysis.rules.evidence import Entry, SourcedHead
from conquestlab.analysis.rules.faults import Fault, nearest, shown
from conquestlab.analysis.rules.listed_files import read_listed

FOLDER = "objectives"


class Colour(Entry, frozen=True, kw_only=True):
    """A colour of armies."""


class Objective(Struct, frozen=True, kw_only=True):
    """One objective card; which fields count depends on its kind.

    `lands`: own so many `lands`, each with at least so many `armies`. `continents`: own these `continents`
    and `extra` others. `destroy`: the last army of this `colour` falls, by the holder's hand.
    """

    id: str
    kind: Literal["lands", "continents", "destroy"]
    lands: Annotated[int, Meta(ge=0, le=64)] = 0
    armies: Annotated[int, Meta(ge=1, le=100)] = 1
    continents: tuple[str, ...] = ()
    extra: Annotated[int, Meta(ge=0, le=16)] = 0
    colour: str = ""
    text: str = ""
    text_fr: str = ""
    provenance: str = ""


class ObjectiveDeck(SourcedHead, frozen=True, kw_only=True):
    """The objectives in the order of the file, the colours, and what a destroy card falls back to."""

    colours: tuple[Colour, ...]
    objectives: tuple[Objective, ...]
    fallback: str = ""


def read_objectives(text: str, asked_by: str, faults: list[Fault]) -> ObjectiveDeck | None:
    """Read objectives by their name or file; None if anything is wrong, which is then among the faults.

    `asked_by` is the rulebook, as the faults call it.
    """
    parts: dict[str, tuple[type[Struct], int]] = {"colours": (Colour, 6), "objectives": (Objective, 64)}
    return read_listed(
        text, FOLDER, (asked_by, "objectives.deck"), ObjectiveDeck, parts, _deck_faults, faults
    )


def _deck_faults(deck: ObjectiveDeck, file: str) -> Iterator[Fault]:
    colours = [colour.id for colour in deck.colours]
    goals = [objective.id for objective in deck.objectives if objective.kind == "lands"]
    for objective in deck.objectives:
        key, wrong, near = f"objectives.{shown(objective.id)}", "", ""
        if objective.kind == "destroy" and objective.colour not in colours:
            wrong, near = f"colour: one of {shown(', '.join(colours))}", nearest(objective.colour, colours)
        elif objective.kind == "destroy" and deck.fallback not in goals:
            wrong = f"fallback: the id of an objective of kind lands ({shown(', '.join(goals))})"
        elif objective.kind == "lands" and objective.lands == 0:
            wrong = "lands: at least 1"
        elif objective.kind == "continents" and not objective.continents:
            wrong = "continents: at least one"
        if wrong:
            yield Fault(file=file, key=key, value=objective.kind, allowed=wrong, nearest=near)
