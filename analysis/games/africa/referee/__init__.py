"""The referee of Africa 1880: plays through a record with nothing but the rules, and names what breaks them.

It reads rules.md, section 8, on its own: it shares no code with the engine, so that the two can be set
against one another. What happens at once (orders, arrivals, removals, colonies) may be told in any order
within its phase.
"""

from collections.abc import Iterable
from typing import Any

from conquestlab.analysis.games.africa.referee.board import Board
from conquestlab.analysis.games.africa.referee.ending import how_over, scores, winner_of
from conquestlab.analysis.games.africa.referee.form import Names, fault_of
from conquestlab.analysis.games.africa.referee.orders import check_orders
from conquestlab.analysis.games.africa.referee.round import KINDS, Consequences
from conquestlab.analysis.games.findings import RECORD, EventReader, Finding

__all__ = ["Finding", "check"]


def check(events: Iterable[dict[str, Any]], rulebook: Any) -> list[Finding]:
    """Play a record through and return what breaks the rules, in the order of the events.

    After an error that leaves the position in doubt the reading stops, so the last finding may hide others.

    Parameters
    ----------
    events
        The events of docs/records.md, as dictionaries.
    rulebook
        The rulebook of the game, with the changes that its first event names.
    """
    return _Table(rulebook).findings_of(events)


class _Table(EventReader):
    """The table as the record has told it so far.

    `due` has the kinds of event that may come next, the one that is owed first.
    """

    def __init__(self, rulebook: Any):
        super().__init__()
        self.rulebook, self.spec = rulebook, rulebook.spec
        self.board = Board(rulebook)
        self.nations = {nation.id: nation for nation in rulebook.map.nations}
        self.playing: list[Any] = []  # by seat, its nation
        self.names = Names(frozenset(self.board.present), frozenset(self.nations), 0)
        self.due: tuple[str, ...] = ("game",)
        self.seat = 1  # who is to place, to order or to score
        self.round = 0
        self.orders: dict[int, dict[str, Any]] = {}
        self.consequences: Consequences | None = None

    def read(self, event: Any) -> None:
        """Check one event."""
        self.number += 1
        fault = fault_of(event, self.names)
        if fault:
            self.stop(RECORD, fault)
        kind = event["event"]
        if self.consequences:
            if kind in KINDS:
                self.consequences.read(event)
                return
            self.consequences.leave()
            self.consequences = None
            self._round_over()
        if kind not in self.due:
            self.stop(self._home(), f"'{kind}' cannot stand here; {_either(self.due)} should")
        if kind in self._by_seat() and event["player"] != self.seat:
            self.stop(self._home(), f"it is for seat {self.seat}, not for seat {event['player']}")
        getattr(self, f"_{kind}")(event)

    def close(self) -> None:
        """Check that the record was told to its end."""
        if not self.due:
            return
        self.number += 1
        if self.consequences:
            self.consequences.leave()
            self._round_over()
        self.stop(RECORD, f"the record breaks off; {_either(self.due)} should follow")

    def _home(self) -> str:
        """Return the paragraph that says what comes next."""
        homes = {"game": RECORD, "start": "8.2", "orders": "8.3.2", "develop": "8.3.3"}
        return homes.get(self.due[0] if self.due else "", "8.3" if "round" in self.due else "8.4")

    def _by_seat(self) -> tuple[str, ...]:
        """Return the kinds of event that seats have one after the other, seat 1 first."""
        by_lot = self.spec.placing == "drawn" and not self.spec.historical
        return ("orders", "score") if by_lot else ("start", "orders", "score")

    def _next_seat(self, then: str) -> None:
        """Go on to the next seat, and after the last one to another kind of event."""
        self.seat += 1
        if self.seat > len(self.playing):
            self.seat, self.due = 1, (then,)

    # Before the first round

    def _game(self, event: dict[str, Any]) -> None:
        self.same(RECORD, "rules", event["rules"], self.rulebook.name)
        self.same(RECORD, "map", event["map"], self.rulebook.map.name)
        seats, few, most = len(event["players"]), self.spec.players.min, self.spec.players.max
        if not few <= seats <= most:
            self.stop("8.2", f"{few} to {most} players, not {seats}")
        in_order = [nation for nation in self.nations if nation in event["nations"]]
        if len(event["nations"]) != seats or event["nations"] != in_order:
            self.stop("8.2", f"{seats} different nations, in the order of placing, not {event['nations']}")
        self.playing = [self.nations[nation] for nation in event["nations"]]
        self.names = self.names._replace(seats=seats)
        self.due = ("start",)

    def _start(self, event: dict[str, Any]) -> None:
        territory = event["territory"]
        if not self.board.coast[territory]:
            self.stop("8.2", f"{territory} has no coast, so no first presence stands there")
        if any(event["player"] in seats for seats in self.board.present.values()):
            self.stop("8.2", f"seat {event['player']} has placed its first presence already")
        nation = self.playing[event["player"] - 1]
        if self.spec.historical and territory != nation.start:
            self.stop("8.5 F20", f"{nation.name} begins in {nation.start}, not in {territory}")
        if not self.spec.share_first and self.board.present[territory]:
            self.stop("8.5 F3", f"{territory} is taken, and a first presence may not share it")
        self.board.present[territory].add(event["player"])
        self._next_seat("round")

    # Rounds

    def _round(self, event: dict[str, Any]) -> None:
        self.round += 1
        self.same("8.3", "round", event["round"], self.round)
        self.same("8.3", "year", event["year"], self.spec.years[self.round - 1])
        self.orders = {}
        self.due = ("orders",)

    def _orders(self, event: dict[str, Any]) -> None:
        check_orders(self, self.board, event)
        self.orders[self.seat] = event
        self._next_seat("develop")
        if self.due == ("develop",):
            self.board.war = {
                seat: {other for other, relation in enumerate(own["relations"], 1) if relation == "war"}
                for seat, own in self.orders.items()
            }
            self.consequences = Consequences(self, self.board, self.orders, self.spec)

    def _round_over(self) -> None:
        self.due = ("score",) if how_over(self.board, self.round, self.spec) else ("round",)

    # The end

    def _score(self, event: dict[str, Any]) -> None:
        true = scores(self.board, len(self.playing), self.spec)[self.seat]
        for key, points in true._asdict().items():
            self.same("8.4", key, event[key], points)
        self._next_seat("end")

    def _end(self, event: dict[str, Any]) -> None:
        found = scores(self.board, len(self.playing), self.spec)
        self.same("8.4", "winner", event["winner"], winner_of(found))
        self.same("8.4", "how", event["how"], how_over(self.board, self.round, self.spec))
        self.same("8.4", "rounds", event["rounds"], self.round)
        self.due = ()


def _either(kinds: tuple[str, ...]) -> str:
    return " or ".join(f"'{kind}'" for kind in kinds) or "nothing more"
