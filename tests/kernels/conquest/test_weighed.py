"""What each weight of the policy `weighed` does, on positions where it alone decides."""

import pytest
from conquest_script import Script

from conquestlab.analysis.games.conquest.attack_tables import odds_tables
from conquestlab.analysis.games.conquest.battles.battle import RollLaw
from conquestlab.analysis.games.conquest.battles.battle_table import battle_table
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.kernels.conquest.weighed.fronts import chance, mean_loss
from conquestlab.kernels.conquest.weighed.policy import weighed_choice
from conquestlab.kernels.shared.contract import AMOUNT

MODERN = "risk-modern"


def choice_of(script, **weights):
    """Return what a bot of these weights chooses where a script asks: lands by name, and armies."""
    position = script.position
    record = position["bot"][int(position["asker"])]["weights"]
    for name in record.dtype.names:
        record[name] = weights.get(name, 0)
    position["thoughts"]["of_turn"] = -1
    weighed_choice(script.rules, position)
    parts = [int(part) for part in position["choice"]]
    kind = script.table.engine.decisions[parts[0]]
    names = {place: script.ids[parts[place]] if parts[place] >= 0 else None for place in (1, 2)}
    if kind == "attack":
        return names[1], names[2]
    if kind == "place":
        return names[1], parts[AMOUNT]
    if kind == "move":
        return names[1], names[2], parts[AMOUNT]
    return parts[AMOUNT]


def attacker(lands, **given):
    """Return a script in which seat 1 has placed its armies on the first of its lands, and may attack."""
    script = Script(MODERN, 3, lands, **given)
    script.run()
    while script.position["asked"] == 2:
        script.choose(next(iter(lands[1])), amount=int(script.position["pool"]))
    assert script.position["asked"] == 3
    return script


@pytest.mark.parametrize("defence", [2, 3])
def test_the_tables_of_odds_are_the_exact_odds_rounded(defence):
    dice = Dice(3, defence)
    odds, losses = odds_tables(dice, 16)
    exact = battle_table((15, 15), RollLaw(dice, exact=True), exact=True)
    for (a, d), expected in exact.items():
        assert abs(int(odds[a, d]) - 1024 * expected.win) <= 0.5
        assert abs(int(losses[a, d]) - 64 * (a - expected.attackers_left)) <= 0.5


def test_battles_beyond_the_table_are_scaled_into_it():
    rules = Script(MODERN, 2).rules
    assert chance(rules, 100, 50) == chance(rules, 50, 25)
    assert mean_loss(rules, 100, 50) == 2 * mean_loss(rules, 50, 25)
    assert chance(rules, 63, 10) == rules["odds"][63, 10]
    assert 0 < chance(rules, 10**6, 10**6) <= 1024


def test_without_worth_nothing_is_attacked():
    script = attacker({1: {"alaska": 9}, 2: {"kamchatka": 1}, 3: "rest"})
    assert choice_of(script) == (None, None)
    assert choice_of(script, land=64)[0] == "alaska"


def test_odds_below_the_least_are_not_tried():
    script = attacker({1: {"alaska": 4}, 2: {"kamchatka": 9}, 3: "rest"})
    script.position["armies"][script.number["northwest_territory"]] = 9
    script.position["armies"][script.number["alberta"]] = 9
    assert choice_of(script, land=64)[0] == "alaska"
    assert choice_of(script, land=64, odds=900) == (None, None)


def test_own_losses_and_enemy_losses_are_weighed():
    script = attacker({1: {"alaska": 9}, 2: {"kamchatka": 4}, 3: "rest"})
    assert choice_of(script, land=64)[1] != "kamchatka"
    assert choice_of(script, land=64, enemy_army=64)[1] == "kamchatka"
    assert choice_of(script, land=8, own_army=128) == (None, None)


def test_what_completes_a_continent_comes_first():
    australia = {"indonesia": 9, "new_guinea": 1, "eastern_australia": 1}
    script = attacker({1: australia, 2: {"western_australia": 2}, 3: "rest"})
    assert choice_of(script, land=64)[1] == "siam"
    assert choice_of(script, land=64, complete=64, need=64)[1] == "western_australia"
    assert choice_of(script, land=64, progress=64)[1] == "western_australia"


def test_a_continent_that_is_out_of_reach_is_not_reckoned():
    australia = {"indonesia": 5, "new_guinea": 1, "eastern_australia": 1}
    script = attacker({1: australia, 2: {"western_australia": 30}, 3: "rest"})
    assert choice_of(script, complete=64, need=64, slack=32) == (None, None)
    assert choice_of(script, complete=64, need=64) != (None, None)


