"""The drawn map of Africa as a figure: territories shaded by a number of each."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Polygon
from matplotlib.patheffects import withStroke

from conquestlab.analysis.games.africa.africa_map import AfricaMap
from conquestlab.analysis.games.africa.facts import is_reconstructed
from conquestlab.analysis.language import marked, say
from conquestlab.reports.figures.cell_maps import ink_on
from conquestlab.reports.figures.style import FAINT, WIDTH, new_figure, style, text_width
from conquestlab.reports.games.africa.continent_shapes import ContinentShapes, continent_shapes, room
from conquestlab.reports.games.africa.map_layers import RECONSTRUCTED, Layer, name_lines

SHADES = LinearSegmentedColormap.from_list("shades", ["#f7ecda", "#edbf86", "#d28138", "#7c3c13"])
SEA, UNKNOWN = "#e7f0f5", "#e5e5e2"
DASHED = marked("Dashed: borders of territories that do not touch here")
MARGIN = 2.0  # of the sea around the continent, in degrees
NAME = 9.0
LINES = 1.15  # from line to line, in heights of the type
HALO = 1.6


def africa_map(world: AfricaMap, layer: Layer, *, heading: str, subtitle: str = "") -> Figure:
    """Draw the territories shaded by a number of each; what is missing stays grey."""
    times = 100.0 if layer.percent else 1.0
    span = Normalize(times * layer.ends[0], times * layer.ends[1])
    with style():
        shapes = continent_shapes(world)
        words = (
            ". ".join(filter(None, [subtitle, RECONSTRUCTED if is_reconstructed(world) else "", DASHED]))
            + "."
        )
        figure, axes = _begun(heading, words, shapes)
        for way in shapes.ways:
            axes.plot(
                [way.start[0], way.end[0]], [way.start[1], way.end[1]],
                color=FAINT, linewidth=1.0, linestyle=(0, (3, 2.2)), zorder=3,
            )  # fmt: skip
        for number, territory in enumerate(world.territories):
            row = layer.rows.get(territory.id)
            fill = UNKNOWN if row is None else SHADES(span(times * row["value"]))
            _draw(axes, shapes, number, territory.name, fill, None if row is None else layer.text_of(row))
        bar = figure.colorbar(
            ScalarMappable(span, SHADES), ax=axes, location="bottom", fraction=0.03, pad=0.02, aspect=60,
            label=f"{layer.words}, %" if layer.percent else layer.words,
        )  # fmt: skip
        bar.outline.set_visible(False)
    return figure


def board_map(world: AfricaMap, *, heading: str) -> Figure:
    """Draw a map as the board of a game: the squares of each territory, a line for each border."""
    squares = {one.id: {"value": one.squares, "low": None, "high": None} for one in world.territories}
    most = max(one.squares for one in world.territories)
    layer = Layer("squares", say("Squares"), say("squares of a territory"), squares, (0, most))
    starts = {one.id: one.name for one in world.territories}
    begun = [f"{nation.name} {starts[nation.start]}" for nation in world.nations if nation.start]
    subtitle = say("Historical starts: {starts}", starts=", ".join(begun)) if begun else ""
    return africa_map(world, layer, heading=heading, subtitle=subtitle)


def _begun(heading: str, subtitle: str, shapes: ContinentShapes) -> tuple[Figure, Axes]:
    wide, high = (size + 2 * MARGIN for size in shapes.size)
    figure, (axes,) = new_figure(heading, subtitle, height=(WIDTH - 0.2) * high / wide + 0.7)
    axes.set_xlim(-MARGIN, wide - MARGIN)
    axes.set_ylim(high - MARGIN, -MARGIN)
    axes.set_aspect("equal")
    axes.set_facecolor(SEA)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    return figure, axes


def _draw(axes: Axes, shapes: ContinentShapes, number: int, name: str, fill: Any, text: str | None) -> None:
    cell, (x, y) = shapes.territories[number], shapes.points[number]
    axes.add_patch(Polygon(cell, facecolor=fill, edgecolor=FAINT, linewidth=0.8, zorder=2))
    ground = to_rgba(fill)
    inch = (WIDTH - 0.4) / (shapes.size[0] + 2 * MARGIN)  # of a degree
    lines = name_lines(name, inch * room(cell, (x, y)), lambda line: text_width(line, NAME))
    words = [(line, "normal") for line in lines] + [(text, "bold") for text in [text] if text is not None]
    step = LINES * NAME / 72 / inch
    for place, (line, weight) in enumerate(words):
        axes.text(
            x, y + (place - (len(words) - 1) / 2) * step, line, size=NAME, weight=weight,
            color=ink_on(ground), ha="center", va="center_baseline", in_layout=False, zorder=4,
            path_effects=[withStroke(linewidth=HALO, foreground=ground)],
        )  # fmt: skip
