"""The scenes of a game of Manchots Barjots: what lies in each zone before each player, and all hands open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.manchots.names import player_name
from conquestlab.analysis.games.manchots.narration import Narrator
from conquestlab.analysis.games.manchots.rules import ZONES
from conquestlab.analysis.games.scenes import Held, Player, Scenes, Stage, followed, in_sentences, seats_of
from conquestlab.analysis.language import marked

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.rules.rulebook import Rulebook

COLUMNS = (marked("on the table"), marked("majorities"), marked("points"))
VIRTUAL_LETTERS = "VW"
VIRTUAL = ("virtual_1", "virtual_2")


def place_of(player: int, zone: str) -> str:
    """Return the id of the place where a player's cards of a zone lie; the first seat is player 1."""
    return f"{player}-{zone}"


def game_scenes(transcript: Sequence[Event], rulebook: Rulebook) -> Scenes:
    """Return the scenes of a game; it may break off before the end."""
    return followed(_Follower(transcript[0], rulebook), transcript)


class _Follower:
    """Keeps what the events tell: hands and stocks, and the cards in each zone."""

    def __init__(self, head: Event, rulebook: Rulebook):
        players = seats_of(head)
        ids = list(range(1, len(players) + 1)) + [one for one in VIRTUAL if one in head["ring"]]
        for letter, virtual in zip(VIRTUAL_LETTERS, ids[len(players) :], strict=False):
            players.append(Player(letter, player_name(virtual).capitalize()))
        self.number = {one: place for place, one in enumerate(ids, 1)}
        self.ring = head["ring"]
        self.stage = Stage(players, COLUMNS)
        self.narrator = Narrator(head, rulebook)
        self.hand: dict[int | str, Counter[str]] = {one: Counter() for one in ids}
        self.table: dict[int | str, Counter[str]] = {one: Counter() for one in ids}
        self.points = dict.fromkeys(ids, 0)

    def follow(self, event: Event) -> None:
        """Change the position as an event says, and show it."""
        kind = event["event"]
        getattr(self, f"_{kind}", lambda event: None)(event)
        text = self.narrator.opening if kind == "game" else in_sentences(self.narrator.tell([event]))
        self._set_stage()
        player = self.number.get(event.get("player", 0), 0)
        self.stage.show(event, text, player, opens_turn=kind == "round")

    def _set_stage(self) -> None:
        stage, sums = self.stage, {}
        for one, number in self.number.items():
            for zone in ZONES:
                cards = sorted(self._values(self.table[one], zone))
                sums[one, zone] = sum(cards)
                note = " ".join(map(str, cards))
                stage.places[place_of(number, zone)] = Held((number,), sum(cards), note)
            stage.hands[number] = tuple(
                self.narrator.card(card) for card in sorted(self.hand[one].elements())
            )
        for one, number in self.number.items():
            highest = {zone: max(sums[other, zone] for other in self.number) for zone in ZONES}
            majorities = sum(0 < sums[one, zone] == highest[zone] for zone in ZONES)
            on_table = sum(sums[one, zone] for zone in ZONES)
            stage.standings[number] = on_table, majorities, self.points[one]

    @staticmethod
    def _values(cards: Counter[str], zone: str) -> list[int]:
        split = (card.rpartition("_") for card in cards.elements())
        return [int(value) for where, _, value in split if where == zone]

    def _round(self, event: Event) -> None:
        self.stage.round = event["round"]

    def _deal(self, event: Event) -> None:
        if event["player"] in VIRTUAL:  # its stock is all that it has
            self.hand[event["player"]] += Counter(event["cards"])

    def _draw(self, event: Event) -> None:
        self.hand[event["player"]] += Counter(event["cards"])

    def _give(self, event: Event) -> None:
        place = self.ring.index(event["player"])
        for card, step in ((event["left"], 1), (event["right"], -1)):
            self.hand[event["player"]] -= Counter([card])
            self.hand[self.ring[(place + step) % len(self.ring)]] += Counter([card])

    def _take(self, event: Event) -> None:
        self.hand[event["from"]] -= Counter([event["card"]])
        self.hand[event["player"]] += Counter([event["card"]])

    def _land(self, event: Event) -> None:
        self.hand[event["player"]] -= Counter(event["cards"])
        self.table[event["player"]] += Counter(event["cards"])

    def _destroyed(self, event: Event) -> None:
        for one in event["cards"]:
            self.table[one["player"]] -= Counter([one["card"]])

    def _score(self, event: Event) -> None:
        self.points[event["player"]] = event["total"]
