"""The referee of conquest refuses wrong attacks, occupations, eliminations and moves."""

import pytest
from broken_records import check_refused_as, only_if

OLD, OBJECTIVES, WORLD, MODERN = "conquete-1957", "risk-1970-objectives", "risk-1970-world", "risk-modern"


def held(before, land):
    return before["armies"][land]


# Attacks (3.4, 5.0)


def from_a_foreign_land(game):
    i = game.first("attack")
    return game.changed(i, from_=game.foreign(i)[0])


def into_the_own_land(game):
    i = game.first("attack")
    return game.changed(i, to=next(x for x in game.owned(i) if x != game.record[i]["from"]))


def without_a_border(game):
    i = game.first("attack")
    start = game.record[i]["from"]
    return game.changed(i, to=next(x for x in game.foreign(i) if (start, x) not in game.borders))


def by_another_seat(game):
    i = game.first("attack")
    return game.changed(i, player=game.record[i]["player"] % game.seats + 1)


def with_an_army_that_must_stay(game):
    i = game.first("attack", lambda event, before: held(before, event["from"]) < 4)
    return game.changed(i, attack_dice=[6] * held(game.positions[i], game.record[i]["from"]))


def with_four_dice(game):
    return game.changed(game.first("attack"), attack_dice=[6, 5, 4, 3])


def with_more_dice_than_defenders(game):
    i = game.first("attack", lambda event, before: held(before, event["to"]) == 1)
    return game.changed(i, defend_dice=[1, 1])


def with_a_face_of_seven(game):
    i = game.first("attack")
    return game.changed(i, attack_dice=[7] * len(game.record[i]["attack_dice"]))


def ties_go_to_the_attacker(game):
    def a_tie_alone(event, before):
        return len(event["defend_dice"]) == 1 and max(event["attack_dice"]) == event["defend_dice"][0]

    return game.changed(game.first("attack", a_tie_alone), attacker_lost=0, defender_lost=1)


def unpaired_dice_count(game):
    def three_against_one(event, before):
        return len(event["attack_dice"]) == 3 and len(event["defend_dice"]) == 1 and event["attacker_lost"]

    return game.changed(game.first("attack", three_against_one), attacker_lost=3)


def the_dice_are_not_sorted(game):
    """Take the losses of the pairs as they fell."""

    def as_they_fell(event):
        return sum(a <= d for a, d in zip(event["attack_dice"], event["defend_dice"], strict=False))

    i = game.first("attack", lambda event, before: as_they_fell(event) != event["attacker_lost"])
    return game.changed(i, attacker_lost=as_they_fell(game.record[i]))


def nobody_falls(game):
    return game.changed(game.first("attack", lambda event, before: event["defender_lost"]), defender_lost=0)


ATTACKS = [
    from_a_foreign_land,
    into_the_own_land,
    without_a_border,
    by_another_seat,
    with_an_army_that_must_stay,
    with_four_dice,
    with_more_dice_than_defenders,
    with_a_face_of_seven,
    ties_go_to_the_attacker,
    unpaired_dice_count,
    the_dice_are_not_sorted,
    nobody_falls,
]


@pytest.mark.parametrize("break_it", ATTACKS)
def test_3_4_2_attacks(break_it):
    check_refused_as(OLD, "3.4.2", break_it)
    check_refused_as(WORLD, "5.0.2", break_it)


def test_5_0_2_at_most_two_dice_of_defence():
    def three(game):
        i = game.first("attack", lambda event, before: held(before, event["to"]) >= 3)
        return game.changed(i, defend_dice=[1, 1, 1])

    check_refused_as(WORLD, "5.0.2", three)


def test_dice_of_a_variant():
    def as_in_the_book(game):
        def a_tie_alone(event, before):
            return len(event["defend_dice"]) == 1 and max(event["attack_dice"]) == event["defend_dice"][0]

        return game.changed(game.first("attack", a_tie_alone), attacker_lost=1, defender_lost=0)

    check_refused_as(f"{OLD},dice.ties=attacker,dice.sides=8", "3.4.2", as_in_the_book)
    check_refused_as(
        f"{OLD},dice.attacker=2",
        "3.4.2",
        lambda game: game.changed(game.first("attack"), attack_dice=[6] * 3),
    )


def on_a_last_land(game):
    """Attack a last land in the first rounds."""
    for i in game.all("attack"):
        before = game.positions[i]
        for seat in range(1, game.seats + 1):
            last = game.owned(i, seat)
            starts = [x for x in game.owned(i) if held(before, x) > 1 and (x, last[0]) in game.borders]
            if len(last) == 1 and seat != before["player"] and before["round"] <= 4 and starts:
                return game.changed(i, from_=starts[0], to=last[0], attack_dice=[1], defend_dice=[1])
    raise LookupError


