"""The conditional logit: slopes by finite differences, known weights found again, groups left out."""

import numpy as np
import pytest

from conquestlab.analysis.chances.logit import Looks, fit, left_out, likelihood, slopes, softmax

WEIGHTS = np.array([0.8, -0.5, 0.3, 0.0])
RIDGE = np.full(4, 0.5)


def looks_of(count, seed, seats=4):
    generator = np.random.default_rng(seed)
    traits = generator.normal(size=(count, seats, len(WEIGHTS)))
    alive = generator.random((count, seats)) < 0.8
    alive[:, 0] = True
    chances = softmax(traits @ WEIGHTS, alive)
    winner = (generator.random((count, 1)) > np.cumsum(chances, axis=1)).sum(axis=1)
    won = np.eye(seats)[np.minimum(winner, seats - 1)] * alive
    kept = won.sum(axis=1) == 1.0
    weight = np.full(count, 0.7)
    return Looks(*(values[kept] for values in (traits, alive, won, weight)))


def test_slopes_are_those_of_finite_differences():
    looks, place, step = looks_of(200, 1), np.array([0.3, 0.2, -0.4, 0.1]), 1e-5
    gradient, curve = slopes(looks, place, RIDGE)
    for one, way in enumerate(np.eye(4) * step):
        ahead, behind = likelihood(looks, place + way, RIDGE), likelihood(looks, place - way, RIDGE)
        assert gradient[one] == pytest.approx((ahead - behind) / (2 * step), rel=1e-5, abs=1e-5)
        turned = slopes(looks, place + way, RIDGE)[0] - slopes(looks, place - way, RIDGE)[0]
        assert curve[one] == pytest.approx(-turned / (2 * step), rel=1e-4, abs=1e-4)


def test_nothing_is_likelier_than_what_is_found():
    looks = looks_of(300, 2)
    found = fit(looks, RIDGE)
    assert slopes(looks, found, RIDGE)[0] == pytest.approx(np.zeros(4), abs=0.02)
    start = np.array([5.0, -5.0, 5.0, 5.0])
    assert fit(looks, RIDGE, start) == pytest.approx(found, abs=1e-2)


def test_known_weights_are_found_again():
    # 5,000 positions; within four standard errors, which the curve of the likelihood tells.
    looks = looks_of(5_000, 3)._replace()
    looks = looks._replace(weight=np.ones_like(looks.weight))
    none = np.full(4, 1e-9)
    found = fit(looks, none)
    errors = np.sqrt(np.diag(np.linalg.inv(slopes(looks, found, none)[1])))
    assert (errors < 0.05).all()
    assert (np.abs(found - WEIGHTS) < 4.0 * errors).all()


def test_a_group_left_out_is_as_if_it_had_not_been_there():
    looks = looks_of(2_000, 4)
    group = np.arange(len(looks.weight)) % 10
    whole = fit(looks, RIDGE)
    without = left_out(looks, whole, RIDGE, group, 10)
    for one in (0, 7):
        rest = fit(Looks(*(values[group != one] for values in looks)), RIDGE)
        assert without[one] == pytest.approx(rest, abs=0.1 * np.abs(rest - whole).max() + 1e-3)


def test_a_seat_that_is_out_has_no_chance():
    chances = softmax(np.array([[1.0, 2.0, 3.0]]), np.array([[True, False, True]]))
    assert chances[0, 1] == 0.0
    assert chances.sum() == pytest.approx(1.0)
