import random
from functools import cache

import pytest
import slow_express
from express_script import (
    conquer,
    end,
    fail,
    fails,
    fill,
    offer,
    opening,
    roll,
    sacrifice,
    seven_turns,
    takes,
    turn,
)
from express_table import rulebook, small_table

from conquestlab.analysis.games.express.referee import check

# Games that keep the rules


@cache
def good(players=3, choose="anything", luck=0, **changes):
    chooser = getattr(slow_express, choose)
    return slow_express.play(rulebook(**changes), ["some"] * players, random.Random(luck), chooser)


def words(record, **changes):
    return [f"{finding.paragraph}: {finding.what}" for finding in check(record, rulebook(**changes))]


OPTIONS = [
    {},
    {"voluntary_sacrifice": True},
    {"continue_failed": False},
    {"tie": "more_continents"},
    {"max_turns": 7},
]


@pytest.mark.parametrize("changes", OPTIONS, ids=str)
@pytest.mark.parametrize("players", range(2, 7))
def test_6_a_game_by_the_rules_is_praised(players, changes):
    assert words(good(players, **changes), **changes) == []


def test_6_a_game_of_players_who_always_take_over_is_praised():
    record = good(2, "most_points")
    assert any(event["event"] == "continue" for event in record)
    assert words(record) == []


def test_6_7_the_rulebook_turn_against_the_united_states():
    usa = "north_america_1"
    record = [
        *opening(),
        turn(1),
        roll(1, "cannon cavalry general general soldier1 soldier1 cavalry"),
        fill(1, usa, 1, "cannon cavalry"),
        roll(1, "general general cavalry soldier1 soldier1"),
        sacrifice(1, 4),
        roll(1, "cannon cavalry general general"),
        fill(1, usa, 2, "cannon cavalry"),
        roll(1, "soldier2 soldier3"),
        fill(1, usa, 3, "soldier2 soldier3"),
        conquer(1, usa),
        end([3, 0], 1),
    ]
    assert words(record, max_turns=1) == []


def test_6_5_north_and_south_africa_are_worth_five_not_four():
    record = [
        *opening(),
        turn(1),
        *takes(1, "africa_1"),
        turn(2),
        *takes(2, "europe_1"),
        turn(3),
        *takes(1, "africa_2", completed=True),
    ]
    assert words([*record, end([5, 4], 3)], max_turns=3) == []
    assert words([*record, end([4, 4], 3)], max_turns=3) == ["6.5: scores should be [5, 4], not [4, 4]"]


def test_6_3_five_soldiers_are_filled_by_three_and_three():
    record = [*opening(), turn(1), *takes(1, "africa_1"), end([2, 0], 1)]
    assert {"soldier3"} == set(record[6]["dice"])
    assert words(record, max_turns=1) == []


def test_6_3_a_card_of_another_player_takes_a_general_more():
    start = [*opening(), turn(1), *takes(1, "europe_1"), turn(2)]
    whole = [*start, *takes(2, "europe_1", taken_from=1), end([0, 4], 2)]
    assert words(whole, max_turns=2) == []
    without = [*start, *takes(2, "europe_1", taken_from=1)[:-3], conquer(2, "europe_1", taken_from=1)]
    assert words(without) == ["6.3: 'conquer' cannot stand here; 'roll' should"]


def test_6_3_australia_is_turned_over_at_once_and_safe():
    start = [*opening(), turn(1), *takes(1, "australia", completed=True), turn(2)]
    assert words([*start, *takes(2, "europe_1"), end([3, 4], 2)], max_turns=2) == []
    refused = words([*start, *takes(2, "australia", taken_from=1)])
    assert refused == ["6.3: australia lies face down with its continent"]


def test_6_a_written_game_with_everything_in_it_is_praised():
    assert words(seven_turns(), max_turns=7) == []


