"""Games of which the chances are known: what the measures have to say of them."""

from math import log, sqrt

import numpy as np
import pytest
from chance_games import (
    coin_paths,
    noted_coins,
    noted_lots,
    noted_mastery,
)

from conquestlab.analysis.chances.chance_tables import chance_table
from conquestlab.analysis.chances.model import fit_models, judged_by

COINS, SEATS = 12, 3
PATHS = coin_paths(1_500, [4, 4, 4], seed=11)


@pytest.fixture(scope="module")
def coins():
    return chance_table(noted_coins(PATHS))


def found(table, measure, of=""):
    place = table.keys.index((measure, of))
    return table.value(place), table.error(place), float(table.baseline[place])


def mean_of(told):
    return float(np.mean([told(path / COINS) for path in PATHS]))


def entropy(shares):
    held = shares[shares > 0]
    return -float((held * np.log(held)).sum()) / log(SEATS)


def near(table, truth, measure, of=""):
    value, error, _ = found(table, measure, of)
    assert 0.0 < error < 0.25 * max(truth, 0.2)
    return abs(value - truth) < 4.0 * error


# The truth of these games themselves, so that only the model can err: by four standard errors at most.


def test_chances_move_as_the_coins_do(coins):
    step = sqrt(2.0) / COINS
    assert near(coins, mean_of(lambda path: step * (len(path) - 1)), "surprise")
    assert near(coins, mean_of(lambda path: step * (len(path) - 1)), "suspense")
    # What a model of 750 games does not know moves too; its error is that of these models, not of others.
    value, error, _ = found(coins, "movement")
    assert 1.0 - 4.0 * error < value < 1.1
    # In the long run: every move is as long, and the squares add up to what was open.
    assert mean_of(lambda path: step * (len(path) - 1)) == pytest.approx(step * COINS**2 / 3.0, rel=0.1)


@pytest.mark.parametrize("round", [1, 4, 10])
def test_games_are_as_open_as_the_coins_say(coins, round):
    truth = mean_of(lambda path: entropy(path[min(round * SEATS, len(path) - 1)]))
    assert near(coins, truth, "openness_after", str(round))


def test_how_deep_winners_were(coins):
    truth = mean_of(lambda path: path[:, path[-1].argmax()].min())
    assert near(coins, truth, "winner_lowest")
    # Chances that creep: by the known law for three even seats.
    creeping = 1.0 + 2.0 * log(2.0 / 3.0)
    assert found(coins, "winner_lowest")[2] == pytest.approx(creeping, abs=0.01)
    assert found(coins, "won_from_below")[2] == pytest.approx(2 * 0.1 / 0.9, abs=0.01)


def test_nobody_is_a_kingmaker_where_a_turn_moves_one_coin(coins):
    assert found(coins, "kingmaking")[0] == 0.0


def test_what_is_stated_holds(coins):
    for place in range(10):
        value, error, stated = found(coins, "calibration", f"{10 * place} to {10 * place + 10} %")
        assert abs(value - stated) < 4.0 * max(error, 0.01)


def test_chances_are_near_the_truth():
    # A model of 750 games knows a chance to about 0.02.
    noted = noted_coins(PATHS)
    judged = judged_by(fit_models(noted.joined, noted.names, noted.bots), noted.joined, 1)
    missed = judged.chances[0] - judged.games.features[:, :, 0] / COINS
    for side in (0, 1):
        assert np.sqrt((missed[judged.side[judged.of] == side] ** 2).mean()) < 0.03


def test_a_lottery_is_open_to_its_last_turn():
    table = chance_table(noted_lots(1_000, SEATS, seed=5))
    for key in (("surprise", ""), ("openness", "5"), ("openness", "9"), ("runaway", "9")):
        value, error, baseline = found(table, *key)
        assert abs(value - baseline) < 4.0 * error + 0.06, key
    # Any of its turns, the seventh to the eighteenth, may be the last: all the suspense is there.
    last = np.arange(1, 13)
    truth = sqrt(1.0 - 1.0 / SEATS) * float((last / 12.0 / np.sqrt(last)).sum())
    value, error, _ = found(table, "suspense")
    assert abs(value - truth) < 4.0 * error
    assert found(table, "surprise")[2] == pytest.approx(sqrt(1.0 - 1.0 / SEATS), abs=0.01)
    assert found(table, "openness", "5")[0] > 0.95
    assert found(table, "settled_at", "above half")[0] > 0.95
    assert found(table, "kingmaking")[0] == found(table, "hopeless_rounds")[0] == 0.0


def test_a_game_of_choice_alone_is_over_when_it_begins():
    table = chance_table(noted_mastery(1_000, SEATS, seed=6))
    for key, most in ((("surprise", ""), 0.05), (("suspense", ""), 0.08), (("openness", "1"), 0.05)):
        assert found(table, *key)[0] < most, key
    assert found(table, "runaway", "1")[0] == 1.0
    assert found(table, "runaway_lost")[0] == found(table, "settled_at", "likeliest")[0] == 0.0
    assert found(table, "winner_lowest")[0] > 0.95
    assert found(table, "hopeless_rounds")[0] > 1.0


def test_few_games_tell_nothing():
    assert chance_table(noted_lots(149, SEATS, seed=5)) is None
