"""The referee of conquest refuses wrong turns, cards drawn, armies received and placings."""

from collections import Counter

import pytest
from broken_records import check_refused_as, only_if

OLD, SECOND, OBJECTIVES = "conquete-1957", "conquete-1957-second", "risk-1970-objectives"
WORLD, MODERN = "risk-1970-world", "risk-modern"


# Turns (3.2, 3.5)


def the_second_seat_opens(game):
    return game.changed(game.first("turn"), player=2)


def a_seat_plays_twice_running(game):
    first, second, _ = game.all("turn")[:3]
    return game.changed(second, player=game.record[first]["player"])


def the_dead_play(game):
    out = game.first("eliminate")
    i = next(i for i in game.all("turn") if i > out)
    return game.changed(i, player=game.record[out]["victim"])


@pytest.mark.parametrize("break_it", [the_second_seat_opens, a_seat_plays_twice_running, the_dead_play])
def test_3_2_turns_go_round(break_it):
    check_refused_as(OLD, "3.2", break_it)


def test_3_5_rounds_end_at_the_openers_place():
    check_refused_as(OLD, "3.5", lambda game: game.changed(game.all("turn")[2], round=2))
    check_refused_as(OLD, "3.5", lambda game: game.changed(game.all("turn")[3], round=1))


# Cards drawn (3.4a, 3.6 A12, 4)


def no_card(game):
    return game.without(game.first("draw"))


def a_card_out_of_a_hand(game):
    i = game.first("draw", lambda event, before: any(before["hands"].values()))
    return game.changed(i, card=next(cards[0] for cards in game.positions[i]["hands"].values() if cards))


def a_card_of_the_end(game):
    return game.changed(game.first("draw"), when="end")


def a_card_for_another_seat(game):
    return game.changed(game.first("draw"), player=2)


def a_card_more(game):
    i = game.first("reinforce")
    return game.with_event(i, "draw", player=1, card=game.positions[i]["talon"][0], when="start")


@pytest.mark.parametrize(
    "break_it", [no_card, a_card_out_of_a_hand, a_card_of_the_end, a_card_for_another_seat, a_card_more]
)
def test_3_4_1a_one_card_at_the_start(break_it):
    check_refused_as(OLD, "3.4.1a", break_it)


def a_card_less(game):
    i = game.first("reinforce") - 1
    only_if(game.record[i]["event"] == "draw")
    return game.without(i)


@pytest.mark.parametrize("break_it", [a_card_less, a_card_more])
def test_4_cards_are_the_remainder_of_the_lands(break_it):
    check_refused_as(SECOND, "4", break_it)


def a_card_of_the_discard(game):
    i = game.first("draw", lambda event, before: before["discard"] and before["talon"])
    return game.changed(i, card=game.positions[i]["discard"][0])


def a_card_where_none_is_to_be_had(game):
    i = game.first("reinforce")
    return game.with_event(i, "draw", player=1, card=game.positions[i]["hands"][2][0], when="start")


def test_3_6_a12_talon_and_discard():
    check_refused_as(OLD, "3.6 A12", a_card_of_the_discard)
    all_in_hands = f"{OLD},cards.jokers=0,handicap.cards=[4,5,5]"
    check_refused_as(all_in_hands, "3.6 A12", a_card_where_none_is_to_be_had)


# Armies received (3.4b, 3.4c, 4, 5.0, 5D)


def one_land_more(game):
    i = game.first("reinforce")
    return game.changed(i, lands=game.record[i]["lands"] + 1)


def one_army_more(game):
    i = game.first("reinforce")
    return game.changed(i, from_lands=game.record[i]["from_lands"] + 1)


@pytest.mark.parametrize("break_it", [one_land_more, one_army_more])
def test_3_4_1b_armies_for_lands(break_it):
    check_refused_as(OLD, "3.4.1b", break_it)
    check_refused_as(SECOND, "4", break_it)
    check_refused_as(WORLD, "5.0.1", break_it)


def test_3_4_1b_one_reinforcement_a_turn():
    def twice(game):
        return game.doubled(game.first("reinforce", lambda event, before: event["from_lands"]))

    check_refused_as(OLD, "3.4.1b", lambda game: game.without(game.first("reinforce")))
    check_refused_as(OLD, "3.4.1", twice)


