"""The scenes of a game of Africa 1880: who is present where, what is developed, and the colonies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.africa.narration import Narrator
from conquestlab.analysis.games.scenes import Held, Player, Scenes, Stage, followed, in_sentences, seats_of
from conquestlab.analysis.language import marked, say

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.rules.rulebook import Rulebook

COLUMNS = (marked("presences"), marked("colonies"), marked("points"))


def game_scenes(transcript: Sequence[Event], rulebook: Rulebook) -> Scenes:
    """Return the scenes of a game; it may break off before the end."""
    return followed(_Follower(transcript[0], rulebook), transcript)


class _Follower:
    """Keeps the position that the events tell: presences, counters, colonies."""

    def __init__(self, head: Event, rulebook: Rulebook):
        self.narrator = Narrator(head, rulebook)
        seats = seats_of(head)
        players = [
            Player(seat.letter, nation, say("{seat}, {bot}", seat=seat.name.lower(), bot=seat.about))
            for seat, nation in zip(seats, self.narrator.nation.values(), strict=True)
        ]
        self.stage = Stage(players, COLUMNS)
        self.squares = {one.id: one.squares for one in rulebook.map.territories}
        self.present: dict[str, set[int]] = {territory: set() for territory in self.squares}
        self.counters = dict.fromkeys(self.squares, 0)
        self.colonies: set[str] = set()
        self.points = dict.fromkeys(range(1, len(players) + 1), 0)

    def follow(self, event: Event) -> None:
        """Change the position as an event says, and show it."""
        kind = event["event"]
        getattr(self, f"_{kind}", lambda event: None)(event)
        told = self.narrator.opening if kind == "game" else self.narrator.tell([event])
        self._set_stage()
        explored = kind == "arrive" and event["from"]
        self.stage.show(
            event,
            in_sentences(told),
            event.get("player", 0),
            opens_turn=kind == "round",
            arrow=(event["from"], event["territory"]) if explored else (),
        )

    def _set_stage(self) -> None:
        stage = self.stage
        for territory, seats in self.present.items():
            filled = f"{self.counters[territory]}/{self.squares[territory]}"
            note = say("colony") if territory in self.colonies else filled
            stage.places[territory] = Held(tuple(sorted(seats)), None, note)
        for seat in self.points:
            own = [territory for territory, seats in self.present.items() if seat in seats]
            colonies = sum(territory in self.colonies for territory in own)
            stage.standings[seat] = len(own), colonies, self.points[seat]

    def _start(self, event: Event) -> None:
        self.present[event["territory"]].add(event["player"])

    _arrive = _start

    def _round(self, event: Event) -> None:
        self.stage.round = event["round"]

    def _develop(self, event: Event) -> None:
        self.counters[event["territory"]] += event["counters"]

    def _removed(self, event: Event) -> None:
        self.present[event["territory"]].discard(event["player"])

    def _colony(self, event: Event) -> None:
        self.colonies.add(event["territory"])

    def _score(self, event: Event) -> None:
        self.points[event["player"]] = event["total"]
