"""The measures of noted games in a sweep: when all cells are played, some games of each are noted.

They are the games that `conquest play` would note of as many. Nothing of them is kept in a folder, since
their numbers follow from how many games a cell has: so they can be asked for whenever the sweep is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.language import say
from conquestlab.analysis.measures.catalogue import OF_CHANCES, OF_PACE

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_table import NotedTable
    from conquestlab.analysis.measures.measure import MeasureRow
    from conquestlab.analysis.playing.batches import Batch
    from conquestlab.analysis.playing.workers import Listener, Workers
    from conquestlab.analysis.sweeping.cells import Plan
    from conquestlab.analysis.sweeping.standing import Standing

OF_CHANCES_NAMED = tuple(entry.name for entry in OF_CHANCES)
OF_PACE_NAMED = tuple(entry.name for entry in OF_PACE)
NOTED = (*OF_CHANCES_NAMED, *OF_PACE_NAMED)
"""The measures that noted games tell."""


class NotedCell(NamedTuple):
    """The tables of the noted games of a cell; None where nothing is told or was asked for."""

    chances: NotedTable | None = None
    pace: NotedTable | None = None

    def rows(self, measures: tuple[str, ...]) -> list[MeasureRow]:
        """Return the records of these measures, in the order of the tables."""
        made = [row for table in self if table is not None for row in table.rows()]
        return [row for row in made if row["measure"] in measures]


Noted = Mapping[tuple[int, int], NotedCell]
"""By number of a cell, and by how many games of it."""


def noted_cells(
    plan: Plan, standing: Standing, workers: Workers, listener: Listener
) -> dict[tuple[int, int], NotedCell]:
    """Note some games of every cell, and of its base over as many games, if anything of them is asked for.

    Parameters
    ----------
    plan : Plan
    standing : Standing
    workers : Workers
    listener : Listener
    """
    from conquestlab.analysis.playing.noting import seconds_for

    is_asked = tuple(
        any(name in named for name in plan.measures) for named in (OF_CHANCES_NAMED, OF_PACE_NAMED)
    )
    if not any(is_asked):
        return {}
    places = list(dict.fromkeys(_places(plan, standing)))
    work = []
    for number, games in places:
        experiment = plan.cells[number].experiment
        seconds = seconds_for(experiment, None)
        work.append(partial(noted_cell, experiment.batch(0, games), seconds, *is_asked))
    with closing(workers.results(iter(work), listener.warned)) as results:
        return {place: found for place, (_, found) in zip(places, results, strict=True)}


def too_few_noted(plan: Plan, noted: Noted) -> list[str]:
    """Say how many cells do not tell measures of win chances that are asked for.

    Parameters
    ----------
    plan : Plan
    noted : mapping of NotedCell
    """
    asked = [name for name in plan.measures if name in OF_CHANCES_NAMED]
    few = {number for (number, _), cell in noted.items() if cell.chances is None}
    if not asked or not few:
        return []
    return [
        say(
            "{few} of {cells} cells have too few noted games for {measures} (--games plays more)",
            few=len(few),
            cells=len(plan.cells),
            measures=", ".join(asked),
        )
    ]


def _places(plan: Plan, standing: Standing) -> Iterator[tuple[int, int]]:
    for cell in plan.cells:
        games = standing.games[cell.number]
        if games:
            yield cell.number, games
            yield cell.base, games


def noted_cell(batch: Batch, seconds: Mapping[str, float], chances: bool, pace: bool) -> NotedCell:
    """Note those games of a batch that are to be noted, and return the tables that are asked for."""
    from conquestlab.analysis.chances.chance_tables import chance_table
    from conquestlab.analysis.pace.pace_table import pace_table
    from conquestlab.analysis.playing.noting import noting, play_again, tells_chances

    if not tells_chances(batch):
        return NotedCell()
    noted = play_again(noting(batch, batch.first, batch.games))
    return NotedCell(chance_table(noted) if chances else None, pace_table(noted, seconds) if pace else None)
