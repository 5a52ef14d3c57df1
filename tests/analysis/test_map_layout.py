"""Where lands stand on a drawing: as the file says, else laid out by their borders."""

from itertools import combinations
from math import hypot
from typing import NamedTuple

import numpy as np
import pytest

from conquestlab.analysis.rules.map_layout import HIGH, WIDE, crossings, is_laid_out, placed, positions
from conquestlab.analysis.rules.rulebook import load


class Drawn(NamedTuple):
    places: dict
    groups: dict
    pairs: tuple


def bare(world, keep=()):
    """Return a map without its places, but for some."""
    places = {id: point if id in keep else None for id, point in world.places.items()}
    return Drawn(places, world.groups, world.pairs)


def graph(edges):
    names = sorted({name for edge in edges for name in edge})
    return Drawn(dict.fromkeys(names), dict.fromkeys(names, ""), tuple(edges))


def crossed(drawn, points):
    order = {id: place for place, id in enumerate(drawn.places)}
    return crossings(np.array(list(points.values())), [(order[a], order[b]) for a, b in drawn.pairs])


def test_places_of_the_file_are_kept():
    world = load("risk-modern").map
    assert placed(world) == {land.id: (land.x, land.y) for land in world.lands}
    assert not is_laid_out(world)


@pytest.mark.parametrize("rules", ["risk-modern", "africa-1880"])
def test_positions_fill_the_unit_square_on_one_side(rules):
    found = positions(load(rules).map)
    across, down = [x for x, _ in found.values()], [y for _, y in found.values()]
    assert (min(across), min(down)) == (0, 0)
    assert max(*across, *down) == 1
    assert len(set(found.values())) == len(found)


def test_north_is_up():
    found = positions(load("risk-modern").map)
    assert found["greenland"][1] < found["argentina"][1]
    assert found["alaska"][0] < found["japan"][0]


@pytest.mark.parametrize(("rules", "most"), [("risk-modern", 4), ("africa-1880", 0)])
def test_shipped_maps_laid_out_from_their_borders_alone_hardly_cross(rules, most):
    drawn = bare(load(rules).map)
    found = placed(drawn)
    assert found == placed(drawn)
    assert crossed(drawn, found) <= most
    assert all(0 <= x <= WIDE and 0 <= y <= HIGH for x, y in found.values())
    assert min(hypot(a - c, b - d) for (a, b), (c, d) in combinations(found.values(), 2)) > 4


def test_a_grid_a_ring_and_a_line_do_not_cross():
    grid = [(f"{i}{j}", f"{i}{j + 1}") for i in range(4) for j in range(5)]
    grid += [(f"{i}{j}", f"{i + 1}{j}") for i in range(3) for j in range(6)]
    ring = [(f"r{i:02}", f"r{(i + 1) % 12:02}") for i in range(12)]
    line = [(f"l{i}", f"l{i + 1}") for i in range(6)]
    for edges in (grid, ring, line, [("a", "b")]):
        drawn = graph(edges)
        assert crossed(drawn, placed(drawn)) == 0
        assert len(set(placed(drawn).values())) == len(drawn.places)


def test_a_map_of_one_land_and_lands_that_all_border_each_other():
    assert positions(Drawn({"one": None}, {"one": ""}, ())) == {"one": (0.0, 0.0)}
    found = placed(graph([("a", "b"), ("b", "c"), ("a", "c"), ("a", "d"), ("b", "d"), ("c", "d")]))
    assert len(set(found.values())) == 4


def test_missing_places_are_filled_in_between_their_neighbours():
    world = load("risk-modern").map
    gone = {"congo", "china", "peru"}
    found = placed(bare(world, keep={land.id for land in world.lands} - gone))
    for land in world.lands:
        x, y = found[land.id]
        assert hypot(x - land.x, y - land.y) < (12 if land.id in gone else 1e-9), land.id
