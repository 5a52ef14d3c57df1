"""Plays the cells of a sweep in one pool of workers: so many games of each, pairs with the base included.

The games of a table are played stretch by stretch, in each stretch the base first and then all cells beside
it. A stretch that is done is added to what stands of its cell, and kept; so at most a stretch is lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.comparing.detection import WHOLE_BLOCKS
from conquestlab.analysis.comparing.variants import PARTS
from conquestlab.analysis.playing.workers import Done, Job, Listener, Workers, add_up
from conquestlab.analysis.sweeping.pairing import CountCell, SharedBatch

if TYPE_CHECKING:
    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.sweeping.cells import Cell, Plan
    from conquestlab.analysis.sweeping.standing import Standing

STRETCH = 8  # portions of a cell
PORTIONS = 64  # of all the games, so that no worker waits long for the last
FEWEST = 600  # games of a portion: fewer take too long to add up


def portion_of(experiment: Experiment) -> int:
    """Return the games of a job at most: whole blocks for any number of seats, or a chunk of bots outside."""
    if experiment.has_external_bots:
        return experiment.chunk
    return max(1, experiment.chunk // PARTS // WHOLE_BLOCKS) * WHOLE_BLOCKS


def stretches(first: int, last: int, experiment: Experiment, stops: Sequence[int]) -> list[tuple[int, int]]:
    """Cut games into stretches, the same wherever one begins."""
    size = STRETCH * portion_of(experiment)
    ends = {*range(size, last, size), *(stop for stop in stops if stop < last), last}
    inner = [end for end in sorted(ends) if end > first]
    return list(zip([first, *inner], inner, strict=False))


def play_cells(
    plan: Plan,
    standing: Standing,
    targets: Mapping[int, int],
    stops: Sequence[int],
    workers: Workers,
    listener: Listener,
) -> Done:
    """Play on until every cell has as many games as its target, and add them to what stands.

    Neither the number of workers nor an interruption changes what the games add up to.

    Parameters
    ----------
    plan : Plan
    standing : Standing
        Changed as stretches are done.
    targets : mapping of int to int
        By number of the cell; a cell that is not there stays as it is.
    stops : sequence of int
        Numbers of games at which cells may rest.
    workers : Workers
    listener : Listener

    Raises
    ------
    ExternalBotFailed
        A bot outside failed; what was done before stands.
    """
    under_way: deque[_Part] = deque()
    ready = [
        plan.cells[number].experiment.batch()
        for number, games in targets.items()
        if games > standing.games[number]
    ]

    def jobs() -> Iterator[Job]:
        for part in _parts(plan, list(standing.games), targets, stops):
            under_way.append(part)
            yield part.job

    def add_part(sums: dict[int, Any]) -> bool:
        part = under_way.popleft()
        listener.played(part.games)
        if part.end:
            standing.add(part.cell, sums.pop(part.cell.number), part.end, stops)
        return False

    return add_up(
        jobs(),
        workers,
        listener._replace(played=lambda games: None),  # the games of bases are in many jobs
        ready=ready,
        is_enough=add_part,
        wanted=plan.games if plan.request.games is not None or plan.request.within is None else 0,
    )


class _Part(NamedTuple):
    """A job of a cell.

    Attributes
    ----------
    job : Job
    cell : Cell
    games : int
        Of the cell alone.
    end : int
        The games that the cell has when a stretch is done; 0 within a stretch.
    """

    job: Job
    cell: Cell
    games: int
    end: int


def _parts(
    plan: Plan, games: Sequence[int], targets: Mapping[int, int], stops: Sequence[int]
) -> Iterator[_Part]:
    """Yield the jobs, table by table and stretch by stretch, the base first."""
    wanted = sum(max(0, target - games[number]) for number, target in targets.items())
    for table in plan.tables:
        base = table[0]
        experiment = base.experiment
        portion = portion_of(experiment)
        if not experiment.has_external_bots:
            even = -(-wanted // PORTIONS // WHOLE_BLOCKS) * WHOLE_BLOCKS
            portion = min(portion, max(FEWEST, even))
        first = min((games[cell.number] for cell in table), default=0)
        last = max((targets.get(cell.number, 0) for cell in table), default=0)
        for begin, end in stretches(first, last, experiment, stops):
            playing = [
                cell for cell in table if games[cell.number] <= begin and targets.get(cell.number, 0) >= end
            ]
            if not playing:
                continue
            for batch in experiment.batch(begin, end - begin).split(portion):
                name = f"{plan.mark} {base.number}"
                shared = SharedBatch(**vars(batch), name=name, users=len(playing), until=end)
                done = batch.first + batch.games == end
                for cell in playing:
                    yield _Part(_job(cell, plan, shared), cell, batch.games, end if done else 0)


def _job(cell: Cell, plan: Plan, base: SharedBatch) -> Job:
    if cell.is_base:
        return Job(CountCell(0), (base,), of=cell.number)
    batch = cell.experiment.batch(base.first, base.games)
    return Job(CountCell(min(plan.comparison(cell).caps)), (batch, base), of=cell.number)
