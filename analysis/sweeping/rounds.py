"""Which cells get more games: after an equal share, those that are not known well enough, round by round.

The numbers of games at which a cell may rest are fixed before anything is played, and a round is decided when
all cells rest. So what is decided depends on the games alone, not on who played them or when.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.comparing.detection import WHOLE_BLOCKS
from conquestlab.analysis.comparing.verdicts import UNDECIDED

if TYPE_CHECKING:
    from conquestlab.analysis.row import Row
    from conquestlab.analysis.sweeping.cells import Plan
    from conquestlab.analysis.sweeping.differences import CellRows
    from conquestlab.analysis.sweeping.standing import Standing

USUAL_SHARE = 2_520  # games of the first, equal share where no number of games is given
SHARE = 4  # else a part of the games in so many
MORE = 2  # a step is a part of the games before in so many


class Round(NamedTuple):
    """What is decided when all cells rest.

    Attributes
    ----------
    targets : dict of int to int
        By number of the cell, how many games it is to have; only those that get more.
    unknown : int
        How many cells are not known well enough.
    """

    targets: dict[int, int]
    unknown: int


def first_share(plan: Plan) -> int:
    """Return the games of every cell before the first round of more is decided."""
    games = plan.request.games
    return _whole(USUAL_SHARE if games is None else min(games, -(-games // SHARE)))


def next_stop(games: int) -> int:
    """Return the number of games at which a cell rests next."""
    return games + _whole(games // MORE)


def stops_until(games: int, share: int) -> list[int]:
    """Return the numbers of games at which cells may rest, from the first share to so many games."""
    found = [share]
    while found[-1] < games:
        found.append(next_stop(found[-1]))
    return found


def _whole(games: int) -> int:
    return -(-max(1, games) // WHOLE_BLOCKS) * WHOLE_BLOCKS


def next_round(plan: Plan, standing: Standing, found: Iterable[CellRows]) -> Round:
    """Decide which cells get more games: one step each, as far as the games last, in the order of their need.

    The base of a cell goes on with it, since differences are those of the same games.
    """
    within = plan.request.within
    assert within is not None
    needs = {one.cell.number: _need(one, plan.first_measure, within) for one in found}
    waiting = sorted(
        (number for number, need in needs.items() if need > 1.0), key=lambda at: (-needs[at], at)
    )
    left = plan.games - sum(standing.games)
    targets: dict[int, int] = {}
    for number in waiting:
        step = {number: next_stop(standing.games[number])}
        base = plan.cells[number].base
        if base != number and targets.get(base, standing.games[base]) < step[number]:
            step[base] = step[number]
        cost = sum(games - targets.get(one, standing.games[one]) for one, games in step.items())
        if targets.get(number, 0) >= step[number]:  # the base of another cell
            continue
        if cost > left:
            break
        left -= cost
        targets |= step
    return Round(targets, len(waiting))


def _need(one: CellRows, measure: str, within: float) -> float:
    """Return how many times wider than wanted the widest interval is; 1 or less where all is known."""
    widest = 0.0
    for row in one.rows:
        if row["measure"] != measure or row["value"] is None:
            continue
        widest = max(widest, half_width(row, "value", ""))
        if row["difference"] is not None and one.signs.get((row["measure"], row["of"])) == UNDECIDED:
            widest = max(widest, half_width(row, "difference", "difference_"))
    return widest / within


def half_width(row: Row, value: str, ends: str) -> float:
    """Return how far an end of an interval is from its value; infinity where an end is not known."""
    low, high = row[f"{ends}low"], row[f"{ends}high"]
    if low is None or high is None:
        return inf
    return float(max(row[value] - low, high - row[value]))
