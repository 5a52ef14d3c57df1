"""Forest plots: differences of many measures below one another, each with the interval of its uncertainty."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from conquestlab.analysis.errors import WrongUse
from conquestlab.reports.digits import plain
from conquestlab.reports.figures.style import COLOURS, FAINT, MARKERS, PAPER, legend_below, new_figure, style

Records = Sequence[Mapping[str, Any]]

_LINE = 0.24  # inches of a measure, and of every series beyond the first
_SERIES = 0.11


def differences_with_intervals(
    panels: Sequence[tuple[str, Records]], *, heading: str, subtitle: str = ""
) -> Figure:
    """Draw differences as points with intervals, a line for each measure, a colour and mark for each series.

    Parameters
    ----------
    panels
        Side by side: the name of the axis, and mappings with `of` (the name of the line), `series`, `value`,
        `low`, `high` and `finding`, which fills the mark. Bounds of None leave the interval away.
    heading, subtitle
        What is compared; how to read it.

    Returns
    -------
    matplotlib.figure.Figure
    """
    if not any(records for _, records in panels):
        raise WrongUse("there is nothing to draw: no measure has a difference")
    series = list(dict.fromkeys(str(record["series"]) for _, records in panels for record in records))
    lines = [list(dict.fromkeys(str(record["of"]) for record in records)) for _, records in panels]
    deep = max(map(len, lines)) * (_LINE + _SERIES * (len(series) - 1)) + 0.8
    with style():
        figure, axes = new_figure(
            heading, subtitle, height=max(2.5, deep + 0.3 * (len(series) > 1)), panels=(1, len(panels))
        )
        for axis, (label, records), names in zip(axes, panels, lines, strict=True):
            for record in records:
                place = series.index(str(record["series"]))
                value, low, high = (
                    np.nan if plain(record[name]) is None else float(record[name])
                    for name in ("value", "low", "high")
                )
                at = names.index(str(record["of"])) + (place - (len(series) - 1) / 2) * 0.8 / len(series)
                colour = COLOURS[place % len(COLOURS)]
                if not np.isnan(low + high):
                    axis.hlines(at, low, high, color=colour, linewidth=1.4)
                axis.plot(
                    value,
                    at,
                    marker=_marker(place),
                    markersize=5,
                    color=colour,
                    markerfacecolor=colour if record["finding"] else PAPER,
                )
            axis.axvline(0, color=FAINT, linewidth=0.8)
            axis.set_yticks(range(len(names)), labels=names)
            axis.tick_params(axis="y", length=0)
            axis.set_ylim(len(names) - 0.4, -0.6)
            axis.set_xlabel(label)
            axis.grid(True, axis="x")
            axis.spines[:].set_visible(False)
        if len(series) > 1:
            handles = [
                Line2D([], [], color=COLOURS[place % len(COLOURS)], marker=_marker(place), markersize=5)
                for place in range(len(series))
            ]
            legend_below(figure, handles, series)
    return figure


def _marker(place: int) -> str:
    return MARKERS[(place + place // len(COLOURS)) % len(MARKERS)]
