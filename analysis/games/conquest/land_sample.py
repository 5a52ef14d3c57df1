"""How the lands of a map fare, counted in transcripts of games, because rows say nothing about lands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.games.facts import Counted

Owner = int | str | None

ALLY = "ally"
SHARES = ("kept", "half_time_wins")


def count_game(transcript: Sequence[Event], place: dict[str, int], wins: Sequence[int]) -> Counted:
    """Count one game: for each measure its numbers and their weights, by land.

    Parameters
    ----------
    transcript : sequence of dict
        The events of docs/records.md.
    place : dict
        The number of each land.
    wins : sequence of int
        By seat, its part of the win.
    """
    size = len(place)
    owner: list[Owner] = [None] * size
    after: list[list[Owner]] = []  # the owners after each round, that before the first round first
    battles, taken = [0] * size, [0] * size
    under_way: tuple[str, str] | None = None
    for event in transcript:
        kind = event["event"]
        who: Owner = ALLY if event.get("side") == ALLY else event.get("player")
        if kind == "attack":
            if (event["from"], event["to"]) != under_way:
                under_way = (event["from"], event["to"])
                battles[place[event["to"]]] += 1
            continue
        under_way = None
        if kind == "occupy":
            owner[place[event["to"]]] = who
            taken[place[event["to"]]] += 1
        elif kind == "deal" and event["land"] is not None:
            owner[place[event["land"]]] = who
        elif (kind == "turn" and event["round"] > len(after)) or kind == "end":
            after.append(list(owner))
    rounds = len(after) - 1
    once = [1] * size
    kept = [sum(later[land] == before[land] for before, later in pairwise(after)) for land in range(size)]
    half = after[-(-rounds // 2)]
    won = [wins[who - 1] if isinstance(who, int) else 0 for who in half]
    decided = sum(wins)
    held = [decided if isinstance(who, int) else 0 for who in half]
    return {
        "battles": (battles, once),
        "taken": (taken, once),
        "kept": (kept, [rounds] * size),
        "half_time_wins": (won, held),
    }
