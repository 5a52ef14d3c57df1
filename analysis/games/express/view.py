"""What a seat may see of a game of Risk Express: everything, because nothing is hidden."""

from __future__ import annotations

from typing import Any

from conquestlab.analysis.games.express.transcript import faces_of


def seat_view(rules: Any, position: Any, seat: int) -> dict[str, Any]:
    """Return what a seat may see; seats and cards are counted from 0, lines as in docs/records.md.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
    seat : int

    Returns
    -------
    dict
        `owner` and `target` are None where there is none; `filling` tells whether a roll lies on the table.
    """
    seats, cards = int(position["seats"]), int(rules["cards"])
    held = [int(position["held"][other]) for other in range(seats)]
    target = int(position["target"])
    filling = position["asked"] > 1
    return {
        "round": int(position["round"]),
        "turn": int(position["turn"]),
        "seat": seat,
        "player": int(position["player"]),
        "asked": int(position["asked"]),
        "owner": [next((o for o in range(seats) if held[o] >> card & 1), None) for card in range(cards)],
        "face_down": [card for card in range(cards) if int(position["safe"]) >> card & 1],
        "target": target if target >= 0 else None,
        "lines_left": [line for line in range(8) if int(position["left"]) >> line & 1],
        "dice_on_lines": int(position["on_lines"]),
        "dice": int(position["dice"]),
        "roll": faces_of(int(position["roll_index"]), int(position["dice"])) if filling else [],
        "scores": [int(score) for score in position["score"][:seats]],
    }
