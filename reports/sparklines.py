"""Curves as a line of small bars, for a terminal: blocks of Unicode, or plain signs where it has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BLOCKS = "▁▂▃▄▅▆▇█"
SIGNS = "_.-=+*#@"


class Curve(NamedTuple):
    """A curve with what stands before and after it.

    Attributes
    ----------
    name : str
    values : sequence of float or None
        One for each bar; what is not known is left blank.
    ends : str
        What the first and the last bar stand for, and between which values they lie.
    low, high : float, optional
        What the lowest and the highest bar stand for; the least and the most of the values if not given.
    """

    name: str
    values: Sequence[float | None]
    ends: str = ""
    low: float | None = None
    high: float | None = None


def bars_for(encoding: str | None) -> str:
    """Return the signs of the bars that a terminal with this encoding can show, the lowest first."""
    try:
        BLOCKS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return SIGNS
    return BLOCKS


def sparkline(
    values: Sequence[float | None], low: float | None = None, high: float | None = None, bars: str = BLOCKS
) -> str:
    """Return a bar for each value; what lies beyond an end is drawn at that end.

    Examples
    --------
    >>> sparkline([0, 1, 2, 4])
    '▁▃▅█'
    >>> sparkline([0.5, None, 1.0], low=0.0, high=1.0, bars=SIGNS)
    '+ @'
    """
    known = [one for one in values if one is not None]
    if not known:
        return ""
    least = min(known) if low is None else low
    most = max(known) if high is None else high
    step = (most - least) / (len(bars) - 1)

    def bar(value: float | None) -> str:
        if value is None:
            return " "
        place = round((value - least) / step) if step > 0.0 else 0
        return bars[min(max(place, 0), len(bars) - 1)]

    return "".join(bar(value) for value in values)


def gathered(values: Sequence[float], most: int) -> list[float]:
    """Add neighbours up until there are at most so many bars."""
    size = -(-len(values) // most) if values else 1
    return [sum(values[first : first + size]) for first in range(0, len(values), size)]
