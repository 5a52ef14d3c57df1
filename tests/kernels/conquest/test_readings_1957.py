"""The open questions of 1957 (paragraphs 3.6 and 4 of docs/rules.md) as the engine reads them, and 3.7."""

from collections import Counter
from itertools import chain, pairwise

import numpy as np
import pytest
from conquest_script import Script

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest import dice, state

BOOK = "conquete-1957"
SECOND = "conquete-1957-second"
SEEDS = np.arange(51, 57, dtype=np.uint64)
LANDS = load(BOOK).map.lands
ARMS = {arm: [land.id for land in LANDS if land.arm == arm] for arm in ("infantry", "cavalry", "artillery")}


def one_of_each(place):
    return [ARMS[arm][place] for arm in ARMS]


def transcript_of(text, bots, game=0):
    table = SeatedGame(load(text), bots)
    lines = table.play_logged(SEEDS, game).lines
    return table.engine.transcript(lines, table.rulebook, {"event": "game"})


def with_hand(*cards, text=BOOK, talon=0, **more):
    """Seat 1 holds Alaska and some cards; the talon has few cards or none, so the hand stays known."""
    game = Script(text, 2, {1: {"alaska": 2}, 2: "rest"}, hands={1: cards}, **more)
    game.position["cards"]["talon_left"] = talon
    return game


def sets_on_offer(game):
    return {choice[1:4] for choice in game.choices()} - {(-1, -1, -1)}


def movable(game):
    """From each land to each other the most armies that may move."""
    return {(game.ids[a], game.ids[b]): most for _, a, b, _, _, _, most in game.choices() if a >= 0}


def test_3_6_A1_a_joker_alone_is_a_series():
    game = with_hand("joker_2", *one_of_each(0)[:2])
    assert game.run() == ("exchange", 1)
    assert sets_on_offer(game) == {game.cards("joker_2")}
    game.choose(*game.cards("joker_2"), -1)
    assert [(event["number"], event["armies"]) for event in game.events("exchange")] == [(1, 4)]
    wild = with_hand("joker_2", text=BOOK + ",cards.joker=wild")
    assert wild.run()[0] == "attack"  # nothing to exchange, and no army for one land


@pytest.mark.parametrize("joker", ["series", "wild"])
@pytest.mark.parametrize("arm", ARMS)
def test_3_6_A2_three_of_one_arm_are_no_series(arm, joker):
    game = with_hand(*ARMS[arm][:4], text=f"{BOOK},cards.joker={joker}")
    assert game.run()[0] == "attack"
    later = with_hand(*ARMS[arm][:3], text="risk-modern")  # where they are one
    assert later.run() == ("exchange", 1)


def test_3_6_A4_the_scale_counts_the_series_of_all_players():
    hands = {1: one_of_each(0), 2: one_of_each(1)}
    game = Script(BOOK, 2, {1: {"alaska": 2, "china": 1, "peru": 1}, 2: "rest"}, hands=hands)
    for seat in (1, 2):
        asked = game.run() if seat == 1 else game.question()
        assert asked == ("exchange", seat)
        asked = game.choose(*game.cards(*hands[seat]), -1)
        while asked[1] == seat:
            own = next(land for land in game.ids if game.owner(land) == seat)
            asked = game.place_all(own) if asked[0] == "place" else game.stop()
    exchanged = [(event["player"], event["number"], event["armies"]) for event in game.events("exchange")]
    assert exchanged == [(1, 1, 4), (2, 2, 6)]


@pytest.mark.parametrize(("tired", "fresh"), [("exact", 7), ("whole_land", 0), ("none", 9)])
def test_3_6_A7_what_may_leave_a_land_that_attacked(tired, fresh):
    """Ten armies, three of them in a fight without a conquest; those that are lost are of the three."""
    lost = Counter()
    for seed in range(12):
        lands = {1: {"alaska": 10, "alberta": 3}, 2: "rest"}
        game = Script(f"{BOOK},movement.tired={tired}", 2, lands, seed=seed)
        game.position["armies"][game.number["kamchatka"]] = 20
        game.position["armies_of"][1] += 19
        game.to_combat("alberta")
        game.choose("alaska", "kamchatka", 3)
        game.choose(3)
        lost[game.events("attack")[0]["attacker_lost"]] += 1
        game.stop()
        left = game.armies("alaska")
        assert movable(game).get(("alaska", "alberta"), 0) == min(fresh, left - 1)
        assert movable(game)["alberta", "alaska"] == 2
    assert len(lost) > 1


