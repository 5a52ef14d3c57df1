"""The referee of conquest refuses records whose form or setup breaks a rule, and names the paragraph."""

import pytest
from broken_records import check_refused_as, only_if

OLD, OBJECTIVES, DUEL, MODERN = "conquete-1957", "risk-1970-objectives", "risk-1970-duel", "risk-modern"


def lacks_a_key(game):
    return game.without(game.first("reinforce"), "lands")


def has_a_key_too_many(game):
    return game.changed(game.first("draw"), side="ally")


def names_an_unknown_event(game):
    return game.changed(game.first("turn"), event="rest")


def names_an_unknown_land(game):
    return game.changed(game.first("place"), land="atlantis")


def tells_a_number_as_text(game):
    return game.changed(game.first("place"), armies="3")


def breaks_off(game):
    return game.record[:-1], len(game.record)


def goes_on_after_the_end(game):
    return [*game.record, game.record[-1]], len(game.record) + 1


def has_another_hash(game):
    return game.changed(0, rules_hash="000000000000")


def hides_an_option(game):
    return game.changed(0, options={})


def tells_colours_without_objectives(game):
    return game.changed(0, colours=["red", "blue", "green"])


def has_a_word_for_an_event(game):
    return ["start", *game.record], 1


def tells_no_colours(game):
    return game.without(0, "colours")


FORM = [
    lacks_a_key,
    has_a_key_too_many,
    names_an_unknown_event,
    names_an_unknown_land,
    tells_a_number_as_text,
    breaks_off,
    goes_on_after_the_end,
    has_another_hash,
    hides_an_option,
    tells_colours_without_objectives,
    has_a_word_for_an_event,
]


@pytest.mark.parametrize("break_it", FORM)
def test_form_of_a_record(break_it):
    check_refused_as(OLD, "record", break_it)


def test_form_of_a_record_with_objectives():
    check_refused_as(OBJECTIVES, "record", tells_no_colours)


# The order of play (3.2)


def seven_players(game):
    return game.changed(0, players=["random"] * 7)


def the_tied_stop_rolling(game):
    i = game.first("roll_order", lambda event, before: max(map(len, event["rolls"])) > 1)
    rolls = [own[:1] for own in game.record[i]["rolls"]]
    return game.changed(i, rolls=rolls)


def one_who_is_not_tied_rolls_again(game):
    i = game.first("roll_order", lambda event, before: min(map(len, event["rolls"])) == 1)
    rolls = [own if len(own) > 1 else [*own, 3] for own in game.record[i]["rolls"]]
    return game.changed(i, rolls=rolls)


def another_seat_was_the_highest(game):
    i = game.first("roll_order")
    return game.changed(i, first_dealt=game.record[i]["first_dealt"] % game.seats + 1)


def the_lower_roll_plays_before_the_higher(game):
    i = game.first("roll_order")
    rolls = list(game.record[i]["rolls"])
    a, b = (seat for seat in range(game.seats) if seat + 1 != game.record[i]["first_dealt"])
    rolls[a], rolls[b] = rolls[b], rolls[a]
    return game.changed(i, rolls=rolls)


def a_die_shows_nine(game):
    i = game.first("roll_order")
    return game.changed(i, rolls=[[9], *game.record[i]["rolls"][1:]])


def nobody_rolls_for_the_order(game):
    return game.without(game.first("roll_order"))


ORDER = [
    seven_players,
    the_tied_stop_rolling,
    one_who_is_not_tied_rolls_again,
    another_seat_was_the_highest,
    the_lower_roll_plays_before_the_higher,
    a_die_shows_nine,
    nobody_rolls_for_the_order,
]


@pytest.mark.parametrize("break_it", ORDER)
def test_3_2_order_of_play(break_it):
    check_refused_as(OLD, "3.2", break_it)


# The dealing by dice (3.3)


def fewer_lands_than_the_die_shows(game):
    i = game.first("deal")
    roll = game.record[i]["roll"]
    only_if(roll > 1)
    return game.without(i + roll - 1)


def more_lands_than_the_die_shows(game):
    i = game.first("deal", lambda event, before: event["roll"] == 2)
    only_if(game.after(i + 2) == "deal")
    keys = {key: game.record[i][key] for key in ("player", "roll")}
    return game.changed(i + 2, **keys)


def a_die_of_seven(game):
    return game.changed(game.first("deal"), roll=7)


def a_die_that_is_not_told(game):
    return game.without(game.first("deal"), "roll")


def dealing_starts_elsewhere(game):
    i = game.first("deal")
    return game.changed(i, player=game.record[i]["player"] % game.seats + 1)


