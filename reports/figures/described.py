"""What a figure shows, as plain values: painted by matplotlib for a file, and as SVG for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.language import say, translated
from conquestlab.reports.digits import NOTHING
from conquestlab.reports.formatted_numbers import formatted, interval_decimals, span_text

Row = Mapping[str, Any]


class Axis(NamedTuple):
    """An axis: what it shows, whether in per cent, its ends where they are fixed, and another unit."""

    label: str = ""
    percent: bool = False
    low: float | None = None
    high: float | None = None
    unit: str = ""

    @property
    def times(self) -> float:
        """What a value is multiplied by to be shown."""
        return 100.0 if self.percent else 1.0

    @property
    def heading(self) -> str:
        """Its label with the unit."""
        unit = self.unit or ("%" if self.percent else "")
        parts = (self.label, "" if unit == self.label else unit)
        return ", ".join(translated(part) for part in parts if part)


class Entry(NamedTuple):
    """One number: its label, its row (value, low, high and so on), its colour, and what else is told."""

    label: str
    row: Row
    colour: int = 0
    tip: tuple[str, ...] = ()


class Group(NamedTuple):
    """Numbers under one heading; no heading, no line for it."""

    heading: str
    entries: Sequence[Entry]

    def texts(self, percent: bool) -> list[str]:
        """Return each entry's value and interval as they stand beside it."""
        spans = [
            (entry.row.get("value"), entry.row.get("low"), entry.row.get("high")) for entry in self.entries
        ]
        found = []
        for span in spans:
            value, low, high = formatted(*span, percent)
            if span[0] is None and NOTHING in (low, high):
                found.append(
                    say("above {low}", low=low)
                    if low != NOTHING
                    else say("below {high}", high=high)
                    if high != NOTHING
                    else value
                )
            else:
                found.append(
                    value
                    if (low, high) == (NOTHING, NOTHING)
                    else say("{size} ({span})", size=value, span=span_text(low, high))
                )
        return found


class Intervals(NamedTuple):
    """Numbers with their intervals, one below the other.

    Attributes
    ----------
    title, how : str
        What is shown, and how to read it.
    groups : sequence of Group
    axis : Axis
        Of the values.
    reference : float, optional
        Where a line is drawn, for example at the even share; 0 for numbers that have signs.
    """

    title: str
    how: str
    groups: Sequence[Group]
    axis: Axis = Axis()
    reference: float | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(group.entries for group in self.groups)


class Line(NamedTuple):
    """One line: its name, its rows (at, value, low, high and so on) and its colour."""

    name: str
    rows: Sequence[Row]
    colour: int = 0

    @property
    def has_values(self) -> bool:
        """Whether there is anything to draw."""
        return any(row["value"] is not None for row in self.rows)


class Curves(NamedTuple):
    """Values along an axis as lines, with the interval of each as a band.

    Attributes
    ----------
    title, how : str
        What is shown, and how to read it.
    lines : sequence of Line
        With a row for each place, in ascending order of `at`; a value of None interrupts the line.
    across, up : Axis
    reference : float, optional
        A height to draw a line at.
    band : str
        What the ends of the band are called; nothing is said if it is empty.
    together : bool
        All lines belong into one picture, however many they are; else a page draws a few in each.
    """

    title: str
    how: str
    lines: Sequence[Line]
    across: Axis
    up: Axis
    reference: float | None = None
    band: str = ""
    together: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(line.has_values for line in self.lines)


class HeatMap(NamedTuple):
    """Numbers on a grid, each cell shaded by its number.

    Attributes
    ----------
    title, how : str
        What is shown, and how to read it.
    across, down : sequence of str
        What the columns and the lines are called.
    names : pair of str
        What varies across, and what down.
    rows : mapping of (int, int) to row
        By column and line; `finding` says whether it is told in bold, `base` whether it is framed.
    axis : Axis
        Of the values.
    span : pair of float
        The values at the ends of the shades, which several maps may have in common.
    """

    title: str
    how: str
    across: Sequence[str]
    down: Sequence[str]
    names: tuple[str, str]
    rows: Mapping[tuple[int, int], Row]
    axis: Axis = Axis()
    span: tuple[float, float] = (0.0, 1.0)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return all(row["value"] is None for row in self.rows.values())

    def shade(self, value: float) -> float:
        """Return where between the ends of the shades a value is, from 0 to 1."""
        low, high = self.span
        return (value - low) / (high - low) if high > low else 0.5

    @property
    def texts(self) -> dict[tuple[int, int], tuple[str, str]]:
        """Each cell's number, and how far it is known up or down; empty where that is not known."""
        places = list(self.rows)
        spans = [(row.get("value"), row.get("low"), row.get("high")) for row in self.rows.values()]
        percent = self.axis.percent
        found = {}
        for at, (value, low, high) in zip(places, spans, strict=True):
            half = None if low is None or high is None else (high - low) / 2
            decimals = interval_decimals(value, low, high, percent)
            text = formatted(value, low, high, percent)[0]
            about = "" if half is None else f"±{formatted(half, None, None, percent, decimals)[0]}"
            found[at] = (text, about)
        return found
