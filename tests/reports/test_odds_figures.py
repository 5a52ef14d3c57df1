"""Figures of odds, checked by what is drawn: cells, numbers, lines, words."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.colors import to_hex, to_rgb
from readable import assert_readable

from conquestlab.analysis.errors import WrongUse
from conquestlab.reports.figures.cell_maps import gather, ink_on, map_height
from conquestlab.reports.figures.style import ATTACK, DEFENCE, INK, PAPER, save_figure
from conquestlab.reports.games.conquest.cell_edges import edges_between
from conquestlab.reports.games.conquest.odds_figures import (
    choice_map,
    difference_map,
    end_of_battle,
    odds_map,
)

LONG = "conquete-1957,dice.defender=2,cards.scale=[6,8,10,12,15,20,25,30,35,40]"


def table(attackers, defenders, rules="conquete-1957", power=3.0):
    """A smooth table of chances, even where attackers and defenders are as many."""
    return [
        {"rules": rules, "attackers": a, "defenders": d, "win": a**power / (a**power + d**power)}
        for a in range(1, attackers + 1)
        for d in range(1, defenders + 1)
    ]


def ends(attackers, defenders, rules="conquete-1957"):
    """All ends of a battle, the closest ones the likeliest."""
    lefts = [*range(-defenders, 0), *range(1, attackers + 1)]
    weights = np.exp(-np.abs(np.array(lefts)) / 20)
    return [
        {
            "rules": rules,
            "attackers_left": max(0, left),
            "defenders_left": max(0, -left),
            "probability": weight,
        }
        for left, weight in zip(lefts, weights / weights.sum(), strict=True)
    ]


def words(axes):
    return [text.get_text() for text in axes.texts]


def the_line(axes):
    (_, line) = [one for one in axes.collections if isinstance(one, LineCollection)]
    return {tuple(map(tuple, segment)) for segment in np.array(line.get_segments()).tolist()}


def the_cells(axes):
    (mesh,) = [one for one in axes.collections if isinstance(one, QuadMesh)]
    return mesh.get_array()


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (10, 10), (50, 50), (25, 8), (3, 20), (2, 60)])
def test_map_of_any_size_is_readable(attackers, defenders):
    figure = odds_map(table(attackers, defenders))
    axes = figure.axes[0]
    assert the_cells(axes).shape == (defenders, attackers)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("attacking armies", "defending armies")
    assert figure.axes[1].get_ylabel() == "attackers' chance, %"
    assert_readable(figure)


def test_map_shows_numbers_and_the_even_chance():
    figure = odds_map(table(3, 3))
    axes = figure.axes[0]
    assert words(axes) == ["50", "89", "96", "11", "50", "77", "4", "23", "50"]
    # On the diagonal the chance is even and counts to the attackers, so the line runs above it.
    assert the_line(axes) == {
        ((0.5, 0.5), (0.5, 1.5)),
        ((1.5, 1.5), (1.5, 2.5)),
        ((-0.5, 0.5), (0.5, 0.5)),
        ((0.5, 1.5), (1.5, 1.5)),
    }
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2", "3"]
    assert figure.texts[0].get_text() == "conquete-1957: the odds of an attack"
    assert "black line" in figure.texts[1].get_text()


def test_map_never_rounds_to_certain():
    rows = [
        {"rules": "x", "attackers": a, "defenders": 1, "win": win}
        for a, win in enumerate((0, 1e-9, 0.9999, 1))
    ]
    figure = odds_map(rows)
    assert words(figure.axes[0]) == ["0", "<1", ">99", "100"]


def test_map_with_gaps_and_without_a_line():
    rows = [row for row in table(3, 3) if row["attackers"] < row["defenders"]]
    figure = odds_map(rows)
    axes = figure.axes[0]
    assert np.ma.count(the_cells(axes)) == 3
    assert len(words(axes)) == 3
    assert the_line(axes) == set()
    assert "black line" not in figure.texts[1].get_text()
    assert_readable(figure)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_map_of_several_rulebooks(number):
    rows = [row for place in range(number) for row in table(10, 10, f"{LONG}-{place}", 2.0 + place)]
    figure = odds_map(rows)
    assert [axes.get_title("left").replace("\n", "") for axes in figure.axes[:number]] == [
        f"{LONG}-{place}" for place in range(number)
    ]
    assert len(figure.axes) == number + 1
    assert_readable(figure)


def test_ink_can_be_read_on_every_cell():
    def luminance(colour):
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    for text in odds_map(table(20, 20)).axes[0].texts:
        axes = text.axes
        along, up = text.get_position()
        mesh = next(one for one in axes.collections if isinstance(one, QuadMesh))
        ground = mesh.to_rgba(mesh.get_array()[up, along])[:3]
        bright, dark = sorted((luminance(ground), luminance(to_rgb(text.get_color()))), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 3.9


def test_ink():
    assert ink_on(to_rgb("#ffffff")) == INK
    assert ink_on(to_rgb("#000000")) == PAPER


def test_edges_between():
    assert edges_between(np.array([[0, 1]])).tolist() == [[[0.5, -0.5], [0.5, 0.5]]]
    assert edges_between(np.array([[0], [1]])).tolist() == [[[-0.5, 0.5], [0.5, 0.5]]]
    assert edges_between(np.array([[0, np.nan, 1]])).shape == (0, 2, 2)


def test_gather_sorts_and_leaves_gaps():
    rows = [row for row in table(2, 2) if (row["attackers"], row["defenders"]) != (1, 2)]
    cells = gather(rows[::-1], "win")["conquete-1957"]
    assert (cells.along, cells.down) == ([1, 2], [1, 2])
    assert np.isnan(cells.values[1, 0])
    assert cells.values[0, 1] == 8 / 9


def test_cells_are_about_square():
    cells = gather(table(20, 10), "win")["conquete-1957"]
    assert 3.5 < map_height(cells) < 5.0


@pytest.mark.parametrize("size", [1, 10, 50])
def test_difference(size):
    rows = table(size, size) + table(size, size, "risk-1970-world", 2.0)
    figure = difference_map(rows, "conquete-1957")
    axes = figure.axes[0]
    first, second = (gather(rows, "win")[rules].values for rules in ("conquete-1957", "risk-1970-world"))
    np.testing.assert_allclose(the_cells(axes), 100 * (second - first))
    mesh = next(one for one in axes.collections if isinstance(one, QuadMesh))
    assert mesh.norm.vmin == -mesh.norm.vmax
    assert figure.texts[0].get_text() == "risk-1970-world against conquete-1957: what the attackers gain"
    assert_readable(figure)


def test_difference_in_signed_points():
    rows = [
        {"rules": rules, "attackers": a, "defenders": 1, "win": win}
        for rules, wins in (("old", (0.5, 0.5, 0.5, 0.5)), ("new", (0.75, 0.25, 0.5, 0.501)))
        for a, win in enumerate(wins, 1)
    ]
    assert words(difference_map(rows, "old").axes[0]) == ["+25", "−25", "0", "0"]
    assert words(difference_map(rows, "new").axes[0]) == ["−25", "+25", "0", "0"]


def test_difference_of_nothing_says_so():
    figure = difference_map(table(2, 2) + table(2, 2, "other"), "other")
    assert "the same everywhere" in figure.texts[1].get_text()
    assert words(figure.axes[0]) == ["0"] * 4
    assert_readable(figure)


@pytest.mark.parametrize("rules", [(), ("conquete-1957",), ("a", "b"), ("conquete-1957", "a", "b")])
def test_difference_needs_two_rulebooks(rules):
    rows = [row for name in rules for row in table(1, 1, name)]
    with pytest.raises(WrongUse):
        difference_map(rows, "conquete-1957")


@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (3, 2), (10, 8), (12, 11), (40, 3), (100, 100)])
def test_end_of_battle_of_any_size_is_readable(attackers, defenders):
    rows = ends(attackers, defenders)
    figure = end_of_battle(rows)
    (axes,) = figure.axes
    assert len(axes.patches) == attackers + defenders
    assert axes.get_xlabel() == "armies left"
    win = sum(row["probability"] for row in rows if row["defenders_left"] == 0)
    armies = "1 army attacks" if attackers == 1 else f"{attackers} armies attack"
    question, answer = figure.texts[0].get_text().split(": the attackers win ")
    assert question == f"{armies} {defenders}"
    shown = answer.split("%")[0]
    assert float(shown) == pytest.approx(100 * win, rel=1e-3)
    assert_readable(figure)


def test_end_of_battle_has_sides():
    rows = ends(2, 1)
    (axes,) = end_of_battle(rows, "2 against 1").axes
    bars = {
        round(bar.get_x() + bar.get_width() / 2): (bar.get_height(), bar.get_facecolor())
        for bar in axes.patches
    }
    for row in rows:
        left = row["attackers_left"] or -row["defenders_left"]
        assert bars[left][0] == pytest.approx(100 * row["probability"])
        assert to_hex(bars[left][1]) == (ATTACK if left > 0 else DEFENCE)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "1", "2"]


def test_end_of_battle_broken_off_counts_to_the_defenders():
    rows = [
        {"rules": "x", "attackers_left": 2, "defenders_left": 1, "probability": 0.25},
        {"rules": "x", "attackers_left": 1, "defenders_left": 1, "probability": 0.25},
        {"rules": "x", "attackers_left": 3, "defenders_left": 0, "probability": 0.5},
    ]
    (axes,) = end_of_battle(rows, "a question").axes
    assert sorted(round(bar.get_height(), 9) for bar in axes.patches) == [50, 50]
    assert {"defenders hold: 50%", "attackers win: 50%"} <= set(words(axes))


def test_end_of_battle_leaves_out_what_cannot_be_seen_and_says_how_much():
    rows = [
        {"rules": "x", "attackers_left": left, "defenders_left": 0, "probability": p}
        for left, p in ((1, 0.9), (2, 0.0998), (90, 0.0002))
    ]
    figure = end_of_battle(rows, "a question")
    assert figure.axes[0].get_xlim()[1] < 5
    assert "beyond the edges: 0.02%" in figure.texts[1].get_text()


@pytest.mark.parametrize("number", [2, 3, 5])
def test_end_of_battle_of_several_rulebooks(number):
    rows = [row for place in range(number) for row in ends(10, 8, f"{LONG}-{place}")]
    figure = end_of_battle(rows)
    assert len(figure.axes) == number
    assert_readable(figure)


def test_choices():
    choices = [[None, 1, 2], [1, 1, 2]]
    figure = choice_map(choices, {2: "two dice", 1: "one die"}, heading="How many dice", first=(2, 1))
    (axes,) = figure.axes
    assert the_cells(axes).tolist() == [[None, 1.0], [1.0, 1.0], [2.0, 2.0]]
    assert words(axes) == ["1", "1", "1", "2", "2"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["2", "3"]
    assert the_line(axes) == {((-0.5, 1.5), (0.5, 1.5)), ((0.5, 1.5), (1.5, 1.5))}
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["2: two dice", "1: one die"]
    assert_readable(figure)


@pytest.mark.parametrize("size", [1, 10, 20, 60])
def test_choices_of_any_size_are_readable(size):
    choices = [[(a + d) % 4 for d in range(size)] for a in range(size)]
    names = {0: "stop", 1: "one die", 2: "two dice", 3: "three dice, whatever the other side may do about it"}
    assert_readable(choice_map(choices, names, heading=LONG, subtitle=LONG))


def test_choices_that_cannot_be_drawn():
    with pytest.raises(WrongUse, match="no choice"):
        choice_map([[None]], {1: "one die"}, heading="x")
    with pytest.raises(ValueError, match="has no name"):
        choice_map([[2]], {1: "one die"}, heading="x")


@pytest.mark.parametrize("draw", [odds_map, end_of_battle])
def test_nothing_to_draw(draw):
    with pytest.raises(WrongUse, match="nothing to draw"):
        draw([])


def test_a_large_map_is_one_image_in_a_small_file(tmp_path):
    sizes = {}
    for side in (50, 60):
        path = tmp_path / f"{side}.svg"
        save_figure(odds_map(table(side, side)), str(path))
        sizes[side] = path.stat().st_size
    assert sizes[60] < sizes[50] / 2
