"""The odds of battles as the tables of whole numbers by which bots of conquest decide."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from conquestlab.analysis.games.conquest.battles.battle import RollLaw
from conquestlab.analysis.games.conquest.battles.dice_law import Dice

if TYPE_CHECKING:
    import numpy as np

WHOLE_CHANCE = 1024
WHOLE_ARMY = 64
WHOLE_END = 1 << 16


@cache
def odds_tables(dice: Dice, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the chance to win a battle to the end, and the mean loss of the attackers, rounded.

    Parameters
    ----------
    dice : Dice
    size : int
        The tables are for 0 to size - 1 armies on each side.

    Returns
    -------
    odds, losses : uint16 arrays, (size, size)
        By attackers and defenders: in parts of 1024, and in sixty-fourths of an army.
    """
    import numpy as np

    law = RollLaw(dice)
    # Plain Python numbers: the same on every processor, so that games are the same too.
    win = [[1.0] + [0.0] * (size - 1) for _ in range(size)]
    left = [[float(a)] + [0.0] * (size - 1) for a in range(size)]
    for a in range(1, size):
        for d in range(1, size):
            for lost, taken, chance in law.at(a, d) or ():
                win[a][d] += chance * win[a - lost][d - taken]
                left[a][d] += chance * left[a - lost][d - taken]
    odds = [[round(WHOLE_CHANCE * chance) for chance in row] for row in win]
    losses = [[round(WHOLE_ARMY * (a - mean)) for mean in row] for a, row in enumerate(left)]
    return np.array(odds, np.uint16), np.array(losses, np.uint16)


@cache
def ends_table(dice: Dice, defenders: int, attackers: int) -> np.ndarray:
    """Return the chance that a battle to the end is won, by the attackers that it costs, rounded.

    Parameters
    ----------
    dice : Dice
    defenders, attackers : int
        The table is for 0 to so many armies less one on each side.

    Returns
    -------
    uint16 array, (defenders, attackers, attackers)
        In parts of 65536, by defenders, attackers lost and attackers.
    """
    import numpy as np

    law = RollLaw(dice)
    # One product and one sum at a time are rounded alike on every processor.
    ends = np.zeros((defenders, attackers, attackers))
    ends[0, 0] = 1.0
    for d in range(1, defenders):
        for a in range(1, attackers):
            for lost, taken, chance in law.at(a, d) or ():
                ends[d, lost : a + 1, a] += chance * ends[d - taken, : a + 1 - lost, a - lost]
    return np.minimum(np.rint(WHOLE_END * ends), WHOLE_END - 1).astype(np.uint16)