@pytest.mark.parametrize(("tired", "on"), [("exact", 4), ("whole_land", 0), ("none", 5)])
def test_3_6_A8_armies_that_marched_without_rolling_may_move_on(tired, on):
    for seed in range(40):
        lands = {1: {"alaska": 10, "alberta": 1}, 2: "rest"}
        game = Script(f"{BOOK},movement.tired={tired}", 2, lands, seed=seed)
        game.to_combat("alberta")
        if game.choose("alaska", "kamchatka", 2)[0] == "occupy":
            break
    game.choose(amount=6)  # the two that rolled and four that did not
    game.stop()
    assert movable(game).get(("kamchatka", "alaska"), 0) == on


def test_3_6_A9_a_roll_that_conquers_costs_no_army():
    seen = Counter()
    for number in range(3):
        record = transcript_of(BOOK, ["random", "reckless", "random"], number)
        for before, event in pairwise(record):
            if event["event"] != "occupy":
                continue
            assert before["event"] == "attack"
            assert before["attacker_lost"] == 0
            assert before["defender_lost"] == len(before["defend_dice"]) <= len(before["attack_dice"])
            assert event["armies"] >= len(before["attack_dice"])
            seen[len(before["attack_dice"])] += 1
    assert set(seen) == {1, 2, 3}


@pytest.mark.parametrize("early", ["forbid_attack", "allow"])
def test_3_6_A10_the_fourth_round_ends_at_the_place_of_seat_1_even_if_it_is_out(early):
    lands = {1: {}, 2: "rest", 3: {"alaska": 9}, 4: {"kamchatka": 1}}
    game = Script(f"{BOOK},early_elimination={early}", 4, lands, round=4, active=3)
    game.position["out"][0] = 3
    game.position["alive"] = 3
    rounds = {}
    asked = game.run()
    while len(rounds) < 2:
        kind, seat = asked
        if kind == "attack" and seat == 3 and game.position["round"] not in rounds:
            rounds[int(game.position["round"])] = "kamchatka" in {target for _, target, _ in game.attacks()}
        own = next(land for land in game.ids if game.owner(land) == seat)
        asked = game.place_all(own) if kind == "place" else game.stop()
    assert rounds == {4: early == "allow", 5: True}
    turns = [(event["round"], event["player"]) for event in game.events("turn")]
    assert turns[:4] == [(4, 3), (4, 4), (5, 2), (5, 3)]


@pytest.mark.parametrize("seats", [2, 5])
def test_3_6_A11_phase_1_leaves_one_army_on_each_land_and_no_more(seats):
    for seed in range(5):
        game = Script(BOOK, seats, seed=seed)
        game.run()
        assert [game.armies(land) for land in game.ids] == [1] * 42
        assert game.position["armies_of"][:seats].sum() == 42
        deals = [(event["player"], event["armies"]) for event in game.events("deal")]
        assert len(deals) == sum(armies for _, armies in deals) == 42


def test_3_6_A12_the_discard_stays_till_a_card_is_due_and_there_may_be_none():
    game = with_hand(talon=1)
    cards = game.position["cards"]
    cards["discard_lands"] = np.uint64(1 << game.number["china"])
    game.run()
    assert len(game.events("draw")) == 1
    assert (cards["talon_left"], cards["discard_lands"]) == (0, 1 << game.number["china"])  # not earlier
    game = with_hand()
    game.run()
    assert game.events("draw") == []


def test_3_6_A14_an_army_moves_to_a_neighbour_and_not_through_it():
    game = Script(BOOK, 2, {1: {"alaska": 5, "alberta": 1, "ontario": 1, "quebec": 3}, 2: "rest"})
    game.to_combat("quebec")
    game.stop()
    assert set(movable(game)) == {("alaska", "alberta"), ("quebec", "ontario")}
    assert game.refuse("alaska", "ontario", amount=1) == state.NOT_ADJACENT
    game.choose("alaska", "alberta", amount=4)
    assert game.armies("alberta") == 5
    assert ("alberta", "ontario") not in movable(game)  # all that could leave had stood in Alberta before
    assert game.refuse("alberta", "ontario", amount=1) == state.WRONG_NUMBER


CONTINENTS = {"oceania": 2, "south_america": 2, "africa": 3, "europe": 5, "north_america": 5, "asia": 7}


@pytest.mark.parametrize("text", [BOOK, SECOND, "risk-1970-world"])
@pytest.mark.parametrize("continent", CONTINENTS)
def test_3_6_A15_the_continents_bring_in_1957_what_they_bring_in_1970(text, continent):
    own = [land.id for land in LANDS if land.continent == continent]
    game = Script(text, 3, {1: dict.fromkeys(own, 1), 2: "rest", 3: {}})
    game.run()
    (event,) = game.events("reinforce")
    assert event["from_continents"] == {continent: CONTINENTS[continent]}
    assert game.position["pool"] == event["from_lands"] + CONTINENTS[continent]


