"""Answers of `conquest tune`: the numbers that meet a target, what rounding them costs, and a fresh run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.measures.moments import merge_moments
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.playing.workers import Listener, Workers, workers_for
from conquestlab.analysis.requests.searches import TuneRequest
from conquestlab.analysis.tuning.plans import FEWEST_GAMES, Plan, plans_of
from conquestlab.analysis.tuning.varied import Varied

if TYPE_CHECKING:
    from conquestlab.analysis.tuning.fresh_runs import Runs
    from conquestlab.analysis.tuning.search import Search, TuningAnswer
    from conquestlab.analysis.tuning.targets import Target
    from conquestlab.analysis.tuning.trials import Trials
    from conquestlab.analysis.tuning.whole_numbers import Choice

Row = dict[str, Any]

STRONGEST = 20  # a part of the games in so many goes to find the strongest seat, where no seat is named
SCREENING = 5  # a part of the games in so many goes to choose among whole numbers


class TuneAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        rules, players, bots, target, part, key, at, measure, of, value, low, high, rounded, games; of several
        sets of bots those of each after those of the one before.
    notes : tuple of str
    experiment : Experiment
        With the rulebook as it was named, and the first set of bots, as all that follows.
    target : Target
    varied : tuple of Varied
        Without the seat that keeps what it has, where a whole list by seat was named.
    search : Search
    answer : TuningAnswer
    met : bool
        Whether fresh runs of whole numbers meet the target with every set of bots; without such runs,
        whether there are numbers that meet it, whole or not.
    interrupted : bool
        Ctrl-C came before the end; the rows tell of what was known by then.
    """

    rows: list[Row]
    notes: tuple[str, ...]
    experiment: Experiment
    target: Target
    varied: tuple[Varied, ...]
    search: Search
    answer: TuningAnswer
    met: bool
    interrupted: bool


class _Found(NamedTuple):
    """What a search with one set of bots found."""

    plan: Plan
    player: Trials
    search: Search
    answer: TuningAnswer
    choice: Choice | None


