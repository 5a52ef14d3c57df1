"""Sections 3 and 4 of docs/rules.md, paragraph by paragraph: La Conquete du Monde of 1957, both rules."""

from collections import Counter

import numpy as np
import pytest
from conquest_script import Script
from plain_python import too_many_games

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest import state

BOOK = "conquete-1957"
SECOND = "conquete-1957-second"
SEEDS = np.arange(21, 27, dtype=np.uint64)


def lands_in(book, continent, count=None):
    return [land.id for land in book.map.lands if land.continent == continent][:count]


def transcript_of(text, seats, game=0):
    table = SeatedGame(load(text), ["reckless"] * seats)
    lines = table.play_logged(SEEDS, game).lines
    return table.engine.transcript(lines, table.rulebook, {"event": "game"})


def before_the_turns(record):
    return record[: next(i for i, event in enumerate(record) if event["event"] == "turn")]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_3_2_the_highest_roll_starts_and_only_the_tied_roll_again(seats):
    again = 0
    for game in range(30):
        order = transcript_of(BOOK, seats, game)[1]
        rolls = order["rolls"]
        assert all(1 <= die <= 6 for dice in rolls for die in dice)
        assert len({tuple(dice) for dice in rolls}) == seats
        for dice in rolls:  # one more die exactly while tied on all so far
            for count in range(1, len(dice)):
                assert sum(other[:count] == dice[:count] for other in rolls) > 1
            assert sum(other[: len(dice)] == dice for other in rolls) == 1
        first = order["first_dealt"] - 1
        along = [rolls[(first + place) % seats] for place in range(seats)]
        assert along == sorted(along, reverse=True)
        again += any(len(dice) > 1 for dice in rolls)
    assert again > 0


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_3_3_a_roll_deals_so_many_lands_with_one_army_each_and_the_next_player_opens(seats):
    for game in range(20):
        record = before_the_turns(transcript_of(BOOK, seats, game))
        deals = [event for event in record if event["event"] == "deal"]
        assert len({event["land"] for event in deals}) == 42
        assert all(event["armies"] == 1 for event in deals)
        left, place, player = 42, 0, record[1]["first_dealt"]
        while left:
            roll = deals[place]["roll"]
            hand = deals[place : place + min(roll, left)]
            assert {(event["player"], event["roll"]) for event in hand} == {(player, roll)}
            place, left, player = place + len(hand), left - len(hand), player % seats + 1
        assert player == 1
        assert {event["player"] for event in deals} == set(range(1, seats + 1))


@too_many_games
def test_3_3_the_die_is_fair():
    """Each face a sixth of the rolls of 250 games, but for the last, cut short; 4 standard errors."""
    faces = Counter()
    for game in range(250):
        deals = [
            event for event in transcript_of(BOOK + ",max_rounds=1", 4, game) if event["event"] == "deal"
        ]
        starts = [i for i, event in enumerate(deals) if i == 0 or event["player"] != deals[i - 1]["player"]]
        faces.update(deals[i]["roll"] for i in starts[:-1])
    rolls = sum(faces.values())
    # The rolls that are left out are the long ones a little more often: 250 of about 3,000.
    assert all(abs(faces[face] - rolls / 6) < 4 * (rolls * 5 / 36) ** 0.5 for face in range(1, 7))


def test_3_4_all_cards_go_back_before_the_first_turn():
    game = Script(BOOK, 3)
    game.run()
    cards = game.position["cards"]
    assert cards["talon_left"] == 43  # 44 less the one that seat 1 has drawn
    assert len(set(cards["talon"][:43].tolist())) == 43


@pytest.mark.parametrize(("lands", "armies"), [(14, 4), (2, 0), (3, 1), (5, 1), (1, 0)])
def test_3_4_step_1_a_third_of_the_lands_without_a_minimum(lands, armies):
    names = [land.id for land in load(BOOK).map.lands]
    spread = names[::3] + names[1::3] + names[2::3]  # no continent whole
    game = Script(BOOK, 2, {1: dict.fromkeys(spread[:lands], 1), 2: "rest"})
    game.run()
    event = game.events("reinforce")[0]
    assert (event["lands"], event["from_lands"], event["from_continents"]) == (lands, armies, {})


