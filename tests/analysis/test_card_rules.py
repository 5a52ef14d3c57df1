import card_oracle as oracle
import pytest
from card_rulebooks import ALL, FIRST_1957, FIXED_1970, MODERN, SECOND_1957, WORLD_1970

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.card_sets.card_rules import (
    best_sets,
    cards_due,
    hand_armies,
    holds_set,
    kind_of,
    land_bonus,
    may_exchange_captured,
    must_exchange,
    must_exchange_captured,
    next_set,
    scale_total,
    scale_value,
    set_kinds,
    without,
)

RULES = pytest.mark.parametrize("rules", ALL.values(), ids=ALL)


def counted(letters):
    return tuple(letters.count(letter) for letter in "icaj")


def fixed_armies(letters):
    kind = kind_of(FIXED_1970, counted(letters))
    return kind.armies if kind else None


def test_3_4_the_scale_of_the_first_rule():
    assert [scale_value(FIRST_1957, n) for n in range(1, 12)] == [4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40]


def test_9_the_scale_is_a_formula_and_never_ends():
    assert scale_value(FIRST_1957, 223) == 25 + 5 * (223 - 8)
    assert scale_value(FIRST_1957._replace(scale=(7,), scale_step=0), 50) == 7
    assert scale_value(FIRST_1957._replace(scale=(), scale_step=3), 4) == 12


def test_3_7_two_series_at_once_and_three_after_one():
    assert scale_total(FIRST_1957, 1, 2) == 4 + 6 == 10
    assert scale_total(FIRST_1957, 2, 3) == 6 + 8 + 10 == 24
    assert hand_armies(FIRST_1957, counted("icajicajj"), 2) == 6 + 8 + 10 + 12 + 15


def test_4_the_scale_of_the_second_rule():
    assert [scale_value(SECOND_1957, n) for n in range(1, 10)] == [6, 8, 10, 12, 15, 20, 25, 30, 35]


