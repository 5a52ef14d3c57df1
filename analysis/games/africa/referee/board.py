"""The board that the referee keeps: who is present where, how far it is developed, and what is a colony."""

import unicodedata
from typing import Any


def by_alphabet(name: str) -> tuple[str, str]:
    """Return a key that puts names in alphabetical order, compared without accents (8.5 F5)."""
    plain = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    return plain.casefold(), name


class Board:
    """The position as the record has told it so far; seats count from 1.

    Attributes
    ----------
    coast, squares, near
        By territory: whether it is coastal, its squares, and its neighbours.
    alphabet
        By territory, its place in the alphabetical order of the names.
    present
        By territory, the seats with a presence there.
    counters
        By territory, the development counters on it.
    colonies
        The territories that are colonies, in the order in which they became so.
    war
        By seat, the seats that it declared war on in this round.
    """

    def __init__(self, rulebook: Any):
        territories = rulebook.map.territories
        self.coast = {one.id: one.coast for one in territories}
        self.squares = {one.id: one.squares for one in territories}
        self.near = {one.id: frozenset(one.neighbours) for one in territories}
        in_order = sorted(territories, key=lambda one: by_alphabet(one.name))
        self.alphabet = {one.id: place for place, one in enumerate(in_order)}
        self.present: dict[str, set[int]] = {one.id: set() for one in territories}
        self.counters = dict.fromkeys(self.present, 0)
        self.colonies: list[str] = []
        self.war: dict[int, set[int]] = {}

    def presences(self, seat: int) -> list[str]:
        """Return the territories in which a seat has a presence."""
        return [territory for territory, seats in self.present.items() if seat in seats]

    def free_squares(self, territory: str) -> int:
        """Return how many counters a territory can still take."""
        return self.squares[territory] - self.counters[territory]

    def at_war(self, territory: str) -> bool:
        """Say whether anybody present in a territory has declared war on somebody else present there."""
        seats = self.present[territory]
        return any(self.war[seat] & seats for seat in seats)
