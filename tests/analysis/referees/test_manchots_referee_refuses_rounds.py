"""The referee of Manchots Barjots refuses what breaks a rule of a round, for its own reason."""

import pytest
from manchots_records import check_refused_as, is_virtual, only_if
from slow_manchots import value_of

from conquestlab.analysis.games.manchots.referee import check

# 7A.1: recruiting


def test_7a_1_everybody_draws_in_each_round_and_once():
    check_refused_as(4, "7A.1", lambda game: game.lacking(game.in_round(3, "draw")[0]))
    check_refused_as(4, "7A.1", lambda game: game.without(game.in_round(3, "draw")[-1]))
    check_refused_as(4, "7A.1", lambda game: game.doubled(game.in_round(3, "draw")[1]))
    check_refused_as(4, "7A.1", lambda game: game.doubled(game.in_round(3, "draw")[-1]))


@pytest.mark.parametrize("cards", [slice(0, 1), slice(0, 0), slice(None, None, -1)])
def test_7a_1_the_next_two_cards_are_drawn_in_their_order(cards):
    def other(game):
        i = game.in_round(5, "draw")[1]
        drawn = game.record[i]["cards"]
        only_if(drawn[0] != drawn[1])
        return game.changed(i, cards=drawn[cards])

    check_refused_as(4, "7A.1", other)


def test_7a_1_a_card_that_lies_deeper_in_the_pile_is_not_drawn():
    def deeper(game):
        i, j = [game.in_round(number, "draw", lambda event: event["player"] == 2)[0] for number in (4, 5)]
        only_if(game.record[i]["cards"] != game.record[j]["cards"])
        return game.changed(i, cards=game.record[j]["cards"])

    check_refused_as(4, "7A.1", deeper)


def test_7a_1_three_cards_are_too_many():
    def three(game):
        i = game.in_round(5, "draw")[1]
        return game.changed(i, cards=[*game.record[i]["cards"], "desert_5"])

    check_refused_as(4, "7A.1", three)


# 7A.2: giving


def test_7a_2_everybody_gives_in_each_round_and_once():
    check_refused_as(4, "7A.2", lambda game: game.lacking(game.in_round(3, "give")[0]))
    check_refused_as(4, "7A.2", lambda game: game.without(game.in_round(3, "give")[-1]))
    check_refused_as(4, "7A.2", lambda game: game.doubled(game.in_round(3, "give")[1]))
    check_refused_as(2, "7A.2", lambda game: game.doubled(game.in_round(3, "give")[-1]))


@pytest.mark.parametrize("side", ["left", "right"])
def test_7a_2_a_card_that_is_not_held_cannot_be_given(side):
    def foreign(game):
        i = game.in_round(2, "give")[0]
        others = [card for card in game.rulebook_cards() if card not in game.hand(i)]
        return game.changed(i, **{side: others[0]})

    check_refused_as(4, "7A.2", foreign)


def test_7a_2_a_single_copy_cannot_be_given_to_both():
    def twice(game):
        i = game.in_round(2, "give")[0]
        only_if(game.hand(i).count(game.record[i]["left"]) == 1)
        return game.changed(i, right=game.record[i]["left"])

    check_refused_as(4, "7A.2", twice)


def test_7a_2_a_card_that_was_given_away_is_gone():
    def again(game):
        i = game.in_round(2, "give")[0]
        player = game.record[i]["player"]
        gone = game.record[game.in_round(1, "give", lambda event: event["player"] == player)[0]]["left"]
        only_if(gone not in game.hand(i))
        return game.changed(i, left=gone)

    check_refused_as(4, "7A.2", again)


def test_7_1_p11_a_card_received_in_this_round_cannot_be_given():
    def hand_on(game):
        first, second = game.in_round(2, "give")[:2]
        only_if(game.record[first]["left"] not in game.hand(second))
        return game.changed(second, left=game.record[first]["left"])

    check_refused_as(4, "7.1 P11", hand_on)


def test_7a_2_left_and_right_are_not_the_same():
    """Who swaps the two sides gives other hands to the neighbours, which shows where they play from them."""

    def turned(game):
        i = game.in_round(1, "give")[0]
        event = game.record[i]
        only_if(event["left"] != event["right"])
        record, _ = game.changed(i, left=event["right"], right=event["left"])
        findings = check(record, game.rulebook)
        only_if(findings)
        return record, findings[0].event

    for finding in check_refused_as(3, "7A.2", _if_found(turned, "7A.2")):
        assert "does not hold" in finding.what


