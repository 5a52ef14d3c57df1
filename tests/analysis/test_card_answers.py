"""What `conquest cards` shows: known figures, each beside its simulated one, and the same for any jobs."""

from math import inf

import numpy as np
import pytest
from card_rulebooks import MODERN
from numba import config

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets import card_answers, card_simulation
from conquestlab.analysis.games.conquest.card_sets.card_question import card_tables, read_rules
from conquestlab.analysis.games.conquest.card_sets.card_rules import CardRules
from conquestlab.analysis.games.conquest.card_sets.card_simulation import (
    Dealt,
    deal_armies,
    deal_bonuses,
    deal_sets,
    mean_beside,
)
from conquestlab.analysis.games.conquest.card_sets.exchange_answers import policies
from conquestlab.analysis.requests.exact import CardsRequest

CONQUEST = ("conquete-1957", "conquete-1957-second", "risk-1970-objectives", "risk-1970-world", "risk-modern")
HANDS = 150 if config.DISABLE_JIT else 60_000
SIMULATED = ["simulated", "low", "high", "z", "hands"]
EXACT = {
    "chance": ["rules", "cards", "chance", "first", "sets"],
    "first": ["rules", "set", "share", "cards"],
    "kinds": ["rules", "set", "cards", "chance"],
    "bonus": ["rules", "lands", "cards", "bonus", "chance"],
    "scale": ["rules", "number", "set", "armies", "more", "total"],
    "worth": ["rules", "number", "cards", "last_card", "armies"],
}


def rows_of(table, *rules, **asked):
    return getattr(card_answers, table)(CardsRequest(rules=rules, **asked))


def test_what_the_rulebooks_say_about_cards():
    first, second, fixed, world, modern = (read_rules(name)[1] for name in CONQUEST)
    assert first == CardRules("three_arms", scale=(4, 6, 8, 10, 12, 15, 20, 25), draw="start")
    assert (second.scale[0], second.draw, second.lands_per_army) == (6, "remainder", 4)
    assert (fixed.sets, fixed.must_exchange_at, fixed.land_bonus) == ("fixed", 5, 2)
    assert (world.sets, world.land_bonus_limit) == ("alike_or_different", "every_card")
    assert modern == MODERN._replace(scale=first.scale, capture_bonus="bound")
    assert read_rules("risk-1970-world,world_card_bonus=off")[1].land_bonus == 0


@pytest.mark.parametrize("table", EXACT)
def test_columns_of_the_exact_tables(table):
    rows = rows_of(table, *CONQUEST)
    assert all(list(row) == EXACT[table] for row in rows)
    assert {row["rules"] for row in rows} >= {"risk-1970-world", "risk-modern"}


def test_published_chances():
    for rules, chances in (
        ("risk-modern,cards.jokers=0", (0.334, 0.778, 1)),
        ("risk-modern", (0.423, 0.817, 1)),
    ):
        rows = {row["cards"]: row["chance"] for row in rows_of("chance", rules)}
        assert [round(rows[cards], 3) for cards in (3, 4, 5)] == list(chances)
        assert rows[3] == (200 / 473 if rules == "risk-modern" else pytest.approx(0.33414634, abs=1e-8))
    (mean,) = (row["cards"] for row in rows_of("first", "risk-modern") if row["set"] == "any")
    assert round(mean, 3) == 3.760


def test_the_scale_and_the_fixed_values():
    rows = rows_of("scale", "conquete-1957", "risk-1970-objectives")
    assert [row["armies"] for row in rows[:9]] == [4, 6, 8, 10, 12, 15, 20, 25, 30]
    assert [row["total"] for row in rows[:3]] == [4, 10, 18]
    assert [row["more"] for row in rows[:6]] == [4, 2, 2, 2, 2, 3]
    fixed = {row["set"]: row["armies"] for row in rows if row["number"] is None}
    assert fixed == {"infantry": 6, "cavalry": 8, "artillery": 4, "different": 10, "joker_pair": 12}


