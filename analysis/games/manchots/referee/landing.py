"""The third step of a round: cards land, of those who wait last, and a Kamikaze takes some of them out."""

from __future__ import annotations

from collections import Counter

from conquestlab.analysis.games.manchots.referee.form import Player
from conquestlab.analysis.games.manchots.referee.recruiting import read_remake
from conquestlab.analysis.games.manchots.referee.script import Script, who
from conquestlab.analysis.games.manchots.referee.table import Cards, Table, listed

Landings = dict[Player, list[str]]


def land(script: Script, table: Table) -> None:
    """Read both steps of the landing and what is destroyed, and put the other cards face up."""
    waiting = set(table.waiting)
    landings: Landings = {}
    first = _read_step(script, table, set(table.ring) - waiting, "a", landings)
    _read_step(script, table, waiting, "b", landings)
    destroyed = _read_destroyed(script, table, landings, first)
    table.waiting.clear()
    for player, cards in landings.items():
        table.landed(player, cards, destroyed.get(player, Counter()))


def _read_step(
    script: Script, table: Table, players: set[Player], step: str, landings: Landings
) -> set[Player]:
    """Read what these players land, in whatever order, and return who did."""
    due = set(players)
    while due:
        event = script.take("land")
        player, cards = event["player"], event["cards"]
        if player in landings:
            script.stop("7A.3", f"{who(player)} has no 'land' here any more")
        if player not in due:
            script.stop("7A.3b", f"{who(player)} landed a Lookout and waits for the others")
        if event["step"] != step:
            script.stop(f"7A.3{step}", f"{who(player)} lands in step {step}, not {event['step']}")
        due.remove(player)
        landings[player] = cards
        if player in table.virtual:
            _land_from_stock(script, table, player, cards)
        else:
            _land_from_hand(script, table, player, cards)
    return players


def _check_number(script: Script, table: Table, player: Player, cards: list[str], most: int) -> None:
    owed = min(table.owed(player), most)
    if len(cards) == owed:
        return
    paragraph = "7B.3" if player in table.virtual else "7A.3"
    if table.twins[player] > 1:
        paragraph = "7.1 P14" if table.rules.twins_stack else "7.1 P3"
    twins = f"after {table.twins[player]} Twins" if table.twins[player] else "without Twins"
    script.stop(paragraph, f"{who(player)} lands {owed} {twins}, not {len(cards)}")


def _land_from_hand(script: Script, table: Table, player: Player, cards: list[str]) -> None:
    _check_number(script, table, player, cards, table.hand[player].total())
    lacking = Counter(cards) - table.hand[player]
    if lacking:
        script.stop("7A.3", f"{who(player)} does not hold {listed(lacking)} to land")
    table.hand[player] -= Counter(cards)


def _land_from_stock(script: Script, table: Table, player: Player, cards: list[str]) -> None:
    """Check the top cards of a stock; what lies beyond its end comes out of the cards given so far."""
    stock, given = table.pile[player], table.given[player]
    _check_number(script, table, player, cards, len(stock) + given.total())
    top = [stock.popleft() for _ in range(min(len(cards), len(stock)))]
    if cards[: len(top)] != top:
        script.stop("7B.3", f"the top of {player} is {', '.join(top)}, not {', '.join(cards)}")
    beyond = Counter(cards[len(top) :])
    if beyond - given:
        script.stop("7B.3", f"{listed(beyond - given)} was not given to {player}")
    if beyond or not table.is_last_round:
        read_remake(script, table, player, beyond)
    else:
        script.refuse("remake", "7.1 P13", f"the stock of {player} is not remade after the last card")


def _read_destroyed(
    script: Script, table: Table, landings: Landings, first: set[Player]
) -> dict[Player, Cards]:
    """Read which cards a Kamikaze takes out, and return them by player."""
    specials = table.rules.specials
    pilots = {
        player
        for player, cards in landings.items()
        if specials.kamikaze
        and specials.kamikaze_from
        and any(table.value(card) == specials.kamikaze for card in cards)
    }
    due = Counter(
        (player, card)
        for player, cards in landings.items()
        for card in cards
        if pilots and table.value(card) >= specials.kamikaze_from
    )
    if not due:
        what = "takes out nothing" if pilots else "was not landed"
        script.refuse("destroyed", "7A.3c", f"a Kamikaze {what} in this round")
        return {}
    event = script.take("destroyed", "7A.3c", f"a Kamikaze was landed: {_owned(due)} should be destroyed")
    told = Counter((one["player"], one["card"]) for one in event["cards"])
    if told - due:
        script.stop("7A.3c", f"{_owned(told - due)} should not be destroyed")
    for player, card in due - told:
        paragraph = "7.1 P1" if player in pilots else "7A.3c" if player in first else "7.1 P2"
        script.stop(paragraph, f"{card} of {who(player)} is destroyed too")
    found: dict[Player, Cards] = {}
    for (player, card), many in due.items():
        found.setdefault(player, Counter())[card] += many
    return found


def _owned(cards: Counter[tuple[Player, str]]) -> str:
    return ", ".join(sorted(f"{card} of {who(player)}" for player, card in cards))
