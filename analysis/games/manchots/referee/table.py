"""The table that the referee keeps: piles, hands, zones, and what the last round leaves to the next."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any

from conquestlab.analysis.games.manchots.referee.form import Names, Player

Cards = Counter[str]


class Table:
    """The position as the record has told it so far.

    Attributes
    ----------
    rules
        The values of the rulebook.
    ring : tuple
        Who sits where, clockwise.
    pile : dict
        By player the cards that lie face down in their order, the top first: the reinforcement pile of a real
        player, the stock of a virtual one.
    hand : dict
        By seat.
    given : dict
        By virtual player, the cards that were given to it since its stock was made.
    zone : dict
        By player, the cards that lie face up.
    twins : dict
        By player, how many Twins it landed in the last round.
    waiting : set
        Who landed a Lookout in the last round and so lands after the others.
    """

    def __init__(self, rules: Any, names: Names, ring: Sequence[Player]):
        self.rules = rules
        self.names = names
        self.ring = tuple(ring)
        self.seats = names.seats
        self.virtual = names.virtual
        self.round = 0
        self.pile: dict[Player, deque[str]] = {}
        self.hand: dict[Player, Cards] = {seat: Counter() for seat in self.seats}
        self.given: dict[Player, Cards] = {player: Counter() for player in self.virtual}
        self.zone: dict[Player, Cards] = {player: Counter() for player in self.ring}
        self.twins: dict[Player, int] = dict.fromkeys(self.ring, 0)
        self.waiting: set[Player] = set()

    @property
    def is_last_round(self) -> bool:
        """Whether no round follows."""
        return bool(self.round == self.rules.rounds)

    def value(self, card: str) -> int:
        """Return the value of a card."""
        return self.names.cards[card][0]

    def neighbours(self, player: Player) -> tuple[Player, Player]:
        """Return who sits on the left of a player, the next one clockwise, and on the right."""
        place = self.ring.index(player)
        return self.ring[(place + 1) % len(self.ring)], self.ring[place - 1]

    def face_down(self, player: Player) -> Cards:
        """Return what a player scores from at the end: the hand, or all that a virtual player has."""
        if player in self.virtual:
            return Counter(self.pile[player]) + self.given[player]
        return self.hand[player]

    def owed(self, player: Player) -> int:
        """Return how many cards a player must land in this round."""
        twins = self.twins[player] if self.rules.twins_stack else min(self.twins[player], 1)
        return 1 + twins

    def landed(self, player: Player, cards: Sequence[str], destroyed: Cards) -> None:
        """Put the landed cards that were not destroyed face up, and keep what they do to the next round."""
        values = [self.value(card) for card in cards]
        specials = self.rules.specials
        self.zone[player] += Counter(cards) - destroyed
        self.twins[player] = values.count(specials.twins) if specials.twins else 0
        acts = player not in self.virtual or self.rules.virtual_lookout == "acts"
        if specials.lookout and acts and specials.lookout in values:
            self.waiting.add(player)


def listed(cards: Cards) -> str:
    """Write cards in a sentence, each as often as it is there."""
    return ", ".join(sorted(cards.elements()))