def test_6_4_the_third_player_still_needs_the_general():
    record = [
        *opening(3),
        turn(1, 3),
        *takes(1, "europe_1"),
        turn(2, 3),
        *fails(2, "europe_1", 1, "cannon cannon"),
        turn(3, 3),
        offer(3, True, "europe_1", [1], 5),
        roll(3, "cavalry cavalry cannon cannon cannon"),
        fill(3, "europe_1", 2, "cavalry cavalry"),
        conquer(3, "europe_1", taken_from=1),
    ]
    assert words(record) == ["6.3: 'conquer' cannot stand here; 'roll' should"]


def three_points_each():
    """Return a game of three cards up to its end: seats 1 and 2 have three points, seat 1 for a continent."""
    return [
        *opening(3),
        turn(1, 3),
        *takes(1, "australia", completed=True),
        turn(2, 3),
        *takes(2, "asia_1"),
        turn(3, 3),
        *takes(3, "asia_3"),
    ]


@pytest.mark.parametrize(
    ("tie", "winners", "others"), [("shared", [1, 2], [1]), ("more_continents", [1], [1, 2])]
)
def test_6_6_x5_a_tie_is_shared_or_goes_to_more_continents(tie, winners, others):
    table = small_table("australia", "asia_1", "asia_3", tie=tie)
    assert check([*three_points_each(), end([3, 3, 1], 3, winners, "taken")], table) == []
    (finding,) = check([*three_points_each(), end([3, 3, 1], 3, others, "taken")], table)
    assert finding[1:] == ("6.5", f"winners should be {winners}, not {others}")


def test_6_6_x7_the_game_ends_with_the_last_card_in_the_middle_of_a_round():
    table = small_table("europe_1", "australia")
    record = [*opening(3), turn(1, 3), *takes(1, "australia", completed=True), turn(2, 3)]
    record += takes(2, "europe_1", completed=True)
    assert check([*record, end([3, 8, 0], 2, [2], "taken")], table) == []
    (finding,) = check([*record, turn(3, 3)], table)
    assert (finding.event, finding.paragraph) == (len(record) + 1, "6.5")


def test_handicap_points_count_in_the_final_score():
    table = small_table("europe_1", handicap__points=[0, 9])
    record = [*opening(), turn(1), *takes(1, "europe_1", completed=True)]
    assert check([*record, end([8, 9], 1, [2], "taken")], table) == []


def test_6_6_x8_an_attack_with_all_dice_on_lines_is_not_taken_over():
    """Seven dice lie on lines of a card of another player, and the general is missing."""
    wasteful = [
        *opening(),
        turn(1),
        *takes(1, "africa_1"),
        turn(2),
        roll(2, "cavalry cavalry soldier3 soldier3 soldier1 soldier1 soldier1"),
        fill(2, "africa_1", 1, "cavalry cavalry"),
        roll(2, "soldier3 soldier3 soldier1 soldier1 soldier1"),
        fill(2, "africa_1", 2, "soldier3 soldier3 soldier1"),
        roll(2, "soldier1 soldier1"),
        fill(2, "africa_1", 3, "soldier1 soldier1"),
        fail(2, "africa_1", 7),
        turn(3),
    ]
    assert words([*wasteful, offer(1, True, "africa_1", [1, 2, 3], 0)]) == [
        "6.4: 'continue' cannot stand here; 'roll' should"
    ]


def test_6_6_x1_a_die_may_be_given_up_under_the_option():
    record = [
        *opening(),
        turn(1),
        roll(1, "cannon " * 7),
        sacrifice(1, 6),
        roll(1, "cannon cannon cavalry cavalry cannon cannon"),
        fill(1, "europe_1", 1, "cannon cannon"),
        roll(1, "cavalry cavalry cannon cannon"),
        sacrifice(1, 3),
        roll(1, "cavalry cavalry cannon"),
        fill(1, "europe_1", 2, "cavalry cavalry"),
        conquer(1, "europe_1"),
        end([4, 0], 1),
    ]
    assert words(record, max_turns=1, voluntary_sacrifice=True) == []
    assert words(record, max_turns=1) == ["6.6 X2: a line can be filled, so no die is given up"]


def test_6_6_x6_nothing_is_taken_over_where_the_option_is_off():
    assert words(seven_turns(), max_turns=7, continue_failed=False) == [
        "6.4: 'continue' cannot stand here; 'roll' should"
    ]
