"""The bench without its clock: what it counts, what it reports, and that its loops play the same game."""

import numpy as np
import pytest
from command_line import run
from numba import config

from conquestlab.analysis.playing.workers import cores
from conquestlab.benchmarks import bench, bench_battles, bench_exact, bench_express, bench_loops
from conquestlab.benchmarks.bench import Measurement, all_measurements, bench_rows
from conquestlab.kernels.compiling.jit import jit


@pytest.fixture
def clock(monkeypatch):
    """Let a second go by only where work says so."""
    now = [0.0]

    def spend(seconds, things):
        def work():
            now[0] += seconds.pop(0) if len(seconds) > 1 else seconds[0]
            return things

        return work

    for name in ("monotonic", "thread_time", "perf_counter"):
        monkeypatch.setattr(bench.time, name, lambda: now[0])
    return spend


def test_a_row_has_the_smallest_times_and_their_ratio(clock):
    # The first call of each is not counted.
    prepared = clock([0.1, 2.0, 1.5, 3.0], 1000), clock([0.01, 9.0, 6.0, 8.0], 500)
    told = []
    measured = Measurement("roll", "ns", lambda: prepared, "plain loop", ">= 15 x")
    assert bench_rows(measurements=[measured], progress=told.append) == [
        {
            "what": "roll",
            "value": pytest.approx(1.5e6),
            "unit": "ns",
            "reference": "plain loop",
            "reference_value": pytest.approx(12e6),
            "ratio": pytest.approx(8),
            "reach": ">= 15 x",
        }
    ]
    assert told == ["roll"]


def test_the_command_says_what_it_times_unless_it_is_to_be_quiet(monkeypatch):
    measured = Measurement("roll", "ns", lambda: (lambda: 10, None), "", "")
    monkeypatch.setattr(bench, "all_measurements", lambda: [measured])
    monkeypatch.setattr(bench, "QUICK_SECONDS", 0.0)
    loud, quiet = run("bench", "--quick"), run("bench", "--quick", "--quiet")
    assert (loud.exit_code, loud.stderr) == (0, "timing roll\n")
    assert (quiet.exit_code, quiet.stderr) == (0, "")
    assert "roll" in quiet.stdout


def test_a_rate_is_things_a_second_and_needs_no_reference(clock):
    measured = Measurement("battle", "battles/s", lambda: (clock([0.5], 100), None), several_threads=True)
    [row] = bench_rows(quick=True, measurements=[measured])
    assert row["value"] == pytest.approx(200)
    assert row["reference_value"] is row["ratio"] is None


def test_every_measurement_has_a_name_and_a_unit():
    measurements = all_measurements()
    assert len({measured.what for measured in measurements}) == len(measurements) > 10
    for measured in measurements:
        assert measured.unit in ("ns", "ms") or measured.unit.endswith("/s")


def test_measurements_do_what_they_count(monkeypatch):
    for size in ("WORDS", "ROLLS", "PLAIN_BATTLES", "BATTLES_OF_MANY"):
        monkeypatch.setattr(bench_battles, size, 20)
    monkeypatch.setattr(bench_battles, "BATTLES", 100)
    measurements = bench_battles.measurements()
    assert len(measurements) == 6 + (cores() > 1)
    for measured in measurements:
        work, reference = measured.prepare()
        assert work() >= 10
        assert bool(reference) == bool(measured.reference)
        assert reference is None or reference() == 20


def test_measurements_of_risk_express_do_what_they_count(monkeypatch):
    monkeypatch.setattr(bench_express, "GAMES", 3)
    done = [measured.prepare()[0]() for measured in bench_express.measurements()]
    assert done == [1, 3, 3]


@pytest.mark.skipif(config.DISABLE_JIT, reason="large battles")
def test_measurements_of_exact_answers_run():
    for measured in bench_exact.measurements():
        work, reference = measured.prepare()
        assert work() == 1
        assert bool(reference) == bool(measured.reference)


@jit
def seed_plain_loops(seed):
    np.random.seed(seed)  # noqa: NPY002


def test_the_plain_loops_play_by_the_rules():
    seed_plain_loops(4)
    rolls, battles = (2_000, 300) if config.DISABLE_JIT else (200_000, 50_000)
    # 3v2: the defender loses 0, 1 and 2 armies in 2275, 2611 and 2890 of 7776 rolls.
    mean, square = (2611 + 2 * 2890) / 7776, (2611 + 4 * 2890) / 7776
    error = ((square - mean**2) / rolls) ** 0.5
    assert abs(bench_loops.plain_rolls(rolls) / rolls - mean) < 4 * error
    won = 0.5676139  # 10 against 10
    error = (won * (1 - won) / battles) ** 0.5
    assert abs(bench_loops.plain_battles(battles, 10, 10) / battles - won) < 4 * error
    assert abs(bench_loops.plain_words(rolls) / rolls - 0.5) < 4 / (12 * rolls) ** 0.5
    for _ in range(100):
        high, middle, low = bench_loops.plain_throw_of_three()
        assert 1 <= low <= middle <= high <= 6
