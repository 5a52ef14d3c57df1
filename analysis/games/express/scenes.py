"""The scenes of a game of Risk Express: cards with their owners, the lines that are filled, and the rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.express.narration import SHOWN, Narrator
from conquestlab.analysis.games.express.rules import express_rules
from conquestlab.analysis.games.scenes import Held, Roll, Scenes, Stage, followed, in_sentences, seats_of
from conquestlab.analysis.language import marked, say

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.rules.rulebook import Rulebook

COLUMNS = (marked("points"), marked("cards"), marked("continents"))


def game_scenes(transcript: Sequence[Event], rulebook: Rulebook) -> Scenes:
    """Return the scenes of a game; it may break off before the end."""
    return followed(_Follower(transcript[0], rulebook), transcript)


class _Follower:
    """Keeps the position that the events tell: owners, complete continents, lines filled."""

    def __init__(self, head: Event, rulebook: Rulebook):
        self.seats = len(head["players"])
        self.stage = Stage(seats_of(head), COLUMNS)
        self.narrator = Narrator(head, rulebook)
        self.cards = {card.id: card for card in rulebook.cards.cards}
        self.back = {continent.id: continent.back for continent in rulebook.cards.continents}
        self.handicap = dict(enumerate(express_rules(rulebook).handicap.points, 1))
        self.owner = dict.fromkeys(self.cards, 0)
        self.complete: dict[str, int] = {}  # by continent, who owns all of it
        self.target = ""
        self.filled = 0
        self.lines = 0  # of the target

    def follow(self, event: Event) -> None:
        """Change the position as an event says, and show it."""
        kind = event["event"]
        getattr(self, f"_{kind}", lambda event: None)(event)
        text = in_sentences(self.narrator.tell([event])) if kind != "game" else say("The game begins.")
        if kind == "turn":
            text = say("Round {round}: seat {seat}.", round=event["round"], seat=event["player"])
        player = event.get("player", 0)
        rolls = [Roll(player, tuple(SHOWN[face] for face in event["dice"]))] if kind == "roll" else []
        self._set_stage()
        self.stage.show(event, text, player, opens_turn=kind == "turn", rolls=rolls)

    def _set_stage(self) -> None:
        for card, owner in self.owner.items():
            note = ""
            if self.cards[card].continent in self.complete:
                note = say("turned over")
            elif card == self.target:
                note = say("{filled} of {lines} lines", filled=self.filled, lines=self.lines)
            self.stage.places[card] = Held((owner,) if owner else (), self.cards[card].points, note)
        for seat in range(1, self.seats + 1):
            own = [self.cards[card] for card, owner in self.owner.items() if owner == seat]
            points = sum(card.points for card in own if card.continent not in self.complete)
            backs = [self.back[continent] for continent, owner in self.complete.items() if owner == seat]
            total = points + sum(backs) + self.handicap.get(seat, 0)
            self.stage.standings[seat] = total, len(own), len(backs)

    def _aim(self, card: str, filled: int) -> None:
        """Count the lines of the card that is attacked, the general among them where a player holds it."""
        held = self.owner[card] and self.cards[card].circled_general
        self.target, self.filled = card, filled
        self.lines = len(self.cards[card].lines) + bool(held)

    def _turn(self, event: Event) -> None:
        self.stage.round = event["round"]
        self.target = ""

    def _continue(self, event: Event) -> None:
        if event["accepted"]:
            self._aim(event["card"], len(event["filled"]))

    def _fill(self, event: Event) -> None:
        self._aim(event["card"], self.filled + 1 if self.target else 1)

    def _conquer(self, event: Event) -> None:
        card = self.cards[event["card"]]
        self.owner[card.id] = event["player"]
        self.target = ""
        if event["continent_completed"]:
            self.complete[card.continent] = event["player"]
