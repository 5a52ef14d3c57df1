"""Routes of the policy `weighed`: their exact odds, how they are laid, and how they are followed."""

from itertools import permutations
from random import Random

import numpy as np
import pytest
from conquest_script import Script

from conquestlab.analysis.games.conquest.attack_tables import ends_table
from conquestlab.analysis.games.conquest.battles.battle import RollLaw, fight
from conquestlab.analysis.games.conquest.battles.battle_table import battle_table
from conquestlab.analysis.games.conquest.battles.dice_law import Dice
from conquestlab.kernels.compiling.jit import config
from conquestlab.kernels.conquest.state import NOTHING
from conquestlab.kernels.conquest.weighed.policy import weighed_choice
from conquestlab.kernels.conquest.weighed.route_search import lay_route
from conquestlab.kernels.conquest.weighed.routes import BREAK, CONTINENT, NO_KIND, NONE, SEAT, best_route
from conquestlab.kernels.conquest.weighed.row_odds import chance_from, fill_chances
from conquestlab.kernels.conquest.weighed.thoughts import STEPS, route_dtype
from conquestlab.kernels.shared.contract import AMOUNT

MODERN = "risk-modern"
DICE = {"risk-modern": Dice(3, 2), "conquete-1957": Dice(3, 3)}
ROUTES = {"route_seat": 2000, "route_odds": 600, "own_army": 64}


# The odds of rows


@pytest.mark.parametrize("dice", DICE.values(), ids=DICE)
def test_the_table_of_ends_is_exact_but_for_rounding(dice):
    table = ends_table(dice, 6, 9)
    for (a, d), battle in battle_table((8, 5), RollLaw(dice, exact=True), exact=True).items():
        assert abs(int(table[d, :, a].sum()) / 65536 - float(battle.win)) < 9 * 2**-17
        won = fight({a: 1.0}, d, RollLaw(dice).at)[0]
        for left in range(1, a + 1):
            assert abs(int(table[d, a - left, a]) / 65536 - won.get((left, 0), 0.0)) <= 2**-16


def exact_chance(dice, attackers, defenders, stays):
    """The chance of a row, battle by battle, in fractions of one."""
    front, law = {attackers: 1.0}, RollLaw(dice)
    for place, armies in enumerate(defenders):
        front = {a: chance for a, chance in front.items() if a > 0}
        if not front:
            return 0.0
        ends, _ = fight(front, armies, law.at)
        stay = stays[place] if place + 1 < len(defenders) else 0
        front = {}
        for (left, against), chance in ends.items():
            if against == 0:
                front[left - stay] = front.get(left - stay, 0.0) + chance
    return sum(front.values())


def row(script, defenders, parts):
    """A route through the first lands with so many armies on them; at some of them only a part marches in."""
    route = np.zeros(1, route_dtype)[0]
    route["steps"] = len(defenders)
    for step, armies in enumerate(defenders):
        route["to"][step] = step
        route["march"][step] = parts.get(step, 0)
        script.position["armies"][step] = armies
    return route


@pytest.mark.parametrize("rules", DICE)
def test_the_chance_of_a_row_is_exact_to_a_part_in_a_thousand(rules):
    random, script = Random(7), Script(rules, 4)
    for _ in range(60 if config.DISABLE_JIT else 400):
        defenders = [random.choice((1, 1, 2, 2, 3, 5, 9)) for _ in range(random.randint(1, 9))]
        parts = {step: 3 + random.randint(0, 4) for step in range(len(defenders)) if random.random() < 0.2}
        stays = [parts.get(step, 1) for step in range(len(defenders))]
        attackers = min(63, sum(defenders) + sum(stays) + random.randint(-4, 8))
        route = row(script, defenders, parts)
        fill_chances(script.rules, script.position, route, 0, len(defenders), max(1, attackers))
        for fewer in range(4):
            told = chance_from(script.rules, script.position, route, 0, attackers - fewer)
            expected = exact_chance(DICE[rules], max(0, attackers - fewer), defenders, stays)
            assert abs(told - 1024 * expected) <= 1.0


