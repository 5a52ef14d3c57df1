"""The messages to an external bot in a game of Risk Express; cards and continents are named by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conquestlab.analysis.games.express.rules import express_rules
from conquestlab.analysis.games.express.transcript import dice_used, faces_of
from conquestlab.analysis.games.messages import Message, Messages

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Engine
    from conquestlab.analysis.rules.rulebook import Rulebook

CONTINUE, FILL, SACRIFICE = 1, 2, 3
GENERAL_LINE = (("general",), 0)


class ExpressMessages(Messages):
    """The words of one rulebook of Risk Express."""

    def __init__(self, engine: Engine, rulebook: Rulebook, seats: int):
        super().__init__(engine, rulebook, seats)
        self.cards = rulebook.cards.cards

    def setting(self) -> Message:
        """Return the cards with their lines, the continents and the values of the rulebook."""
        deck = self.rulebook.cards
        return {
            "dice": express_rules(self.rulebook).dice.count,
            "cards": [
                {
                    "id": card.id,
                    "continent": card.continent,
                    "points": card.points,
                    "general": card.circled_general,
                    "lines": [
                        {"symbols": list(symbols), "soldiers": soldiers} for symbols, soldiers in card.lines
                    ],
                }
                for card in deck.cards
            ],
            "continents": [
                {"id": continent.id, "back": continent.back, "cards": [deck.cards[one].id for one in cards]}
                for continent, cards in zip(deck.continents, deck.continent_cards, strict=True)
            ],
            "values": self.rulebook.contents["rules"],
        }

    def view(self, rules: Any, position: Any, seat: int) -> Message:
        """Return what a seat (from 0) may see."""
        seen = self.engine.view(rules, position, seat)
        names = [card.id for card in self.cards]
        owners = [None if owner is None else owner + 1 for owner in seen["owner"]]
        return seen | {
            "seat": seat + 1,
            "player": seen["player"] + 1,
            "asked": self.engine.decisions[seen["asked"]],
            "owner": dict(zip(names, owners, strict=True)),
            "face_down": [names[card] for card in seen["face_down"]],
            "target": None if seen["target"] is None else names[seen["target"]],
        }

    def kind(self, number: int) -> str:
        """Return the name of a kind of choice; a die may be given up where a line is to be filled."""
        return "sacrifice" if number == SACRIFICE else super().kind(number)

    def parts(self, position: Any, row: list[int]) -> Message:
        """Return the parts of a choice; `dice` are those that the line would take."""
        kind, first, line = row[:3]
        if kind == CONTINUE:
            return {"accept": bool(first)}
        if kind == SACRIFICE:
            return {}
        card = self.cards[first]
        needs = card.lines[line - 1] if line else GENERAL_LINE
        return {"card": card.id, "line": line, "dice": dice_used(needs, self._roll(position))}

    def _roll(self, position: Any) -> list[str]:
        return faces_of(int(position["roll_index"]), int(position["dice"]))