def a_land_dealt_twice(game):
    i = game.first("deal")
    return game.changed(i + 1, land=game.record[i]["land"])


def two_armies_on_a_land(game):
    return game.changed(game.first("deal"), armies=2)


def a_land_is_never_dealt(game):
    return game.without(game.all("deal")[-1])


def a_land_too_many(game):
    return game.doubled(game.all("deal")[-1])


@pytest.mark.parametrize(
    "break_it",
    [
        fewer_lands_than_the_die_shows,
        more_lands_than_the_die_shows,
        a_die_of_seven,
        a_die_that_is_not_told,
        dealing_starts_elsewhere,
        a_land_dealt_twice,
        two_armies_on_a_land,
        a_land_is_never_dealt,
        a_land_too_many,
    ],
)
def test_3_3_dealing_by_dice(break_it):
    check_refused_as(OLD, "3.3", break_it)


def another_seat_opens(game):
    record = [dict(event) for event in game.record]
    for event in record:
        if event["event"] == "deal":
            event["player"] = event["player"] % game.seats + 1
    return record, game.all("deal")[-1] + 1


def test_3_3_the_next_player_opens_phase_2():
    check_refused_as(f"{OLD},setup.order=drawn", "3.3", another_seat_opens)


# The dealing of cards and the objectives (5A)


def one_objective_for_two(game):
    i, j, _ = game.all("objective")
    return game.changed(j, objective=game.record[i]["objective"])


def an_unknown_objective(game):
    return game.changed(game.first("objective"), objective="world_peace")


def two_objectives_for_one(game):
    i, j, _ = game.all("objective")
    return game.changed(j, player=game.record[i]["player"])


def a_seat_without_an_objective(game):
    return game.without(game.all("objective")[-1])


def two_of_one_colour(game):
    colours = game.record[0]["colours"]
    return game.changed(0, colours=[colours[1], *colours[1:]])


def two_cards_in_a_row(game):
    i = game.first("deal")
    return game.changed(i + 1, player=game.record[i]["player"])


def a_joker_that_brings_armies(game):
    return game.changed(game.first("deal", lambda event, before: event["land"] is None), armies=1)


def a_joker_dealt_twice(game):
    i, j = game.all("deal", lambda event, before: event["land"] is None)
    return game.changed(j, card=game.record[i]["card"])


def a_card_dealt_twice(game):
    i = game.first("deal")
    only_if(game.record[i]["land"] and game.record[i + 1]["land"])
    return a_land_dealt_twice(game)


def starting_armies_too_many(game):
    i = game.all("place", lambda event, before: not any(before["tired"].values()))
    last = [j for j in i if j < game.first("turn")][-1]
    return game.changed(last, armies=game.record[last]["armies"] + 1)


def starting_armies_too_few(game):
    return game.without(game.first("turn") - 1)


def starting_armies_on_a_foreign_land(game):
    i = game.first("place")
    return game.changed(i, land=game.foreign(i)[0])


@pytest.mark.parametrize(
    "break_it",
    [
        one_objective_for_two,
        an_unknown_objective,
        two_objectives_for_one,
        a_seat_without_an_objective,
        two_of_one_colour,
        two_cards_in_a_row,
        a_joker_that_brings_armies,
        a_joker_dealt_twice,
        a_card_dealt_twice,
        starting_armies_too_many,
        starting_armies_too_few,
        starting_armies_on_a_foreign_land,
    ],
)
def test_5a_setup(break_it):
    check_refused_as(OBJECTIVES, "5A", break_it)


def test_5a_no_rolls_where_the_order_is_drawn():
    def rolls_are_told(game):
        return game.with_event(1, "roll_order", rolls=[[6], [5], [4]], first_dealt=1)

    check_refused_as(OBJECTIVES, "5A", rolls_are_told)


def test_5_1_r10_cards_of_absent_colours_are_taken_out():
    def destroys_an_absent_colour(game):
        absent = {"red", "blue", "green", "black"} - set(game.record[0]["colours"])
        return game.changed(game.first("objective"), objective=f"destroy_{absent.pop()}")

    check_refused_as(
        f"{OBJECTIVES},objectives.absent_colour=remove_cards", "5.1 R10", destroys_an_absent_colour
    )


def test_5_1_r1_placing_in_turn_order():
    def a_later_seat_places_first(game):
        i, j = game.first("place"), game.first("place", lambda event, before: event["player"] == 2)
        record = list(game.record)
        record[i], record[j] = record[j], record[i]
        return record, i + 1

    check_refused_as(
        f"{OBJECTIVES},setup.initial_placement=in_turn_order", "5.1 R1", a_later_seat_places_first
    )


