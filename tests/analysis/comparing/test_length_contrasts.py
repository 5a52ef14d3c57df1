"""Quantiles of lengths: their test is one of shares, and their interval is what tests leave."""

import numpy as np
import pytest
from paired_worlds import sides_of
from scipy import stats

from conquestlab.analysis.comparing.contrasts import contrasts_of
from conquestlab.analysis.comparing.length_contrasts import PairedLengths, _distance, distance_limit
from conquestlab.analysis.evidence.studies.synthetic_games import World
from conquestlab.analysis.measures.significance import mcnemar_mid, two_proportions

ALIKE, BOTS = (1.0,) * 3, (1.0, 1.5, 0.6)
SLOW, FAST = World(ALIKE, ALIKE, drag=0.6), World(ALIKE, ALIKE, drag=0.6, pace=0.12)
SLOW_BLOCKS = World(ALIKE, BOTS, drag=0.6, cap=40)
FAST_BLOCKS = World(ALIKE, BOTS, drag=0.6, pace=0.12, cap=40)


def over_within(rows, rounds):
    return (rows["how"] > 0) & (rows["rounds"] <= rounds)


@pytest.mark.parametrize(("measure", "share"), [("rounds_median", 0.5), ("rounds_p90", 0.9)])
def test_games_of_their_own_luck_are_tested_by_who_is_over_by_then(measure, share):
    rows, sides = sides_of(SLOW, FAST, 500)
    both = np.sort(np.concatenate([one["rounds"] for one in rows]))
    within = PairedLengths(sides).threshold(share)
    near = [np.mean(both <= rounds) - share for rounds in (within - 1, within, within + 1)]
    assert abs(near[1]) == min(map(abs, near))
    over = [over_within(one, within) for one in rows]
    found = contrasts_of(sides, [(measure, "")])[measure, ""]
    only = np.count_nonzero(over[0] & ~over[1]), np.count_nonzero(over[1] & ~over[0])
    assert found.difference.p == mcnemar_mid(*only)
    assert f"within round {within}" in found.seen
    apart = sides_of(SLOW, FAST, 500, apart=True)[1]
    counts = [int(one.lengths[: PairedLengths(apart).threshold(share) + 1, 0].sum()) for one in apart[:2]]
    p = contrasts_of(apart, [(measure, "")])[measure, ""].difference.p
    assert p == pytest.approx(two_proportions(counts[0], 500, counts[1], 500)[3])


def test_the_correlation_of_blocks_is_that_of_slow_sums():
    rows, sides = sides_of(SLOW_BLOCKS, FAST_BLOCKS, 399)
    lengths = PairedLengths(sides)
    for within in (3, 8, 20):
        blocks = [
            np.add.reduceat(over_within(one, within), np.arange(0, 399, 3)).astype(float) for one in rows
        ]
        covariance = np.cov(*blocks) * 133 / 399**2
        assert lengths.over[0][within] == pytest.approx(blocks[0].sum() / 399)
        assert lengths.variances[1][within] == pytest.approx(covariance[1, 1])
        wanted = covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1])
        assert lengths.correlation[within] == pytest.approx(wanted)


def test_chunks_change_no_correlation():
    rows, sides = sides_of(SLOW_BLOCKS, FAST_BLOCKS, 399)
    from conquestlab.analysis.comparing.pairs import Side, pair_up

    parts = []
    for place in (slice(0, 150), slice(150, 399)):
        both = [Side(one[place], sides.base.quantities, SLOW_BLOCKS.names) for one in rows]
        parts.append(pair_up(*both, 40))
    whole = parts[0] + parts[1]
    assert np.array_equal(whole.over_together, sides.pairs.over_together)
    assert whole.turned == sides.pairs.turned


@pytest.mark.parametrize("worlds", [(SLOW, FAST), (SLOW_BLOCKS, FAST_BLOCKS)], ids=["games", "blocks"])
@pytest.mark.parametrize(("measure", "share"), [("rounds_median", 0.5), ("rounds_p90", 0.9)])
def test_the_interval_is_what_a_slow_search_leaves(worlds, measure, share):
    sides = sides_of(*worlds, 999)[1]
    lengths = PairedLengths(sides)
    found = contrasts_of(sides, [(measure, "")]).get((measure, ""))
    if found is None:
        pytest.skip("so many are cut off that the quantile is not known")
    limit = distance_limit(float(lengths.correlation[lengths.threshold(share)]), 0.025)
    limit *= (stats.t.ppf(0.975, lengths.freedom) / stats.norm.ppf(0.975)) ** 2
    rho = float(lengths.correlation[lengths.threshold(share)])
    inverse = np.linalg.inv([[1.0, rho], [rho, 1.0]])

    def seen(side, rounds):
        over = lengths.over[side]
        if rounds < 0:
            return -40.0
        if rounds >= over.size:
            return 40.0
        return (over[rounds] - share) / np.sqrt(share * (1 - share) / lengths.trials[side][rounds])

    def distance(first, second, first_below):
        """From the first being below and the second above (or the other way round), by trying points."""
        sign = 1.0 if first_below else -1.0
        point = np.array([first, second])
        steps, nothing = np.linspace(0.0, 12.0, 1201), np.zeros(1201)
        edges = [np.column_stack([-sign * steps, nothing]), np.column_stack([nothing, sign * steps])]
        if sign * first <= 0 <= sign * second:
            return 0.0
        if max(sign * first, -sign * second) > 12.0:
            return 144.0
        return min(np.einsum("pi,ij,pj->p", point - one, inverse, point - one).min() for one in edges)

    places = range(-1, len(lengths.over[0]) + 1)
    low, high = found.difference.low, found.difference.high
    for apart, rejected in ((low, False), (low - 1, True)):
        far = min(distance(seen(0, s - 1), seen(1, s + apart), True) for s in places)
        assert (far > limit) == rejected
    for apart, rejected in ((high, False), (high + 1, True)):
        far = min(distance(seen(0, s), seen(1, s + apart - 1), False) for s in places)
        assert (far > limit) == rejected


def test_the_limit_is_exceeded_as_often_as_it_says():
    generator = np.random.default_rng(1)
    for correlation in (-0.5, 0.0, 0.6):
        noise = generator.multivariate_normal([0, 0], [[1, correlation], [correlation, 1]], 200_000)
        far = _distance(noise[:, 0], -noise[:, 1], -correlation)
        often = np.mean(far > distance_limit(correlation, 0.025))
        assert often == pytest.approx(0.025, abs=4 * np.sqrt(0.025 * 0.975 / 200_000))


def test_a_quantile_beyond_the_cap_has_no_difference_and_an_open_end_stays_open():
    early = World(ALIKE, ALIKE, cap=23), World(ALIKE, ALIKE, pace=0.12, cap=23)
    sides = sides_of(*early, 300)[1]
    contrast = contrasts_of(sides, [("rounds_p90", "")]).get(("rounds_p90", ""))
    if contrast is not None:
        assert contrast.difference.low is None or contrast.difference.high is None
    short = World(ALIKE, ALIKE, cap=12), World(ALIKE, ALIKE, pace=0.12, cap=12)
    assert ("rounds_p90", "") not in contrasts_of(sides_of(*short, 300)[1], [("rounds_p90", "")])
