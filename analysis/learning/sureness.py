"""How sure of itself a network should be: one factor of all prospects, with which chances come true best.

Who learns gains of plans beside who wins comes out less sure of who wins than games show. Which of two plans
is better hardly changes when all prospects grow by the same factor, but chances do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize_scalar

if TYPE_CHECKING:
    from conquestlab.analysis.learning.float_network import FloatNetwork
    from conquestlab.analysis.learning.positions import Positions

FACTORS = 0.5, 2.0
EXACT = 1e-3  # of the factor
AT_A_TIME = 1 << 14  # positions, so that little memory is needed
LEAST = 1e-30  # what a chance is taken for that is too small for its kind of number


def sure_enough(network: FloatNetwork, positions: Positions) -> FloatNetwork:
    """Return the network with all its counts times one factor, with which its loss is smallest.

    Parameters
    ----------
    network : FloatNetwork
    positions : Positions
        With who won.
    """
    parts = [positions.told[first : first + AT_A_TIME] for first in range(0, len(positions), AT_A_TIME)]
    logs = np.log(np.maximum(np.concatenate([network.chances(part) for part in parts]), LEAST))
    won = positions.won

    def loss(factor: float) -> float:
        prospects = np.float32(factor) * logs
        return float(np.log(np.exp(prospects).sum(axis=1)).sum() - (won * prospects).sum())

    found = minimize_scalar(loss, bounds=FACTORS, method="bounded", options={"xatol": EXACT})
    return network._replace(counts=network.counts * np.float32(found.x))
