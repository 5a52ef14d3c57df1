"""The measures of pace: their values, and the same with each group of blocks left out, for intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.chances.noted_table import NotedTable
from conquestlab.analysis.pace.clock import Clock, pace_numbers

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_games import NotedGames

GROUPS = 40  # of blocks, by luck number


def pace_table(noted: NotedGames, seconds: Mapping[str, float]) -> NotedTable | None:
    """Return the measures of pace of noted games; None where none was noted.

    Parameters
    ----------
    noted : NotedGames
    seconds : mapping of float
        By act, and for `turn`; empty where the game states none.
    """
    if not noted.games or not noted.acts:
        return None
    clock = Clock(noted, seconds)
    told = {key: numbers for key, numbers in pace_numbers(clock, bool(seconds)) if numbers.weight.any()}
    numbers = np.stack([[one.number, one.weight] for one in told.values()], axis=1)  # (2, rows, games)
    # Stretches of blocks are noted, so neighbours by luck number go to different groups.
    group = np.unique(clock.games.luck, return_inverse=True)[1] % GROUPS
    whole = numbers.sum(axis=2)
    present = np.unique(group)
    without = [whole - numbers[:, :, group == one].sum(axis=2) for one in present]
    both = np.stack([whole, *without])
    values = np.divide(both[:, 0], both[:, 1], out=np.full_like(both[:, 0], np.nan), where=both[:, 1] > 0)
    games = np.array([np.count_nonzero(one.weight) for one in told.values()])
    return NotedTable(tuple(told), values, np.full(len(told), np.nan), games, present)
