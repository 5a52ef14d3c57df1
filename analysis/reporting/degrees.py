"""How much a finding matters: from which size on it is called slight, plain or clear, and what is barely one.

That an interval lies apart from what chance would give says that there is a difference, and not that it is
large: with many games a ratio of 1.03 is certain and nothing that anybody at the table notices. So each
verdict has the sizes here from which on it may be said without a hedge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BARELY, SLIGHTLY, PLAINLY, CLEARLY = range(4)


class Sizes(NamedTuple):
    """From which size on a finding is slight, plain and clear; what is smaller is barely one."""

    slight: float
    plain: float
    clear: float

    def degree(self, size: float) -> int:
        """Return BARELY, SLIGHTLY, PLAINLY or CLEARLY for a size, which may be of either sign."""
        return sum(abs(size) >= least for least in self)

    def word(self, size: float, words: Sequence[str]) -> str:
        """Return which of four words or sentences goes with a size."""
        return words[self.degree(size)]


OF_EVEN_SHARE = Sizes(0.04, 0.10, 0.25)
"""By how much of an even share of the wins the best seat lies above it, or the worst below."""

OF_BOTS = Sizes(0.05, 0.25, 1.0)
"""By how much of an even share the best bot wins more than the next."""

OF_RATING = Sizes(0.1, 0.4, 1.0)
"""Between the two best bots of a ladder; 0.4 is to win three games of five against each other."""

OF_RATIO = Sizes(0.10, 0.25, 0.50)
"""How far a ratio lies from 1, counted from whichever is smaller."""

OF_CORRELATION = Sizes(0.10, 0.30, 0.50)
"""A correlation; 0.3 explains a tenth of what happens, 0.5 a quarter."""

OF_SHARES = Sizes(0.02, 0.05, 0.15)
"""Between two shares, as of the games of two continents."""

OF_CHANGED_SHARE = Sizes(0.01, 0.03, 0.10)
"""A difference of shares between two variants; the usual margin is 0.02."""

OF_CHANGED_LENGTH = Sizes(0.03, 0.10, 0.50)
"""A difference of lengths or plain numbers between two variants, as a part of the smaller."""

OF_STANDARD_DEVIATIONS = Sizes(0.05, 0.2, 0.8)
"""A difference in standard deviations of a game, where nothing better is known."""


def ratio_size(ratio: float) -> float:
    """Return how far a ratio above 0 lies from 1, counted from whichever of the two is smaller."""
    return max(ratio, 1.0 / ratio) - 1.0 if ratio > 0.0 else float("inf")
