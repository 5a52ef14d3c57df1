"""From a request about cards to a page."""

import pytest
from numba import config

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_question import EXACT, TABLES
from conquestlab.analysis.requests.exact import CardsRequest
from conquestlab.reports.answer import Output
from conquestlab.reports.games.conquest.card_commands import cards_page

compiled = pytest.mark.skipif(config.DISABLE_JIT, reason="too many games for plain Python")


def page(show, *rules, **asked):
    return cards_page(CardsRequest(rules=rules or ("risk-modern",), show=show, **asked), Output())


@pytest.mark.parametrize("table", EXACT)
def test_exact_tables_need_no_seed(table):
    answer = page(table)
    assert answer.rows
    assert answer.meta == {}
    assert [book.label for book in answer.rulebooks] == ["risk-modern"]


def test_a_simulation_tells_its_seed():
    answer = page("chance", simulate=50, seed="7, cards=9")
    assert answer.meta == {"seed": "7,cards=9", "hands": 50}
    assert all(row["hands"] == 50 for row in answer.rows)


def test_a_rulebook_given_twice_is_shown_once():
    assert len(page("scale", "risk-modern", "risk-modern").rows) == 20


def test_a_figure_that_cannot_be_drawn_is_refused():
    with pytest.raises(WrongUse, match="end its name in"):
        Output(plot="cards.bmp").check()


def test_small_tables_are_played():
    asked = {"players": "2", "policies": ("at_once", "wait_sets:2"), "turns": 5, "simulate": 20}
    answer = page("policies", **asked)
    assert len(answer.rows) == 4
    assert answer.meta == {"seed": "1", "games": 20}
    assert page("policies", **asked, discount=0.5).rows != answer.rows
    assert page("policies", **asked, seed="2").rows != answer.rows
    assert len(page("turns", **asked).rows) == 10


@compiled
def test_timing_says_from_where_exchanging_is_better():
    answer = page("timing", players="2", turns=6)
    assert answer.notes[0].startswith("risk-modern, 2 players: on average")
    assert answer.meta == {}


def test_every_table_has_a_figure():
    from conquestlab.reports.games.conquest.card_figures import DRAWN

    assert set(DRAWN) == set(TABLES)
