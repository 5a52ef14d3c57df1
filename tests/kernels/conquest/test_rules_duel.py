"""Paragraph 5B of docs/rules.md and the readings that belong to it: two players and their ally."""

from collections import Counter

import numpy as np
import pytest
from conquest_script import Script

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest import state

DUEL = "risk-1970-duel"
SEEDS = np.arange(41, 47, dtype=np.uint64)
LANDS = load(DUEL).map.lands
AFRICA = [land.id for land in LANDS if land.continent == "africa"]


def transcript_of(text, game=0, bot="reckless"):
    table = SeatedGame(load(text), [bot] * 2)
    lines = table.play_logged(SEEDS, game).lines
    return table.engine.transcript(lines, table.rulebook, {"event": "game"})


def duel(options="", own=None, ally=None, **more):
    """Seat 1 holds Africa and eight lands more, the ally Japan and Kamchatka, seat 2 the rest."""
    first = own or dict.fromkeys([*AFRICA, "alberta", "ontario", "alaska"], 4)
    return Script(
        DUEL + options, 2, {1: first, "ally": ally or {"japan": 3, "kamchatka": 5}, 2: "rest"}, **more
    )


def to_part_2(game):
    assert game.to_combat("alaska") == ("attack", 1)
    return game.stop()


def to_part_3(game):
    assert to_part_2(game)[0] == "place"
    game.place_all("kamchatka")
    assert game.stop() == ("attack", 1)


def targets(game):
    return {target for _, target, _ in game.attacks()}


def test_5B_setup_fourteen_lands_each_and_the_ally_two_on_each_of_its_own():
    record = transcript_of(DUEL)
    deals = [event for event in record if event["event"] == "deal"]
    assert len({event["land"] for event in deals}) == 42
    assert Counter(event["player"] for event in deals) == {1: 14, 2: 14, None: 14}
    assert {(event["armies"], event.get("side")) for event in deals} == {(1, None), (2, "ally")}
    placed = Counter()
    for event in record[: next(i for i, event in enumerate(record) if event["event"] == "turn")]:
        if event["event"] == "place":
            placed[event["player"]] += event["armies"]
    assert placed == {1: 40 - 14, 2: 26}
    assert not [event for event in record if event["event"] == "objective"]


def test_5B_setup_all_cards_and_the_jokers_form_the_talon():
    game = Script(DUEL, 2)
    game.run()
    assert game.position["cards"]["talon_left"] == 44


