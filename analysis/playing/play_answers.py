"""Answers of `conquest play`: many games of each rulebook and number of players, as tidy rows of measures."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.bot import ANY_GAME
from conquestlab.analysis.bots.external_bots import ExternalBotFailed
from conquestlab.analysis.chances.leaning import leaning_words
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import numerals, say
from conquestlab.analysis.playing.experiment import Experiment, experiment_of, read_bots, read_players
from conquestlab.analysis.playing.many_games import PlayedExperiment, play_experiment
from conquestlab.analysis.playing.reducers import Beside, tallied
from conquestlab.analysis.playing.run_settings import RESUME
from conquestlab.analysis.playing.workers import Listener, workers_for
from conquestlab.analysis.requests.games import PlayRequest, check_within
from conquestlab.analysis.row import Row
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.batches import PlayedBatch
    from conquestlab.analysis.playing.runs import RunFolder
    from conquestlab.analysis.rules.rulebook import Rulebook


class PlayAnswer(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        rules, players, bots, measure, of, value, low, high, baseline, games, kind (of what `of` names), unit.
    rulebooks : tuple of Rulebook
    experiments : tuple of Experiment
    notes : tuple of str
    interrupted : bool
        Ctrl-C came before the end; the rows tell of the games that were done.
    failed : ExternalBotFailed or None
        A bot outside failed; the rows tell of the games before.
    tallies : tuple of Tally or None
        By experiment that was begun, what its games add up to.
    """

    rows: list[Row]
    rulebooks: tuple[Rulebook, ...]
    experiments: tuple[Experiment, ...]
    notes: tuple[str, ...]
    interrupted: bool
    failed: ExternalBotFailed | None = None
    tallies: tuple[Tally | None, ...] = ()


def experiments_of(request: PlayRequest) -> list[Experiment]:
    """Return one experiment for each rulebook and number of players, all checked before any is played."""
    check_within(request.within)
    seeds, bots = parse_seeds(request.seed), read_bots(request.bots)
    experiments = [
        experiment_of(
            text,
            seats,
            bots,
            seeds,
            request.games_at_most,
            request.rotate,
            request.bot_seconds,
            request.lift_round or 0,
            rulebook=book,
            first=request.first_game,
            debug=request.debug,
        )
        for text, book in request.named_books.items()
        for seats in read_players(request.players, book, bots)
    ]
    for experiment in experiments if request.continents else ():
        _check_given(experiment)
    return experiments


def _check_given(experiment: Experiment) -> None:
    """Refuse games in which no seat can be given a continent."""
    given, book = experiment.engine.given, experiment.rulebook
    if not any(one.rulebooks(book, experiment.seats) for one in given):
        raise WrongUse(f"no seat can be dealt a whole continent in {book.label}: leave out --continents")
    if experiment.has_external_bots:
        raise WrongUse("--continents plays many games more: name bots that are built in, or bot files")


