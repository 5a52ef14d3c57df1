"""The measures that only conquest has: against the oracle, on games that were played and on drawn ones."""

from functools import cache
from pathlib import Path

import numpy as np
import oracle_measures as oracle
import pytest

from conquestlab.analysis.evidence.studies.conquest_rows import drawn_rows, forget
from conquestlab.analysis.games.conquest.statistics import LUCK_ONE, dice_losses
from conquestlab.analysis.measures.table import measure_rows
from conquestlab.analysis.measures.tallies import merge_tallies
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.seeds import parse_seeds

NOTED = ("set_delay", "leader_bashed", "decisions")
TABLES = {
    "risk-modern": ("reckless", "random", "reckless"),
    "conquete-1957": ("reckless",) * 4,
    "risk-1970-duel,max_rounds=30": ("greedy", "reckless"),
}


@cache
def played(rules):
    bots = TABLES[rules]
    experiment = experiment_of(rules, len(bots), bots, parse_seeds("3"), 240)
    return experiment, experiment.play(0, experiment.games)


def measured(experiment, rows, **options):
    records = measure_rows(experiment.tally(rows), experiment.measures, **options)
    return {(row["measure"], row["of"]): row for row in records}


@pytest.mark.parametrize("rules", TABLES)
def test_games_that_were_played_have_the_values_of_the_oracle(rules):
    experiment, rows = played(rules)
    seen = measured(experiment, rows)
    assert_values(seen, rows, experiment)
    names = list(dict.fromkeys(experiment.bots))
    if len(names) == 2:
        won = [seen["win_share", name]["value"] for name in names]
        assert seen["skill_gap", " against ".join(names)]["value"] == pytest.approx(won[1] - won[0])


def assert_values(seen, rows, experiment):
    expected = oracle.notes(rows)
    for name in NOTED:
        if (name, "") in seen:
            assert seen[name, ""]["value"] == pytest.approx(float(expected[name]), rel=1e-9), name
        else:
            assert (name, rows["seats"][0]) == ("leader_bashed", 2)
    # A surplus is kept to a thousandth of a standard deviation.
    assert seen["dice_luck", ""]["value"] == pytest.approx(oracle.dice_luck(rows), abs=1e-4)
    assert_lifts(seen, rows, experiment)


def assert_lifts(seen, rows, experiment):
    continents = [continent.id for continent in experiment.rulebook.map.continents]
    known = 0
    for place, found in oracle.continent_lifts(rows, experiment.bots, len(continents)).items():
        row = seen["continent_lift", continents[place]]
        assert row["games"] == oracle.holders_of(rows, place)
        if found is None:
            assert row["value"] is None
            continue
        value, error = found
        assert row["value"] == pytest.approx(value, abs=1e-7), continents[place]
        if row["low"] is not None:
            # The half of the interval is so many errors as t has at its quantile, 1.98 to 2.3.
            assert 1.95 * error < row["high"] - value < 2.4 * error
            assert row["high"] - value == pytest.approx(value - row["low"])
            known += 1
    assert known >= 2


@pytest.mark.parametrize("strengths", [(0.0, 0.0, 0.0), (0.0, 0.8, 0.3)], ids=["apart", "blocks"])
def test_drawn_games_have_the_values_of_the_oracle(strengths):
    experiment, _ = played("risk-modern")
    rows = drawn_rows(3, strengths, 400, np.random.default_rng(5))
    forget(rows)
    assert 0 < np.count_nonzero(rows["swung_by"] >= 0) < rows.size
    assert_values(measured(experiment, rows), rows, experiment)


def test_chunks_add_up_to_the_same_records_in_any_order():
    experiment, _ = played("risk-modern")
    rows = drawn_rows(3, (0.0, 0.8, 0.0), 300, np.random.default_rng(6))
    whole = measure_rows(experiment.tally(rows), experiment.measures)
    pieces = [experiment.tally(rows[at : at + 90]) for at in range(0, rows.size, 90)]
    assert measure_rows(merge_tallies(pieces[::-1]), experiment.measures) == whole
    assert sum(row["value"] is not None for row in whole if row["measure"] == "continent_lift") == 6


def test_bad_dice_go_with_losing():
    experiment, rows = played("conquete-1957")
    row = measured(experiment, rows)["dice_luck", ""]
    assert row["high"] < 0.0
    told_backwards = rows.copy()
    for name in ("lost_attacking", "lost_defending"):
        told_backwards[name] = -rows[name]
    told_backwards["expected_losses"] = -rows["expected_losses"]
    other = measured(experiment, told_backwards)["dice_luck", ""]
    assert other["value"] == pytest.approx(-row["value"], abs=1e-4)
    assert other["low"] == pytest.approx(-row["high"], abs=1e-4)