def test_3_5_no_early_elimination():
    check_refused_as(OLD, "3.5", on_a_last_land)
    check_refused_as(WORLD, "5.0", on_a_last_land)


# Occupation (3.4, 5.0)


def with_fewer_than_rolled(game):
    i = next(i for i in game.all("occupy") if len(game.record[i - 1]["attack_dice"]) > 1)
    return game.changed(i, armies=1)


def with_all_armies(game):
    i = game.first("occupy")
    return game.changed(i, armies=held(game.positions[i], game.record[i]["from"]))


def from_another_land(game):
    i = game.first("occupy")
    return game.changed(i, from_=next(x for x in game.owned(i) if x != game.record[i]["from"]))


def not_at_all(game):
    return game.without(game.first("occupy"))


def before_it_is_empty(game):
    i = game.first("attack", lambda event, before: held(before, event["to"]) > event["defender_lost"])
    event = game.record[i]
    keys = {"player": event["player"], "from": event["from"], "to": event["to"], "armies": 1}
    return game.with_event(i + 1, "occupy", **keys)


@pytest.mark.parametrize(
    "break_it", [with_fewer_than_rolled, with_all_armies, from_another_land, not_at_all, before_it_is_empty]
)
def test_3_4_2_occupation(break_it):
    check_refused_as(OLD, "3.4.2", break_it)
    check_refused_as(WORLD, "5.0.2", break_it)


# Elimination (3.4, 5.0)


def nobody_says_so(game):
    return game.without(game.first("eliminate"))


def somebody_else_is_out(game):
    i = game.first("eliminate")
    return game.changed(i, victim=game.record[i]["player"])


def a_captured_card_is_lost(game):
    i = game.first("eliminate", lambda event, before: event["cards"])
    return game.changed(i, cards=game.record[i]["cards"][1:])


def while_the_victim_has_lands(game):
    i = next(i for i in game.all("occupy") if game.after(i) != "eliminate")
    victim = game.positions[i]["owner"][game.record[i]["to"]]
    return game.with_event(i + 1, "eliminate", player=game.record[i]["player"], victim=victim, cards=[])


ELIMINATIONS = [nobody_says_so, somebody_else_is_out, a_captured_card_is_lost, while_the_victim_has_lands]


@pytest.mark.parametrize("break_it", ELIMINATIONS)
def test_3_4_2_elimination(break_it):
    check_refused_as(OLD, "3.4.2", break_it)
    check_refused_as(WORLD, "5.0", break_it)


def a_card_of_a_third_player(game):
    i = next(i for i in game.all("exchange") if game.record[i - 1]["event"] == "eliminate")
    cards = game.positions[i]["hands"]
    others = [c for seat, own in cards.items() if seat != game.record[i]["player"] for c in own]
    only_if(others and len(game.record[i]["cards"]) == 3)
    return game.changed(i, cards=[*game.record[i]["cards"][:2], others[0]])


def test_captured_and_own_cards_only():
    check_refused_as(OLD, "3.4.2", a_card_of_a_third_player)
    check_refused_as(OBJECTIVES, "5.0", a_card_of_a_third_player)


# Movement (3.4, 5.0, 5D)


def to_a_land_without_a_border(game):
    i = game.first("move")
    start = game.record[i]["from"]
    far = [x for x in game.owned(i) if x != start and (start, x) not in game.borders]
    return game.changed(i, to=far[0])


def to_a_foreign_land(game):
    i = game.first("move")
    return game.changed(i, to=game.foreign(i)[0])


def leaving_nobody(game):
    i = game.first("move")
    return game.changed(i, armies=held(game.positions[i], game.record[i]["from"]))


def by_another(game):
    i = game.first("move")
    return game.changed(i, player=game.record[i]["player"] % game.seats + 1)


MOVES = [to_a_foreign_land, leaving_nobody, by_another]


@pytest.mark.parametrize("break_it", MOVES)
def test_3_4_3_moves(break_it):
    check_refused_as(OLD, "3.4.3", break_it)
    check_refused_as(WORLD, "5.0.3", break_it)


def test_moves_go_to_a_neighbour():
    check_refused_as(OLD, "3.6 A14", to_a_land_without_a_border)
    check_refused_as(WORLD, "5.0.3", to_a_land_without_a_border)


def tired_armies_move(game):
    """Move all but one army out of a land whose armies fought."""
    i = next(
        i
        for i in game.all("move")
        if game.record[i - 1]["event"] != "move" and game.positions[i]["tired"][game.record[i]["from"]] > 1
    )
    return game.changed(i, armies=held(game.positions[i], game.record[i]["from"]) - 1)


