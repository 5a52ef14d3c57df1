"""Numbers with their intervals, one below the other: a dot, a whisker, and the number beside it."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.reports.figures.described import Entry as Entry
from conquestlab.reports.figures.described import Group as Group
from conquestlab.reports.formatted_numbers import in_unit
from conquestlab.reports.webpage.svg import (
    NARROW,
    SMALL,
    TEXT,
    Scale,
    drawing,
    element,
    mark,
    shortened,
    symbol,
    text_at,
    text_width,
    tick_text,
    ticks,
)

LINE, HEAD, FOOT = 24.0, 24.0, 26.0
LONGEST_LABEL = 132.0
GAP = 8.0
BOLD = 1.12  # how much wider bold text is


def interval_plot(
    groups: Sequence[Group],
    *,
    title: str,
    percent: bool = False,
    reference: float | None = None,
    from_zero: bool = False,
    unit: str = "",
) -> str:
    """Return the figure.

    Parameters
    ----------
    groups : sequence of Group
    title : str
        Read out by a screen reader.
    percent : bool
        The values are shares, or with a unit `points` differences of shares.
    reference : float, optional
        Where a line is drawn, for example at the even share.
    from_zero : bool
        The axis begins at zero.
    unit : str
        Said after each number.
    """
    entries = [entry for group in groups for entry in group.entries]
    texts = [text for group in groups for text in group.texts(percent)]
    right = max([text_width(text, SMALL) for text in texts] or [0.0]) + 2
    left = max([text_width(entry.label) for entry in entries] or [0.0]) + 4
    if left > LONGEST_LABEL:
        # Labels that are too long for a place beside the dots become headings of their own.
        groups = [part for group in groups for part in _headed(group)]
        left = 0.0
    scale = _scale(entries, reference, from_zero, left + GAP, NARROW - right - 2 * GAP)
    high = FOOT + LINE * len(entries) + HEAD * sum(bool(group.heading) for group in groups)
    marks, y, beside = [], 2.0, iter(texts)
    for group in groups:
        if group.heading:
            y += HEAD
            heading = shortened(group.heading, NARROW / BOLD, TEXT)
            marks.append(text_at(heading, 0, y - 7, class_="tb"))
        for entry in group.entries:
            y += LINE
            marks.append(_line(entry, y - LINE / 2, left, scale, next(beside), percent, unit))
    axis = _axis(scale, y, reference, percent, unit)
    return drawing(*axis, *marks, size=(NARROW, high), title=title)


def _headed(group: Group) -> list[Group]:
    """Return a group for each entry, with its label as the heading."""
    parts = [
        Group(entry.label, [entry._replace(label="", tip=(entry.label, *entry.tip))])
        for entry in group.entries
    ]
    return [Group(group.heading, []), *parts] if group.heading else parts


def _scale(
    entries: Sequence[Entry], reference: float | None, from_zero: bool, start: float, end: float
) -> Scale:
    ends = [entry.row.get(key) for entry in entries for key in ("value", "low", "high")]
    known = [float(one) for one in ends if one is not None]
    known += [reference] if reference is not None else []
    known += [0.0] if from_zero or not known else []
    low, high = min(known), max(known)
    spare = 0.04 * (high - low) or 0.5 * abs(high) or 1.0
    return Scale(low if from_zero and low == 0 else low - spare, high + spare, start, end)


def _axis(scale: Scale, foot: float, reference: float | None, percent: bool, unit: str) -> list[str]:
    found = []
    for value in ticks(scale.low, scale.high, max(2, int((scale.end - scale.start) / 42))):
        x = scale(value)
        found.append(element("line", x1=x, x2=x, y1=2.0, y2=foot, class_="gr"))
        text = tick_text(value, percent) + ("%" if percent and not unit else "")
        found.append(text_at(text, x, foot + 14, class_="tf", text_anchor="middle"))
    if reference is not None:
        x = scale(reference)
        found.append(element("line", x1=x, x2=x, y1=2.0, y2=foot, class_="ref"))
    return found


def _line(entry: Entry, y: float, left: float, scale: Scale, text: str, percent: bool, unit: str) -> str:
    row = entry.row
    value, low, high = row.get("value"), row.get("low"), row.get("high")
    inside = [
        element("rect", x=0, y=y - LINE / 2, width=NARROW, height=LINE, class_="hit"),
        text_at(shortened(entry.label, left), 0, y + 4, class_="tx"),
        text_at(text, NARROW, y + 4, class_="tn", text_anchor="end"),
    ]
    colour = f"s{entry.colour % 8}"
    if low is not None and high is not None:
        ends = scale(low), scale(high)
        inside.append(element("line", x1=ends[0], x2=ends[1], y1=y, y2=y, class_=f"wh {colour}"))
        inside += [element("line", x1=x, x2=x, y1=y - 4, y2=y + 4, class_=f"wh {colour}") for x in ends]
    if value is not None:
        inside.append(symbol(entry.colour, scale(value), y))
    tip = [entry.label, in_unit(text, percent, unit), *entry.tip]
    return mark(*inside, tip=[line for line in tip if line], row=row)
