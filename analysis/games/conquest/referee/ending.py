"""When a game is over: objectives with their fallbacks, the sole survivor, and the last event."""

from typing import Any, NamedTuple

from conquestlab.analysis.games.conquest.referee.script import Script
from conquestlab.analysis.games.conquest.referee.table import Table


class Ending(NamedTuple):
    """How a game ended."""

    winner: int | None
    how: str


def ending_now(table: Table) -> Ending | None:
    """Return how the game is over at this moment, if it is: objectives first, and of these the player's."""
    for seat in table.seats_from(table.player):
        if seat in table.goals and _met(table, seat, table.goals[seat]):
            return Ending(seat, "objective")
    if len(table.alive) == 1:
        return Ending(min(table.alive), "conquest")
    return None


def _met(table: Table, seat: int, goal: Any) -> bool:
    """Say whether a seat has met an objective."""
    if goal.kind == "destroy":
        victim = table.colours.index(goal.colour) + 1 if goal.colour in table.colours else None
        if victim in table.alive and victim != seat:
            return False
        if victim is not None and table.beaten_by.get(victim) == seat:
            return True
        fallback = next(
            one for one in table.objective_deck.objectives if one.id == table.objective_deck.fallback
        )
        return _met(table, seat, fallback)
    if goal.kind == "lands":
        return sum(table.armies[land] >= goal.armies for land in table.lands_of(seat)) >= goal.lands
    owned = table.owned_continents(seat)
    named = set(goal.continents)
    return named <= owned and len(owned - named) >= goal.extra


def paragraph_of(table: Table, how: Any) -> str:
    """Return the paragraph that says when a game ends in this way."""
    if how == "objective":
        return "5A"
    if how == "conquest":
        return "5B" if table.spec.ally.present else table.paragraph("3.4.2", "5C")
    return "2 C2"


def read_end(script: Script, table: Table, ended: Ending) -> None:
    """Check the last event of a record."""
    where = paragraph_of(table, ended.how)
    event = script.take("end", where, f"the game is over ({ended.how}, winner {ended.winner})")
    script.same(where, "how", event["how"], ended.how)
    script.same(where, "winner", event["winner"], ended.winner)
    script.same(where, "rounds", event["rounds"], table.round)
    script.close()