@pytest.mark.parametrize(("lands", "continents", "armies"), [(6, 3, 2), (9, 3, 3), (18, 3, 4)])
def test_5B_turn_part_2_the_opponent_places_half_of_the_armies_on_ally_lands(lands, continents, armies):
    others = [land.id for land in LANDS if land.continent in ("north_america", "europe")]
    others = [land for land in others if land not in ("iceland", "greenland")]
    own = dict.fromkeys([*AFRICA, *others[: lands - 6]], 4)
    game = duel(own=own)
    assert game.to_combat(AFRICA[0]) == ("attack", 1)
    assert game.position["received"] == lands // 3 + continents
    assert game.stop() == ("place", 2)
    assert game.position["pool"] == armies == (lands // 3 + continents) // 2
    assert game.events("ally") == [{"event": "ally", "player": 2, "side": "ally"}]
    assert game.refuse(AFRICA[0], amount=1) == state.NOT_OWN_LAND
    assert game.refuse("china", amount=1) == state.NOT_OWN_LAND  # seat 2's own land is not the ally's
    game.choose("japan", amount=armies)
    assert game.armies("japan") == 3 + armies
    assert game.events("place")[-1]["side"] == "ally"


def test_5B_turn_part_2_the_ally_attacks_the_lands_of_the_active_player_alone():
    game = duel()
    assert to_part_2(game)[0] == "place"
    game.place_all("kamchatka")
    assert game.question() == ("attack", 2)
    assert {(source, target) for source, target, _ in game.attacks()} == {("kamchatka", "alaska")}
    asked = game.choose("kamchatka", "alaska", 3)
    assert asked == ("defend", 1)
    game.choose(2)
    event = game.events("attack")[0]
    assert (event["player"], event["side"]) == (2, "ally")


def test_5B_turn_part_2_a_land_taken_becomes_the_allys_and_brings_no_card():
    for seed in range(60):
        game = duel(
            own=dict.fromkeys([*AFRICA, "alberta", "alaska"], 1) | {"egypt": 2},
            ally={"kamchatka": 9},
            seed=seed,
        )
        assert game.to_combat("egypt") == ("attack", 1)
        game.stop()
        game.place_all("kamchatka")
        if game.choose("kamchatka", "alaska", 3)[0] == "occupy":
            break
    assert game.choose(amount=4) == ("attack", 2)
    assert game.owner("alaska") == "ally"
    assert game.events("occupy")[0]["side"] == "ally"
    assert game.stop() == ("attack", 1)  # part 3
    game.stop()
    assert game.events("draw") == []


def test_5B_turn_part_3_attacks_again_one_card_for_parts_1_and_3_and_one_move():
    for seed in range(60):
        game = duel(seed=seed)
        to_part_3(game)
        asked = game.conquer("egypt", "middle_east")
        if game.events("occupy"):
            break
    assert not game.events("draw")
    asked = game.stop()
    assert len(game.events("draw")) == 1
    assert asked == ("move", 1)
    game.choose("egypt", "east_africa", amount=game.armies("egypt") - 1) if game.armies(
        "egypt"
    ) > 1 else game.stop()
    assert game.events("turn")[-1]["player"] == 2


def test_5B_the_opponent_rolls_for_an_ally_land_that_is_attacked():
    game = duel()
    to_part_3(game)
    assert game.choose("alaska", "kamchatka", 1) == ("defend", 2)
    assert [choice[1] for choice in game.choices()] == [1, 2]


def test_5B_taking_an_ally_land_counts_for_the_card():
    for seed in range(60):
        game = duel(ally={"kamchatka": 1, "japan": 5}, seed=seed)
        to_part_2(game)
        assert game.place_all("japan") == ("attack", 1)  # no attack is open to the ally
        if game.choose("alaska", "kamchatka", 3)[0] == "occupy":
            break
    game.choose(amount=3)
    game.stop()
    assert [event["player"] for event in game.events("draw")] == [1]


def test_5B_without_lands_the_ally_gets_nothing_and_losing_the_last_is_no_elimination():
    for seed in range(60):
        game = duel(",duel_part1=any", ally={"kamchatka": 1}, seed=seed)
        game.to_combat("alaska")
        if game.choose("alaska", "kamchatka", 3)[0] == "occupy":
            break
    game.choose(amount=3)
    assert not game.events("eliminate")
    game.stop()
    assert not game.events("ally")
    assert game.question()[0] == "move"


def test_5B_who_takes_the_opponents_last_land_wins():
    for game in range(6):
        record = transcript_of(DUEL, game)
        end, out = record[-1], record[-2]
        assert out["event"] == "eliminate"
        assert (end["how"], end["winner"], out["victim"]) == ("conquest", out["player"], 3 - out["player"])


@pytest.mark.parametrize("round", [4, 5])
def test_5_1_R18_R19_the_ally_may_take_the_last_land_of_a_player_but_not_in_four_rounds(round):
    for seed in range(80):
        own = {"alaska": 2}
        game = duel(",min_reinforcement=3", own=own, ally={"kamchatka": 30}, round=round, seed=seed)
        to_part_2(game)
        game.place_all("kamchatka")
        if round == 4:
            assert game.question() == ("attack", 1)  # nothing for the ally to attack
            return
        asked = game.conquer("kamchatka", "alaska")
        if asked == ("over", None):
            break
    assert game.transcript[-1] == {"event": "end", "winner": 2, "how": "conquest", "rounds": 5}
    assert game.events("eliminate")[0]["side"] == "ally"


def test_5_1_R19_the_last_land_of_the_ally_is_not_protected():
    game = duel(ally={"kamchatka": 1}, round=1)
    to_part_3(game)
    assert "kamchatka" in targets(game)


def test_5_1_R13_the_first_part_is_for_the_opponent_alone_and_the_third_for_either():
    game = duel()
    game.to_combat("alaska")
    assert targets(game) & {"kamchatka", "northwest_territory"} == {"northwest_territory"}
    assert game.refuse("alaska", "kamchatka", 1) == state.NOT_A_TARGET
    game.stop()
    game.place_all("kamchatka")
    game.stop()
    assert game.position["part"] == 3
    assert targets(game) & {"kamchatka", "northwest_territory"} == {"kamchatka", "northwest_territory"}


@pytest.mark.parametrize(("opens", "whom"), [("reinforced", "either"), ("always", "the opponent")])
def test_5_1_R13_a_turn_without_the_three_parts_is_for_either(opens, whom):
    game = duel(f",ally_opens={opens}", own={"alaska": 4, "peru": 2})
    game.to_combat("alaska")
    assert game.position["received"] == 0
    assert ("kamchatka" in targets(game)) == (whom == "either")


def test_5_1_R13_by_option_the_first_part_is_for_either():
    game = duel(",duel_part1=any")
    game.to_combat("alaska")
    assert {"kamchatka", "northwest_territory"} <= targets(game)


@pytest.mark.parametrize("opens", ["reinforced", "always"])
def test_5_1_R14_the_ally_opens_only_if_armies_were_obtained(opens):
    game = duel(f",ally_opens={opens}", own={"alaska": 4, "peru": 2})
    assert game.to_combat("alaska") == ("attack", 1)
    assert game.position["received"] == 0
    game.stop()
    assert bool(game.events("ally")) == (opens == "always")


def test_5_1_R14_it_opens_with_one_army_of_which_the_half_is_none():
    game = duel(own={"alaska": 4, "peru": 2, "brazil": 1})
    assert game.to_combat("alaska") == ("attack", 1)
    assert game.position["received"] == 1
    assert game.stop() == ("attack", 2)


@pytest.mark.parametrize("moves", [1, 2])
def test_5_1_R15_one_or_two_movements(moves):
    game = duel(f",duel_moves={moves}")
    asked = to_part_2(game)
    assert (asked == ("move", 1)) == (moves == 2)
    if moves == 2:
        assert game.choose("egypt", "north_africa", amount=1) == ("place", 2)
    game.place_all("kamchatka")
    game.stop()
    assert game.stop() == ("move", 1)
    game.choose("alberta", "ontario", amount=2)
    assert game.events("turn")[-1]["player"] == 2


def test_5_1_R16_all_armies_of_step_1_count_bonus_included():
    cards = [land.id for land in LANDS if land.arm == "infantry" and land.id in AFRICA][:1]
    cards += [
        land.id
        for land in LANDS
        if land.arm == "infantry" and land.id not in (*AFRICA, "alaska", "alberta", "ontario")
    ][:2]
    game = duel(hands={1: cards})
    game.run()
    game.choose(*game.cards(*cards), -1)
    assert game.position["received"] == 9 // 3 + 3 + 6 + 2
    game.place_all("alaska")
    game.stop()
    assert game.position["pool"] == 7


def test_5_1_R17_the_ally_never_moves():
    for game in range(4):
        assert not [
            event for event in transcript_of(DUEL, game) if event["event"] == "move" and "side" in event
        ]
