"""The record of a game of Africa 1880, read off the lines that its engine logged; see docs/records.md.

Orders stand as they are carried out: a bot can only order what is possible. A landing that finds its coast
explored by then, where the rulebook asks for that, brings nobody and is not told again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from conquestlab.analysis.games.africa.rules import africa_rules
from conquestlab.analysis.games.engine import Event

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.rules.rulebook import Rulebook

ENDS = ("unfinished", "1914", "colonies")
NATIONS, STARTED, ROUND, ORDERED, EXPLORED, DEVELOPED = range(1, 7)
ARRIVED, UNDONE, REMOVED, COLONY, SCORED, ENDED = range(7, 13)
NOWHERE = NOBODY = -1


def game_transcript(lines: np.ndarray, rulebook: Rulebook, head: Event) -> list[Event]:
    """Return the events of a game.

    Parameters
    ----------
    lines : int64 array, (events, EVENT_WIDTH)
        The log of the engine.
    rulebook : Rulebook
    head : dict
        The event `game`, to which the nations and the map are added.
    """
    reader = _Reader(rulebook, len(head["players"]))
    events = list(reader.events(lines.tolist()))
    return [head | {"nations": reader.nations, "map": rulebook.map.name}, *events]


def members(bits: int) -> list[int]:
    """Return what a set of the engine holds, in ascending order."""
    return [place for place in range(64) if bits >> place & 1]


class _Reader:
    def __init__(self, rulebook: Rulebook, seats: int):
        self.seats = seats
        self.years = africa_rules(rulebook).years
        self.ids = [territory.id for territory in rulebook.map.territories]
        self.all_nations = [nation.id for nation in rulebook.map.nations]
        self.nations: list[str] = []
        self.ways: list[list[tuple[int, int]]] = [[] for _ in range(seats)]  # explored from, to
        self.arrived: list[tuple[int, int, int]] = []  # seat, set, landed
        self.undone: list[tuple[int, int, int]] = []  # seat, set of sources, landing

    def events(self, lines: list[list[int]]) -> Iterator[Event]:
        orders: Event = {}
        for kind, player, *parts in lines:
            first, second, third = parts[:3]
            if kind == EXPLORED:
                orders["explore"].append([self.ids[first], self.ids[second]])
                self.ways[player].append((first, second))
                continue
            if orders:
                yield orders
                orders = {}
            if kind == ORDERED:
                orders = self._orders(player, first, second, third)
            elif kind == ARRIVED:
                self.arrived.append((player, first, second))
            elif kind == UNDONE:
                self.undone.append((player, first, second))
                if len(self.undone) == self.seats:
                    yield from self._arrivals()
            else:
                yield from self._told(kind, player, parts)

    def _orders(self, player: int, develop: int, landing: int, war: int) -> Event:
        relations = ["war" if war >> other & 1 else "alliance" for other in range(self.seats)]
        self.ways[player] = []
        return {
            "event": "orders",
            "player": player + 1,
            "develop": self._named(develop),
            "explore": [],
            "land": self._name(landing),
            "relations": [None if other == player else told for other, told in enumerate(relations)],
        }

    def _arrivals(self) -> Iterator[Event]:
        """Tell who arrives, all seats, and then whose orders the limit of presences made void."""
        for seat, reached, landed in self.arrived:
            for target in members(reached):
                source = min(source for source, other in self.ways[seat] if other == target)
                yield self._arrive(seat, target, self.ids[source])
            if landed != NOWHERE:
                yield self._arrive(seat, landed, None)
        for seat, sources, landing in self.undone:
            for source, target in self.ways[seat]:
                if sources >> source & 1:
                    yield self._void(seat, self.ids[source], target)
            if landing != NOWHERE:
                yield self._void(seat, None, landing)
        self.arrived, self.undone = [], []

    def _arrive(self, seat: int, territory: int, source: str | None) -> Event:
        return {"event": "arrive", "player": seat + 1, "territory": self.ids[territory], "from": source}

    def _void(self, seat: int, source: str | None, target: int) -> Event:
        return {"event": "void", "player": seat + 1, "from": source, "to": self.ids[target]}

    def _told(self, kind: int, player: int, parts: list[int]) -> Iterator[Event]:
        first, second, third, fourth = parts[:4]
        if kind == NATIONS:
            self.nations = [self.all_nations[nation] for nation in members(first)]
        elif kind == STARTED:
            yield {"event": "start", "player": player + 1, "territory": self.ids[first]}
        elif kind == ROUND:
            yield {"event": "round", "round": first, "year": self.years[first - 1]}
        elif kind == DEVELOPED:
            yield {"event": "develop", "territory": self.ids[first], "counters": second}
        elif kind == REMOVED:
            for territory in self._named(first):
                yield {"event": "removed", "player": player + 1, "territory": territory}
        elif kind == COLONY:
            presences = [seat + 1 for seat in members(second)]
            yield {"event": "colony", "territory": self.ids[first], "presences": presences}
        elif kind == SCORED:
            points = {"alone": first, "shared": second, "alliances": third, "total": fourth}
            yield {"event": "score", "player": player + 1} | points
        else:
            winner = None if third == NOBODY else third + 1
            yield {"event": "end", "winner": winner, "how": ENDS[first], "rounds": second}

    def _named(self, territories: int) -> list[str]:
        return [self.ids[place] for place in members(territories)]

    def _name(self, territory: int) -> str | None:
        return None if territory == NOWHERE else self.ids[territory]
