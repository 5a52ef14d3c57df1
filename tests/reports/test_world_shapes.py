"""The drawn map: every land has its own place, every border can be seen."""

from itertools import combinations

import pytest
from small_worlds import EIGHT, FOURTEEN

from conquestlab.analysis.rules.rulebook import load
from conquestlab.reports.games.conquest import world_shapes as shapes

MAPS = ("standard83", "risiko_it_82", "no_east_africa_middle_east_82", EIGHT, FOURTEEN)


def world(name):
    changes = f",map={name}" + ("" if name in MAPS[:3] else ",players.max=3,setup.starting_armies={2=10,3=9}")
    return load(f"risk-modern{changes}").map


def area(cell):
    pairs = zip(cell, cell[1:] + cell[:1], strict=True)
    return abs(sum(a * d - c * b for (a, b), (c, d) in pairs)) / 2


@pytest.mark.parametrize("name", MAPS)
def test_every_land_is_there_and_none_lies_on_another(name):
    drawn = shapes.world_shapes(world(name))
    assert len(drawn.lands) == len(world(name).lands)
    for cell, point in zip(drawn.lands, drawn.points, strict=True):
        assert area(cell) > 4
        assert shapes.is_inside(cell, point)
        assert shapes.room(cell, point) > 1
    for one, other in combinations(drawn.lands, 2):
        assert not any(shapes.is_inside(other, corner) for corner in one)
    assert min(x for cell in drawn.lands for x, _ in cell) == pytest.approx(0)
    assert max(y for cell in drawn.lands for _, y in cell) == pytest.approx(drawn.size[1])


@pytest.mark.parametrize("name", MAPS)
def test_every_border_is_a_line_that_can_be_seen(name):
    lands = world(name)
    drawn = shapes.world_shapes(lands)
    assert len(drawn.routes) == len(lands.borders)
    for route, border in zip(drawn.routes, lands.borders, strict=True):
        names = (lands.lands[route.a].id, lands.lands[route.b].id)
        assert names == (border.a, border.b)
        if route.around:
            continue
        curve = [
            shapes._on_curve(*route.ends[:1], route.bend, route.ends[1], part / 50) for part in range(1, 50)
        ]
        under = [
            {place for place, cell in enumerate(drawn.lands) if shapes.is_inside(cell, point)}
            for point in curve
        ]
        assert route.is_clear == all(some <= {route.a, route.b} for some in under), names
        assert route.is_clear or name not in MAPS[:3], names
        assert not all(under), f"{names} hide the line between them"


def test_the_world_is_round():
    drawn = shapes.world_shapes(world("standard83"))
    around = [route for route in drawn.routes if route.around]
    lands = world("standard83").lands
    assert [(lands[route.a].id, lands[route.b].id) for route in around] == [("alaska", "kamchatka")]


def test_lands_at_one_place_are_moved_apart():
    apart = shapes._apart([(5.0, 5.0)] * 3 + [(20.0, 5.0)])
    assert apart[0] == (5.0, 5.0)
    assert len({(round(x, 3), round(y, 3)) for x, y in apart}) == 4
    assert all(abs(x - 5) < 3 for x, _ in apart[:3])
