"""The drawn map of the world with several layers, of which the page shows one: lands shaded by a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conquestlab.analysis.games.conquest.world_map import WorldMap
from conquestlab.analysis.language import native, say, translated
from conquestlab.reports.digits import NOTHING
from conquestlab.reports.formatted_numbers import formatted, in_unit, span_text
from conquestlab.reports.games.conquest.world_layers import Layer, name_lines
from conquestlab.reports.games.conquest.world_shapes import WorldShapes, room, world_shapes
from conquestlab.reports.webpage.svg import drawing, element, mark, text_at, text_width

UNITS = 10.0  # of the figure for one of the map
MARGIN = 14.0
NAME, NUMBER = 12.5, 13.5
CONTINENTS = 8  # colours of continents, c0 to c7


def world_plot(world: WorldMap, bonus: Sequence[int], layers: Sequence[Layer], *, title: str) -> str:
    """Return the map; the style shows the layer whose name is the figure's `data-layer`.

    Parameters
    ----------
    world : WorldMap
    bonus : sequence of int
        Armies by continent.
    layers : sequence of Layer
    title : str
    """
    shapes = world_shapes(world)
    wide, high = (UNITS * size + 2 * MARGIN for size in shapes.size)
    sea = element("rect", x=0, y=0, width=wide, height=high, rx=12, class_="sea")
    under, above = (
        [route_line(route, wide) for route in shapes.routes if (route.is_clear or route.around) == is_under]
        for is_under in (True, False)
    )
    lands = [_land(world, shapes, number, bonus, layers) for number in range(len(world.lands))]
    names = [
        _continent_name(world, shapes, number, layer)
        for layer in layers
        if layer.by_continent
        for number in range(len(world.continents))
    ]
    return drawing(sea, *under, *lands, *above, *names, size=(wide, high), title=title, class_="world")


def at(point: tuple[float, float]) -> tuple[float, float]:
    """Return where a point of the map is in the figure."""
    return UNITS * point[0] + MARGIN, UNITS * point[1] + MARGIN


def route_line(route: Any, wide: float) -> str:
    """Return a border as a line; one around the back of the map leaves it on both sides."""
    (x1, y1), (x2, y2) = at(route.ends[0]), at(route.ends[1])
    bend = at(route.bend)
    if route.around:
        (x1, y1), (x2, y2) = sorted([(x1, y1), (x2, y2)])
        d = f"M{x1:.1f} {y1:.1f}H0M{x2:.1f} {y2:.1f}H{wide:.1f}"
    else:
        d = f"M{x1:.1f} {y1:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {x2:.1f} {y2:.1f}"
    return element("path", d=d, class_="route" + (" by-sea" if route.by_sea else ""))


def _land(
    world: WorldMap, shapes: WorldShapes, number: int, bonus: Sequence[int], layers: Sequence[Layer]
) -> str:
    land = world.lands[number]
    order = {continent.id: place for place, continent in enumerate(world.continents)}
    continent = order.get(land.continent, 0)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, shapes.lands[number]))
    fills = [f"--continent:var(--c{continent % CONTINENTS})"]
    texts = []
    x, y = at(shapes.points[number])
    wide = UNITS * room(shapes.lands[number], shapes.points[number]) - 8
    lines = name_lines(native(land.name, land.name_fr), wide, lambda text: text_width(text, NAME))
    top = y - (len(lines) - 1) * NAME / 2 - 2
    tip = [_with_french(land.name, land.name_fr)]
    tip += [_continent_words(world, continent, bonus)] if world.continents else []
    for layer in layers:
        row = layer.row_of(land.id, land.continent)
        step = layer.step(None if row is None else row["value"])
        fills += [f"--{layer.name}:var(--{step})", f"--ink-{layer.name}:var(--{step}i)"]
        if row is None or row["value"] is None:
            continue
        value, low, high = formatted(row["value"], row["low"], row["high"], layer.percent)
        span = "" if (low, high) == (NOTHING, NOTHING) else f" ({span_text(low, high)})"
        tip.append(f"{translated(layer.label)}: {in_unit(value, layer.percent, '')}{span}")
        if not layer.by_continent:
            text = value + ("%" if layer.percent else "")
            under = top + len(lines) * NAME + 1.5
            texts.append(text_at(text, x, under, class_=f"number of-{layer.name}", text_anchor="middle"))
    name = [
        text_at(line, x, top + place * NAME, class_="name", text_anchor="middle")
        for place, line in enumerate(lines)
    ]
    shape = element("polygon", points=points, class_="land")
    return mark(shape, *name, *texts, tip=tip, style=";".join(fills), data_land=land.id)


def _with_french(name: str, french: str) -> str:
    shown = native(name, french)
    return f"{name} · {french}" if french and french != shown else shown


def _continent_words(world: WorldMap, place: int, bonus: Sequence[int]) -> str:
    continent = world.continents[place]
    return say(
        "{with_french}, {bonus} armies",
        with_french=_with_french(continent.name, continent.name_fr),
        bonus=bonus[place],
    )


def _continent_name(world: WorldMap, shapes: WorldShapes, number: int, layer: Layer) -> str:
    """Return the name of a continent and its number, in the middle of its lands."""
    lands = world.continent_lands[number]
    x = sum(at(shapes.points[land])[0] for land in lands) / len(lands)
    y = sum(at(shapes.points[land])[1] for land in lands) / len(lands)
    continent = world.continents[number]
    row = layer.rows.get(continent.id)
    name = text_at(
        native(continent.name, continent.name_fr), x, y - 3, class_="continent", text_anchor="middle"
    )
    if row is None or row["value"] is None:
        return element("g", name, class_=f"big of-{layer.name}")
    value, _, _ = formatted(row["value"], row["low"], row["high"], layer.percent)
    number_text = text_at(
        value + ("%" if layer.percent else ""), x, y + 17, class_="continent value", text_anchor="middle"
    )
    return element("g", name, number_text, class_=f"big of-{layer.name}")
