"""How the zones of Manchots Barjots fare, counted in games told event by event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.games.manchots.rules import ZONES
from conquestlab.analysis.language import marked

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.games.facts import Counted
    from conquestlab.analysis.rules.rulebook import Rulebook

MEASURES = {
    "highest": marked("highest sum on the table at the end"),
    "cards": marked("cards on the table at the end, of all players"),
    "lost": marked("cards that Kamikazes took out there, a game"),
    "present": marked("players with a card there at the end, of all players"),
    "shared": marked("games in which the majority is shared"),
    "majority_points": marked("points that a majority brings"),
    "single_points": marked("points of a player who is there without a majority"),
    "wins": marked("how often a seat with a majority there wins"),
}
WHOLE_WIN = 60  # a win is counted in sixtieths; docs/architecture.md, Rows
SHARES = ("present", "shared", "wins")


def zones(rulebook: Rulebook) -> Sequence[str]:
    """Return what is counted apart."""
    return ZONES


def count_game(transcript: Sequence[Event], place: dict[str, int], wins: Sequence[int]) -> Counted:
    """Count one game: for each measure its numbers and their weights, by zone.

    Parameters
    ----------
    transcript : sequence of dict
        The events of docs/records.md.
    place : dict
        The number of each zone.
    wins : sequence of int
        By seat, its part of the win.
    """
    scores = [event for event in transcript if event["event"] == "score"]
    landed, lost = [0] * len(place), [0] * len(place)
    for event in transcript:
        if event["event"] == "land":
            for card in event["cards"]:
                landed[place[_zone(card)]] += 1
        elif event["event"] == "destroyed":
            for one in event["cards"]:
                lost[place[_zone(one["card"])]] += 1
    once, players = [1] * len(place), [len(scores)] * len(place)
    found: dict[str, list[int]] = {name: [] for name in ("highest", "present", "shared", "first", "points")}
    found |= {"singles": [], "single_points": [], "won": [], "seats": []}
    for zone in place:
        there = [event for event in scores if event["table"].get(zone)]
        first = [event for event in there if zone in event["majority"]]
        others = [event for event in there if zone not in event["majority"]]
        seats = [event["player"] for event in first if isinstance(event["player"], int)]
        found["highest"].append(max((event["table"][zone] for event in there), default=0))
        found["present"].append(len(there))
        found["shared"].append(int(len(first) > 1))
        found["first"].append(len(first))
        found["points"].append(sum(event["hand"][zone] for event in first))
        found["singles"].append(len(others))
        found["single_points"].append(sum(event["hand"][zone] for event in others))
        found["won"].append(sum(wins[seat - 1] for seat in seats))
        found["seats"].append(WHOLE_WIN * len(seats))
    return {
        "highest": (found["highest"], once),
        "cards": ([one - other for one, other in zip(landed, lost, strict=True)], once),
        "lost": (lost, once),
        "present": (found["present"], players),
        "shared": (found["shared"], once),
        "majority_points": (found["points"], found["first"]),
        "single_points": (found["single_points"], found["singles"]),
        "wins": (found["won"], found["seats"]),
    }


def _zone(card: str) -> str:
    return card.rpartition("_")[0]
