"""What chances come to along the games, against plain Python."""

import numpy as np
import pytest
from oracle_chances import Course

from conquestlab.analysis.chances import paths
from conquestlab.analysis.chances.model import JudgedGames
from conquestlab.analysis.chances.noted_games import Part
from conquestlab.analysis.chances.paths import Path
from conquestlab.kernels.shared.rows import WHOLE_WIN


def courses(games, seats, seed):
    """Games whose chances wander, and once in a while jump; some seats fall, some wins are shared."""
    generator = np.random.default_rng(seed)
    found = []
    for game in range(games):
        turns = int(generator.integers(1, 40))
        now, chances = generator.dirichlet(np.full(seats, 3.0)), []
        for _ in range(turns):
            chances.append(now.tolist())
            drawn = generator.dirichlet(np.full(seats, 0.4)) * (now > 0.0)
            step = 1.0 if generator.random() < 0.2 else 0.2
            now = (1.0 - step) * now + step * drawn / drawn.sum() if drawn.sum() > 0.0 else now
            now = np.where(now < 0.004, 0.0, now)
            now = now / now.sum()
        winners = generator.choice(seats, 2 if game % 7 == 0 else 1, replace=False)
        chances.append([(i in winners) / len(winners) for i in range(seats)])
        movers = [-1] + [turn % seats for turn in range(turns)]
        rounds = [0] + [turn // seats + 1 for turn in range(turns)]
        found.append(Course(chances, movers, rounds))
    return found


def judged(games):
    """Such games with their chances."""
    pauses = np.array([len(one.chances) for one in games])
    chances = np.concatenate([one.chances for one in games])
    seats, count = chances.shape[1], len(games)
    whole, none = np.arange(count), np.zeros((count, seats), np.int64)
    won = np.array([one.won for one in games])
    part = Part(
        0, count, whole, whole, np.array([one.rounds[-1] for one in games]), pauses,
        (won * WHOLE_WIN).astype(int), none, none,
        np.concatenate([one.rounds for one in games]), np.concatenate([one.movers for one in games]),
        np.zeros_like(chances, np.int32), np.zeros((*chances.shape, 0), np.int32),
        np.zeros((len(chances), 0), np.int32),
    )  # fmt: skip
    return JudgedGames(part, np.repeat(whole, pauses), chances > 0.0, won, chances[None])


GAMES = courses(300, 4, seed=3)
JUDGED = judged(GAMES)
PATH = Path(JUDGED)
ALONE = [one for one in GAMES if one.winner is not None]


def ratio(numbers):
    return numbers.number.sum() / numbers.weight.sum()


def against(numbers):
    return numbers.baseline.sum() / numbers.weight.sum()


def mean(values):
    return pytest.approx(sum(values) / len(values), abs=1e-9)


def test_surprise_is_the_distance_that_chances_move():
    assert ratio(paths.surprise(PATH)) == mean([one.surprise() for one in GAMES])
    assert against(paths.surprise(PATH)) == mean([one.surprise_at_once() for one in GAMES])


@pytest.mark.parametrize("tenth", range(1, 11))
def test_openness_is_entropy(tenth):
    (found,) = paths.openness(PATH, JUDGED.at_tenth(tenth)[None])
    assert ratio(found) == mean([one.openness(one.at_tenth(tenth)) for one in GAMES])
    at_end = [one.at_tenth(tenth) == len(one.chances) - 1 for one in GAMES]
    by_lot = [0.0 if end else one.openness(0) for one, end in zip(GAMES, at_end, strict=True)]
    assert against(found) == mean(by_lot)


@pytest.mark.parametrize("round", [1, 3, 8, 100])
def test_openness_after_a_round(round):
    (found,) = paths.openness(PATH, JUDGED.after_round(np.full(len(GAMES), round))[None])
    assert ratio(found) == mean([one.openness(one.after_round(round)) for one in GAMES])


def test_how_deep_the_winner_was():
    assert ratio(paths.winner_lowest(PATH)) == mean([one.lowest() for one in ALONE])
    assert ratio(paths.won_from_below(PATH)) == mean([one.lowest() < 0.1 for one in ALONE])


@pytest.mark.parametrize("likeliest", [True, False])
def test_from_when_on_the_winner_stood_out(likeliest):
    assert ratio(paths.settled_at(PATH, likeliest)) == mean([one.settled(likeliest) for one in ALONE])


def test_runaway_leaders_and_those_that_are_caught():
    reached = [(one, first) for one in GAMES if (first := one.first_runaway())]
    found = paths.runaway_lost(PATH)
    assert ratio(found) == mean([1.0 - one.won[seat] for one, (seat, _) in reached])
    assert against(found) == mean([1.0 - chance for _, (_, chance) in reached])
    for tenth in (2, 5, 10):
        some = [max(one.chances[one.at_tenth(tenth)]) >= 0.8 for one in GAMES]
        assert ratio(*paths.runaway(PATH, JUDGED.at_tenth(tenth)[None])) == mean(some)


def test_kingmaking_is_a_turn_of_a_seat_without_a_chance_that_shifts_the_others():
    made = [one.kingmaking() for one in GAMES]
    assert 0 < sum(made) < len(made)
    assert ratio(paths.kingmaking(PATH, paths.swings(PATH))) == mean(made)


def test_rounds_without_hope():
    found = ratio(paths.hopeless_rounds(PATH))
    assert found > 0.0
    assert found == mean([one.hopeless() for one in GAMES])


def test_movement_is_one_where_squares_move_as_they_must():
    moved = sum(one.moved() for one in GAMES)
    due = sum(sum(p * p for p in one.won) - sum(p * p for p in one.chances[0]) for one in GAMES)
    assert ratio(paths.movement(PATH)) == pytest.approx(moved / due)


def test_calibration_counts_seats_and_pauses_by_their_chance():
    seen = [
        (one.chances[t][i], one.won[i])
        for one in GAMES for t in range(len(one.chances) - 1) for i in one.alive(t)
    ]  # fmt: skip
    for place, found in enumerate(paths.calibration(PATH)):
        some = [pair for pair in seen if min(int(pair[0] * 10), 9) == place]
        assert found.weight.sum() == len(some)
        assert ratio(found) == mean([won for _, won in some])
        assert against(found) == mean([chance for chance, _ in some])
