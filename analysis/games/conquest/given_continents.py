"""Rulebooks of conquest in which a seat is given a continent, or its armies alone, for each of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from conquestlab.analysis.games.conquest.checks import clashes_of_given
from conquestlab.analysis.games.conquest.rules import conquest_rules
from conquestlab.analysis.rules.vocabulary import Players

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def given_continents(rulebook: Rulebook, seats: int) -> dict[str, tuple[Rulebook, ...]]:
    """Return by continent the rulebooks in which each seat is given it, as `handicap.given` says.

    Continents that are larger than what a seat is dealt are left out.
    """
    found = {}
    for continent in rulebook.map.continents:
        books = _for_each_seat(rulebook, seats, "given", continent.id)
        if not any(any(clashes_of_given(conquest_rules(book), book.map)) for book in books):
            found[continent.id] = books
    return found


def granted_bonuses(rulebook: Rulebook, seats: int) -> dict[str, tuple[Rulebook, ...]]:
    """Return by continent the rulebooks in which each seat is paid its armies, as `handicap.bonus` says."""
    return {
        continent.id: _for_each_seat(rulebook, seats, "bonus", continent.id)
        for continent in rulebook.map.continents
    }


def _for_each_seat(rulebook: Rulebook, seats: int, key: str, continent: str) -> tuple[Rulebook, ...]:
    return tuple(_giving(rulebook, seats, key, continent, seat) for seat in range(1, seats + 1))


def _giving(rulebook: Rulebook, seats: int, key: str, continent: str, seat: int) -> Rulebook:
    """Return the rulebook for so many players, with a continent, or its armies, given to a seat."""
    rules = conquest_rules(rulebook)
    given = getattr(rules.handicap, key) | {continent: seat}
    handicap = structs.replace(rules.handicap, **{key: given})
    spec = structs.replace(rules, players=Players(min=seats, max=seats), handicap=handicap)
    options = {"players.min": seats, "players.max": seats, f"handicap.{key}": given}
    book = structs.replace(rulebook, spec=spec, options=rulebook.options | options)
    # The files that it names are read already; where the games are played they may not be there.
    vars(book).update(map=rulebook.map, objectives=rulebook.objectives)
    return book
