"""Readings of Africa 1880 (rules.md 8.5), by their numbers; the referee reads each game."""

import numpy as np
import pytest
from africa_orders import SEEDS, events, play
from africa_table import NATIONS, STARTS, rulebook

from conquestlab.analysis.playing.seated_game import SeatedGame

THREE = "alger dahomey angola"
TOGETHER = {1: {1: "alger > sahara", 2: "dahomey > tombouctou"}, 2: {2: "tombouctou > sahara"}}


def test_f1_the_order_of_placing():
    assert tuple(nation.id for nation in rulebook().map.nations) == NATIONS


def test_f2_and_f20_the_historical_starts():
    record = play(rulebook(historical=True), "", {}, seats=6)
    assert [territory for _, territory in events(record, "start")] == list(STARTS)
    plain = play(rulebook(), "alger angola dakar alger gabon lagos", {})
    assert [territory for _, territory in events(plain, "start")] != list(STARTS)


def test_f3_first_presences_may_share_a_coast_unless_the_rulebook_says_no():
    assert events(play(rulebook(), "dakar dakar dakar", {}), "start")[2] == (3, "dakar")
    with pytest.raises(Exception, match="may not be shared"):
        play(rulebook(share_first=False), "dakar dakar lagos", {})


LANDING = {1: {1: "alger > tunis", 2: "land tunis", 3: "land tunis"}}


def test_f4_a_coast_is_empty_at_writing_or_at_execution():
    at_writing = play(rulebook(), THREE, LANDING)
    assert events(at_writing, "arrive") == [(1, "tunis", "alger"), (2, "tunis", None), (3, "tunis", None)]
    at_execution = play(rulebook(landing_empty="execution"), THREE, LANDING)
    assert events(at_execution, "arrive") == [(1, "tunis", "alger")]
    assert not events(at_execution, "void")
    alone = play(rulebook(landing_empty="execution"), THREE, {1: {2: "land tunis", 3: "land tunis"}})
    assert events(alone, "arrive") == [(2, "tunis", None), (3, "tunis", None)]


@pytest.mark.parametrize(
    ("alphabetical", "arrived", "void"),
    [
        ("source", (1, "tunis", "alger"), (1, "maroc", "rio_de_oro")),
        ("target", (1, "rio_de_oro", "maroc"), (1, "alger", "tunis")),
    ],
)
def test_f5_presences_run_short_by_the_alphabet_of_sources_or_of_targets(alphabetical, arrived, void):
    rounds = {1: {1: "alger > maroc"}, 2: {1: "alger > tunis, maroc > rio_de_oro"}}
    record = play(rulebook(presences=3, alphabetical=alphabetical), THREE, rounds)
    assert events(record, "arrive", 2) == [arrived]
    assert events(record, "void", 2) == [void]


def test_f5_names_are_compared_without_accents():
    ids = [territory.id for territory in rulebook().map.territories]
    assert ids.index("congo") + 1 == ids.index("cote_de_l_or") == ids.index("dahomey") - 1


def test_f6_two_explorations_to_one_target_bring_one_presence_and_use_one():
    rounds = {1: {1: "alger > tunis"}, 2: {1: "alger > sahara, tunis > sahara, land gabon"}}
    record = play(rulebook(presences=4), THREE, rounds)
    assert events(record, "arrive", 2) == [(1, "sahara", "alger"), (1, "gabon", None)]
    assert not events(record, "void")


def test_f7_both_stay_in_a_mutual_war_of_two():
    record = play(rulebook(), "dakar dakar angola", {1: {1: "war 2", 2: "war 1"}})
    assert not events(record, "removed")


def test_f8_nobody_is_looked_at_again_after_a_removal():
    """Three are there; two throw the third out, and one of the two betrays the other in the same round."""
    record = play(rulebook(), "dakar dakar dakar", {1: {1: "war 2 3", 2: "war 3"}})
    assert events(record, "removed") == [(3, "dakar")]


def test_f9_a_one_sided_alliance_blocks_a_colony():
    """At war with one that is in a crowd: nobody is removed, and nothing becomes a colony."""
    rounds = {
        1: {1: "alger > sahara", 2: "lagos > sahara", 3: "tripoli > sahara"},
        2: {1: "sahara, war 2"},
    }
    record = play(rulebook(), "alger lagos tripoli", rounds)
    assert not events(record, "removed")
    assert not events(record, "colony", 2)
    assert events(record, "colony", 3) == [("sahara", [1, 2, 3])]


