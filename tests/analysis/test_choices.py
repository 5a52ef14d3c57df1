"""What there is to choose in a turn: plans judged by hand, noise that costs nothing, games unchanged."""

from functools import reduce
from operator import add

import numpy as np
import pytest

from conquestlab.analysis.choices.plan_values import CLOSE, ROLLOUTS, choices_of, judged
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.play_answers import play
from conquestlab.analysis.requests.games import PlayRequest
from conquestlab.analysis.seeds import parse_seeds

SINGLE, TURN, SENSIBLE, _, COST, WITH_TWO = range(6)


def plans(*worths, rollouts=ROLLOUTS):
    """Plans that come to the same in all rollouts."""
    return np.tile(np.array(worths, np.int64), (rollouts, 1))


def test_the_second_best_costs_what_it_is_worth_less():
    told = judged(plans(5000, 900_000, 700_000, 100))
    assert told[COST] == 200_000
    assert told[WITH_TWO] == 1


def test_a_plan_alone_near_the_best_is_the_only_sensible_one():
    assert judged(plans(900_000, 900_000 - CLOSE - 1, 3))[SINGLE] == 1
    near = judged(plans(900_000, 900_000 - CLOSE, 3))
    assert (near[SINGLE], near[SENSIBLE]) == (0, 2)


def test_plans_that_always_come_to_the_same_are_one():
    forced = judged(plans(700_000, 700_000, 700_000))
    assert forced.tolist() == [1, 1, 1, 1, 0, 0]
    assert judged(plans(700_000, 700_000, 100))[COST] == 699_900


def test_luck_that_makes_a_plan_look_best_costs_nothing():
    # Seven plans of the same worth, of which one always looks best: what it gains is made up.
    generator = np.random.default_rng(3)
    costs = [judged(generator.integers(0, 1 << 20, (ROLLOUTS, 7)))[COST] for _ in range(2000)]
    assert abs(np.mean(costs)) < 4 * np.std(costs) / np.sqrt(len(costs))
    looked = [
        np.ptp(np.sort(generator.integers(0, 1 << 20, (ROLLOUTS, 7)).mean(axis=0))[-2:]) for _ in range(200)
    ]
    assert np.mean(looked) > 4 * np.std(costs) / np.sqrt(len(costs))  # what a naive difference would say


@pytest.fixture(scope="module")
def small():
    return experiment_of("risk-modern", 3, ("expert",), parse_seeds("4"), 97)


def test_batches_add_up_to_the_whole(small):
    whole = choices_of(small.batch(), 4)
    parts = [choices_of(part, 4) for part in small.batch().split(48)]
    assert reduce(add, parts) == whole
    assert whole.single.games == 3  # luck numbers 0, 48 and 96
    assert whole.single.sums[1] > 10  # turns


def test_looking_changes_no_game_and_no_other_measure():
    request = PlayRequest(rules=("risk-modern",), players="3", bots="expert", games=40, seed="4", jobs=1)
    without, with_choices = play(request).rows, play(request.but(choices=True)).rows
    assert with_choices[: len(without)] == without
    told = {row["measure"]: row for row in with_choices[len(without) :]}
    assert list(told) == ["second_choice_cost", "single_choice", "sensible_plans"]
    assert 1 <= told["sensible_plans"]["value"] <= 7


def test_games_without_plans_are_refused():
    with pytest.raises(WrongUse, match="leave out --choices"):
        play(PlayRequest(rules=("risk-express",), choices=True))
