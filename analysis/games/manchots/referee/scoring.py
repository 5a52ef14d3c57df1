"""The end: what each player scores in each zone, and who wins."""

from __future__ import annotations

from typing import Any, NamedTuple

from conquestlab.analysis.games.manchots.referee.form import ZONES, Player
from conquestlab.analysis.games.manchots.referee.script import Script, who
from conquestlab.analysis.games.manchots.referee.table import Cards, Table


class Score(NamedTuple):
    """What a player scores: sums on the table and points of the hand by zone, zones won, and all together."""

    table: dict[str, int]
    majority: list[str]
    hand: dict[str, int]
    total: int


def score_of(table: Table, player: Player) -> Score:
    """Return what a player scores by the cards on the table and in the hand."""
    sums = {zone: sum(_values(table, table.zone[player], zone)) for zone in ZONES}
    majority = []
    hand = {}
    for zone in ZONES:
        highest = max(sum(_values(table, table.zone[other], zone)) for other in table.ring)
        held = _values(table, table.face_down(player), zone)
        if sums[zone] == 0:
            hand[zone] = 0
        elif sums[zone] == highest:
            majority.append(zone)
            hand[zone] = sum(held)
        elif table.rules.lowest_card == "lowest":
            hand[zone] = min(held, default=0)
        elif table.rules.lowest_card == "highest":
            hand[zone] = max(held, default=0)
        else:
            hand[zone] = 0
    return Score(sums, majority, hand, sum(hand.values()) + _handicap(table, player))


def _values(table: Table, cards: Cards, zone: str) -> list[int]:
    return [table.value(card) for card in cards.elements() if card.rpartition("_")[0] == zone]


def _handicap(table: Table, player: Player) -> int:
    points = table.rules.handicap.points
    return int(points[player - 1]) if isinstance(player, int) and player <= len(points) else 0


def read_scores(script: Script, table: Table) -> None:
    """Read what everybody scores, in whatever order; a zone without points may be left out."""
    waiting = set(table.ring)
    while waiting:
        event = script.take_from(waiting, "score", "7A.4")
        player = event["player"]
        true = score_of(table, player)
        paragraph = "7B.4" if player in table.virtual else "7A.4"
        name = who(player)
        script.same(paragraph, f"the sums of {name}", _some(event["table"]), _some(true.table))
        script.same(paragraph, f"the majorities of {name}", sorted(event["majority"]), sorted(true.majority))
        script.same(paragraph, f"the points of {name}", _some(event["hand"]), _some(true.hand))
        script.same(paragraph, f"the total of {name}", event["total"], true.total)


def _some(by_zone: dict[str, int]) -> dict[str, int]:
    return {zone: points for zone, points in by_zone.items() if points}


def read_end(script: Script, table: Table) -> None:
    """Read who wins."""
    event = script.take("end")
    able = table.ring if table.rules.virtual_can_win else table.seats
    totals = {player: score_of(table, player).total for player in able}
    winners = {player for player in able if totals[player] == max(totals.values())}
    told: list[Any] = event["winners"]
    paragraph = "7A.4" if not table.virtual else "7.1 P8"
    if len(told) != len(winners) or set(told) != winners:
        names = ", ".join(who(player) for player in table.ring if player in winners)
        script.note(paragraph if len(winners) == 1 else "7.1 P9", f"the highest total is that of {names}")
    alone = next(iter(winners)) if len(winners) == 1 else None
    script.same("7A.4" if alone else "7.1 P9", "winner", event["winner"], alone)
    script.same("7A.4", "how", event["how"], "scored")
    script.same("7A", "rounds", event["rounds"], table.rules.rounds)
