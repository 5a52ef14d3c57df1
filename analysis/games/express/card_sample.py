"""How the cards of Risk Express fare, counted in transcripts of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.language import marked

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.games.facts import Counted

MEASURES = {
    "tried": marked("turns that attack the card, a game"),
    "taken": marked("conquests of the card, a game"),
    "success": marked("share of the turns attacking it that conquer it"),
    "robbed": marked("share of its conquests that take it from another player"),
    "owner_wins": marked("how often its owner at the end is the winner"),
}
SHARES = ("success", "robbed", "owner_wins")


def count_game(transcript: Sequence[Event], place: dict[str, int], wins: Sequence[int]) -> Counted:
    """Count one game: for each measure its numbers and their weights, by card.

    Parameters
    ----------
    transcript : sequence of dict
        The events of docs/records.md.
    place : dict
        The number of each card.
    wins : sequence of int
        By seat, its part of the win.
    """
    size = len(place)
    tried, taken, robbed = [0] * size, [0] * size, [0] * size
    owner: list[int | None] = [None] * size
    for event in transcript:
        if event["event"] not in ("conquer", "fail") or event["card"] is None:
            continue
        card = place[event["card"]]
        tried[card] += 1
        if event["event"] == "conquer":
            taken[card] += 1
            robbed[card] += event["from"] is not None
            owner[card] = event["player"]
    once, decided = [1] * size, sum(wins)
    return {
        "tried": (tried, once),
        "taken": (taken, once),
        "success": (taken, tried),
        "robbed": (robbed, taken),
        "owner_wins": (
            [0 if who is None else wins[who - 1] for who in owner],
            [0 if who is None else decided for who in owner],
        ),
    }
