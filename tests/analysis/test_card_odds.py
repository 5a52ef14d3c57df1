from fractions import Fraction
from itertools import combinations
from math import comb

import card_oracle as oracle
import pytest
from card_rulebooks import ALL, FIRST_1957, FIXED_1970, MODERN, NO_JOKERS, SECOND_1957, WILD_1957, WORLD_1970

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_odds import (
    bonus_law,
    card_worth,
    first_set_kinds,
    first_set_law,
    hands,
    kind_chances,
    mean_bonus,
    mean_cards_to_set,
    mean_hand_armies,
    mean_sets,
    set_chance,
    sure_hand_size,
)
from conquestlab.analysis.games.conquest.card_sets.card_rules import set_kinds

RULES = pytest.mark.parametrize("rules", ALL.values(), ids=ALL)
SMALL = {"arms": (3, 3, 2)}  # so few cards that even their orders can be tried


def over_hands(rules, size, worth):
    """The mean of a worth over all hands, each tried."""
    every = oracle.hands_of(rules, size)
    return Fraction(sum(ways * worth("".join(cards)) for cards, ways in every.items()), every.total())


@RULES
def test_hands_are_all_hands(rules):
    for size in range(6):
        tried = {
            tuple("".join(cards).count(letter) for letter in "icaj"): ways
            for cards, ways in oracle.hands_of(rules, size).items()
        }
        assert dict(hands(rules, size)) == tried
        assert sum(tried.values()) == comb(sum(rules.deck), size)


@RULES
def test_chance_of_a_set_over_all_hands(rules):
    for size in range(6):
        assert set_chance(rules, size) == over_hands(rules, size, lambda hand: oracle.holds_set(rules, hand))


def test_published_chances_of_a_set():
    assert [round(float(set_chance(NO_JOKERS, size)), 3) for size in (3, 4, 5)] == [0.334, 0.778, 1]
    assert set_chance(MODERN, 3) == Fraction(200, 473)
    assert round(float(set_chance(MODERN, 4)), 3) == 0.817
    assert round(float(mean_cards_to_set(MODERN)), 3) == 3.760


def test_5_a_set_is_sure_with_five_cards_in_1970_and_not_in_1957():
    assert [sure_hand_size(rules) for rules in (FIXED_1970, WORLD_1970, MODERN)] == [5, 5, 5]
    # All 28 cards of two arms hold no series, and wild jokers are a third arm.
    assert [sure_hand_size(rules) for rules in (FIRST_1957, SECOND_1957, WILD_1957)] == [29, 29, 29]
    assert set_chance(FIRST_1957, 5) < 1


@RULES
def test_mean_sets_and_armies_over_all_hands(rules):
    rules = rules._replace(**SMALL)
    for size in range(6):
        armies = over_hands(rules, size, lambda hand: oracle.most_armies(rules, hand, 2))
        assert mean_hand_armies(rules, size, 2) == armies
    counting = rules._replace(sets="three_arms", scale=(1,), scale_step=0)
    assert mean_sets(counting, 5) == over_hands(counting, 5, lambda hand: oracle.most_armies(counting, hand))


@RULES
def test_worths_of_the_cards_of_a_hand_add_up(rules):
    assert sum(card_worth(rules, size, 4) for size in range(1, 8)) == mean_hand_armies(rules, 7, 4)


@RULES
def test_chance_of_each_kind_over_all_hands(rules):
    def named(hand, name):
        return any(
            all(hand.count(letter) >= taken for letter, taken in zip("icaj", kind.takes, strict=True))
            for kind in set_kinds(rules)
            if kind.name == name
        )

    for size in (1, 3, 4):
        for name, chance in kind_chances(rules, size).items():
            assert chance == over_hands(rules, size, lambda hand, name=name: named(hand, name)), name


