"""The position that the referee keeps: lands, armies, cards, objectives, and what happened in the turn."""

from collections import deque
from typing import Any

from conquestlab.analysis.games.conquest.referee.form import Names
from conquestlab.analysis.games.conquest.rules import conquest_rules

Owner = int | str | None  # a seat, the ally, or nobody yet


class Table:
    """The position as the record has told it so far; seats count from 1.

    Attributes
    ----------
    spec
        The values of the rulebook.
    fought
        The lands that attacked or were conquered in this turn.
    beaten_by
        By seat that is out, the seat that took its last land.
    """

    def __init__(self, rulebook: Any, seats: int):
        self.spec = conquest_rules(rulebook)
        self.seats = range(1, seats + 1)
        self.arm = {land.id: land.arm for land in rulebook.map.lands}
        self.near: dict[str, set[str]] = {land: set() for land in self.arm}
        for border in rulebook.map.borders:
            self.near[border.a].add(border.b)
            self.near[border.b].add(border.a)
        self.continents: dict[str, set[str]] = {one.id: set() for one in rulebook.map.continents}
        for land in rulebook.map.lands:
            if land.continent:
                self.continents[land.continent].add(land.id)
        worth = (one.id for one in rulebook.map.continents)
        self.continent_worth = dict(zip(worth, rulebook.continent_bonus, strict=True))
        self.objective_deck = rulebook.objectives
        self.owner: dict[str, Owner] = dict.fromkeys(self.arm)
        self.armies = dict.fromkeys(self.arm, 0)
        self.tired = dict.fromkeys(self.arm, 0)
        self.fought: set[str] = set()
        self.talon = set(cards_of(rulebook))
        self.discard: set[str] = set()
        self.hands: dict[int, set[str]] = {seat: set() for seat in self.seats}
        self.sets_done = 0
        self.alive = set(self.seats)
        self.beaten_by: dict[int, int] = {}
        self.goals: dict[int, Any] = {}
        self.colours: list[str] = []
        self.round = 1
        self.player = 1
        self.conquered = False  # whether the player took a land in this turn, so that a card is due
        self.bonus_taken = False
        self.received = 0  # armies of step 1 of this turn, from which the ally's are reckoned

    @property
    def of_1957(self) -> bool:
        """Whether the lands are dealt by dice, as in section 3."""
        return self.spec.setup.dealing == "dice"

    def paragraph(self, of_1957: str, of_1970: str) -> str:
        """Return the paragraph of the section that this game belongs to, 3 or 5."""
        return of_1957 if self.of_1957 else of_1970

    def lands_of(self, owner: Owner) -> list[str]:
        """Return the lands of a seat or of the ally."""
        return [land for land, other in self.owner.items() if other == owner]

    def owned_continents(self, owner: Owner) -> set[str]:
        """Return the continents that a seat owns entirely."""
        return {name for name, lands in self.continents.items() if all(self.owner[x] == owner for x in lands)}

    def room(self, seat: int) -> int | None:
        """Return how many armies more a seat may have on the board; None without a limit."""
        if not self.spec.piece_limit:
            return None
        return max(0, self.spec.piece_limit - sum(self.armies[land] for land in self.lands_of(seat)))

    def within_room(self, seat: int, armies: int) -> int:
        """Return how many of these armies a seat can place; the others are lost."""
        room = self.room(seat)
        return armies if room is None else min(armies, room)

    def joined(self, start: str, goal: str) -> bool:
        """Say whether a way through lands of one owner leads from one land to another."""
        seen, ways = {start}, deque([start])
        while ways:
            for land in self.near[ways.popleft()]:
                if land not in seen and self.owner[land] == self.owner[start]:
                    seen.add(land)
                    ways.append(land)
        return goal in seen

    def seats_from(self, seat: int) -> list[int]:
        """Return the living seats in the order of play, this one first."""
        order = [*range(seat, len(self.seats) + 1), *range(1, seat)]
        return [one for one in order if one in self.alive]


def cards_of(rulebook: Any) -> list[str]:
    """Return the cards of the talon: every land, and the jokers."""
    jokers = range(1, conquest_rules(rulebook).cards.jokers + 1)
    return [land.id for land in rulebook.map.lands] + [f"joker_{i}" for i in jokers]


def names_of(rulebook: Any) -> Names:
    """Return what the events of a game of this rulebook may name."""
    return Names(
        lands=frozenset(land.id for land in rulebook.map.lands),
        cards=frozenset(cards_of(rulebook)),
        continents=frozenset(continent.id for continent in rulebook.map.continents),
        seats=0,
    )
