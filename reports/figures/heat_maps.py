"""Described heat maps painted by matplotlib: shaded cells with their numbers, several maps side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from conquestlab.reports.figures.cell_maps import ink_on, scale_of_colours
from conquestlab.reports.figures.described import HeatMap
from conquestlab.reports.figures.style import INK, PAPER, WIDTH, new_figure, style, text_width, title_panel

SHADES = LinearSegmentedColormap.from_list("one side", ["#eef5fa", "#9fcae4", "#2e8bc0", "#00436e"])
LARGEST, SMALLEST, BESIDE = 11.0, 6.5, 0.78  # sizes of a number, and of its uncertainty as a part of that
LINE, FRAME = 0.46, 1.0  # inches of a line of cells, and of what is around them
MOST_COLUMNS = 3


def painted_maps(maps: Sequence[HeatMap], heading: str, subtitle: str = "") -> Figure:
    """Paint heat maps side by side, in as many columns as their cells leave room for."""
    widest = max(len(one.across) for one in maps)
    columns = min(len(maps), MOST_COLUMNS if widest <= 4 else 2 if widest <= 7 else 1)
    lines = -(-len(maps) // columns)
    height = lines * (LINE * max(len(one.down) for one in maps) + FRAME) + 0.5
    with style():
        figure, axes = new_figure(heading, subtitle, height=height, panels=(lines, columns))
        for one, panel in zip(maps, axes, strict=False):
            _draw(panel, one, columns)
            if len(maps) > 1:
                title_panel(panel, one.title, columns)
        for panel in axes[len(maps) :]:
            panel.set_visible(False)
        for axis in {one.axis: one for one in maps}:
            low, high = next(one.span for one in maps if one.axis == axis)
            span = Normalize(axis.times * low, axis.times * high)
            shaded = [panel for one, panel in zip(maps, axes, strict=False) if one.axis == axis]
            scale_of_colours(figure, ScalarMappable(span, SHADES), shaded, axis.heading, below=True)
    return figure


def _draw(axes: Axes, one: HeatMap, columns: int) -> None:
    """Draw the cells of one map, the first line on top."""
    shades = np.full((len(one.down), len(one.across)), np.nan)
    for (across, down), row in one.rows.items():
        if row["value"] is not None:
            shades[down, across] = one.shade(row["value"])
    axes.pcolormesh(
        np.arange(len(one.across) + 1) - 0.5,
        np.arange(len(one.down) + 1) - 0.5,
        np.ma.masked_invalid(shades),
        cmap=SHADES,
        norm=Normalize(0.0, 1.0),
        edgecolors=PAPER,
        linewidth=1.0,
    )
    _write(axes, one, (WIDTH - 1.5) / columns - 0.4)
    for (across, down), row in one.rows.items():
        if row.get("base"):
            box = (across - 0.46, down - 0.44)
            ink = INK if row["value"] is None else _ink(one, row["value"])
            axes.add_patch(Rectangle(box, 0.92, 0.88, fill=False, edgecolor=ink, linewidth=1.8))
    axes.set_xlim(-0.5, len(one.across) - 0.5)
    axes.set_ylim(len(one.down) - 0.5, -0.5)
    axes.set_xticks(range(len(one.across)), labels=list(one.across))
    axes.set_yticks(range(len(one.down)), labels=list(one.down))
    axes.set_xlabel(one.names[0])
    axes.set_ylabel(one.names[1])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    widest = max(text_width(label, 10) for label in one.across)
    if widest > 0.95 * (WIDTH - 1.5) / columns / len(one.across):
        axes.tick_params(axis="x", labelrotation=30)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")


def _ink(one: HeatMap, value: float) -> str:
    red, green, blue, _ = SHADES(one.shade(value))
    return ink_on((red, green, blue))


def _write(axes: Axes, one: HeatMap, wide: float) -> None:
    """Write the number of each cell and, below it, how far it is known, as large as there is room."""
    texts = one.texts
    room = 0.86 * (wide - max(text_width(label, 10) for label in one.down)) / len(one.across)
    longest = max((text_width(text, LARGEST, "bold") for text, _ in texts.values()), default=0.0)
    below = max((text_width(about, BESIDE * LARGEST) for _, about in texts.values()), default=0.0)
    size = min(LARGEST, LARGEST * room / max(longest, below, 0.01))
    if size < SMALLEST:
        return
    for (across, down), (text, about) in texts.items():
        row = one.rows[across, down]
        if row["value"] is None:
            continue
        ink = _ink(one, row["value"])
        weight = "bold" if row.get("finding") else "normal"
        look: dict[str, Any] = {"color": ink, "ha": "center", "in_layout": False}
        axes.text(across, down - 0.12, text, size=size, weight=weight, va="center_baseline", **look)
        axes.text(across, down + 0.27, about, size=BESIDE * size, va="center_baseline", **look)
