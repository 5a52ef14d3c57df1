"""What a measure would be if nothing told who wins: beside games whose winner is drawn again by lot."""

import numpy as np
import oracle_measures as oracle
import pytest

from conquestlab.analysis.evidence.studies.synthetic_games import World, synthetic_rows
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import tally_rows


def baselines(rows, bots):
    return {(row["measure"], row["of"]): row["baseline"] for row in measure_rows(tally_rows(rows, bots))}


def test_leads_by_lot_are_those_of_the_oracle():
    drawn = [one for one in oracle.random_stories(11, games=400, seats=3) if one.sole]
    leaders = {id(one): [one.leader(after) for after in range(1, one.rounds + 1)] for one in drawn}
    stories = [one for one in drawn if None not in leaders[id(one)] and leaders[id(one)][-1] in one.winners]
    assert len(stories) > 100
    found = baselines(oracle.rows_of(stories), ("a",) * 3)
    for measure, value in oracle.baselines(stories).items():
        assert found[measure, ""] == pytest.approx(float(value), abs=1e-6), measure


def test_the_gap_by_chance_is_that_of_even_games():
    world, games = World((1.0,) * 4, (1.0,) * 4), 500
    generator = np.random.Generator(np.random.PCG64(3))
    gaps = [
        np.ptp(tally_rows(synthetic_rows(world, games, generator), world.names).wins.sums[:-1]) / games / 60
        for _ in range(400)
    ]
    baseline = baselines(synthetic_rows(world, games, generator), world.names)["seat_gap", ""]
    assert abs(np.mean(gaps) - baseline) < 4 * np.std(gaps) / 20 + 0.03 * baseline  # n = 400; the drawn noise


def test_each_row_has_the_baseline_of_its_measure():
    found = baselines(oracle.rows_of(oracle.random_stories(4, 40, 4)), ("a", "b", "b", "a"))
    assert found["win_share", "1"] == found["win_share", "b"] == found["winner_led", ""] == 0.25
    assert found["comeback_share", ""] == 0.75
    assert found["snowball_auc", "3"] == 0.5
    assert found["rounds", ""] is None
    assert found["score", "1"] == found["score", "4"]


def test_what_has_no_value_has_no_baseline():
    cut_off = oracle.random_stories(4, 5, 3, cap=1)
    for one in cut_off:
        one.finished, one.winners = False, []
    rows = measure_rows(tally_rows(oracle.rows_of(cut_off), ("a",) * 3))
    assert [row["measure"] for row in rows if row["value"] is None and row["baseline"] is not None] == []
