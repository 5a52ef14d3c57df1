"""Forest plots, looked at by their artists."""

import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.reports.figures.difference_figures import differences_with_intervals
from conquestlab.reports.figures.style import PAPER


def record(of, value, half=1.0, finding=False, series="bots: a"):
    low, high = (None, None) if half is None else (value - half, value + half)
    return {"of": of, "series": series, "value": value, "low": low, "high": high, "finding": finding}


def points(axes):
    return [line for line in axes.lines if line.get_marker() not in ("None", None, "")]


def test_a_line_for_each_measure_and_a_filled_mark_for_a_finding():
    shares = [record("win_share 1", 2.0, finding=True), record("win_share 2", -1.0), record("gap", 0.5, None)]
    figure = differences_with_intervals(
        [("points", shares), ("standard deviations", [record("rounds", 0.3)])], heading="B against A"
    )
    left, right = figure.axes
    assert [label.get_text() for label in left.get_yticklabels()] == ["win_share 1", "win_share 2", "gap"]
    assert [label.get_text() for label in right.get_yticklabels()] == ["rounds"]
    assert (left.get_xlabel(), right.get_xlabel()) == ("points", "standard deviations")
    marks = points(left)
    assert [mark.get_xdata()[0] for mark in marks] == [2.0, -1.0, 0.5]
    assert [mark.get_markerfacecolor() == PAPER for mark in marks] == [False, True, True]
    spans = [part.get_segments()[0][:, 0].tolist() for part in left.collections]
    assert spans == [[1.0, 3.0], [-2.0, 0.0]]
    assert not figure.legends


def test_series_stand_beside_one_another_and_are_explained():
    records = [record("rounds", 1.0, series=f"bots: {name}") for name in "abc"]
    figure = differences_with_intervals([("points", records)], heading="B against A")
    heights = [mark.get_ydata()[0] for mark in points(figure.axes[0])]
    assert heights == sorted(heights)
    assert len(set(heights)) == 3
    assert max(map(abs, heights)) < 0.5
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["bots: a", "bots: b", "bots: c"]


def test_nothing_to_draw_is_said():
    with pytest.raises(WrongUse, match="nothing to draw"):
        differences_with_intervals([("points", [])], heading="B against A")
