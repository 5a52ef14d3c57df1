"""Answers of `conquest play`: many games of each rulebook and number of players, as tidy rows of measures."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from conquestlab.analysis.bots.bot import ANY_GAME, SECONDS
from conquestlab.analysis.bots.guests import GuestFailed
from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.experiment import Experiment, experiment_of, read_bots, read_players
from conquestlab.analysis.playing.many_games import Outcome, play_experiment
from conquestlab.analysis.playing.reducers import tallied
from conquestlab.analysis.playing.workers import Listener
from conquestlab.analysis.record import Record
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds

if TYPE_CHECKING:
    from conquestlab.analysis.measures.luck_share import LuckTally
    from conquestlab.analysis.measures.tallies import Tally
    from conquestlab.analysis.playing.batches import PlayedBatch
    from conquestlab.analysis.playing.runs import RunFolder
    from conquestlab.analysis.rules.rulebook import Rulebook

USUAL_GAMES = 10_000
MOST_GAMES_WITHIN = 10_000_000  # with `within` and no number of games
FINEST = 1e-6


class Question(NamedTuple):
    """What `conquest play` is asked, as it is typed.

    Attributes
    ----------
    players : str or None
        `4`, `2-6` or `2,3,5`; None is the number of bots, or what the rulebook allows nearest to four.
    bots : str or None
        One name, or one a seat; None is the usual bot of the engine.
    games : int or None
        For each rulebook and number of players; None is 10,000, or as many as `within` needs.
    seed : str
    rotate : bool
        Whether bots that differ move on by one seat from game to game.
    within : float or None
        Stop when every share of the wins is known to this, up or down.
    bot_seconds : float
        How long a bot outside may take for an answer.
    lift_round : int or None
        Round after which `continent_lift` looks who holds a continent; None is the engine's own choice.
    """

    players: str | None = None
    bots: str | None = None
    games: int | None = None
    seed: str = "1"
    rotate: bool = True
    within: float | None = None
    bot_seconds: float = SECONDS
    lift_round: int | None = None

    @property
    def games_at_most(self) -> int:
        """How many games are played of each experiment at most."""
        if self.games is not None:
            return self.games
        return USUAL_GAMES if self.within is None else MOST_GAMES_WITHIN


class Played(NamedTuple):
    """The answer, with what is known about it.

    Attributes
    ----------
    rows : list of dict
        rules, players, bots, measure, of, value, low, high, games, kind (of what `of` names), unit.
    rulebooks : tuple of Rulebook
    experiments : tuple of Experiment
    notes : tuple of str
    interrupted : bool
        Ctrl-C came before the end; the rows tell of the games that were done.
    failed : GuestFailed or None
        A bot outside failed; the rows tell of the games before.
    tallies : tuple of Tally or None
        By experiment that was begun, what its games add up to.
    """

    rows: list[Record]
    rulebooks: tuple[Rulebook, ...]
    experiments: tuple[Experiment, ...]
    notes: tuple[str, ...]
    interrupted: bool
    failed: GuestFailed | None = None
    tallies: tuple[Tally | None, ...] = ()


def experiments_of(rules: Sequence[str], question: Question) -> list[Experiment]:
    """Return one experiment for each rulebook and number of players, all checked before any is played."""
    if question.within is not None and not FINEST <= question.within < 1:
        raise WrongUse(f"within {question.within:g}: give a share from {FINEST:g} to 1, such as 0.005")
    seeds, bots = parse_seeds(question.seed), read_bots(question.bots)
    return [
        experiment_of(
            text,
            seats,
            bots,
            seeds,
            question.games_at_most,
            question.rotate,
            question.bot_seconds,
            question.lift_round or 0,
        )
        for text in rules
        for seats in read_players(question.players, load(text), bots)
    ]


def play(
    rules: Sequence[str],
    question: Question = Question(),  # noqa: B008 - an immutable record
    *,
    out: str | None = None,
    resume: bool = False,
    jobs: int | None = None,
    margin: str | float | Sequence[float] | None = None,
    skill: str | None = None,
    luck: bool = False,
    listener: Listener = Listener(),  # noqa: B008
    tally: Callable[[PlayedBatch], Tally] = tallied,
) -> Played:
    """Play games and return the measures that make sense for them, each with its interval.

    Parameters
    ----------
    rules : sequence of str
        Rulebooks, with changes.
    question : Question
    out : str, optional
        Folder to keep every row in: of one experiment itself, of several one folder below it for each.
    resume : bool
        Go on with the run that the folder holds.
    jobs : int, optional
        Threads; as many as there are cores if not given.
    margin : str, float or sequence of float, optional
        Of the measure `seat_balanced`, one or several, as in `0.005,0.01`.
    skill : str, optional
        A weak bot and a strong one for the measure `skill_share`, as in `random,reckless`. Where it is not
        given and two bots play, the first of them is taken for the weak one.
    luck : bool
        Play every game again for each stream of luck, for the measure `luck_share`.
    listener : Listener
    tally : callable
        From a chunk to its tally, where more is counted than the measures need.

    Raises
    ------
    GuestFailed
        A bot outside failed before anything could be told.
    """
    if resume and out is None:
        raise WrongUse("--resume goes on with a run that was kept: name its folder with --out DIR")
    margins = read_margins(margin)
    experiments = experiments_of(rules, question)
    pairs = [skill_pair(experiment, skill) for experiment in experiments]
    rows: list[Record] = []
    tallies: list[Tally | None] = []
    notes = tunings(experiments)
    interrupted, failed = False, None
    with _opened(experiments, out, question, resume) as folders:
        for experiment, folder, pair in zip(experiments, folders, pairs, strict=True):
            try:
                outcome = play_experiment(
                    experiment,
                    jobs=jobs,
                    within=question.within,
                    folder=folder,
                    listener=listener,
                    luck=luck,
                    tally=tally,
                )
            except GuestFailed as failure:
                outcome, failed = failure.outcome, failure
            tallies.append(outcome.tally)
            rows += measured(experiment, outcome.tally, margins, pair, outcome.luck)
            notes += _notes(experiment, outcome, question.within)
            interrupted = outcome.interrupted and failed is None
            if outcome.interrupted:
                break
    if failed is not None and not rows:
        raise failed
    rulebooks = tuple({experiment.rules: experiment.rulebook for experiment in experiments}.values())
    return Played(rows, rulebooks, tuple(experiments), tuple(notes), interrupted, failed, tuple(tallies))


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
    experiments: Sequence[Experiment], out: str | None, question: Question, resume: bool
) -> Iterator[list[RunFolder | None]]:
    """Open the folders of all experiments before any is played, and close them at the end."""
    from conquestlab.analysis.playing.runs import open_run

    with contextlib.ExitStack() as at_the_end:
        folders: list[RunFolder | None] = []
        for experiment, place in zip(experiments, _places(out, experiments), strict=True):
            folder = None if place is None else open_run(place, experiment, question.within, resume)
            if folder is not None:
                at_the_end.callback(folder.close)
            folders.append(folder)
        yield folders


def read_margins(given: str | float | Sequence[float] | None) -> tuple[float, ...]:
    """Read one margin of balance or several, as in `0.005,0.01`; the usual one where none is given."""
    if given is None:
        from conquestlab.analysis.measures.seat_measures import MARGIN

        return (MARGIN,)
    parts = given.split(",") if isinstance(given, str) else [given] if isinstance(given, float) else given
    try:
        margins = tuple(dict.fromkeys(float(part) for part in parts))
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
    luck: LuckTally | None = None,
) -> list[Record]:
    """Return the rows of one experiment; none where no game was played."""
    if tally is None:
        return []
    from conquestlab.analysis.measures.luck_share import luck_records
    from conquestlab.analysis.measures.seat_measures import MARGIN
    from conquestlab.analysis.measures.table import measure_records

    head = {
        "rules": experiment.rulebook.label,
        "players": experiment.seats,
        "bots": experiment.bots_text,
    }
    known = experiment.known_measures
    records = measure_records(tally, experiment.measures, margin=margins or MARGIN, skill=pair, known=known)
    if luck is not None:
        records += luck_records(luck)
    return [{**head, **record, "unit": known[record["measure"]].unit} for record in records]


def tunings(experiments: Sequence[Experiment]) -> list[str]:
    """Say for which games the weights of the bots were found, where that is known."""
    return [
        f"{experiment.rulebook.label}, {experiment.seats} players: {bot.name} has weights for {bot.tuned_for}"
        for experiment in experiments
        for bot in {bot.name: bot for bot in experiment.seated}.values()
        if bot.tuned_for != ANY_GAME
    ]


def _notes(experiment: Experiment, outcome: Outcome, within: float | None) -> list[str]:
    from conquestlab.analysis.playing.many_games import doubt

    if within is None or outcome.tally is None or outcome.interrupted:
        return []
    about = f"{experiment.rulebook.label}, {experiment.seats} players"
    reached = doubt(outcome.tally)
    if reached <= within:
        return [f"{about}: stopped after {outcome.games} games, win shares are known to {reached:.2g}"]
    return [f"{about}: win shares are known to {reached:.2g} only, {within:g} takes more games (--games)"]
