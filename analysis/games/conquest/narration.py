"""Narrates a game of conquest: one line of text for each thing that happens at the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from conquestlab.analysis.games.engine import Event

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

GATHERED = ("deal", "place", "draw", "attack")
"""Events that stand in one line with the events of the same kind beside them."""


def narrate_game(transcript: Sequence[Event], rulebook: Rulebook) -> list[str]:
    """Return a game as lines of text.

    Parameters
    ----------
    transcript : sequence of dict
        Its events, as of `game_transcript`.
    rulebook : Rulebook
        For the names of lands, continents and objectives.
    """
    narrator = Narrator(transcript[0], rulebook)
    return [*narrator.opening(transcript[0]), *narrator.tell(transcript[1:])]


def _together(event: Event) -> tuple[object, ...]:
    name = event["event"]
    if name not in GATHERED:
        return (name, id(event))
    if name == "deal" and "roll" not in event:
        return (name,)
    return (name, event.get("player"), event.get("side"), event.get("from"), event.get("to"))


class Narrator:
    """Puts events into words; the head is the first event of the game."""

    def __init__(self, head: Event, rulebook: Rulebook):
        self.land = {land.id: land.name for land in rulebook.map.lands}
        self.continent = {continent.id: continent.name for continent in rulebook.map.continents}
        deck = rulebook.objectives
        self.objective = {} if deck is None else {one.id: one.text.rstrip(".") for one in deck.objectives}
        self.seat = {seat: f"Seat {seat}" for seat in range(1, len(head["players"]) + 1)}

    def opening(self, head: Event) -> Iterator[str]:
        """Say what is played."""
        changes = "".join(f", {key}={value}" for key, value in head.get("options", {}).items())
        yield f"{head['rules']}{changes}: game {head['game']} under seed {head['seed']}."
        colours = head.get("colours") or [""] * len(head["players"])
        for seat, (bot, colour) in enumerate(zip(head["players"], colours, strict=True), 1):
            yield f"Seat {seat} is played by {bot}" + (f" and has {colour}." if colour else ".")

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Return the lines for events that follow each other, the first of the game left out."""
        return [line for _, some in groupby(events, key=_together) for line in self._lines(list(some))]

    def _lines(self, events: list[Event]) -> list[str]:
        """Return the lines for events that belong together."""
        first = events[0]
        who = self.seat.get(first.get("player", 0), "")
        if first.get("side") == "ally":
            who += " for the ally"
        return list(getattr(self, f"_{first['event']}")(who, events))

    def _roll_order(self, who: str, events: list[Event]) -> Iterator[str]:
        event = events[0]
        rolls = ", ".join(
            f"seat {seat} {' then '.join(map(str, dice))}" for seat, dice in enumerate(event["rolls"], 1)
        )
        yield f"For the order: {rolls}. The lands go first to seat {event['first_dealt']}."

    def _objective(self, who: str, events: list[Event]) -> Iterator[str]:
        yield f"{who} has the objective: {self.objective[events[0]['objective']]}."

    def _deal(self, who: str, events: list[Event]) -> Iterator[str]:
        dealt: dict[int | None, list[str]] = {}
        for event in events:
            dealt.setdefault(event["player"], []).append(self.card(event.get("card") or event["land"]))
        for seat, cards in dealt.items():
            whose = "The ally" if seat is None else self.seat[seat]
            rolled = f" rolls {events[0]['roll']} and" if "roll" in events[0] else ""
            yield f"{whose}{rolled} gets {_listed(cards)}."

    def _turn(self, who: str, events: list[Event]) -> Iterator[str]:
        yield ""
        yield f"Round {events[0]['round']}: {who}."

    def _draw(self, who: str, events: list[Event]) -> Iterator[str]:
        yield f"{who} draws {', '.join(self.card(event['card']) for event in events)}."

    def _reinforce(self, who: str, events: list[Event]) -> Iterator[str]:
        event = events[0]
        parts = [f"{event['from_lands']} for {_number(event['lands'], 'land')}"]
        owned = event["from_continents"].items()
        parts += [f"{armies} for {self.continent[continent]}" for continent, armies in owned]
        yield f"{who} receives {_listed(parts)}."

    def _exchange(self, who: str, events: list[Event]) -> Iterator[str]:
        event = events[0]
        cards = _listed([self.card(card) for card in event["cards"]])
        bonus = [f"{armies} more for {self.land[land]}" for land, armies in event["bonus"].items()]
        got = _listed([_number(event["armies"], "army"), *bonus])
        yield f"{who} exchanges {cards}, set {event['number']} of the game: {got}."

    def _place(self, who: str, events: list[Event]) -> Iterator[str]:
        on: dict[str, int] = {}
        for event in events:
            on[event["land"]] = on.get(event["land"], 0) + event["armies"]
        yield f"{who} places {_listed([f'{armies} on {self.land[land]}' for land, armies in on.items()])}."

    def _attack(self, who: str, events: list[Event]) -> Iterator[str]:
        source, target = self.land[events[0]["from"]], self.land[events[0]["to"]]
        rolls = []
        for event in events:
            attack, defence = (_faces(event[side]) for side in ("attack_dice", "defend_dice"))
            rolls.append(f"{attack} against {defence} (-{event['attacker_lost']}/-{event['defender_lost']})")
        yield f"{who} attacks {target} from {source}: {', '.join(rolls)}."

    def _occupy(self, who: str, events: list[Event]) -> Iterator[str]:
        event = events[0]
        yield f"{who} takes {self.land[event['to']]} and moves in with {_number(event['armies'], 'army')}."

    def _eliminate(self, who: str, events: list[Event]) -> Iterator[str]:
        event = events[0]
        cards = f" and takes {_number(len(event['cards']), 'card')}" if event["cards"] else ""
        yield f"{who} puts {self.seat[event['victim']]} out of the game{cards}."

    def _ally(self, who: str, events: list[Event]) -> Iterator[str]:
        yield f"{self.seat[events[0]['player']]} commands the ally now."

    def _move(self, who: str, events: list[Event]) -> Iterator[str]:
        event = events[0]
        armies = _number(event["armies"], "army")
        yield f"{who} moves {armies} from {self.land[event['from']]} to {self.land[event['to']]}."

    def _end(self, who: str, events: list[Event]) -> Iterator[str]:
        event = events[0]
        yield ""
        if event["winner"] is None:
            yield f"The game is broken off after {_number(event['rounds'], 'round')}: nobody has won."
        else:
            yield f"{self.seat[event['winner']]} wins by {event['how']} in round {event['rounds']}."

    def card(self, card: str) -> str:
        """Return the name of a card."""
        return self.land.get(card) or card.replace("_", " ")


def _faces(dice: list[int]) -> str:
    return " ".join(map(str, sorted(dice, reverse=True)))


def _number(count: int, what: str) -> str:
    if count == 1:
        return f"1 {what}"
    return f"{count} {what[:-1]}ies" if what.endswith("y") else f"{count} {what}s"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