def play(
    request: PlayRequest,
    experiments: Sequence[Experiment] | None = None,
    *,
    listener: Listener = Listener(),  # noqa: B008 - an immutable record
    tally: Callable[[PlayedBatch], Tally] = tallied,
    way_on: str = RESUME,
) -> PlayAnswer:
    """Play games and return the measures that make sense for them, each with its interval.

    Parameters
    ----------
    request : PlayRequest
    experiments : sequence of Experiment, optional
        What `experiments_of` returns, where it is known already.
    listener : Listener
    tally : callable
        From a chunk to its tally, where more is counted than the measures need.
    way_on : str
        What messages about a run folder say is to be done when something is mended.

    Raises
    ------
    ExternalBotFailed
        A bot outside failed before anything could be told.
    """
    experiments = experiments_of(request) if experiments is None else experiments
    if request.resume and request.out is None:
        raise WrongUse("--resume goes on with a run that was kept: name its folder with --out DIR")
    margins = read_margins(request.margin)
    pairs = [skill_pair(experiment, request.skill) for experiment in experiments]
    besides = [beside_of(request, experiment) for experiment in experiments]
    rows: list[Row] = []
    tallies: list[Tally | None] = []
    notes = tunings(experiments)
    interrupted, failed = False, None
    with workers_for(request) as workers, _opened(experiments, request, way_on) as folders:
        for experiment, folder, pair, beside in zip(experiments, folders, pairs, besides, strict=True):
            try:
                outcome = play_experiment(
                    experiment,
                    jobs=workers,
                    within=request.within,
                    folder=folder,
                    listener=listener,
                    beside=beside,
                    tally=tally,
                )
            except ExternalBotFailed as failure:
                outcome, failed = failure.outcome, failure
            tallies.append(outcome.tally)
            told = measured(experiment, outcome.tally, margins, pair, outcome.beside)
            rows += told
            notes += [*_notes(experiment, outcome, request.within), *leaning_words(experiment, told)]
            notes += _cautions(experiment, outcome.tally, margins)
            interrupted = outcome.interrupted and failed is None
            if outcome.interrupted:
                break
    if failed is not None and not rows:
        raise failed
    books = tuple(request.named_books.values())
    return PlayAnswer(rows, books, tuple(experiments), tuple(notes), interrupted, failed, tuple(tallies))


def beside_of(request: PlayRequest, experiment: Experiment) -> tuple[Callable[[PlayedBatch], Beside], ...]:
    """Return what plays the games that are asked for beside those of an experiment."""
    from conquestlab.analysis.choices.plan_values import look_at_choices, refuse_without_plans
    from conquestlab.analysis.playing.frozen_streams import luck_of_games
    from conquestlab.analysis.playing.given import worth_of_given
    from conquestlab.analysis.playing.noting import NoteGames, seconds_for, tells_chances

    engine = experiment.engine
    if request.choices:
        refuse_without_plans(engine)
    gifts = [partial(worth_of_given, which=which) for which in range(len(engine.given))]
    asked: tuple[tuple[bool, Sequence[Callable[[PlayedBatch], Beside]]], ...] = (
        (tells_chances(experiment), [NoteGames(seconds_for(experiment, request.seconds))]),
        (request.luck, [luck_of_games]),
        (request.continents, gifts),
        (request.choices, [look_at_choices]),
    )
    return tuple(play for wanted, plays in asked if wanted for play in plays)


def _places(out: str | None, experiments: Sequence[Experiment]) -> Iterator[str | None]:
    """Yield where each experiment is kept."""
    for experiment in experiments:
        if out is None or len(experiments) == 1:
            yield out
        else:
            rulebook = experiment.rulebook
            yield os.path.join(out, f"{rulebook.name}-{rulebook.hash}-{experiment.seats}")


@contextlib.contextmanager
def _opened(
    experiments: Sequence[Experiment], request: PlayRequest, way_on: str
) -> Iterator[list[RunFolder | None]]:
    """Open the folders of all experiments before any is played, and close them at the end."""
    from conquestlab.analysis.playing.runs import open_run

    with contextlib.ExitStack() as at_the_end:
        folders: list[RunFolder | None] = []
        for experiment, place in zip(experiments, _places(request.out, experiments), strict=True):
            folder = (
                None if place is None else open_run(place, experiment, request.within, request.resume, way_on)
            )
            if folder is not None:
                at_the_end.callback(folder.close)
            folders.append(folder)
        yield folders


def read_margins(given: str | None) -> tuple[float, ...]:
    """Read one margin of balance or several, as in `0.005,0.01`; the usual one where none is given."""
    if given is None:
        from conquestlab.analysis.measures.seat_measures import MARGIN

        return (MARGIN,)
    try:
        margins = tuple(dict.fromkeys(float(part) for part in given.split(",")))
    except ValueError:
        margins = ()
    if not margins or not all(0.0 < margin < 1.0 for margin in margins):
        raise WrongUse(f"margin {given}: give a share between 0 and 1, or several, as in 0.005,0.01")
    return margins