def an_army_moves_twice(game):
    """Move on what has just come, as if the moves were made one after the other."""
    for i in game.all("move"):
        event, before = game.record[i], game.positions[i]
        first = game.record[i - 1]["event"] != "move" and game.after(i) != "move"
        goals = [x for x in game.owned(i) if (event["to"], x) in game.borders and x != event["from"]]
        if first and goals:
            keys = {"player": event["player"], "from": event["to"], "to": goals[0]}
            return game.with_event(i + 1, "move", **keys, armies=held(before, event["to"]))
    raise LookupError


def a_land_sends_twice(game):
    """Send in two moves more than a land has to send."""
    i = next(i for i in game.all("move") if game.after(i) != "move")
    armies = held(game.positions[i], game.record[i]["from"]) - 1
    again = game.record[i] | {"armies": armies}
    return [*game.record[: i + 1], again, *game.record[i + 1 :]], i + 2


@pytest.mark.parametrize("break_it", [tired_armies_move, an_army_moves_twice, a_land_sends_twice])
def test_3_4_3_only_fresh_armies_move_and_all_at_once(break_it):
    check_refused_as(OLD, "3.4.3", break_it)


def out_of_a_land_that_fought(game):
    for i in game.all("move"):
        fights = [j for j in game.all("attack") if max(k for k in game.all("turn") if k < i) < j < i]
        near = [(game.record[j]["from"], x) for j in fights for x in game.owned(i)]
        ways = [way for way in near if way in game.borders and held(game.positions[i], way[0]) > 1]
        ways = [way for way in ways if way[0] in game.owned(i)]
        if ways:
            return game.changed(i, from_=ways[0][0], to=ways[0][1], armies=1)
    raise LookupError


def test_3_6_a7_a_whole_land_may_be_tired():
    check_refused_as(f"{OLD},movement.tired=whole_land", "3.6 A7", out_of_a_land_that_fought)


def the_last_army_moves(game):
    i = next(i for i in game.all("move") if game.record[i - 1]["event"] != "move")
    return game.changed(i, armies=held(game.positions[i], game.record[i]["from"]))


@pytest.mark.parametrize(
    ("break_it", "paragraph"),
    [
        (the_last_army_moves, "3.6 A7"),
        (a_land_sends_twice, "3.6 A7"),
        (an_army_moves_twice, "3.6 A7"),
    ],
)
def test_3_6_a7_where_nothing_tires_one_army_stays_and_none_moves_twice(break_it, paragraph):
    check_refused_as(f"{OLD},movement.tired=none", paragraph, break_it)


def two_moves(game):
    i = game.first("move", lambda event, before: held(before, event["from"]) > event["armies"] + 1)
    again = game.record[i] | {"armies": 1}
    return [*game.record[: i + 1], again, *game.record[i + 1 :]], i + 2


def an_attack_after_the_move(game):
    i = next(i for i in game.all("move") if game.record[i - 1]["event"] == "attack")
    record = list(game.record)
    record[i - 1], record[i] = record[i], record[i - 1]
    return record, i + 1


def test_5_0_3_one_move():
    check_refused_as(WORLD, "5.0.3", two_moves)


def test_combat_comes_before_movement():
    check_refused_as(OLD, "3.4.2", an_attack_after_the_move)


def cut_off(game):
    """Move to a land that no way through own lands leads to."""
    for i in game.all("move"):
        start = game.record[i]["from"]
        reached, own = {start}, set(game.owned(i))
        for _ in own:
            reached |= {b for a, b in game.borders if a in reached and b in own}
        if own - reached:
            return game.changed(i, to=min(own - reached))
    raise LookupError


def test_5d_moves_may_go_through_own_lands():
    check_refused_as(f"{MODERN},movement.fortify=connected", "5D", cut_off)


# The card for a conquest (5.0, R4)


def no_card(game):
    return game.without(game.first("draw", lambda event, before: event["when"] == "end"))


def a_card_at_the_start(game):
    i = game.first("draw", lambda event, before: event["when"] == "end")
    return game.changed(i, when="start")


def a_card_without_a_conquest(game):
    for i, j in zip(game.all("turn"), game.all("turn")[1:], strict=False):
        kinds = [event["event"] for event in game.record[i:j]]
        if "attack" in kinds and not {"occupy", "move"} & set(kinds):
            card = game.positions[j]["talon"][0]
            return game.with_event(j, "draw", player=game.record[i]["player"], card=card, when="end")
    raise LookupError


@pytest.mark.parametrize("break_it", [no_card, a_card_at_the_start, a_card_without_a_conquest])
def test_5_0_2_one_card_for_a_conquest(break_it):
    check_refused_as(WORLD, "5.0.2", break_it)


def test_5_1_r4_one_card_however_many_conquests():
    def a_second_card(game):
        i = game.first("draw", lambda event, before: before["talon"])
        card = game.positions[i]["talon"][0]
        only_if(card != game.record[i]["card"])
        return game.with_event(i + 1, "draw", player=game.record[i]["player"], card=card, when="end")

    check_refused_as(WORLD, "5.1 R4", a_second_card)
