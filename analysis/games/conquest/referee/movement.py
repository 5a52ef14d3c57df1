"""The third step of a turn: the simultaneous moves of armies that are not tired, or the one move."""

from collections import Counter

from conquestlab.analysis.games.conquest.referee.forces import of_player
from conquestlab.analysis.games.conquest.referee.script import Event, Script
from conquestlab.analysis.games.conquest.referee.table import Table


def read_movement(script: Script, table: Table) -> None:
    """Read the moves of a turn."""
    if table.spec.movement.kind == "simultaneous":
        _read_moves(script, table)
    else:
        read_one_move(script, table)
        script.refuse(("move",), "5.0.3", "only one move is made")


def read_one_move(script: Script, table: Table) -> None:
    """Read at most one move of any number of armies, one of them left behind."""
    if not script.next_is("move"):
        return
    event = _own_move(script, table, "5.0.3")
    start, goal, armies = event["from"], event["to"], event["armies"]
    if table.spec.movement.fortify == "connected":
        if start == goal or not table.joined(start, goal):
            script.stop("5D", f"no way through own lands leads from {start} to {goal}")
    elif goal not in table.near[start]:
        script.stop("5.0.3", f"{start} and {goal} have no border")
    if armies > table.armies[start] - 1:
        script.stop("5.0.3", f"{start} can send {table.armies[start] - 1} armies, not {armies}")
    table.armies[start] -= armies
    table.armies[goal] += armies


def _read_moves(script: Script, table: Table) -> None:
    """Read moves that are made at once: each is checked against the start of the step."""
    sent: Counter[str] = Counter()
    come: Counter[str] = Counter()
    while script.next_is("move"):
        event = _own_move(script, table, "3.4.3")
        start, goal = event["from"], event["to"]
        if goal not in table.near[start]:
            script.stop("3.6 A14", f"{start} and {goal} have no border")
        sent[start] += event["armies"]
        come[goal] += event["armies"]
        most = _fresh(table, start)
        if sent[start] > most:
            where = "3.4.3" if table.spec.movement.tired == "exact" else "3.6 A7"
            script.stop(where, f"{start} can send {most} armies in all, not {sent[start]}")
    for land in table.armies:
        table.armies[land] += come[land] - sent[land]


def _own_move(script: Script, table: Table, where: str) -> Event:
    event = script.take("move", where)
    of_player(script, table, event, where)
    for land in (event["from"], event["to"]):
        if table.owner[land] != table.player:
            script.stop(where, f"{land} is not seat {table.player}'s")
    return event


def _fresh(table: Table, land: str) -> int:
    """Return how many armies of a land may leave it: by the rules of 3.4.3, or an option of 3.6 A7."""
    behind = 1  # armies that stay in any case
    if table.spec.movement.tired == "exact":
        behind = max(behind, table.tired[land])
    elif table.spec.movement.tired == "whole_land" and land in table.fought:
        behind = table.armies[land]
    return max(0, table.armies[land] - behind)