def test_3_4_step_1_continents_africa_oceania_and_six_more_lands_give_ten():
    book = load(BOOK)
    lands = lands_in(book, "africa") + lands_in(book, "oceania") + lands_in(book, "europe", 5) + ["alaska"]
    game = Script(BOOK, 2, {1: dict.fromkeys(lands, 1), 2: "rest"})
    game.run()
    (event,) = game.events("reinforce")
    assert event["lands"] == 16
    assert event["from_lands"] == 5
    assert event["from_continents"] == {"africa": 3, "oceania": 2}
    assert game.position["pool"] == 10


def test_3_4_step_1_every_continent_has_its_armies():
    game = Script(BOOK, 2, {1: "rest", 2: {"alaska": 1}})
    game.run()
    assert game.events("reinforce")[0]["from_continents"] == {
        "oceania": 2,
        "south_america": 2,
        "africa": 3,
        "europe": 5,
        "asia": 7,
    }


ARMS = {
    arm: [land.id for land in load(BOOK).map.lands if land.arm == arm]
    for arm in ("infantry", "cavalry", "artillery")
}


def one_of_each(place):
    return [ARMS[arm][place] for arm in ARMS]


def test_3_4_step_1_two_series_at_once_are_worth_4_and_6():
    hand = one_of_each(0) + one_of_each(1)
    game = Script(BOOK, 2, {1: dict.fromkeys(one_of_each(5), 1), 2: "rest"}, hands={1: hand})
    assert game.run() == ("exchange", 1)
    game.choose(*game.cards(*hand[:3]), -1)
    game.choose(*game.cards(*hand[3:]), -1)
    assert [(event["number"], event["armies"]) for event in game.events("exchange")] == [(1, 4), (2, 6)]
    assert game.position["pool"] == 1 + 4 + 6


def test_3_4_step_1_three_series_after_one_are_worth_6_8_and_10_for_anybody():
    hand = [*one_of_each(0), *one_of_each(1), "joker_1"]
    game = Script(BOOK, 2, {1: dict.fromkeys(one_of_each(5), 1), 2: "rest"}, hands={1: hand})
    game.position["cards"]["sets_done"] = 1  # the other player has exchanged one
    game.run()
    for cards in (hand[:3], hand[3:6], hand[6:]):
        game.choose(*game.cards(*cards), -1)
    assert [event["armies"] for event in game.events("exchange")] == [6, 8, 10]


def test_3_4_step_1_the_scale_goes_on_by_five():
    hand = [*one_of_each(0)]
    for done, armies in enumerate((4, 6, 8, 10, 12, 15, 20, 25, 30, 35)):
        game = Script(BOOK, 2, {1: {"alaska": 2}, 2: "rest"}, hands={1: hand})
        game.position["cards"]["sets_done"] = done
        game.run()
        game.choose(*game.cards(*hand), -1)
        assert game.events("exchange")[0]["armies"] == armies


def test_3_4_step_1_nothing_but_one_of_each_arm_or_a_joker_is_a_series():
    hand = [*ARMS["infantry"][:3], ARMS["cavalry"][0], "joker_1"]
    game = Script(BOOK, 2, {1: {"alaska": 2}, 2: "rest"}, hands={1: hand})
    game.position["cards"]["talon_left"] = 0  # no card is to be had, so the hand is known
    assert game.run() == ("exchange", 1)
    assert game.events("draw") == []
    sets = {choice[1:4] for choice in game.choices()}
    assert sets == {(-1, -1, -1), game.cards("joker_1")}
    assert game.refuse(*game.cards(*hand[:3]), -1) == state.NO_SUCH_SET
    assert game.refuse(*game.cards(hand[0], hand[3], "joker_1"), -1) == state.NO_SUCH_SET
    assert game.refuse(*game.cards(*ARMS["artillery"][:1]), -1) == state.NOT_IN_HAND


