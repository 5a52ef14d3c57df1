"""The evidence on statistics: it agrees as things stand, and anything wrong makes it differ."""

import math

import numpy as np
import pytest

from conquestlab.analysis.evidence import statistical
from conquestlab.analysis.evidence.statistical import TRIED, statistics_rows, steps
from conquestlab.analysis.evidence.studies import tried_intervals, tried_tests
from conquestlab.analysis.measures import intervals

STUDIES = ("PLAYED", "COMPARED", "LUCK", "STOCKS", "STOCKS_COMPARED", "TUNED")


@pytest.fixture
def _no_studies(monkeypatch):
    for studies in STUDIES:
        monkeypatch.setattr(statistical, studies, ())


@pytest.mark.usefixtures("_no_studies")
def test_everything_agrees_and_is_told_step_by_step():
    heard = []
    found = statistics_rows(4, seed=4, tried=heard.append)
    assert {row["verdict"] for row in found} == {"ok"}
    assert len(found) == len(TRIED) == sum(heard) == steps()
    for row in found:
        assert row["games"] == 200
        assert row["low"] <= row["value"] <= row["high"]
        error = math.sqrt(row["expected"] * (1 - row["expected"]) / 200)
        if "test finds" in row["of"]:
            assert abs(row["value"] - row["expected"]) < 4 * error + 0.01
        elif "covers" in row["of"]:
            assert row["value"] > 0.95 - 4 * error
        else:
            assert row["value"] < 0.05 + 4 * error


def test_whole_runs_are_tried(monkeypatch):
    monkeypatch.setattr(statistical, "TRIED", TRIED[:1])
    monkeypatch.setattr(statistical, "COMPARED", statistical.COMPARED[1:2])
    monkeypatch.setattr(statistical, "TUNED", ("one number, bent", "out of reach", "flat"))
    found = statistics_rows(1)[1:]
    assert [row["of"].partition(":")[0] for row in found] == [
        "play, uneven seats",
        "play, even seats",
        "compare, the same, luck of their own",
        "compare, the same, luck of their own",
        "compare, the same, luck of their own",
        "luck, even seats, only together",
        "luck, other bots",
        "notes, luck of their own",
        "notes, blocks",
        "notes compared, blocks, shared luck",
        "tune, one number, bent",
        "tune, out of reach",
        "tune, flat",
    ]
    assert {row["games"] for row in found} == {statistical.FEWEST_RUNS}
    assert {row["verdict"] for row in found} == {"ok"}


def test_a_tuning_that_is_too_sure_differs(monkeypatch):
    from conquestlab.analysis.tuning import search

    for studies in ("TRIED", *STUDIES):
        monkeypatch.setattr(statistical, studies, ())
    monkeypatch.setattr(statistical, "TUNED", ("one number, bent",))
    honest = search.spread_of
    monkeypatch.setattr(search, "spread_of", lambda *given: honest(*given[:-1], 0.3))
    (row,) = statistics_rows(60)
    assert row["verdict"] == "differs"
    assert row["games"] == 30


def differing(monkeypatch, place, games=40):
    monkeypatch.setattr(statistical, "TRIED", (TRIED[place],))
    for studies in STUDIES:
        monkeypatch.setattr(statistical, studies, ())
    (row,) = statistics_rows(games)
    return row["verdict"] == "differs"


def test_an_interval_too_narrow_differs(monkeypatch):
    honest = intervals.normal_quantile
    monkeypatch.setattr(intervals, "normal_quantile", lambda *given: 0.75 * honest(*given))
    assert differing(monkeypatch, 0)


def test_seats_looked_at_one_by_one_differ(monkeypatch):
    honest = tried_intervals.wilson
    monkeypatch.setattr(tried_intervals, "wilson", lambda count, trials, level, family: honest(count, trials))
    assert differing(monkeypatch, 1)


def test_a_test_that_errs_too_often_differs(monkeypatch):
    place = next(i for i, one in enumerate(TRIED) if "Holm, 40 independent" in one.of)
    monkeypatch.setattr(tried_tests, "holm", lambda p_values: [10 * p for p in p_values])
    assert differing(monkeypatch, place, games=10)


def test_a_test_that_finds_too_little_differs(monkeypatch):
    place = next(i for i, one in enumerate(TRIED) if "finds: McNemar" in one.of)
    honest = tried_tests.mcnemar
    power = TRIED[place].expected()
    monkeypatch.setattr(statistical, "TRIED", (TRIED[place]._replace(expected=lambda: power),))
    monkeypatch.setattr(tried_tests, "mcnemar", lambda a, b: min(1.0, 2 * honest(a, b)))
    assert differing_as_is(monkeypatch)


def differing_as_is(monkeypatch):
    for studies in STUDIES:
        monkeypatch.setattr(statistical, studies, ())
    (row,) = statistics_rows(40)
    return row["verdict"] == "differs"


def test_the_power_of_mcnemar_against_all_that_can_happen():
    """By trinomial probabilities, term by term."""
    first, second, games = 0.1, 0.3, 12
    total = 0.0
    for a in range(games + 1):
        for b in range(games + 1 - a):
            rest = games - a - b
            ways = math.factorial(games) / math.factorial(a) / math.factorial(b) / math.factorial(rest)
            if tried_tests.mcnemar(a, b) <= 0.05:
                total += ways * first**a * second**b * (1 - first - second) ** rest
    assert tried_tests.mcnemar_power(first, second, games) == pytest.approx(total)


def test_the_power_of_t_and_of_chi_square_at_their_ends():
    assert tried_tests.paired_t_power(0.0, 40) == pytest.approx(0.05)
    assert tried_tests.chi_square_power((0.25,) * 4, 1000) == pytest.approx(0.05)
    assert tried_tests.paired_t_power(2.0, 40) == pytest.approx(1.0)
    assert tried_tests.equality_power(5.0, 40) == pytest.approx(1.0)
    assert tried_tests.equality_power(0.01, 40) == 0.0


def test_pairs_of_wins_have_the_chances_they_are_said_to_have():
    first, second = tried_intervals.pairs_of_wins(np.random.default_rng(1), 100_000)
    error = math.sqrt(0.25 / 100_000)
    assert np.mean(first) == pytest.approx(0.25, abs=4 * error)
    assert np.mean(second) == pytest.approx(0.32, abs=4 * error)
    assert np.mean(first * second) == pytest.approx(0.2, abs=4 * error)
