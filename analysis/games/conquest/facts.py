"""What pages and figures show of games of conquest only: map, continents, objectives, and how lands fare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from conquestlab.analysis.games.conquest import land_sample
from conquestlab.analysis.games.conquest.world_map import UNDISPUTED
from conquestlab.analysis.games.facts import Facts, Part, Sample
from conquestlab.analysis.language import native
from conquestlab.analysis.rules.evidence import kinds_of

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.measures.measure import Quantity
    from conquestlab.analysis.measures.quantities import GameColumns
    from conquestlab.analysis.rules.rulebook import Rulebook


def parts(rulebook: Rulebook) -> Sequence[Part]:
    """Return the map, and the objectives where some are dealt."""
    world, deck = rulebook.map, rulebook.objectives
    found = [Part("map", world.provenance, world.evidence, world.sources)]
    if deck is not None:
        evidence = kinds_of(deck.provenance, deck.evidence)
        found.append(Part("objectives", deck.provenance, evidence, deck.sources))
    return found


def disputed_borders(rulebook: Rulebook) -> list[tuple[str, str]]:
    """Return the borders that not all boards have, by the names of their lands."""
    name = {land.id: land.name for land in rulebook.map.lands}
    return [
        (name[border.a], name[border.b]) for border in rulebook.map.borders if border.status != UNDISPUTED
    ]


def names(rulebook: Rulebook) -> Mapping[str, str]:
    """Return the names of the continents."""
    return {continent.id: native(continent.name, continent.name_fr) for continent in rulebook.map.continents}


def texts(rulebook: Rulebook) -> Mapping[str, str]:
    """Return the texts of the objectives."""
    deck = rulebook.objectives
    return {} if deck is None else {one.id: native(one.text, one.text_fr) for one in deck.objectives}


def course(rulebook: Rulebook) -> tuple[Quantity, ...]:
    """Return `continent_held`, by continent: share of the rounds that begin with an owner of all of it."""
    from conquestlab.analysis.measures.measure import CONTINENT, Quantity

    return tuple(
        Quantity("continent_held", continent.id, partial(_held, place), _rounds, share=True, kind=CONTINENT)
        for place, continent in enumerate(rulebook.map.continents)
    )


def _held(place: int, games: GameColumns) -> np.ndarray:
    return games.rows["held"][:, place].astype("int64")


def _rounds(games: GameColumns) -> np.ndarray:
    return games.rounds


def _lands(rulebook: Rulebook) -> list[str]:
    return [land.id for land in rulebook.map.lands]


FACTS = Facts(
    parts=parts,
    names=names,
    texts=texts,
    course=course,
    sample=Sample(_lands, land_sample.count_game, land_sample.SHARES),
    rule_words_in="conquestlab.analysis.games.conquest.rule_words",
    pages_in="conquestlab.reports.games.conquest.pages",
    words_in="conquestlab.analysis.games.conquest.words",
)
