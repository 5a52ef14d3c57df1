"""The board of a game of Africa 1880 that is watched: the drawn map, with who is present where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.analysis.language import say
from conquestlab.reports.games.africa.continent_shapes import continent_shapes, room
from conquestlab.reports.games.africa.map_layers import name_lines
from conquestlab.reports.games.africa.map_plot import MARGIN, NAME, UNITS, at, way_line
from conquestlab.reports.games.pages import Board
from conquestlab.reports.webpage.board import board, place
from conquestlab.reports.webpage.svg import element, text_width

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook


def africa_board(rulebook: Rulebook, players: int) -> Board:
    """Return the board for so many players."""
    world = rulebook.map
    shapes = continent_shapes(world)
    wide, high = (UNITS * size + 2 * MARGIN for size in shapes.size)
    sea = element("rect", x=0, y=0, width=wide, height=high, rx=12, class_="sea")
    territories = []
    for number, one in enumerate(world.territories):
        cell, middle = shapes.territories[number], shapes.points[number]
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in map(at, cell))
        x, y = at(middle)
        lines = name_lines(one.name, UNITS * room(cell, middle) - 4, lambda line: text_width(line, NAME))
        top = y - 14 - (len(lines) - 1) * NAME / 2
        names = [(line, x, top + step * NAME) for step, line in enumerate(lines)]
        foot = top + (len(lines) - 1) * NAME + 15
        ground = element("polygon", points=points, class_="ground")
        territories.append(place(one.id, one.name, ground, (x, foot), names))
    ways = [way_line(way) for way in shapes.ways]
    title = say("The map of {rules}", rules=rulebook.label)
    svg = board(sea, *territories, *ways, size=(wide, high), title=title, players=players)
    words = say(
        "Places and shapes of the territories are drawn for this project; below its name stand the squares "
        "that are filled, of all that a territory has."
    )
    return Board(svg, words)