def test_3_4_step_1_the_pool_is_placed_to_the_last_army_on_own_lands_and_freely():
    game = Script(BOOK, 2, {1: dict.fromkeys(one_of_each(0) + one_of_each(1), 2), 2: "rest"})
    assert game.run()[0] == "place"
    own, other = one_of_each(0)[0], one_of_each(2)[0]
    assert game.refuse(other, amount=1) == state.NOT_OWN_LAND
    assert game.refuse(own, amount=3) == state.WRONG_NUMBER
    assert game.refuse(own, amount=0) == state.WRONG_NUMBER
    assert game.choose(own, amount=1)[0] == "place"
    game.choose(own, amount=1)
    assert game.armies(own) == 4


def battlefield(attackers, defenders, text=BOOK, **more):
    """Seat 1 holds Alaska and Argentina, and with them can reach Kamchatka, Alberta and others of seat 2."""
    lands = {1: {"alaska": attackers, "argentina": 1}, 2: "rest"}
    game = Script(text, 2, lands, **more)
    game.position["armies"][game.number["kamchatka"]] = defenders
    game.position["armies_of"][1] += defenders - 1
    if defenders > 1:
        game.position["several"] |= np.uint64(1 << game.number["kamchatka"])
    return game


@pytest.mark.parametrize(
    ("armies", "dice"), [(1, []), (2, [1]), (3, [1, 2]), (4, [1, 2, 3]), (10, [1, 2, 3])]
)
def test_3_4_step_2_one_army_stays_and_at_most_three_dice_attack(armies, dice):
    game = battlefield(armies, 1)
    asked = game.run()
    if not dice:
        assert asked[1] == 2  # seat 1 had nothing to ask for
        return
    assert sorted({number for source, _, number in game.attacks() if source == "alaska"}) == dice
    assert game.refuse("alaska", "kamchatka", dice[-1] + 1) == state.WRONG_DICE
    assert game.refuse("alaska", "kamchatka", 0) == state.WRONG_DICE


def test_3_4_step_2_only_neighbours_of_another_owner_are_attacked_alaska_reaches_kamchatka():
    game = battlefield(5, 1)
    game.to_combat("argentina")
    targets = {target for source, target, _ in game.attacks() if source == "alaska"}
    assert targets == {"kamchatka", "northwest_territory", "alberta"}
    assert game.refuse("alaska", "brazil", 1) == state.NOT_ADJACENT
    assert game.refuse("alaska", "argentina", 1) == state.NOT_A_TARGET
    assert game.refuse("kamchatka", "alaska", 1) == state.NOT_OWN_LAND


@pytest.mark.parametrize(("armies", "dice"), [(1, []), (2, [1, 2]), (3, [1, 2, 3]), (7, [1, 2, 3])])
def test_3_4_step_2_the_defender_rolls_up_to_three_and_may_roll_fewer(armies, dice):
    game = battlefield(10, armies)
    game.to_combat("argentina")
    asked = game.choose("alaska", "kamchatka", 2)
    if not dice:  # a single army has nothing to choose
        assert asked[0] != "defend"
        return
    assert asked == ("defend", 2)
    assert [choice[1] for choice in game.choices()] == dice
    assert game.refuse(4) == state.WRONG_DICE
    game.choose(1)
    assert len(game.events("attack")[0]["defend_dice"]) == 1