IN_ROUNDS = "setup.placement_round=2"
IN_TURN = f"{IN_ROUNDS},setup.initial_placement=in_turn_order"


def a_seat_goes_on_before_the_next(game):
    """Let the first seat place a third army where the second seat is next."""
    i = game.first("place", lambda event, before: event["player"] == 2)
    return game.changed(i, player=1, land=game.owned(i, 1)[0])


def three_armies_in_a_round(game):
    i = game.first("place")
    return game.changed(i, armies=3)


def a_round_that_is_cut_short(game):
    """Leave out the second army of the first seat, so that the second seat is too early."""
    i = game.all("place")[1]
    only_if(game.record[i]["player"] == 1 and game.record[i + 1]["player"] == 2)
    return game.without(i)


def on_a_foreign_land(game):
    i = game.all("place")[3]
    return game.changed(i, land=game.foreign(i)[0])


def one_army_too_few_in_all(game):
    i = game.all("place", lambda event, before: before["round"] == 1)
    last = max(j for j in i if j < game.first("turn"))
    record, _ = game.without(last)
    return record, last + 1


@pytest.mark.parametrize(
    ("changes", "paragraph", "break_it"),
    [
        (IN_TURN, "5.1 R1", a_seat_goes_on_before_the_next),
        (IN_TURN, "5.1 R1", three_armies_in_a_round),
        (IN_TURN, "5.1 R1", a_round_that_is_cut_short),
        (IN_TURN, "5A", on_a_foreign_land),
        (IN_TURN, "5A", one_army_too_few_in_all),
        (IN_ROUNDS, "5.1 R1", three_armies_in_a_round),
        (IN_ROUNDS, "5A", on_a_foreign_land),
        (IN_ROUNDS, "5A", one_army_too_few_in_all),
    ],
)
def test_5_1_r1_placing_in_rounds(changes, paragraph, break_it):
    check_refused_as(f"{OBJECTIVES},{changes}", paragraph, break_it)


def test_5_1_r1_nobody_is_a_round_ahead_of_those_who_place_unseen():
    def the_first_seat_places_two_rounds(game):
        """Exchange an army of another seat in the first round for one of the first seat in the second."""
        places = game.all("place")
        first, second = places[:6], places[6:12]
        i = next(i for i in first if game.record[i]["player"] == 2)
        j = next(j for j in second if game.record[j]["player"] == 1)
        record = list(game.record)
        record[i], record[j] = record[j], record[i]
        own = [k for k in first if record[k]["player"] == 1]
        return record, own[2] + 1

    check_refused_as(f"{OBJECTIVES},{IN_ROUNDS}", "5.1 R1", the_first_seat_places_two_rounds)


def test_5b_the_ally_gets_the_lands_left_with_its_armies():
    def of_the_ally(event, before):
        return event["player"] is None

    check_refused_as(DUEL, "5B", lambda game: game.changed(game.first("deal", of_the_ally), armies=3))
    check_refused_as(DUEL, "5B", lambda game: game.changed(game.first("deal", of_the_ally), player=2))
    check_refused_as(DUEL, "record", lambda game: game.without(game.first("deal", of_the_ally), "side"))
    check_refused_as(DUEL, "5B", lambda game: game.changed(game.first("place"), side="ally"))


def a_card_of_the_handicap_is_never_drawn(game):
    record, _ = game.without(game.first("draw"))
    return record, game.first("turn")


def test_handicaps():
    text = f"{OLD},handicap.armies=[0,3],handicap.cards=[1,0,3]"
    check_refused_as(text, "handicap", a_card_of_the_handicap_is_never_drawn)
    check_refused_as(text, "handicap", lambda game: game.changed(game.first("draw"), player=2))
    check_refused_as(text, "handicap", lambda game: game.without(game.first("turn") - 1))
    check_refused_as(text, "handicap", lambda game: game.changed(game.first("place"), player=1))


def test_a_continent_that_is_given_is_dealt():
    """Two deals that change places: the seat keeps as many lands, but not the whole continent."""

    def lacks_a_land(game):
        east = [land.id for land in game.rulebook.map.lands if land.continent == "east"]
        own = [event["land"] for event in game.record if event["event"] == "deal" and event["player"] == 3]
        only_if(len(own) > len(east))
        given = game.first("deal", lambda event, before: event["land"] in east)
        other = game.first("deal", lambda event, before: event["player"] == 1)
        record, _ = game.changed(given, land=game.record[other]["land"])
        record[other]["land"] = game.record[given]["land"]
        return record, game.all("deal")[-1] + 1

    check_refused_as(f"{OLD},handicap.given={{east=3}}", "handicap", lacks_a_land)
