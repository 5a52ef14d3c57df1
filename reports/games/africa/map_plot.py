"""The drawn map of Africa with several layers, of which the page shows one at a time."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.games.africa.africa_map import AfricaMap
from conquestlab.analysis.games.africa.facts import is_reconstructed
from conquestlab.analysis.language import say, translated
from conquestlab.reports.digits import NOTHING
from conquestlab.reports.formatted_numbers import formatted, in_unit, span_text
from conquestlab.reports.games.africa.continent_shapes import ContinentShapes, Way, continent_shapes, room
from conquestlab.reports.games.africa.map_layers import Layer, name_lines
from conquestlab.reports.webpage.svg import drawing, element, mark, text_at, text_width

UNITS = 11.0  # of the figure for a degree
MARGIN = 14.0
NAME, NUMBER = 12.5, 13.5


def map_plot(world: AfricaMap, layers: Sequence[Layer], *, title: str) -> str:
    """Return the map; its own style shows the layer whose name is the figure's `data-layer`."""
    shapes = continent_shapes(world)
    wide, high = (UNITS * size + 2 * MARGIN for size in shapes.size)
    sea = element("rect", x=0, y=0, width=wide, height=high, rx=12, class_="sea")
    territories = [_territory(world, shapes, number, layers) for number in range(len(world.territories))]
    ways = [way_line(way) for way in shapes.ways]
    return drawing(
        _style(layers), sea, *territories, *ways, size=(wide, high), title=title, class_="world africa"
    )


def _style(layers: Sequence[Layer]) -> str:
    """Return the rules by which one layer shows at a time, its words above the map included."""
    rules = [
        ".africa .land{stroke:var(--halo);stroke-width:1.2}",
        "@media screen and (max-width:46rem){.world.africa text.number{font-size:24px}}",
    ]
    for layer in layers:
        on = f'[data-layer="{layer.name}"]'
        rules.append(f"{on} .world .m{{--fill:var(--{layer.name});--text:var(--ink-{layer.name})}}")
        rules.append(f"{on} .world .of-{layer.name}{{display:inline}}")
        rules.append(f"{on} .layer.of-{layer.name}{{display:block}}")
    return element("style", "".join(rules))


def at(point: tuple[float, float]) -> tuple[float, float]:
    """Return where a point of the map is in the figure."""
    return UNITS * point[0] + MARGIN, UNITS * point[1] + MARGIN


def way_line(way: Way) -> str:
    """Return a border between two territories that do not touch as a line."""
    (x1, y1), (x2, y2) = at(way.start), at(way.end)
    return element("path", d=f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", class_="route by-sea")


def _territory(world: AfricaMap, shapes: ContinentShapes, number: int, layers: Sequence[Layer]) -> str:
    one = world.territories[number]
    cell, middle = shapes.territories[number], shapes.points[number]
    x, y = at(middle)
    lines = name_lines(one.name, UNITS * room(cell, middle) - 4, lambda line: text_width(line, NAME))
    top = y - (len(lines) - 1) * NAME / 2 - 2
    fills, numbers = [], []
    squares = say("1 square") if one.squares == 1 else say("{squares} squares", squares=one.squares)
    origin = say(" (reconstructed)") if is_reconstructed(world) else ""
    tip = [one.name, f"{squares}, {say('coast') if one.coast else say('inland')}{origin}"]
    for layer in layers:
        step = layer.step(one.id)
        fills += [f"--{layer.name}:var(--{step})", f"--ink-{layer.name}:var(--{step}i)"]
        row = layer.rows.get(one.id)
        if row is None:
            continue
        value, low, high = formatted(row["value"], row["low"], row["high"], layer.percent)
        span = "" if (low, high) == (NOTHING, NOTHING) else f" ({span_text(low, high)})"
        tip.append(
            f"{translated(layer.words.partition(' – ')[0])}: {in_unit(value, layer.percent, '')}{span}"
        )
        text = value + ("%" if layer.percent else "")
        under = top + len(lines) * NAME + 1.5
        numbers.append(text_at(text, x, under, class_=f"number of-{layer.name}", text_anchor="middle"))
    name = [
        text_at(line, x, top + place * NAME, class_="name", text_anchor="middle")
        for place, line in enumerate(lines)
    ]
    points = " ".join(f"{px:.1f},{py:.1f}" for px, py in map(at, cell))
    shape = element("polygon", points=points, class_="land")
    return mark(shape, *name, *numbers, tip=tip, style=";".join(fills), data_land=one.id)
