"""The figures of `conquest play` for any game, by name: who wins, how it goes, how long it takes.

A game has figures of its own beside, told by its pages. What is no name of a figure is a measure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.catalogue import OF_CHANCES
from conquestlab.analysis.measures.measure import AFTER_ROUND, CHANCE, TENTH
from conquestlab.analysis.playing.noting import tells_chances
from conquestlab.analysis.reporting.course_quantities import seats_can_fall
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.report_runs import Named, ReportRun, name_runs
from conquestlab.analysis.reporting.robustness import edge_rows
from conquestlab.analysis.rules.faults import nearest
from conquestlab.reports.figures import chance_figures, run_figures
from conquestlab.reports.figures.described import Curves
from conquestlab.reports.games.pages import every_game, pages_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.playing.play_answers import PlayAnswer
    from conquestlab.reports.figures.painter import Shown

Runs = Sequence[ReportRun]

USUAL = "wins"

DRAWN: dict[str, tuple[str, Callable[[Runs], Sequence[Shown]]]] = {
    "wins": (
        marked("who wins"),
        lambda runs: [*run_figures.wins_by_seat(named(runs)), *run_figures.wins_by_bot(named(runs))],
    ),
    "edges": (
        marked("the edge of the first and the last seat"),
        lambda runs: run_figures.edges(edge_rows(runs), name_runs(runs)),
    ),
    "leads": (marked("whether the leader wins"), lambda runs: run_figures.leads(named(runs))),
    "standings": (marked("how the seats stand"), lambda runs: run_figures.standings(named(runs))),
    "spread": (marked("how winners and losers stand"), lambda runs: run_figures.spread(named(runs))),
    "chances": (
        marked("win chances"),
        lambda runs: [chance_figures.after_rounds(named(runs)), chance_figures.calibration(named(runs))],
    ),
    "length": (marked("how many games end when"), lambda runs: run_figures.lengths(named(runs))),
    "in_play": (marked("players still in the game"), lambda runs: [run_figures.in_play(named(runs))]),
    "eliminated": (marked("who is eliminated"), lambda runs: [run_figures.eliminated(named(runs))]),
}
"""By name, the figures of any game that show more than one measure of the answer."""

OF_COURSE = ("standings", "in_play", "eliminated")
"""Those that need more than the measures to be tallied."""

OF_FALLS = ("in_play", "eliminated")

MADE_OF = {"leads": run_figures.LEADS}
"""The measures of which a figure is made, where not every game has them."""

LUCK, CONTINENTS = ("luck_share", "luck_swing", "luck_total"), ("continent_worth", "bonus_worth")
"""Measures of games that are played beside, where an option asks for them."""

ONE_ALONE = ("standings",)

CURVES: dict[str, Callable[[Sequence[Named], str], Curves]] = {
    AFTER_ROUND: chance_figures.after_rounds,
    CHANCE: lambda runs, measure: chance_figures.calibration(runs),
}
"""How the measures are drawn whose rows stand for these."""


def check_figure(name: str, experiments: Sequence[Experiment]) -> None:
    """Refuse, before any game is played, a figure that these games do not have."""
    own = [pages_of(experiment.rulebook.game).figures().get(name) for experiment in experiments]
    measures = {measure for experiment in experiments for measure in experiment.measures}
    measures |= {one.name for one in OF_CHANCES if any(map(tells_chances, experiments))}
    if not (name in DRAWN or name in (*LUCK, *CONTINENTS) or name in measures or all(own)):
        raise _no_figure(name, measures)
    if name in OF_FALLS and not any(map(seats_can_fall, experiments)):
        raise WrongUse(f"--figure {name}: nobody can be eliminated in these games")
    if not measures.intersection(MADE_OF.get(name, measures)):
        raise WrongUse(f"--figure {name}: these games have none of {', '.join(MADE_OF[name])}")
    if len(experiments) > 1 and (name in ONE_ALONE or any(one and one.of_one for one in own)):
        raise WrongUse(f"--figure {name} shows one rulebook and one number of players: name one of each")


def _no_figure(name: str, measures: Collection[str]) -> WrongUse:
    """Say why there is no such figure: it is one of another game, or none at all."""
    drawn = list(DRAWN)
    for game, pages in every_game().items():
        if name in pages.figures():
            need = pages.figures_need or f"only the games of {game} have it: name a rulebook of them"
            return WrongUse(f"--figure {name}: {need}")
        drawn += pages.figures()
    near = nearest(name, {*drawn, *LUCK, *CONTINENTS, *measures})
    meant = (
        f"did you mean {near}?" if near else f"there are {', '.join(drawn)} and all measures of the answer"
    )
    return WrongUse(f"no figure {name}: {meant}")


def needs_course(name: str, experiments: Sequence[Experiment]) -> bool:
    """Tell whether a figure needs more than the measures to be tallied."""
    own = [pages_of(experiment.rulebook.game).figures().get(name) for experiment in experiments]
    return name in OF_COURSE or any(one.of_course for one in own if one)


def runs_of(played: PlayAnswer) -> list[ReportRun]:
    """Return the runs of an answer of `conquest play`, with the rows that it gave."""
    runs = []
    for experiment, tally in zip(played.experiments, played.tallies, strict=False):
        same = (experiment.rulebook.label, experiment.seats)
        rows = [row for row in played.rows if (row["rules"], row["players"]) == same]
        runs.append(ReportRun(experiment, tally, rows_known=rows))
    return runs


def draw_figure(name: str, runs: Runs) -> Figure:
    """Draw the figure of this name, or of the measure of this name; see `needs_course`."""
    own = [figure for run in runs if (figure := pages_of(run.experiment.rulebook.game).figures().get(name))]
    runs = [run for run in runs if run.tally is not None]
    if own and name not in DRAWN:
        return own[0].draw(runs)
    if name in DRAWN:
        words, describe = DRAWN[name]
        return _drawn(runs, words, describe(runs))
    kind = measure_called(name).of
    if kind in CURVES:
        return _drawn(runs, name.replace("_", " "), [CURVES[kind](named(runs), name)])
    shown = (run_figures.by_tenth if kind == TENTH else run_figures.of_measure)(named(runs), name)
    return _drawn(runs, name.replace("_", " "), [shown])


def counted(measure: str, words: str, how: str) -> Callable[[Runs], Figure]:
    """Return what draws a share of the course, by seat or thing, as bars."""

    def draw(runs: Runs) -> Figure:
        said = say("{how}, in per cent, with 95 % intervals.", how=how)
        return _drawn(runs, words, [run_figures.counted_by_thing(named(runs), measure, words, said)])

    return draw


def _drawn(runs: Runs, words: str, shown: Sequence[Shown]) -> Figure:
    from conquestlab.reports.figures.painter import painted

    hows = dict.fromkeys(one.how for one in shown if not one.is_empty)
    how = f"{next(iter(hows))} " if len(hows) == 1 else ""
    return painted(shown, about(runs, words), how + who_played(runs))


def named(runs: Runs) -> list[Named]:
    """Return the runs with their places and names."""
    return [(place, name, run) for place, (name, run) in enumerate(zip(name_runs(runs), runs, strict=True))]


def about(runs: Runs, words: str) -> str:
    """Begin a heading with the rulebook where there is one only."""
    rules = list(dict.fromkeys(run.experiment.rulebook.label for run in runs))
    words = translated(words)
    return f"{rules[0]}: {words}" if len(rules) == 1 else words[0].upper() + words[1:]


def who_played(runs: Runs) -> str:
    """Say who played how often, for a subtitle."""
    bots = dict.fromkeys(run.experiment.bots_text for run in runs)
    players = dict.fromkeys(str(run.experiment.seats) for run in runs)
    return say(
        "{players} players, {games} games, bots: {bots}",
        players=", ".join(players),
        games=sum(run.games for run in runs),
        bots="; ".join(bots),
    )