@pytest.mark.parametrize("text", [BOOK, BOOK + ",dice.ties=attacker", BOOK + ",dice.sides=12"])
def test_3_4_step_2_pairs_are_compared_from_the_highest_and_ties_go_to_the_defender(text):
    pairs = Counter()
    for seed in range(60):
        game = battlefield(10, 5, text, seed=seed)
        game.to_combat("argentina")
        game.choose("alaska", "kamchatka", 1 + seed % 3)
        game.choose(1 + seed // 3 % 3)
        (event,) = game.events("attack")
        attack, defence = (sorted(event[side], reverse=True) for side in ("attack_dice", "defend_dice"))
        ties = "attacker" in text
        won = sum(a >= d if ties else a > d for a, d in zip(attack, defence, strict=False))
        lost = min(len(attack), len(defence)) - won
        assert (event["attacker_lost"], event["defender_lost"]) == (lost, won)
        assert (game.armies("alaska"), game.armies("kamchatka")) == (10 - lost, 5 - won)
        pairs[len(attack), len(defence)] += 1
        assert max(attack + defence) <= (12 if "sides" in text else 6)
    assert len(pairs) == 9


def test_3_4_step_2_the_conqueror_moves_in_with_at_least_the_dice_of_the_last_roll():
    for seed in range(40):
        game = battlefield(10, 1, seed=seed)
        game.to_combat("argentina")
        if game.choose("alaska", "kamchatka", 3)[0] == "occupy":
            break
    left = game.armies("alaska")
    assert left == 10  # a roll that conquers costs nothing (A9)
    (choice,) = game.choices()
    assert choice[-2:] == (3, 9)
    assert game.refuse(amount=2) == state.WRONG_NUMBER
    assert game.refuse(amount=10) == state.WRONG_NUMBER
    game.choose(amount=4)
    assert (game.armies("alaska"), game.armies("kamchatka"), game.owner("kamchatka")) == (6, 4, 1)
    assert {source for source, _, _ in game.attacks()} == {"alaska", "kamchatka"}  # the chain goes on


def test_3_4_step_2_an_attack_may_be_broken_off_and_resumed_from_another_land():
    lands = {1: {"alaska": 6, "irkutsk": 6}, 2: "rest"}
    game = Script(BOOK, 2, lands)
    game.position["armies"][game.number["kamchatka"]] = 20
    game.position["armies_of"][1] += 19
    game.to_combat("alaska")
    for source in ("alaska", "irkutsk", "alaska"):
        assert game.choose(source, "kamchatka", 1)[0] == "defend"
        assert game.choose(1)[0] == "attack"
    assert [event["from"] for event in game.events("attack")] == ["alaska", "irkutsk", "alaska"]


def test_3_4_elimination_hands_over_the_cards_and_opens_an_exchange_in_mid_combat():
    hands = {1: [ARMS["infantry"][0]], 2: [ARMS["cavalry"][0], ARMS["artillery"][0]]}
    for seed in range(60):
        lands = {1: {"alaska": 30, "argentina": 1}, 2: {"kamchatka": 1}, 3: "rest"}
        game = Script(BOOK, 3, lands, hands=hands, seed=seed)
        game.position["cards"]["talon_left"] = 0
        game.to_combat("argentina")
        game.conquer("alaska", "kamchatka")
        if game.events("eliminate"):
            break
    (event,) = game.events("eliminate")
    assert (event["player"], event["victim"], set(event["cards"])) == (1, 2, set(hands[2]))
    assert game.hand(2) == set()
    assert game.question() == ("exchange", 1)
    assert game.choose(*game.cards(*hands[1], *hands[2]), -1)[0] == "place"
    assert game.position["pool"] == 4
    assert game.choose("argentina", amount=4)[0] == "attack"  # any own land, then combat goes on
    assert game.position["out"][1] == 9


def test_3_4_elimination_of_the_last_opponent_ends_the_game():
    game = Script(BOOK, 2, {1: "rest", 2: {"kamchatka": 1}})
    game.position["armies"][game.number["alaska"]] = 90
    game.position["several"] |= np.uint64(1 << game.number["alaska"])
    game.position["armies_of"][0] += 89
    game.to_combat("alaska")
    assert game.conquer("alaska", "kamchatka") == ("over", None)
    end = game.transcript[-1]
    assert (end["winner"], end["how"], end["rounds"]) == (1, "conquest", 9)
    assert game.transcript[-2]["event"] == "eliminate"


def moving(text=BOOK):
    """Seat 1 holds Oceania and Siam; the combat is over without a fight."""
    lands = {1: {"indonesia": 5, "new_guinea": 1, "western_australia": 3, "eastern_australia": 1}, 2: "rest"}
    game = Script(text, 2, lands)
    game.to_combat("eastern_australia")
    if game.question()[0] == "attack":
        game.stop()
    return game


def test_3_4_step_3_moves_are_simultaneous_and_an_army_moves_one_step():
    game = moving()
    assert game.question() == ("move", 1)
    game.choose("indonesia", "western_australia", amount=4)
    assert game.armies("western_australia") == 7
    assert game.refuse("western_australia", "new_guinea", amount=3) == state.WRONG_NUMBER
    game.choose("western_australia", "new_guinea", amount=2)  # those that stood there before
    assert game.refuse("western_australia", "eastern_australia", amount=1) == state.WRONG_NUMBER
    assert game.refuse("new_guinea", "eastern_australia", amount=1) == state.WRONG_NUMBER
    assert game.refuse("eastern_australia", "indonesia", amount=1) == state.NOT_ADJACENT
    assert game.refuse("eastern_australia", "siam", amount=1) == state.NOT_OWN_LAND
    game.stop()
    assert game.events("turn")[-1]["player"] == 2


def test_3_4_step_3_armies_that_fought_are_tired_and_losses_are_theirs():
    for seed in range(40):
        game = battlefield(10, 20, seed=seed)
        game.to_combat("argentina")
        game.choose("alaska", "kamchatka", 3)
        game.choose(3)
        lost = game.events("attack")[0]["attacker_lost"]
        assert game.tired("alaska") == 3 - lost
        game.choose("alaska", "kamchatka", 1)
        game.choose(1)
        more = game.events("attack")[1]["attacker_lost"]
        assert game.tired("alaska") == max(3 - lost, 1) - more
        assert game.armies("alaska") == 10 - lost - more


def test_3_4_step_3_the_tired_march_into_a_conquest_first_and_the_fresh_may_move_on():
    for seed in range(40):
        lands = {1: {"alaska": 10, "alberta": 1}, 2: "rest"}
        game = Script(BOOK, 2, lands, seed=seed)
        game.to_combat("alberta")
        if game.choose("alaska", "northwest_territory", 2)[0] == "occupy":
            break
    game.choose(amount=6)
    assert (game.tired("alaska"), game.tired("northwest_territory")) == (0, 2)
    game.stop()
    movable = {(game.ids[a], game.ids[b]): most for _, a, b, _, _, _, most in game.choices() if a >= 0}
    assert movable["northwest_territory", "alberta"] == 4  # A8: six went in, two of them had fought
    assert movable["alaska", "alberta"] == 3  # four left, none of them tired, one stays


def test_3_4_step_3_whole_lands_tire_by_option():
    for seed in range(40):
        lands = {1: {"alaska": 10, "alberta": 4}, 2: "rest"}
        game = Script(BOOK + ",movement.tired=whole_land", 2, lands, seed=seed)
        game.to_combat("alberta")
        if game.choose("alaska", "northwest_territory", 2)[0] == "occupy":
            break
    game.choose(amount=6)
    game.stop()
    assert {game.ids[a] for _, a, *_ in game.choices() if a >= 0} == {"alberta"}


@pytest.mark.parametrize("round", [1, 4, 5])
def test_3_5_no_early_elimination(round):
    lands = {1: {"alaska": 9}, 2: {"kamchatka": 1}, 3: "rest"}
    game = Script(BOOK, 3, lands, round=round)
    game.to_combat("alaska")
    targets = {target for _, target, _ in game.attacks()}
    assert ("kamchatka" in targets) == (round == 5)
    assert "alberta" in targets
    game = Script(BOOK + ",early_elimination=allow", 3, lands, round=round)
    game.to_combat("alaska")
    assert "kamchatka" in {target for _, target, _ in game.attacks()}


@too_many_games
def test_3_5_nobody_goes_out_in_the_first_four_rounds():
    rows = SeatedGame(load(BOOK), ["reckless"] * 6).play(SEEDS, 0, 400)
    out = rows["out"][:, :6]
    assert out[out > 0].min() == 5
    rows = SeatedGame(load(BOOK + ",early_elimination=allow"), ["reckless"] * 6).play(SEEDS, 0, 400)
    assert (rows["out"] == 2).any()


def test_3_6_A1_a_wild_joker_stands_for_an_arm_and_is_no_series():
    hand = ["joker_1", ARMS["infantry"][0], ARMS["cavalry"][0]]
    game = Script(BOOK + ",cards.joker=wild", 2, {1: {"alaska": 2}, 2: "rest"}, hands={1: hand})
    game.position["cards"]["talon_left"] = 0
    game.run()
    assert {choice[1:4] for choice in game.choices()} == {(-1, -1, -1), game.cards(*hand)}


def test_3_6_A3_nobody_has_to_exchange():
    hand = [card for place in range(4) for card in one_of_each(place)]
    game = Script(BOOK, 2, {1: {"alaska": 2}, 2: "rest"}, hands={1: hand})
    assert game.run()[0] == "exchange"
    assert game.stop()[0] == "attack"


@pytest.mark.parametrize("sees", ["off", "on"])
def test_3_6_A5_the_defender_sees_the_attack_by_option(sees):
    game = battlefield(10, 5, f"{BOOK},defender_sees_attack_roll={sees}")
    game.to_combat("argentina")
    game.choose("alaska", "kamchatka", 3)
    faces = game.table.engine.view(game.rules, game.position, 1)["attack_faces"]
    assert (faces is None) == (sees == "off")
    game.choose(2)
    if faces is not None:
        assert game.events("attack")[0]["attack_dice"] == faces


def test_3_6_A6_a_minimum_of_three_by_option():
    game = Script(BOOK + ",min_reinforcement=3", 2, {1: {"alaska": 2}, 2: "rest"})
    game.run()
    assert game.events("reinforce")[0]["from_lands"] == 3


def test_3_6_A12_the_discard_is_shuffled_when_a_card_is_due_and_the_talon_is_empty():
    game = Script(BOOK, 2, {1: {"alaska": 2}, 2: "rest"})
    cards = game.position["cards"]
    cards["talon_left"] = 0
    cards["discard_lands"] = np.uint64(1 << game.number["china"])
    game.run()
    assert game.events("draw")[0]["card"] == "china"
    assert cards["discard_lands"] == 0


def test_3_6_A13_the_card_just_drawn_may_be_exchanged():
    game = Script(BOOK, 2, {1: {"alaska": 2}, 2: "rest"}, hands={1: one_of_each(0)[:2]})
    cards = game.position["cards"]
    cards["talon_left"] = 1
    cards["talon"][0] = game.card(one_of_each(0)[2])
    assert game.run() == ("exchange", 1)
    game.choose(*game.cards(*one_of_each(0)), -1)


@pytest.mark.parametrize("lands", range(1, 15))
def test_4_the_second_rule_gives_a_quarter_in_armies_and_the_remainder_in_cards(lands):
    names = [land.id for land in load(SECOND).map.lands]
    spread = names[::3] + names[1::3]
    game = Script(SECOND, 2, {1: dict.fromkeys(spread[:lands], 1), 2: "rest"})
    game.run()
    assert game.events("reinforce")[0]["from_lands"] == lands // 4
    draws = [event for event in game.events("draw") if event["player"] == 1]
    assert len(draws) == lands % 4
    assert {event["when"] for event in draws} <= {"start"}


def test_4_the_second_rule_begins_its_scale_at_six():
    hand = one_of_each(0)
    for done, armies in enumerate((6, 8, 10, 12, 15, 20, 25, 30)):
        game = Script(
            SECOND, 2, {1: dict.fromkeys([*one_of_each(5), "alaska"], 2), 2: "rest"}, hands={1: hand}
        )
        game.position["cards"]["sets_done"] = done
        game.run()
        game.choose(*game.cards(*hand), -1)
        assert game.events("exchange")[0]["armies"] == armies


def test_4_a_talon_that_is_short_gives_what_there_is():
    game = Script(SECOND, 2, {1: {"alaska": 2, "china": 1, "peru": 1}, 2: "rest"})
    game.position["cards"]["talon_left"] = 2
    game.run()
    assert len(game.events("draw")) == 2
