"""Surfaces: what they go through, how sure they are and where they meet a target, reckoned otherwise."""

import math

import numpy as np
import pytest
from scipy import optimize

from conquestlab.analysis.measures.moments import Moments
from conquestlab.analysis.measures.ratios import Means, means_in
from conquestlab.analysis.tuning.box import Box, hull
from conquestlab.analysis.tuning.roots import flat_p, miss_p, nearest_point, no_effect_p, spread_of
from conquestlab.analysis.tuning.surface import (
    PLAIN,
    POSITIVE,
    SHARES,
    fit,
    means_of,
    slopes_of,
    terms_for,
)


def shares(point, games=1000):
    """Exactly expected shares of three seats, as if that many games had shown them."""
    x, y = point
    odds = np.exp([0.4 - 0.01 * x, 0.1 * x + 0.004 * x * y, 0.12 * y - 0.003 * y * y])
    p = odds / odds.sum()
    return Means(games, p[:2], ((np.diag(p) - np.outer(p, p)) / games)[:2, :2])


GRID = [(x, y) for x in (0, 2, 5, 8) for y in (0, 3, 6, 9)]
CENTRE, UNIT = np.array([4.0, 4.0]), np.array([4.0, 5.0])


def surface_of(points=GRID, games=1000):
    return fit([(point, shares(point, games)) for point in points], SHARES, CENTRE, UNIT)


def test_a_surface_of_the_right_form_goes_through_everything():
    surface = surface_of()
    for point in [*GRID, (3, 1), (7, 7)]:
        assert surface.means(np.array(point)) == pytest.approx(shares(point).means, abs=1e-8)
    assert surface.misfit < 1e-9
    assert surface.freedom == 2 * 16 - 2 * 6
    assert surface.roughness == 0.0
    assert surface.games == 16_000


def test_a_misfit_is_seen_and_makes_the_surface_rough():
    bad = Means(1000, shares((2, 3)).means + np.array([0.2, -0.1]), shares((2, 3)).covariance)
    seen = [(point, bad if point == (2, 3) else shares(point)) for point in GRID]
    surface = fit(seen, SHARES, CENTRE, UNIT)
    assert surface.misfit_p < 1e-6
    assert surface.roughness > 1e-5
    wide = surface.widened(4.0)
    assert wide.uncertainty(CENTRE) == pytest.approx(4.0 * surface.uncertainty(CENTRE))


@pytest.mark.parametrize("scale", [SHARES, POSITIVE, PLAIN])
def test_slopes_are_those_of_small_steps(scale):
    height = np.array([0.3, -0.7])
    numeric = np.array(
        [
            (means_of(scale, height + step) - means_of(scale, height - step)) / 2e-6
            for step in 1e-6 * np.eye(2)
        ]
    ).T
    assert slopes_of(scale, means_of(scale, height)) == pytest.approx(numeric, abs=1e-8)
    surface = surface_of()
    point = np.array([3.3, 6.1])
    numeric = np.array(
        [
            (surface.terms.values(point + step) - surface.terms.values(point - step)) / 2e-6
            for step in 1e-6 * np.eye(2)
        ]
    ).T
    assert surface.terms.slopes(point) == pytest.approx(numeric, abs=1e-7)


@pytest.mark.parametrize(
    ("scale", "draw"),
    [
        (SHARES, lambda generator, x, n: generator.binomial(1, 1 / (1 + math.exp(-0.2 * x)), n)),
        (POSITIVE, lambda generator, x, n: generator.geometric(1 / (4 + 0.5 * x), n)),
        (PLAIN, lambda generator, x, n: generator.normal(0.3 * x - 1.0, 2.0, n)),
    ],
)
def test_the_covariance_is_what_repeated_games_show(scale, draw):
    generator = np.random.Generator(np.random.PCG64(5))
    points, place = [0, 2, 4, 6, 8], np.array([3.0])
    values, told = [], []
    for _ in range(400):
        seen = []
        for x in points:
            games = draw(generator, x, 300)
            mean, variance = games.mean(), games.var(ddof=1) / 300
            seen.append(((x,), Means(300, np.array([mean]), np.array([[variance]]))))
        surface = fit(seen, scale, np.array([4.0]), np.array([4.0]))
        values.append(surface.means(place)[0])
        told.append(surface.uncertainty(place)[0, 0])
    # The standard error of a standard deviation from 400 is 3.5 % of it.
    assert np.sqrt(np.mean(told)) == pytest.approx(np.std(values), rel=4 * 0.036)


def test_terms_are_those_that_the_points_can_tell_apart():
    def powers(points):
        points = np.array(points, dtype=float)
        return terms_for(points, points.mean(axis=0), np.ones(points.shape[1])).powers.tolist()

    assert powers([[3.0]]) == [[0]]
    assert powers([[0], [5]]) == [[0], [1]]
    assert powers([[0], [5], [6]]) == [[0], [1], [2]]
    assert powers([[0, 1], [5, 1], [7, 1]]) == [[0, 0], [1, 0], [2, 0]]
    assert powers([[0, 0], [1, 0], [0, 1], [1, 1]]) == [[0, 0], [1, 0], [0, 1], [1, 1]]
    assert len(powers(GRID)) == 6