def tune(
    request: TuneRequest,
    plans: Sequence[Plan] | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> TuneAnswer:
    """Find the numbers that meet a target.

    Parameters
    ----------
    request : TuneRequest
    plans : sequence of Plan, optional
        What `plans_of` returns, where it is known already.
    listener : Listener
    """
    plans = plans_of(request) if plans is None else plans
    with workers_for(request) as workers:
        return _tuned(request, plans, workers, listener)


def _tuned(request: TuneRequest, plans: Sequence[Plan], workers: Workers, listener: Listener) -> TuneAnswer:
    from conquestlab.analysis.tuning.fresh_runs import Runs, fresh_runs, meets
    from conquestlab.analysis.tuning.search import ROOT
    from conquestlab.analysis.tuning.tune_rows import Rows, all_notes
    from conquestlab.analysis.tuning.whole_numbers import FINALISTS, jointly

    first = plans[0]
    first.experiment.batch().get_ready(listener.compiling)
    varied, kept, begin = _varied(first, workers, listener)
    found: list[_Found] = []
    for plan in plans:
        found.append(_searched(plan, varied, begin, workers, listener))
        if found[-1].search.interrupted:
            break
    interrupted = found[-1].search.interrupted
    choices = [one.choice for one in found if one.choice is not None]
    wholes: list[list[Any]] = [[] for _ in found]
    runs = Runs([], [{} for _ in found], interrupted)
    if choices:
        screening = (
            [] if interrupted else [_screening(one, varied, request, workers, listener) for one in found]
        )
        wholes, stopped = jointly(
            choices, [one.answer.point for one in found if one.choice], found[0].search.range, screening
        )
        interrupted = interrupted or stopped
        wholes = [some[:FINALISTS] for some in wholes]
        if len(choices) == len(plans) and first.confirming and not interrupted:
            runs = fresh_runs(plans, varied, [one.point for one in wholes[0]], workers, listener)
            interrupted = runs.interrupted
            wholes = [_reordered(some, runs) for some in wholes]
        wholes = wholes + [[] for _ in range(len(found) - len(wholes))]
    tables = [
        Rows(one.plan, varied, one.search, one.answer, whole, _begun(whole, known))
        for one, whole, known in zip(found, wholes, runs.by_plan, strict=False)
    ]
    if runs.points:
        best = runs.points[0]
        met = all(meets(plan, known[best].tally) for plan, known in zip(plans, runs.by_plan, strict=True))
    else:
        searched = len(found) == len(plans) and all(one.answer.verdict == ROOT for one in found)
        met = first.confirming == 0 and searched
    rows = [row for table in tables for row in table.all()]
    notes = all_notes(tables, kept, met)
    of_first = first.experiment, first.target, varied, found[0].search, found[0].answer
    return TuneAnswer(rows, notes, *of_first, met, interrupted)


def _varied(plan: Plan, workers: Workers, listener: Listener) -> tuple[tuple[Varied, ...], int | None, int]:
    """Return the numbers to vary, the seat that keeps what it has, and the number of the next game."""
    if not plan.open_seat:
        return plan.varied, None, 0
    look = _trials(plan, workers, listener)(plan.varied)
    kept = _strongest(look, plan.varied, max(FEWEST_GAMES, plan.request.games_at_most // STRONGEST))
    varied = tuple(one for place, one in enumerate(plan.varied) if place != kept)
    return varied, kept, look.next_game


def _trials(plan: Plan, workers: Workers, listener: Listener) -> partial[Trials]:
    from conquestlab.analysis.tuning.trials import Trials

    return partial(
        Trials,
        plan.variants,
        target=plan.target,
        like=plan.experiment,
        jobs=workers,
        listener=listener,
        wanted=plan.games if plan.request.within is None else 0,
    )


def _searched(
    plan: Plan, varied: tuple[Varied, ...], begin: int, workers: Workers, listener: Listener
) -> _Found:
    """Search with one set of bots."""
    from conquestlab.analysis.tuning.search import FLAT, Aim, Search
    from conquestlab.analysis.tuning.whole_numbers import Choice

    target, request = plan.target, plan.request
    player = _trials(plan, workers, listener)(varied, next_game=begin)
    low, high, now = (tuple(getattr(one, name) for one in varied) for name in ("low", "high", "now"))
    search = Search(Aim(target.aim, target.scale, low, high, now, target.unit), player)
    games = request.games_at_most
    answer = search.run(games - games // SCREENING - begin, request.within)
    if answer is None:
        if search.interrupted:
            raise KeyboardInterrupt
        raise Failed("no game of the search was decided: give more games, or a narrower range")
    choice = None if answer.verdict == FLAT else Choice(answer.surface, target, search.sums)
    return _Found(plan, player, search, answer, choice)


def _screening(
    found: _Found, varied: tuple[Varied, ...], request: TuneRequest, workers: Workers, listener: Listener
) -> tuple[Trials, int]:
    """Return what plays whole points with common luck, and how many games."""
    alike = _trials(found.plan, workers, listener)(varied, next_game=found.player.next_game, common=True)
    return alike, min(request.games_at_most // SCREENING, found.search.games // (SCREENING - 1))


def _strongest(look: Trials, varied: tuple[Varied, ...], games: int) -> int:
    """Return the seat, from 0, that wins most as things are."""
    now = tuple(one.now for one in varied)
    sums = merge_moments(sums for _, sums in look([(now, games)]))
    return int(np.argmax(sums.sums[:-1]))


def _reordered(whole: list[Any], runs: Runs) -> list[Any]:
    """Return whole points in the order of their fresh runs; those without one come last."""
    order = {point: place for place, point in enumerate(runs.points)}
    return sorted(whole, key=lambda one: order.get(one.point, len(order)))


def _begun(whole: list[Any], known: dict[Any, Any]) -> list[Any]:
    return [known[one.point] for one in whole if one.point in known]
