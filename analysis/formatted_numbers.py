"""Numbers with their intervals as sentences, figures and tables tell them: short, in per cent or plain.

A number is rounded by its own interval alone, not by what stands beside it: so it is the same wherever an
answer shows it.
"""

from __future__ import annotations

import math

from conquestlab.analysis.digits import MOST_DECIMALS, NOTHING, magnitude, unsigned_zero
from conquestlab.analysis.language import numerals, say

MINUS = "−"
LEAST_PERCENT = 0.0001  # an exact chance below it is only said to be below


def formatted(
    value: float | None,
    low: float | None = None,
    high: float | None = None,
    percent: bool = False,
    decimals: int | None = None,
) -> tuple[str, str, str]:
    """Show a number and the ends of its interval as a sentence or a figure does: short, in per cent or plain.

    What is neither nothing nor everything is not shown as either.

    Parameters
    ----------
    value, low, high : float or None
    percent : bool
        Times a hundred.
    decimals : int, optional
        Other decimals than `interval_decimals` gives, as for half an interval beside its value.

    Returns
    -------
    tuple of str
        Value, low, high; what is not known is a dash.
    """
    times = 100.0 if percent else 1.0
    size = [None if one is None or not math.isfinite(one) else times * one for one in (value, low, high)]
    shown_decimals = interval_decimals(value, low, high, percent) if decimals is None else decimals
    text, begin, end = (numerals(_formatted_end(one, shown_decimals, percent)) for one in size)
    return text, begin, end


def interval_decimals(
    value: float | None, low: float | None = None, high: float | None = None, percent: bool = False
) -> int:
    """Return how many decimals a number in a sentence has.

    They stop where the half-width of the interval has its first digit, one later where that is a 1 or 2.
    Without an interval there are three digits.
    """
    times = 100.0 if percent else 1.0
    middle, least, most = (None if one is None else times * one for one in (value, low, high))
    known = [one for one in (middle, least, most) if one is not None and math.isfinite(one)]
    if not percent and all(float(one).is_integer() for one in known):
        return 0
    if least is not None and most is not None and most > least:
        half = (most - least) / 2
        decimals = -magnitude(half) + (half / 10.0 ** magnitude(half) < 3)
    elif middle is None and known:
        decimals = 2 - magnitude(known[0]) if known[0] else 0
    elif percent:
        decimals = 0 if middle is not None and abs(middle - round(middle)) < 1e-9 else 1
    else:
        decimals = 2 - magnitude(middle) if middle else 0
    return min(max(decimals, 0), MOST_DECIMALS)


def exact_share(chance: float, rest: float | None = None) -> str:
    """Show an exact chance in per cent: one decimal, and two digits of whichever end is small.

    Parameters
    ----------
    chance : float
    rest : float, optional
        What it lacks to 1, where that is known by itself: a chance may be so near to 1 that only this tells.
    """
    small = min(chance, 1.0 - chance if rest is None else rest)
    if small <= 0.0:
        return percent_text("100" if chance > 0.5 else "0")
    if 100.0 * small < LEAST_PERCENT:
        return percent_text(f">{100 - LEAST_PERCENT:g}" if chance > 0.5 else f"<{LEAST_PERCENT:g}")
    decimals = max(1, 1 - magnitude(100.0 * small))
    if abs(100.0 * chance - round(100.0 * chance)) < 1e-9:
        decimals = 0
    return percent_text(f"{100.0 * chance:.{decimals}f}")


def percent_text(number: str) -> str:
    """Return a number, as English writes it, with per cent behind it."""
    return say("{number} %", number=numerals(number))


def _formatted_end(number: float | None, decimals: int, percent: bool) -> str:
    if number is None:
        return NOTHING
    text = _grouped(f"{number:.{decimals}f}")
    if not percent or abs(number) > 100 or float(f"{abs(number):.{decimals}f}") not in (0, 100):
        return text
    if number in (0, 100):
        return str(int(number))
    if number < 0:
        return text
    step = 10.0**-decimals
    return f"<{step:.{decimals}f}" if number < 50 else f">{100 - step:.{decimals}f}"


def _grouped(text: str) -> str:
    """Part the thousands of a long number and write its sign; none stands before a zero."""
    text = unsigned_zero(text)
    whole, point, rest = text.partition(".")
    text = f"{int(whole):,}{point}{rest}" if len(whole.lstrip("-")) > 4 else text
    return text.replace("-", MINUS)
