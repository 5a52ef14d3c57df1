import random
from functools import cache

import pytest
import slow_africa
from africa_script import (
    THREE,
    arrive,
    colony,
    develop,
    end,
    game,
    orders,
    removed,
    round_,
    score,
    short_book,
    short_game,
    starts,
    void,
)
from africa_table import COASTS, NATIONS, NEAR, SQUARES, rulebook

from conquestlab.analysis.games.africa.referee import check

OPTIONS = [
    {},
    {"historical": True},
    {"placing": "drawn"},
    {"share_first": False},
    {"landing_empty": "execution"},
    {"alphabetical": "target", "presences": 6},
    {"presences": 4, "landing_empty": "execution"},
    {"last_colony": 5},
    {"years": [1880, 1914]},
    {"score__alone": 7, "score__shared": 5, "score__alliance": 2, "handicap__points": [0, 3, -2]},
]
SOME = ("great_britain", "germany", "netherlands")
SIX_STARTS = ("alexandrie", "alger", "dahomey", "mogadiscio", "cape_town", "angola")


@cache
def good(players, luck, places):
    """Return a game of chance under the options at a place of the list."""
    chance = random.Random(luck)
    nations = [NATIONS[i] for i in sorted(chance.sample(range(6), players))]
    return slow_africa.play_at_random(rulebook(**OPTIONS[places]), nations, chance, war=0.15 + 0.1 * luck)


def words(record, **changes):
    return [f"{finding.paragraph}: {finding.what}" for finding in check(record, short_book(**changes))]


def so_far(record, **changes):
    """Check that a game breaks off without another fault."""
    (found,) = words(record, **changes)
    assert found.startswith("record: the record breaks off"), found


@pytest.mark.parametrize("place", range(len(OPTIONS)), ids=[str(changes) for changes in OPTIONS])
@pytest.mark.parametrize("players", range(3, 7))
def test_8_a_game_by_the_rules_is_praised(players, place):
    for luck in range(5):
        assert check(good(players, luck, place), rulebook(**OPTIONS[place])) == []


def test_8_the_games_of_chance_have_everything_in_them():
    games = [good(players, luck, 0) for players in range(3, 7) for luck in range(5)]
    ends = [record[-1] for record in games]
    kinds = {event["event"] for record in games for event in record}
    assert kinds >= {"start", "develop", "arrive", "removed", "colony"}
    assert {one["how"] for one in ends} == {"colonies", "1914"}
    short = good(4, 2, 5)
    assert any(event["event"] == "void" for event in short)


def test_8_a_written_game_with_everything_in_it_is_praised():
    assert words(short_game()) == []


def test_8_what_was_written_may_be_told_beside_what_is_executed():
    record = short_game()
    place = next(i for i, event in enumerate(record) if event["event"] == "orders")
    record[place]["written"] = {"develop": ["tripoli", "sahara"]}
    assert words(record) == []


def test_8_2_any_nation_may_begin_on_any_coast():
    for territory in COASTS:
        so_far([game(), *starts(territory)])
    inland = [territory for territory in SQUARES if territory not in COASTS]
    assert len(inland) == 9
    for territory in inland:
        assert words([game(), *starts(territory)]) == [
            f"8.2: {territory} has no coast, so no first presence stands there"
        ]


def one_round(places, plans, *consequences, nations=THREE):
    """Return the record of a game up to the consequences of its first round."""
    told = [orders(seat, **{"seats": len(places), **plan}) for seat, plan in enumerate(plans, 1)]
    return [game(nations), *starts(*places), round_(1, 1880), *told, *consequences]


def test_8_3_1_talk_leaves_no_trace():
    talk = {"event": "message", "player": 1, "to": 2, "text": "peace"}
    assert words([game(), *starts("alger", "tunis", "dakar"), talk]) == [
        "record: there is no event 'message'"
    ]


FRANCE, GERMANY, BRITAIN = 2, 3, 1
# The five examples of the rulebook: who is present, who declares war on whom, who is removed
EXAMPLES = [
    ((FRANCE, GERMANY), (), ()),
    ((FRANCE, GERMANY), ((FRANCE, GERMANY), (GERMANY, FRANCE)), ()),
    ((FRANCE, GERMANY), ((GERMANY, FRANCE),), (FRANCE,)),
    ((FRANCE, GERMANY), ((FRANCE, GERMANY),), (GERMANY,)),
    (
        (FRANCE, GERMANY, BRITAIN),
        ((FRANCE, GERMANY), (GERMANY, FRANCE), (BRITAIN, GERMANY)),
        (GERMANY,),
    ),
]


