"""The measures that rest on win chances: their values, and the same with each cell of blocks left out.

Leaving out a cell leaves out its games, and leaves another model to judge the games of the other half. So
what is seen to vary over the cells contains both: chance in the games, and in what was learnt of them. What
another model would say is tried on some of the games that were learnt from, and taken to be the same in all
others. Whether the chances can be trusted is asked of these very models, and of no others.
"""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.chances.judge import BASELINE, GAMES, WEIGHT, Judge
from conquestlab.analysis.chances.model import GROUPS, SIDES
from conquestlab.analysis.chances.noted_games import NotedGames
from conquestlab.analysis.chances.noted_table import NotedTable
from conquestlab.analysis.chances.traits import ENOUGH_DETAIL

OF_THE_MODELS = ("calibration", "movement")
"""The measures that are asked of the models that were fitted: how others would do is left out."""


def chance_table(noted: NotedGames) -> NotedTable | None:
    """Return the measures of the chances along noted games; None where too few were noted.

    Parameters
    ----------
    noted : NotedGames
    """
    learnt, _ = noted.learnt()
    judge = noted.judge if noted.judge is not None else Judge.of(noted.of_stretches(learnt))
    if judge is None:
        return None
    sums = dict(noted.sums)
    for stretch in {part.stretch for part in noted.parts} - learnt:
        sums[stretch] = judge.sums(noted.of_stretches(frozenset([stretch])).joined)
    cells = judge.whole + sum(sums[stretch] for stretch in sorted(sums))
    whole = cells.sum(axis=0)
    times = noted.games / judge.games
    without = whole[: WEIGHT + 1] - cells[:, : WEIGHT + 1] + times * judge.changes
    of_models = np.array([measure in OF_THE_MODELS for measure, _ in judge.keys])
    without[:, :, of_models] = _others_in_place(cells[:, : WEIGHT + 1, of_models])
    both = np.concatenate([whole[None, : WEIGHT + 1], without])
    values = np.divide(both[:, 0], both[:, 1], out=np.full_like(both[:, 0], np.nan), where=both[:, 1] > 0)
    weight = whole[WEIGHT]
    baseline = np.divide(whole[BASELINE], weight, out=np.full_like(weight, np.nan), where=weight > 0)
    present = judge.present
    kept = np.concatenate([[True], present])
    leans = judge.models[0].form.detail < ENOUGH_DETAIL
    return NotedTable(
        judge.keys, values[kept], baseline, whole[GAMES].astype(np.int64), np.flatnonzero(present), leans
    )


def _others_in_place(cells: np.ndarray) -> np.ndarray:
    """Return the sums without each cell, where the others of its half stand for it.

    So the two halves, which two models judge, keep their weights.
    """
    found = np.empty_like(cells)
    for side in range(SIDES):
        half = cells[side::SIDES].sum(axis=0)
        rest = cells.sum(axis=0) - half
        found[side::SIDES] = rest + (half - cells[side::SIDES]) * GROUPS / (GROUPS - 1)
    return found
