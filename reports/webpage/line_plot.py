"""Values along an axis as lines with the interval of each as a band."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from conquestlab.analysis.language import say, translated
from conquestlab.reports.digits import NOTHING
from conquestlab.reports.figures.described import Axis, Line
from conquestlab.reports.formatted_numbers import formatted, in_unit, span_text
from conquestlab.reports.webpage.svg import (
    NARROW,
    Scale,
    drawing,
    element,
    mark,
    path,
    symbol,
    text_at,
    text_width,
    tick_text,
    ticks,
)

HIGH = 232.0
TOP, FOOT = 10.0, 36.0
DASHES = (None, "6 2.5", "2 2.2", "8 2.5 2 2.5")


def line_plot(
    lines: Sequence[Line],
    *,
    title: str,
    across: Axis,
    up: Axis,
    reference: float | None = None,
    band: str = "",
) -> str:
    """Return the figure; where a value is missing its line is broken.

    Parameters
    ----------
    lines : sequence of Line
        With a row for each place, in ascending order of `at`.
    title : str
        Read out by a screen reader.
    across, up : Axis
    reference : float, optional
        A height to draw a line at.
    band : str
        What the ends of the band are called; nothing is said if it is empty.
    """
    rows = [row for line in lines for row in line.rows if row.get("value") is not None]
    places = [float(row["at"]) for row in rows]
    ends = [float(row[key]) for row in rows for key in ("value", "low", "high") if row.get(key) is not None]
    ends += [reference] if reference is not None else []
    low = up.low if up.low is not None else min(ends, default=0.0)
    high = up.high if up.high is not None else max(ends, default=1.0)
    high = high if high > low else low + 1.0
    left = 12.0 + max(text_width(_tick(value, up)) for value in ticks(low, high))
    x = Scale(min(places, default=0.0), max(places, default=1.0), left + 6, NARROW - 10)
    if x.low == x.high:
        x = Scale(x.low - 1, x.high + 1, x.start, x.end)
    y = Scale(low, high, HIGH - FOOT, TOP)
    inside = [*_axes(x, y, across, up, left, places)]
    if reference is not None:
        inside.append(element("line", x1=left, x2=NARROW - 4, y1=y(reference), y2=y(reference), class_="ref"))
    for line in lines:
        inside += _curve(line, x, y)
    for line in lines:
        inside += [_point(line, row, x, y, across, up, band) for row in line.rows]
    return drawing(*inside, size=(NARROW, HIGH), title=title)


def _tick(value: float, axis: Axis) -> str:
    return tick_text(value, axis.percent) + ("%" if axis.percent and not axis.unit else "")


def _axes(x: Scale, y: Scale, across: Axis, up: Axis, left: float, places: Sequence[float]) -> list[str]:
    found = []
    for value in ticks(y.low, y.high):
        found.append(element("line", x1=left, x2=NARROW - 4, y1=y(value), y2=y(value), class_="gr"))
        found.append(text_at(_tick(value, up), left - 5, y(value) + 4, class_="tf", text_anchor="end"))
    whole = all(place == int(place) for place in places)
    for value in ticks(min(places, default=0.0), max(places, default=1.0), 10):
        if whole and value != int(value):
            continue
        found.append(
            text_at(_tick(value, across), x(value), HIGH - FOOT + 15, class_="tf", text_anchor="middle")
        )
    middle = (left + NARROW) / 2
    found.append(text_at(translated(across.label), middle, HIGH - 5, class_="tf", text_anchor="middle"))
    return found


def _curve(line: Line, x: Scale, y: Scale) -> list[str]:
    found = []
    for part in _unbroken(line.rows):
        banded = [row for row in part if row.get("low") is not None and row.get("high") is not None]
        if len(banded) > 1:
            there = [(x(row["at"]), y(row["low"])) for row in banded]
            back = [(x(row["at"]), y(row["high"])) for row in reversed(banded)]
            found.append(
                element("path", d=path([*there, *back], closed=True), class_=f"band s{line.colour % 8}")
            )
        course = path([(x(row["at"]), y(row["value"])) for row in part])
        dash = DASHES[line.colour % len(DASHES)]
        found.append(element("path", d=course, class_=f"ln s{line.colour % 8}", stroke_dasharray=dash))
    return found


def _unbroken(rows: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    parts: list[list[Mapping[str, Any]]] = [[]]
    for row in rows:
        if row.get("value") is None:
            parts.append([])
        else:
            parts[-1].append(row)
    return [part for part in parts if part]


def _point(line: Line, row: Mapping[str, Any], x: Scale, y: Scale, across: Axis, up: Axis, band: str) -> str:
    """Return a point; its interval is drawn where no band can show it."""
    alone = len(line.rows) == 1
    if row.get("value") is None:
        return ""
    place, height = x(row["at"]), y(row["value"])
    value, low, high = formatted(row["value"], row.get("low"), row.get("high"), up.percent)
    said = in_unit(value, up.percent, up.unit)
    if (low, high) != (NOTHING, NOTHING):
        span = span_text(low, high)
        said = say("{size} ({span})", size=said, span=f"{span}, {translated(band)}" if band else span)
    inside = [
        symbol(line.colour, place, height, 3.2),
        element("circle", cx=place, cy=height, r=9, class_="hit"),
    ]
    if alone and row.get("low") is not None and row.get("high") is not None:
        ends = {"y1": y(row["low"]), "y2": y(row["high"])}
        inside.insert(0, element("line", x1=place, x2=place, **ends, class_=f"wh thin s{line.colour % 8}"))
    tip = [line.name, f"{translated(across.label)} {_tick(row['at'], across)}", said]
    return mark(*inside, tip=[one for one in tip if one], row=row)


def legend_mark(colour: int) -> Markup:
    """Return a piece of a line with its mark, 30 by 12."""
    dash = DASHES[colour % len(DASHES)]
    course = element("path", d="M1 6H29", class_=f"ln s{colour % 8}", stroke_dasharray=dash)
    return Markup(course + symbol(colour, 15.0, 6.0, 3.6))
