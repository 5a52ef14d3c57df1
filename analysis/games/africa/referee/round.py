"""The consequences of a round as the record tells them, set against what the orders lead to."""

from typing import Any

from conquestlab.analysis.games.africa.referee.board import Board
from conquestlab.analysis.games.africa.referee.effects import (
    Arrivals,
    Orders,
    arrivals,
    developments,
    is_due,
    losers,
)
from conquestlab.analysis.games.findings import Findings

PARAGRAPHS = {
    "develop": "8.3.3",
    "arrive": "8.3.3",
    "void": "8.3.3",
    "removed": "8.3.4",
    "colony": "8.3.5",
}
KINDS = tuple(PARAGRAPHS)  # in the order in which a round has them


class Consequences:
    """What still has to be told of a round.

    The board moves on when the round begins to be told, phase by phase, because each phase looks at the
    position that the one before has left.

    Parameters
    ----------
    found : Findings
    board : Board
    orders : Orders
    spec
        The values of the rulebook.
    """

    def __init__(self, found: Findings, board: Board, orders: Orders, spec: Any):
        self.found, self.board, self.orders, self.spec = found, board, orders, spec
        self.phase = 0
        self.due: dict[str, dict[Any, Any]] = {kind: {} for kind in KINDS}
        self.told: set[tuple[str, Any]] = set()
        self.removed: dict[tuple[int, str], str] = {}
        self._execute()

    def _execute(self) -> None:
        board = self.board
        new = developments(board, self.orders)
        self.arrived: Arrivals = arrivals(board, self.orders, self.spec)
        for territory, counters in new.items():
            board.counters[territory] += counters
        for seat, territory in self.arrived.sources:
            board.present[territory].add(seat)
        fights = {
            territory: (set(seats), losers(board, territory)) for territory, seats in board.present.items()
        }
        for territory, (seats, gone) in fights.items():
            self.removed |= {(seat, territory): self._why(seat, seats) for seat in seats}
            board.present[territory] -= gone
        colonies = [territory for territory in board.present if is_due(board, territory)]
        board.colonies += colonies
        self.due["develop"] = dict(new)
        self.due["arrive"] = dict(self.arrived.sources)
        self.due["void"] = dict.fromkeys(self.arrived.void)
        self.due["removed"] = {(seat, where): None for where, (_, gone) in fights.items() for seat in gone}
        self.due["colony"] = {territory: sorted(board.present[territory]) for territory in colonies}

    def _why(self, seat: int, seats: set[int]) -> str:
        """Tell the relations that others present have declared to a seat."""
        hostile = sum(seat in self.board.war[other] for other in seats - {seat})
        return f"of {len(seats) - 1} others there {hostile} declared war on it"

    def read(self, event: dict[str, Any]) -> None:
        """Check one event of the round."""
        kind = event["event"]
        place = KINDS.index(kind)
        if place < self.phase:
            self.found.stop("8.3", f"'{kind}' comes too late, after '{KINDS[self.phase]}'")
        self.leave(place)
        key, value = getattr(self, f"_{kind}")(event)
        if key not in self.due[kind]:
            twice = (kind, key) in self.told
            why = "it was told already" if twice else getattr(self, f"_no_{kind}")(event)
            self.found.stop(PARAGRAPHS[kind], f"'{kind}' cannot stand here: {why}")
        name = {"develop": "counters", "arrive": "from", "colony": "presences"}.get(kind, "")
        self.found.same(PARAGRAPHS[kind], name, value, self.due[kind].pop(key))
        self.told.add((kind, key))

    def leave(self, phase: int = len(KINDS)) -> None:
        """Check that the phases before this one have been told to their end."""
        while self.phase < phase:
            kind = KINDS[self.phase]
            if self.due[kind]:
                first = next(iter(self.due[kind]))
                words = first if isinstance(first, str) else ", ".join(map(str, first))
                self.found.stop(PARAGRAPHS[kind], f"'{kind}' of {words} is missing")
            self.phase += 1

    # What an event is of, what it says of it, and why it cannot be

    def _develop(self, event: dict[str, Any]) -> tuple[str, int]:
        return event["territory"], event["counters"]

    def _no_develop(self, event: dict[str, Any]) -> str:
        return f"nobody develops {event['territory']}, or no square is free"

    def _arrive(self, event: dict[str, Any]) -> tuple[tuple[int, str], str | None]:
        return (event["player"], event["territory"]), event["from"]

    def _no_arrive(self, event: dict[str, Any]) -> str:
        seat, territory = event["player"], event["territory"]
        if any((seat, target) == (one, territory) for one, _, target in self.arrived.void):
            return (
                f"seat {seat} has all its {self.spec.presences} presences on the board, so the order is void"
            )
        if seat in self.arrived.forestalled and self.orders[seat]["land"] == territory:
            return "an exploration has reached the coast, so the landing is void (8.5 F4)"
        return f"no order brings a new presence of seat {seat} to {territory}"

    def _void(self, event: dict[str, Any]) -> tuple[tuple[int, str | None, str], None]:
        return (event["player"], event["from"], event["to"]), None

    def _no_void(self, event: dict[str, Any]) -> str:
        return f"the limit of {self.spec.presences} presences stops no such order of seat {event['player']}"

    def _removed(self, event: dict[str, Any]) -> tuple[tuple[int, str], None]:
        return (event["player"], event["territory"]), None

    def _no_removed(self, event: dict[str, Any]) -> str:
        seat, territory = event["player"], event["territory"]
        if (seat, territory) not in self.removed:
            return f"seat {seat} has no presence in {territory}"
        if (
            territory in self.board.colonies
            and (("colony", territory) not in self.told)
            and (territory not in self.due["colony"])
        ):
            return f"{territory} is a colony, where presences are permanent"
        return f"seat {seat} stays: {self.removed[seat, territory]}"

    def _colony(self, event: dict[str, Any]) -> tuple[str, list[int]]:
        return event["territory"], event["presences"]

    def _no_colony(self, event: dict[str, Any]) -> str:
        territory = event["territory"]
        if territory in self.board.colonies:
            return f"{territory} is a colony already"
        if self.board.free_squares(territory):
            return f"{self.board.free_squares(territory)} squares of {territory} are free"
        if not self.board.present[territory]:
            return f"nobody is present in {territory}"
        return f"there is war among those present in {territory}"
