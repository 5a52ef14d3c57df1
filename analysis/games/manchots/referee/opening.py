"""How a game opens: who sits where, what is dealt, and the first cards that are drawn."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from conquestlab.analysis.games.findings import RECORD
from conquestlab.analysis.games.manchots.referee.form import VIRTUAL, Player
from conquestlab.analysis.games.manchots.referee.recruiting import recruit
from conquestlab.analysis.games.manchots.referee.script import Script, who
from conquestlab.analysis.games.manchots.referee.table import Table, listed

FIRST_HAND = 2  # cards


def read_game(script: Script, rulebook: Any) -> Table:
    """Read the first event, and return the empty table."""
    event = script.take("game")
    script.same(RECORD, "rules", event["rules"], rulebook.name)
    seats = len(event["players"])
    few, most = rulebook.spec.players.min, rulebook.spec.players.max
    if not few <= seats <= most:
        script.stop("7A", f"{few} to {most} players, not {seats}")
    script.names = script.names._replace(
        seats=tuple(range(1, seats + 1)), virtual=VIRTUAL if seats == 2 else ()
    )
    table = Table(rulebook.spec, script.names, event["ring"])
    if Counter(table.ring) != Counter(script.names.players):
        script.stop(
            "7B" if seats == 2 else "7A", f"{script.names.players} sit at the table, not {table.ring}"
        )
    if table.virtual and (table.neighbours(1) != VIRTUAL or table.neighbours(2) != VIRTUAL[::-1]):
        script.stop("7B", "clockwise sit seat 1, virtual_1, seat 2, virtual_2")
    return table


def read_deals(script: Script, table: Table) -> None:
    """Read what everybody is dealt, and the cards that are drawn before the first round."""
    left = Counter({card: copies for card, (_, copies) in script.names.cards.items()})
    waiting = set(table.ring)
    while waiting:
        event = script.take_from(waiting, "deal", "7B" if table.virtual else "7A")
        player: Player = event["player"]
        cards: list[str] = event["cards"]
        if len(cards) != table.rules.deal:
            script.stop("7A", f"{who(player)} is dealt {table.rules.deal} cards, not {len(cards)}")
        lacking = Counter(cards) - left
        if lacking:
            script.stop("7.0", f"the deck has no more of {listed(lacking)}")
        left -= Counter(cards)
        table.pile[player] = deque(cards)
    recruit(script, table, "7A", FIRST_HAND)
