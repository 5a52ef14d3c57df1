"""The open questions of 1970 (paragraph 5.1 of docs/rules.md) as the engine reads them, and 5.2 and 5.3."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from conquest_script import Script

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.kernels.conquest import dice, state

GOALS = "risk-1970-objectives"
DUEL = "risk-1970-duel"
WORLD = "risk-1970-world"
SEEDS = np.arange(61, 67, dtype=np.uint64)
GOLDEN = Path(__file__).parents[2] / "golden" / "classic_map.csv"
LANDS = load(GOALS).map.lands
ARMS = {arm: [land.id for land in LANDS if land.arm == arm] for arm in ("infantry", "cavalry", "artillery")}
THREE_GOALS = [("t24", "red"), ("t24", "blue"), ("as_af", "black")]


def lands_in(*continents):
    return [land.id for land in LANDS if land.continent in continents]


def transcript_of(text, seats, game=0):
    table = SeatedGame(load(text), ["reckless"] * seats)
    lines = table.play_logged(SEEDS, game).lines
    return table.engine.transcript(lines, table.rulebook, {"event": "game"})


def trio(text=WORLD, first=None, **more):
    """Seat 1 holds Alaska, seat 2 Argentina, seat 3 the rest."""
    lands = {1: first or {"alaska": 5}, 2: {"argentina": 2}, 3: "rest"}
    return Script(text, 3, lands, **more)


@pytest.mark.parametrize("text", [GOALS, WORLD])
def test_5_1_R2_who_begins_is_drawn_and_not_rolled_for(text):
    """Seats are drawn apart from the deal: the first card goes to each seat as often; 4 standard errors."""
    assert "roll_order" not in {event["event"] for event in transcript_of(text, 3)}
    first = np.bincount(
        SeatedGame(load(text + ",max_rounds=1"), ["reckless"] * 4).play(SEEDS, 0, 1200)["first_dealt"],
        minlength=4,
    )
    assert (abs(first - 300) < 4 * (1200 * 3 / 16) ** 0.5).all()
    assert transcript_of(text + ",setup.order=rolled,max_rounds=1", 3)[1]["event"] == "roll_order"


@pytest.mark.parametrize(("text", "seats"), [(GOALS, 3), (DUEL, 2), (WORLD, 3)])
@pytest.mark.parametrize("least", [0, 3])
def test_5_1_R3_two_lands_give_no_army_or_three_by_option(text, seats, least):
    changed = text if least == 0 else f"{text},min_reinforcement=3"
    goals = THREE_GOALS if text == GOALS else None
    rest = {3: {}} if seats == 3 else {"ally": {"china": 2}}
    game = Script(changed, seats, {1: {"alaska": 2, "peru": 2}, 2: "rest"} | rest, goals=goals)
    game.run()
    assert (game.events("reinforce")[0]["from_lands"], game.position["received"]) == (least, least)


def test_5_1_R4_two_conquests_in_a_turn_bring_one_card_after_combat():
    game = trio(first={"alaska": 60})
    game.to_combat("alaska")
    for target in ("kamchatka", "alberta"):
        game.conquer("alaska", target, stay=game.armies("alaska") // 2)
    assert len(game.events("occupy")) == 2
    assert game.events("draw") == []  # not yet
    game.stop()
    assert [(event["player"], event["when"]) for event in game.events("draw")] == [(1, "end")]
    assert len(game.hand(1)) == 1


@pytest.mark.parametrize(("text", "is_set"), [(GOALS, False), (DUEL, False), (WORLD, True)])
def test_5_1_R6_two_jokers_and_a_card(text, is_set):
    hand = ["joker_1", "joker_2", ARMS["cavalry"][0]]
    goals = THREE_GOALS if text == GOALS else None
    if text == DUEL:
        game = Script(text, 2, {1: {"alaska": 5}, 2: "rest", "ally": {"china": 2}}, hands={1: hand})
    else:
        game = trio(text, hands={1: hand}, goals=goals)
    asked = game.run()
    assert (asked == ("exchange", 1)) == is_set
    if is_set:
        game.choose(*game.cards(*hand), -1)
        assert game.events("exchange")[0]["armies"] == 4


@pytest.mark.parametrize(("option", "bonus"), [("", 2), (",land_bonus=0", 0)])
def test_5_1_R7_only_the_bonus_is_bound_to_the_land_of_the_card(option, bonus):
    cards = ARMS["cavalry"][:3]
    game = trio(GOALS + option, first={cards[0]: 1, "alaska": 1}, hands={1: cards}, goals=THREE_GOALS)
    game.run()
    assert game.choose(*game.cards(*cards), -1)[0] == "place"
    assert game.armies(cards[0]) == 1 + bonus
    assert game.position["pool"] == 8  # all of the set is placed as its owner likes
    game.choose("alaska", amount=8)
    assert (game.armies("alaska"), game.armies(cards[0])) == (9, 1 + bonus)


@pytest.mark.parametrize("sees", ["off", "on"])
def test_5_1_R9_the_defender_chooses_before_the_roll_or_sees_it_by_option(sees):
    game = trio(f"{WORLD},defender_sees_attack_roll={sees}", first={"alaska": 9})
    game.position["armies"][game.number["kamchatka"]] = 5
    game.position["armies_of"][2] += 4
    game.to_combat("alaska")
    assert game.choose("alaska", "kamchatka", 3) == ("defend", 3)
    assert [choice[1] for choice in game.choices()] == [1, 2]
    faces = game.table.engine.view(game.rules, game.position, 2)["attack_faces"]
    assert (faces is None) == (sees == "off")
    game.choose(2)
    (event,) = game.events("attack")
    assert len(event["attack_dice"]) == 3
    assert faces is None or event["attack_dice"] == faces


@pytest.mark.parametrize("option", ["fallback_24", "remove_cards"])
def test_5_1_R10_a_destroy_card_of_an_absent_colour(option):
    absent = 0
    for game in range(60):
        table = SeatedGame(load(f"{GOALS},absent_colour={option},max_rounds=1"), ["reckless"] * 3)
        transcript = table.engine.transcript(
            table.play_logged(SEEDS, game).lines, table.rulebook, {"event": "game"}
        )
        goals = [event["objective"] for event in transcript if event["event"] == "objective"]
        destroyed = [goal.removeprefix("destroy_") for goal in goals if goal.startswith("destroy_")]
        absent += sum(colour not in transcript[0]["colours"] for colour in destroyed)
    assert (absent > 0) == (option == "fallback_24")


@pytest.mark.parametrize(("lands", "over"), [(24, True), (23, False)])
def test_5_1_R10_it_is_met_by_24_lands(lands, over):
    goals = [("destroy_green", "red"), ("as_af", "blue"), ("na_oc", "black")]
    own = [land.id for land in LANDS if land.id != "argentina"][:lands]
    game = Script(GOALS, 3, {1: dict.fromkeys(own, 1), 2: {"argentina": 1}, 3: "rest"}, goals=goals)
    game.run()
    assert (game.place_all(own[0]) == ("over", None)) == over


def test_5_1_R11_nobody_has_an_objective_beside_the_ally():
    record = transcript_of(DUEL, 2)
    assert "objective" not in {event["event"] for event in record}
    assert "colours" not in record[0]
    assert record[-1]["how"] == "conquest"
    rows = SeatedGame(load(DUEL), ["reckless"] * 2).play(SEEDS, 0, 20)
    assert (rows["objective"][:, :2] == -1).all()
    with pytest.raises(WrongUse, match="objectives"):
        load(DUEL + ",objectives.dealt=on")


def test_5_1_R12_who_kept_captured_cards_must_exchange_at_the_start_of_the_next_turn():
    hand = [*ARMS["infantry"][:3], *ARMS["cavalry"][:3]]
    for seed in range(60):
        lands = {1: {"alaska": 20, "peru": 1}, 2: {"kamchatka": 1}, 3: "rest"}
        game = Script(WORLD, 3, lands, seed=seed, hands={1: hand[:2], 2: hand[2:]})
        game.to_combat("alaska")
        game.conquer("alaska", "kamchatka", stay=10)
        if game.events("eliminate"):
            break
    assert game.question() == ("exchange", 1)
    game.stop()
    assert len(game.hand(1)) == 6
    while game.events("turn")[-1]["round"] == 9:
        asked = game.question()
        game.place_all("china") if asked[0] == "place" else game.stop()
    assert game.question() == ("exchange", 1)
    assert game.refuse(-1, -1, -1, -1) == state.MUST_EXCHANGE


@pytest.mark.parametrize("part_1", ["opponent_only", "any"])
def test_5_1_R13_whom_the_first_part_may_attack(part_1):
    own = dict.fromkeys([*lands_in("africa"), "alaska"], 4)
    game = Script(f"{DUEL},duel_part1={part_1}", 2, {1: own, "ally": {"kamchatka": 5, "japan": 2}, 2: "rest"})
    game.to_combat("alaska")
    targets = {target for _, target, _ in game.attacks()}
    assert ("kamchatka" in targets) == (part_1 == "any")
    assert {"alberta", "northwest_territory"} <= targets


@pytest.mark.parametrize(
    ("garrisons", "over"), [([2] * 18, True), ([9] * 19, True), ([9] * 17 + [1] * 6, False)]
)
def test_5_1_R20_at_least_18_lands_with_at_least_two_armies(garrisons, over):
    own = dict(zip([land.id for land in LANDS if land.id != "argentina"], garrisons, strict=False))
    goals = [("t18x2", "red"), ("as_af", "blue"), ("na_oc", "black")]
    game = Script(GOALS, 3, {1: own, 2: {"argentina": 1}, 3: "rest"}, goals=goals)
    game.run()
    assert (game.place_all(next(iter(own))) == ("over", None)) == over


def targets_of(land, text=WORLD):
    """The lands that a game of the engine lets one land attack."""
    game = Script(text, 3, {1: {land: 9}, 2: "rest", 3: {}})
    game.to_combat(land)
    return {target for _, target, _ in game.attacks()}


@pytest.mark.parametrize(
    ("edition", "middle_east", "afghanistan", "borders"),
    [
        ("standard83", {"east_africa"}, {"india"}, 83),
        ("no_east_africa_middle_east_82", set(), {"india"}, 82),
        ("risiko_it_82", {"china"}, set(), 82),
    ],
)
def test_5_1_R21_attacks_go_over_the_borders_of_the_edition(edition, middle_east, afghanistan, borders):
    text = f"{WORLD},map={edition}"
    assert targets_of("middle_east", text) & {"east_africa", "china"} == middle_east
    assert targets_of("afghanistan", text) & {"india"} == afghanistan
    near = SeatedGame(load(text), ["reckless"] * 3).rules["neighbours"]
    assert sum(int(lands).bit_count() for lands in near) == 2 * borders


# 5.2, played.


def losses(attack, defence):
    """Return what attacker and defender lose by these faces."""
    rules = SeatedGame(load(WORLD), ["reckless"] * 3).rules
    index = 0
    for face in (*attack, *defence):
        index = 6 * index + face - 1
    lost = int(dice.defender_losses(rules["dice"], index, len(attack), len(defence)))
    return min(len(attack), len(defence)) - lost, lost


@pytest.mark.parametrize("third", range(1, 7))
def test_5_2_a_six_beats_a_lone_three(third):
    assert losses((6, 1, third), (3,)) == losses((1, third, 6), (3,)) == (0, 1)


def test_5_2_two_against_two_with_equal_pairs():
    for upper in (3, 4, 5, 6):
        assert losses((upper, 3), (3, upper)) == (2, 0)


def test_5_2_the_dice_of_four_armies_against_three():
    game = trio(first={"alaska": 4})
    game.position["armies"][game.number["kamchatka"]] = 3
    game.position["armies_of"][2] += 2
    game.to_combat("alaska")
    assert {number for _, target, number in game.attacks() if target == "kamchatka"} == {1, 2, 3}
    game.choose("alaska", "kamchatka", 3)
    assert [choice[1] for choice in game.choices()] == [1, 2]


def test_5_2_the_armies_of_the_ally():
    deals = [event for event in transcript_of(DUEL, 2) if event["event"] == "deal"]
    of_ally = [event["armies"] for event in deals if event.get("side") == "ally"]
    assert (len(of_ally), sum(of_ally)) == (14, 28)
    game = Script(DUEL, 2)
    assert game.run()[0] == "place"
    assert game.position["pool"] == 40 - 14
    own = [*lands_in("africa"), *lands_in("north_america")[:8], *lands_in("europe")[:4]]
    game = Script(DUEL, 2, {1: dict.fromkeys(own, 2), "ally": {"china": 2}, 2: "rest"})
    game.run()
    assert game.position["received"] == 18 // 3 + 3
    game.place_all("alaska")
    assert game.stop() == ("place", 2)
    assert game.position["pool"] == 4


# 5.3, as the engine has it.


def test_5_3_every_land_attacks_exactly_its_neighbours_by_land_and_by_sea():
    with GOLDEN.open(encoding="utf-8") as file:
        golden = {row["land"]: set(row["neighbours"].split()) for row in csv.DictReader(file)}
    assert sum(map(len, golden.values())) == 2 * 83
    for land, near in golden.items():
        assert targets_of(land) == near, land


def test_5_3_the_arms_of_the_cards():
    with GOLDEN.open(encoding="utf-8") as file:
        golden = {row["land"]: row["arm"] for row in csv.DictReader(file)}
    assert Counter(golden.values()) == {"infantry": 14, "cavalry": 14, "artillery": 14}
    for arm, armies in (("infantry", 6), ("cavalry", 8), ("artillery", 4)):
        of_arm = [land for land, its in golden.items() if its == arm]
        for place in range(0, 14, 3):
            cards = [of_arm[(place + step) % 14] for step in range(3)]
            game = trio(GOALS, hands={1: cards}, goals=THREE_GOALS)
            game.run()
            game.choose(*game.cards(*cards), -1)
            assert game.events("exchange")[0]["armies"] == armies