def test_4_armies_and_cards_by_lands():
    printed = {
        1: (0, 1),
        2: (0, 2),
        3: (0, 3),
        4: (1, 0),
        5: (1, 1),
        6: (1, 2),
        7: (1, 3),
        8: (2, 0),
        9: (2, 1),
    }
    printed |= {12: (3, 0), 16: (4, 0), 42: (10, 2)}
    for lands, (armies, cards) in printed.items():
        assert (lands // SECOND_1957.lands_per_army, cards_due(SECOND_1957, lands, False)) == (armies, cards)


def test_3_4_and_5_when_a_card_is_due():
    assert [cards_due(FIRST_1957, lands, taken) for lands in (1, 14) for taken in (False, True)] == [1] * 4
    assert [cards_due(WORLD_1970, 14, taken) for taken in (False, True)] == [0, 1]


def test_5_2_third_set_of_the_game_whoever_exchanges():
    assert scale_value(WORLD_1970, 3) == 8
    assert hand_armies(WORLD_1970, counted("iii"), 3) == 8


def test_5_2_fixed_values():
    assert [fixed_armies(cards) for cards in ("aaa", "iii", "ccc", "ica", "jcc")] == [4, 6, 8, 10, 12]
    assert fixed_armies("jci") is None
    assert fixed_armies("iic") is None


def test_3_7_what_is_a_series_in_1957():
    assert kind_of(FIRST_1957, counted("ica"))
    assert kind_of(FIRST_1957, counted("j"))
    assert not kind_of(FIRST_1957, counted("iii"))
    assert not kind_of(FIRST_1957, counted("aac"))
    assert not kind_of(FIRST_1957, counted("jic"))


def test_5_2_what_is_a_set_in_the_world_game():
    assert all(kind_of(WORLD_1970, counted(cards)) for cards in ("iii", "ica", "jic", "jii", "jji"))
    assert not any(kind_of(WORLD_1970, counted(cards)) for cards in ("iic", "j", "jj", "ij"))


def test_5_1_r6_two_jokers_and_a_card():
    assert kind_of(FIXED_1970, counted("jji")) is None
    assert kind_of(WORLD_1970, counted("jji"))


def test_5_values_do_not_grow_where_they_are_fixed():
    with pytest.raises(WrongUse, match="fixed set values"):
        scale_value(FIXED_1970, 1)


def test_unknown_sets_are_refused():
    with pytest.raises(WrongUse, match="alike_or_different"):
        set_kinds(MODERN._replace(sets="poker"))


@RULES
def test_every_hand_holds_a_set_exactly_when_one_is_found_by_trying(rules):
    for size in range(6):
        for cards in oracle.hands_of(rules, size):
            letters = "".join(cards)
            assert holds_set(rules, counted(letters)) == oracle.holds_set(rules, letters), letters


@RULES
def test_best_sets_against_all_ways_to_exchange(rules):
    for size in range(7):
        for cards in oracle.hands_of(rules._replace(arms=(5, 5, 5)), size):
            letters = "".join(cards)
            hand = counted(letters)
            assert hand_armies(rules, hand, 3) == oracle.most_armies(rules, letters, 3), letters
            left = hand
            for kind in best_sets(rules, hand):
                left = without(left, kind.takes)
            assert min(left) >= 0


@RULES
def test_next_set_against_all_sets(rules):
    owned = {0, 1, 14, 28}
    for size in range(6):
        for cards in oracle.hands_of(rules._replace(arms=(3, 3, 3)), size):
            letters = "".join(cards)
            with_lands = [
                (letter, None if letter == "j" else "ica".index(letter) * 14 + place)
                for place, letter in enumerate(letters)
            ]
            own = tuple(sum(1 for card, land in with_lands if card == arm and land in owned) for arm in "ica")
            kind = next_set(rules, counted(letters), 2, own)
            expected = oracle.best_first(rules, with_lands, owned, 2)
            if expected is None:
                assert kind is None
            else:
                assert (
                    land_bonus(rules, kind.takes, own)
                    + oracle.set_value(
                        rules,
                        "".join(letter * taken for letter, taken in zip("icaj", kind.takes, strict=True)),
                        2,
                    )
                    == expected[1]
                ), letters
                assert -kind.takes[3] == expected[2], letters


def test_5_exchange_is_compulsory_from_five_cards_on():
    assert not must_exchange(WORLD_1970, (4, 0, 0, 0))
    assert must_exchange(WORLD_1970, (2, 2, 1, 0))
    assert not must_exchange(FIRST_1957, (9, 9, 9, 2))
    assert not must_exchange(WORLD_1970._replace(sets="three_arms"), (5, 0, 0, 0))


def test_5D_captured_cards_force_from_six_down_to_four():
    assert not must_exchange_captured(MODERN, (2, 2, 1, 0), False)
    assert must_exchange_captured(MODERN, (2, 2, 2, 0), False)
    assert must_exchange_captured(MODERN, (2, 2, 1, 0), True)
    assert not must_exchange_captured(MODERN, (2, 2, 0, 0), True)
    assert not may_exchange_captured(MODERN, (2, 2, 1, 0), False)


def test_5_1_r12_captured_cards_may_be_exchanged_at_once():
    assert not must_exchange_captured(WORLD_1970, (3, 3, 3, 0), False)
    assert may_exchange_captured(WORLD_1970, (1, 1, 1, 0), False)
    assert not may_exchange_captured(WORLD_1970, (1, 1, 0, 0), False)


@pytest.mark.parametrize("name", ["fixed_1970", "fixed_mixed", "world_1970", "modern", "no_jokers"])
def test_5_five_cards_always_hold_a_set_in_1970(name):
    assert all(oracle.holds_set(ALL[name], "".join(cards)) for cards in oracle.hands_of(ALL[name], 5))
    assert all(holds_set(ALL[name], counted("".join(cards))) for cards in oracle.hands_of(ALL[name], 5))


def test_3_five_cards_may_hold_no_set_in_1957():
    without_set = [
        cards
        for cards in oracle.hands_of(FIRST_1957, 5)
        if not holds_set(FIRST_1957, counted("".join(cards)))
    ]
    assert counted("iiiii") in {counted("".join(cards)) for cards in without_set}
