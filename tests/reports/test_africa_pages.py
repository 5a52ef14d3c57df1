"""What is shown of Africa 1880: the drawn map, its layers, a section; all say where the map is from."""

from itertools import combinations
from xml.etree import ElementTree

import pytest
from africa_table import NEAR, SQUARES, rulebook
from command_line import run
from readable import assert_readable

from conquestlab.analysis.games.africa.territory_sample import MEASURES, SHARES
from conquestlab.reports.games.africa.continent_shapes import (
    STRANGE,
    TOUCHING,
    _distance,
    continent_shapes,
    is_inside,
    room,
)
from conquestlab.reports.games.africa.map_figure import africa_map
from conquestlab.reports.games.africa.map_layers import TERRITORY_MEASURES, name_lines, territory_layers
from conquestlab.reports.games.africa.map_plot import map_plot

NAMES = list(SQUARES)
WORLD = rulebook().map
SHAPES = continent_shapes(WORLD)


def rows(measure="colony", shift=0.0):
    return [
        {"of": name, "measure": measure, "value": shift + i / 100, "low": 0.0, "high": 0.9, "games": 40}
        for i, name in enumerate(NAMES)
    ]


def test_each_territory_has_its_own_part_of_the_continent():
    for number, cell in enumerate(SHAPES.territories):
        assert is_inside(cell, SHAPES.points[number]), NAMES[number]
        assert room(cell, SHAPES.points[number]) > 2
    wide, high = SHAPES.size
    places = [(wide * i / 90, high * j / 90) for i in range(91) for j in range(91)]
    inside = [sum(is_inside(cell, place) for cell in SHAPES.territories) for place in places]
    assert max(inside) == 1
    assert 0.3 < sum(inside) / len(inside) < 0.6


def test_territories_touch_or_are_joined_exactly_where_they_border():
    """Shapes of strangers keep a wide gap, so that a reader of the map sees no border that is none."""
    joined = {frozenset(SHAPES.points.index(end) for end in (way.start, way.end)) for way in SHAPES.ways}
    touching = {
        frozenset(pair)
        for pair in combinations(range(len(NAMES)), 2)
        if _distance(*(SHAPES.territories[one] for one in pair)) <= TOUCHING
    }
    borders = {frozenset((NAMES.index(a), NAMES.index(b))) for a, near in NEAR.items() for b in near}
    assert len(borders) == 68
    assert borders <= touching | joined
    assert len(joined) == 4
    strangers = touching - borders
    assert not strangers, [[NAMES[one] for one in pair] for pair in strangers]
    assert STRANGE > TOUCHING


def test_layers_have_the_same_shades_for_the_same_numbers():
    one, other = territory_layers([rows("present"), rows("present", 1.0)], ["these games", ""])
    assert one[0].ends == other[0].ends == (0.0, 1.31)
    assert (one[0].words, other[0].words) == (
        "nations present at the end – counted in these games",
        "nations present at the end",
    )
    assert one[0].step(NAMES[0]) == "q0"
    assert other[0].step(NAMES[-1]) == "q6"
    assert one[0].step("atlantis") == "none"
    (shares,) = territory_layers([rows()], [""])[0]
    assert shares.ends == (0.0, 1.0)
    assert shares.percent
    assert set(TERRITORY_MEASURES) == set(MEASURES) >= set(SHARES)


def test_layers_without_numbers_are_left_out():
    empty = [row | {"value": None} for row in rows("first")]
    assert territory_layers([empty], [""]) == [[]]


def test_names_are_broken_at_blanks_and_hyphens():
    assert name_lines("Rio de Oro", 6, len) == ["Rio de", "Oro"]
    assert name_lines("Côte-de-l'Or", 8, len) == ["Côte-de-", "l'Or"]
    assert name_lines("Haut-Congo", 99, len) == ["Haut-Congo"]


def test_the_map_of_a_page_has_every_territory_and_a_rule_for_every_layer():
    layers = territory_layers([[*rows(), *rows("first")]], [""])[0]
    svg = map_plot(WORLD, layers, title="Africa, on a reconstructed map")
    drawn = ElementTree.fromstring(svg)
    lands = [one.get("data-land") for one in drawn.iter() if one.get("data-land")]
    assert lands == NAMES
    for layer in layers:
        assert f'[data-layer="{layer.name}"] .world .m' in svg
        assert f"--{layer.name}:var(--q" in svg
    assert svg.count("(reconstructed)") == len(NAMES)


