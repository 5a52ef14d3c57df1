"""Figures of tunings: readable, with the points that were played and the answer where they are."""

from dataclasses import replace
from functools import cache
from unittest.mock import patch

import numpy as np
import pytest
from readable import assert_readable

from conquestlab.analysis.requests.searches import TuneRequest
from conquestlab.analysis.tuning.tune_answers import tune
from conquestlab.reports.figures.tune_figures import response_figure


@cache
def tuned(*vary, rules="race", target="seat_gap=0", players="2", confirm=1000, games=2000):
    return tune(
        TuneRequest(
            rules=(rules,),
            vary=vary,
            target=target,
            players=players,
            bots="random",
            games=games,
            confirm=confirm,
        )
    )


def one_number():
    return tuned("goal=10..60", target="rounds=6")


def two_numbers():
    return tuned("start.2=0..12", "start.3=0..12", rules="race,start=[5,2,0]", players="3", games=6000)


def four_numbers():
    vary = tuple(f"start.{seat}=0..12" for seat in (2, 3, 4, 5))
    return tuned(*vary, rules="race,start=[5,4,3,2,1]", players="5", confirm=0, games=6000)


@pytest.mark.parametrize(
    ("made", "panels"),
    [
        (one_number, 1),
        (two_numbers, 4),
        (four_numbers, 4),
        (lambda: tuned("goal=10..40", target="rounds=30"), 1),
        (lambda: tuned("max_rounds=40..60", target="unfinished_share=0.1", confirm=0), 1),
        (lambda: tuned("start.2=0..12", rules="race,start=[4,0]"), 1),
        (lambda: tuned("start.3=0..12", rules="race,start=[5,2,0]", players="3"), 1),
    ],
    ids=["a length", "two numbers", "four numbers", "out of reach", "flat", "two seats", "one for three"],
)
def test_figures_are_readable(made, panels):
    figure = response_figure(made())
    assert_readable(figure)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert len(shown) == panels
    assert all(axes.get_xlabel() and axes.get_ylabel() for axes in shown)


def test_the_points_are_what_was_played_and_the_line_is_the_answer():
    made = one_number()
    (axes,) = response_figure(made).axes
    (points,) = [one for one in axes.containers if len(one) == 3]
    seen = made.search.seen
    assert points[0].get_xdata().tolist() == [point[0] for point in sorted(seen)]
    assert points[0].get_ydata() == pytest.approx([seen[point].means[0] for point in sorted(seen)])
    uprights = [line.get_xdata()[0] for line in axes.lines if np.ptp(line.get_xdata()) == 0]
    assert made.answer.point[0] in uprights
    level = [line.get_ydata()[0] for line in axes.lines if list(line.get_xdata()) == [0, 1]]
    assert level == [6.0]


def test_curves_of_all_seats_meet_at_the_answer():
    made = two_numbers()
    figure = response_figure(made)
    for place, axes in enumerate(figure.axes[:2]):
        curves = [line for line in axes.lines if len(line.get_xdata()) > 100]
        assert len(curves) == 3
        heights = [np.interp(made.answer.point[place], line.get_xdata(), line.get_ydata()) for line in curves]
        assert heights == pytest.approx([100 / 3] * 3, abs=0.2)


def test_points_are_brought_to_the_cut_along_the_surface():
    made = two_numbers()
    surface, answer = made.answer.surface, made.answer.point
    exact = {
        point: replace(one, means=surface.means(np.array(point, dtype=float)))
        for point, one in made.search.seen.items()
    }
    with patch.object(type(made.search), "seen", exact):
        axes = response_figure(made).axes[0]
    points = next(one for one in axes.containers if len(one) == 3)[0]
    for x, y in zip(points.get_xdata(), points.get_ydata(), strict=True):
        assert y == pytest.approx(100 * surface.means(np.array([x, answer[1]]))[0])


def test_the_map_shows_the_whole_numbers_beside_it():
    made = two_numbers()
    labels = [label.get_text() for label in response_figure(made).axes[3].get_yticklabels()]
    places = dict.fromkeys(row["at"] for row in made.rows if row["part"] == "predicted")
    assert labels == ["seat 2: {}, seat 3: {}".format(*at.split(",")) for at in places]
