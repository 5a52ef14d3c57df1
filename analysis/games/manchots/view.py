"""What a seat may see of Manchots Barjots: its own cards, what lies face up, what it gave and got."""

from __future__ import annotations

from typing import Any

LANDING = 3  # what the engine does while cards land


def seat_view(rules: Any, position: Any, seat: int) -> dict[str, Any]:
    """Return what a seat may see; seats, players and kinds of cards are counted from 0.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
    seat : int

    Returns
    -------
    dict
        `hand` and the lists by player hold kinds of cards, each as often as it is there. `landed` are the
        cards of this round that were shown and do not lie in a zone yet. `stock` and `given` are numbers of
        cards that lie face down.
    """
    players, seats = int(position["players"]), int(position["seats"])
    played = int(position["round"])
    exchanged = played if position["doing"] == LANDING else max(played - 1, 0)
    watching = int(position["watching"])
    return {
        "round": played,
        "rounds_left": int(rules["rounds"]) - played,
        "seat": seat,
        "asked": int(position["asked"]),
        "hand": _cards(position["copies"][seat]),
        "hand_sizes": [int(size) for size in position["hand_size"][:seats]],
        "stock": [int(end - top) for top, end in zip(position["top"], position["end"], strict=True)][
            :players
        ],
        "given": [int(count) for count in position["given_count"][: players - seats]],
        "table": [_cards(position["table"][player]) for player in range(players)],
        "destroyed": _cards(position["gone"]),
        "landed": [
            [int(kind) for kind in position["landed"][player][: position["landed_count"][player]]]
            for player in range(players)
        ],
        "need": [int(need) for need in position["need"][:players]],
        "after_the_others": [player for player in range(players) if watching >> player & 1],
        "gave": [[int(kind) for kind in pair] for pair in position["gave"][seat][:exchanged]],
        "got": [[int(kind) for kind in pair] for pair in position["got"][seat][:exchanged]],
    }


def _cards(copies: Any) -> list[int]:
    """Return kinds of cards, each as often as it is there."""
    return [kind for kind, count in enumerate(copies) for _ in range(int(count))]