def test_f10_own_declarations_do_not_matter_among_three():
    record = play(rulebook(), "dakar dakar dakar", {1: {1: "war 2 3"}})
    assert not events(record, "removed")
    record = play(rulebook(), "dakar dakar dakar", {1: {1: "war 2 3", 2: "war 1", 3: "war 1"}})
    assert events(record, "removed") == [(1, "dakar")]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_f11_relations_are_declared_to_the_nations_in_play(seats):
    record = play(rulebook(), " ".join(["dakar"] * seats), {})
    assert {len(relations) for *_, relations in events(record, "orders")} == {seats}
    assert len(record[0]["nations"]) == seats


def test_f12_all_colonies_of_the_last_round_count():
    """More than the last colony: in 600 games the engine stops after the round that brings them."""
    rows = SeatedGame(rulebook(), ["faithful"] * 6).play(SEEDS, 0, 600)
    over = rows["how"] == 2
    assert over.all()
    assert (rows["colonies"] >= 22).all()
    assert (rows["colonies"] > 22).any()


def test_f13_the_squares_of_the_map_are_as_many_as_the_counters():
    assert sum(territory.squares for territory in rulebook().map.territories) == 88


def test_f14_a_player_without_presences_lands_declares_and_scores():
    rounds = {1: {1: "war 2"}, 2: {2: "land gabon, war 3"}}
    record = play(rulebook(), "dakar dakar angola", rounds)
    assert events(record, "removed", 1) == [(2, "dakar")]
    assert events(record, "arrive", 2) == [(2, "gabon", None)]
    assert events(record, "score")[1] == (2, 0, 0, 2, 2)


def test_f15_a_presence_takes_part_in_conflict_and_colony_at_once():
    rounds = {**TOGETHER, 2: {1: "sahara", 2: "tombouctou > sahara"}}
    record = play(rulebook(), THREE, rounds)
    assert events(record, "colony", 2) == [("sahara", [1, 2])]
    rounds = {**TOGETHER, 2: {1: "sahara, war 2", 2: "tombouctou > sahara"}}
    record = play(rulebook(), THREE, rounds)
    assert events(record, "removed", 2) == [(2, "sahara")]


def test_f16_explorations_come_before_the_landing():
    record = play(rulebook(presences=2), THREE, {1: {1: "alger > tunis, land dakar"}})
    assert events(record, "arrive") == [(1, "tunis", "alger")]
    assert events(record, "void") == [(1, None, "dakar")]


def test_f17_what_is_not_ordered_is_nothing_and_alliance():
    record = play(rulebook(), THREE, {})
    assert events(record, "orders", 1)[0] == (1, [], [], None, [None, "alliance", "alliance"])


def test_f18_a_war_of_an_earlier_round_blocks_nothing():
    rounds = {**TOGETHER, 1: {**TOGETHER[1], 1: "alger > sahara, war 2"}, 3: {1: "sahara"}}
    assert events(play(rulebook(), THREE, rounds), "colony", 3) == [("sahara", [1, 2])]


def test_f19_presences_may_have_orders_of_any_kind_in_one_round():
    rounds = {1: {1: "alger > tunis"}, 2: {1: "alger > sahara, tunis"}}
    record = play(rulebook(), THREE, rounds)
    assert events(record, "orders", 2)[0][1:3] == (["tunis"], [["alger", "sahara"]])


def test_placing_by_lot_takes_each_coast_as_often_for_each_seat():
    """A tool of this project: 300 games, five standard errors for each of 23 coasts and 3 seats."""
    table = SeatedGame(rulebook(placing="drawn"), ["faithful"] * 3)
    coasts = sum(territory.coast for territory in table.rulebook.map.territories)
    counts = np.zeros((3, 64))
    for game in range(300):
        lines = table.play_logged(SEEDS, game).lines
        for seat, territory in lines[lines[:, 0] == 2][:, 1:3]:
            counts[seat, territory] += 1
    expected = 300 / coasts
    assert (abs(counts[:, counts.any(axis=0)] - expected) < 5 * np.sqrt(expected)).all()
    assert counts.any(axis=0).sum() == coasts
