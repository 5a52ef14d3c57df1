"""Where to start: all armies to the land that the weights of starts find best, worked out here by sets."""

import numpy as np
import pytest
from conquest_script import Script
from plain_python import printed_without_jit, too_many_games
from starts_by_sets import World, expected_home

from conquestlab.kernels.conquest.state import LANDS, PLACE, STARTING
from conquestlab.kernels.conquest.weighed.opening import weigh_starts
from conquestlab.kernels.conquest.weighed.policy import weighed_choice
from conquestlab.kernels.conquest.weighed.weights import STARTS
from conquestlab.kernels.shared.contract import AMOUNT

MODERN = "risk-modern"
IN_TURN = f"{MODERN},initial_placement=in_turn_order"
WEIGHTS = dict(zip(STARTS, (-79, 195, -256, -108, -153, -23, -109, -76, 6, -11, -65), strict=True))
OTHERS = dict(zip(STARTS, (60, 0, 30, 5, 90, 40, 25, 130, -200, 15, -7), strict=True))


def weigh_with(script, weights):
    """Give every seat these weights and no others."""
    for seat in range(script.seats):
        bot = script.position["bot"][seat]
        for name in bot["weights"].dtype.names:
            bot["weights"][name] = weights.get(name, 0)


def starts_of(text, seats, seed, weights):
    """Have all seats start by these weights; return who started where, with how many, and where expected."""
    script, found = Script(text, seats, seed=seed), []
    script.run()
    position = script.position
    lands = [World(script).owner.count(seat) for seat in range(seats)]
    left = [int(position["pool"]) + lands[0] - lands[seat] for seat in range(seats)]
    while position["asked"] == PLACE and position["stage"] == STARTING:
        weigh_with(script, weights)
        seat, pool = int(position["asker"]), int(position["pool"])
        oracle = expected_home(World(script), weights, seat, left)
        weighed_choice(script.rules, position)
        land, armies = int(position["choice"][1]), int(position["choice"][AMOUNT])
        found.append((seat, land, armies, oracle, pool))
        script.choose(script.ids[land], amount=armies)
        if text == IN_TURN:
            left[seat] = 0
    return found


@too_many_games
@pytest.mark.parametrize("weights", [WEIGHTS, OTHERS])
@pytest.mark.parametrize("text", [MODERN, IN_TURN])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_all_armies_go_to_the_land_that_is_best_by_the_weights(text, seats, weights):
    for seed in range(3):
        found = starts_of(text, seats, seed, weights)
        assert [seat for seat, *_ in found] == list(range(seats))
        for _, land, armies, oracle, pool in found:
            assert (land, armies) == (oracle, pool)


def test_what_others_have_placed_in_secret_changes_nothing():
    choices = set()
    for place in range(5):
        script = Script(MODERN, 2)
        script.run()
        own = [land for land in script.ids if script.owner(land) == 1]
        script.choose(own[place], amount=int(script.position["pool"]))
        weigh_with(script, WEIGHTS)
        weighed_choice(script.rules, script.position)
        choices.add(tuple(script.position["choice"].tolist()))
    assert len(choices) == 1


def test_without_weights_of_starts_the_best_front_decides():
    script = Script(MODERN, 2)
    script.run()
    weigh_with(script, {"start_focus": 32, "land": 640})
    weighed_choice(script.rules, script.position)
    assert script.position["choice"][AMOUNT] == (script.position["pool"] + 1) // 2


def test_a_land_behind_the_border_is_no_start():
    script = Script(MODERN, 2)
    script.run()
    world = World(script)
    worths, around = np.zeros(LANDS, np.int64), np.zeros(LANDS, np.uint64)
    weigh_with(script, WEIGHTS)
    weigh_starts(script.rules, script.position, script.position["bot"][0]["weights"], worths, around)
    for land in world.lands:
        worth = world.of_land(WEIGHTS, land)
        assert (around[land] == 0) == (worth is None)
        assert worth is None or worths[land] == worth


def started():
    """Where all seats start on two deals."""
    return str([starts_of(text, 3, 5, WEIGHTS) for text in (MODERN, IN_TURN)])


def test_the_same_starts_without_the_jit():
    assert printed_without_jit(__file__, "started()") == started()