def test_a_battle_under_way_is_reckoned_with_the_defenders_that_are_left():
    script = Script(MODERN, 4)
    route = row(script, [5, 2, 2], {})
    fill_chances(script.rules, script.position, route, 0, 3, 14)
    script.position["armies"][0] = 2
    expected = exact_chance(DICE[MODERN], 9, [2, 2, 2], [1, 1, 1])
    assert abs(chance_from(script.rules, script.position, route, 0, 9) - 1024 * expected) <= 1.0


def test_rows_with_armies_beyond_the_table_are_halved():
    script = Script(MODERN, 4)
    for attackers, defenders in ((80, [40, 10, 10]), (100, [30] * 3), (70, [45, 12]), (60, [40, 5])):
        route = row(script, defenders, {})
        fill_chances(script.rules, script.position, route, 0, len(defenders), attackers)
        told = chance_from(script.rules, script.position, route, 0, attackers)
        expected = exact_chance(DICE[MODERN], attackers, defenders, [1] * len(defenders))
        assert abs(told - 1024 * expected) < 100  # luck weighs more with half the armies


# The search


def laid(script, start, goals):
    """A route laid from a land through all of others: whether it is whole, and its steps."""
    route = np.zeros(1, route_dtype)[0]
    whole = lay_route(script.rules, script.position, route, np.int64(start), np.uint64(goals))
    steps = [(int(route["from"][k]), int(route["to"][k])) for k in range(int(route["steps"]))]
    return whole, steps, route


def alone(script, start, armies=60):
    """Give the land to the acting seat and all others to another one; return the script."""
    position, lands = script.position, int(script.rules["lands"])
    position["actor"] = 0
    position["owned"][:] = 0
    position["owned"][0] = np.uint64(1 << start)
    position["owned"][1] = np.uint64((1 << lands) - 1 - (1 << start))
    position["several"] = position["owned"][0]
    position["targets"] = position["owned"][1]
    position["armies"][:lands] = 1
    position["armies"][start] = armies


def neighbours(script, land):
    bits = int(script.rules["neighbours"][land])
    return [other for other in range(int(script.rules["lands"])) if bits >> other & 1]


def grown(script, random, start, size):
    """A random connected set of lands beside the start."""
    goals = [random.choice(neighbours(script, start))]
    while len(goals) < size:
        edge = [n for land in goals for n in neighbours(script, land) if n not in (*goals, start)]
        if not edge:
            break
        goals.append(random.choice(edge))
    return goals


def has_single_row(script, start, goals):
    """Whether one force can walk through all lands without leaving a part behind, by trying every order."""
    return any(
        all(b in neighbours(script, a) for a, b in zip((start, *order), order, strict=False))
        for order in permutations(goals)
    )


def test_a_route_takes_every_cluster_in_a_legal_order_and_mostly_in_one_row_where_that_is_possible():
    random, script = Random(3), Script(MODERN, 3)
    rows, missed = 0, 0
    for _ in range(40 if config.DISABLE_JIT else 300):
        start = random.randrange(42)
        alone(script, start)
        goals = grown(script, random, start, random.randint(1, 6))
        whole, steps, route = laid(script, start, sum(1 << land for land in goals))
        assert whole
        assert sorted(target for _, target in steps) == sorted(goals)
        own = {start}
        for source, target in steps:
            assert source in own
            assert target in neighbours(script, source)
            own.add(target)
        if has_single_row(script, start, goals):
            rows += 1
            missed += bool(np.any(route["march"][: len(steps)]))
    assert rows > 10
    assert missed <= 0.1 * rows  # it is greedy: now and then it leaves a part at a fork that need not be one


def test_a_route_bridges_lands_that_are_not_a_goal_and_gives_up_what_is_too_far():
    script = Script(MODERN, 3)
    number = script.number
    alone(script, number["brazil"])
    whole, steps, _ = laid(script, number["brazil"], 1 << number["egypt"])
    assert whole
    assert steps == [(number["brazil"], number["north_africa"]), (number["north_africa"], number["egypt"])]
    whole, _, _ = laid(script, number["brazil"], 1 << number["japan"])
    assert not whole