def by_the_lands_alone(game):
    i = game.first("reinforce", lambda event, before: event["lands"] < 9)
    return game.changed(i, from_lands=game.record[i]["lands"] // 3)


def test_3_6_a6_and_5d_the_least_reinforcement():
    check_refused_as(MODERN, "5D", by_the_lands_alone)
    check_refused_as(f"{OLD},reinforcement.min_reinforcement=4", "3.6 A6", by_the_lands_alone)


def a_continent_not_owned(game):
    i = game.first("reinforce", lambda event, before: not event["from_continents"])
    return game.changed(i, from_continents={"north": 3})


def a_continent_forgotten(game):
    i = game.first("reinforce", lambda event, before: event["from_continents"])
    return game.changed(i, from_continents={})


def a_continent_worth_more(game):
    i = game.first("reinforce", lambda event, before: event["from_continents"])
    return game.changed(i, from_continents=dict.fromkeys(game.record[i]["from_continents"], 9))


@pytest.mark.parametrize("break_it", [a_continent_not_owned, a_continent_forgotten, a_continent_worth_more])
def test_3_4_1c_continents(break_it):
    check_refused_as(OLD, "3.4.1c", break_it)
    check_refused_as(WORLD, "5.0.1", break_it)


# Placing (3.4, 5.0, 2 C3)


def first_place(game):
    return next(i for i in game.all("place") if i > game.first("turn"))


def on_a_foreign_land(game):
    i = first_place(game)
    return game.changed(i, land=game.foreign(i)[0])


def too_many(game):
    return game.changed(first_place(game), armies=1000)


def too_few(game):
    i = first_place(game)
    only_if(game.after(i) != "place")
    return game.without(i)


def once_more(game):
    i = first_place(game)
    only_if(game.after(i) != "place")
    return game.doubled(i)


def by_another_seat(game):
    return game.changed(first_place(game), player=2)


def for_the_ally(game):
    return game.changed(first_place(game), side="ally")


PLACINGS = [on_a_foreign_land, too_many, too_few, once_more, by_another_seat]


@pytest.mark.parametrize("break_it", PLACINGS)
def test_3_4_1_placing(break_it):
    check_refused_as(OLD, "3.4.1", break_it)
    check_refused_as(OBJECTIVES, "5.0.1", break_it)


@pytest.mark.parametrize("armies", [-1, -100])
def test_handicap_of_the_first_reinforcement(armies):
    check_refused_as(f"{OLD},handicap.first_reinforcement=[{armies}]", "3.4.1", once_more)


def test_5b_without_an_ally_nothing_is_placed_for_it():
    check_refused_as(OLD, "5B", for_the_ally)


def test_2_c3_the_supply_of_pieces():
    def more_than_there_are(game):
        for i in game.all("place"):
            on_board = sum(game.positions[i]["armies"][land] for land in game.owned(i))
            if on_board + game.record[i]["armies"] == 16:
                return game.changed(i, armies=game.record[i]["armies"] + 1)
        raise LookupError

    check_refused_as(f"{OLD},piece_limit=16", "2 C3", more_than_there_are)


def pieces_run_short(game):
    """Return the places of a placing that has less than the bonus of the sets before it."""
    for i in game.all("exchange", lambda event, before: event["bonus"]):
        step = next(j for j in range(i, len(game.record)) if game.record[j]["event"] != "exchange")
        until = next(j for j in range(step, len(game.record)) if game.record[j]["event"] != "place")
        before = max(j for j in game.all("reinforce") if j < i)
        bonus = Counter()
        for event in game.record[before + 1 : step]:
            bonus.update(event.get("bonus", {}))
        opening = step - before - 1 == sum(
            event["event"] == "exchange" for event in game.record[before + 1 : step]
        )
        if (
            opening
            and step < until
            and sum(event["armies"] for event in game.record[step:until]) < bonus.total()
        ):
            return range(step, until), bonus
    raise LookupError


def test_2_c3_bonus_lands_come_first():
    def elsewhere(game):
        places, bonus = pieces_run_short(game)
        other = next(land for land in game.owned(places[0]) if land not in bonus)
        record, _ = game.changed(places[0], land=other)
        return record, places[-1] + 1

    def all_on_one(game):
        places, bonus = pieces_run_short(game)
        first = game.record[places[0]]["land"]
        only_if(len(places) > 1 and sum(game.record[i]["armies"] for i in places) > bonus[first])
        record = [event | {"land": first} if i in places else event for i, event in enumerate(game.record)]
        return record, places[-1] + 1

    text = f"{OBJECTIVES},piece_limit=12,cards.land_bonus=4"
    check_refused_as(text, "2 C3", elsewhere)
    check_refused_as(text, "2 C3", all_on_one)