@pytest.mark.parametrize(("present", "wars", "gone"), EXAMPLES, ids=str)
def test_8_7_the_five_examples_of_conflicts(present, wars, gone):
    """Everybody present stands in Alger; whoever is not stands in Dakar alone."""
    places = ["alger" if seat in present else "dakar" for seat in (1, 2, 3)]
    plans = [{"war": [other for one, other in wars if one == seat]} for seat in (1, 2, 3)]
    told = [removed(seat, "alger") for seat in gone]
    so_far(one_round(places, plans, *told))
    for seat in present:
        if seat not in gone:
            assert words(one_round(places, plans, *told, removed(seat, "alger")))[0].startswith("8.3.4: ")
    if gone:
        assert words(one_round(places, plans))[0].startswith("8.3.4: 'removed' of")


def test_8_3_3_several_develop_together_and_the_surplus_is_lost():
    places, both = ("tripoli", "tripoli", "tripoli"), [{"develop": "tripoli"}] * 3
    so_far(one_round(places, both, develop("tripoli", 2), colony("tripoli", 1, 2, 3)))
    assert words(one_round(places, both, develop("tripoli", 3)))[0] == "8.3.3: counters should be 2, not 3"


def test_8_3_4_three_or_more_count_declarations():
    places = ("alger",) * 4
    four = (*THREE, "italy")
    all_on_one = [{}, {"war": (1,)}, {"war": (1,)}, {}]
    so_far(one_round(places, all_on_one, removed(1, "alger"), nations=four))
    tie = [{}, {"war": (1,)}, {}]
    so_far(one_round(places[:3], tie))


def test_8_3_5_a_colony_is_for_good_and_its_presences_explore_outwards():
    record = [
        *one_round(("rio_de_oro", "maroc", "dakar"), [{"develop": "rio_de_oro"}, {}, {}]),
        develop("rio_de_oro"),
        colony("rio_de_oro", 1),
        round_(2, 1885),
        orders(1, explore="rio_de_oro>maroc", war=(2,)),
        orders(2),
        orders(3, war=(1,)),
        arrive(1, "maroc", "rio_de_oro"),
        removed(2, "maroc"),
    ]
    so_far(record)


def test_8_4_points_and_a_tie_for_first_without_a_winner():
    places = ("rio_de_oro", "rio_de_oro", "dakar")
    record = one_round(places, [{"develop": "rio_de_oro"}, {}, {"war": (1,)}])
    tail = [develop("rio_de_oro"), colony("rio_de_oro", 1, 2)]
    points = [score(1, shared=3, alliances=1), score(2, shared=3, alliances=2), score(3, alliances=2)]
    assert words([*record, *tail, *points, end(2, "1914", 1)], years=[1880]) == []
    level = [score(1, 0, 3, 1, 1), score(2, 0, 3, 2), score(3, 0, 0, 2)]
    record = [*record, *tail, *level]
    assert words([*record, end(None, "1914", 1)], years=[1880], handicap__points=[1]) == []
    won = words([*record, end(1, "1914", 1)], years=[1880], handicap__points=[1])
    assert won == ["8.4: winner should be None, not 1"]


# The open questions of 8.5 ------------------------------------------------------------------------


def test_8_5_f1_nations_place_in_the_order_of_the_rulebook():
    nations = ("great_britain", "italy", "belgium")
    so_far([game(nations), *starts("alger", "alger", "alger")])
    assert words([game(nations[::-1])])[0].startswith("8.2: 3 different nations, in the order of placing")


def test_8_2_first_presences_may_be_placed_by_lot():
    record = [game(), starts("alger")[0] | {"player": 3}, *starts("alger", "dakar")]
    so_far(record, placing="drawn")
    assert words(record)[0] == "8.2: it is for seat 1, not for seat 3"
    record[2]["player"] = 3
    assert words(record, placing="drawn")[0] == "8.2: seat 3 has placed its first presence already"


def test_8_5_f2_f20_historical_starts_are_those_of_the_option():
    so_far([game(NATIONS), *starts(*SIX_STARTS)], historical=True)
    for seat, territory in enumerate(SIX_STARTS, 1):
        other = "alger" if territory != "alger" else "dakar"
        record = [game(NATIONS), *starts(*SIX_STARTS[: seat - 1], other)]
        assert words(record, historical=True)[0].startswith("8.5 F20: ")