def test_a_route_is_no_longer_than_there_is_room_for():
    script = Script(MODERN, 3)
    alone(script, script.number["alaska"])
    everything = int(script.position["owned"][1])
    whole, steps, _ = laid(script, script.number["alaska"], everything)
    assert not whole
    assert len(steps) <= STEPS


# Following


def weigh_with(script, **weights):
    """Give the one who is asked these weights, the others 0."""
    record = script.position["bot"][int(script.position["asker"])]["weights"]
    for name in record.dtype.names:
        record[name] = weights.get(name, 0)


def decide(script, **weights):
    """Let a bot of these weights choose; return its choice in names, and play on to the next question."""
    weigh_with(script, **weights)
    weighed_choice(script.rules, script.position)
    choice = np.array(script.position["choice"])
    kind = script.table.engine.decisions[int(choice[0])]
    lands = choice[1:2] if kind == "place" else choice[1:3]
    parts = [script.ids[part] if 0 <= part < len(script.ids) else None for part in lands]
    amount = int(choice[AMOUNT])
    script.choose(*choice[1:6].tolist(), amount=amount)
    return kind, *parts, amount


def play_turn(script, **weights):
    """Let a bot play the turn of seat 1; return what it chose. All others roll the dice that they may."""
    told = []
    while script.position["asked"] and script.position["active"] == 0:
        if script.position["asked"] == 4:
            script.choose(*max(script.choices())[1:5])
        else:
            told.append(decide(script, **weights))
        if script.position["phase"] == 13:
            break
    return told


def opened(lands, **given):
    script = Script(MODERN, 3, lands, **given)
    script.run()
    return script


def test_armies_are_placed_at_the_start_and_a_victim_in_a_row_is_put_out():
    script = opened({1: {"alaska": 2, "brazil": 14}, 2: {"north_africa": 2, "egypt": 2}, 3: "rest"})
    told = play_turn(script, **ROUTES, focus=64)
    assert told[0] == ("place", "brazil", 3)
    attacks = [choice[1:3] for choice in told if choice[0] == "attack"]
    assert attacks[0] == ("brazil", "north_africa")
    assert ("north_africa", "egypt") in attacks
    assert script.owner("egypt") == 1


def test_a_victim_behind_a_land_of_another_seat_is_reached_through_it():
    script = opened({1: {"brazil": 20}, 2: {"egypt": 3}, 3: "rest"})
    attacks = [choice[1:3] for choice in play_turn(script, **ROUTES, focus=64) if choice[0] == "attack"]
    assert attacks[0] == ("brazil", "north_africa")
    assert ("north_africa", "egypt") in attacks
    assert [event["victim"] for event in script.events("eliminate")] == [2]


def test_at_a_fork_a_part_marches_in_and_the_force_goes_on_from_where_it_stands():
    # Madagascar and Congo both end at East Africa once South Africa is somebody else's.
    victim = {"east_africa": 1, "madagascar": 1, "congo": 1}
    script = opened({1: {"middle_east": 24}, 2: victim, 3: "rest"})
    told = play_turn(script, **ROUTES, focus=64)
    parts = [choice for choice in told if choice[0] in ("attack", "occupy")]
    targets = [choice[2] for choice in parts if choice[0] == "attack"]
    assert targets[0] == "east_africa"
    assert script.owner("madagascar") == script.owner("congo") == 1
    amounts = [choice[-1] for choice in parts if choice[0] == "occupy"]
    assert amounts[0] > 10  # into East Africa with all
    assert amounts[1] == 3  # a part into the first branch


def test_a_victim_that_is_too_strong_or_too_far_is_left_alone():
    for victim in ({"egypt": 30}, {"japan": 1}):
        script = opened({1: {"brazil": 9}, 2: victim, 3: "rest"})
        decide(script, **ROUTES, focus=64)
        assert script.position["thoughts"]["route_state"] == NONE
        assert decide(script, **ROUTES)[:3] == ("attack", None, None)


def test_a_route_is_given_up_when_its_odds_have_turned():
    script = opened({1: {"brazil": 12}, 2: {"north_africa": 3, "egypt": 3}, 3: "rest"})
    decide(script, **ROUTES, focus=64)
    weigh_with(script, **ROUTES)
    weighed_choice(script.rules, script.position)
    assert script.ids[int(script.position["choice"][2])] == "north_africa"
    script.position["armies"][script.number["brazil"]] = 6
    weighed_choice(script.rules, script.position)
    assert script.position["choice"][1] == NOTHING


