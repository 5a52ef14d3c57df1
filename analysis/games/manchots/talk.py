"""How a game of Manchots Barjots talks to a person: the own hand, the zones, and what neighbours gave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.manchots.names import ZONE_NAMES, joined, player_name
from conquestlab.analysis.games.manchots.narration import Narrator
from conquestlab.analysis.games.manchots.rules import ZONES
from conquestlab.analysis.games.talk import Talk
from conquestlab.analysis.language import say

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.games.messages import Message, Messages


class ManchotsTalk(Talk):
    """Talks of cards and zones."""

    def __init__(self, messages: Messages, head: Event, seat: int):
        super().__init__(messages, head, seat)
        from conquestlab.analysis.games.manchots.transcript import ring_of

        self.ring = ring_of(self.seats)
        self.card = Narrator({**head, "ring": self.ring}, self.rulebook).card

    def table(self, view: Message) -> list[str]:
        """Return the cards in the zones of each player, and the own hand."""
        lines = [" " * 18 + "".join(f"{ZONE_NAMES[zone]:<12}" for zone in ZONES).rstrip()]
        for player, cards in view["table"].items():
            name = (
                say("you")
                if player == str(self.seat)
                else player_name(int(player) if player.isdigit() else player)
            )
            cells = (f"{' '.join(_values(cards, zone)):<12}" for zone in ZONES)
            lines.append(f"{name:<18}{''.join(cells)}".rstrip())
        hand = joined([self.card(card) for card in sorted(view["hand"])]) if view["hand"] else say("none")
        left, right = self._neighbours()
        return [
            *lines,
            "",
            say("Round {round}; {left} rounds follow.", round=view["round"], left=view["rounds_left"]),
            say("On your left sits {left}, on your right {right}.", left=left, right=right),
            say("Your cards: {cards}.", cards=hand),
        ]

    def _neighbours(self) -> tuple[str, str]:
        place = self.ring.index(self.seat)
        return player_name(self.ring[(place + 1) % len(self.ring)]), player_name(self.ring[place - 1])

    def question(self, view: Message) -> str:
        """Return what is asked."""
        return say("Which cards do you give?") if view["asked"] == "give" else say("Which cards land?")

    def label(self, choice: Message) -> str:
        """Return a choice in words."""
        if choice["kind"] == "give":
            left, right = self.card(choice["left"]), self.card(choice["right"])
            return say("give {left} to the left and {right} to the right", left=left, right=right)
        return say("land {cards}", cards=joined([self.card(card) for card in choice["cards"]]))

    def instead(self, event: Event) -> str | None:
        """Return what is heard of cards that lie face down for the person."""
        kind = event["event"]
        if kind not in ("draw", "give", "take", "remake") or event["player"] == self.seat:
            return None
        if kind == "draw":
            player = player_name(event["player"]).capitalize()
            return say("  {player} draws {cards} cards.", player=player, cards=len(event["cards"]))
        if kind == "give":
            return self._given(event)
        return ""

    def _given(self, event: Event) -> str:
        """Return what a neighbour gives; the left card goes to the next one clockwise."""
        place = self.ring.index(event["player"])
        to = {"left": self.ring[(place + 1) % len(self.ring)], "right": self.ring[place - 1]}
        got = [self.card(event[side]) for side, receiver in to.items() if receiver == self.seat]
        name = player_name(event["player"]).capitalize()
        return say("  {player} gives you {cards}.", player=name, cards=joined(got)) if got else ""


def _values(cards: Sequence[str], zone: str) -> list[str]:
    split = (card.rpartition("_") for card in cards)
    return sorted((value for where, _, value in split if where == zone), key=int)