def _if_found(break_it, paragraph):
    def found(game):
        record, number = break_it(game)
        only_if(check(record, game.rulebook)[0].paragraph == paragraph)
        return record, number

    return found


# 7A.3: landing


def test_7a_3_everybody_lands_in_each_round_and_once():
    for place in (0, -1):
        check_refused_as(4, "7A.3", lambda game, place=place: game.lacking(all_at_once(game)[place]))
        check_refused_as(4, "7A.3", lambda game, place=place: game.doubled(game.in_round(3, "land")[place]))


def all_at_once(game):
    """Return the landings of the third round, where nobody waits."""
    places = game.in_round(3, "land")
    only_if({game.record[i]["step"] for i in places} == {"a"})
    return places


def test_7a_3_a_card_that_is_not_held_cannot_land():
    def foreign(game):
        i = game.in_round(3, "land")[0]
        others = [card for card in game.rulebook_cards() if card not in game.hand(i)]
        return game.changed(i, cards=[others[0], *game.record[i]["cards"][1:]])

    check_refused_as(4, "7A.3", foreign)


def test_7a_3_a_card_that_was_just_given_away_cannot_land():
    def gone(game):
        i = game.in_round(3, "land")[0]
        player = game.record[i]["player"]
        given = game.record[game.in_round(3, "give", lambda event: event["player"] == player)[0]]["left"]
        only_if(given not in game.hand(i) and len(game.record[i]["cards"]) == 1)
        return game.changed(i, cards=[given])

    check_refused_as(4, "7A.3", gone)


def test_7a_3_after_twins_two_cards_land_from_two_copies():
    def twice(game):
        lands = game.all("land", lambda event: len(event["cards"]) == 2)
        for i in lands:
            card = game.record[i]["cards"][0]
            if game.hand(i).count(card) == 1:
                return game.changed(i, cards=[card, card])
        raise LookupError

    check_refused_as(4, "7A.3", twice)


@pytest.mark.parametrize("many", [0, 2, 3])
def test_7a_3_without_twins_one_card_lands(many):
    def wrong(game):
        i = game.first("land", lambda event: len(event["cards"]) == 1)
        return game.changed(i, cards=game.hand(i)[:many])

    check_refused_as(4, "7A.3", wrong)


@pytest.mark.parametrize("many", [0, 1, 3])
def test_7a_3_after_twins_two_cards_land(many):
    def wrong(game):
        lands = game.all("land", lambda event: len(event["cards"]) == 2)
        i = next((i for i in lands if game.landed(i).count(1) == 1), None)
        only_if(i is not None)
        return game.changed(i, cards=game.hand(i)[:many])

    check_refused_as(4, "7A.3", wrong)


def test_7a_3e_twins_act_in_the_next_round_only():
    def later(game):
        for i in game.all("land", lambda event: len(event["cards"]) == 2):
            player, number = game.record[i]["player"], game.round[i] + 1
            for j in game.in_round(number, "land", lambda event, player=player: event["player"] == player):
                if len(game.record[j]["cards"]) == 1:
                    return game.changed(j, cards=game.hand(j)[:2])
        raise LookupError

    check_refused_as(4, "7A.3", later)


@pytest.mark.parametrize(("stack", "paragraph", "many"), [(False, "7.1 P3", 3), (True, "7.1 P14", 2)])
def test_7_1_p3_p14_two_twins_in_one_round(stack, paragraph, many):
    def wrong(game):
        places = [i for i in game.all("land") if game.round[i] > 1 and game.landed(i).count(1) == 2]
        return game.changed(places[0], cards=game.hand(places[0])[:many])

    check_refused_as(4, paragraph, wrong, twins_stack=stack)


def test_7a_3a_who_does_not_wait_lands_in_step_a():
    def wait(game):
        i = game.first("land", lambda event: event["step"] == "a")
        return game.changed(i, step="b")

    check_refused_as(4, "7A.3a", wait)


def test_7a_3b_the_owner_of_a_lookout_lands_in_step_b():
    def at_once(game):
        return game.changed(game.first("land", lambda event: event["step"] == "b"), step="a")

    check_refused_as(4, "7A.3b", at_once)


def test_7a_3b_the_owner_of_a_lookout_lands_after_the_others():
    def too_early(game):
        i = game.first("land", lambda event: event["step"] == "b")
        first = game.in_round(game.round[i], "land")[0]
        only_if(game.record[first]["step"] == "a")
        return game.moved(i, first)

    check_refused_as(4, "7A.3b", too_early)


