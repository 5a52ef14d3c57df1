"""What is said of a hand of cards, beside a plain reading of the rules that tries everything."""

from fractions import Fraction
from itertools import combinations, permutations

import card_oracle
import numpy as np
import pytest
from card_rulebooks import ALL, FIXED_1970, MODERN
from command_line import answered, check_refused, run
from numba import config

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets import exchange_solution
from conquestlab.analysis.games.conquest.card_sets.exchange_answers import timing
from conquestlab.analysis.games.conquest.card_sets.exchange_model import CardTable
from conquestlab.analysis.games.conquest.card_sets.exchange_solution import Solution, solve
from conquestlab.analysis.games.conquest.card_sets.hand_advice import (
    EXCHANGE,
    WAIT,
    habits,
    hand_advice,
    set_choices,
    set_soon,
)
from conquestlab.analysis.games.conquest.card_sets.named_hand import Card, NamedHand, read_hand
from conquestlab.analysis.requests.exact import CardsRequest
from conquestlab.analysis.rules.rulebook import load

LETTERS = "icaj"
compiled = pytest.mark.skipif(config.DISABLE_JIT, reason="too many games for plain Python")


@pytest.fixture(scope="module", autouse=True)
def _quick_solutions():
    """Watch fewer games than a user would."""
    given = exchange_solution.ROUNDS, exchange_solution.WATCHED_TURNS
    exchange_solution.ROUNDS, exchange_solution.WATCHED_TURNS = 8, 200_000
    solve.cache_clear()
    yield
    exchange_solution.ROUNDS, exchange_solution.WATCHED_TURNS = given
    solve.cache_clear()


def drawn_hands(rules, number, seed=5):
    """Hands of three to seven cards out of the deck, some of their lands owned."""
    random = np.random.default_rng(seed)
    deck = card_oracle.deck(rules.arms, rules.jokers)
    for _ in range(number):
        size = int(random.integers(3, min(8, len(deck) + 1)))
        letters = [deck[place] for place in random.choice(len(deck), size, replace=False)]
        own = [letter != "j" and bool(random.integers(2)) for letter in letters]
        yield letters, own


@pytest.mark.parametrize("name", ALL)
def test_the_set_to_give_is_the_best_of_all_that_can_be_tried(name):
    rules = ALL[name]
    for letters, own in drawn_hands(rules, 40):
        hand = NamedHand(
            tuple(Card(LETTERS.index(one), "", mine) for one, mine in zip(letters, own, strict=True))
        )
        pairs = [
            (one, place if mine else None) for place, (one, mine) in enumerate(zip(letters, own, strict=True))
        ]
        owned = {place for place, mine in enumerate(own) if mine}
        best = card_oracle.best_first(rules, pairs, owned, 4)
        choices = set_choices(rules, hand, 4)
        assert bool(choices) == (best is not None)
        if best is None:
            continue
        first = choices[0]
        assert (first.armies + first.bonus + first.after, first.armies + first.bonus) == best[:2]
        assert first.kind.takes[3] == -best[2]
        for choice in choices:
            given = "".join(LETTERS[card.sort] for card in choice.given)
            assert card_oracle.is_set(rules, given)
            assert sorted([*choice.given, *choice.kept]) == sorted(hand.cards)
            shown = sum(card.own for card in choice.given)
            limit = 1 if rules.land_bonus_limit == "one_a_turn" else shown
            assert choice.bonus == rules.land_bonus * min(shown, limit)


def test_a_second_own_land_is_kept_where_one_bonus_is_all():
    mine, other = Card(0, "Peru", own=True), Card(0, "Brazil")
    hand = NamedHand((mine, Card(0, "Chile", own=True), other, Card(0, "Cuba")))
    assert hand.given((3, 0, 0, 0), one_bonus=True) == [mine, other, Card(0, "Cuba")]
    assert sum(card.own for card in hand.given((3, 0, 0, 0))) == 2


@pytest.mark.parametrize("name", ["first_1957", "fixed_1970", "modern", "many_jokers"])
def test_the_chance_of_a_set_soon_counts_all_cards_that_may_come(name):
    rules = ALL[name]
    for letters in (["i", "i", "c"], ["i", "c"], ["a", "a"]):
        hand = NamedHand(tuple(Card(LETTERS.index(one)) for one in letters))
        deck = list(card_oracle.deck(rules.arms, rules.jokers))
        for letter in letters:
            deck.remove(letter)
        for cards, chance in list(set_soon(rules, CardTable(), hand).items())[:2]:
            ways = list(combinations(deck, cards))
            good = sum(card_oracle.holds_set(rules, "".join((*letters, *drawn))) for drawn in ways)
            assert chance == Fraction(good, len(ways)), (letters, cards)