def test_3_6_A16_two_to_six_play():
    for seats in range(2, 7):
        row = SeatedGame(load(BOOK), ["reckless"] * seats).play(SEEDS, 0, 1)[0]
        assert (row["seats"], row["score"][:seats].sum()) == (seats, 42)
        assert row["how"] == 1  # somebody has conquered the world
        assert row["win"][:seats].sum() == 60
    for seats in (1, 7):
        with pytest.raises(WrongUse, match="2 to 6 players"):
            SeatedGame(load(BOOK), ["reckless"] * seats)


def exchange_all(text, sets, done):
    """Return the armies for sets that one seat exchanges one after the other, with so many done before."""
    hand = [card for place in range(sets) for card in one_of_each(place)]
    game = with_hand(*hand, text=text)
    game.position["cards"]["sets_done"] = done
    game.run()
    for place in range(sets):
        game.choose(*game.cards(*one_of_each(place)), -1)
    return [event["armies"] for event in game.events("exchange")]


def test_4_B1_the_value_4_is_left_out_and_comes_nowhere_else():
    assert exchange_all(SECOND, 10, 0) == [6, 8, 10, 12, 15, 20, 25, 30, 35, 40]
    assert exchange_all(BOOK, 10, 0) == [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]


@pytest.mark.parametrize(
    ("talon", "discard", "drawn"), [(0, 0, 0), (1, 0, 1), (1, 1, 2), (0, 5, 3), (9, 0, 3)]
)
def test_4_B2_of_three_cards_due_those_are_drawn_that_there_are(talon, discard, drawn):
    game = Script(SECOND, 2, {1: {"alaska": 2, "china": 1, "peru": 1}, 2: "rest"})
    cards = game.position["cards"]
    cards["talon_left"] = talon
    kept = set(cards["talon"][:talon].tolist())
    others = [land for land in range(42) if land not in kept][:discard]
    cards["discard_lands"] = np.uint64(sum(1 << land for land in others))
    game.run()
    assert len(game.hand(1)) == len(game.events("draw")) == drawn


# 3.7, played.


def losses(attack, defence, text=BOOK):
    """Return what attacker and defender lose by these faces, in the order in which they fall."""
    rules = SeatedGame(load(text), ["reckless"] * 3).rules
    index = 0
    for face in (*attack, *defence):
        index = 6 * index + face - 1
    lost = int(dice.defender_losses(rules["dice"], index, len(attack), len(defence)))
    return min(len(attack), len(defence)) - lost, lost


@pytest.mark.parametrize(
    ("attack", "defence", "lost"),
    [((5, 3, 2), (6, 2), (1, 1)), ((6,), (6,), (1, 0)), ((6, 2, 2), (5, 4, 2), (2, 1))],
)
def test_3_7_the_rolls_of_the_rulebook(attack, defence, lost):
    assert losses(attack, defence) == lost
    assert losses(attack[::-1], defence[::-1]) == lost


def test_3_7_three_dice_against_three_over_all_46656_rolls():
    rules = SeatedGame(load(BOOK), ["reckless"] * 2).rules
    ways = Counter(3 - int(dice.defender_losses(rules["dice"], index, 3, 3)) for index in range(6**6))
    assert ways == {0: 6420, 1: 10017, 2: 12348, 3: 17871}


def test_3_7_lands_series_and_attacks():
    spread = [land.id for land in LANDS][::3]
    game = Script(BOOK, 2, {1: dict.fromkeys(spread[:14], 1), 2: "rest"})
    game.run()
    assert game.events("reinforce")[0]["from_lands"] == 4
    parts = (("africa", 6), ("oceania", 4), ("europe", 5), ("south_america", 1))
    own = [[land.id for land in LANDS if land.continent == continent][:count] for continent, count in parts]
    game = Script(BOOK, 2, {1: dict.fromkeys(chain(*own), 1), 2: "rest"})
    game.run()
    assert game.position["pool"] == 5 + 3 + 2
    assert exchange_all(BOOK, 2, 0) == [4, 6]
    assert exchange_all(BOOK, 3, 1) == [6, 8, 10]
    game = Script(BOOK, 2, {1: {"alaska": 10, "peru": 1}, 2: "rest"})
    game.to_combat("peru")
    assert max(number for _, _, number in game.attacks()) == 3
    assert game.refuse("alaska", "kamchatka", 4) == state.WRONG_DICE