def test_7_1_p4_twins_and_a_lookout_bind_together():
    def both(game):
        return next(i for i in game.all("land") if {1, 3} <= set(game.landed(i)))

    check_refused_as(4, "7A.3b", lambda game: game.changed(both(game), step="a"))
    check_refused_as(4, "7A.3", lambda game: game.changed(both(game), cards=game.hand(both(game))[:1]))


def test_7_1_p5_where_everybody_waits_nobody_lands_in_step_a():
    def one_at_once(game):
        for number in range(2, 9):
            places = game.in_round(number, "land")
            if {game.record[i]["step"] for i in places} == {"b"}:
                return game.changed(places[0], step="a")
        raise LookupError

    check_refused_as(3, "7A.3b", one_at_once)


@pytest.mark.parametrize(("reading", "step", "paragraph"), [("acts", "a", "7A.3b"), ("none", "b", "7A.3a")])
def test_7_1_p6_p16_a_virtual_player_with_a_lookout(reading, step, paragraph):
    def other(game):
        lands = game.all("land", is_virtual)
        places = [i for i in lands if game.round[i] > 1 and 3 in game.landed(i)]
        return game.changed(places[0], step=step)

    check_refused_as(2, paragraph, other, virtual_lookout=reading)


# 7A.3c: the Kamikaze


def pilots(game, i):
    """Return who landed a Kamikaze in the round of an event."""
    lands = [game.record[j] for j in game.in_round(game.round[i], "land")]
    return {event["player"] for event in lands if 2 in map(value_of, event["cards"])}


def step_of(game, i, player):
    (j,) = game.in_round(game.round[i], "land", lambda event: event["player"] == player)
    return game.record[j]["step"]


def spare(choose):
    """Return a way to break a record: the Kamikaze spares a card for which `choose` holds."""

    def break_it(game):
        for i in game.all("destroyed"):
            cards = game.record[i]["cards"]
            spared = [one for one in cards if choose(game, i, one["player"])]
            if spared and len(spared) < len(cards):
                return game.changed(i, cards=[one for one in cards if one != spared[0]])
        raise LookupError

    return break_it


def test_7a_3c_a_kamikaze_spares_no_card():
    def first_step(game, i, player):
        return player not in pilots(game, i) and step_of(game, i, player) == "a"

    check_refused_as(5, "7A.3c", spare(first_step))
    check_refused_as(5, "7A.3c", lambda game: game.without(game.first("destroyed")))


def test_7_1_p1_nor_the_second_card_of_its_owner():
    check_refused_as(5, "7.1 P1", spare(lambda game, i, player: player in pilots(game, i)))


def test_7_1_p2_nor_one_that_lands_after_it():
    def later(game, i, player):
        return player not in pilots(game, i) and step_of(game, i, player) == "b"

    check_refused_as(5, "7.1 P2", spare(later))


def test_7a_3c_nothing_is_destroyed_without_a_kamikaze():
    def without(game):
        for number in range(1, 8):
            places = game.in_round(number, "land", lambda event: value_of(event["cards"][0]) >= 7)
            if places and not pilots(game, places[0]):
                event = game.record[places[0]]
                cards = [{"player": event["player"], "card": event["cards"][0]}]
                return game.with_event(game.in_round(number + 1, "round")[0], "destroyed", cards=cards)
        raise LookupError

    check_refused_as(4, "7A.3c", without)


def test_7a_3c_nothing_below_seven_is_destroyed():
    def a_six(game):
        i = game.first("destroyed")
        lands = game.in_round(game.round[i], "land", lambda event: value_of(event["cards"][0]) == 6)
        event = game.record[lands[0]]
        more = {"player": event["player"], "card": event["cards"][0]}
        return game.changed(i, cards=[*game.record[i]["cards"], more])

    check_refused_as(5, "7A.3c", a_six)
    check_refused_as(5, "7A.3c", lambda game: _destroyed_twice(game))


def _destroyed_twice(game):
    i = game.first("destroyed")
    cards = game.record[i]["cards"]
    return game.changed(i, cards=[*cards, cards[0]])


def test_7a_3c_the_threshold_is_that_of_the_rulebook():
    def as_printed(game):
        i = game.first("destroyed")
        cards = [one for one in game.record[i]["cards"] if value_of(one["card"]) >= 7]
        lost = {one["player"] for one in game.record[i]["cards"]} - {one["player"] for one in cards}
        only_if(cards and all(step_of(game, i, player) == "a" for player in lost))
        only_if(not lost & pilots(game, i) and len(cards) < len(game.record[i]["cards"]))
        return game.changed(i, cards=cards)

    check_refused_as(5, "7A.3c", as_printed, specials__kamikaze_from=4)
