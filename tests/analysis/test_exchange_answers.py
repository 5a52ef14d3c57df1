"""The tables of `conquest cards` that are played: gains of waiting, policies, armies by turn."""

import numpy as np
import pytest
from card_rulebooks import MODERN
from numba import config

from conquestlab.analysis.games.conquest.card_sets import exchange_answers, exchange_solution
from conquestlab.analysis.games.conquest.card_sets.card_question import card_tables, read_rules
from conquestlab.analysis.games.conquest.card_sets.exchange_answers import (
    hand_text,
    turning_points,
    waiting_gains,
    without_names,
)
from conquestlab.analysis.games.conquest.card_sets.exchange_solution import solve
from conquestlab.analysis.requests.exact import CardsRequest

compiled = pytest.mark.skipif(config.DISABLE_JIT, reason="too many games for plain Python")


@pytest.fixture(scope="module", autouse=True)
def _quick_solutions():
    """Watch fewer games than a user would."""
    given = exchange_solution.ROUNDS, exchange_solution.WATCHED_TURNS
    exchange_solution.ROUNDS, exchange_solution.WATCHED_TURNS = 6, 200_000
    solve.cache_clear()
    yield
    exchange_solution.ROUNDS, exchange_solution.WATCHED_TURNS = given
    solve.cache_clear()


def rows_of(table, *rules, **asked):
    return getattr(exchange_answers, table)(CardsRequest(rules=rules, **asked))


def test_hands_are_written_by_arm():
    fixed = read_rules("risk-1970-objectives")[1]
    assert hand_text(MODERN, (2, 1, 0, 1)) == "2+1+j"
    assert hand_text(fixed, (2, 0, 1, 2)) == "2i+1a+2j"
    assert without_names(MODERN, (0, 1, 2, 1)) == (2, 1, 0, 1)
    assert without_names(fixed, (0, 1, 2, 1)) == (0, 1, 2, 1)


def test_turning_points_in_words():
    def row(number, gain, met=1.0, rules="a"):
        return {"rules": rules, "players": 4, "number": number, "met": met, "gain": gain}

    rows = [
        row(1, 2.0),
        row(2, -3.0, 0.1),
        row(2, 1.0),
        row(3, -1.0),
        row(1, -1.0, rules="b"),
        row(1, 1.0, rules="c"),
    ]
    said = turning_points([*rows, row(None, 1.0, rules="d")])
    assert [words.split(": ")[1] for words in said] == [
        "on average exchanging at once is better from set 3 on",
        "on average exchanging at once is better throughout",
        "on average waiting is better up to the last set that is met often",
    ]


@compiled
def test_policies():
    rows = rows_of("policies", "risk-modern", policies=("at_once", "wait_sets:2"), turns=8, simulate=2000)
    columns = [
        "rules",
        "players",
        "policy",
        "against",
        "armies",
        "worth",
        "others",
        "lead",
        "low",
        "high",
        "games",
    ]
    assert all(list(row) == columns for row in rows)
    assert [(row["policy"], row["against"]) for row in rows] == [
        (one, other) for one in ("at_once", "wait_sets:2") for other in ("at_once", "wait_sets:2")
    ]
    for row in rows:
        assert row["low"] < row["lead"] < row["high"]
        assert row["lead"] == pytest.approx(row["worth"] - row["others"], abs=1e-5)


@compiled
def test_turns():
    rows = rows_of("turns", "conquete-1957", players="2,3", policies=("at_once",), turns=6, simulate=500)
    assert [(row["players"], row["turn"]) for row in rows] == [
        (n, turn) for n in (2, 3) for turn in range(1, 7)
    ]
    assert all(row["q10"] <= row["armies"] <= row["q90"] for row in rows[3:6])


@compiled
def test_timing_beside_games_in_which_a_coin_decides():
    rows = rows_of("timing", "risk-modern", players="3", turns=9, simulate=40_000)
    hands = {row["hand"] for row in rows}
    assert {"3", "1+1+1", "1+1+j", "2+1+1"} <= hands
    assert not any(row["cards"] >= 5 for row in rows)
    for row in rows:
        assert row["better"] == ("wait" if row["gain"] > 0 else "exchange")
        assert row["met"] >= exchange_answers.LEAST_MET
        assert row["armies"] == [4, 6, 8, 10, 12, 15, 20][row["number"] - 1]
    met = {(row["hand"], row["number"]): row for row in rows}
    # A joker is worth keeping.
    assert met["1+1+j", 1]["gain"] > met["1+1+1", 1]["gain"]
    played = [row["games"] for row in rows]
    share = np.corrcoef(played, [row["met"] for row in rows])[0, 1]
    assert share > 0.99


@compiled
def test_gains_are_averaged_over_turns_and_arms():
    (_, rules, table) = next(card_tables(CardsRequest(rules=("risk-modern",), players="2", turns=7)))
    solution = solve(rules, table)
    case = (1, 1, 1, 0)
    place = solution.hands.index(case)
    met = solution.met[:, :6, :, 0, place]
    expected = (met * solution.gains[:, :6, :, 0, place]).sum() / met.sum()
    often, gain = waiting_gains(rules, solution, table)[case, 0]
    assert gain == pytest.approx(expected)
    assert often == pytest.approx(met.sum() / 2)
    three = [solution.hands.index(hand) for hand in ((3, 0, 0, 0), (0, 3, 0, 0), (0, 0, 3, 0))]
    often, _ = waiting_gains(rules, solution, table)[(3, 0, 0, 0), 0]
    assert often == pytest.approx(solution.met[:, :6, :, 0, three].sum() / 2)


@compiled
def test_fixed_values_have_no_number():
    rows = rows_of("timing", "risk-1970-objectives", players="3", turns=8)
    assert {row["number"] for row in rows} == {None}
    assert {row["hand"]: row["armies"] for row in rows}["1i+1c+1a"] == 10
