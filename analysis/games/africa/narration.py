"""A game of Africa 1880 told as at the table, a line of text for each thing that happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.africa.facts import is_reconstructed
from conquestlab.analysis.games.engine import Event

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

FOOTNOTE = "The map of this game is reconstructed: most names of territories, all borders and squares."


def narrate_game(transcript: Sequence[Event], rulebook: Rulebook) -> list[str]:
    """Return a game as lines of text; the last one says so where the map is reconstructed."""
    narrator = Narrator(transcript[0], rulebook)
    lines = [*narrator.opening, *narrator.tell(transcript[1:])]
    return [*lines, "", FOOTNOTE] if is_reconstructed(rulebook.map) else lines


class Narrator:
    """Puts events into words, and counts what is developed; the head is the first event of the game."""

    def __init__(self, head: Event, rulebook: Rulebook):
        names = {nation.id: nation.name for nation in rulebook.map.nations}
        self.nation = {seat: names[nation] for seat, nation in enumerate(head["nations"], 1)}
        self.name = {one.id: one.name for one in rulebook.map.territories}
        self.squares = {one.id: one.squares for one in rulebook.map.territories}
        self.counters = dict.fromkeys(self.name, 0)

    @property
    def opening(self) -> list[str]:
        """Who plays what."""
        return [f"Seat {seat} plays {nation}." for seat, nation in self.nation.items()]

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Return the lines for events that follow each other, the first of the game left out."""
        return [line for event in events for line in getattr(self, f"_{event['event']}")(event)]

    def _start(self, event: Event) -> Iterator[str]:
        yield f"{self.nation[event['player']]} places its first presence in {self.name[event['territory']]}."

    def _round(self, event: Event) -> Iterator[str]:
        yield ""
        yield f"Round {event['round']}, {event['year']}"

    def _orders(self, event: Event) -> Iterator[str]:
        yield f"{self.nation[event['player']]}:"
        if event["develop"]:
            yield f"  develops {_listed(self.name[territory] for territory in event['develop'])}"
        for source, target in event["explore"]:
            yield f"  explores {self.name[target]} from {self.name[source]}"
        if event["land"]:
            yield f"  lands in {self.name[event['land']]}"
        said: dict[str, list[str]] = {"war": [], "alliance": []}
        for seat, relation in enumerate(event["relations"], 1):
            if relation:
                said[relation].append(self.nation[seat])
        yield f"  declares {_relations(said['war'], said['alliance'])}"

    def _develop(self, event: Event) -> Iterator[str]:
        territory, new = event["territory"], event["counters"]
        self.counters[territory] += new
        filled = f"{self.counters[territory]} of {self.squares[territory]} squares filled"
        yield f"{self.name[territory]} is developed by {new}: {filled}."

    def _arrive(self, event: Event) -> Iterator[str]:
        how = f"from {self.name[event['from']]}" if event["from"] else "by sea"
        yield f"{self.nation[event['player']]} arrives in {self.name[event['territory']]} {how}."

    def _void(self, event: Event) -> Iterator[str]:
        yield f"{self.nation[event['player']]} has no presence left for {self.name[event['to']]}."

    def _removed(self, event: Event) -> Iterator[str]:
        yield f"{self.nation[event['player']]} is driven out of {self.name[event['territory']]}."

    def _colony(self, event: Event) -> Iterator[str]:
        owners = _listed(self.nation[seat] for seat in event["presences"])
        yield f"{self.name[event['territory']]} becomes a colony of {owners}."

    def _score(self, event: Event) -> Iterator[str]:
        if event["player"] == 1:
            yield ""
        points = f"alone {event['alone']}, shared {event['shared']}, alliances {event['alliances']}"
        handicap = event["total"] - event["alone"] - event["shared"] - event["alliances"]
        points += f", handicap {handicap}" if handicap else ""
        yield f"{self.nation[event['player']]} scores {event['total']}: {points}."

    def _end(self, event: Event) -> Iterator[str]:
        ended = "The last colony is founded" if event["how"] == "colonies" else "The last year is over"
        won = f"{self.nation[event['winner']]} wins" if event["winner"] else "A tie for first: nobody wins"
        yield f"{ended} after {event['rounds']} round{'s' * (event['rounds'] != 1)}. {won}."


def _relations(war: list[str], alliance: list[str]) -> str:
    """Return what a nation declares, in words."""
    if not war:
        return "alliance to all"
    if not alliance:
        return f"war on {_listed(war)}"
    return f"war on {_listed(war)}, alliance to {_listed(alliance)}"


def _listed(names: Iterator[str] | Sequence[str]) -> str:
    """Return names as a list in a sentence."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
