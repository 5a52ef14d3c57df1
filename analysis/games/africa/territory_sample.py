"""How the territories of Africa 1880 fare, counted in games told event by event.

Which territory is worth what depends on the map, which is a reconstruction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conquestlab.analysis.games.engine import Event
    from conquestlab.analysis.games.facts import Counted

DECADES = (1890, 1900, 1910)
MEASURES = {
    "colony": "share of the games in which it becomes a colony",
    **{f"colony_{year}": f"share of the games in which it is a colony by {year}" for year in DECADES},
    "held_alone": "share of its colonies that one nation holds alone",
    "present": "nations present at the end, a game",
    "at_war": "share of the rounds in which two who are present are at war",
    "driven_out": "presences removed there, a game",
    "first": "first presences placed there, a game",
}
SHARES = ("colony", *(f"colony_{year}" for year in DECADES), "held_alone", "at_war")


def count_game(transcript: Sequence[Event], place: dict[str, int], wins: Sequence[int]) -> Counted:
    """Count one game: for each measure its numbers and their weights, by territory.

    Parameters
    ----------
    transcript : sequence of dict
        The events of docs/records.md.
    place : dict
        The number of each territory.
    wins : sequence of int
        By seat, its part of the win; nothing here rests on it.
    """
    size, years = len(place), [event["year"] for event in transcript if event["event"] == "round"]
    counted = {measure: [0] * size for measure in MEASURES}
    present: list[set[int]] = [set() for _ in range(size)]
    war: list[set[int]] = []
    alone = [0] * size
    year, fought = 0, True
    for event in transcript:
        kind = event["event"]
        if kind in ("removed", "colony", "round", "score") and not fought:
            _note_wars(counted["at_war"], present, war)
            fought = True
        if kind == "round":
            year, war, fought = event["year"], [], False
        elif kind == "orders":
            war.append({seat for seat, said in enumerate(event["relations"], 1) if said == "war"})
        elif kind in ("start", "arrive"):
            present[place[event["territory"]]].add(event["player"])
            counted["first"][place[event["territory"]]] += kind == "start"
        elif kind == "removed":
            present[place[event["territory"]]].discard(event["player"])
            counted["driven_out"][place[event["territory"]]] += 1
        elif kind == "colony":
            territory = place[event["territory"]]
            counted["colony"][territory] = 1
            alone[territory] = len(event["presences"]) == 1
            for decade in DECADES:
                counted[f"colony_{decade}"][territory] = int(year <= decade)
    counted["present"] = [len(seats) for seats in present]
    counted["held_alone"] = alone
    once = [1] * size
    weights = dict.fromkeys(MEASURES, once) | {
        "held_alone": counted["colony"],
        "at_war": [len(years)] * size,
    }
    return {measure: (counted[measure], weights[measure]) for measure in MEASURES}


def _note_wars(counted: list[int], present: Sequence[set[int]], war: Sequence[set[int]]) -> None:
    """Count the territories in which somebody present has declared war on another one there."""
    for territory, seats in enumerate(present):
        counted[territory] += any(war[seat - 1] & seats for seat in seats)