def test_losses_are_told_in_standard_deviations():
    rows = drawn_rows(3, (0.0,) * 3, 1, np.random.default_rng(7))
    rows["lost_attacking"][0, :3], rows["lost_defending"][0, :3] = (10, 4, 0), (20, 8, 0)
    rows["expected_losses"][0, :3] = np.array([24.0, 18.0, 0.0]) * oracle.ONE
    rows["loss_variance"][0, :3] = np.array([9, 16, 0]) * oracle.ONE
    assert dice_losses(rows, 3)[0].tolist() == [2 * LUCK_ONE, -1.5 * LUCK_ONE, 0]


def test_dice_that_leave_no_choice_say_nothing():
    experiment, rows = played("conquete-1957")
    rows = rows.copy()
    rows["loss_variance"] = 0
    row = measured(experiment, rows)["dice_luck", ""]
    assert row["value"] is row["low"] is row["high"] is None


def test_a_continent_that_nobody_or_everybody_holds_is_worth_nothing_that_is_known():
    experiment, rows = played("risk-modern")
    rows = rows.copy()
    rows["noted_holder"][:, 0] = -1
    seen = measured(experiment, rows)
    first = experiment.rulebook.map.continents[0].id
    assert (seen["continent_lift", first]["value"], seen["continent_lift", first]["games"]) == (None, 0)


def test_where_the_bots_tell_the_winner_a_continent_tells_nothing():
    experiment = experiment_of("risk-1970-duel", 2, ("random", "reckless"), parse_seeds("3"), 240)
    seen = measured(experiment, experiment.play(0, experiment.games))
    assert seen["win_share", "reckless"]["value"] == 1.0
    rows = [row for (measure, _), row in seen.items() if measure == "continent_lift"]
    assert sum(row["games"] for row in rows) > 0
    assert {row["value"] for row in rows} == {None}


def test_continents_of_known_worth_are_found_though_their_holders_are_others_of_each_other():
    """Whoever holds the first continent never holds the last, which is worth most; the last seat is weak."""
    experiment, _ = played("risk-modern")
    worth, dice = np.array([-0.06, 0.0, 0.03, 0.05, -0.02, 0.2]), np.random.default_rng(8)
    rows = drawn_rows(3, (0.0,) * 3, 8000, dice)
    number = np.arange(rows.size)
    holder = dice.integers(3, size=(rows.size, worth.size))
    holder[:, -1] = (holder[:, 0] + 1 + dice.integers(2, size=rows.size)) % 3
    chance = np.full((rows.size, 3), 1 / 3) + np.array([0.05, 0.02, -0.07])
    for continent, gain in enumerate(worth):
        chance -= gain / 3
        chance[number, holder[:, continent]] += gain
    rows["noted_lands"][:, :3], rows["noted_armies"][:, :3] = 14, dice.integers(20, 40, (rows.size, 3))
    rows["noted_holder"][:, : worth.size], rows["noted_round"], rows["how"] = holder, 3, 1
    rows["win"] = 0
    rows["win"][number, (dice.random((rows.size, 1)) >= chance.cumsum(axis=1)[:, :2]).sum(axis=1)] = 60
    seen = measured(experiment, rows)
    for one, gain in zip(experiment.rulebook.map.continents, worth, strict=True):
        row = seen["continent_lift", one.id]
        assert abs(row["value"] - gain) < 2 * (row["high"] - row["low"]), one.id
        assert row["high"] - row["low"] < 0.06


def test_few_games_have_values_without_intervals():
    experiment, rows = played("risk-modern")
    seen = measured(experiment, rows[:12])
    for (measure, _), row in seen.items():
        if measure in ("dice_luck", "continent_lift"):
            assert row["low"] is row["high"] is None


def test_skill_by_hand():
    experiment, rows = played("risk-modern")
    rows = rows.copy()
    rows["win"] = 0
    # The bots move on: x, y, x; then x, x, y; then y, x, x. Of 240 games y wins 144 and both x 96.
    for place in range(rows.size):
        names = [experiment.bots[bot] for bot in rows["bot"][place][:3]]
        strong = names.index("random")
        seat = strong if place % 5 < 3 else next(s for s in range(3) if s != strong)
        rows["win"][place, seat], rows["how"][place] = 60, 1
    row = measured(experiment, rows)["skill_gap", "reckless against random"]
    assert row["value"] == pytest.approx((144 - 96 / 2) / 240)
    assert row["low"] < row["value"] < row["high"]
    other = measured(experiment, rows, skill=("random", "reckless"))["skill_gap", "random against reckless"]
    # The same interval, told the other way round.
    assert [other[end] for end in ("value", "low", "high")] == pytest.approx(
        [-row[end] for end in ("value", "high", "low")]
    )


@pytest.mark.parametrize("rules", ["risk-1970-objectives", "risk-modern", "risk-express"])
def test_every_stream_of_luck_is_documented(rules):
    page = (Path(__file__).parents[3] / "docs" / "measures.md").read_text(encoding="utf-8")
    experiment = experiment_of(rules, 4, (), parse_seeds("1"), 1)
    for stream in experiment.engine.streams(experiment.rulebook):
        assert f"`{stream}`" in page
