"""The speed of this machine: every figure timed beside a reference loop, in turns, in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, NamedTuple

Work = Callable[[], int]  # does a batch, returns how many things it did

# Each of these modules has a function `measurements() -> list[Measurement]`.
SOURCES = (
    "conquestlab.benchmarks.bench_exact",
    "conquestlab.benchmarks.bench_battles",
    "conquestlab.benchmarks.bench_express",
    "conquestlab.benchmarks.bench_games",
    "conquestlab.benchmarks.bench_cards",
)
SECONDS, QUICK_SECONDS = 4.0, 0.5  # for one measurement, its reference included
FEWEST_TURNS = 3


class Measurement(NamedTuple):
    """Something to be timed.

    Attributes
    ----------
    what : str
    unit : str
        `ns` or `ms` for the time of one thing, or things a second, such as `battles/s`.
    prepare : callable
        Imports what it needs and returns the work, and the work of the reference or None.
    reference : str
        What the reference is.
    reach : str
        The figure to reach, in words; empty if none is set.
    several_threads : bool
        Timed by the clock on the wall; otherwise by the processor's time of this thread.
    """

    what: str
    unit: str
    prepare: Callable[[], tuple[Work, Work | None]]
    reference: str = ""
    reach: str = ""
    several_threads: bool = False


def all_measurements() -> list[Measurement]:
    """Return the measurements of all parts of the laboratory."""
    return [one for source in SOURCES for one in import_module(source).measurements()]


def bench_rows(
    quick: bool = False,
    measurements: Iterable[Measurement] | None = None,
    progress: Callable[[str], object] | None = None,
) -> list[dict[str, Any]]:
    """Time the measurements; return one row each.

    The work is called once before it counts, so that compiling does not. Then work and reference take
    turns, and the smallest time of each counts: whatever else the machine does can only add to it.

    Parameters
    ----------
    quick : bool
        Half a second for each, in place of four.
    measurements : iterable of Measurement, optional
        All of them if not given.
    progress : callable, optional
        Called with what is timed next.

    Returns
    -------
    list of dict
        Keys what, value, unit, reference, reference_value, ratio (how many times as fast as the reference),
        reach.
    """
    rows = []
    for measured in all_measurements() if measurements is None else measurements:
        if progress:
            progress(measured.what)
        work, reference = measured.prepare()
        clock = time.perf_counter if measured.several_threads else time.thread_time
        best, reference_best = _time_in_turns(work, reference, clock, quick)
        value = _in_unit(best, measured.unit)
        row = {"what": measured.what, "value": value, "unit": measured.unit, "reference": measured.reference}
        row |= {"reference_value": None, "ratio": None, "reach": measured.reach}
        if reference_best:
            row["reference_value"] = _in_unit(reference_best, measured.unit)
            row["ratio"] = reference_best / best
        rows.append(row)
    return rows


def _time_in_turns(
    work: Work, reference: Work | None, clock: Callable[[], float], quick: bool
) -> tuple[float, float | None]:
    """Return the smallest seconds a thing, of the work and of its reference."""
    in_turn = [work] if reference is None else [work, reference]
    for each in in_turn:
        each()
    best = [float("inf")] * len(in_turn)
    end = time.monotonic() + (QUICK_SECONDS if quick else SECONDS)
    turns = 0
    while turns < FEWEST_TURNS or time.monotonic() < end:
        for i, each in enumerate(in_turn):
            begun = clock()
            things = each()
            best[i] = min(best[i], (clock() - begun) / things)
        turns += 1
    return best[0], best[1] if len(best) > 1 else None


def _in_unit(seconds: float, unit: str) -> float:
    times = {"ns": 1e9, "ms": 1e3}
    return seconds * times[unit] if unit in times else 1.0 / seconds
