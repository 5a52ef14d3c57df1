"""Numbers as a reader is shown them: one rounding of one number, in sentences, figures and tables alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from conquestlab.analysis.formatted_numbers import MINUS as MINUS
from conquestlab.analysis.formatted_numbers import exact_share as exact_share
from conquestlab.analysis.formatted_numbers import formatted as formatted
from conquestlab.analysis.formatted_numbers import interval_decimals as interval_decimals
from conquestlab.analysis.language import say, translated
from conquestlab.analysis.measures.measure import POINTS, SHARE
from conquestlab.reports.digits import NOTHING

Row = Mapping[str, Any]


class Texts(NamedTuple):
    """A number as text, with its unit where that is short, and its interval."""

    value: str
    span: str


def texts_of(row: Row, unit: str = "", value: str = "value", ends: str = "") -> Texts:
    """Return a number of a row and its interval as text.

    Parameters
    ----------
    row : dict
    unit : str
        Of the measure: a share is shown in per cent, a difference of shares in points.
    value, ends : str
        The column of the number, and what stands before `low` and `high` in those of its interval.
    """
    number, least, most = (row.get(name) for name in (value, f"{ends}low", f"{ends}high"))
    text, low, high = formatted(number, least, most, unit in (SHARE, POINTS))
    if text == NOTHING:
        return Texts(NOTHING, NOTHING if (low, high) == (NOTHING, NOTHING) else span_text(low, high))
    if (low, high) in ((NOTHING, NOTHING), (text, text)):
        return Texts(with_unit(text, unit), "")
    return Texts(with_unit(text, unit), span_text(low, high))


def span_text(low: str, high: str) -> str:
    """Return an interval in words."""
    return say("{low} to {high}", low=low, high=high)


def in_unit(text: str, percent: bool, unit: str) -> str:
    """Return a number of a figure with the unit of its axis, or with per cent."""
    if unit:
        return f"{text} {translated(unit)}"
    return say("{number} %", number=text) if percent else text


def with_unit(text: str, unit: str) -> str:
    """Return a number with per cent or points behind it; other units stand elsewhere."""
    if unit == SHARE:
        return say("{number} %", number=text)
    if unit == POINTS:
        return say("{number} point", number=text) if text == "1" else say("{number} points", number=text)
    return text
