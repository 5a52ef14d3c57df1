"""Which orders a seat can give on the position at the start of the round (rules.md 8.3.2).

A record has the orders as they are executed: what is impossible is nothing, and is left out.
"""

from typing import Any

from conquestlab.analysis.games.africa.referee.board import Board
from conquestlab.analysis.games.findings import Findings

ORDERS = "8.3.2"


def check_orders(found: Findings, board: Board, event: dict[str, Any]) -> None:
    """Refuse orders that cannot be given, each for its reason."""
    seat = event["player"]
    ordered: set[str] = set()
    for territory in [*event["develop"], *(source for source, _ in event["explore"])]:
        if seat not in board.present[territory]:
            found.stop(ORDERS, f"seat {seat} has no presence in {territory} to give an order to")
        if territory in ordered:
            found.stop(ORDERS, f"the presence in {territory} has two orders")
        ordered.add(territory)
    for territory in event["develop"]:
        if not board.free_squares(territory):
            found.stop(ORDERS, f"all squares of {territory} are filled, so it cannot be developed")
    for source, target in event["explore"]:
        if target not in board.near[source]:
            found.stop(ORDERS, f"{target} is no neighbour of {source}")
        if target in board.colonies:
            found.stop(ORDERS, f"{target} is a colony, into which nobody explores")
    _check_landing(found, board, event["land"])
    _check_relations(found, seat, event["relations"])


def _check_landing(found: Findings, board: Board, target: str | None) -> None:
    if target is None:
        return
    if not board.coast[target]:
        found.stop(ORDERS, f"{target} has no coast to land on")
    if board.present[target]:
        found.stop("8.5 F4", f"{target} is not empty, so nobody lands there")


def _check_relations(found: Findings, seat: int, relations: list[str | None]) -> None:
    for other, relation in enumerate(relations, 1):
        if (relation is None) != (other == seat):
            where = "itself" if other == seat else f"seat {other}"
            found.stop(ORDERS, f"seat {seat} declares {relation!r} to {where}")
