"""Looking a round ahead to learn: what is compared is what kernels play, and the network learns the gains."""

import numpy as np
import pytest
from small_steps import slopes_and_steps

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.games.conquest.description import ENGINE, LEARNS
from conquestlab.analysis.learning.ahead import PLAYS, LookAhead, PlanEnds
from conquestlab.analysis.learning.columns import joined
from conquestlab.analysis.learning.float_network import FloatNetwork, _gradient_of_gains, learned_on
from conquestlab.analysis.learning.positions import Positions
from conquestlab.analysis.playing.batches import Batch
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.kernels.conquest.plan_ends import plan_ends
from conquestlab.kernels.conquest.plan_worths import PLANS, plan_worths
from conquestlab.kernels.conquest.plans import NO_ATTACK, USUAL
from conquestlab.kernels.conquest.state import SEATS
from conquestlab.kernels.conquest.valuing.layout import ASPECTS, LANDS_HELD

RULES = load("risk-modern")
SEEDS = parse_seeds("5")
PLAYERS = 4
ALL = np.uint64((1 << PLANS) - 1)


def batch_of(bot="strategist", games=2):
    return Batch(RULES, (find_bot(bot, ENGINE, RULES, PLAYERS),) * PLAYERS, SEEDS, 0, games)


def turns_of(batch, every=9):
    """Positions before some turns of the games of a batch."""
    found = []

    def look(position):
        if int(position["turn"]) % every == 0:
            found.append(position.copy())

    for game in range(batch.games):
        batch.table.play_logged(SEEDS.words, game, log_lines=0, at_pause=look)
    return found


def played(batch, position, plans=ALL, luck=(1, 2), **weights):
    """The plans of a bot of the batch, with some weights changed."""
    bots = batch.records[:1]
    for name, weight in weights.items():
        bots["weights"][name] = weight
    told = np.full((PLANS, SEATS, len(ASPECTS)), 7, np.int32)
    worths, going_on = np.full(PLANS, -1, np.int64), np.zeros(PLANS, np.bool_)
    words = np.array(luck, np.uint64)
    seat = plan_ends(batch.rules, bots, position.copy(), plans, words, told, worths, going_on)
    return seat, told, worths, going_on


def test_only_plans_that_are_asked_for_are_played_and_each_by_itself():
    batch = batch_of()
    for position in turns_of(batch):
        seat, told, worths, going_on = played(batch, position)
        for plan in (USUAL, NO_ATTACK):
            one = played(batch, position, np.uint64(1 << plan))
            assert one[0] == seat
            assert one[3].sum() == going_on[plan]
            if going_on[plan]:
                assert one[2][plan] == worths[plan]
                assert (one[1][plan] == told[plan]).all()
        assert (worths[~going_on] == -1).all()
        assert (told[~going_on] == 7).all()


