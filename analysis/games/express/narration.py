"""Narrates a game of Risk Express: one line of text for each thing that happens at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.engine import Event
from conquestlab.analysis.games.express.question import line_text

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

SHOWN = {
    "general": "general",
    "cavalry": "cavalry",
    "cannon": "cannon",
    "soldier1": "1 soldier",
    "soldier2": "2 soldiers",
    "soldier3": "3 soldiers",
}
FOOTNOTE = "* The name of this card is reconstructed."


def narrate_game(transcript: Sequence[Event], rulebook: Rulebook) -> list[str]:
    """Return a game as lines of text; names of cards that are reconstructed have a star."""
    lines = Narrator(transcript[0], rulebook).tell(transcript[1:])
    return [*lines, "", FOOTNOTE] if any("*" in line for line in lines) else lines


class Narrator:
    """Puts events into words; the head is the first event of the game."""

    def __init__(self, head: Event, rulebook: Rulebook):
        self.cards = {card.id: card for card in rulebook.cards.cards}
        self.continents = {continent.id: continent.name for continent in rulebook.cards.continents}
        self.name = {card.id: card.name + "*" * card.name_reconstructed for card in rulebook.cards.cards}
        self.round = 0

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Return the lines for events that follow each other, the first of the game left out."""
        return [line for event in events for line in getattr(self, f"_{event['event']}")(event)]

    def _start_roll(self, event: Event) -> Iterator[str]:
        for chair, rolls in enumerate(event["rolls"], 1):
            generals = ", then ".join(_generals(roll) for roll in rolls)
            yield f"Chair {chair} rolls {generals}."
        yield f"Chair {event['first']} begins and is seat 1; the others follow clockwise."

    def _turn(self, event: Event) -> Iterator[str]:
        if event["round"] != self.round:
            self.round = event["round"]
            yield ""
            yield f"Round {self.round}"
        yield f"Seat {event['player']}:"

    def _continue(self, event: Event) -> Iterator[str]:
        verb = "takes over" if event["accepted"] else "does not take over"
        filled = ", ".join(self._line(event["card"], line) for line in event["filled"])
        yield f"  {verb} the attack on {self.name[event['card']]} ({filled} filled, {_dice(event['dice'])})"

    def _roll(self, event: Event) -> Iterator[str]:
        yield f"  rolls {', '.join(SHOWN[face] for face in event['dice'])}"

    def _fill(self, event: Event) -> Iterator[str]:
        used = ", ".join(SHOWN[face] for face in event["dice"])
        yield f"  fills {self._line(event['card'], event['line'])} of {self.name[event['card']]} with {used}"

    def _sacrifice(self, event: Event) -> Iterator[str]:
        yield f"  gives up a die: {_dice(event['dice_left'])} left"

    def _conquer(self, event: Event) -> Iterator[str]:
        card = self.cards[event["card"]]
        taken = f" from seat {event['from']}" if event["from"] else ""
        points = f"{card.points} point" + "s" * (card.points != 1)
        yield f"  conquers {self.name[card.id]}{taken}, {points}"
        if event["continent_completed"]:
            yield f"  owns all of {self.continents[card.continent]} and turns it over"

    def _fail(self, event: Event) -> Iterator[str]:
        yield (
            f"  fails to conquer {self.name[event['card']]}"
            if event["card"]
            else "  fails: nothing ever fitted"
        )

    def _end(self, event: Event) -> Iterator[str]:
        scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(event["scores"], 1))
        yield ""
        if event["how"] == "unfinished":
            yield f"The game is broken off after {event['turns']} turns. Scores: {scores}."
            return
        winners = " and ".join(f"seat {seat}" for seat in event["winners"])
        wins = "wins" if len(event["winners"]) == 1 else "share the win"
        yield f"The middle is empty after {event['turns']} turns. Scores: {scores}."
        yield f"{winners.capitalize()} {wins}."

    def _line(self, card: str, line: int) -> str:
        return line_text(self.cards[card].lines[line - 1]) if line else "the general"


def _generals(roll: list[str]) -> str:
    many = Counter(roll)["general"]
    return f"{many or 'no'} general" + "s" * (many != 1)


def _dice(many: int) -> str:
    return f"{many} dice" if many != 1 else "1 die"
