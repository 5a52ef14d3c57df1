"""The referee of the race: adds up the steps that a record tells, and names those that the places belie."""

from conquestlab.analysis.games.findings import Findings


def check(events, rulebook):
    """Return what breaks the rules."""
    places = dict(enumerate(rulebook.spec.start, 1))
    found = Findings()
    for event in events:
        found.number += 1
        if event["event"] == "step":
            player = event["player"]
            places[player] = places.get(player, 0) + event["forward"]
            if places[player] != event["place"]:
                found.note("race", "a step too far")
    return found.findings
