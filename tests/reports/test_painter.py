"""Described figures as matplotlib paints them, checked by what is drawn."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import to_rgba
from readable import assert_readable

from conquestlab.analysis.errors import WrongUse
from conquestlab.reports.figures.described import Axis, Entry, Group, Intervals
from conquestlab.reports.figures.interval_figures import bars_with_intervals, curves_with_bands
from conquestlab.reports.figures.painter import painted
from conquestlab.reports.figures.style import PAPER

LONG = "conquete-1957,dice.defender=2,cards.scale=[6,8,10,12,15,20,25,30,35,40]"


def record(rules, of, value, half=0.05):
    bounds = (None, None) if value is None or half is None else (value - half, value + half)
    return {"rules": rules, "measure": "m", "of": of, "value": value, "low": bounds[0], "high": bounds[1]}


def spans(axes):
    """Ends of the drawn intervals, along the axis of values."""
    lines = [one for one in axes.collections if isinstance(one, LineCollection)]
    return [segment[:, 0].tolist() for line in lines for segment in line.get_segments()]


def points(axes):
    return [one for one in axes.collections if isinstance(one, PathCollection)]


def named(texts):
    return [text.get_text() for text in texts]


def test_bars_with_their_intervals_and_numbers():
    records = [record("a", str(seat), 0.1 * seat) for seat in (1, 2, 3)]
    figure = bars_with_intervals(
        records, heading="Who wins", labels=("seat", "wins"), percent=True, reference=1 / 3
    )
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([10, 20, 30])
    np.testing.assert_allclose(spans(axes), [[5, 15], [15, 25], [25, 35]])
    assert named(axes.get_yticklabels()) == ["1", "2", "3"]
    assert axes.yaxis_inverted()
    assert axes.get_xlabel() == "wins, %"
    assert named(axes.texts) == ["10 (5 to 15)", "20 (15 to 25)", "30 (25 to 35)"]
    assert any(list(line.get_xdata()) == pytest.approx([100 / 3] * 2) for line in axes.lines)
    assert not figure.legends
    assert_readable(figure)


def test_two_rulebooks_have_colours_of_their_own():
    lands = ["Alaska", "Siberia", "Northwest Territory of the north", "East Africa"]
    records = [record(rules, land, 1.0 + place) for rules in ("a", "b") for place, land in enumerate(lands)]
    figure = bars_with_intervals(records, heading="Lands", labels=("", "attacks"))
    (axes,) = figure.axes
    assert [bar.get_width() for bar in axes.patches] == [1, 2, 3, 4] * 2
    assert named(axes.get_yticklabels()) == lands
    assert len({bar.get_facecolor() for bar in axes.patches}) == 2
    assert named(figure.legends[0].get_texts()) == ["a", "b"]
    assert_readable(figure)


@pytest.mark.parametrize(("groups", "series"), [(1, 1), (1, 3), (6, 3), (6, 10), (42, 2)])
def test_bars_of_any_number_are_readable(groups, series):
    records = [
        record(f"{LONG}-{place}" if series < 4 else f"rules-{place}", str(group), (group * 7 + place) % 11)
        for place in range(series)
        for group in range(groups)
    ]
    figure = bars_with_intervals(records, heading=LONG, subtitle=LONG, labels=("group", "measure"))
    assert len(figure.axes[0].patches) == groups * series
    assert_readable(figure)


def test_bars_with_gaps():
    records = [record("a", "1", None), record("a", "2", 0.5, None), record("b", "1", -0.25)]
    figure = bars_with_intervals(records, heading="Gaps")
    assert [bar.get_width() for bar in figure.axes[0].patches] == [0.5, -0.25]
    assert_readable(figure)


def test_colours_used_twice_differ_in_hatching():
    figure = bars_with_intervals([record(f"r{place}", "1", 1.0) for place in range(9)], heading="Nine")
    looks = {(bar.get_facecolor(), bar.get_hatch()) for bar in figure.axes[0].patches}
    assert len(looks) == 9


def test_by_another_column():
    records = [{**record("a", "1", 0.5), "bots": bot} for bot in ("steady", "random")]
    figure = bars_with_intervals(records, heading="Bots", by="bots")
    assert named(figure.legends[0].get_texts()) == ["steady", "random"]


def difference(of, value, half=1.0, finding=False):
    low, high = (None, None) if half is None else (value - half, value + half)
    return Entry(of, {"value": value, "low": low, "high": high, "finding": finding})


def test_numbers_with_signs_are_points_filled_for_a_finding():
    shares = [difference("win share", 0.02, 0.01, True), difference("seat gap", -0.01, 0.01)]
    shares.append(difference("kept", 0.005, None))
    panels = [
        Intervals("", "", [Group("", shares)], Axis("share", True, unit="points"), 0.0),
        Intervals("", "", [Group("", [difference("rounds", 0.3)])], Axis("standard deviations"), 0.0),
    ]
    figure = painted(panels, "B against A", beside=True)
    left, right = figure.axes
    assert named(left.get_yticklabels()) == ["win share", "seat gap", "kept"]
    assert (left.get_xlabel(), right.get_xlabel()) == ("share, points", "standard deviations")
    (marks,) = points(left)
    assert marks.get_offsets()[:, 0].tolist() == pytest.approx([2.0, -1.0, 0.5])
    paper = [tuple(face) == to_rgba(PAPER) for face in marks.get_facecolors()]
    assert paper == [False, True, True]
    np.testing.assert_allclose(spans(left), [[1.0, 3.0], [-2.0, 0.0]])
    assert not figure.legends
    assert_readable(figure)


def test_series_stand_beside_one_another_and_are_explained():
    groups = [Group(f"bots: {name}", [difference("rounds", 1.0)]) for name in "abc"]
    figure = painted([Intervals("", "", groups, reference=0.0)], "B against A")
    heights = [float(marks.get_offsets()[0, 1]) for marks in points(figure.axes[0])]
    assert heights == sorted(heights)
    assert len(set(heights)) == 3
    assert max(map(abs, heights)) < 0.5
    assert named(figure.legends[0].get_texts()) == ["bots: a", "bots: b", "bots: c"]


def test_curves():
    records = [record("a", str(tenth), 0.1 * tenth) for tenth in (10, 1, 2)] + [record("b", "1", 0.3)]
    figure = curves_with_bands(records, heading="Curves", labels=("tenth", "AUC"), reference=0.5)
    (axes,) = figure.axes
    first, second, reference = axes.lines
    assert list(first.get_xdata()) == [1, 2, 10]
    assert list(first.get_ydata()) == pytest.approx([0.1, 0.2, 1.0])
    assert second.get_ydata()[0] == 0.3
    assert np.isnan(second.get_ydata()[1:]).all()
    assert list(reference.get_ydata()) == [0.5, 0.5]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("tenth", "AUC")
    (outline,) = axes.collections[0].get_paths()
    assert {(10.0, 1.05), (10.0, 0.95)} <= {tuple(point) for point in outline.vertices.round(9).tolist()}
    assert_readable(figure)


def test_a_lone_value_has_its_interval_too():
    figure = curves_with_bands([record("a", "3", 0.4)], heading="One")
    (lines,) = [one for one in figure.axes[0].collections if isinstance(one, LineCollection)]
    np.testing.assert_allclose(lines.get_segments(), [[[3, 0.35], [3, 0.45]]])
    assert lines.get_alpha() == 1
    assert_readable(figure)


@pytest.mark.parametrize("length", [2, 25, 100])
def test_curves_of_any_length_are_readable(length):
    records = [
        record(f"{LONG}-{place}", str(at), at % (5 + place)) for place in range(3) for at in range(length)
    ]
    assert_readable(curves_with_bands(records, heading=LONG, subtitle=LONG, labels=("round", "armies")))


@pytest.mark.parametrize("draw", [bars_with_intervals, curves_with_bands])
def test_nothing_to_draw(draw):
    with pytest.raises(WrongUse, match="nothing to draw"):
        draw([], heading="Nothing")
