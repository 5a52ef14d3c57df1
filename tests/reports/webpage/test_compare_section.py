"""The figures and the table of a comparison on a page: points for shares, plain numbers for all else."""

import pytest

from conquestlab.analysis.reporting.compare_verdicts import compare_verdicts
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.reports.webpage.section_compare import difference_figures, sign_table


def difference(measure, of, kind, unit, value, sign=1, bots="x"):
    row = {"rules": "b", "against": "a", "players": 3, "bots": bots, "measure": measure, "of": of}
    ends = {"difference": value, "difference_low": 0.9 * value, "difference_high": 1.1 * value}
    return row | ends | {"sign": sign, "kind": kind, "unit": unit}


@pytest.mark.parametrize(
    ("row", "shown", "points"),
    [
        (difference("win_share", "1", "seat", "share", 0.025), "2.50 (2.25 to 2.75)", True),
        (difference("seat_gap", "", "", "points", 0.025), "2.50 (2.25 to 2.75)", True),
        (difference("downtime", "", "", "share", 0.025), "2.50 (2.25 to 2.75)", True),
        (difference("rounds", "", "", "rounds", 2.5), "2.50 (2.25 to 2.75)", False),
        (difference("score", "1", "seat", "plain", 2.5), "2.50 (2.25 to 2.75)", False),
    ],
)
def test_the_unit_of_a_measure_decides_how_its_difference_is_drawn(row, shown, points):
    (figure,) = difference_figures(Result("compare", "f", {}, [row]))
    assert f">{shown}<" in figure.drawing
    assert (f"{shown} points" in figure.drawing) == points
    assert "%" not in figure.drawing
    assert f'data-value="{row["difference"]!r}"' in figure.drawing


def test_curves_of_differences_are_in_points():
    rows = [difference("snowball_auc", str(tenth), "tenth", "share", 0.01 * tenth) for tenth in range(1, 11)]
    (figure,) = difference_figures(Result("compare", "f", {}, rows))
    assert ">10<" in figure.drawing
    assert "points (" in figure.drawing


def test_the_table_of_signs_tells_shares_in_points():
    rows = [difference("kingmaking", "", "", "share", 0.025, bots=bots) for bots in "xy"]
    rows += [difference("rounds", "", "", "rounds", 2.5, bots=bots) for bots in "xy"]
    (table,) = sign_table(Result("compare", "f", {}, rows))
    assert [str(row[2].html).rpartition(" ")[2] for row in table.rows] == ["2.50", "2.50"]
    assert "in points of a hundred" in table.caption


def test_a_score_is_no_share():
    row = difference("score", "1", "seat", "plain", 2.5)
    (verdict,) = compare_verdicts(Result("compare", "f", {}, [row]))
    assert verdict.headline == "Seat 1 ends with more."
    assert [number.form for number in verdict.numbers] == ["plain"]
