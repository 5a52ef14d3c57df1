"""The first two steps of a round: cards are drawn, given to neighbours, taken from virtual players."""

from __future__ import annotations

from collections import Counter

from conquestlab.analysis.games.manchots.referee.form import Player
from conquestlab.analysis.games.manchots.referee.script import Script, who
from conquestlab.analysis.games.manchots.referee.table import Cards, Table, listed


def recruit(script: Script, table: Table, paragraph: str, many: int) -> None:
    """Read how each real player draws so many cards: the next ones of the reinforcement pile."""
    waiting = set(table.seats)
    while waiting:
        event = script.take_from(waiting, "draw", paragraph)
        seat, cards = event["player"], event["cards"]
        pile = table.pile[seat]
        due = [pile.popleft() for _ in range(min(many, len(pile)))]
        if len(cards) != len(due):
            script.stop(paragraph, f"{who(seat)} draws {len(due)} cards, not {len(cards)}")
        if cards != due:
            script.stop(
                paragraph, f"the next cards of {who(seat)} are {', '.join(due)}, not {', '.join(cards)}"
            )
        table.hand[seat].update(cards)


def infiltrate(script: Script, table: Table) -> None:
    """Read what each real player gives to both neighbours, and takes from the virtual ones."""
    waiting = set(table.seats)
    received: dict[Player, Cards] = {player: Counter() for player in table.ring}
    while waiting:
        event = script.take_from(waiting, "give", "7A.2")
        seat, gifts = event["player"], (event["left"], event["right"])
        lacking = Counter(gifts) - table.hand[seat]
        if lacking:
            just_received = not lacking - received[seat]
            script.stop(
                "7.1 P11" if just_received else "7A.2", f"{who(seat)} does not hold {listed(lacking)} to give"
            )
        table.hand[seat] -= Counter(gifts)
        for neighbour, card in zip(table.neighbours(seat), gifts, strict=True):
            received[neighbour][card] += 1
    for player, cards in received.items():
        (table.given if player in table.virtual else table.hand)[player].update(cards)
    if table.virtual:
        _take_from_virtual(script, table)


def _take_from_virtual(script: Script, table: Table) -> None:
    """Read how the real players take the top card of each stock, one player after the other."""
    turned = table.rules.take_order == "alternate" and table.round % 2 == 0
    for seat in reversed(table.seats) if turned else table.seats:
        waiting = set(table.virtual)
        while waiting:
            event = script.take("take", "7B.2")
            if event["player"] != seat:
                script.stop("7.1 P12", f"{who(seat)} takes now, not {who(event['player'])}")
            stock = event["from"]
            if stock not in waiting:
                script.stop("7B.2", f"{who(seat)} takes one card of {stock}, no more")
            waiting.remove(stock)
            card = table.pile[stock].popleft() if table.pile[stock] else None
            if event["card"] != card:
                script.stop("7B.2", f"the top card of {stock} is {card}, not {event['card']}")
            table.hand[seat][event["card"]] += 1
            read_remake(script, table, stock, Counter())


def read_remake(script: Script, table: Table, player: Player, landed: Cards) -> None:
    """Read how a stock is made anew, where the last event took its last card.

    Parameters
    ----------
    landed
        Cards of the new stock that were landed by that same event.
    """
    if table.pile[player] or not table.given[player]:
        script.refuse("remake", "7.1 P13", f"the stock of {player} is not remade here")
        return
    event = script.take("remake", "7.1 P13", f"the stock of {player} is empty and has to be remade")
    if event["player"] != player:
        script.stop("7.1 P13", f"the stock of {player} is empty, not that of {event['player']}")
    cards: Cards = Counter(event["cards"])
    if cards + landed != table.given[player]:
        script.stop(
            "7.1 P13",
            f"the new stock of {player} is what was given to it: {listed(table.given[player] - landed)}, "
            f"not {listed(cards)}",
        )
    table.given[player].clear()
    table.pile[player].extend(event["cards"])