@RULES
def test_law_of_the_first_set_over_all_orders_of_the_cards(rules):
    rules = rules._replace(arms=(2, 2, 1), jokers=min(rules.jokers, 2))
    cards = oracle.deck(rules.arms, rules.jokers)
    law, kinds = {}, {}

    def go_on(hand, left, chance):
        if hand and oracle.holds_set(rules, hand):
            law[len(hand)] = law.get(len(hand), 0) + chance
            jokers = -oracle.best_first(rules, [(letter, None) for letter in hand], set())[2]
            kinds[jokers] = kinds.get(jokers, 0) + chance
            return
        for place, letter in enumerate(left):
            go_on(hand + letter, left[:place] + left[place + 1 :], chance / len(left))

    go_on("", cards, Fraction(1))
    assert {size: chance for size, chance in enumerate(first_set_law(rules)) if chance} == law
    assert mean_cards_to_set(rules) == sum(size * chance for size, chance in law.items())
    jokers_taken = {kind.name: kind.takes[3] for kind in set_kinds(rules)}
    for jokers, chance in kinds.items():
        named = [share for name, (share, _) in first_set_kinds(rules).items() if jokers_taken[name] == jokers]
        assert sum(named) == chance


@RULES
def test_first_kinds_are_a_law_with_the_same_mean(rules):
    kinds = first_set_kinds(rules).values()
    assert sum(chance for chance, _ in kinds) == 1
    assert sum(chance * cards for chance, cards in kinds) == mean_cards_to_set(rules)


@pytest.mark.parametrize("name", ["fixed_1970", "world_1970", "modern"])
@pytest.mark.parametrize("lands_held", [0, 1, 4, 8])
def test_5_land_bonus_over_all_hands_and_all_lands(name, lands_held):
    rules = ALL[name]._replace(arms=(3, 3, 2), jokers=1)
    cards = [
        (letter, None if letter == "j" else land) for land, letter in enumerate(oracle.deck(rules.arms, 1))
    ]
    law = {}
    for owned in combinations(range(8), lands_held):
        for hand in combinations(cards, 4):
            best = oracle.best_first(rules, hand, set(owned))
            if best:
                worths = values_and_worths(rules, hand, set(owned))
                (bonus,) = {now - value for value, now in worths if now == best[1]}
                law[bonus] = law.get(bonus, 0) + 1
    total = sum(law.values())
    assert bonus_law(rules, 4, lands_held) == {
        bonus: Fraction(ways, total) for bonus, ways in sorted(law.items())
    }


def values_and_worths(rules, hand, owned):
    for places in oracle.sets_of(rules, hand):
        taken = [hand[place] for place in places]
        value = oracle.set_value(rules, "".join(letter for letter, _ in taken), 1)
        yield value, value + oracle.bonus(rules, taken, owned)


def test_5_land_bonus_of_all_lands_and_of_none():
    assert mean_bonus(FIXED_1970, 3, 0) == 0
    assert bonus_law(NO_JOKERS, 3, 42) == {2: 1}
    assert bonus_law(NO_JOKERS._replace(land_bonus_limit="every_card"), 3, 42) == {6: 1}
    # Three land cards, 14 of 42 lands: each card is one's own with a chance of a third.
    assert mean_bonus(NO_JOKERS._replace(land_bonus_limit="every_card"), 3, 14) == 3 * 2 * Fraction(14, 42)
    assert bonus_law(NO_JOKERS, 3, 14)[0] == Fraction(comb(28, 3), comb(42, 3))


def test_what_cannot_be_dealt_is_refused():
    with pytest.raises(WrongUse, match="0 to 44 cards"):
        set_chance(MODERN, 45)
    with pytest.raises(WrongUse, match="0 to 42 lands"):
        bonus_law(MODERN, 3, 43)
    with pytest.raises(WrongUse, match="larger hand"):
        bonus_law(MODERN, 2, 10)
    with pytest.raises(WrongUse, match="no set"):
        first_set_law(MODERN._replace(sets="three_arms", jokers=0, arms=(9, 9, 0)))
