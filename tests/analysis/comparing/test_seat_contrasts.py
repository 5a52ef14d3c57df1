"""The test of all seats at once: against permutations, tables and plain linear algebra."""

import numpy as np
import pytest
from paired_worlds import sides_of
from scipy.stats import chi2_contingency, f

from conquestlab.analysis.comparing.contrasts import contrasts_of
from conquestlab.analysis.comparing.seat_contrasts import Shift, paired_p, seat_shift
from conquestlab.analysis.evidence.studies.synthetic_games import World
from conquestlab.analysis.measures.significance import f_p, mcnemar

ALIKE, BOTS = (1.0,) * 3, (1.0, 1.5, 0.6)
LUCKY = World((1.2, 1.0, 0.9), ALIKE, luck=1.0)
MOVED = World((1.0, 1.0, 1.1), ALIKE, luck=1.0)
BLOCKS = World((1.2, 1.0, 0.9), BOTS, luck=0.8, shared=0.2)
MOVED_BLOCKS = World((1.05, 1.0, 1.0), BOTS, luck=0.8, shared=0.2)
KEY = ("seat_shares", "")


def contrast_of(sides):
    return contrasts_of(sides, [KEY])[KEY]


def by_block(rows):
    wins = rows["win"][:, :3] * (rows["how"] > 0)[:, None] / 60.0
    return np.array([wins[rows["luck"] == luck].sum(axis=0) for luck in np.unique(rows["luck"])])


@pytest.mark.parametrize("worlds", [(LUCKY, MOVED), (BLOCKS, MOVED_BLOCKS)], ids=["games", "blocks"])
def test_the_shift_and_its_covariance_are_those_of_slow_sums(worlds):
    rows, sides = sides_of(*worlds, 399)
    shift = seat_shift(sides)
    apart = by_block(rows[1]) - by_block(rows[0])
    games = len(rows[0])
    assert shift.by_seat == pytest.approx(apart.sum(axis=0) / games)
    count = len(apart)
    assert shift.covariance == pytest.approx(np.cov(apart.T) * count / games**2, abs=1e-12)
    assert shift.rank == 2
    size = contrast_of(sides).difference
    assert size.value == pytest.approx(np.abs(apart.sum(axis=0)).sum() / 2 / games)
    assert size.low <= size.value <= size.high


@pytest.mark.parametrize("worlds", [(LUCKY, MOVED), (BLOCKS, MOVED_BLOCKS)], ids=["games", "blocks"])
def test_its_p_value_is_that_of_turning_the_signs_of_blocks(worlds):
    """Where the variants do not differ a block may as well be the other way round: all that are drawn."""
    rows, sides = sides_of(*worlds, 300, seed=4)
    apart = by_block(rows[1]) - by_block(rows[0])
    turning = apart[apart.any(axis=1)][:, :2]
    inverse = np.linalg.inv(turning.T @ turning)

    def squared(signs):
        total = signs @ turning
        return np.einsum("di,ij,dj->d", total, inverse, total)

    signs = np.random.default_rng(1).choice([-1.0, 1.0], (20_000, len(turning)))
    seen = squared(np.ones((1, len(turning))))[0]
    often = np.mean(squared(signs) >= seen - 1e-9)
    assert contrast_of(sides).difference.p == pytest.approx(often, abs=0.02)
    assert 0.002 < often < 0.9


def test_other_games_are_tested_by_the_table_of_winners():
    rows, sides = sides_of(LUCKY, MOVED, 600, apart=True)
    table = [np.count_nonzero(one["win"][:, :3] == 60, axis=0) for one in rows]
    assert contrast_of(sides).difference.p == pytest.approx(chi2_contingency(table, correction=False).pvalue)


def test_two_seats_are_one_share_and_have_its_test():
    two = World((1.0, 0.8), ALIKE[:2], luck=1.0), World((0.8, 1.0), ALIKE[:2], luck=1.0)
    rows, sides = sides_of(*two, 300)
    won = [one["win"][:, 0] == 60 for one in rows]
    found = contrast_of(sides).difference
    assert found.p == mcnemar(np.count_nonzero(won[0] & ~won[1]), np.count_nonzero(won[1] & ~won[0]))
    assert found.value == pytest.approx(abs(won[1].mean() - won[0].mean()))


def test_one_margin_means_one_thing_for_all_measures_of_two_seats():
    two = World((1.0, 0.8), ALIKE[:2]), World((0.6, 1.0), ALIKE[:2])
    sides = sides_of(*two, 300)[1]
    keys = [KEY, ("win_share", "1"), ("seat_gap", ""), ("seat_effect", ""), ("seat_slope", "")]
    margins = [contrast.margin(0.02) for contrast in contrasts_of(sides, keys).values()]
    assert margins == pytest.approx([0.02, 0.02, 0.04, 0.04, 0.04])


def test_few_blocks_that_turn_say_little():
    shift = Shift(np.array([0.1, -0.1]), np.array([[1.0, -1.0], [-1.0, 1.0]]) * 1e-3, 99.0)
    assert paired_p(shift, 100, 1, plain=False) == 1.0
    assert paired_p(shift, 100, 5, plain=False) >= 2.0**-4
    assert f_p(12.0, 3, 40.0) == pytest.approx(f.sf(12.0 * 38.0 / (40.0 * 3.0), 3, 38.0))


def test_seats_that_win_alike_in_every_game_cannot_differ():
    sides = sides_of(LUCKY, LUCKY, 200)[1]
    honest = sides.pairs.wins
    found = contrast_of(sides)
    assert (found.can_differ, honest.blocks) == (True, 200)
    base = sides._replace(other=sides.base, pairs=pairs_with_itself(sides))
    assert contrast_of(base).can_differ is False


def pairs_with_itself(sides):
    from conquestlab.analysis.comparing.pairs import Side, pair_up

    rows = sides_of(LUCKY, LUCKY, 200)[0][0]
    side = Side(rows, sides.base.quantities, LUCKY.names)
    return pair_up(side, side, 1000)


@pytest.mark.parametrize("worlds", [(LUCKY, MOVED), (BLOCKS, MOVED_BLOCKS)], ids=["games", "blocks"])
def test_of_n_seats_the_shares_vary_in_one_direction_less(worlds):
    for seed in range(5):
        assert seat_shift(sides_of(*worlds, 300, seed=seed)[1]).rank == 2


def test_without_a_difference_the_test_errs_as_often_as_it_may():
    """Winners of the same games, half of them by luck that both variants share."""
    generator, size, games = np.random.default_rng(7), 4, 600
    chances, runs, found = np.array([0.31, 0.25, 0.24, 0.2]), 3000, 0
    for _ in range(runs):
        alone = generator.binomial(games, 0.5)
        counts = generator.multinomial(alone, np.outer(chances, chances).ravel()).reshape(size, size)
        apart = (counts.sum(axis=0) - counts.sum(axis=1)) / games
        own = np.diag(counts.sum(axis=0) + counts.sum(axis=1)) - counts - counts.T
        covariance = (own / games - np.outer(apart, apart)) / (games - 1)
        turned = int(counts.sum() - np.trace(counts))
        found += paired_p(Shift(apart, covariance, games - 1.0), games, turned, plain=True) <= 0.05
    assert found / runs == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / runs))
