"""Answers of `conquest tune`: the numbers that meet a target, what rounding them costs, and a fresh run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from conquestlab.analysis.bots.bot import SECONDS
from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.games import engine_for
from conquestlab.analysis.measures.intervals import normal_quantile
from conquestlab.analysis.measures.moments import merge_moments
from conquestlab.analysis.playing.experiment import Experiment, experiment_of, read_bots, read_players
from conquestlab.analysis.playing.many_games import play_experiment
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import LARGEST, Seeds, parse_seeds
from conquestlab.analysis.tuning.varied import Variants, Varied, by_seat, read_varied

if TYPE_CHECKING:
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.tuning.box import Point
    from conquestlab.analysis.tuning.search import Answer, Search
    from conquestlab.analysis.tuning.targets import Target
    from conquestlab.analysis.tuning.trials import Trials
    from conquestlab.analysis.tuning.whole_numbers import Whole

Record = dict[str, Any]

USUAL_TARGET = "seat_gap=0"
USUAL_BOT = "expert"
USUAL_GAMES = 100_000
MOST_GAMES_WITHIN = 10_000_000
USUAL_MARGIN = 0.015
USUAL_CONFIRMATION = 20_000  # where no margin says how many games it takes
FEWEST_GAMES = 1000
STRONGEST = 20  # a part of the games in so many goes to find the strongest seat, where no seat is named
NEIGHBOURS = 4  # the neighbours of the best whole numbers get a part of its games in so many
SCREENING = 5  # a part of the games in so many goes to choose among whole numbers


class Question(NamedTuple):
    """What `conquest tune` is asked, as it is typed.

    Attributes
    ----------
    rules : str
    vary : tuple of str
        As in `handicap.armies.2` or `dice.sides=4..12`.
    target : str
    players, bots : str or None
        As of `conquest play`, of one number of players. Usual is `expert`, where the game has it.
    games : int or None
        Of the search; None is 100,000, or as many as `within` needs.
    within : float or None
        Stop when every number is known to this, up or down.
    confirm : int or None
        Games of the fresh run; 0 for none, None for as many as `margin` needs.
    margin : float
        Of the test whether the seats are even at the whole numbers.
    seed : str
    rotate : bool
    response : bool
        Whether to tell all points that were played.
    bot_seconds : float
        How long a bot outside may take for an answer.
    """

    rules: str
    vary: tuple[str, ...]
    target: str = USUAL_TARGET
    players: str | None = None
    bots: str | None = None
    games: int | None = None
    within: float | None = None
    confirm: int | None = None
    margin: float = USUAL_MARGIN
    seed: str = "1"
    rotate: bool = True
    response: bool = False
    bot_seconds: float = SECONDS

    @property
    def games_at_most(self) -> int:
        """How many games the search takes at most."""
        if self.games is not None:
            return self.games
        return USUAL_GAMES if self.within is None else MOST_GAMES_WITHIN


class Tuned(NamedTuple):
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
    answer : Answer
    met : bool
        Whether there are numbers that meet the target.
    interrupted : bool
        Ctrl-C came before the end; the rows tell of what was known by then.
    """

    rows: list[Record]
    notes: tuple[str, ...]
    experiment: Experiment
    target: Target
    varied: tuple[Varied, ...]
    search: Search
    answer: Answer
    met: bool
    interrupted: bool


class Plan(NamedTuple):
    """A question that was checked, before any game is played.

    Attributes
    ----------
    question : Question
    experiment : Experiment
    target : Target
    variants : Variants
    varied : tuple of Varied
    open_seat : bool
        Whether a number for each seat was named, of which that of the strongest seat is to stay.
    """

    question: Question
    experiment: Experiment
    target: Target
    variants: Variants
    varied: tuple[Varied, ...]
    open_seat: bool

    @property
    def confirming(self) -> int:
        """How many games of the fresh run the best whole numbers get."""
        question = self.question
        if question.confirm is not None:
            return question.confirm
        if not self.target.levels_seats:
            return USUAL_CONFIRMATION
        return games_to_show(self.experiment.seats, question.margin)

    @property
    def games(self) -> int:
        """How many games are played in all at most."""
        from conquestlab.analysis.tuning.whole_numbers import FINALISTS

        return self.question.games_at_most + self.confirming * (NEIGHBOURS + FINALISTS - 1) // NEIGHBOURS


