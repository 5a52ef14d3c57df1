"""Fresh runs of whole numbers, under another seed: which of them is kept, and whether it meets the target.

All finalists play a part of the games first, the same ones. The one that comes nearest to the target plays
all of them; if then another has come nearer, that one does, too. So no whole numbers are kept that are worse
than others by their own fresh runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.measures.intervals import LEVEL, normal_quantile
from conquestlab.analysis.measures.measure import HUNDREDTHS, MeasureRow
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.workers import Listener, Workers
from conquestlab.analysis.seeds import LARGEST, Seeds, parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.tuning.box import Point
    from conquestlab.analysis.tuning.plans import Plan
    from conquestlab.analysis.tuning.targets import Target
    from conquestlab.analysis.tuning.varied import Varied

NEIGHBOURS = 4  # at first each of the best whole numbers gets a part of the games in so many


class Fresh(NamedTuple):
    """What a fresh run at whole numbers showed.

    Attributes
    ----------
    point : tuple of int
    experiment : Experiment
    tally : Tally
    """

    point: Point
    experiment: Experiment
    tally: Tally


class Runs(NamedTuple):
    """The fresh runs of a tuning.

    Attributes
    ----------
    points : list of tuple of int
        Those that were played, the best first.
    by_plan : list of dict
        For each set of bots, what each point showed.
    interrupted : bool
    """

    points: list[Point]
    by_plan: list[dict[Point, Fresh]]
    interrupted: bool


def fresh_runs(
    plans: Sequence[Plan],
    varied: Sequence[Varied],
    points: Sequence[Point],
    workers: Workers,
    listener: Listener,
) -> Runs:
    """Play whole points anew with each set of bots, and put the best first: best for the set it suits least.

    Parameters
    ----------
    plans : sequence of Plan
        One for each set of bots.
    varied : sequence of Varied
    points : sequence of tuple of int
        The best first, as far as the search tells.
    workers : Workers
    listener : Listener
    """
    found: list[dict[Point, Fresh]] = [{} for _ in plans]

    def play(point: Point, games: Callable[[Plan], int]) -> bool:
        for plan, known in zip(plans, found, strict=True):
            one = _experiment(plan, varied, point, games(plan))
            outcome = play_experiment(one, jobs=workers, listener=Listener(played=listener.played))
            if outcome.tally is not None:
                known[point] = Fresh(point, one, outcome.tally)
            if outcome.interrupted:
                return True
        return False

    def ranked() -> list[Point]:
        known = [point for point in points if all(point in one for one in found)]
        return sorted(known, key=lambda point: worst_miss(plans, found, point))

    interrupted = False
    for point in points:
        interrupted = play(point, lambda plan: max(1, plan.confirming // NEIGHBOURS))
        if interrupted:
            break
    whole: set[Point] = set()
    while not interrupted and (best := ranked()) and best[0] not in whole:
        interrupted = play(best[0], lambda plan: plan.confirming)
        whole.add(best[0])
    return Runs(ranked(), found, interrupted)


def worst_miss(plans: Sequence[Plan], found: Sequence[dict[Point, Fresh]], point: Point) -> float:
    """Return how far the target is missed at a point with the bots that miss it most."""
    return max(
        miss(plan.target, measured(plan, one[point].tally), one[point].tally)
        for plan, one in zip(plans, found, strict=True)
    )


def measured(plan: Plan, tally: Tally) -> dict[str, MeasureRow]:
    """Return the rows of a fresh run that tell whether the target is met."""
    from conquestlab.analysis.measures.table import measure_rows

    target = plan.target
    names = ("seat_gap", "seat_balanced") if target.levels_seats else (target.measure,)
    rows = measure_rows(tally, names, margin=plan.margin, known=plan.experiment.known_measures)
    return {row["measure"]: row for row in rows if target.levels_seats or is_wanted(target, row)}


def is_wanted(target: Target, row: MeasureRow) -> bool:
    """Whether a row is the one that the target is about; a length may be told up to a round."""
    return row["measure"] == target.measure and (row["of"] == target.of or target.measure == "rounds")


def miss(target: Target, rows: dict[str, MeasureRow], tally: Tally) -> float:
    """Return how far a run is from the target, for seats the gap; infinite where it does not tell."""
    row = rows.get("seat_gap" if target.levels_seats else target.measure)
    if row is None or row["value"] is None:
        return float("inf")
    if target.levels_seats:
        return row["value"]
    if target.is_quantile:
        counts, rounds = tally.lengths[:, 0], int(target.value)
        over = counts[:rounds].sum() + counts[rounds : rounds + 1].sum() / 2.0
        return abs(float(over) / tally.games - float(target.aim[0]))
    return abs(row["value"] - target.value)


def tolerance(plan: Plan) -> float:
    """Return how far from the target still counts as met: a share, or a part of the target."""
    target = plan.target
    unit = plan.experiment.known_measures[target.measure].unit
    if unit in HUNDREDTHS or target.value == 0.0:
        return plan.margin
    return plan.margin * abs(target.value)


def meets(plan: Plan, tally: Tally) -> bool:
    """Whether a fresh run shows that the target is met within the margin, by two one-sided tests.

    A quantile of whole numbers has no error of its own to go by: there the value counts.
    """
    target, rows = plan.target, measured(plan, tally)
    if target.levels_seats:
        return rows["seat_balanced"]["value"] == 1.0
    row = rows.get(target.measure)
    if row is None or row["value"] is None or row["low"] is None or row["high"] is None:
        return False
    half = 0.0
    if not target.is_quantile:
        half = (row["high"] - row["low"]) / 2.0 * normal_quantile(2.0 * LEVEL - 1.0) / normal_quantile(LEVEL)
    return abs(row["value"] - target.value) + half <= tolerance(plan)


def _experiment(plan: Plan, varied: Sequence[Varied], point: Point, games: int) -> Experiment:
    """Return a fresh run; those of several points share their luck, and differ by what they are alone."""
    from conquestlab.analysis.tuning.trials import like_at

    rules = plan.variants.text(varied, point), plan.variants.rulebook(varied, point)
    return like_at(plan.experiment, rules, later(plan.experiment.seeds), games)


def later(seeds: Seeds) -> Seeds:
    """Return seeds of which each is one higher."""
    return parse_seeds(re.sub("[0-9]+", lambda number: str((int(number[0]) + 1) % (LARGEST + 1)), seeds.text))
