"""What a seat may see of a game of Africa 1880: the board, all declarations so far, and its own orders.

The orders of the others in this round are secret until all are in.
"""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.games.africa.transcript import members

ORDERING = 2  # what the engine does while orders are written


def seat_view(rules: Any, position: Any, seat: int) -> dict[str, Any]:
    """Return what a seat may see; seats, nations and territories are counted from 0.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
    seat : int

    Returns
    -------
    dict
        `declared` has a table for each round that is over: by seat and other seat, whether that was war.
        `orders` are those of the own seat in this round, as far as they are written, else None.
    """
    seats, territories = int(position["seats"]), int(rules["territories"])
    over = int(position["round"]) - (position["doing"] == ORDERING)
    return {
        "round": int(position["round"]),
        "turn": int(position["turn"]),
        "seat": seat,
        "asked": int(position["asked"]),
        "nations": [int(nation) for nation in position["nation"][:seats]],
        "presences": [members(int(bits)) for bits in position["presence"][:seats]],
        "colonies": members(int(position["colonies"])),
        "free_squares": [
            sum((int(plane) >> place & 1) << digit for digit, plane in enumerate(position["free"]))
            for place in range(territories)
        ],
        "declared": [
            [
                [bool(int(position["war_rounds"][one, other]) >> round & 1) for other in range(seats)]
                for one in range(seats)
            ]
            for round in range(over)
        ],
        "scores": [int(score) for score in position["score"][:seats]],
        "orders": _own_orders(position, seat) if position["doing"] == ORDERING else None,
    }


def _own_orders(position: Any, seat: int) -> dict[str, Any] | None:
    if position["player"] != seat:
        return None
    return {
        "develop": members(int(position["develop"][seat])),
        "explore": [
            [source, int(position["target"][seat, source])]
            for source in members(int(position["explore"][seat]))
        ],
        "land": int(position["landing"][seat]),
        "war": members(int(position["written_war"][seat])),
    }
