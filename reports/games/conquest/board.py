"""The board of a game of conquest that is watched: the drawn map, with room for armies on each land."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.analysis.language import native, say
from conquestlab.reports.games.conquest.world_layers import name_lines
from conquestlab.reports.games.conquest.world_plot import MARGIN, NAME, UNITS, at, route_line
from conquestlab.reports.games.conquest.world_shapes import room, world_shapes
from conquestlab.reports.games.pages import Board
from conquestlab.reports.webpage.board import board, place
from conquestlab.reports.webpage.svg import element, text_width

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def world_board(rulebook: Rulebook, players: int) -> Board:
    """Return the board for so many players, the ally included."""
    world = rulebook.map
    shapes = world_shapes(world)
    wide, high = (UNITS * size + 2 * MARGIN for size in shapes.size)
    sea = element("rect", x=0, y=0, width=wide, height=high, rx=12, class_="sea")
    under = [route_line(route, wide) for route in shapes.routes if route.is_clear or route.around]
    above = [route_line(route, wide) for route in shapes.routes if not (route.is_clear or route.around)]
    continents = {continent.id: native(continent.name, continent.name_fr) for continent in world.continents}
    lands = []
    for number, land in enumerate(world.lands):
        cell, middle = shapes.lands[number], shapes.points[number]
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in map(at, cell))
        x, y = at(middle)
        called = native(land.name, land.name_fr)
        lines = name_lines(called, UNITS * room(cell, middle) - 8, lambda text: text_width(text, NAME))
        top = y - 5 - (len(lines) - 1) * NAME / 2
        names = [(line, x, top + step * NAME) for step, line in enumerate(lines)]
        foot = top + (len(lines) - 1) * NAME + 15
        name = f"{called} ({continents[land.continent]})" if land.continent else called
        lands.append(
            place(land.id, name, element("polygon", points=points, class_="ground"), (x, foot), names)
        )
    title = say("The map of {rules}", rules=rulebook.label)
    svg = board(sea, *under, *lands, *above, size=(wide, high), title=title, players=players)
    words = say(
        "Places and shapes of the lands are drawn for this project, schematic; a line is a border that "
        "armies cross, dashed where it crosses water."
    )
    return Board(svg, words)
