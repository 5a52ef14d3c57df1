"""Differences of correlations, slopes and skill: against leaving out group by group, and at their edges."""

import math

import numpy as np
import pytest

from conquestlab.analysis.comparing.compare_answers import compare
from conquestlab.analysis.comparing.contrasts import contrasts_of
from conquestlab.analysis.evidence.studies.conquest_rows import drawn_rows
from conquestlab.analysis.evidence.studies.paired_runs import paired_sides
from conquestlab.analysis.evidence.studies.stocks import MEASURES, Stock
from conquestlab.analysis.measures.statistics import value_of
from conquestlab.analysis.requests.games import CompareRequest

BOTS = ("weak", "strong", "weak", "strong")
NEW = MEASURES[:-3]


def sides_of(gaps, seeds=(1, 1), apart=False, blocks=200, bots=BOTS):
    stocks = [
        Stock("", drawn_rows(4, (0.0, gap, 0.0, gap), blocks, np.random.default_rng(seed)), bots, blocks)
        for gap, seed in zip(gaps, seeds, strict=True)
    ]
    tallies = [stock.tally(stock.rows) for stock in stocks]
    return paired_sides([stock.rows for stock in stocks], tallies, bots, NEW, apart)


def contrasted(sides):
    return contrasts_of(sides, list(sides.rows[0]))


@pytest.mark.parametrize("apart", [False, True], ids=["paired", "apart"])
def test_intervals_are_those_of_leaving_out_one_group_after_the_other(apart):
    sides = sides_of((0.1, 1.5), (1, 2) if apart else (1, 1), apart, blocks=300)
    found = contrasted(sides)
    for key in (("continent_lift", "north_america"), ("dice_luck", "")):
        place = [one.measure for one in sides.base.statistics].index(key[0])
        statistic = sides.base.statistics[place]
        at = statistic.of.index(key[1])
        groups = [tally.grouped[place] for tally in (sides.base, sides.other)]
        values = [
            np.array([value_of(statistic, at, np.delete(one, left, axis=0)) for left in range(100)])
            for one in groups
        ]
        parts = [values[0], values[1]] if apart else [values[1] - values[0]]
        error = math.sqrt(sum(99 / 100 * ((part - part.mean()) ** 2).sum() for part in parts))
        value, low, high, *_ = found[key].difference
        rows = [table[key] for table in sides.rows]
        assert value == pytest.approx(rows[1]["value"] - rows[0]["value"])
        # By t, of as many degrees of freedom as groups differ, less one.
        assert 1.9 < (high - low) / 2 / error < 2.2, key


def test_common_luck_makes_the_difference_more_certain():
    paired, apart = contrasted(sides_of((0.1, 1.5))), contrasted(sides_of((0.1, 1.5), apart=True))
    for key in (
        ("skill_gap", "weak against strong"),
        ("dice_luck", ""),
        ("continent_lift", "north_america"),
    ):
        widths = [one[key].difference.high - one[key].difference.low for one in (paired, apart)]
        assert widths[0] < 0.9 * widths[1], key


def test_skill_differs_by_its_two_values():
    sides = sides_of((0.2, 0.9))
    key = ("skill_gap", "weak against strong")
    found = contrasted(sides)[key]
    assert found.difference.value == pytest.approx(sides.rows[1][key]["value"] - sides.rows[0][key]["value"])
    assert 0.0 < found.difference.low < found.difference.value < found.difference.high
    assert found.effect > 0.0
    assert found.difference.p < 1e-6


def test_bots_alike_have_no_skill_to_compare():
    sides = sides_of((0.0, 0.0), bots=("one",) * 4)
    assert sides.pairs.skill is None
    assert {measure for measure, _ in contrasted(sides)} == set(NEW) - {"skill_gap"}


def test_what_is_the_same_differs_by_nothing():
    for contrast in contrasted(sides_of((0.6, 0.6))).values():
        assert contrast.difference.value == 0.0
        assert contrast.difference.low <= 0.0 <= contrast.difference.high
        assert contrast.difference.p == 1.0


def test_few_blocks_have_no_difference_of_slopes():
    found = contrasted(sides_of((0.5, 0.9), blocks=8))
    assert not {measure for measure, _ in found} & {"dice_luck", "continent_lift", "set_delay"}


def test_few_games_that_differ_tell_no_difference():
    sides = sides_of((0.5, 0.52))
    found = contrasted(sides)
    assert ("skill_gap", "weak against strong") in found
    lifts = [key for key in sides.rows[0] if key[0] == "continent_lift"]
    assert lifts
    assert not set(lifts) & set(found)


def test_compared_rulebooks_have_the_new_measures_and_no_number_that_is_none():
    bots = ("reckless,greedy,reckless",)
    found = compare(
        CompareRequest(rules=("conquete-1957", "conquete-1957-3v2"), players="3", bots=bots, games=600)
    )
    rows = [row for row in found.rows if row["against"]]
    assert set(NEW) <= {row["measure"] for row in rows}
    compared = {row["measure"] for row in rows if row["difference"] is not None}
    assert {"dice_luck", "continent_lift", "set_delay", "leader_bashed", "decisions"} <= compared
    for row in rows:
        numbers = [value for value in row.values() if isinstance(value, float)]
        assert all(math.isfinite(number) for number in numbers), row


def test_a_rulebook_under_another_name_differs_by_exactly_nothing():
    bots = ("reckless,random,reckless",)
    found = compare(
        CompareRequest(
            rules=("risk-modern", "risk-modern,dice.defender=2"), players="3", bots=bots, games=120
        )
    )
    seen = {one.key[0] for one in found.judged}
    assert {"dice_luck", "continent_lift", "skill_gap", "set_delay", "leader_bashed"} <= seen
    for one in found.judged:
        value, low, high, near, p = one.contrast.difference
        assert (value, low, high, near, p) == (0.0, 0.0, 0.0, (0.0, 0.0), 1.0)