def test_a_pair_of_pairs_is_not_a_set_and_the_next_card_tells():
    hand = NamedHand(tuple(Card(sort) for sort in (0, 0, 1)))
    # 12 infantry, 14 artillery and 2 jokers of the 41 cards that are left make a set.
    assert set_soon(MODERN, CardTable(), hand)[1] == Fraction(28, 41)


def test_habits_are_the_counts_of_those_who_left_this_position_with_such_a_hand():
    others = np.zeros((6, 3, 4), np.int64)
    others[4, 1] = [500, 300, 200, 0]
    others[3, 1] = [0, 0, 0, 9000]
    solution = Solution((), None, None, None, others)
    assert habits(solution, 4, 1) == {0: 0.5, 1: 0.3, 2: 0.2}
    assert habits(solution, 5, 1) == {0: 0.05, 1: 0.03, 2: 0.02, 3: 0.9}  # too rare alone
    assert habits(solution, 3, 2) == {0: 1.0}


@compiled
def test_waiting_is_worth_what_the_table_of_timing_says():
    asked = {"rules": ("risk-modern",), "players": "3", "turns": 12}
    rows = timing(CardsRequest(**asked, show="timing"))
    found = {(row["number"], row["hand"]): row for row in rows}
    for number, named, written in ((5, "inf,cav,art,wild", "1+1+1+j"), (3, "cav,art,inf", "1+1+1")):
        (advice,) = hand_advice(CardsRequest(**asked, hand=named, set=number))
        assert advice.waiting.gain == pytest.approx(found[number, written]["gain"], abs=1e-12)
        assert advice.waiting.met == pytest.approx(found[number, written]["met"], abs=1e-12)
        assert sum(advice.waiting.others.values()) == pytest.approx(1, abs=1e-12)


@compiled
def test_an_obligation_leaves_no_choice():
    (advice,) = hand_advice(CardsRequest(rules=("risk-modern",), hand="i,i,c,a,wild", set=7))
    assert (advice.forced, advice.better, advice.waiting) == (True, EXCHANGE, None)
    told = run("cards", "--hand", "i,i,c,a,wild", "--set", 7, "-r", "risk-modern").stdout
    assert "You must exchange a set now" in told
    # In 1957 nobody has to.
    (advice,) = hand_advice(CardsRequest(rules=("conquete-1957",), hand="i,i,c,a,wild", set=3))
    assert not advice.forced
    assert advice.better in (EXCHANGE, WAIT)


@compiled
def test_fixed_values_have_no_number():
    (advice,) = hand_advice(CardsRequest(rules=("risk-1970-objectives",), hand="i,i,wild,c,a"))
    assert advice.number is None
    assert advice.choices[0].armies == FIXED_1970.fixed.joker_pair
    result = run("cards", "--hand", "i,i,i", "--set", 4, "-r", "risk-1970-objectives")
    check_refused(result, 2, "fixed values")


def test_cards_go_by_many_names():
    book = load("risk-modern")
    for named, sorts in (
        ("inf,Cavalry,ART,wild", (0, 1, 2, 3)),
        ("i,c,a,j", (0, 1, 2, 3)),
        ("soldier, cannon, w", (0, 2, 3)),
    ):
        assert tuple(card.sort for card in read_hand(named, book, MODERN).cards) == sorts
    card = read_hand("brazil+", book, MODERN).cards[0]
    assert (card.land, card.own) == ("Brazil", True)
    assert card.sort == ("infantry", "cavalry", "artillery").index(
        next(land.arm for land in book.map.lands if land.name == "Brazil")
    )


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("inf,brasil", "did you mean brazil"),
        ("wild,wild,wild", "3 of joker"),
        ("peru,peru", "twice"),
        ("wild+", "no land is on a joker"),
        (",", "names no card"),
    ],
)
def test_wrong_hands_are_refused_in_a_line(hand, said):
    with pytest.raises(WrongUse, match=said):
        read_hand(hand, load("risk-modern"), MODERN)


def test_the_next_set_is_named_in_one_of_two_ways():
    check_refused(run("cards", "--hand", "i,c,a", "-r", "risk-modern"), 2, "--set 7", "--brings 20")
    check_refused(run("cards", "--hand", "i,c,a", "--set", 3, "--brings", 8), 2, "two ways")
    check_refused(run("cards", "--hand", "i,c,a", "--brings", 7, "-r", "risk-modern"), 2, "brings 7")


@compiled
def test_the_order_of_the_cards_does_not_matter():
    answers = []
    for order in permutations(("inf", "cav", "art")):
        answer = answered("cards", "--hand", ",".join(order), "--brings", 8, "-r", "risk-modern", "-n", 2)
        answers.append([(row["armies"], row["gain"], row["better"]) for row in answer["rows"]])
        assert answer["meta"]["words"]
    assert all(answer == answers[0] for answer in answers)
