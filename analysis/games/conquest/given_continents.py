"""A rulebook of conquest in which a seat is given a continent, for each continent and each seat."""

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
        books = [_giving(rulebook, seats, continent.id, seat) for seat in range(1, seats + 1)]
        if not any(any(clashes_of_given(conquest_rules(book), book.map)) for book in books):
            found[continent.id] = tuple(books)
    return found


def _giving(rulebook: Rulebook, seats: int, continent: str, seat: int) -> Rulebook:
    """Return the rulebook for so many players, with a continent given to a seat."""
    rules = conquest_rules(rulebook)
    given = rules.handicap.given | {continent: seat}
    handicap = structs.replace(rules.handicap, given=given)
    spec = structs.replace(rules, players=Players(min=seats, max=seats), handicap=handicap)
    options = {"players.min": seats, "players.max": seats, "handicap.given": given}
    book = structs.replace(rulebook, spec=spec, options=rulebook.options | options)
    # The files that it names are read already; where the games are played they may not be there.
    vars(book).update(map=rulebook.map, objectives=rulebook.objectives)
    return book
