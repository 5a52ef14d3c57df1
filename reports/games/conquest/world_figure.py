"""The drawn map of the world as a figure: lands shaded by a number, or coloured by continent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Polygon
from matplotlib.path import Path
from matplotlib.patheffects import withStroke

from conquestlab.analysis.games.conquest.world_map import WorldMap
from conquestlab.analysis.language import native, say
from conquestlab.analysis.rules.evidence import RECONSTRUCTED
from conquestlab.analysis.rules.map_layout import is_laid_out
from conquestlab.reports.figures.cell_maps import ink_on, scale_of_colours
from conquestlab.reports.figures.style import (
    FAINT,
    WIDTH,
    legend_below,
    new_figure,
    style,
    text_width,
)
from conquestlab.reports.games.conquest.world_layers import Layer, name_lines
from conquestlab.reports.games.conquest.world_shapes import Route, WorldShapes, room, world_shapes

SHADES = LinearSegmentedColormap.from_list("shades", ["#f7ecda", "#edbf86", "#d28138", "#7c3c13"])
CONTINENTS = ("#f3cf83", "#f1b08a", "#9cc8e3", "#d3bd9b", "#97d3bd", "#e6bcd4", "#c3e3f6", "#ddd68b")
SEA, UNKNOWN = "#e7f0f5", "#e5e5e2"
STRETCH = 1.2  # from north to south, so that two lines of a name and a number have room
MARGIN = 1.5  # of the sea around the lands, in units of the map
NAME = 9.0
LINES = 1.15  # from line to line, in heights of the type
HALO = 1.6


def world_map(world: WorldMap, layer: Layer, *, heading: str, subtitle: str = "") -> Figure:
    """Draw the lands shaded by a number of each, or of their continents; what is missing stays grey."""
    times = 100.0 if layer.percent else 1.0
    least, most = layer.ends
    span = Normalize(times * least, times * most)
    fills: list[Any] = []
    numbers: list[str | None] = []
    for land in world.lands:
        row = layer.row_of(land.id, land.continent)
        if row is None or row["value"] is None:
            fills.append(UNKNOWN)
            numbers.append(None)
        else:
            fills.append(SHADES(span(times * row["value"])))
            numbers.append(layer.text_of(row))
    with style():
        figure, axes, shapes = _begun(world, heading, subtitle, 0.7)
        _draw(axes, world, shapes, fills, numbers)
        label = f"{layer.words}, %" if layer.percent else layer.words
        scale_of_colours(figure, ScalarMappable(span, SHADES), [axes], label, below=True)
    return figure


def continent_map(world: WorldMap, bonus: Sequence[int], *, heading: str, subtitle: str = "") -> Figure:
    """Draw the lands in the colours of their continents, whose armies the legend tells."""
    order = {continent.id: place for place, continent in enumerate(world.continents)}
    colours = [CONTINENTS[place % len(CONTINENTS)] for place in range(len(order))]
    fills = [colours[order[land.continent]] if order else UNKNOWN for land in world.lands]
    with style():
        figure, axes, shapes = _begun(world, heading, subtitle, 0.6)
        _draw(axes, world, shapes, fills, [None] * len(fills))
        patches = [Polygon([(0, 0)], facecolor=colour, edgecolor=FAINT, linewidth=0.6) for colour in colours]
        names = [
            say("{continent}: 1 army", continent=native(continent.name, continent.name_fr))
            if armies == 1
            else say(
                "{continent}: {armies} armies",
                continent=native(continent.name, continent.name_fr),
                armies=armies,
            )
            for continent, armies in zip(world.continents, bonus, strict=True)
        ]
        if names:
            legend_below(figure, patches, names)
    return figure


def board_map(world: WorldMap, bonus: Sequence[int], *, heading: str) -> Figure:
    """Draw a map as the board of a game, and say how to read it and what of it is not attested."""
    return continent_map(world, bonus, heading=heading, subtitle=" ".join(_how_to_read(world)))


def _how_to_read(world: WorldMap) -> list[str]:
    said = [
        say(
            "{lands} lands, {borders} borders, a line each; what leaves on one side comes back on the other.",
            lands=len(world.lands),
            borders=len(world.borders),
        )
        if any(route.around for route in world_shapes(world, STRETCH).routes)
        else say(
            "{lands} lands, {borders} borders, a line each.",
            lands=len(world.lands),
            borders=len(world.borders),
        )
    ]
    if any(border.kind == "sea" for border in world.borders):
        said.append(say("Dashed: by sea."))
    made = [_words_of(key) for key, kind in world.evidence.items() if kind == RECONSTRUCTED]
    if made:
        said.append(say("Reconstructed for this project: {parts}.", parts=", ".join(made)))
    if is_laid_out(world):
        said.append(say("The file leaves out where lands stand: they are laid out by their borders."))
    return said


def _words_of(key: str) -> str:
    words = {
        "position": say("where lands stand and how they look"),
        "kind": say("which borders are by sea"),
    }
    return words.get(key, key.replace("_", " "))


def _begun(world: WorldMap, heading: str, subtitle: str, below: float) -> tuple[Figure, Axes, WorldShapes]:
    shapes = world_shapes(world, STRETCH)
    wide, high = (size + 2 * MARGIN for size in shapes.size)
    figure, (axes,) = new_figure(heading, subtitle, height=(WIDTH - 0.2) * high / wide + below)
    axes.set_xlim(-MARGIN, wide - MARGIN)
    axes.set_ylim(high - MARGIN, -MARGIN)
    axes.set_aspect("equal")
    axes.set_facecolor(SEA)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    return figure, axes, shapes


def _draw(
    axes: Axes, world: WorldMap, shapes: WorldShapes, fills: Sequence[Any], numbers: Sequence[str | None]
) -> None:
    wide = shapes.size[0]
    for route in shapes.routes:
        _draw_route(axes, route, wide, under=route.is_clear or route.around)
    inch = (WIDTH - 0.4) / (wide + 2 * MARGIN)  # of a unit of the map
    for number, land in enumerate(world.lands):
        axes.add_patch(
            Polygon(shapes.lands[number], facecolor=fills[number], edgecolor=FAINT, linewidth=0.8, zorder=2)
        )
        ground = to_rgba(fills[number])
        ink = ink_on(ground)
        there = inch * room(shapes.lands[number], shapes.points[number])
        lines = name_lines(native(land.name, land.name_fr), there, lambda text: text_width(text, NAME))
        words = [(line, "normal") for line in lines]
        words += [(text, "bold") for text in [numbers[number]] if text is not None]
        x, y = shapes.points[number]
        step = LINES * NAME / 72 / inch
        for place, (text, weight) in enumerate(words):
            axes.text(
                x,
                y + (place - (len(words) - 1) / 2) * step,
                text,
                size=NAME,
                weight=weight,
                color=ink,
                ha="center",
                va="center_baseline",
                in_layout=False,
                zorder=4,
                path_effects=[withStroke(linewidth=HALO, foreground=ground)],
            )


def _draw_route(axes: Axes, route: Route, wide: float, under: bool) -> None:
    start, end = route.ends
    if route.around:
        left, right = sorted(route.ends)
        points = [left, (-MARGIN, left[1]), right, (wide + MARGIN, right[1])]
        codes = [Path.MOVETO, Path.LINETO, Path.MOVETO, Path.LINETO]
    else:
        points, codes = [start, route.bend, end], [Path.MOVETO, Path.CURVE3, Path.CURVE3]
    dash = (0, (3, 2.2)) if route.by_sea else "-"
    axes.add_patch(
        PathPatch(Path(points, codes), fill=False, edgecolor=FAINT, linewidth=1.2, linestyle=dash,
                  zorder=1 if under else 3)
    )  # fmt: skip
