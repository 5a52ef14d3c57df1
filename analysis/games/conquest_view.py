"""What a seat may see of a game of conquest: its own cards and objective, and all that lies open."""

from __future__ import annotations

from typing import Any

FIRST_JOKER = 64


def seat_view(rules: Any, position: Any, seat: int) -> dict[str, Any]:
    """Return what a seat may see, in plain numbers; lands, seats and cards are counted from 0.

    Parameters
    ----------
    rules : record of rules_dtype
    position : record of position_dtype
    seat : int

    Returns
    -------
    dict
        `owner` is a seat, or 6 for the ally; a card is the number of its land, jokers follow from 64 on.
    """
    from conquestlab.kernels.conquest import state

    lands, seats, cards = int(rules["lands"]), int(position["seats"]), position["cards"]
    battle = position["phase"] in (state.DEFENDING, state.OCCUPYING)
    return {
        "round": int(position["round"]),
        "turn": int(position["turn"]),
        "seat": seat,
        "active": int(position["active"]),
        "commander": int(position["commander"]),
        "side": "ally" if position["actor"] == state.ALLY else "own",
        "part": int(position["part"]),
        "asked": int(position["asked"]),
        "asker": int(position["asker"]),
        "owner": position["owner"][:lands].tolist(),
        "armies": position["armies"][:lands].tolist(),
        "tired": position["tired"][:lands].tolist(),
        "to_place": int(position["pool"]) if _sees_pool(state, position, seat) else None,
        "placed_in_secret": _own_pending(position, seat, lands),
        "hand": _hand(cards, seat),
        "hand_sizes": [len(_hand(cards, other)) for other in range(seats)],
        "discard": _cards(cards["discard_lands"], cards["discard_jokers"]),
        "talon": int(cards["talon_left"]),
        "sets_done": int(cards["sets_done"]),
        "out": position["out"][:seats].tolist(),
        "colours": position["colour"][:seats].tolist(),
        "objective": int(position["objective"][seat]),
        "from": int(position["from"]) if battle else None,
        "to": int(position["to"]) if battle else None,
        "attack_dice": int(position["attack_dice"]) if battle else None,
        "attack_faces": _faces(rules, position) if battle and rules["defender_sees"] else None,
    }


def _sees_pool(state: Any, position: Any, seat: int) -> bool:
    return position["stage"] != state.STARTING or position["commander"] == seat


def _own_pending(position: Any, seat: int, lands: int) -> list[int]:
    own = position["owner"][:lands] == seat
    return (position["pending"][:lands] * own).tolist()


def _hand(cards: Any, seat: int) -> list[int]:
    return _cards(cards["hand_lands"][seat], cards["hand_jokers"][seat])


def _cards(lands: Any, jokers: Any) -> list[int]:
    return [
        start + place
        for start, bits in ((0, int(lands)), (FIRST_JOKER, int(jokers)))
        for place in range(64)
        if bits >> place & 1
    ]


def _faces(rules: Any, position: Any) -> list[int]:
    sides, index = int(rules["dice"]["sides"]), int(position["attack_throw"])
    dice = int(position["attack_dice"])
    return [index // sides**place % sides + 1 for place in range(dice - 1, -1, -1)]