def games_to_show(seats: int, margin: float) -> int:
    """Return the games after which seats that are off by half the margin are shown to be within it.

    Nineteen times in twenty for each seat, with one-sided tests of 5 %.
    """
    share = 1.0 / seats
    games = share * (1.0 - share) * (2.0 * normal_quantile(0.9) / (margin / 2.0)) ** 2
    return int(-(-games // 1000)) * 1000


def plan(question: Question) -> Plan:
    """Check a question; WrongUse says what is wrong with it."""
    from conquestlab.analysis.tuning.targets import read_target

    _check_numbers(question)
    book = load(question.rules)
    bots = read_bots(question.bots) or _usual_bots(book)
    players = read_players(question.players, book, bots)
    if len(players) != 1:
        raise WrongUse("conquest tune is for one number of players: give --players once, as in 3")
    games = question.games_at_most
    experiment = experiment_of(
        question.rules,
        players[0],
        bots,
        parse_seeds(question.seed),
        games,
        question.rotate,
        question.bot_seconds,
    )
    target = read_target(question.target, experiment)
    variants = Variants(question.rules, book, players[0])
    varied = read_varied(question.vary, variants)
    open_seat = _check_count(question, varied, variants, target)
    for one in varied:
        _check_effect(one, variants, experiment)
    return Plan(question, experiment, target, variants, varied, open_seat)


def _usual_bots(book: Rulebook) -> tuple[str, ...]:
    """Return the bot that plays where none is named: one that plays well, where the game has it.

    A game is to be level for those who play it well. The bot that is usual elsewhere is chosen for its speed.
    """
    return (USUAL_BOT,) if USUAL_BOT in engine_for(book).bots else ()


def _check_numbers(question: Question) -> None:
    if not question.vary:
        raise WrongUse("name a number to vary: --vary KEY or --vary KEY=LOW..HIGH")
    if question.within is not None and not question.within > 0.0:
        raise WrongUse(f"within {question.within:g}: give a number above 0, such as 0.5")
    if question.games_at_most < FEWEST_GAMES:
        raise WrongUse(f"{question.games_at_most} games are too few to tune by: give {FEWEST_GAMES} or more")
    if not 0.0 < question.margin < 1.0:
        raise WrongUse(f"margin {question.margin:g}: give a share between 0 and 1, such as {USUAL_MARGIN:g}")


def _check_count(question: Question, varied: Sequence[Varied], variants: Variants, target: Target) -> bool:
    """Refuse more numbers than the target can settle; tell whether one seat of a whole list is left open."""
    most = target.aim.size
    if len(varied) <= most:
        return False
    if len(question.vary) == 1 and target.levels_seats:
        return True
    told = f"{len(varied)} numbers, but {target.text} settles {most}: name {most} at most"
    paths = {one.path for one in varied}
    if target.levels_seats and len(paths) == 1 and by_seat(variants.book.game, varied[0].path):
        told += f", or {varied[0].path} alone, then the strongest seat keeps what it has"
    raise WrongUse(told)


def _check_effect(one: Varied, variants: Variants, experiment: Experiment) -> None:
    """Refuse a number that does nothing at this table."""
    seats = experiment.seats
    low, high = (
        experiment.engine.compile(load(variants.text([one], (end,))), seats) for end in (one.low, one.high)
    )
    if np.array_equal(low, high):
        raise WrongUse(f"--vary {one.key}: it does nothing at a table of {seats}")


def tune(
    question: Question,
    *,
    jobs: int | None = None,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
) -> Tuned:
    """Find the numbers that meet a target.

    Parameters
    ----------
    question : Question
    jobs : int, optional
        Threads; as many as there are cores if not given.
    listener : Listener
    """
    return carry_out(plan(question), jobs=jobs, listener=listener)


def carry_out(
    plan: Plan,
    *,
    jobs: int | None = None,
    listener: Listener = Listener(),  # noqa: B008
) -> Tuned:
    """Play what a plan asks for and answer it; arguments as for `tune`."""
    from conquestlab.analysis.tuning.search import FLAT, ROOT, Aim, Search
    from conquestlab.analysis.tuning.trials import Trials
    from conquestlab.analysis.tuning.tune_rows import Rows, notes_of
    from conquestlab.analysis.tuning.whole_numbers import FINALISTS, Choice

    question, target, varied = plan.question, plan.target, plan.varied
    plan.experiment.batch().get_ready(listener.compiling)
    trials = partial(Trials, plan.variants, target=target, like=plan.experiment, jobs=jobs, listener=listener)
    games, kept, first = question.games_at_most, None, 0
    if plan.open_seat:
        look = trials(varied)
        kept, first = _strongest(look, varied, max(FEWEST_GAMES, games // STRONGEST)), look.next_game
        varied = tuple(one for place, one in enumerate(varied) if place != kept)
    player = trials(varied, next_game=first)
    low, high, now = (tuple(getattr(one, name) for one in varied) for name in ("low", "high", "now"))
    search = Search(Aim(target.aim, target.scale, low, high, now, target.unit), player)
    screening = games // SCREENING
    answer = search.run(games - screening - first, question.within)
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
            outcome = play_experiment(one, jobs=jobs, listener=Listener(played=listener.played))
            if outcome.tally is not None:
                fresh.append(Fresh(whole[len(fresh)].point, one, outcome.tally))
            interrupted = outcome.interrupted
            if interrupted:
                break
    rows = Rows(plan, varied, search, answer, whole, fresh)
    met = answer.verdict == ROOT
    notes = notes_of(rows, kept)
    return Tuned(rows.all(), notes, plan.experiment, target, varied, search, answer, met, interrupted)


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
            plan.variants.text(varied, one.point),
            seeds,
            plan.confirming if place == 0 else max(1, plan.confirming // NEIGHBOURS),
        )
        for place, one in enumerate(whole)
    ]


def later(seeds: Seeds) -> Seeds:
    """Return seeds of which each is one higher."""
    return parse_seeds(re.sub("[0-9]+", lambda number: str((int(number[0]) + 1) % (LARGEST + 1)), seeds.text))