def skill_pair(experiment: Experiment, asked: str | None) -> tuple[str, str] | None:
    """Return the weak and the strong bot that are asked for; None where none are."""
    if asked is None:
        return None
    playing = tuple(dict.fromkeys(experiment.bots))
    pair = read_bots(asked)
    if len(pair) != 2 or pair[0] == pair[1]:
        raise WrongUse(f"skill {asked!r}: name a weak bot and a strong one, as in random,reckless")
    for bot in pair:
        if bot not in playing:
            raise WrongUse(f"skill {asked!r}: {bot} does not play, there are {', '.join(playing)}")
    return pair[0], pair[1]


def measured(
    experiment: Experiment,
    tally: Tally | None,
    margins: Sequence[float] | None = None,
    pair: tuple[str, str] | None = None,
    beside: Sequence[Beside] = (),
) -> list[Row]:
    """Return the rows of one experiment; none where no game was played."""
    if tally is None:
        return []
    from conquestlab.analysis.measures.seat_measures import MARGIN
    from conquestlab.analysis.measures.table import measure_rows

    head = {
        "rules": experiment.rulebook.label,
        "players": experiment.seats,
        "bots": experiment.bots_text,
    }
    known = experiment.known_measures
    rows = measure_rows(tally, experiment.measures, margin=margins or MARGIN, skill=pair, known=known)
    for one in beside:
        rows += one.rows()
    return [{**head, **row, "unit": known[row["measure"]].unit} for row in rows]


def tunings(experiments: Sequence[Experiment]) -> list[str]:
    """Say for which games the weights of the bots were found, where that is known."""
    return [
        say(
            "{label}, {seats} players: {name} has weights for {tuned_for}",
            label=experiment.rulebook.label,
            seats=experiment.seats,
            name=bot.name,
            tuned_for=bot.tuned_for,
        )
        for experiment in experiments
        for bot in {bot.name: bot for bot in experiment.seated}.values()
        if bot.tuned_for != ANY_GAME
    ]


def _notes(experiment: Experiment, outcome: PlayedExperiment, within: float | None) -> list[str]:
    from conquestlab.analysis.playing.many_games import widest_half_width

    about = say("{label}, {seats} players", label=experiment.rulebook.label, seats=experiment.seats)
    said = [f"{about}: {sentence}" for one in outcome.beside for sentence in one.words()]
    if within is None or outcome.tally is None or outcome.interrupted:
        return said
    reached = widest_half_width(outcome.tally)
    if reached <= within:
        return [
            *said,
            say(
                "{about}: stopped after {games} games, win shares are known to {reached}",
                about=about,
                games=outcome.games,
                reached=numerals(f"{reached:.2g}"),
            ),
        ]
    return [
        *said,
        say(
            "{about}: win shares are known to {reached} only, {within} takes more games (--games)",
            about=about,
            reached=numerals(f"{reached:.2g}"),
            within=numerals(f"{within:g}"),
        ),
    ]


def _cautions(experiment: Experiment, tally: Tally | None, margins: Sequence[float]) -> list[str]:
    """Say up to which round the mean length counts, and how many games show whether seats are even."""
    if tally is None:
        return []
    from conquestlab.analysis.measures.seat_measures import Seats
    from conquestlab.analysis.measures.tallies import UNFINISHED

    about = say("{label}, {seats} players", label=experiment.rulebook.label, seats=experiment.seats)
    notes = []
    if tally.lengths[:, UNFINISHED].any():
        last = len(tally.lengths) - 1
        notes.append(
            say(
                "{about}: games were cut off, so rounds is the mean up to round {last}",
                about=about,
                last=last,
            )
        )
    seats = Seats(tally, margins=margins)
    for margin, row in zip(margins, seats.seat_balanced(), strict=True):
        games = seats.games_to_show(margin)
        if row["value"] is None and games is not None and games > tally.games:
            notes.append(
                say(
                    "{about}: too few games to tell whether all seats are within {margin} of an even "
                    "share; it takes some {float} to show that even ones are",
                    about=about,
                    margin=numerals(f"{margin:g}"),
                    float=numerals(f"{float(f'{games:.2g}'):,.0f}"),
                )
            )
    return notes
