"""The referee of conquest refuses wrong sets, values, bonuses and obligations, and names the paragraph."""

from collections import Counter

import pytest
from broken_records import check_refused_as, only_if

OLD, SECOND, OBJECTIVES = "conquete-1957", "conquete-1957-second", "risk-1970-objectives"
WORLD, MODERN = "risk-1970-world", "risk-modern"
ARMS = ("infantry", "cavalry", "artillery")


def arms(game, cards):
    """Return the arms of cards, a joker as such."""
    of = {land.id: land.arm for land in game.rulebook.map.lands}
    return [of.get(card, "joker") for card in cards]


def hand(before):
    return before["hands"][before["player"]]


def opening(game, i):
    """Say whether an exchange stands in the first step of a turn."""
    return next(e["event"] for e in reversed(game.record[:i]) if e["event"] != "exchange") == "reinforce"


def shown_lands(game, i):
    """Return the lands on the cards of an exchange that its player owns."""
    return [card for card in game.record[i]["cards"] if card in game.owned(i)]


def instead(game, *wanted):
    """Put cards of these arms into the first exchange of a hand that has them."""
    for i in game.all("exchange"):
        own = hand(game.positions[i])
        if opening(game, i) and not Counter(wanted) - Counter(arms(game, own)):
            cards = []
            for arm in wanted:
                cards.append(next(c for c in own if c not in cards and arms(game, [c]) == [arm]))
            return game.changed(i, cards=cards)
    raise LookupError


# What a set is


def three_alike(game):
    return instead(game, *["infantry"] * 3)


def two_alike_and_another(game):
    return instead(game, "infantry", "infantry", "cavalry")


def a_joker_alone(game):
    return instead(game, "joker")


def a_joker_and_two_different(game):
    return instead(game, "joker", "infantry", "cavalry")


def two_jokers_and_another(game):
    return instead(game, "joker", "joker", "infantry")


@pytest.mark.parametrize("break_it", [three_alike, two_alike_and_another, a_joker_and_two_different])
def test_3_4_1d_what_a_series_is(break_it):
    check_refused_as(OLD, "3.4.1d", break_it)


def test_3_6_a1_a_wild_joker_is_no_series_alone():
    check_refused_as(f"{OLD},cards.joker=wild", "3.4.1d", a_joker_alone)


@pytest.mark.parametrize(
    "break_it", [two_alike_and_another, a_joker_alone, a_joker_and_two_different, two_jokers_and_another]
)
def test_5_0_what_a_fixed_set_is(break_it):
    check_refused_as(f"{OBJECTIVES},cards.jokers=6,setup.deal_jokers=false", "5.0", break_it)


@pytest.mark.parametrize("break_it", [two_alike_and_another, a_joker_alone])
def test_5c_what_a_set_is(break_it):
    check_refused_as(WORLD, "5C", break_it)


def a_card_of_another_hand(game):
    i = game.first("exchange", lambda event, before: len(event["cards"]) == 3)
    hands = game.positions[i]["hands"]
    only_if(opening(game, i))
    card = next(cards[0] for seat, cards in hands.items() if seat != game.record[i]["player"] and cards)
    return game.changed(i, cards=[*game.record[i]["cards"][:2], card])


def test_3_4_1d_cards_come_from_the_own_hand():
    check_refused_as(OLD, "3.4.1d", a_card_of_another_hand)


# What a set is worth


def a_later_set(game):
    return game.first("exchange", lambda event, before: event["number"] > 1)


def as_if_it_were_the_first_set(game):
    return game.changed(a_later_set(game), number=1)


def as_much_as_the_first_set(game):
    return game.changed(a_later_set(game), armies=4)


@pytest.mark.parametrize("break_it", [as_if_it_were_the_first_set, as_much_as_the_first_set])
def test_3_6_a4_the_scale_climbs_with_every_set_of_the_game(break_it):
    check_refused_as(OLD, "3.4.1d", break_it)
    check_refused_as(SECOND, "4", break_it)
    check_refused_as(WORLD, "5C", break_it)


def test_4_the_scale_starts_at_6():
    check_refused_as(SECOND, "4", lambda game: game.changed(game.first("exchange"), armies=4))


def test_5_0_fixed_values():
    check_refused_as(OBJECTIVES, "5.0", lambda game: game.changed(game.first("exchange"), armies=5))


# When sets are exchanged


def keeps_five_cards(game):
    i = game.first("exchange", lambda event, before: len(hand(before)) >= 5)
    only_if(opening(game, i))
    return game.without(i)


@pytest.mark.parametrize("name", [OBJECTIVES, WORLD, MODERN])
def test_5_0_with_five_cards_a_set_must_be_exchanged(name):
    check_refused_as(name, "5.0", keeps_five_cards)


def a_set_in_mid_combat(game):
    """Put a set after an attack that eliminated nobody, on a place where the combat ends."""
    i = game.first("exchange", lambda event, before: not event["bonus"])
    only_if(opening(game, i))
    end = next(j for j in game.all("turn") if j > i)
    fight = max(j for j in game.all("attack") if i < j < end)
    only_if(game.after(fight) not in ("attack", "occupy"))
    return [*game.record[: fight + 1], game.record[i], *game.record[fight + 1 :]], fight + 2


