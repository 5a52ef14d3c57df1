"""What the orders of a round do, phase by phase, as rules.md 8.3 and its readings say."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from conquestlab.analysis.games.africa.referee.board import Board

Orders = Mapping[int, Mapping[str, Any]]
"""By seat, its event `orders`."""


class Arrivals(NamedTuple):
    """Who arrives where, and what comes to nothing.

    Attributes
    ----------
    sources : dict
        By seat and territory of a new presence, where it comes from; None for a landing.
    void : set
        Seat, source and target of each order that the limit of presences makes void.
    forestalled : set
        The seats whose landing finds a coast that an exploration has reached (8.5 F4).
    """

    sources: dict[tuple[int, str], str | None]
    void: set[tuple[int, str | None, str]]
    forestalled: set[int]


def developments(board: Board, orders: Orders) -> dict[str, int]:
    """Return the new counters by territory; what finds no square is lost."""
    wanted = Counter(territory for own in orders.values() for territory in own["develop"])
    new = {territory: min(many, board.free_squares(territory)) for territory, many in wanted.items()}
    return {territory: many for territory, many in new.items() if many}


def arrivals(board: Board, orders: Orders, spec: Any) -> Arrivals:
    """Return the new presences: explorations of all nations first, then the landings (8.5 F16)."""
    done = Arrivals({}, set(), set())
    order = 0 if spec.alphabetical == "source" else 1
    for seat, own in orders.items():
        ways = sorted(own["explore"], key=lambda way: (board.alphabet[way[order]], board.alphabet[way[0]]))
        for source, target in ways:
            _put(board, done, spec.presences, seat, source, target)
    reached = {territory for _, territory in done.sources}
    for seat, own in orders.items():
        if own["land"] is None:
            continue
        if spec.landing_empty == "execution" and own["land"] in reached:
            done.forestalled.add(seat)
        else:
            _put(board, done, spec.presences, seat, None, own["land"])
    return done


def _put(board: Board, done: Arrivals, limit: int, seat: int, source: str | None, target: str) -> None:
    """Carry out one order of a nation, where it has no presence yet and one is left (8.5 F6)."""
    if seat in board.present[target] or (seat, target) in done.sources:
        return
    used = len(board.presences(seat)) + sum(own == seat for own, _ in done.sources)
    if used < limit:
        done.sources[seat, target] = source
    else:
        done.void.add((seat, source, target))


def losers(board: Board, territory: str) -> set[int]:
    """Return the seats that the conflict on a territory removes, all found on the same position (8.3.4)."""
    seats = board.present[territory]
    if territory in board.colonies:
        return set()
    return {seat for seat in seats if _loses(board, seat, seats - {seat})}


def _loses(board: Board, seat: int, others: set[int]) -> bool:
    hostile = sum(seat in board.war[other] for other in others)
    if len(others) == 1:
        return hostile == 1 and not others & board.war[seat]
    return hostile > len(others) - hostile


def is_due(board: Board, territory: str) -> bool:
    """Say whether a territory becomes a colony now (8.3.5)."""
    return (
        territory not in board.colonies
        and not board.free_squares(territory)
        and bool(board.present[territory])
        and not board.at_war(territory)
    )
