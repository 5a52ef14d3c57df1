"""Figures of cards: readable, with named axes, and drawn from the rows they claim to show."""

import numpy as np
import pytest
from readable import assert_readable

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets import card_answers
from conquestlab.analysis.requests.exact import CardsRequest
from conquestlab.reports.games.conquest.card_figures import DRAWN, policy_map, scale_and_growth, waiting_map

RULES = ("conquete-1957", "risk-1970-objectives", "risk-modern")


def timing_rows(hands=3, numbers=18, rules="risk-modern", players=4):
    random = np.random.default_rng(1)
    names = [
        ("1+1+1", 3, 1),
        ("2+1+1", 4, 1),
        ("2+1+j", 4, 1),
        *((f"{n}+{n}+{n}", 3 * n, n) for n in range(4, 40)),
    ]
    return [
        {
            "rules": rules,
            "players": players,
            "number": number,
            "armies": 4,
            "hand": hand,
            "cards": cards,
            "sets": sets,
        }
        | {"met": 0.1, "gain": float(random.normal(0, 4)), "better": "wait"}
        for hand, cards, sets in names[:hands]
        for number in range(1, numbers + 1)
    ]


def policy_rows(players=4):
    names = ("at_once", "when_forced", "wait_scale:15", "wait_sets:2", "solved")
    return [
        {
            "rules": "risk-modern",
            "players": players,
            "policy": one,
            "against": other,
            "lead": float(place - row),
        }
        for row, one in enumerate(names)
        for place, other in enumerate(names)
    ]


def turn_rows():
    return [
        {"rules": "risk-modern", "players": 4, "policy": policy, "turn": turn, "armies": turn**2.0}
        | {"q10": turn, "q90": 2 * turn**2, "games": 100}
        for policy in ("at_once", "solved")
        for turn in range(1, 21)
    ]


@pytest.mark.parametrize("table", ["chance", "first", "kinds", "bonus", "scale", "worth"])
def test_figures_of_the_exact_tables_are_readable(table):
    rules = RULES[2:] if table in ("worth", "kinds") else RULES
    figure = DRAWN[table](getattr(card_answers, table)(CardsRequest(rules=rules)))
    assert_readable(figure)
    assert all(axes.get_xlabel() and axes.get_ylabel() for axes in figure.axes)


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("timing", timing_rows()),
        ("timing", timing_rows(10, 18) + timing_rows(10, 18, players=6)),
        ("timing", timing_rows(39, 12)),
        ("policies", policy_rows()),
        ("turns", turn_rows()),
    ],
    ids=["one map", "two maps", "many hands", "policies", "turns"],
)
def test_figures_of_played_tables_are_readable(table, rows):
    assert_readable(DRAWN[table](rows))


def test_the_map_shows_the_gain_of_each_hand():
    rows = timing_rows()
    figure = waiting_map(rows)
    axes = figure.axes[0]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["1+1+1", "2+1+1", "2+1+j"]
    shown = np.asarray(axes.collections[0].get_array()).reshape(3, 18)
    expected = [[row["gain"] for row in rows if row["hand"] == hand] for hand in labels]
    assert np.allclose(shown, expected)
    low, high = axes.collections[0].get_clim()
    assert low == -high  # so that no gain is white


def test_many_hands_are_put_together_by_their_sets():
    rows = timing_rows(39, 2)
    for row in rows:
        row["met"] = 0.3 if row["hand"] == "1+1+1" else 0.1
    figure = waiting_map(rows)
    axes = figure.axes[0]
    assert axes.get_ylabel() == "sets in hand"
    first = np.asarray(axes.collections[0].get_array()).reshape(-1, 2)[0, 0]
    ones = {row["hand"]: row["gain"] for row in rows if row["sets"] == 1 and row["number"] == 1}
    assert first == pytest.approx((3 * ones["1+1+1"] + ones["2+1+1"] + ones["2+1+j"]) / 5)


def test_fixed_values_are_one_column_by_armies():
    rows = [
        {**row, "number": None, "armies": armies}
        for armies, row in zip((10, 4, 6), timing_rows(3, 1), strict=True)
    ]
    for row in rows:
        row["cards"] = 3
    axes = waiting_map(rows).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["2+1+1", "2+1+j", "1+1+1"]
    assert_readable(axes.figure)


def test_policies_stand_against_policies():
    axes = policy_map(policy_rows()).axes[0]
    shown = np.asarray(axes.collections[0].get_array()).reshape(5, 5)
    assert shown[0, 4] == 4
    assert shown[4, 0] == -4


def test_too_many_maps_and_nothing_to_draw_are_refused():
    rows = [row for players in range(2, 7) for row in timing_rows(players=players)]
    with pytest.raises(WrongUse, match="at most 4 tables"):
        waiting_map(rows)
    with pytest.raises(WrongUse, match="nothing to draw"):
        waiting_map([])
    with pytest.raises(WrongUse, match="fixed values"):
        scale_and_growth(card_answers.scale(CardsRequest(rules=("risk-1970-objectives",))))