def test_5_0_sets_are_exchanged_before_combat():
    check_refused_as(OLD, "3.4.2", a_set_in_mid_combat)
    check_refused_as(WORLD, "5.0.2", a_set_in_mid_combat)


def captured(game, cards):
    """Return the place after an elimination that leaves its winner with so many cards."""

    def leaves(event, before):
        return len(before["hands"][event["player"]]) + len(event["cards"]) in cards

    i = game.first("eliminate", leaves)
    only_if(game.after(i) != "end")
    return i


def keeps_six_cards(game):
    i = captured(game, (6, 7, 8))
    return game.without(i + 1)


def goes_on_below_five_cards(game):
    i = captured(game, (6, 7))
    only_if(game.after(i) == "exchange" and game.after(i + 1) == "place")
    again = dict(game.record[i + 1], cards=game.positions[i + 2]["hands"][game.record[i]["player"]][:3])
    return [*game.record[: i + 2], again, *game.record[i + 2 :]], i + 3


def exchanges_too_soon(game):
    i = captured(game, (3, 4, 5))
    seat = game.record[i]["player"]
    cards = [*game.positions[i]["hands"][seat], *game.record[i]["cards"]][:3]
    keys = {"number": game.positions[i]["sets_done"] + 1, "armies": 4, "bonus": {}}
    return game.with_event(i + 1, "exchange", player=seat, cards=cards, **keys)


@pytest.mark.parametrize("break_it", [keeps_six_cards, goes_on_below_five_cards, exchanges_too_soon])
def test_5d_after_a_capture_exactly_from_six_cards_to_four(break_it):
    check_refused_as(MODERN, "5D", break_it)


# The bonus for lands on cards


def with_bonus(event, before):
    return bool(event["bonus"])


def no_bonus(game):
    return game.changed(game.first("exchange", with_bonus), bonus={})


def a_bonus_for_a_foreign_land(game):
    i = game.first("exchange", lambda event, before: not event["bonus"])
    return game.changed(
        i, bonus={next(card for card in game.record[i]["cards"] if card in game.foreign(i)): 2}
    )


@pytest.mark.parametrize("break_it", [no_bonus, a_bonus_for_a_foreign_land])
def test_5_0_two_armies_for_every_land_shown_and_owned(break_it):
    check_refused_as(OBJECTIVES, "5.0", break_it)


def a_bonus(game):
    i = game.first("exchange", lambda event, before: event["number"] == 1)
    return game.changed(i, bonus={shown_lands(game, i)[0]: 2})


def test_5_1_r8_no_bonus_where_the_rules_have_none():
    check_refused_as(OLD, "3.4.1d", a_bonus)
    check_refused_as(f"{WORLD},cards.world_card_bonus=false", "5.1 R8", a_bonus)


def the_bonus_goes_elsewhere(game):
    i = game.first("exchange", with_bonus)
    bonus = game.record[i]["bonus"]
    other = next(land for land in game.owned(i) if land not in bonus)
    until = next(
        j for j in range(i, len(game.record)) if game.record[j]["event"] not in ("exchange", "place")
    )
    moved = [j for j in range(i, until) if game.record[j].get("land") in bonus]
    only_if(moved)
    record = [event | {"land": other} if j in moved else event for j, event in enumerate(game.record)]
    return record, until


@pytest.mark.parametrize("name", [OBJECTIVES, WORLD, MODERN])
def test_5_1_r7_the_bonus_is_bound_to_its_land(name):
    check_refused_as(name, "5.1 R7", the_bonus_goes_elsewhere)


def a_captured_bonus_goes_elsewhere(game):
    i = game.first("exchange", with_bonus)
    only_if(not opening(game, i))
    return the_bonus_goes_elsewhere(game)


def test_5_0_a_captured_bonus_may_be_bound():
    text = f"{OBJECTIVES},cards.capture_bonus=bound,cards.must_exchange_at=never"
    check_refused_as(text, "5.1 R7", a_captured_bonus_goes_elsewhere)


def on_two_lands(game):
    i = game.first("exchange", lambda event, before: event["bonus"] and len(event["cards"]) == 3)
    only_if(len(shown_lands(game, i)) > 1)
    return game.changed(i, bonus=dict.fromkeys(shown_lands(game, i), 2))


def on_a_land_not_shown(game):
    i = game.first("exchange", with_bonus)
    return game.changed(i, bonus={next(x for x in game.owned(i) if x not in game.record[i]["cards"]): 2})


def three_armies(game):
    i = game.first("exchange", with_bonus)
    return game.changed(i, bonus=dict.fromkeys(game.record[i]["bonus"], 3))


def not_taken_when_due(game):
    i = game.first("exchange", with_bonus)
    only_if(game.after(i) != "exchange")
    record, _ = game.changed(i, bonus={})
    return record, i + 2


def twice_in_a_turn(game):
    i = game.first("exchange", with_bonus)
    only_if(game.after(i) == "exchange")
    return game.changed(i + 1, bonus={shown_lands(game, i + 1)[0]: 2})


@pytest.mark.parametrize(
    "break_it", [on_two_lands, on_a_land_not_shown, three_armies, not_taken_when_due, twice_in_a_turn]
)
def test_5d_one_bonus_a_turn_taken_when_due(break_it):
    check_refused_as(f"{MODERN},handicap.cards=[8,0,0]", "5D", break_it)
