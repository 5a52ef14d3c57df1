"""The search over rows of weights: it finds the best, keeps to the ranges, depends on its seed alone."""

import numpy as np
import pytest

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.engine import Weight
from conquestlab.analysis.training.strategy import Search

RANGES = {
    "wide": Weight(-500, 500, ""),
    "narrow": Weight(0, 12, ""),
    "far": Weight(1000, 3000, ""),
    "fixed": Weight(7, 7, ""),
    "small": Weight(-4, 4, ""),
}
BEST = np.array([310, 3, 2750, 7, -2])
SPANS = np.array([1000, 12, 2000, 1, 8])


def search_from(start, seed=1, ranges=RANGES, population=24):
    return Search(ranges, dict(zip(ranges, start, strict=True)), population, np.random.default_rng(seed))


def worth(rows, best=BEST, spans=SPANS):
    """What rows are worth: all the less the further they are from the best one."""
    return -(((rows - best) / spans) ** 2).sum(axis=1)


def learn(search, generations, worth_of=worth):
    for _ in range(generations):
        search.tell(worth_of(search.ask()))
    return search.row_at(search.mean)


def test_it_finds_the_best_row():
    found = learn(search_from([0, 0, 1000, 7, 0]), 120)
    assert (abs(found - BEST) <= [5, 0, 10, 0, 0]).all(), found


def test_it_finds_the_best_row_where_each_game_is_won_by_chance():
    """Each candidate plays a hundred games; the best row wins nine in ten, the one it begins with four."""
    chance = np.random.default_rng(5)

    def wins(rows):
        return chance.binomial(100, 0.9 * np.exp(2.0 * worth(rows)))

    found = learn(search_from([0, 0, 1000, 7, 0], population=48), 80, wins)
    assert worth(found[None])[0] > -0.02 > worth(np.array([[0, 0, 1000, 7, 0]]))[0]


@pytest.mark.parametrize("beyond", [-1, 1])
def test_what_is_best_beyond_a_range_is_the_end_of_it(beyond):
    best = np.array([900, 30, 4000, 7, 20]) * beyond
    found = learn(search_from([0, 6, 2000, 7, 0]), 60, lambda rows: worth(rows, best))
    ends = [weight.high if beyond > 0 else weight.low for weight in RANGES.values()]
    assert (abs(found - ends) <= 0.02 * SPANS).all(), found


def test_every_candidate_keeps_to_the_ranges_and_is_whole():
    search = search_from([500, 0, 3000, 7, 4])
    low, high = (np.array([getattr(weight, end) for weight in RANGES.values()]) for end in ("low", "high"))
    for _ in range(10):
        rows = search.ask()
        assert rows.shape == (24, 5)
        assert rows.dtype == np.int64
        assert ((rows >= low) & (rows <= high)).all()
        search.tell(worth(rows))


def test_it_begins_where_it_is_told_and_outside_the_range_at_the_end_of_it():
    for start in ([310, 3, 2750, 7, -2], [-500, 12, 1000, 7, 4]):
        search = search_from(start)
        assert search.row_at(search.mean).tolist() == start
    search = search_from([9999, -5, 0, 0, 0])
    assert search.row_at(search.mean).tolist() == [500, 0, 1000, 7, 0]


def test_one_weight_alone_can_be_searched_for():
    ranges = {"fixed": Weight(3, 3, ""), "alone": Weight(0, 1024, "")}
    search = search_from([3, 0], ranges=ranges)
    found = learn(search, 60, lambda rows: -abs(rows[:, 1] - 700))
    assert found[0] == 3
    assert abs(found[1] - 700) <= 3


def test_the_last_steps_are_whole_numbers_and_not_nothing():
    """However sure the search is, it still tries the neighbours of a row."""
    search = search_from([0, 0, 1000, 7, 0])
    learn(search, 200)
    assert (np.ptp(search.ask(), axis=0)[[0, 1, 2, 4]] > 0).all()


def test_nothing_to_choose_from_is_no_error():
    search = search_from([0, 0, 1000, 7, 0])
    learn(search, 30, lambda rows: np.zeros(len(rows)))
    assert np.isfinite(search.mean).all()


def test_the_seed_alone_decides_and_other_generators_are_left_alone():
    np.random.seed(3)  # noqa: NPY002 - the generator that the library would use by itself
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    one, same, other = (learn(search_from([0, 0, 1000, 7, 0], seed), 9).tolist() for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


def test_without_a_weight_that_may_change_there_is_nothing_to_train():
    with pytest.raises(WrongUse, match="no weight that could be another number"):
        search_from([7], ranges={"fixed": RANGES["fixed"]})
