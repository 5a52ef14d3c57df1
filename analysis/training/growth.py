"""How many games the candidates of a generation play: more, once their games no longer tell them apart."""

from __future__ import annotations

from math import sqrt

import numpy as np

LOOKS_BACK = 20  # generations by which it is judged
LEAST_SIGNAL = 0.3  # part of the candidates' variance that is not chance; with less, more games are played
MORE = 1.5
MOST = 64  # times as many as in the beginning


class Growth:
    """Blocks of games for each candidate, from generation to generation.

    Parameters
    ----------
    blocks : int
        In the first generations.
    """

    def __init__(self, blocks: int):
        self.blocks = blocks
        self._most = MOST * blocks
        self._agreements: list[float] = []

    def note(self, agreement: float) -> None:
        """Take in how far two halves of the games of a generation agreed.

        With r as the correlation of the halves, 2 r / (1 + r) is the part of the variance of the whole that
        is not chance (Spearman and Brown).
        """
        self._agreements.append(agreement)
        if len(self._agreements) < LOOKS_BACK:
            return
        half = max(0.0, float(np.mean(self._agreements[-LOOKS_BACK:])))
        if 2 * half / (1 + half) < LEAST_SIGNAL and self.blocks < self._most:
            self.blocks = min(self._most, int(self.blocks * MORE))
            self._agreements.clear()


def agreement(halves: np.ndarray) -> float:
    """Return the correlation over candidates of what they are worth in two halves of their games.

    Parameters
    ----------
    halves : float array, (candidates, 2)

    Returns
    -------
    float
        0 where all are alike in one of them.
    """
    apart = halves - halves.mean(axis=0)
    squares = (apart * apart).sum(axis=0)
    product = sqrt(float(squares[0] * squares[1]))
    return float((apart[:, 0] * apart[:, 1]).sum()) / product if product > 0.0 else 0.0
