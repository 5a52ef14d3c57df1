"""The drawn map of the world with several layers, of which the page shows one: lands shaded by a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.games.conquest.world_map import WorldMap
from conquestlab.reports.digits import NOTHING
from conquestlab.reports.games.conquest.world_shapes import WorldShapes, room, world_shapes
from conquestlab.reports.told_numbers import told
from conquestlab.reports.webpage.svg import drawing, element, mark, text_width, words

UNITS = 10.0  # of the figure for one of the map
MARGIN = 14.0
NAME, NUMBER = 12.5, 13.5
STEPS = 7  # shades of the style, q0 to q6
CONTINENTS = 8  # colours of continents, c0 to c7


class Layer(NamedTuple):
    """One way to shade the map.

    Attributes
    ----------
    name : str
        A word for the style and the script.
    label : str
        What the switch says.
    words : str
        What the number is, in a sentence.
    rows : mapping
        By land or continent: value, low, high and so on.
    percent : bool
    by_continent : bool
        The rows are of continents.
    common : tuple of float
        The ends of the shades of several maps side by side; empty for the layer's own.
    """

    name: str
    label: str
    words: str
    rows: Mapping[str, Mapping[str, Any]]
    percent: bool
    by_continent: bool = False
    common: tuple[float, float] | tuple[()] = ()

    def row_of(self, land: str, continent: str) -> Mapping[str, Any] | None:
        """Return the row that shades a land."""
        return self.rows.get(continent if self.by_continent else land)

    @property
    def ends(self) -> tuple[float, float]:
        """The smallest and the largest value that is shaded."""
        if self.common:
            return self.common
        values = [row["value"] for row in self.rows.values() if row["value"] is not None]
        return (min(values), max(values)) if values else (0.0, 0.0)

    @property
    def low_text(self) -> str:
        """The smallest value, for the scale of shades."""
        return self._end_text(self.ends[0])

    @property
    def high_text(self) -> str:
        """The largest."""
        return self._end_text(self.ends[1])

    def _end_text(self, value: float) -> str:
        return told(value, None, None, self.percent)[0] + ("\u202f%" if self.percent else "")

    def step(self, value: float | None) -> str:
        """Return the shade of a value."""
        low, high = self.ends
        if value is None:
            return "none"
        return f"q{min(STEPS - 1, int((value - low) / (high - low) * STEPS))}" if high > low else "q3"


def shaded_alike(maps: Sequence[Sequence[Layer]]) -> list[list[Layer]]:
    """Return the layers of several maps with the same shades for the same numbers."""
    ends: dict[str, tuple[float, float]] = {}
    for layer in (layer for layers in maps for layer in layers):
        low, high = layer.ends
        least, most = ends.get(layer.name, (low, high))
        ends[layer.name] = (min(low, least), max(high, most))
    return [[layer._replace(common=ends[layer.name]) for layer in layers] for layers in maps]


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
        [_route(route, wide) for route in shapes.routes if (route.is_clear or route.around) == is_under]
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


def _at(point: tuple[float, float]) -> tuple[float, float]:
    return UNITS * point[0] + MARGIN, UNITS * point[1] + MARGIN


def _route(route: Any, wide: float) -> str:
    (x1, y1), (x2, y2) = _at(route.ends[0]), _at(route.ends[1])
    bend = _at(route.bend)
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
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(_at, shapes.lands[number]))
    fills = [f"--continent:var(--c{continent % CONTINENTS})"]
    texts = []
    x, y = _at(shapes.points[number])
    lines = _name_lines(land.name, UNITS * room(shapes.lands[number], shapes.points[number]))
    top = y - (len(lines) - 1) * NAME / 2 - 2
    tip = [_with_french(land.name, land.name_fr)]
    tip += [_continent_words(world, continent, bonus)] if world.continents else []
    for layer in layers:
        row = layer.row_of(land.id, land.continent)
        step = layer.step(None if row is None else row["value"])
        fills += [f"--{layer.name}:var(--{step})", f"--ink-{layer.name}:var(--{step}i)"]
        if row is None or row["value"] is None:
            continue
        value, low, high = told(row["value"], row["low"], row["high"], layer.percent)
        sign = " %" if layer.percent else ""
        span = "" if (low, high) == (NOTHING, NOTHING) else f" ({low} to {high})"
        tip.append(f"{layer.label}: {value}{sign}{span}")
        if not layer.by_continent:
            text = value + ("%" if layer.percent else "")
            under = top + len(lines) * NAME + 1.5
            texts.append(words(text, x, under, class_=f"number of-{layer.name}", text_anchor="middle"))
    name = [
        words(line, x, top + place * NAME, class_="name", text_anchor="middle")
        for place, line in enumerate(lines)
    ]
    shape = element("polygon", points=points, class_="land")
    return mark(shape, *name, *texts, tip=tip, style=";".join(fills), data_land=land.id)


def _name_lines(name: str, wide: float) -> list[str]:
    """Break a name where it is wider than its land."""
    lines: list[str] = []
    for word in name.split():
        if lines and text_width(f"{lines[-1]} {word}", NAME) <= wide - 8:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _with_french(name: str, french: str) -> str:
    return f"{name} · {french}" if french and french != name else name


def _continent_words(world: WorldMap, place: int, bonus: Sequence[int]) -> str:
    continent = world.continents[place]
    return f"{_with_french(continent.name, continent.name_fr)}, {bonus[place]} armies"


def _continent_name(world: WorldMap, shapes: WorldShapes, number: int, layer: Layer) -> str:
    """Return the name of a continent and its number, in the middle of its lands."""
    lands = world.continent_lands[number]
    x = sum(_at(shapes.points[land])[0] for land in lands) / len(lands)
    y = sum(_at(shapes.points[land])[1] for land in lands) / len(lands)
    continent = world.continents[number]
    row = layer.rows.get(continent.id)
    name = words(continent.name, x, y - 3, class_="continent", text_anchor="middle")
    if row is None or row["value"] is None:
        return element("g", name, class_=f"big of-{layer.name}")
    value, _, _ = told(row["value"], row["low"], row["high"], layer.percent)
    number_text = words(
        value + ("%" if layer.percent else ""), x, y + 17, class_="continent value", text_anchor="middle"
    )
    return element("g", name, number_text, class_=f"big of-{layer.name}")
