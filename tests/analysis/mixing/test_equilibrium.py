"""The solver of mixes, on small games whose equilibria are known."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from conquestlab.analysis.mixing.equilibrium import Shares, solve, whole_shares


def two(matrix):
    return Shares(len(matrix), 2, lambda one, others: float(matrix[one][others[0]]))


def cycle(rock_scissors, scissors_paper, paper_rock):
    """Rock, paper and scissors, by how far the winner is above an even share.

    Each is played as often as the win between the two others is worth.
    """
    a, b, c = rock_scissors, scissors_paper, paper_rock
    matrix = np.array([[0.5, 0.5 - c, 0.5 + a], [0.5 + c, 0.5, 0.5 - b], [0.5 - a, 0.5 + b, 0.5]])
    return matrix, np.array([b, a, c]) / (a + b + c)


@pytest.mark.parametrize("wins", [(0.5, 0.5, 0.5), (0.1, 0.2, 0.3), (0.02, 0.4, 0.05), (0.01, 0.011, 0.5)])
def test_rock_paper_scissors_is_mixed_as_its_wins_say(wins):
    matrix, expected = cycle(*wins)
    found = solve(two(matrix), range(3))
    assert found.shares == pytest.approx(expected, abs=1e-9)
    assert found.gain == pytest.approx(0.0, abs=1e-12)


def test_one_that_beats_all_has_everything():
    matrix, _ = cycle(0.1, 0.2, 0.3)
    larger = np.full((4, 4), 0.6)
    larger[:3, :3] = matrix
    larger[:3, 3] = 0.4
    larger[3, 3] = 0.5
    assert solve(two(larger), range(4)).shares.tolist() == [0, 0, 0, 1]


def test_what_may_have_no_share_still_gains():
    """Rock and paper alone: paper is best of the two, and scissors gain 0.2 on it."""
    matrix, _ = cycle(0.1, 0.2, 0.3)
    found = solve(two(matrix), [0, 1])
    # Rock against paper loses 0.3; x is the share of rock: scissors gain 0.2 (1 - x) - 0.1 x, paper 0.3 x.
    exact = Fraction(
        1, 3
    )  # where both gains, less what the mix wins of itself, are alike: 0.2 - 0.3 x = 0.3 x
    assert found.shares == pytest.approx([float(exact), float(1 - exact), 0.0], abs=1e-6)
    assert found.gain == pytest.approx(0.1, abs=1e-9)


def odd_one_out(one, others):
    """Whoever holds the rarest of the colours on the table wins, shared if there are several."""
    table = [one, *others]
    rarest = min(table.count(colour) for colour in table)
    winners = [seat for seat, colour in enumerate(table) if table.count(colour) == rarest]
    return 1 / len(winners) if 0 in winners else 0.0


@pytest.mark.parametrize(("members", "seats"), [(2, 3), (3, 3), (3, 4), (3, 6), (4, 5)])
def test_where_nobody_wants_to_be_like_others_all_are_alike(members, seats):
    """By symmetry the even mix is an equilibrium; whatever is found, nobody gains on it."""
    shares = Shares(members, seats, odd_one_out)
    even = np.full(members, 1 / members)
    assert shares.gain(even) == pytest.approx(0.0, abs=1e-12)
    assert solve(shares, range(members)).gain == pytest.approx(0.0, abs=1e-9)


def test_three_seats_with_an_equilibrium_at_a_root():
    """Hawks share half a prize with one more hawk and nothing with two; doves have a quarter for certain.

    With x as the share of hawks a hawk wins (1 - x)**2 + x (1 - x) = 1 - x, so that x is 3/4.
    """

    def share(one, others):
        if one == 1:
            return 0.25
        return {0: 1.0, 1: 0.5, 2: 0.0}[others.count(0)]

    found = solve(Shares(2, 3, share), range(2))
    assert found.shares == pytest.approx([0.75, 0.25], abs=1e-6)


@pytest.mark.parametrize(("members", "seats"), [(2, 2), (3, 2), (3, 4), (4, 3)])
def test_values_and_slopes_are_those_of_all_that_may_happen(members, seats):
    """Against a sum over every way in which the others may be drawn, seat by seat."""
    generator = np.random.default_rng(seats)
    table = {}
    shares = Shares(members, seats, lambda one, others: table.setdefault((one, others), generator.random()))
    mix = generator.dirichlet(np.ones(members))

    def value(one, at):
        return sum(
            float(np.prod(at[list(others)])) * table[one, tuple(sorted(others))]
            for others in product(range(members), repeat=seats - 1)
        )

    assert shares.values(mix) == pytest.approx([value(one, mix) for one in range(members)], abs=1e-12)
    step = 1e-6
    for member in range(members):
        up, down = mix + step * np.eye(members)[member], mix - step * np.eye(members)[member]
        slope = [(value(one, up) - value(one, down)) / (2 * step) for one in range(members)]
        assert shares.slopes(mix)[:, member] == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_nobody_gains_in_games_drawn_by_chance(seed):
    """Each table of four shares one win by drawn strengths, so that all shares add up to one."""
    generator = np.random.default_rng(seed)
    strengths = {}

    def share(one, others):
        here = strengths.setdefault(tuple(sorted((one, *others))), generator.dirichlet(np.full(5, 3.0)))
        return here[one] / sum(here[other] for other in (one, *others))

    found = solve(Shares(5, 4, share), range(5))
    assert found.gain < 1e-6
    assert found.shares.sum() == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("mix", "whole"),
    [
        ([1 / 3, 1 / 3, 1 / 3], [34, 33, 33]),
        ([0.005, 0.995], [1, 99]),
        ([0.299, 0.701], [30, 70]),
        ([1.0], [100]),
        ([0.125] * 8, [13, 13, 13, 13, 12, 12, 12, 12]),
    ],
)
def test_whole_shares_add_up_to_a_hundred(mix, whole):
    assert whole_shares(mix) == whole
