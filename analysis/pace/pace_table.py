"""The measures that noted games tell without a model: their values, and those without each group of blocks.

They are those of the time at the table, and how well the standing after a round tells the winner.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.chances.noted_table import NotedTable
from conquestlab.analysis.pace.clock import Clock, pace_numbers
from conquestlab.analysis.pace.standing_after import SNOWBALL_AFTER, snowball_numbers

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_games import NotedGames

EVEN = 0.5  # the share of losers below the winner where the standing tells nothing
GROUPS = 40  # of blocks, by luck number


def pace_table(noted: NotedGames, seconds: Mapping[str, float]) -> NotedTable | None:
    """Return the measures that need no model of chances; None where no game was noted.

    Parameters
    ----------
    noted : NotedGames
    seconds : mapping of float
        By act, and for `turn`; empty where the game states none.
    """
    if not noted.games or not noted.acts:
        return None
    learnt, _ = noted.learnt()  # others may be kept or not, as the games came in
    clock = Clock(noted.of_stretches(learnt), seconds)
    made = chain(pace_numbers(clock, bool(seconds)), snowball_numbers(clock.games))
    told = {key: numbers for key, numbers in made if numbers.weight.any()}
    numbers = np.stack([[one.number, one.weight] for one in told.values()], axis=1)  # (2, rows, games)
    # Stretches of blocks are noted, so neighbours by luck number go to different groups.
    group = np.unique(clock.games.luck, return_inverse=True)[1] % GROUPS
    whole = numbers.sum(axis=2)
    present = np.unique(group)
    without = [whole - numbers[:, :, group == one].sum(axis=2) for one in present]
    both = np.stack([whole, *without])
    values = np.divide(both[:, 0], both[:, 1], out=np.full_like(both[:, 0], np.nan), where=both[:, 1] > 0)
    games = np.array([np.count_nonzero(one.weight) for one in told.values()])
    baseline = np.array([EVEN if measure == SNOWBALL_AFTER else np.nan for measure, _ in told])
    return NotedTable(tuple(told), values, baseline, games, present)
