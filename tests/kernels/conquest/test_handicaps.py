"""Section 2 of docs/rules.md: no seat loses more by a handicap than it would have had."""

import numpy as np
import pytest
from conquest_script import Script
from small_worlds import small

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.compiling.jit import config

WORLD = load("conquete-1957").map
AFRICA = [land.id for land in WORLD.lands if land.continent == "africa"]  # 2 armies for lands, 3 for itself


@pytest.mark.parametrize(
    ("more", "of_lands", "of_continents"),
    [(4, 6, 3), (0, 2, 3), (-1, 1, 3), (-2, 0, 3), (-4, 0, 1), (-5, 0, 0), (-6, 0, 0), (-100, 0, 0)],
)
def test_2_fewer_armies_of_the_first_turn_come_off_lands_and_then_off_continents(
    more, of_lands, of_continents
):
    lands = {1: dict.fromkeys(AFRICA, 4), 2: "rest"}
    game = Script(f"conquete-1957,handicap.first_reinforcement=[{more}]", 2, lands, round=1)
    game.run()
    assert game.position["received"] == of_lands + of_continents
    assert game.position["income_lands"][0] == of_lands
    assert game.position["income_continents"][0] == of_continents


def test_2_later_turns_have_no_handicap():
    game = Script(
        "conquete-1957,handicap.first_reinforcement=[-100]", 2, {1: dict.fromkeys(AFRICA, 4), 2: "rest"}
    )
    game.run()
    assert game.position["received"] == 5


@pytest.mark.parametrize(
    ("rules", "of_lands", "of_continents"),
    [
        ("bonus={asia=1}", 2, 3 + 7),  # the lands of Asia are another's
        ("bonus={africa=1}", 2, 3),  # held by the seat itself, and paid once
        ("bonus={asia=1,oceania=1,europe=2}", 2, 3 + 7 + 2),
        ("bonus={asia=2}", 2, 3),
        ("bonus={asia=1},first_reinforcement=[-4]", 0, 8),
    ],
)
def test_2_a_seat_is_paid_the_armies_of_a_continent_that_others_hold(rules, of_lands, of_continents):
    changes = rules.replace("bonus", "handicap.bonus").replace(",first", ",handicap.first")
    game = Script(f"conquete-1957,{changes}", 2, {1: dict.fromkeys(AFRICA, 4), 2: "rest"}, round=1)
    game.run()
    assert game.position["received"] == of_lands + of_continents
    assert game.position["income_lands"][0] == of_lands
    assert game.position["income_continents"][0] == of_continents


def test_2_the_armies_of_a_continent_are_paid_in_every_turn_whoever_holds_it():
    book, seats = small("conquete-1957,handicap.bonus={east=2}", rounds=6)
    rows = SeatedGame(book, ["reckless"] * seats).play(np.full(6, 5, np.uint64), 0, 200)
    bonus = book.continent_bonus[[one.id for one in book.map.continents].index("east")]
    turns = np.where(rows["out"][:, 1] == 0, rows["rounds"], rows["out"][:, 1] - 1)
    # A seat that falls or wins in a round had its turn in it or not.
    assert (rows["income_continents"][:, 1] >= bonus * (turns - 1)).all()
    assert (rows["income_continents"][:, 0] < bonus * rows["rounds"]).any()


def test_2_a_row_counts_no_armies_that_were_taken():
    book, seats = small("conquete-1957,handicap.first_reinforcement=[-100,-3]", rounds=1)
    rows = SeatedGame(book, ["reckless"] * seats).play(np.full(6, 5, np.uint64), 0, 300)
    assert not rows["income_lands"][:, 0].any()
    assert not rows["income_continents"][:, 0].any()
    assert rows["income_continents"][:, 1].min() == 0 < rows["income_continents"][:, 1].max()
    assert rows["income_lands"].min() == 0


def lands_of(book, continent):
    number = [one.id for one in book.map.continents].index(continent)
    return sum(1 << land for land in book.map.continent_lands[number])


FEW = 20 if config.DISABLE_JIT else 300
many_deals = pytest.mark.skipif(config.DISABLE_JIT, reason="too many deals for plain Python")


def dealt(text, seats, games=FEW):
    book = load(text)
    table = SeatedGame(book, ["reckless"] * seats)
    rows = table.play(np.full(6, 9, np.uint64), 0, games)
    return book, [[int(mask) for mask in row["dealt"][:seats]] for row in rows]


@pytest.mark.parametrize(
    ("text", "seats", "given"),
    [
        ("risk-modern,players.max=3,max_rounds=1", 3, {"asia": 3}),
        ("risk-modern,max_rounds=1", 6, {"oceania": 1, "africa": 2, "south_america": 4}),
        ("risk-1970-objectives,max_rounds=1,players.max=4", 3, {"europe": 2}),
        ("risk-1970-duel,max_rounds=1", 2, {"north_america": 1, "south_america": 1}),
    ],
)
def test_2_a_given_continent_is_dealt_whole_and_nobody_has_more_or_fewer_lands(text, seats, given):
    _, before = dealt(text, seats)
    book, after = dealt(text + "".join(f",given.{one}={seat}" for one, seat in given.items()), seats)
    for was, now in zip(before, after, strict=True):
        assert [mask.bit_count() for mask in was] == [mask.bit_count() for mask in now]
        for continent, seat in given.items():
            assert lands_of(book, continent) & ~now[seat - 1] == 0
        # A seat loses no land but those that are given, and what a seat that is given some does without.
        for seat in range(seats):
            if seat + 1 not in given.values():
                lost = was[seat] & ~now[seat]
                assert lost & ~sum(lands_of(book, one) for one in given) == 0
    assert before != after


@many_deals
def test_2_the_dice_of_a_deal_may_give_too_few_lands_for_a_continent():
    book, games = dealt("conquete-1957,given.north_america=2,players.max=4,max_rounds=1", 4, games=2000)
    wanted = lands_of(book, "north_america")
    few = [hands[1] for hands in games if hands[1].bit_count() < 9]
    assert len(few) > 50
    assert all(hand & ~wanted == 0 for hand in few)
    assert all(wanted & ~hands[1] == 0 for hands in games if hands[1] not in few)


@many_deals
def test_2_lands_given_back_are_any_of_the_others_as_likely():
    """Who is dealt no land of Oceania gives four of its 14: each of the 38 others is as likely."""
    _, before = dealt("risk-modern,players.max=3,max_rounds=1", 3, games=6000)
    book, after = dealt("risk-modern,players.max=3,given.oceania=1,max_rounds=1", 3, games=6000)
    given = lands_of(book, "oceania")
    returned = np.zeros(42)
    for was, now in zip(before, after, strict=True):
        back = was[0] & ~now[0]
        assert back.bit_count() == (given & ~was[0]).bit_count()
        returned += [back >> land & 1 for land in range(42)]
    others = np.array([given >> land & 1 == 0 for land in range(42)])
    assert not returned[~others].any()
    even = returned.sum() / 38
    chi = ((returned[others] - even) ** 2).sum() / even
    assert chi < 37 + 4 * np.sqrt(2 * 37)  # the squares of 38 shares, less varied than independent ones


def test_2_seats_that_do_not_play_are_given_nothing():
    _, before = dealt("risk-modern,max_rounds=1", 3)
    _, after = dealt("risk-modern,given.oceania=4,max_rounds=1", 3)
    assert before == after
