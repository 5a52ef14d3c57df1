"""The search for numbers on synthetic games with known answers; docs/tuning.md has more repetitions."""

import math
from dataclasses import replace

import numpy as np
import pytest

from conquestlab.analysis.evidence.studies import tunings as coverage
from conquestlab.analysis.evidence.studies.tuned_games import STUDIES, winners
from conquestlab.analysis.evidence.studies.tunings import coverage_row, tuning_table
from conquestlab.analysis.measures.intervals import normal_quantile
from conquestlab.analysis.tuning.box import Box
from conquestlab.analysis.tuning.design import FEWEST, around, evenly, overview, star
from conquestlab.analysis.tuning.search import FLAT, NEAREST, ROOT, Search


def study(name, **changes):
    return replace(next(one for one in STUDIES if one.name == name), **changes)


def searched(one, seed=1, games=None, play=None):
    generator = np.random.Generator(np.random.PCG64(seed))
    search = Search(one.aim, play(one.player(generator)) if play else one.player(generator))
    return search, search.run(games or one.games, one.within)


GAMES = {
    "one number, bent": 20_000,
    "a length": 10_000,
    "a share cut off": 10_000,
    "two numbers, bent": 12_000,
    "two numbers, blocks": 6_000,
    "three numbers": 40_000,
}


def test_answers_are_off_by_as_much_as_their_intervals_say():
    """The square of what a number is off, over its variance, has the mean 1: of 80 numbers in 48 searches."""
    squares = []
    for name, games in GAMES.items():
        for seed in range(8):
            one = study(name, games=games)
            _, answer = searched(one, seed)
            assert answer.verdict == ROOT
            family = len(one.truth)
            error = (answer.spread.high - answer.spread.low) / 2.0 / normal_quantile(family=family)
            squares += (((answer.point - one.truth) / error) ** 2).tolist()
    assert len(squares) == 80
    assert np.mean(squares) == pytest.approx(1.0, abs=4.0 * math.sqrt(2.0 / len(squares)))


@pytest.mark.parametrize(
    ("name", "games"), [("at the end", 10_000), ("one for three seats", 20_000), ("out of reach", 10_000)]
)
def test_answers_at_an_end_or_out_of_reach_are_held(name, games):
    one = study(name, games=games)
    for seed in range(3):
        _, answer = searched(one, seed)
        assert answer.verdict == one.verdict
        assert answer.spread.low[0] - 1e-9 <= one.truth[0] <= answer.spread.high[0]
        assert answer.point[0] == pytest.approx(one.truth[0], abs=0.5)


def test_an_interval_for_the_wrong_answer_would_be_seen():
    record = coverage_row(study("one number", truth=(4.6,)), 10, seed=1)
    assert record["covered"] < 0.3
    assert not record["kept"]


def test_flat_games_have_no_answer():
    search, answer = searched(study("flat"))
    assert answer.verdict == FLAT
    assert answer.without_effect == (0,)
    assert answer.spread.low.tolist() == [0.0]
    assert answer.spread.high.tolist() == [20.0]
    assert 19_000 < search.games <= 20_000


def test_a_target_out_of_reach_stops_at_the_nearest_end():
    search, answer = searched(study("out of reach"))
    assert answer.verdict == NEAREST
    assert answer.point.tolist() == [0.0]
    assert search.games < 20_000


def test_a_number_that_does_nothing_is_told():
    def law(numbers):
        return np.array([0.4, 0.13 * numbers[0], 0.4])

    for seed in range(3):
        _, answer = searched(study("two numbers", law=law, truth=None), seed, 20_000)
        assert answer.verdict == ROOT
        assert answer.without_effect == (1,)
        assert (answer.spread.low[1], answer.spread.high[1]) == (0.0, 20.0)
        assert answer.spread.low[0] < 0.4 / 0.13 < answer.spread.high[0]


def test_where_the_target_is_met_twice_the_nearer_answer_is_taken_and_the_other_told():
    one = study("twice")
    for now, truth, other in (((3,), 5.0, (10, 20)), ((20,), 15.0, (0, 10))):
        search = Search(one.aim._replace(now=now), one.player(np.random.Generator(np.random.PCG64(2))))
        answer = search.run(20_000)
        assert answer.point[0] == pytest.approx(truth, abs=0.6)
        assert answer.others == (other,)


def test_a_jump_from_nothing_to_everything_is_found_in_a_wide_range():
    def law(numbers):
        return np.array([0.5, 3.0 * (numbers[0] - 437.0)])

    _, answer = searched(study("one number", law=law, high=(1000,)))
    assert answer.verdict == ROOT
    assert answer.point[0] == pytest.approx(437.0 + 0.5 / 3.0, abs=0.05)


def test_as_many_games_as_it_takes():
    one = study("until known to 0.3")
    search, answer = searched(one)
    assert (answer.spread.high - answer.point <= 0.3).all()
    assert (answer.point - answer.spread.low <= 0.3).all()
    assert 20_000 <= search.games < 60_000
    fewer, _ = searched(replace(one, games=22_000))
    assert fewer.games <= 22_100


def test_the_same_games_give_the_same_answer():
    (one, first), (other, second) = (searched(study("two numbers"), 7, 10_000) for _ in range(2))
    assert first.point.tolist() == second.point.tolist()
    assert first.spread.low.tolist() == second.spread.low.tolist()
    assert one.sums == other.sums