def test_captured_cards_open_another_route():
    hand = ["alaska", "alberta", "iceland", "brazil", "siam", "china"]
    victims = {2: {"central_america": 2}, 3: {"peru": 9}}
    own = dict.fromkeys(set(Script(MODERN, 3).ids) - {"central_america", "peru"}, 1)
    script = Script(
        MODERN, 3, {1: own | {"venezuela": 4, "western_united_states": 8}} | victims, hands={2: hand}
    )
    script.position["cards"]["sets_done"] = 8
    script.run()
    told = play_turn(script, **ROUTES, focus=64)
    out = [event["victim"] for event in script.events("eliminate")]
    assert out == [2, 3]
    kinds = [choice[0] for choice in told]
    after = kinds.index("exchange")
    placed = next(choice for choice in told[after:] if choice[0] == "place")
    assert script.number[placed[1]] in neighbours(script, script.number["peru"])


def test_a_set_is_exchanged_for_the_route_that_it_opens():
    hand = ["alaska", "alberta", "iceland"]  # three infantry
    for done, armies, exchanged in ((0, 1, False), (7, 20, True)):  # it brings 4 armies, or 25
        script = Script(
            MODERN, 3, {1: {"brazil": 6}, 2: {"north_africa": armies}, 3: "rest"}, hands={1: hand}
        )
        script.position["cards"]["sets_done"] = done
        assert script.run()[0] == "exchange"
        told = decide(script, **ROUTES | {"route_seat": 8000}, hold=9, least_set=64)
        assert (told[1] is not None) == exchanged


def test_without_odds_there_are_no_routes():
    script = opened({1: {"alaska": 2, "brazil": 14}, 2: {"north_africa": 2, "egypt": 2}, 3: "rest"})
    weights = ROUTES | {"route_odds": 0}
    decide(script, **weights, focus=64)
    assert script.position["thoughts"]["route_turn"] == NOTHING


def test_a_planner_may_ask_for_the_kinds_that_it_wants():
    australia = {"siam": 14, "new_guinea": 1, "eastern_australia": 1}
    held = {"brazil": 1, "peru": 1, "venezuela": 1, "argentina": 1}
    lands = {1: australia | {"north_africa": 14}, 2: held, 3: "rest"}
    script = opened(lands)
    prizes = {"route_continent": 500, "route_break": 500, "route_seat": 2000, "route_odds": 500}
    weigh_with(script, **prizes)
    goals = {}
    for kind in (SEAT, CONTINENT, BREAK):
        worth = best_route(script.rules, script.position, kind)
        thoughts = script.position["thoughts"]
        route = thoughts["route"][int(thoughts["standing"])]
        assert worth > 0
        assert route["kind"] == kind
        goals[int(kind)] = {script.ids[land] for land in route["to"][: int(route["steps"])]}
    assert goals[int(SEAT)] == set(held)
    completed = goals[int(CONTINENT)] | set(lands[1])
    continents = [{script.ids[land] for land in one} for one in script.book.map.continent_lands]
    assert any(one <= completed for one in continents)
    assert goals[int(BREAK)] == {"brazil", "venezuela", "central_america"}  # North America, of seat 3
    assert best_route(script.rules, script.position, NO_KIND) == 0
    weighed_choice(script.rules, script.position)
    assert script.position["thoughts"]["route_kinds"] == NO_KIND


def test_starting_armies_are_spread_over_the_borders_first():
    script = Script(MODERN, 3)
    assert script.run()[0] == "place"
    total = int(script.position["pool"])
    while 2 * script.position["pool"] > total:
        kind, _, amount = decide(script, start_spread=32, land=64, start_focus=64)
        assert (kind, amount) == ("place", 1)
    weigh_with(script, start_spread=32, land=64, start_focus=64)
    weighed_choice(script.rules, script.position)
    assert script.position["choice"][AMOUNT] == script.position["pool"]
