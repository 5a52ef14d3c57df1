"""Described figures painted as SVG, each with its title, how to read it, and a legend where it needs one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.reports.figures.described import Curves, HeatMap, Intervals
from conquestlab.reports.figures.lengths import Lengths
from conquestlab.reports.formatted_numbers import formatted
from conquestlab.reports.webpage.bar_plot import length_plot
from conquestlab.reports.webpage.heat_plot import heat_plot
from conquestlab.reports.webpage.interval_plot import interval_plot
from conquestlab.reports.webpage.line_plot import line_plot
from conquestlab.reports.webpage.parts import Figure, in_panels

if TYPE_CHECKING:
    from conquestlab.reports.figures.painter import Shown

LINES = 4  # in one panel


def painted(shown: Sequence[Shown]) -> list[Figure]:
    """Return the figures of a page; what has nothing in it is left out, many lines are several figures."""
    lengths = [one for one in shown if isinstance(one, Lengths) and not one.is_empty]
    alike = len({one.games for one in lengths}) == 1
    highest = max(one.highest for one in lengths) if alike else 0
    found = []
    for one in shown:
        if one.is_empty:
            continue
        if isinstance(one, Intervals):
            axis = one.axis
            drawing = interval_plot(
                one.groups, title=one.title, percent=axis.percent, reference=one.reference,
                from_zero=axis.low == 0.0, unit=axis.unit,
            )  # fmt: skip
            found.append(Figure(one.title, one.how, drawing))
        elif isinstance(one, Curves):
            found += _curves(one)
        elif isinstance(one, HeatMap):
            ends = [_end_of_shades(one, value) for value in one.span]
            found.append(Figure(one.title, one.how, heat_plot(one), scale=("q", *ends)))
        else:
            found.append(Figure(one.title, one.how, length_plot(one, highest)))
    return found


def _end_of_shades(one: HeatMap, value: float) -> str:
    """Say the value at an end of the shades."""
    sign = f" {one.axis.unit}" if one.axis.unit else " %" if one.axis.percent else ""
    return formatted(value, None, None, one.axis.percent)[0] + sign


def _curves(one: Curves) -> list[Figure]:
    lines = [line for line in one.lines if line.has_values]
    return [
        Figure(
            one.title,
            one.how,
            line_plot(
                panel, title=one.title, across=one.across, up=one.up, reference=one.reference, band=one.band
            ),
            [(line.colour, line.name) for line in panel] if len(lines) > 1 else (),
        )
        for panel in in_panels(lines, len(lines) if one.together else LINES)
    ]
