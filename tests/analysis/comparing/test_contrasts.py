"""Contrasts of whole runs: they cover, they err seldom, and they say what a slow reading says."""

import math
from dataclasses import replace

import numpy as np
import pytest
from paired_worlds import sides_of

from conquestlab.analysis.comparing.contrast import Contrast
from conquestlab.analysis.comparing.contrasts import contrasts_of, reductions
from conquestlab.analysis.evidence.studies.coverage import coverage
from conquestlab.analysis.evidence.studies.differences import FINDINGS, STUDIES, DifferenceStudy
from conquestlab.analysis.evidence.studies.synthetic_games import World
from conquestlab.analysis.measures.significance import mcnemar, share_effect, two_proportions
from conquestlab.analysis.measures.table import measure_rows

OF = {study.name: study for study in STUDIES}
EVEN = (1.0,) * 3


@pytest.mark.parametrize("apart", [False, True], ids=["paired", "apart"])
def test_of_two_seats_the_gap_is_twice_a_win_share_above_an_even_one(apart):
    worlds = World((1.0, 0.4), EVEN[:2], luck=1.0), World((1.0, 0.2), EVEN[:2], luck=1.0)
    sides = sides_of(*worlds, 4000, apart)[1]
    keys = [("win_share", "1"), ("seat_gap", ""), ("seat_effect", "")]
    share, *sizes = contrasts_of(sides, keys).values()
    for size in sizes:  # the effect is the root of the sum of both squares
        assert size.difference.value == pytest.approx(2 * share.difference.value, abs=2e-4)
        width, twice = (one.difference.high - one.difference.low for one in (size, share))
        assert width == pytest.approx(2 * twice, rel=0.08)


def test_a_size_that_may_be_noise_has_the_ends_of_both_intervals_at_half_the_error():
    sides = sides_of(World(EVEN, EVEN, cap=30), World(EVEN, EVEN, pace=0.12, cap=30))[1]
    keys = [("seat_gap", "")]
    names = [measure for measure, _ in keys]
    before, after = (measure_rows(tally, names, level=0.975) for tally in (sides.base, sides.other))
    for first, second, found in zip(before, after, contrasts_of(sides, keys).values(), strict=True):
        assert found.difference.low == pytest.approx(second["low"] - first["high"], abs=1e-9)
        assert found.difference.high == pytest.approx(second["high"] - first["low"], abs=1e-9)


def test_a_wrong_truth_would_be_seen_and_the_right_one_is_held(monkeypatch):
    study = replace(OF["the same, shared luck"], games=300, names=("rounds", "win_share"))
    assert all(row["kept"] for row in coverage(study, 20))
    wrong = {("rounds", ""): 1.5, ("win_share", "1"): 0.2}
    monkeypatch.setattr(DifferenceStudy, "truth", wrong)
    rows = coverage(study, 20)
    assert [row["kept"] for row in rows] == [False, False]
    assert FINDINGS not in {row["measure"] for row in rows}


def test_truth_is_nothing_or_told_by_formulas():
    assert OF["the same, blocks"].truth is None
    truth = OF["other strength and length"].truth
    assert truth["rounds", ""] == pytest.approx(1 / 0.12 - 10)
    assert truth["win_share", "1"] == pytest.approx(1 / 4.3 - 1.3 / 4.1)


def test_every_measure_has_a_contrast_without_a_number_that_is_none():
    for study in STUDIES[1:3]:
        (found,) = replace(study, games=300).contrasts(1, seed=1)
        measures = {measure for measure, _ in found}
        assert {"seat_gap", "seat_effect", "rounds_p90", "snowball_auc", "score"} <= measures
        for contrast in found.values():
            value, low, high, near, p = contrast.difference
            numbers = [value, low, high, *near, p, contrast.effect]
            assert all(number is None or math.isfinite(number) for number in numbers)
            assert 0.0 <= p <= 1.0


def test_winners_of_the_same_games_are_tested_by_mcnemar():
    rows, sides = sides_of(World((1.2, 1, 0.9), EVEN, luck=1.0), World((0.9, 1, 1.2), EVEN, luck=1.0))
    found = contrasts_of(sides, [("win_share", "2")])["win_share", "2"]
    won = [one["win"][:, 1] == 60 for one in rows]
    only = [np.count_nonzero(won[0] & ~won[1]), np.count_nonzero(won[1] & ~won[0])]
    assert found.difference.p == mcnemar(*only)
    assert found.difference.value == (only[1] - only[0]) / 400
    assert found.effect == pytest.approx(share_effect(won[0].mean(), won[1].mean()))
    assert found.scale is None


def test_winners_of_other_games_are_tested_by_their_shares():
    rows, sides = sides_of(World((1.2, 1, 0.9), EVEN), World((0.9, 1, 1.2), EVEN), apart=True)
    found = contrasts_of(sides, [("win_share", "1")])["win_share", "1"]
    won = [int(np.count_nonzero(one["win"][:, 0])) for one in rows]
    assert (found.difference.value, found.difference.low, found.difference.high, found.difference.p) == (
        pytest.approx(two_proportions(won[0], 400, won[1], 400))
    )


def test_cohens_d_is_in_standard_deviations_of_a_game():
    rows, sides = sides_of(World(EVEN, EVEN), World(EVEN, EVEN, pace=0.12))
    found = contrasts_of(sides, [("rounds", "")])["rounds", ""]
    spread = math.sqrt((rows[0]["rounds"].var(ddof=1) + rows[1]["rounds"].var(ddof=1)) / 2)
    difference = rows[1]["rounds"].mean() - rows[0]["rounds"].mean()
    assert found.difference.value == pytest.approx(difference)
    assert found.effect == pytest.approx(difference / spread)
    assert found.scale == pytest.approx(spread)
    assert found.margin(0.02) == pytest.approx(0.04 * spread)
    assert Contrast(found.difference, None, None).margin(0.02) == 0.02


def test_common_luck_makes_a_difference_more_certain():
    lucky = World((1.2, 1, 0.9), EVEN, luck=1.0, drag=0.5)
    together = sides_of(lucky, lucky)[1]
    apart = sides_of(lucky, lucky, apart=True)[1]
    assert {name: pair.reduction > 1.05 for name, pair in reductions(together).items()} == {
        "rounds": True,
        "win_share 1": True,
    }
    assert all(0.85 < pair.reduction < 1.15 for pair in reductions(apart).values())
    key = [("rounds", "")]
    wide, narrow = (contrasts_of(one, key)["rounds", ""].difference for one in (apart, together))
    assert narrow.high - narrow.low < wide.high - wide.low


def test_a_handful_of_games_says_nothing():
    _, sides = sides_of(World(EVEN, EVEN), World(EVEN, EVEN), games=9)
    found = contrasts_of(sides, list(sides.rows[0]))
    assert not {measure for measure, _ in found} & {"rounds", "drama", "score"}
    assert ("win_share", "1") in found
