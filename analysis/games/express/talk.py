"""How a game of Risk Express talks to a person: cards with what they need, the roll, lines to fill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.analysis.games.express.narration import SHOWN
from conquestlab.analysis.games.express.question import line_text
from conquestlab.analysis.games.scenes import LETTERS
from conquestlab.analysis.games.talk import Talk
from conquestlab.analysis.language import say

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.games.messages import Message, Messages


class ExpressTalk(Talk):
    """Talks of cards, lines and dice."""

    def __init__(self, messages: Messages, head: Event, seat: int):
        super().__init__(messages, head, seat)
        deck = self.rulebook.cards
        self.cards = {card.id: card for card in deck.cards}
        self.name = {card.id: card.name + "*" * card.name_reconstructed for card in deck.cards}

    def table(self, view: Message) -> list[str]:
        """Return the cards by continent with owners and lines, and the scores."""
        lines = []
        for continent, numbers in zip(
            self.rulebook.cards.continents, self.rulebook.cards.continent_cards, strict=True
        ):
            lines.append(
                say("{continent} (complete {points})", continent=continent.name, points=continent.back)
            )
            for number in numbers:
                card = self.rulebook.cards.cards[number]
                owner = view["owner"][card.id]
                letter = LETTERS[owner - 1] if owner else "-"
                needs = (
                    say("turned over")
                    if card.id in view["face_down"]
                    else "; ".join(map(line_text, card.lines))
                )
                lines.append(f"  {letter} {self.name[card.id]:<19.19}{card.points:>2}  {needs}"[:80])
        scores = (f"{LETTERS[place]} {score}" for place, score in enumerate(view["scores"]))
        return [
            *lines,
            "",
            say(
                "Points: {scores}. You are {letter}.", scores=", ".join(scores), letter=LETTERS[self.seat - 1]
            ),
        ]

    def question(self, view: Message) -> str:
        """Return what is asked."""
        if view["asked"] == "continue":
            return say("Take over the attack on {card}?", card=self.name[view["target"]])
        roll = ", ".join(SHOWN[face] for face in view["roll"])
        if view["target"]:
            return say("You roll {roll}. Which line of {card}?", roll=roll, card=self.name[view["target"]])
        return say("You roll {roll}. Which card, and which line?", roll=roll)

    def label(self, choice: Message) -> str:
        """Return a choice in words."""
        if choice["kind"] == "continue":
            return say("take over") if choice["accept"] else say("begin afresh")
        if choice["kind"] == "sacrifice":
            return say("give up a die")
        card, number = self.cards[choice["card"]], choice["line"]
        line = line_text(card.lines[number - 1]) if number else say("the general")
        dice = ", ".join(SHOWN[face] for face in choice["dice"])
        return say("{card}: {line} with {dice}", card=self.name[card.id], line=line, dice=dice)
