"""The figures of games: drawn from the rows of the page, readable, refused where they make no sense."""

import pytest
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.patches import Polygon
from readable import assert_readable

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.measure import AFTER_ROUND, POINTS, SHARE, TENTH
from conquestlab.analysis.playing.play_answers import experiments_of, play
from conquestlab.analysis.reporting.course_quantities import course_rows, length_rows
from conquestlab.analysis.reporting.known_measures import known_measures, measure_called
from conquestlab.analysis.reporting.report_runs import tallied_with_course
from conquestlab.analysis.requests.games import PlayRequest
from conquestlab.analysis.rules.rulebook import load
from conquestlab.reports.figures.compare_figures import differences
from conquestlab.reports.figures.described import Curves
from conquestlab.reports.figures.lengths import Lengths
from conquestlab.reports.figures.painter import painted
from conquestlab.reports.figures.play_figures import (
    DRAWN,
    ONE_ALONE,
    check_figure,
    draw_figure,
    named,
    needs_course,
    runs_of,
)
from conquestlab.reports.figures.run_figures import across_runs
from conquestlab.reports.games.conquest.play_figures import FIGURES
from conquestlab.reports.games.conquest.world_figure import continent_map, world_map
from conquestlab.reports.games.conquest.world_layers import Layer

IN_CURVES = (TENTH, AFTER_ROUND)  # kinds whose rows are drawn as curves

SHORT = "risk-modern,max_rounds=12"


def some_runs(*rules, players="3", games=60, bots="reckless"):
    return runs_of(
        play(PlayRequest(rules=rules, players=players, bots=bots, games=games), tally=tallied_with_course)
    )


@pytest.fixture(scope="module")
def one():
    return some_runs(SHORT)


@pytest.fixture(scope="module")
def two():
    return some_runs(SHORT, players="2,3", games=40)


@pytest.mark.parametrize(
    "name",
    [*(name for name in DRAWN if name != "chances"), *FIGURES, "snowball_auc", "drama", "kills",
     "continent_kept", "income_share"],
)  # fmt: skip
def test_every_figure_of_one_run_is_readable(one, name):
    assert_readable(draw_figure(name, one))


@pytest.fixture(scope="module")
def many():
    return some_runs("risk-express", games=12_000, bots="points")


@pytest.mark.parametrize("name", ["chances", "openness", "openness_after", "calibration", "settled_at"])
def test_win_chances_are_drawn_where_enough_games_are_noted(many, name):
    assert_readable(draw_figure(name, many))


@pytest.mark.parametrize(
    "name", ["wins", "edges", "spread", "length", "in_play", "continent_held", "drama", "kills"]
)
def test_every_figure_of_several_runs_is_readable(two, name):
    assert name not in (*ONE_ALONE, *(own for own, figure in FIGURES.items() if figure.of_one))
    assert_readable(draw_figure(name, two))


def test_the_unit_of_a_measure_decides_whether_it_is_in_per_cent(one):
    rows = [row for row in one[0].rows if row["value"] is not None and row["kind"] not in IN_CURVES]
    in_units = set()
    for name in dict.fromkeys(row["measure"] for row in rows):
        measure = measure_called(name)
        (axes,) = draw_figure(name, one).axes
        points = [
            part.get_offsets()[:, 0].tolist() for part in axes.collections if isinstance(part, PathCollection)
        ]
        drawn = points[0] if measure.signed else [bar.get_width() for bar in axes.patches]
        times = 100 if measure.unit in (SHARE, POINTS) else 1
        assert drawn == pytest.approx([times * row["value"] for row in rows if row["measure"] == name]), name
        unit = {SHARE: ", %", POINTS: ", points"}.get(measure.unit, "")
        assert axes.get_xlabel() == name.replace("_", " ") + unit
        in_units.add(measure.unit)
    assert in_units > {SHARE, POINTS}


@pytest.mark.parametrize("name", sorted(known_measures()))
def test_the_unit_of_a_measure_decides_how_its_differences_are_drawn(name):
    measure = known_measures()[name]
    of = "1" if measure.of else ""
    row = {"rules": "b", "against": "a", "measure": name, "of": of, "players": 3, "bots": "x", "sign": 1}
    ends = {"difference": 0.1, "difference_low": 0.0, "difference_high": 0.2}
    found = differences([row | ends | {"kind": measure.of, "unit": measure.unit}])[name]
    axis = found.up if isinstance(found, Curves) else found.axis
    in_points = measure.unit in (SHARE, POINTS)
    assert (axis.times, axis.unit) == ((100.0, POINTS) if in_points else (1.0, ""))
    assert ("in points" in found.how) == in_points


