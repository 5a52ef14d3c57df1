"""What a seat may see of a game of conquest: its own cards and objective, and everything that is open."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

FIRST_JOKER = 64
WORDS = 4096  # whose bits are remembered: hands and borders change seldom
STAGES = ("start", "forces", "captured", "ally")


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
        `from` and `to` are the lands of the last attack in this part of the turn, None before the first;
        `stage` is what an exchange or a placing is part of, None where it is neither.
    """
    from conquestlab.kernels.conquest import state

    lands, seats, cards = int(rules["lands"]), int(position["seats"]), position["cards"]
    phase = position["phase"]
    battle = phase in (state.DEFENDING, state.OCCUPYING)
    placing = phase in (state.EXCHANGING, state.PLACING)
    attacked = position["from"] != state.NOTHING
    hands = [_hand(cards, other) for other in range(seats)]
    owner = position["owner"][:lands].tolist()
    return {
        "round": int(position["round"]),
        "turn": int(position["turn"]),
        "seat": seat,
        "active": int(position["active"]),
        "commander": int(position["commander"]),
        "side": "ally" if position["actor"] == state.ALLY else "own",
        "part": int(position["part"]),
        "stage": STAGES[position["stage"]] if placing else None,
        "asked": int(position["asked"]),
        "asker": int(position["asker"]),
        "owner": owner,
        "armies": position["armies"][:lands].tolist(),
        "tired": position["tired"][:lands].tolist(),
        "spent": places(position["spent"]),
        "targets": places(position["targets"]),
        "movable": position["movable"][:lands].tolist() if phase == state.MOVING else [0] * lands,
        "conquered": int(position["conquered"]),
        "to_place": int(position["pool"]) if _sees_pool(state, position, seat) else None,
        "placed_in_secret": _own_pending(position, seat, owner),
        "hand": hands[seat],
        "hand_sizes": [len(hand) for hand in hands],
        "discard": _cards(cards["discard_lands"], cards["discard_jokers"]),
        "talon": int(cards["talon_left"]),
        "sets_done": int(cards["sets_done"]),
        "out": position["out"][:seats].tolist(),
        "colours": position["colour"][:seats].tolist(),
        "objective": int(position["objective"][seat]),
        "from": int(position["from"]) if attacked else None,
        "to": int(position["to"]) if attacked else None,
        "attack_dice": int(position["attack_dice"]) if battle else None,
        "attack_faces": _faces(rules, position) if battle and rules["defender_sees"] else None,
    }


def _sees_pool(state: Any, position: Any, seat: int) -> bool:
    return bool(position["stage"] != state.STARTING or position["commander"] == seat)


def _own_pending(position: Any, seat: int, owner: list[int]) -> list[int]:
    pending = position["pending"].tolist()
    return [pending[land] if side == seat else 0 for land, side in enumerate(owner)]


def _hand(cards: Any, seat: int) -> list[int]:
    return _cards(cards["hand_lands"][seat], cards["hand_jokers"][seat])


def _cards(lands: Any, jokers: Any) -> list[int]:
    return places(lands) + [FIRST_JOKER + place for place in places(jokers)]


def places(bits: Any) -> list[int]:
    """Return the places of the bits that are set in a word, in ascending order."""
    return list(_places(int(bits)))


@lru_cache(WORDS)
def _places(word: int) -> tuple[int, ...]:
    found = []
    while word:
        lowest = word & -word
        found.append(lowest.bit_length() - 1)
        word ^= lowest
    return tuple(found)


def _faces(rules: Any, position: Any) -> list[int]:
    sides, index = int(rules["dice"]["sides"]), int(position["attack_throw"])
    dice = int(position["attack_dice"])
    return [index // sides**place % sides + 1 for place in range(dice - 1, -1, -1)]