@pytest.mark.parametrize("table", [table for table in EXACT if table != "scale"])
def test_every_exact_figure_stands_beside_its_simulated_one(table):
    rows = rows_of(table, *CONQUEST, simulate=HANDS, seed="5")
    assert all(list(row) == EXACT[table] + SIMULATED for row in rows)
    main = {"chance": "chance", "first": "cards", "kinds": "chance", "bonus": "bonus", "worth": "armies"}[
        table
    ]
    tested = 0
    for row in rows:
        if row["z"] is None or row["hands"] < 1000:
            continue
        assert abs(row["z"]) < 4.5, row
        assert row["low"] <= row["simulated"] <= row["high"]
        tested += row["low"] < row[main] < row["high"]
    assert config.DISABLE_JIT or tested > 0.6 * len([row for row in rows if row["z"]])


def test_dealing_does_not_depend_on_jobs_or_chunks(monkeypatch):
    hands = 90 if config.DISABLE_JIT else 5000
    dealt = Dealt(hands, np.full(6, 4, np.uint64), 1)
    before = (
        deal_sets(MODERN, 5, dealt),
        deal_armies(MODERN, 5, (1, 9), dealt),
        deal_bonuses(MODERN, 5, (9, 30), dealt),
    )
    monkeypatch.setattr(card_simulation, "CHUNK", 40)
    dealt = dealt._replace(jobs=2)
    after = (
        deal_sets(MODERN, 5, dealt),
        deal_armies(MODERN, 5, (1, 9), dealt),
        deal_bonuses(MODERN, 5, (9, 30), dealt),
    )
    for one, other in zip((*before[0][1:], *before[1:]), (*after[0][1:], *after[1:]), strict=True):
        assert np.array_equal(one, other)


def test_the_same_hands_with_and_without_compiling():
    """Written down once."""
    tally = deal_sets(MODERN, 5, Dealt(200, np.full(6, 4, np.uint64), 1))
    assert tally.holding.tolist() == [0, 0, 0, 91, 164, 200]


def test_a_mean_beside_its_exact_value():
    beside = mean_beside(30, 110, 10, 2.5)
    error = ((110 / 10 - 9) / 9) ** 0.5
    assert beside["simulated"] == 3
    assert beside["z"] == pytest.approx(0.5 / error)
    assert beside["high"] - beside["low"] == pytest.approx(2 * 1.959964 * error)
    assert mean_beside(20, 40, 10, 2.0)["z"] == 0
    assert mean_beside(20, 40, 10, 1.0)["z"] == inf
    assert mean_beside(2, 4, 1, 2.0) == {"simulated": 2, "low": None, "high": None, "z": None}


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(WrongUse, match="no cards to exchange"):
        rows_of("chance", "risk-express")
    with pytest.raises(WrongUse, match="no land bonus"):
        rows_of("bonus", "conquete-1957")
    with pytest.raises(WrongUse, match="is for 2 players, not 3"):
        policies(CardsRequest(rules=("risk-1970-duel",), players="3"))
    with pytest.raises(WrongUse, match="--simulate is 2 to"):
        rows_of("chance", "risk-modern", simulate=1)
    with pytest.raises(WrongUse, match="no policy is named"):
        policies(CardsRequest(rules=("risk-modern",), policies=()))


def test_tables_are_those_of_each_rulebook_and_number_of_players():
    tables = list(card_tables(CardsRequest(rules=("risk-modern", "risk-1970-duel"), turns=9)))
    assert [(book.name, table.players, table.turns) for book, _, table in tables] == [
        ("risk-modern", 4, 9),
        ("risk-1970-duel", 2, 9),
    ]
    players = [
        table.players for _, _, table in card_tables(CardsRequest(rules=("risk-modern",), players="2-4,6"))
    ]
    assert players == [2, 3, 4, 6]