def test_bars_are_the_rows_of_the_page(one):
    (axes,) = draw_figure("continent_held", one).axes
    rows = course_rows(one[0].tally, "continent_held")
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([100 * row["value"] for row in rows])
    names = {continent.id: continent.name for continent in load("risk-modern").map.continents}
    assert [text.get_text() for text in axes.get_yticklabels()] == [names[row["of"]] for row in rows]
    (spans,) = [part for part in axes.collections if isinstance(part, LineCollection)]
    for segment, row in zip(spans.get_segments(), rows, strict=True):
        assert list(segment[:, 0]) == pytest.approx([100 * row["low"], 100 * row["high"]])


def test_a_measure_across_runs_is_named_by_the_runs_whatever_its_rows_stand_for(two):
    runs = named(two)
    for name in ("rounds", "comeback_share"):
        (group,) = across_runs(runs, name, "Title").groups
        assert [entry.label for entry in group.entries] == [run for _, run, _ in runs]


def test_lengths_add_up_to_all_games(one):
    (axes,) = draw_figure("length", one).axes
    rows = length_rows(one[0].tally)
    assert sum(bar.get_height() for bar in axes.patches) == one[0].games == 60
    assert any(row["cut_off"] for row in rows)
    drawn = [text.get_text() for text in axes.figure.legends[0].get_texts()]
    assert drawn[-1] == "cut off at the cap"


def test_many_long_games_are_taken_together():
    rows = [{"first": place, "last": place, "finished": 5, "cut_off": 0} for place in range(3, 9)]
    rows.append({"first": 9, "last": 300, "finished": 1, "cut_off": 0})
    figure = painted([Lengths("a", rows, (5.0, None))], "Lengths")
    assert figure.axes[0].get_xticklabels()[-1].get_text() == "more"
    assert_readable(figure)
    with pytest.raises(WrongUse, match="4 at most"):
        painted([Lengths("a", rows, (5.0, None))] * 5, "Lengths")


def test_the_map_has_every_land_with_its_name_and_number():
    world = load("risk-modern").map
    rows = {
        land.id: {"value": 0.01 * place, "low": None, "high": None} for place, land in enumerate(world.lands)
    }
    rows[world.lands[3].id] = {"value": None, "low": None, "high": None}
    figure = world_map(world, Layer("kept", "Kept", "kept", rows, True), heading="A world")
    axes = figure.axes[0]
    lands = [patch for patch in axes.patches if isinstance(patch, Polygon)]
    assert len(lands) == len(world.lands) == 42
    words = " ".join(text.get_text() for text in axes.texts)
    for land in world.lands:
        assert land.name in words
    assert words.count("%") == 41
    assert figure.axes[1].get_xlabel() == "kept, %"
    assert_readable(figure)


@pytest.mark.parametrize("name", ["risiko_it_82", "no_east_africa_middle_east_82"])
def test_other_maps_are_drawn_too(name):
    book = load(f"risk-modern,map={name}")
    figure = continent_map(book.map, book.continent_bonus, heading="A world")
    drawn = [text.get_text() for text in figure.legends[0].get_texts()]
    assert drawn[0] == f"{book.map.continents[0].name}: {book.continent_bonus[0]} armies"
    assert_readable(figure)


def test_a_figure_that_the_games_do_not_have_is_refused():
    conquest = experiments_of(PlayRequest(rules=(SHORT,), players="3", bots=None, games=1))
    express = experiments_of(PlayRequest(rules=("risk-express",), players="3", bots=None, games=1))
    check_figure("kills", conquest)
    check_figure("continent_win", express)
    assert needs_course("continent_held", conquest)
    assert not needs_course("kept", conquest)
    for name, experiments, words in (
        ("snowbal", conquest, "did you mean snowball_auc"),
        ("kills", express, "no figure kills"),
        *((name, express, "on a map") for name in FIGURES),
        ("continent_held", conquest + express, "on a map"),
        ("continents", conquest + conquest, "one rulebook"),
        *((name, express, "nobody can be eliminated") for name in ("in_play", "eliminated")),
        ("standings", conquest + conquest, "one rulebook"),
    ):
        with pytest.raises(WrongUse, match=words):
            check_figure(name, experiments)
