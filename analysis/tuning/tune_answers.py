"""Answers of `conquest tune`: the numbers that meet a target, what rounding them costs, and a fresh run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.measures.intervals import normal_quantile
from conquestlab.analysis.measures.moments import merge_moments
from conquestlab.analysis.playing.experiment import Experiment, experiment_of, read_bots, read_players
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.workers import Listener, Workers, workers_for
from conquestlab.analysis.requests.searches import TuneRequest
from conquestlab.analysis.seeds import LARGEST, Seeds, parse_seeds
from conquestlab.analysis.tuning.varied import Variants, Varied, by_seat, read_varied

if TYPE_CHECKING:
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.tuning.box import Point
    from conquestlab.analysis.tuning.search import Search, TuningAnswer
    from conquestlab.analysis.tuning.targets import Target
    from conquestlab.analysis.tuning.trials import Trials
    from conquestlab.analysis.tuning.whole_numbers import Whole

Row = dict[str, Any]

USUAL_BOT = "expert"
USUAL_CONFIRMATION = 20_000  # where no margin says how many games it takes
FEWEST_GAMES = 1000
STRONGEST = 20  # a part of the games in so many goes to find the strongest seat, where no seat is named
NEIGHBOURS = 4  # the neighbours of the best whole numbers get a part of its games in so many
SCREENING = 5  # a part of the games in so many goes to choose among whole numbers


class TuneAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        rules, players, bots, target, part, key, at, measure, of, value, low, high, rounded, games.
    notes : tuple of str
    experiment : Experiment
        With the rulebook as it was named.
    target : Target
    varied : tuple of Varied
        Without the seat that keeps what it has, where a whole list by seat was named.
    search : Search
    answer : TuningAnswer
    met : bool
        Whether there are numbers that meet the target.
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


class Plan(NamedTuple):
    """A request that was checked, before any game is played.

    Attributes
    ----------
    request : TuneRequest
    experiment : Experiment
    target : Target
    variants : Variants
    varied : tuple of Varied
    open_seat : bool
        Whether a number for each seat was named, of which that of the strongest seat is to stay.
    """

    request: TuneRequest
    experiment: Experiment
    target: Target
    variants: Variants
    varied: tuple[Varied, ...]
    open_seat: bool

    @property
    def confirming(self) -> int:
        """How many games of the fresh run the best whole numbers get."""
        request = self.request
        if request.confirm is not None:
            return request.confirm
        if not self.target.levels_seats:
            return USUAL_CONFIRMATION
        return games_to_show(self.experiment.seats, request.margin)

    @property
    def games(self) -> int:
        """How many games are played in all at most."""
        from conquestlab.analysis.tuning.whole_numbers import FINALISTS

        return self.request.games_at_most + self.confirming * (NEIGHBOURS + FINALISTS - 1) // NEIGHBOURS


def games_to_show(seats: int, margin: float) -> int:
    """Return the games after which seats that are off by half the margin are shown to be within it.

    Nineteen times in twenty for each seat, with one-sided tests of 5 %.
    """
    share = 1.0 / seats
    games = share * (1.0 - share) * (2.0 * normal_quantile(0.9) / (margin / 2.0)) ** 2
    return int(-(-games // 1000)) * 1000


def plan_of(request: TuneRequest) -> Plan:
    """Return what is to be played, checked; WrongUse says what is wrong with the request."""
    from conquestlab.analysis.tuning.targets import read_target

    _check_numbers(request)
    text, book = request.one_book
    bots = read_bots(request.bots) or _usual_bots(book)
    players = read_players(request.players, book, bots)
    if len(players) != 1:
        raise WrongUse("conquest tune is for one number of players: give --players once, as in 3")
    experiment = experiment_of(
        text,
        players[0],
        bots,
        parse_seeds(request.seed),
        request.games_at_most,
        request.rotate,
        request.bot_seconds,
        rulebook=book,
    )
    target = read_target(request.target, experiment)
    variants = Variants(text, book, players[0])
    varied = read_varied(request.vary, variants)
    open_seat = _check_count(request, varied, variants, target)
    for one in varied:
        _check_effect(one, variants, experiment)
    return Plan(request, experiment, target, variants, varied, open_seat)


def _usual_bots(book: Rulebook) -> tuple[str, ...]:
    """Return the bot that plays where none is named: one that plays well, where the game has it.

    A game is to be level for those who play it well. The bot that is usual elsewhere is chosen for its speed.
    """
    return (USUAL_BOT,) if USUAL_BOT in engine_for(book).bots else ()


def _check_numbers(request: TuneRequest) -> None:
    if not request.vary:
        raise WrongUse("name a number to vary: --vary KEY or --vary KEY=LOW..HIGH")
    if request.within is not None and not request.within > 0.0:
        raise WrongUse(f"within {request.within:g}: give a number above 0, such as 0.5")
    if request.games_at_most < FEWEST_GAMES:
        raise WrongUse(f"{request.games_at_most} games are too few to tune by: give {FEWEST_GAMES} or more")
    if not 0.0 < request.margin < 1.0:
        raise WrongUse(f"margin {request.margin:g}: give a share between 0 and 1, such as 0.015")


def _check_count(request: TuneRequest, varied: Sequence[Varied], variants: Variants, target: Target) -> bool:
    """Refuse more numbers than the target can settle; tell whether one seat of a whole list is left open."""
    most = target.aim.size
    if len(varied) <= most:
        return False
    if len(request.vary) == 1 and target.levels_seats:
        return True
    line = f"{len(varied)} numbers, but {target.text} settles {most}: name {most} at most"
    paths = {one.path for one in varied}
    if target.levels_seats and len(paths) == 1 and by_seat(variants.book.game, varied[0].path):
        line += f", or {varied[0].path} alone, then the strongest seat keeps what it has"
    raise WrongUse(line)


def _check_effect(one: Varied, variants: Variants, experiment: Experiment) -> None:
    """Refuse a number that does nothing at this table."""
    seats = experiment.seats
    low, high = (
        experiment.engine.compile(variants.rulebook([one], (end,)), seats) for end in (one.low, one.high)
    )
    if np.array_equal(low, high):
        raise WrongUse(f"--vary {one.key}: it does nothing at a table of {seats}")


def tune(
    request: TuneRequest,
    plan: Plan | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> TuneAnswer:
    """Find the numbers that meet a target.

    Parameters
    ----------
    request : TuneRequest
    plan : Plan, optional
        What `plan_of` returns, where it is known already.
    listener : Listener
    """
    plan = plan_of(request) if plan is None else plan
    with workers_for(request) as workers:
        return _tuned(request, plan, workers, listener)


def _tuned(request: TuneRequest, plan: Plan, workers: Workers, listener: Listener) -> TuneAnswer:
    from conquestlab.analysis.tuning.search import FLAT, ROOT, Aim, Search
    from conquestlab.analysis.tuning.trials import Trials
    from conquestlab.analysis.tuning.tune_rows import Rows, notes_of
    from conquestlab.analysis.tuning.whole_numbers import FINALISTS, Choice

    target, varied = plan.target, plan.varied
    plan.experiment.batch().get_ready(listener.compiling)
    trials = partial(
        Trials,
        plan.variants,
        target=target,
        like=plan.experiment,
        jobs=workers,
        listener=listener,
        wanted=plan.games if request.within is None else 0,
    )
    games, kept, first = request.games_at_most, None, 0
    if plan.open_seat:
        look = trials(varied)
        kept, first = _strongest(look, varied, max(FEWEST_GAMES, games // STRONGEST)), look.next_game
        varied = tuple(one for place, one in enumerate(varied) if place != kept)
    player = trials(varied, next_game=first)
    low, high, now = (tuple(getattr(one, name) for one in varied) for name in ("low", "high", "now"))
    search = Search(Aim(target.aim, target.scale, low, high, now, target.unit), player)
    screening = games // SCREENING
    answer = search.run(games - screening - first, request.within)
    if answer is None:
        if search.interrupted:
            raise KeyboardInterrupt
        raise Failed("no game of the search was decided: give more games, or a narrower range")
    interrupted = search.interrupted
    whole: list[Whole] = []
    fresh: list[Fresh] = []
    if answer.verdict != FLAT:
        choice = Choice(answer.surface, target, search.sums)
        whole = choice.near(answer.point, search.range)
        try:
            if not interrupted:
                alike = trials(varied, next_game=player.next_game, common=True)
                whole = choice.played(whole, alike, min(screening, search.games // (SCREENING - 1)))
        except KeyboardInterrupt:
            interrupted = True
        whole = whole[:FINALISTS]
    if whole and plan.confirming and not interrupted:
        for one in _to_confirm(plan, varied, whole):
            outcome = play_experiment(one, jobs=workers, listener=Listener(played=listener.played))
            if outcome.tally is not None:
                fresh.append(Fresh(whole[len(fresh)].point, one, outcome.tally))
            interrupted = outcome.interrupted
            if interrupted:
                break
    rows = Rows(plan, varied, search, answer, whole, fresh)
    met = answer.verdict == ROOT
    notes = notes_of(rows, kept)
    return TuneAnswer(rows.all(), notes, plan.experiment, target, varied, search, answer, met, interrupted)


def _strongest(look: Trials, varied: tuple[Varied, ...], games: int) -> int:
    """Return the seat, from 0, that wins most as things are."""
    now = tuple(one.now for one in varied)
    sums = merge_moments(sums for _, sums in look([(now, games)]))
    return int(np.argmax(sums.sums[:-1]))


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


def _to_confirm(plan: Plan, varied: Sequence[Varied], whole: Sequence[Whole]) -> list[Experiment]:
    """Return the experiments of the fresh run: the best whole numbers, then their neighbours.

    They share their luck, so that they differ by what they are alone.
    """
    from conquestlab.analysis.tuning.trials import like_at

    like, seeds = plan.experiment, later(plan.experiment.seeds)
    return [
        like_at(
            like,
            (plan.variants.text(varied, one.point), plan.variants.rulebook(varied, one.point)),
            seeds,
            plan.confirming if place == 0 else max(1, plan.confirming // NEIGHBOURS),
        )
        for place, one in enumerate(whole)
    ]


def later(seeds: Seeds) -> Seeds:
    """Return seeds of which each is one higher."""
    return parse_seeds(re.sub("[0-9]+", lambda number: str((int(number[0]) + 1) % (LARGEST + 1)), seeds.text))
