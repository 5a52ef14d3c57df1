"""The record of a game of Manchots Barjots, read off the lines of its engine's log; see docs/records.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.engine import Event
from conquestlab.analysis.games.manchots.rules import VALUES, VIRTUAL, ZONES

if TYPE_CHECKING:
    import numpy as np

    from conquestlab.analysis.rules.rulebook import Rulebook

ENDS = ("unfinished", "scored")
STEPS = ("a", "b")
DEALT, ROUND, DRAWN, GIVEN, TAKEN, LANDED, DESTROYED, REMADE, SCORED, ENDED = range(1, 11)
CARDS_A_WORD = 8
BITS_A_CARD = 8
FIRST_VIRTUAL = 6  # of a set of winners: the seats stand before
Player = int | str


def game_transcript(lines: np.ndarray, rulebook: Rulebook, head: Event) -> list[Event]:
    """Return the events of a game.

    Parameters
    ----------
    lines : int64 array, (events, EVENT_WIDTH)
        The log of the engine.
    rulebook : Rulebook
    head : dict
        The event `game`, to which the ring is added.
    """
    seats = len(head["players"])
    return [head | {"ring": ring_of(seats)}, *_events(lines.tolist(), seats)]


def ring_of(seats: int) -> list[Player]:
    """Return who sits where, clockwise."""
    return [1, "virtual_1", 2, "virtual_2"] if seats == VIRTUAL else list(range(1, seats + 1))


def player_name(player: int, seats: int) -> Player:
    """Return the name of a player, counted from 0: its seat, or which of the virtual players it is."""
    return player + 1 if player < seats else f"virtual_{player - seats + 1}"


def card_name(kind: int) -> str:
    """Return the name of a kind of card: its zone and its value."""
    zone, value = divmod(kind, VALUES)
    return f"{ZONES[zone]}_{value + 1}"


def cards_of(words: Sequence[int], number: int) -> list[str]:
    """Return the cards that the log holds in words of eight."""
    places = (divmod(place, CARDS_A_WORD) for place in range(number))
    return [card_name(words[word] >> BITS_A_CARD * place & 0xFF) for word, place in places]


def _events(lines: list[list[int]], seats: int) -> Iterator[Event]:
    destroyed: list[Event] = []
    for kind, player, *parts in lines:
        if kind == DESTROYED:
            destroyed.append({"player": player_name(player, seats), "card": card_name(parts[0])})
            continue
        if destroyed:
            yield {"event": "destroyed", "cards": destroyed}
            destroyed = []
        if kind == ROUND:
            yield {"event": "round", "round": parts[0]}
        elif kind == ENDED:
            yield _end(parts, seats)
        else:
            yield _of_player(kind, player_name(player, seats), parts, seats)


def _of_player(kind: int, player: Player, parts: list[int], seats: int) -> Event:
    if kind in (DEALT, DRAWN, REMADE):
        name = {DEALT: "deal", DRAWN: "draw", REMADE: "remake"}[kind]
        return {"event": name, "player": player, "cards": cards_of(parts[1:], parts[0])}
    if kind == GIVEN:
        return {"event": "give", "player": player, "left": card_name(parts[0]), "right": card_name(parts[1])}
    if kind == TAKEN:
        giver = player_name(parts[0], seats)
        return {"event": "take", "player": player, "from": giver, "card": card_name(parts[1])}
    if kind == LANDED:
        cards = [card_name(one) for one in parts[2 : 2 + parts[1]]]
        return {"event": "land", "player": player, "cards": cards, "step": STEPS[parts[0]]}
    majority, total = parts[:2]
    tables, hands = parts[2 : 2 + len(ZONES)], parts[2 + len(ZONES) : 2 + 2 * len(ZONES)]
    return {
        "event": "score",
        "player": player,
        "table": dict(zip(ZONES, tables, strict=True)),
        "majority": [zone for place, zone in enumerate(ZONES) if majority >> place & 1],
        "hand": dict(zip(ZONES, hands, strict=True)),
        "total": total,
    }


def _end(parts: list[int], seats: int) -> Event:
    rounds, chosen = parts[:2]
    winners: list[Player] = [seat + 1 for seat in range(seats) if chosen >> seat & 1]
    winners += [f"virtual_{place + 1}" for place in range(VIRTUAL) if chosen >> FIRST_VIRTUAL + place & 1]
    return {
        "event": "end",
        "winner": winners[0] if len(winners) == 1 else None,
        "winners": winners,
        "how": ENDS[1],
        "rounds": rounds,
    }