def test_a_share_of_nothing_everywhere_has_a_surface():
    seen = [((x,), Means(500, np.zeros(1), np.zeros((1, 1)))) for x in (0, 5, 10)]
    surface = fit(seen, SHARES, np.array([5.0]), np.array([5.0]))
    assert surface.means(np.array([5.0]))[0] < 1e-5
    assert flat_p(seen) == 1.0
    assert miss_p(surface, np.array([0.2]), np.array([5.0])) < 1e-6


def test_the_nearest_point_is_that_of_another_optimizer():
    surface = surface_of()
    box = Box(np.zeros(2), np.array([8.0, 9.0]))
    for target in (np.array([1 / 3, 1 / 3]), np.array([0.2, 0.7]), np.array([0.6, 0.1])):

        def miss(point, target=target):
            means = surface.means(point)
            return np.sum((np.append(means, 1 - means.sum()) - np.append(target, 1 - target.sum())) ** 2)

        starts = [(x, y) for x in (1.0, 4.0, 7.0) for y in (1.0, 4.0, 8.0)]
        options = {
            "method": "L-BFGS-B",
            "bounds": [(0, 8), (0, 9)],
            "options": {"ftol": 1e-15, "gtol": 1e-12},
        }
        best = min((optimize.minimize(miss, start, **options) for start in starts), key=lambda one: one.fun)
        found = nearest_point(surface, target, box, np.array(starts))
        assert miss(found) <= best.fun + 1e-9
        assert (found >= box.low).all()
        assert (found <= box.high).all()


def test_the_interval_of_one_number_is_fiellers():
    """The values at which the target cannot be ruled out, by bisection on the fitted line itself."""
    seen = []
    for x, p in ((0, 0.40), (4, 0.47), (8, 0.58), (12, 0.66)):
        seen.append(((x,), Means(900, np.array([p]), np.array([[p * (1 - p) / 900]]))))
    surface = fit(seen, SHARES, np.array([6.0]), np.array([6.0]))
    target, box = np.array([0.5]), Box(np.array([0.0]), np.array([12.0]))
    point = nearest_point(surface, target, box, np.array([[6.0]]))

    def off(x):
        place = np.array([x])
        lever = surface.terms.values(place)
        height = float(lever @ surface.coefficients[0])
        return height / math.sqrt(lever @ surface.covariance @ lever)

    low, high = (optimize.brentq(lambda x, end=end: off(x) - end, 0.0, 12.0) for end in (-1.96, 1.96))
    spread = spread_of(surface, target, box, box.wider(3.0), point)
    assert off(float(point[0])) == pytest.approx(0.0, abs=1e-3)
    # Quantiles of 2,000 draws: a twentieth of the half-width is four standard errors.
    assert spread.low[0] == pytest.approx(low, abs=0.1 * (high - low))
    assert spread.high[0] == pytest.approx(high, abs=0.1 * (high - low))


def test_intervals_are_cut_to_the_range():
    surface = surface_of(games=20)
    box = Box(np.zeros(2), np.array([8.0, 9.0]))
    spread = spread_of(surface, np.array([1 / 3, 1 / 3]), box, box.wider(3.0), np.array([4.0, 3.0]))
    assert (spread.low >= box.low).all()
    assert (spread.high <= box.high).all()


def test_flat_and_idle_are_told_from_moving():
    generator = np.random.Generator(np.random.PCG64(8))

    def drawn(law):
        seen = []
        for x in range(5):
            for y in range(5):
                p = law(x, y)
                won = generator.binomial(400, p) / 400
                seen.append(((x, y), Means(400, np.array([won]), np.array([[won * (1 - won) / 400]]))))
        return seen

    flat = [flat_p(drawn(lambda x, y: 0.3)) for _ in range(100)]
    # Of 100 fair p-values, 5 are below 0.05; four standard errors more are 14.
    assert sum(p < 0.05 for p in flat) <= 14
    assert flat_p(drawn(lambda x, y: 0.3 + 0.03 * x)) < 1e-6
    moving = fit(drawn(lambda x, y: 0.3 + 0.03 * x), SHARES, np.array([2.0, 2.0]), np.array([2.0, 2.0]))
    assert no_effect_p(moving, np.array([2.0, 2.0]), 0) < 1e-6
    assert no_effect_p(moving, np.array([2.0, 2.0]), 1) > 0.001


def test_sums_become_what_was_seen():
    sums = Moments(4, 4, (3, 1, 4), ((3, 0, 3), (0, 1, 1), (3, 1, 4)))
    seen = means_in(sums)
    assert (seen.games, seen.means.tolist()) == (4, [0.75])
    assert seen.covariance[0, 0] == pytest.approx(0.75 * 0.25 / 4 * 4 / 3)
    assert means_in(Moments(1, 1, (1, 1), ((1, 1), (1, 1)))) is None
    assert means_in(Moments(0, 2, (0, 0), ((0, 0), (0, 0)))) is None


def test_boxes():
    box = hull(np.array([[1.0, 5.0], [3.0, 2.0]]))
    assert (box.low.tolist(), box.high.tolist()) == ([1.0, 2.0], [3.0, 5.0])
    assert box.middle.tolist() == [2.0, 3.5]
    assert box.into(np.array([0.0, 9.0])).tolist() == [1.0, 5.0]
    assert box.wider(3.0).low.tolist() == [-1.0, -1.0]
