"""How a value is shown: no more digits than its uncertainty supports, and never so few that it misleads."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.digits import MOST_DECIMALS, magnitude, supported
from conquestlab.analysis.digits import NOTHING as NOTHING
from conquestlab.analysis.language import numerals, say


class ShownNumber(str):
    """A number with the digits in which it is shown, to stand among numbers."""


def plain(value: Any) -> Any:
    """Make a plain Python value of a NumPy scalar or array, a Fraction ("n/d"), a path or anything else.

    Parameters
    ----------
    value
        Anything; containers are gone through.

    Returns
    -------
    None, bool, int, float, str, list or dict
        NaN becomes None, infinities stay floats.
    """
    if isinstance(value, float):
        return None if value != value else float(value)
    if value is None or type(value) in (str, int, bool, ShownNumber):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):  # NumPy, known by its manner so that it need not be imported
        return plain(value.tolist())
    if isinstance(value, int):
        return int(value)
    if hasattr(value, "numerator") and hasattr(value, "denominator"):
        return f"{_all_digits(value.numerator)}/{_all_digits(value.denominator)}"
    return str(value)


def shown(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> dict[str, list[str]]:
    """Show every cell of a table, column by column.

    Parameters
    ----------
    rows
        Rows of plain values.
    columns
        Their columns, in the order of the table. `low` and `high` are the bounds of the column before `low`;
        `x_low` and `x_high` are those of column `x`.

    Returns
    -------
    dict
        By column, the text of its cells.
    """
    bounds = _bounds(columns)
    return {
        name: [
            numerals(text) if _is_count(row[name]) else text
            for row, text in zip(
                rows, _show_column(name, [row[name] for row in rows], rows, bounds.get(name)), strict=True
            )
        ]
        for name in columns
    }


def show_share(value: float, decimals: int = 3) -> str:
    """Show a probability short: exact 0 and 1 as such, and nothing else rounded to either."""
    if value in (0, 1):
        return str(int(value))
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        text = "<." + "0" * (decimals - 1) + "1"
    elif float(text) == 1:
        text = ">." + "9" * decimals
    return numerals(text)


def timed(value: float | None) -> ShownNumber | None:
    """Show what a clock measured in three digits: the next run keeps no more of it."""
    if value is None:
        return None
    decimals = 2 - magnitude(value) if value else 0
    return ShownNumber(numerals(f"{round(value, decimals):,.{max(0, decimals)}f}"))


def brief(value: float | None) -> ShownNumber | None:
    """Show a number that others are only measured against in three digits."""
    return None if value is None else ShownNumber(numerals(f"{value:.3g}"))


def show_percent(value: float, decimals: int = 0, rest: float | None = None) -> str:
    """Show a share in percent, never rounding an uncertain end to a certain one.

    Parameters
    ----------
    value, rest
        The share and what it lacks to 1, where that is known by itself: a chance may be so near to 1 that
        only its rest tells the difference.
    decimals
        Of the percent.
    """
    if value == 0 or (value == 1 and not rest):
        return str(int(100 * value))
    text, least = f"{100 * value:.{decimals}f}", 10**-decimals
    if float(text) == 0:
        return numerals(f"<{least:.{decimals}f}")
    return numerals(f">{100 - least:.{decimals}f}" if float(text) == 100 else text)


def _all_digits(number: int) -> str:
    """Write an integer of any length; Python by itself refuses more than 4300 digits."""
    import sys

    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return str(number)
    finally:
        sys.set_int_max_str_digits(limit)


class _Span(NamedTuple):
    """The columns of a value and of the ends of its interval."""

    value: str
    low: str
    high: str


def _bounds(columns: Sequence[str]) -> dict[str, _Span]:
    found = {}
    for place, low in enumerate(columns):
        if low == "low" and place > 0:
            owner, high = columns[place - 1], "high"
        elif low.endswith("_low"):
            owner, high = low[:-4], low[:-3] + "high"
        else:
            continue
        if owner in columns and high in columns:
            found.update(dict.fromkeys((owner, low, high), _Span(owner, low, high)))
    return found


def _show_column(
    name: str, values: list[Any], rows: Sequence[Mapping[str, Any]], bounds: _Span | None
) -> list[str]:
    floats = [value for value in values if _is_float(value)]
    largest = max(map(abs, floats), default=0.0)
    common = min(5, max(0, 4 - magnitude(largest))) if largest else 0
    short = _short_decimals(floats, common)
    cells = []
    for value, row in zip(values, rows, strict=True):
        half = _half_width(row, bounds) if bounds else None
        if not _is_float(value):
            cells.append(_show_other(value))
        elif bounds and all(_is_whole(row[one]) for one in bounds):
            cells.append(str(int(value)))
        elif half:
            cells.append(supported(value, half))
        elif short is not None:
            cells.append(f"{value:.{short}f}")
        elif _is_statistic(str(row.get("measure", name)) if name == "value" else name):
            cells.append(_show_float(value, common=2, least=2))
        else:
            cells.append(_show_float(value, common, least=4))
    return cells


def _short_decimals(values: Sequence[float], most: int) -> int | None:
    """Return the fewest decimals with which all values are shown in full, None if `most` are too few."""
    if any(abs(value) >= 1e15 for value in values):
        return None
    return next((few for few in range(most + 1) if all(round(value, few) == value for value in values)), None)


def _is_whole(value: Any) -> bool:
    return _is_float(value) and value.is_integer() and abs(value) < 1e15


def _is_float(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _is_count(value: Any) -> bool:
    """Tell numbers, which are written as the reader's language writes them, from words."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_statistic(name: str) -> bool:
    """Tell p-values and z-scores, of which two digits say all."""
    return name in ("p", "z") or name.endswith(("_p", "_z"))


def _half_width(row: Mapping[str, Any], bounds: _Span) -> float | None:
    low, high = row[bounds.low], row[bounds.high]
    if not all(isinstance(bound, (int, float)) and math.isfinite(bound) for bound in (low, high)):
        return None
    return (high - low) / 2 if high > low else None


def _show_float(value: float, common: int, least: int) -> str:
    """Show with the decimals of its column, with more where fewer than `least` digits would be left."""
    if value == 0:
        return "0"
    size = abs(value)
    if size < 1e-4 or size >= 1e15:
        return f"{value:.{least - 1}e}"
    decimals = max(common, least - 1 - magnitude(value))
    text = f"{value:.{decimals}f}"
    while 0 < value < 1 and float(text) == 1:
        if decimals == MOST_DECIMALS:
            return ">0." + "9" * decimals
        decimals += 1
        text = f"{value:.{decimals}f}"
    return text


def _show_other(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, int):
        return _all_digits(value)
    if isinstance(value, (list, dict)):
        import json

        return json.dumps(value, ensure_ascii=False)
    return str(value)
