"""The intervals keep their promise on a small scale; docs/statistics.md has ten thousand repetitions."""

import math
from dataclasses import replace

import numpy as np
import pytest

from conquestlab.analysis.evidence.studies.coverage import coverage, coverage_table
from conquestlab.analysis.evidence.studies.measures import STUDIES, MeasureStudy

REPETITIONS = 125
SMALL = ("uneven seats", "blocks", "blocks, cut off")


def test_intervals_cover_what_they_promise():
    """Of each measure in three studies together, each of 300 games a run; its rows hang together."""
    covered = {}
    for study in (one for one in STUDIES if one.name in SMALL):
        for row in coverage(replace(study, games=300, truth_games=150_000), REPETITIONS, seed=2):
            assert row["runs"] == REPETITIONS
            covered.setdefault(row["measure"], {}).setdefault(study.name, []).append(row["covered"])
    assert {"win_share", "rounds", "seat_gap", "drama", "snowball_auc"} <= set(covered)
    for measure, found in covered.items():
        error = math.sqrt(0.95 * 0.05 / (REPETITIONS * len(found)))
        assert np.mean([np.mean(rows) for rows in found.values()]) > 0.95 - 4 * error, measure


def test_a_wrong_truth_would_be_seen(monkeypatch):
    study = replace(STUDIES[0], games=300, names=("rounds", "win_share", "lead_changes"))
    wrong = {("rounds", ""): 11.0, ("win_share", "1"): 0.25, ("lead_changes", ""): 2.2}
    monkeypatch.setattr(MeasureStudy, "truth", lambda *_: wrong)
    assert [row["kept"] for row in coverage(study, 60)] == [False, False, False]


def test_the_table_has_the_lowest_coverage_of_each_measure():
    rows = [
        ("a", "rounds", "", 0.95, True, True),
        ("a", "uncertainty", "1", 0.97, True, True),
        ("a", "uncertainty", "2", 0.9, False, True),
        ("b", "rounds", "", 0.8, False, False),
    ]
    keys = ("study", "measure", "of", "covered", "kept", "promised")
    assert coverage_table([dict(zip(keys, row, strict=True)) for row in rows]) == [
        "| measure | a | (b) |",
        "|---|---|---|",
        "| `rounds` | 95.0 | 80.0* |",
        "| `uncertainty` | 90.0* |  |",
    ]


def test_formulas_and_very_many_games_tell_one_truth(monkeypatch):
    study = STUDIES[2]
    formula = replace(study, truth_games=30_000).truth(seed=3)
    monkeypatch.setattr("conquestlab.analysis.evidence.studies.measures.known_truth", lambda _: {})
    seen = replace(study, truth_games=200_000).truth(seed=3)
    for measure in ("win_share", "seat_gap", "seat_slope", "seat_effect", "unfinished_share"):
        key = (measure, "1" if measure == "win_share" else "")
        assert seen[key] == pytest.approx(formula[key], abs=5.0 / math.sqrt(200_000))
    assert seen["rounds", ""] == pytest.approx(formula["rounds", ""], abs=0.06)
    assert seen["rounds_median", ""] == formula["rounds_median", ""]