def test_another_seats_continent_is_broken():
    oceania = {"indonesia": 2, "new_guinea": 1, "eastern_australia": 1, "western_australia": 1}
    script = attacker({1: {"siam": 9}, 2: oceania, 3: "rest"})
    assert choice_of(script, land=64)[1] != "indonesia"
    assert choice_of(script, land=64, breaks=64)[1] == "indonesia"
    assert choice_of(script, land=64, deny=512)[1] != "indonesia"


def test_a_continent_that_another_seat_nearly_holds_is_denied():
    oceania = {"indonesia": 2, "new_guinea": 1, "eastern_australia": 1}
    asia = dict.fromkeys(("india", "china", "ural", "siberia", "mongolia", "afghanistan"), 1)
    script = attacker({1: {"siam": 9, "western_australia": 1} | asia, 2: oceania, 3: "rest"})
    assert choice_of(script, land=64, deny=512)[1] == "indonesia"


def test_a_seat_that_can_be_put_out_is_hunted():
    script = attacker({1: {"brazil": 12}, 2: {"north_africa": 2}, 3: "rest"}, hands={2: ["alaska", "brazil"]})
    assert choice_of(script, land=64)[1] != "north_africa"
    assert choice_of(script, land=64, rid=512, need=64)[1] == "north_africa"
    assert choice_of(script, land=64, kill=64, need=64)[1] == "north_africa"
    assert choice_of(script, land=64, weak=512)[1] == "north_africa"
    assert choice_of(script, land=64, leader=512)[1] != "north_africa"


def test_the_land_with_fewer_enemies_around_is_liked():
    script = attacker({1: {"alaska": 9, "western_united_states": 1}, 2: {"japan": 1}, 3: "rest"})
    assert choice_of(script, land=512)[1] == "northwest_territory"
    assert choice_of(script, land=512, compact=64)[1] == "alberta"


def test_exposure_counts_the_strongest_enemy_beside_what_is_taken():
    script = attacker({1: {"alaska": 9}, 2: {"greenland": 20}, 3: "rest"})
    assert choice_of(script, land=512, exposure=8)[1] in ("kamchatka", "alberta")
    assert choice_of(script, land=512)[1] == "northwest_territory"


def test_a_battle_goes_on_only_while_its_odds_are_good():
    script = attacker({1: {"alaska": 9}, 2: {"kamchatka": 30}, 3: "rest"})
    script.choose("alaska", "kamchatka", 3)
    while script.position["asked"] != 3:
        script.choose(1)
    assert choice_of(script, land=64) == ("alaska", "kamchatka")
    assert choice_of(script, land=64, stop_odds=1000)[1] != "kamchatka"


def test_armies_to_place_go_where_an_attack_promises_most():
    script = Script(MODERN, 3, {1: {"alaska": 1, "brazil": 4}, 2: {"north_africa": 1}, 3: "rest"})
    script.run()
    assert choice_of(script, land=64, own_army=64, focus=64) == ("brazil", 3)
    assert choice_of(script, land=64, own_army=64, focus=1) == ("brazil", 1)


def test_a_border_that_lacks_armies_is_guarded():
    lands = {1: {"alaska": 2, "brazil": 9}, 2: {"kamchatka": 12}, 3: "rest"}
    script = Script(MODERN, 3, lands)
    script.run()
    assert choice_of(script, land=64, stand=64, focus=64)[0] == "brazil"
    assert choice_of(script, land=64, stand=64, guard=64, focus=64) == ("alaska", 3)


def test_idle_armies_move_to_where_most_is_wanted():
    lands = {
        1: {"brazil": 9, "peru": 1, "argentina": 1, "venezuela": 1},
        2: {"central_america": 5},
        3: "rest",
    }
    script = attacker(lands)
    script.stop()
    assert choice_of(script, stand=64) == ("brazil", "venezuela", 5)
    assert choice_of(script) == (None, None, 0)


def test_armies_behind_the_border_all_move_towards_it():
    lands = {1: {"argentina": 9, "brazil": 2, "peru": 1, "venezuela": 1}, 2: {"north_africa": 5}, 3: "rest"}
    script = attacker(lands)
    script.stop()
    armies = script.armies("argentina") - 1
    assert choice_of(script, stand=64) == ("argentina", "brazil", armies)
    assert choice_of(script) == ("argentina", "brazil", armies)


