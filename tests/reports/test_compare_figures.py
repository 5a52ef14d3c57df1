"""The figures of a comparison: all differences, those of one measure, and one along the game."""

from functools import cache

import pytest
from matplotlib.collections import PathCollection
from readable import assert_readable

from conquestlab.analysis.comparing.compare_answers import compare
from conquestlab.analysis.requests.games import CompareRequest
from conquestlab.reports.figures.compare_figures import draw_differences


@cache
def compared(players):
    rules = ("risk-express", "risk-express,continue_failed=off")
    return compare(CompareRequest(rules=rules, jobs=1, players=players, bots=("points",), games=120))


@pytest.mark.parametrize("measure", [None, "rounds", "win_share", "snowball_auc"])
@pytest.mark.parametrize("players", ["3", "2,3"])
def test_every_figure_is_readable(players, measure):
    assert_readable(draw_differences(compared(players), measure))


def test_one_measure_has_its_own_unit():
    (axes,) = draw_differences(compared("3"), "rounds").axes
    (one,) = [one for one in compared("3").judged if one.key[0] == "rounds"]
    (points,) = [one for one in axes.collections if isinstance(one, PathCollection)]
    assert points.get_offsets()[:, 0].tolist() == [one.contrast.difference[0]]
    assert axes.get_xlabel() == "difference"


def test_a_measure_by_tenth_is_drawn_along_the_game():
    (axes,) = draw_differences(compared("3"), "snowball_auc").axes
    (line,) = [line for line in axes.lines if len(line.get_xdata()) == 10]
    found = [100 * one.contrast.difference[0] for one in compared("3").judged if one.key[0] == "snowball_auc"]
    assert list(line.get_ydata()) == pytest.approx(found)
    assert list(line.get_xdata()) == [10.0 * tenth for tenth in range(1, 11)]
