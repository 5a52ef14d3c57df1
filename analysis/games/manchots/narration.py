"""A game of Manchots Barjots told as at the table, a line of text for each thing that happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.engine import Event
from conquestlab.analysis.games.manchots.names import (
    SPECIAL_NAMES,
    ZONE_NAMES,
    joined,
    player_name,
    special_kinds,
)
from conquestlab.analysis.games.manchots.rules import manchots_rules

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def narrate_game(transcript: Sequence[Event], rulebook: Rulebook) -> list[str]:
    """Return a game as lines of text.

    What lies face down is told when it is drawn, taken or landed, not when it is dealt.
    """
    narrator = Narrator(transcript[0], rulebook)
    return [narrator.opening, *narrator.tell(transcript[1:])]


class Narrator:
    """Puts events into words; the head is the first event of the game."""

    def __init__(self, head: Event, rulebook: Rulebook):
        rules = manchots_rules(rulebook)
        self.ring = head["ring"]
        self.kind = {str(value): SPECIAL_NAMES[kind] for kind, value in special_kinds(rules).items()}
        self.without_majority = {"lowest": "lowest card", "highest": "highest card", "none": ""}[
            rules.lowest_card
        ]
        self.handicap = dict(enumerate(rules.handicap.points, 1))
        self.dealt = False
        self.some_landed = False  # in step a of this round

    @property
    def opening(self) -> str:
        """Who sits where."""
        return f"Clockwise sit {joined([player_name(player) for player in self.ring])}."

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Return the lines for events that follow each other, the first of the game left out."""
        return [line for event in events for line in getattr(self, f"_{event['event']}")(event)]

    def _deal(self, event: Event) -> Iterator[str]:
        if not self.dealt:
            self.dealt = True
            yield f"Everybody is dealt {len(event['cards'])} cards, face down."

    def _round(self, event: Event) -> Iterator[str]:
        self.some_landed = False
        yield ""
        yield f"Round {event['round']}"

    def _draw(self, event: Event) -> Iterator[str]:
        yield f"  {_who(event)} draws {self._cards(event['cards'])}."

    def _give(self, event: Event) -> Iterator[str]:
        place = self.ring.index(event["player"])
        left = player_name(self.ring[(place + 1) % len(self.ring)])
        right = player_name(self.ring[place - 1])
        yield (
            f"  {_who(event)} gives {self.card(event['left'])} to {left}, on the left, "
            f"and {self.card(event['right'])} to {right}."
        )

    def _take(self, event: Event) -> Iterator[str]:
        yield f"  {_who(event)} takes {self.card(event['card'])} from {player_name(event['from'])}."

    def _land(self, event: Event) -> Iterator[str]:
        later = ""
        if event["step"] == "a":
            self.some_landed = True
        elif self.some_landed:
            real = isinstance(event["player"], int)
            later = ", who has seen the others," if real else ", after the others,"
        yield f"  {_who(event)}{later} lands {self._cards(event['cards'])}."

    def _destroyed(self, event: Event) -> Iterator[str]:
        cards = [f"{self.card(one['card'])} of {player_name(one['player'])}" for one in event["cards"]]
        yield f"  The Kamikaze takes out {joined(cards)}."

    def _remake(self, event: Event) -> Iterator[str]:
        many = len(event["cards"])
        what = f"the {many} cards" if many != 1 else "the card"
        yield f"  {_who(event)} has no stock left: {what} given to it are shuffled into a new one."

    def _score(self, event: Event) -> Iterator[str]:
        if event["player"] == self.ring[0]:
            yield ""
        parts = []
        for zone, points in event["hand"].items():
            if zone in event["majority"]:
                why = "majority"
            elif event["table"].get(zone):
                why = self.without_majority or "no majority"
            else:
                continue
            parts.append(f"{ZONE_NAMES[zone]} {points} ({why})")
        more = self.handicap.get(event["player"], 0)
        if more:
            parts.append(f"handicap {more}")
        points = f"{event['total']} point" + "s" * (event["total"] != 1)
        yield f"{_who(event)} scores {points}: {', '.join(parts) or 'no card on the table'}."

    def _end(self, event: Event) -> Iterator[str]:
        winners = [player_name(winner) for winner in event["winners"]]
        verb = "share the win" if len(winners) > 1 else "wins"
        yield ""
        yield f"{joined(winners).capitalize()} {verb} after {event['rounds']} rounds."

    def card(self, card: str) -> str:
        """Return the name of a card."""
        zone, _, value = card.rpartition("_")
        special = self.kind.get(value)
        return f"{ZONE_NAMES[zone]} {value}" + (f" ({special})" if special else "")

    def _cards(self, cards: Sequence[str]) -> str:
        return joined([self.card(card) for card in cards])


def _who(event: Event) -> str:
    return player_name(event["player"]).capitalize()
