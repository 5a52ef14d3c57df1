"""How much there is to choose: the legal choices a turn, in the middle of all games."""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.measures.measure import Setting, Statistic
from conquestlab.analysis.measures.quantities import GameColumns
from conquestlab.analysis.measures.statistics import by_group

FINE = 1 << 32  # the parts of 1 in which a logarithm is kept


def decisions(setting: Setting) -> list[Statistic]:
    """Return the geometric mean over games of the choices a turn, where the engine counts them.

    A standstill, with armies beyond number, offers twenty times as many choices as other games. Counted in
    few games, it would decide a plain mean.
    """
    if "decisions" not in setting.columns:
        return []
    return [Statistic("decisions", ("",), (0,), _logarithms, _geometric_mean)]


def _logarithms(games: GameColumns) -> np.ndarray:
    """Count the games, and sum up the logarithms of their choices a turn, in 2**-32."""
    choices, turns = games.rows["decisions"], games.rows["turns"]
    counted = (choices > 0) & (turns > 0)
    choices_a_turn = np.where(counted, choices, 1) / np.where(counted, turns, 1)
    logarithms = np.rint(np.log(choices_a_turn) * FINE).astype(np.int64)
    return by_group(games.rows["luck"], [counted.astype(np.int64), logarithms])


def _geometric_mean(sums: np.ndarray, place: int) -> np.ndarray | None:
    count, logarithms = sums.T
    if count[0].real <= 0.0:
        return None
    answer: np.ndarray = np.exp(logarithms / (count * FINE))
    return answer