def test_the_figure_says_that_the_map_is_reconstructed():
    (layer,) = territory_layers([rows()], [""])[0]
    figure = africa_map(WORLD, layer, heading="africa-1880: colonies", subtitle="Counted")
    said = " ".join(text.get_text() for text in figure.texts)
    assert "The map is reconstructed" in said
    assert_readable(figure)
    (axes, _) = figure.axes
    assert len(axes.patches) == len(NAMES)
    assert {"Alger", "0.0 %"} & {text.get_text() for text in axes.texts} >= {"Alger"}


# Commands -----------------------------------------------------------------------------------------

PLAYED = ("--rules", "africa-1880", "--players", "3", "--games", "30", "--bots", "random")


def test_every_table_that_names_nations_says_that_the_map_is_reconstructed():
    said = "the map is reconstructed, and what is said of nations holds for it alone"
    played = run("play", *PLAYED)
    assert played.exit_code == 0, played.stderr
    assert said in played.stdout
    compared = run("compare", "africa-1880", "africa-1880,presences=5", *PLAYED[2:])
    assert said in compared.stdout
    for words in ((), ("FR:war>DE DE:",), ("FR", "DE")):
        shown = run("odds", "--rules", "africa-1880", *words)
        assert "the map of this game is reconstructed" in " ".join(shown.stdout.split())


def test_a_told_game_says_that_the_map_is_reconstructed():
    told = run("replay", *PLAYED[:4], "--game", "1", "--check")
    assert told.exit_code == 0
    assert told.stdout.rstrip().endswith(
        "The map of this game is reconstructed: most names of territories, all borders and squares."
    )


@pytest.mark.parametrize("figure", ["colony_1900", "at_war"])
def test_the_map_is_drawn_by_play(tmp_path, figure):
    place = tmp_path / "map.svg"
    drawn = run("play", *PLAYED, "--plot", str(place), "--figure", figure)
    assert drawn.exit_code == 0, drawn.stderr
    assert "The map is reconstructed" in " ".join(place.read_text(encoding="utf-8").split())


def test_the_map_is_no_figure_of_other_games(tmp_path):
    refused = run(
        "play", "--rules", "risk-express", "--plot", str(tmp_path / "map.svg"), "--figure", "at_war"
    )
    assert refused.exit_code == 2
    assert "only Africa 1880 has it: name a rulebook of it" in refused.stderr


def test_the_page_has_a_section_on_africa(tmp_path):
    place = tmp_path / "page.html"
    made = run("report", *PLAYED, "--sample", "20", "--output", str(place))
    assert made.exit_code == 0, made.stderr
    page = place.read_text(encoding="utf-8")
    for text in (
        "Africa, on a reconstructed map",
        "Wins by nation, on a reconstructed map",
        "The territories, on a reconstructed map, in",
        "The map is reconstructed: most names, all borders, coasts and squares are ours.",
        "the map of africa-1880 is reconstructed".capitalize(),
    ):
        assert text in page, text


def test_a_map_that_is_no_reconstruction_is_not_called_one(tmp_path):
    island = """
name = "island"
[nations.a]
name = "A"
code = "AA"
[nations.b]
name = "B"
code = "BB"
[nations.c]
name = "C"
code = "CC"
[territories.west]
name = "West"
coast = true
squares = 1
neighbours = ["east"]
x = 0
y = 0
[territories.east]
name = "East"
coast = true
squares = 2
neighbours = ["west"]
x = 10
y = 0
"""
    place = tmp_path / "island.toml"
    place.write_text(island, encoding="utf-8")
    rules = f"africa-1880,map={place},players.max=3"
    told = run("replay", "--rules", rules, "--players", "3", "--game", "0", "--check")
    assert told.exit_code == 0, told.stderr
    page = tmp_path / "page.html"
    made = run("report", "--rules", rules, "--games", "30", "--sample", "20", "--output", page)
    assert made.exit_code == 0, made.stderr
    played = run("play", "--rules", rules, "--games", "30")
    for text in (told.stdout, played.stdout):
        assert "reconstructed" not in text
    said = page.read_text(encoding="utf-8")
    assert "on a reconstructed map" not in said
    assert "The map is reconstructed" not in said
    assert "The territories in" in said
