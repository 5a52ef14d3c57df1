"""The scenes of a game of conquest: lands with their owners and armies, cards in hand, arrows and dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.conquest.narration import Narrator
from conquestlab.analysis.games.scenes import (
    Held,
    Player,
    Roll,
    Scenes,
    Stage,
    followed,
    in_sentences,
    seats_of,
)
from conquestlab.analysis.language import marked, say

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.rules.rulebook import Rulebook

COLUMNS = (marked("lands"), marked("armies"), marked("cards"))
ALLY_LETTER = "N"


def game_scenes(transcript: Sequence[Event], rulebook: Rulebook) -> Scenes:
    """Return the scenes of a game.

    Parameters
    ----------
    transcript : sequence of dict
        Its events; it may break off before the end.
    rulebook : Rulebook
    """
    return followed(_Follower(transcript, rulebook), transcript)


class _Follower:
    """Keeps the position that the events tell: owners, armies and hands."""

    def __init__(self, transcript: Sequence[Event], rulebook: Rulebook):
        head = transcript[0]
        self.seats = len(head["players"])
        players = _with_objectives(seats_of(head), transcript, rulebook)
        if any(event.get("side") == "ally" for event in transcript):
            players.append(Player(ALLY_LETTER, say("The ally")))
        self.stage = Stage(players, COLUMNS)
        self.narrator = Narrator(head, rulebook)
        self.owner = {land.id: 0 for land in rulebook.map.lands}
        self.armies = dict.fromkeys(self.owner, 0)
        self.hands: dict[int, list[str]] = {seat: [] for seat in range(1, self.seats + 1)}

    def follow(self, event: Event) -> None:
        """Change the position as an event says, and show it."""
        kind = event["event"]
        getattr(self, f"_{kind}", lambda event: None)(event)
        told = self.narrator.opening(event) if kind == "game" else self.narrator.tell([event])
        player = event.get("player") or (self.seats + 1 if event.get("side") == "ally" else 0)
        moves = kind in ("attack", "occupy", "move")
        self._set_stage()
        self.stage.show(
            event,
            in_sentences(told),
            self._side(event) if moves else player,
            opens_turn=kind == "turn",
            rolls=self._rolls(event) if kind == "attack" else (),
            arrow=(event["from"], event["to"]) if moves else (),
        )

    def _side(self, event: Event) -> int:
        """Return whose armies act: a seat, or the ally."""
        side: int = self.seats + 1 if event.get("side") == "ally" else event["player"]
        return side

    def _rolls(self, event: Event) -> list[Roll]:
        return [
            Roll(self._side(event), tuple(sorted(event["attack_dice"], reverse=True))),
            Roll(self.owner[event["to"]], tuple(sorted(event["defend_dice"], reverse=True))),
        ]

    def _set_stage(self) -> None:
        stage = self.stage
        for land, owner in self.owner.items():
            stage.places[land] = Held((owner,) if owner else (), self.armies[land] if owner else None)
        for player in range(1, len(stage.players) + 1):
            own = [land for land, owner in self.owner.items() if owner == player]
            cards = self.hands.get(player, [])
            stage.standings[player] = len(own), sum(self.armies[land] for land in own), len(cards)
            if player in self.hands:
                stage.hands[player] = tuple(self.narrator.card(card) for card in cards)

    def _deal(self, event: Event) -> None:
        if event["land"] is not None:
            self.owner[event["land"]] = event["player"] or self.seats + 1
            self.armies[event["land"]] = event["armies"]

    def _turn(self, event: Event) -> None:
        self.stage.round = event["round"]

    def _draw(self, event: Event) -> None:
        self.hands[event["player"]].append(event["card"])

    def _exchange(self, event: Event) -> None:
        for card in event["cards"]:
            self.hands[event["player"]].remove(card)

    def _place(self, event: Event) -> None:
        self.armies[event["land"]] += event["armies"]

    def _attack(self, event: Event) -> None:
        self.armies[event["from"]] -= event["attacker_lost"]
        self.armies[event["to"]] -= event["defender_lost"]

    def _occupy(self, event: Event) -> None:
        self.owner[event["to"]] = self._side(event)
        self._move(event)

    def _move(self, event: Event) -> None:
        self.armies[event["from"]] -= event["armies"]
        self.armies[event["to"]] += event["armies"]

    def _eliminate(self, event: Event) -> None:
        for card in event["cards"]:
            self.hands[event["victim"]].remove(card)
            self.hands[event["player"]].append(card)


def _with_objectives(seats: list[Player], transcript: Sequence[Event], rulebook: Rulebook) -> list[Player]:
    """Return the seats with the objectives that they have, which those who watch may know from the start."""
    deck = rulebook.objectives
    if deck is None:
        return seats
    text = {one.id: one.text.rstrip(".") for one in deck.objectives}
    for event in transcript:
        if event["event"] == "objective":
            place = event["player"] - 1
            about = say(
                "{bot}; objective: {objective}", bot=seats[place].about, objective=text[event["objective"]]
            )
            seats[place] = seats[place]._replace(about=about)
    return seats