def test_who_attacks_nothing_ends_its_turn_with_the_lands_it_had():
    """Without routes, which are walked by any plan."""
    batch = batch_of()
    some = 0
    for position in turns_of(batch):
        seat, told, worths, going_on = played(batch, position, route_odds=0)
        lands = np.array([int(held).bit_count() for held in position["owned"][:PLAYERS]])
        if going_on[NO_ATTACK]:
            some += 1
            assert told[NO_ATTACK, :PLAYERS, LANDS_HELD].tolist() == (256 * lands // 42).tolist()
            assert 0 <= worths[NO_ATTACK] <= 1 << 20
            assert told[USUAL, seat, LANDS_HELD] >= told[NO_ATTACK, seat, LANDS_HELD]
    assert some > 5


def test_a_round_ahead_is_what_the_plans_of_a_planner_come_to():
    """On average: the luck of the plays is drawn otherwise there."""
    batch = batch_of()
    (record,) = batch.records[:1]
    ahead = np.array([record])
    ahead[0]["weights"]["depth"] = 1
    sums = np.zeros((2, 2))
    squares = 0.0
    for number, position in enumerate(turns_of(batch)):
        worths = np.zeros((60, PLANS), np.int64)
        plan_worths(batch.rules, ahead, position.copy(), worths)
        plays = [played(batch, position, luck=(number, play)) for play in range(60)]
        both = [play for play in plays if play[3][USUAL] and play[3][NO_ATTACK]]
        if len(both) < 60:  # a turn that may end the game is worth something else there
            continue
        for place, plan in enumerate((USUAL, NO_ATTACK)):
            here = np.array([play[2][plan] for play in both]) / (1 << 20)
            there = worths[:, plan] / (1 << 20)
            sums[place] += here.mean(), there.mean()
            squares += (here.var() + there.var()) / 60
    assert abs(sums[:, 0] - sums[:, 1]).max() < 4 * squares**0.5


def test_turns_are_compared_with_the_usual_plan():
    batch = batch_of(games=6)
    ends = LookAhead(batch, (3,))()
    again = LookAhead(batch, (3,))()
    assert all((one == other).all() for one, other in zip(ends, again, strict=True))
    assert len(ends.gain) > PLAYS * 6
    assert (ends.usual != ends.other).any(axis=(1, 2)).all()
    assert ends.usual.shape == ends.other.shape == (len(ends.gain), PLAYERS, len(ASPECTS))
    assert abs(ends.gain).max() <= 1.0
    assert 0 <= ends.seat.min() <= ends.seat.max() < PLAYERS
    plans = batch.seated[0].weights["plans"].bit_count()
    turns = len(turns_of(batch, every=1))
    assert len(ends.gain) < turns * PLAYS * plans / 2  # one turn in three
    both = joined([ends, again])
    assert len(both.gain) == 2 * len(ends.gain)


def some_ends(number, seats, generator, gain_of):
    told = generator.integers(1, 256, size=(2, number, seats, len(ASPECTS)), endpoint=True).astype(np.int16)
    seat = generator.integers(seats, size=number)
    return PlanEnds(told[0], told[1], seat, gain_of(*told, seat).astype(np.float32))


def wrong(network, ends):
    place = np.arange(len(ends.gain))
    gains = (network.chances(ends.other) - network.chances(ends.usual))[place, ends.seat]
    return float(((gains - ends.gain) ** 2).mean())


@pytest.mark.parametrize("number", [5, 128], ids=["less than a pile", "two piles"])
def test_the_gradient_of_gains_is_what_small_steps_show(number):
    generator = np.random.default_rng(4)
    ends = some_ends(number, 3, generator, lambda usual, other, seat: generator.normal(size=len(seat)))
    network = FloatNetwork(
        generator.normal(size=(len(ASPECTS), 16)), generator.normal(size=16), generator.normal(size=16)
    )
    gradient = _gradient_of_gains(network, ends)
    for slope, shown in slopes_and_steps(network, gradient, lambda network: wrong(network, ends)):
        assert shown == pytest.approx(slope, rel=1e-3, abs=1e-6)


def test_a_network_learns_gains_that_no_winner_told():
    """Who wins is chance here, which speaks against the gains; they hang on one aspect of the seat."""
    generator = np.random.default_rng(6)

    def gain_of(usual, other, seat):
        place = np.arange(len(seat))
        return (other[place, seat, 3] - usual[place, seat, 3]) / 256 * 0.2

    ends = some_ends(20_000, 3, generator, gain_of)
    noisy = ends._replace(gain=ends.gain + generator.normal(scale=0.1, size=20_000).astype(np.float32))
    told = generator.integers(1, 256, size=(20_000, 3, len(ASPECTS)), endpoint=True).astype(np.int16)
    won = np.eye(3, dtype=np.float32)[generator.integers(3, size=20_000)]
    positions = Positions(told, won, np.arange(20_000), 20_000, 0)
    begun = FloatNetwork(
        0.3 * generator.standard_normal((len(ASPECTS), 16)).astype(np.float32),
        np.zeros(16, np.float32),
        0.3 * generator.standard_normal(16).astype(np.float32),
    )
    alone = learned_on(begun, positions, LEARNS, np.random.default_rng(1))
    ahead = learned_on(begun, positions, LEARNS, np.random.default_rng(1), noisy)
    nothing = float((ends.gain**2).mean())
    assert wrong(alone, ends) > 0.8 * nothing
    assert wrong(ahead, ends) < 0.5 * nothing
    chances = ahead.chances(told)
    assert abs(chances.mean(axis=0) - 1 / 3).max() < 0.03
