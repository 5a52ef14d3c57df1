"""Contrasts of whole runs: they cover, they err seldom, and they say what a slow reading says."""

import math
from dataclasses import replace

import numpy as np
import pytest

from conquestlab.analysis.comparing.contrast import Contrast, Sides
from conquestlab.analysis.comparing.contrasts import contrasts_of, reductions
from conquestlab.analysis.comparing.pairs import Side, pair_up
from conquestlab.analysis.evidence.studies.differences import (
    FINDINGS,
    STUDIES,
    contrasts_of_runs,
    difference_coverage,
    true_differences,
)
from conquestlab.analysis.evidence.studies.synthetic_games import World, luck_of_blocks, synthetic_rows
from conquestlab.analysis.measures.significance import mcnemar, share_effect, two_proportions
from conquestlab.analysis.measures.table import measure_records
from conquestlab.analysis.measures.tallies import tally_rows

REPETITIONS = 50
QUICK = ("win_share", "seat_slope", "rounds", "rounds_median", "unfinished_share", "drama")
OF = {study.name: study for study in STUDIES}
EVEN = (1.0,) * 3


def sides_of(first, second, games=400, apart=False, seed=1):
    """Two runs, the rows beside what is made of them."""
    generator = np.random.default_rng(seed)
    luck = None if apart else luck_of_blocks(first, games, generator)
    rows = [synthetic_rows(world, games, generator, luck) for world in (first, second)]
    tallies = [tally_rows(one, first.names) for one in rows]
    tables = [{(row["measure"], row["of"]): row for row in measure_records(tally)} for tally in tallies]
    pair = [Side(one, tally.quantities, first.names) for one, tally in zip(rows, tallies, strict=True)]
    return rows, Sides(*tallies, pair_up(*pair, min(first.cap, second.cap)), tuple(tables), apart)


@pytest.mark.parametrize("name", ["the same, blocks", "other strength and length"])
def test_intervals_of_differences_cover_what_they_promise(name):
    study = replace(OF[name], games=300)
    for row in difference_coverage(study, REPETITIONS, seed=7, names=QUICK):
        least = 0.95 - 4 * math.sqrt(0.95 * 0.05 / REPETITIONS)
        assert row["covered"] > least, row
        assert row["runs"] == REPETITIONS


def test_sizes_of_uneven_seats_cover_from_nothing_to_something():
    rows = difference_coverage(replace(OF["from even to uneven"], games=300), 15, seed=3, names=["seat_gap"])
    assert [row["measure"] for row in rows] == ["seat_gap"]
    assert rows[0]["covered"] > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 15)


def test_a_wrong_truth_would_be_seen(monkeypatch):
    study = replace(OF["the same, shared luck"], games=300)
    monkeypatch.setattr(
        "conquestlab.analysis.evidence.studies.differences.true_differences",
        lambda _: {("rounds", ""): 1.5, ("win_share", "1"): 0.2},
    )
    rows = difference_coverage(study, 20, names=["rounds", "win_share"])
    assert [row["kept"] for row in rows] == [False, False]
    assert FINDINGS not in {row["measure"] for row in rows}


def test_truth_is_nothing_or_told_by_formulas():
    assert true_differences(OF["the same, blocks"]) is None
    truth = true_differences(OF["other strength and length"])
    assert truth["rounds", ""] == pytest.approx(1 / 0.12 - 10)
    assert truth["win_share", "1"] == pytest.approx(1 / 4.3 - 1.3 / 4.1)


def test_every_measure_has_a_contrast_without_a_number_that_is_none():
    for study in STUDIES[1:3]:
        (found,) = contrasts_of_runs(replace(study, games=300), 1)
        measures = {measure for measure, _ in found}
        assert {"seat_gap", "seat_effect", "rounds_p90", "snowball_auc", "score", "uncertainty"} <= measures
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
    assert not {measure for measure, _ in found} & {"rounds", "drama", "snowball_auc", "rounds_cv"}
    assert ("win_share", "1") in found
