"""Numbers with the digits that their uncertainty supports."""

import math

MOST_DECIMALS = 8
NOTHING = "–"  # stands for a number that is not known


def magnitude(value: float) -> int:
    """Return the power of ten of the first digit."""
    return math.floor(math.log10(abs(value)))


def supported(value: float, half: float) -> str:
    """Show a value up to the second digit of the half-width of its interval, above 0."""
    decimals = 1 - magnitude(half)
    if decimals <= 0:
        return str(round(round(value), decimals))
    if value == 0 or abs(value) >= 1e-4 or decimals <= MOST_DECIMALS:
        return unsigned_zero(f"{value:.{min(decimals, 15)}f}")
    return f"{value:.{max(0, decimals + magnitude(value))}e}"


def unsigned_zero(text: str) -> str:
    """Take the sign from a zero."""
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text
