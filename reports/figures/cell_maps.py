"""Numbers on a grid of cells, attackers across and defenders down, and the lines where something changes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.colorbar import Colorbar
from matplotlib.colors import Colormap, LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure

from conquestlab.analysis.language import say
from conquestlab.reports.figures.style import INK, PAPER, WIDTH, text_width, whole_ticks

TWO_SIDES = LinearSegmentedColormap.from_list(
    "two sides", ["#4f97c9", "#7fb5d9", "#b5d5ea", "#f7f6f3", "#f8cfae", "#f0a566", "#e07f2e"]
)  # light enough everywhere that dark numbers can be read, so that no number is light beside a dark one
_SMALLEST, _LARGEST = 9.0, 13.0
_SIDES, _FEET = 1.5, 0.75
_TALLEST, _LOWEST = 7.2, 2.2
_LARGEST_CELL = 0.72
_MOST_SHAPES = 2500  # cells drawn one by one; more become one image, so that an SVG stays small


class Cells(NamedTuple):
    """A table: the numbers of attackers across and defenders down, and a value for each pair (NaN = none)."""

    along: list[int]
    down: list[int]
    values: np.ndarray


def gather(rows: Sequence[Mapping[str, Any]], value: str) -> dict[str, Cells]:
    """Make tables of tidy rows.

    Parameters
    ----------
    rows
        Mappings with `rules`, `attackers`, `defenders` and the value.
    value
        Name of the value.

    Returns
    -------
    dict
        A table by rulebook, in the order in which they come; all have the same sides.
    """
    along = sorted({row["attackers"] for row in rows})
    down = sorted({row["defenders"] for row in rows})
    tables: dict[str, Cells] = {}
    for row in rows:
        empty = Cells(along, down, np.full((len(down), len(along)), np.nan))
        table = tables.setdefault(str(row["rules"]), empty)
        table.values[down.index(row["defenders"]), along.index(row["attackers"])] = row[value]
    return tables


def map_height(cells: Cells, panels: tuple[int, int] = (1, 1)) -> float:
    """Choose the height of a figure, in inches, so that cells are about square."""
    side = min(_LARGEST_CELL, _panel_width(panels[1]) / len(cells.along))
    tall = min(_TALLEST, max(_LOWEST, side * len(cells.down)))
    return panels[0] * (tall + _FEET)


def draw_cells(
    axes: Axes,
    cells: Cells,
    colours: Colormap,
    span: Normalize,
    label: Callable[[float], str] | None,
    panels: tuple[int, int] = (1, 1),
) -> QuadMesh:
    """Draw the cells, each with its number in it as long as the numbers can be read.

    Parameters
    ----------
    axes
        Where to draw.
    cells
        The table.
    colours, span
        What colour a value has.
    label
        What is written for a value; None to write nothing.
    panels
        Rows and columns of panels in the figure, which say how much room there is.

    Returns
    -------
    matplotlib.collections.QuadMesh
        For the scale of colours.
    """
    high, wide = cells.values.shape
    gaps = wide * high <= 900
    mesh = axes.pcolormesh(
        np.arange(wide + 1) - 0.5,
        np.arange(high + 1) - 0.5,
        np.ma.masked_invalid(cells.values),
        cmap=colours,
        norm=span,
        edgecolors=PAPER if gaps else "none",
        linewidth=0.6 if gaps else 0,
        rasterized=wide * high > _MOST_SHAPES,
    )
    if label is not None:
        _write_numbers(axes, cells, mesh, label, panels)
    for axis, numbers in ((axes.xaxis, cells.along), (axes.yaxis, cells.down)):
        wanted = set(whole_ticks(min(numbers), max(numbers))) if len(numbers) > 1 else set(numbers)
        places = [place for place, number in enumerate(numbers) if number in wanted]
        axis.set_ticks(places, labels=[str(numbers[place]) for place in places])
    axes.set_ylim(high - 0.5, -0.5)
    axes.set_xlabel(say("attacking armies"))
    axes.set_ylabel(say("defending armies"))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return mesh


def draw_edges(axes: Axes, edges: np.ndarray, width: float = 2.4) -> LineCollection:
    """Draw edges as one line, dark with a light rim, so that it is seen on any colour."""
    for colour, wide in ((PAPER, width + 2.4), (INK, width)):
        line = LineCollection(list(edges), colors=colour, linewidths=wide, capstyle="projecting", zorder=3)
        axes.add_collection(line, autolim=False)
    return line


def scale_of_colours(
    figure: Figure, mesh: ScalarMappable, axes: Sequence[Axes], label: str, below: bool = False
) -> Colorbar:
    """Draw which colour is which value, beside the panels or below, where cells need the width."""
    look: dict[str, Any] = {"location": "bottom", "aspect": 50} if below else {"aspect": 30}
    bar = figure.colorbar(mesh, ax=list(axes), fraction=0.04, pad=0.02, label=label, **look)
    bar.outline.set_visible(False)
    return bar


def ink_on(colour: Sequence[float]) -> str:
    """Choose dark or light ink by the luminance of the ground (WCAG 2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return INK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.213 else PAPER


def _panel_width(columns: int) -> float:
    return (WIDTH - _SIDES) / columns - 0.3 * (columns - 1)


def _write_numbers(
    axes: Axes, cells: Cells, mesh: QuadMesh, label: Callable[[float], str], panels: tuple[int, int]
) -> None:
    texts = {value: label(value) for value in np.unique(cells.values[~np.isnan(cells.values)])}
    wide = _panel_width(panels[1]) / len(cells.along)
    high = (map_height(cells, panels) / panels[0] - _FEET) / len(cells.down)
    size = _LARGEST
    while max(text_width(text, size) for text in set(texts.values())) > 0.9 * wide or 1.35 * size / 72 > high:
        size -= 0.5
        if size < _SMALLEST:
            return
    for (down, along), value in np.ndenumerate(cells.values):
        if not np.isnan(value):
            ink = ink_on([float(part) for part in mesh.to_rgba(value)])
            axes.text(
                along,
                down,
                texts[value],
                size=size,
                color=ink,
                ha="center",
                va="center_baseline",
                in_layout=False,
            )
