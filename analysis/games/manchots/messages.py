"""What a bot outside is told of a game of Manchots Barjots: cards by their names, players as in records."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.games.manchots.rules import VALUES, ZONES, copies_of, manchots_rules
from conquestlab.analysis.games.manchots.transcript import card_name, player_name, ring_of
from conquestlab.analysis.games.messages import Message, Messages

GIVE = 1
BY_PLAYER = ("stock", "table", "landed", "need")


class ManchotsWords(Messages):
    """The words of one rulebook of Manchots Barjots."""

    def setting(self) -> Message:
        """Return the ring, the cards of the deck and the values of the rulebook."""
        rules = manchots_rules(self.rulebook)
        return {
            "ring": ring_of(self.seats),
            "cards": [
                {"id": f"{zone}_{value}", "zone": zone, "value": value, "copies": copies_of(rules, value)}
                for zone in ZONES
                for value in range(1, VALUES + 1)
                if copies_of(rules, value)
            ],
            "values": self.rulebook.contents["rules"],
        }

    def view(self, rules: Any, position: Any, seat: int) -> Message:
        """Return what a seat (from 0) may see."""
        seen = self.engine.view(rules, position, seat)
        names = [str(player_name(player, self.seats)) for player in range(len(seen["need"]))]
        told = seen | {name: dict(zip(names, seen[name], strict=True)) for name in BY_PLAYER}
        return told | {
            "seat": seat + 1,
            "asked": self.engine.decisions[seen["asked"]],
            "hand": _named(seen["hand"]),
            "hand_sizes": dict(zip(names, seen["hand_sizes"], strict=False)),
            "given": dict(zip(names[self.seats :], seen["given"], strict=True)),
            "table": {name: _named(cards) for name, cards in told["table"].items()},
            "landed": {name: _named(cards) for name, cards in told["landed"].items()},
            "destroyed": _named(seen["destroyed"]),
            "after_the_others": [player_name(player, self.seats) for player in seen["after_the_others"]],
            "gave": [_sides(pair) for pair in seen["gave"]],
            "got": [_sides(pair) for pair in seen["got"]],
        }

    def parts(self, position: Any, row: list[int]) -> Message:
        """Return the parts of a choice."""
        if row[0] == GIVE:
            return _sides(row[1:3])
        seat = int(position["asker"])
        number = min(int(position["need"][seat]), int(position["hand_size"][seat]))
        return {"cards": _named(row[1 : 1 + number])}


def _named(kinds: list[int]) -> list[str]:
    return [card_name(kind) for kind in kinds]


def _sides(pair: list[int]) -> Message:
    """Return the card to or from the left, and the one to or from the right."""
    return {"left": card_name(pair[0]), "right": card_name(pair[1])}
