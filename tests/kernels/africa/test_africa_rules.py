"""Rules of Africa 1880 in the engine, by the paragraphs of rules.md; the referee reads each game."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from africa_orders import events, play
from africa_table import NATIONS, STARTS, rulebook

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.kernels.africa.rules import new_colonies, removed_from
from conquestlab.kernels.africa.state import position_dtype

SEEDS = np.arange(1, 7, dtype=np.uint64)
THREE = "alger dahomey angola"


def test_8_1_a_nation_has_22_presences_and_the_squares_take_the_88_counters():
    book = rulebook()
    assert book.spec.presences == 22
    assert sum(territory.squares for territory in book.map.territories) == 88
    assert len(book.map.territories) == 32


def test_8_2_nations_in_play_place_in_their_order_on_any_coast():
    record = play(rulebook(), "alger alger madagascar", {})
    assert events(record, "start") == [(1, "alger"), (2, "alger"), (3, "madagascar")]
    assert play.asked[:3] == [(0, 1, 1), (0, 2, 1), (0, 3, 1)]
    nations = record[0]["nations"]
    assert sorted(nations, key=NATIONS.index) == nations


def test_8_2_the_historical_start_asks_nobody():
    record = play(rulebook(historical=True), "", {}, seats=6)
    assert [territory for _, territory in events(record, "start")] == list(STARTS)
    assert all(round >= 1 for round, _, _ in play.asked)


def test_8_3_2_each_presence_has_an_order_then_the_landing_then_each_relation():
    record = play(rulebook(), THREE, {1: {1: "alger > tunis, land dakar, war 3"}})
    assert play.asked[3:7] == [(1, 1, 2), (1, 1, 3), (1, 1, 4), (1, 1, 4)]
    assert events(record, "orders", 1) == [
        (1, [], [["alger", "tunis"]], "dakar", [None, "alliance", "war"]),
        (2, [], [], None, ["alliance", None, "alliance"]),
        (3, [], [], None, ["alliance", "alliance", None]),
    ]


def test_8_3_2_orders_are_secret_until_all_are_in():
    """What the seat after sees does not depend on what the seat before wrote."""
    book = rulebook()
    views = []
    for orders in ("", "alger > tunis, land dakar, war 2 3"):
        table = SeatedGame(book, [None] * 3)

        def choose(position, choices, orders=orders, table=table, seen=[]):  # noqa: B006
            if position["asker"] == 1 and position["round"] == 1 and len(views) < 2:
                seen.append(json.dumps(table.engine.view(table.rules, position, 1)))
                if len(seen) == 1:
                    views.append(seen[0])
            if orders and position["asker"] == 0 and position["round"] == 1:
                return choices[-1]
            return choices[0]

        table.play_logged(SEEDS, 0, choose)
    assert views[0] == views[1]
    assert json.loads(views[0])["orders"] == {"develop": [], "explore": [], "land": -1, "war": []}


def test_8_3_3_develop_fills_a_square_and_surplus_is_lost():
    rounds = {
        1: {1: "alger > sahara", 2: "dahomey > tombouctou"},
        2: {2: "tombouctou > sahara"},
        3: {1: "sahara", 2: "sahara"},
    }
    record = play(rulebook(), THREE, rounds)
    assert events(record, "develop") == [("sahara", 1)]
    assert events(record, "colony", 3) == [("sahara", [1, 2])]


def test_8_3_3_explore_puts_a_presence_and_the_source_keeps_its_own():
    record = play(rulebook(), THREE, {1: {1: "alger > maroc"}, 2: {1: "alger > tunis, maroc > rio_de_oro"}})
    assert events(record, "arrive") == [
        (1, "maroc", "alger"),
        (1, "rio_de_oro", "maroc"),
        (1, "tunis", "alger"),
    ]


def test_8_3_3_two_landings_on_one_coast_both_arrive():
    record = play(rulebook(), THREE, {1: {1: "land dakar", 2: "land dakar"}})
    assert events(record, "arrive") == [(1, "dakar", None), (2, "dakar", None)]


def test_8_3_3_nobody_explores_or_develops_a_colony():
    rounds = {
        1: {1: "alger > sahara"},
        2: {1: "sahara", 2: "dahomey > tombouctou"},
        3: {2: "tombouctou > sahara"},
    }
    with pytest.raises(Exception, match="a colony"):
        play(rulebook(), THREE, rounds)


def test_8_3_3_presences_in_a_colony_go_on_exploring():
    rounds = {1: {1: "alger > sahara"}, 2: {1: "sahara"}, 3: {1: "sahara > tchad"}}
    record = play(rulebook(), THREE, rounds)
    assert events(record, "colony", 2) == [("sahara", [1])]
    assert events(record, "arrive", 3) == [(1, "tchad", "sahara")]


@pytest.mark.parametrize(("limit", "arrived"), [(3, 2), (2, 1)])
def test_8_3_3_presences_run_short_by_the_alphabet_and_the_landing_last(limit, arrived):
    rounds = {1: {1: "alger > tunis, land dakar"}, 2: {1: "alger > maroc, tunis > tripoli, land gabon"}}
    record = play(rulebook(presences=limit), THREE, rounds)
    assert len(events(record, "arrive", 1)) == arrived
    assert len(events(record, "void", 1)) == 2 - arrived
    assert not events(record, "arrive", 2)
    assert events(record, "void", 2) == [
        (1, "alger", "maroc"),
        (1, "tunis", "tripoli"),
        (1, None, "gabon"),
    ]


EXAMPLES = json.loads((Path(__file__).parents[2] / "golden" / "africa_conflicts.json").read_text())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["tells"])
def test_8_7_conflicts_as_the_rulebook_works_them_out(example):
    """All on one coast, where nobody else is; wars are declared in the round of the conflict."""
    codes = example["present"]
    starts = ["dakar"] * len(codes) + ["angola", "madagascar"][: max(0, 3 - len(codes))]
    war = {
        codes.index(one) + 1: "war "
        + " ".join(str(codes.index(b) + 1) for a, b in example["war"] if a == one)
        for one, _ in example["war"]
    }
    record = play(rulebook(), " ".join(starts), {1: war})
    removed = [codes[seat - 1] for seat, territory in events(record, "removed", 1)]
    assert removed == example["removed"]


def loses(seat, present, war):
    """The rule of conflicts in plain words."""
    others = [other for other in present if other != seat]
    hostile = [other for other in others if (other, seat) in war]
    if len(others) == 1:
        return bool(hostile) and (seat, others[0]) not in war
    return len(hostile) > len(others) - len(hostile)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_8_3_4_and_8_3_5_all_declarations_of_random_crowds(seats):
    chance = np.random.default_rng(seats)
    positions = np.zeros(1, position_dtype)
    for _ in range(400):
        position = positions[0]
        position["seats"] = seats
        war = {pair for pair in np.ndindex(seats, seats) if pair[0] != pair[1] and chance.random() < 0.5}
        crowds = [{seat for seat in range(seats) if chance.random() < 0.6} for _ in range(64)]
        colonies = {place for place in range(64) if chance.random() < 0.2}
        full = {place for place in range(64) if chance.random() < 0.5}
        position["colonies"] = sum(1 << place for place in colonies)
        position["free"][:] = 0
        position["free"][1] = sum(1 << place for place in range(64) if place not in full)
        for seat in range(seats):
            position["presence"][seat] = sum(1 << place for place in range(64) if seat in crowds[place])
            position["war"][seat] = sum(1 << other for one, other in war if one == seat)
        for seat in range(seats):
            wanted = sum(
                1 << place
                for place, crowd in enumerate(crowds)
                if place not in colonies and seat in crowd and loses(seat, crowd, war)
            )
            assert int(removed_from(position, np.int64(seat))) == wanted
        founded = sum(
            1 << place
            for place, crowd in enumerate(crowds)
            if place in full - colonies and crowd and not any(set(pair) <= crowd for pair in war)
        )
        assert int(new_colonies(position)) == founded


def test_8_3_5_a_war_among_those_present_holds_a_colony_up():
    rounds = {
        1: {1: "alger > sahara", 2: "dahomey > tombouctou"},
        2: {2: "tombouctou > sahara"},
        3: {1: "sahara, war 2", 2: "war 1"},
        4: {1: "war 3", 3: "war 1 2"},
    }
    record = play(rulebook(), THREE, rounds)
    assert events(record, "develop", 3) == [("sahara", 1)]
    assert not events(record, "colony", 3)
    assert events(record, "colony", 4) == [("sahara", [1, 2])]


def test_8_4_points_for_colonies_alone_and_shared_and_for_alliances():
    rounds = {
        1: {1: "alger > sahara", 2: "dahomey > tombouctou"},
        2: {1: "alger", 2: "tombouctou > sahara"},
        3: {1: "sahara, alger"},
        4: {1: "alger"},
        8: {2: "war 1 3", 3: "war 2"},
    }
    record = play(rulebook(), THREE, rounds)
    assert events(record, "score") == [(1, 8, 3, 1, 12), (2, 0, 3, 1, 4), (3, 0, 0, 1, 1)]
    assert events(record, "end") == [(1, "1914", 8)]


def test_8_4_a_tie_for_first_has_no_winner():
    record = play(rulebook(), THREE, {})
    assert events(record, "score") == [(seat, 0, 0, 2, 2) for seat in (1, 2, 3)]
    assert events(record, "end") == [(None, "1914", 8)]
    assert not play.row["win"].any()


def test_8_4_the_game_ends_in_the_round_of_the_last_colony_and_all_due_are_made():
    rounds = {
        1: {1: "alger > sahara", 2: "dahomey > tombouctou"},
        2: {1: "alger > tunis", 2: "tombouctou"},
        3: {1: "tunis", 2: "tombouctou > rio_de_oro"},
        4: {1: "tunis, sahara", 2: "tombouctou, rio_de_oro"},
    }
    record = play(rulebook(last_colony=2), THREE, rounds)
    founded = ["rio_de_oro", "sahara", "tombouctou", "tunis"]
    assert [territory for territory, _ in events(record, "colony", 4)] == founded
    assert events(record, "end") == [(None, "colonies", 4)]


def test_8_4_a_last_colony_in_the_last_year_is_told_as_such():
    rounds = {1: {1: "alger > sahara"}, 2: {1: "sahara"}}
    record = play(rulebook(last_colony=1, years=[1880, 1885]), THREE, rounds)
    assert events(record, "end") == [(1, "colonies", 2)]


def test_8_5_11_nations_are_drawn_evenly_and_without_luck_of_their_own_with_six():
    """With three of six each of the twenty sets is as likely: 4,000 games, five standard errors."""
    table = SeatedGame(rulebook(), ["faithful"] * 3)
    rows = table.play(SEEDS, 0, 4000)
    drawn = [tuple(nations) for nations in rows["nation"][:, :3].tolist()]
    for nations in combinations(range(6), 3):
        assert abs(drawn.count(nations) - 200) < 5 * np.sqrt(4000 / 20 * 19 / 20)
    six = SeatedGame(rulebook(), ["faithful"] * 6).play(SEEDS, 0, 10)
    assert (six["nation"] == np.arange(6)).all()