def test_8_5_f3_a_first_presence_may_share_its_coast():
    so_far([game(), *starts("alger", "alger", "alger")])


def test_8_5_f4_a_landing_needs_a_coast_empty_when_it_is_written():
    plans = [{"explore": "alger>tunis"}, {"land": "tunis"}, {}]
    record = one_round(("alger", "dakar", "dakar"), plans, arrive(1, "tunis", "alger"))
    so_far(record, landing_empty="execution")
    so_far([*record, arrive(2, "tunis")])


def test_8_5_f5_the_limit_follows_the_alphabet_of_sources_or_of_targets():
    """Seat 1 stands in Dahomey and Lagos and has one presence left for two explorations."""
    before = [
        *one_round(("dahomey", "alger", "alger"), [{"explore": "dahomey>lagos"}, {}, {}]),
        arrive(1, "lagos", "dahomey"),
        round_(2, 1885),
        orders(1, explore="lagos>cameroun dahomey>tombouctou"),
        orders(2),
        orders(3),
    ]
    by_source = [arrive(1, "tombouctou", "dahomey"), void(1, "lagos", "cameroun")]
    by_target = [arrive(1, "cameroun", "lagos"), void(1, "dahomey", "tombouctou")]
    so_far([*before, *by_source])
    so_far([*before, *by_target], alphabetical="target")
    assert words([*before, *by_target])[0].startswith(
        "8.3.3: 'arrive' cannot stand here: seat 1 has all its 3"
    )
    assert words([*before, *by_source], alphabetical="target")[0].startswith("8.3.3: 'arrive' cannot stand")


def test_8_5_f6_two_explorations_to_one_target_take_one_presence():
    before = [
        *one_round(("dahomey", "alger", "alger"), [{"explore": "dahomey>lagos"}, {}, {}]),
        arrive(1, "lagos", "dahomey"),
        round_(2, 1885),
        orders(1, explore="lagos>tombouctou dahomey>tombouctou", land="gabon"),
        orders(2),
        orders(3),
        arrive(1, "tombouctou", "dahomey"),
    ]
    so_far([*before, void(1, None, "gabon")])
    so_far([*before, arrive(1, "gabon")], presences=4)
    assert words([*before, void(1, "lagos", "tombouctou")])[0].startswith("8.3.3: 'void' cannot stand here")


def test_8_5_f7_a_war_of_two_on_each_other_removes_nobody():
    so_far(one_round(("alger", "alger", "dakar"), [{"war": (2,)}, {"war": (1,)}, {}]))


def test_8_5_f8_removals_are_found_at_once_and_not_again():
    """Seat 1 is removed by two; what is left between 2 and 3 is not looked at again."""
    plans = [{}, {"war": (1,)}, {"war": (1, 2)}]
    so_far(one_round(("alger",) * 3, plans, removed(1, "alger")))
    twice = words(one_round(("alger",) * 3, plans, removed(1, "alger"), removed(2, "alger")))
    assert twice[0].startswith("8.3.4: 'removed' cannot stand here: seat 2 stays")


def test_8_5_f9_f18_a_war_of_this_round_on_one_side_blocks_a_colony():
    """Three are present and one declares war on one: nobody falls, and the colony waits for peace."""
    plans = [{"develop": "rio_de_oro"}, {"war": (1,)}, {}]
    record = one_round(("rio_de_oro",) * 3, plans, develop("rio_de_oro"))
    so_far(record)
    assert words([*record, colony("rio_de_oro", 1, 2, 3)])[0].startswith("8.3.5: 'colony' cannot stand here")
    peace = [round_(2, 1885), orders(1), orders(2), orders(3), colony("rio_de_oro", 1, 2, 3)]
    so_far([*record, *peace])


def test_8_5_f10_ones_own_declaration_does_not_count_with_three():
    """Seat 1 is at war with all and stays, because only one declares war on it."""
    so_far(one_round(("alger",) * 3, [{"war": (2, 3)}, {"war": (1,)}, {}]))


def test_8_5_f11_relations_are_among_the_nations_in_play():
    so_far(one_round(("alger",) * 3, [{}, {}, {}], nations=SOME))
    more = one_round(("alger",) * 3, [{"seats": 6}, {}, {}], nations=SOME)
    assert words(more)[0].startswith("record: 'relations' of 'orders' cannot be")