def test_sets_are_held_as_long_as_the_bot_wants():
    hand = ["alaska", "alberta", "iceland", "brazil"]  # three infantry
    script = Script(MODERN, 3, {1: {"siam": 9}, 2: {"kamchatka": 1}, 3: "rest"}, hands={1: hand})
    assert script.run()[0] == "exchange"
    exchanged = script.position["choice"]
    choice_of(script, hold=3, least_set=64)
    assert exchanged[1] >= 0
    choice_of(script, hold=5, least_set=64)
    assert exchanged[1] < 0
    choice_of(script, hold=5, least_set=3)
    assert exchanged[1] >= 0


def test_all_dice_are_rolled_in_defence():
    script = attacker({1: {"alaska": 9}, 2: {"kamchatka": 30}, 3: "rest"})
    assert script.choose("alaska", "kamchatka", 3)[0] == "defend"
    choice_of(script)
    assert script.position["choice"][1] == 2


def rested(lands, conquered, **given):
    """Return a script in round 3 in which seat 1 may attack, and has taken so many lands this turn."""
    script = attacker(lands, round=3, **given)
    script.position["conquered"] = conquered
    return script


def test_after_the_first_conquest_it_rests_for_so_many_rounds():
    lands = {1: {"alaska": 9}, 2: {"kamchatka": 1}, 3: "rest"}
    restrained = {"land": 64, "rest": 4096, "rest_rounds": 3}
    assert choice_of(rested(lands, 1), **restrained) == (None, None)
    assert choice_of(rested(lands, 1), **restrained | {"rest_rounds": 2})[0] == "alaska"
    assert choice_of(rested(lands, 1), **restrained | {"rest": 32})[0] == "alaska"
    assert choice_of(rested(lands, 0), **restrained)[0] == "alaska"


def test_what_promises_too_little_is_not_even_begun():
    lands = {1: {"alaska": 9}, 2: {"kamchatka": 1}, 3: "rest"}
    waiting = {"land": 64, "wait": 200, "rest_rounds": 3}
    assert choice_of(rested(lands, 0), **waiting) == (None, None)
    assert choice_of(rested(lands, 0), **waiting, card=300)[0] == "alaska"
    assert choice_of(rested(lands, 1), **waiting)[0] == "alaska"


def test_what_completes_a_continent_tempts_a_bot_that_rests():
    australia = {"indonesia": 9, "new_guinea": 1, "eastern_australia": 1}
    script = rested({1: australia, 2: {"western_australia": 2, "ural": 1}, 3: "rest"}, 1)
    restrained = {"land": 64, "rest": 4096, "rest_rounds": 3, "need": 64, "slack": 32}
    assert choice_of(script, **restrained) == (None, None)
    assert choice_of(script, **restrained, tempt=63) == (None, None)  # 64 is not more than 64
    assert choice_of(script, **restrained, tempt=64) == ("indonesia", "western_australia")


def test_what_breaks_a_continent_tempts_a_bot_that_rests():
    oceania = {"indonesia": 2, "new_guinea": 1, "eastern_australia": 1, "western_australia": 1}
    script = rested({1: {"siam": 9}, 2: oceania, 3: "rest"}, 1)
    restrained = {"land": 64, "rest": 4096, "rest_rounds": 3, "slack": 64}
    assert choice_of(script, **restrained) == (None, None)
    assert choice_of(script, **restrained, tempt=64) == ("siam", "indonesia")


def test_a_seat_that_can_be_put_out_tempts_a_bot_that_rests():
    script = rested({1: {"alaska": 5}, 2: {"kamchatka": 2}, 3: "rest"}, 1)
    restrained = {"land": 64, "rest": 4096, "rest_rounds": 3, "need": 64, "slack": 32}
    assert choice_of(script, **restrained) == (None, None)
    assert choice_of(script, **restrained, tempt=64) == ("alaska", "kamchatka")


def test_cards_in_hand_take_off_restraint_and_a_weak_border_adds_to_it():
    lands = {1: {"alaska": 9}, 2: {"kamchatka": 1}, 3: "rest"}
    restrained = {"land": 64, "rest": 128, "rest_rounds": 3}
    bare, dealt = rested(lands, 1), rested(lands, 1, hands={1: ["alaska", "brazil"]})
    assert choice_of(bare, **restrained) == choice_of(dealt, **restrained) == (None, None)
    assert choice_of(dealt, **restrained, spend=64)[0] == "alaska"
    assert choice_of(bare, **restrained, spend=64) == (None, None)
    pressed = rested({1: {"alaska": 9}, 2: {"kamchatka": 30}, 3: "rest"}, 1)
    assert choice_of(bare, **restrained | {"rest": 16}, wary=8)[0] == "alaska"
    assert choice_of(pressed, **restrained | {"rest": 16})[0] == "alaska"
    assert choice_of(pressed, **restrained | {"rest": 16}, wary=8) == (None, None)