@pytest.mark.parametrize("name", ["one number", "two numbers", "three numbers", "a length"])
@pytest.mark.parametrize("portions", [0, 1, 2, 4, 8, 15, 40])
def test_an_interruption_leaves_what_is_known(name, portions):
    """Whenever it comes there is an answer, or none; never an error."""

    def interrupted(player):
        def play(orders):
            for portion in player(orders):
                if len(told) == portions:
                    raise KeyboardInterrupt
                told.append(portion)
                yield portion

        return play

    told = []
    search, answer = searched(study(name), 1, 10_000, interrupted)
    if portions < 2:
        assert answer is None
        assert search.interrupted
    else:
        assert answer is not None
        assert search.interrupted == (len(told) == portions)
        assert search.games == sum(sums.games for _, sums in told)
        assert np.isfinite(answer.point).all()


def test_games_that_nobody_wins_tell_nothing():
    def play(orders):
        for point, _ in orders:
            yield point, winners(np.zeros(2), 1, np.random.Generator(np.random.PCG64(1)))

    one = study("one number")
    assert Search(one.aim, play).run(1000) is None


def box(*high):
    return Box(np.zeros(len(high)), np.array(high, dtype=float))


def test_the_first_look_goes_all_over_the_range():
    assert overview(box(20)) == [(0,), (5,), (10,), (15,), (20,)]
    assert overview(box(2)) == [(0,), (1,), (2,)]
    assert overview(box(1)) == [(0,), (1,)]
    assert len(overview(box(20, 20))) == 9
    assert len(overview(box(20, 20, 20))) == 15
    assert len(overview(box(20, 20, 20, 20))) == 17
    assert len(overview(box(*[20] * 5))) == 27
    assert star(np.array([5.0]), np.array([2.0])).tolist() == [[5.0], [3.0], [7.0]]


def test_half_of_the_games_go_to_the_whole_points_around_the_answer():
    orders = around(np.array([4.3, 6.8]), np.array([3.0, 2.0]), box(20, 20), 8000)
    assert orders[:4] == [((4, 6), 1000), ((4, 7), 1000), ((5, 6), 1000), ((5, 7), 1000)]
    assert {point for point, _ in orders[4:]} == {
        *((1, 7), (7, 7), (4, 5), (4, 9)),
        *((1, 5), (1, 9), (7, 5), (7, 9)),
    }
    at_the_end = around(np.array([20.0]), np.array([2.0]), box(20), 8000)
    assert {point for point, _ in at_the_end} == {(18,), (19,), (20,)}
    assert [point for point, _ in around(np.array([4.3] * 3), np.ones(3), box(20, 20, 20), 100)][:4] == [
        (4, 4, 4),
        (5, 4, 4),
        (4, 5, 4),
        (4, 4, 5),
    ]
    assert evenly([(1,), (2,)], 10) == [((1,), FEWEST), ((2,), FEWEST)]


def test_every_study_can_be_run_and_the_table_shows_it(monkeypatch):
    records = [coverage_row(study(name, games=2000), 3) for name in ("flat", "one number")]
    lines = tuning_table(records)
    assert len(lines) == 4
    assert lines[2].startswith("| flat | 2,")
    assert lines[2].endswith("|  |  |  |")
    assert math.isfinite(float(lines[3].split("|")[6]))
    monkeypatch.setattr(coverage, "STUDIES", [study("one number", games=2000)])
    assert coverage.table(2, 1)[2].startswith("| one number |")
    short = dict(records[1], covered=0.5, kept=False)
    assert "50.0*" in tuning_table([short])[2]


def test_a_leap_over_the_target_is_no_answer():
    """Where all whole numbers are on one side, what a surface claims between them is not believed."""

    def law(numbers):
        return np.array([0.5 + abs(numbers[0] - 7.0) * 1.5, 0.0])

    _, answer = searched(study("one number", law=law))
    assert answer.verdict == NEAREST
    assert not answer.without_effect
    assert answer.point[0] == pytest.approx(7.0, abs=1.5)


def test_an_answer_found_on_the_way_is_told_beside_the_chosen_one():
    """A valley that the first look passed over: it begins and ends between the points of the overview."""

    def law(numbers):
        return np.array([0.25 * abs(numbers[0] - 7.0) - 0.3, 0.0])

    _, answer = searched(study("one number", law=law))
    assert answer.verdict == ROOT
    assert min(abs(answer.point[0] - 5.8), abs(answer.point[0] - 8.2)) < 0.5
    assert len(answer.others) == 1


def test_a_leap_that_crosses_the_target_is_kept_to():
    """From 6 to 7 the length falls from 248 to 10.2, then it rises slowly; the target lies in the leap."""
    mean = {6: 248.0, 7: 10.2, 8: 10.5, 9: 18.0, 10: 40.0, 11: 80.0, 12: 160.0}
    one = study("a length", law=lambda numbers: mean[int(numbers[0])], low=(6,), high=(12,))
    search = Search(one.aim._replace(now=(7,)), one.player(np.random.Generator(np.random.PCG64(1))))
    answer = search.run(60_000)
    assert answer.verdict == ROOT
    assert 6.8 < answer.point[0] < 7.0
    assert answer.others == ((8, 9),)