def test_8_5_f12_all_colonies_of_the_last_round_count():
    """The last colony but one opens the round in which two are due, the limit stands between them."""
    plans = [{"develop": "rio_de_oro"}, {"develop": "tripoli"}, {"develop": "tripoli"}]
    record = [
        *one_round(("rio_de_oro", "tripoli", "tripoli"), plans, develop("rio_de_oro"), develop("tripoli", 2)),
        colony("rio_de_oro", 1),
        colony("tripoli", 2, 3),
        score(1, 8, 0, 2),
        score(2, 0, 3, 2),
        score(3, 0, 3, 2),
        end(1, "colonies", 1),
    ]
    assert words(record, last_colony=1) == []
    assert words(record, last_colony=2) == []
    assert words(record, last_colony=3)[0].startswith("8.3: 'score' cannot stand here; 'round' should")
    without = [event for event in record if event.get("territory") != "tripoli" or event["event"] != "colony"]
    assert words(without, last_colony=1)[0] == "8.3.5: 'colony' of tripoli is missing"


def test_8_5_f13_the_squares_are_as_many_as_the_counters():
    assert sum(SQUARES.values()) == 88
    assert {territory.id: territory.squares for territory in rulebook().map.territories} == SQUARES


def test_8_5_f14_a_nation_without_a_presence_lands_and_declares():
    record = [
        *one_round(("alger", "alger", "dakar"), [{}, {"war": (1,)}, {}], removed(1, "alger")),
        round_(2, 1885),
        orders(1, land="tunis", war=(2,)),
        orders(2),
        orders(3),
        arrive(1, "tunis"),
    ]
    so_far(record)


def test_8_5_f15_who_arrives_in_the_round_takes_part_in_conflicts_and_colonies():
    plans = [{"develop": "rio_de_oro"}, {"explore": "maroc>rio_de_oro"}, {}]
    told = [develop("rio_de_oro"), arrive(2, "rio_de_oro", "maroc"), colony("rio_de_oro", 1, 2)]
    so_far(one_round(("rio_de_oro", "maroc", "dakar"), plans, *told))
    plans[1] |= {"war": (1,)}
    told = [*told[:2], removed(1, "rio_de_oro"), colony("rio_de_oro", 2)]
    so_far(one_round(("rio_de_oro", "maroc", "dakar"), plans, *told))


def test_8_5_f16_explorations_come_before_the_landing():
    plans = [{"explore": "tripoli>sahara", "land": "alger"}, {}, {}]
    first = [arrive(1, "sahara", "tripoli"), void(1, None, "alger")]
    so_far(one_round(("tripoli", "dakar", "dakar"), plans, *first), presences=2)
    other = [arrive(1, "alger"), void(1, "tripoli", "sahara")]
    found = words(one_round(("tripoli", "dakar", "dakar"), plans, *other), presences=2)
    assert found[0].startswith("8.3.3: 'arrive' cannot stand here: seat 1 has all its 2")


def test_8_5_f17_a_record_has_the_relation_that_a_forgotten_one_stands_for():
    record = one_round(("alger",) * 3, [{}, {}, {}])
    record[5]["relations"] = [None, None, "alliance"]
    assert words(record) == ["8.3.2: seat 1 declares None to seat 2"]


def test_8_5_f19_each_presence_has_one_order_of_any_kind():
    plans = [{"develop": "alger", "explore": "tunis>tripoli", "land": "gabon"}, {}, {}]
    before = [
        *one_round(("alger", "dakar", "dakar"), [{"explore": "alger>tunis"}, {}, {}]),
        arrive(1, "tunis", "alger"),
        round_(2, 1885),
    ]
    told = [develop("alger"), arrive(1, "tripoli", "tunis"), arrive(1, "gabon")]
    so_far([*before, orders(1, **plans[0]), orders(2), orders(3), *told], presences=9)
    twice = {"develop": "alger", "explore": "alger>maroc"}
    assert words([*before, orders(1, **twice)])[0] == "8.3.2: the presence in alger has two orders"


def test_8_6_the_map_is_the_one_of_the_rules():
    territories = rulebook().map.territories
    assert len(territories) == 32
    assert sum(len(one.neighbours) for one in territories) == 2 * 68
    assert tuple(one.id for one in territories if one.coast) == COASTS
    assert {one.id: set(one.neighbours) for one in territories} == {
        name: set(near) for name, near in NEAR.items()
    }
