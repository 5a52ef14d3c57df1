"""Differences that are there are found nearly as often as they could be, and false ones seldom."""

import math
from dataclasses import replace

import pytest

from conquestlab.analysis.evidence.studies import powers
from conquestlab.analysis.evidence.studies.differences import STUDIES as NULLS

NAMES = ("seat_shares", "rounds", "rounds_median", "rounds_p90", "unfinished_share", "comeback_share")
RUNS = 60


THOROUGH = pytest.mark.thorough


@pytest.mark.parametrize("place", [2, pytest.param(0, marks=THOROUGH), pytest.param(1, marks=THOROUGH)])
def test_little_is_lost_of_the_power_that_can_be_had(place, monkeypatch):
    monkeypatch.setattr(powers, "TIMES", 100)
    study = replace(powers.STUDIES[place], names=NAMES)
    for row in powers.power_rows(study, RUNS):
        best = row["to_be_had"]
        assert 0.1 < best < 0.99
        # The long run tells the shift to about a tenth of it, which is half as much of the power.
        assert row["found"] > 0.8 * best - 4 * math.sqrt(best * (1 - best) / RUNS) - 0.05
        assert row["found"] >= row["in_family"] >= row["in_one"]


@pytest.mark.parametrize("place", [1, pytest.param(0, marks=THOROUGH)])
def test_primary_findings_are_seldom_false(place):
    study = replace(NULLS[place], names=NAMES)
    quiet = [held["(primary findings)", ""] for held in study.held(RUNS, seed=9)]
    assert sum(quiet) / RUNS > 0.95 - 4 * math.sqrt(0.95 * 0.05 / RUNS)


def test_the_table_has_a_line_for_each_question():
    rows = [
        {"study": "s", "measure": "rounds", "found": 0.5, "to_be_had": 0.55, "in_family": 0.4, "in_one": 0.1}
    ]
    assert powers.power_table(rows)[2:] == ["| s | `rounds` | 50.0 | 55.0 | 40.0 | 10.0 |"]
