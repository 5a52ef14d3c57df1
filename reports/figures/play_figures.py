"""The figures of `conquest play` for any game, by name: who wins, how it goes, how long it takes.

Each draws the rows that a page of `conquest report` draws. A game has figures of its own beside, told by its
pages. What is no name of a figure is a measure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.measure import SEAT, TENTH
from conquestlab.analysis.reporting.course_quantities import seats_can_fall
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.report_runs import ReportRun, name_runs
from conquestlab.analysis.rules.faults import nearest
from conquestlab.reports.figures.curves import (
    PART,
    PLAYERS,
    POSITION,
    Axis,
    Line,
    by_tenth,
    in_play,
    spread,
    standings,
)
from conquestlab.reports.games.pages import every_game, pages_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.playing.play_answers import PlayAnswer

Record = Mapping[str, Any]
Runs = Sequence[ReportRun]
Named = list[tuple[str, ReportRun]]

USUAL = "wins"
WITH_INTERVALS = "with 95 % intervals"


def check_figure(name: str, experiments: Sequence[Experiment]) -> None:
    """Refuse, before any game is played, a figure that these games do not have."""
    own = [pages_of(experiment.rulebook.game).figures().get(name) for experiment in experiments]
    measures = {measure for experiment in experiments for measure in experiment.measures}
    if not (name in DRAWN or name == "luck_share" or name in measures or all(own)):
        raise _no_figure(name, measures)
    if name in OF_FALLS and not any(map(seats_can_fall, experiments)):
        raise WrongUse(f"--figure {name}: nobody can be eliminated in these games")
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
    near = nearest(name, {*drawn, "luck_share", *measures})
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
        named = (experiment.rulebook.label, experiment.seats)
        rows = [row for row in played.rows if (row["rules"], row["players"]) == named]
        runs.append(ReportRun(experiment, tally, told=rows))
    return runs


def draw_figure(name: str, runs: Runs) -> Figure:
    """Draw the figure of this name, or of the measure of this name; see `needs_course`."""
    own = [figure for run in runs if (figure := pages_of(run.experiment.rulebook.game).figures().get(name))]
    runs = [run for run in runs if run.tally is not None]
    if name in DRAWN:
        return DRAWN[name](runs)
    return own[0].draw(runs) if own else _measure(name, runs)


def named(runs: Runs) -> Named:
    """Return the runs with their names."""
    return list(zip(name_runs(runs), runs, strict=True))


def about(runs: Runs, words: str) -> str:
    """Begin a heading with the rulebook where there is one only."""
    rules = list(dict.fromkeys(run.experiment.rulebook.label for run in runs))
    return f"{rules[0]}: {words}" if len(rules) == 1 else words[0].upper() + words[1:]


def who_played(runs: Runs) -> str:
    """Say who played how often, for a subtitle."""
    bots = dict.fromkeys(run.experiment.bots_text for run in runs)
    players = dict.fromkeys(str(run.experiment.seats) for run in runs)
    return f"{', '.join(players)} players, {sum(run.games for run in runs)} games, bots: {'; '.join(bots)}"


def _wins(runs: Runs) -> Figure:
    """Draw the win shares of the seats, and of the bots where they differ."""
    from conquestlab.reports.figures.interval_figures import bars_with_intervals

    shares = [row for run in runs for row in run.rows if row["measure"] == "win_share"]
    players = {row["players"] for row in shares}
    several = len(players) > 1
    series = [
        row | {"rules": f"{row['rules']}, {row['players']} players" if several else row["rules"]}
        for row in shares
    ]
    bots = ", ".join(dict.fromkeys(run.experiment.bots_text for run in runs))
    return bars_with_intervals(
        series,
        heading="Who wins",
        subtitle=f"Share of the wins, {WITH_INTERVALS}; bots: {bots}",
        labels=("seat" if all(row["kind"] == SEAT for row in shares) else "seat or bot", "share of the wins"),
        percent=True,
        reference=None if several else 1.0 / players.pop(),
    )


def _measure(name: str, runs: Runs) -> Figure:
    """Draw any measure: one by tenth of the game as curves, others as bars."""
    from conquestlab.reports.figures.interval_figures import bars_with_intervals

    words = name.replace("_", " ")
    measure = measure_called(name)
    percent, meaning = measure.in_hundredths, measure.means
    subtitle = f"{meaning[0].upper()}{meaning[1:]}; " if meaning else ""
    subtitle += f"{WITH_INTERVALS}. {who_played(runs)}"
    found = [
        (who, run, row)
        for who, run in named(runs)
        for row in run.rows
        if row["measure"] == name and row["value"] is not None
    ]
    if measure.of == TENTH:
        reference = 0.5 if name == "snowball_auc" else None
        lines = by_tenth(named(runs), name)
        return _along(lines, Axis(words, True), about(runs, words), subtitle, reference)
    records = [
        {**row, "of": _of(row, run) if row["of"] else who, "run": who if row["of"] else words}
        for who, run, row in found
    ]
    return bars_with_intervals(
        records, heading=about(runs, words), subtitle=subtitle, labels=("", words), by="run", percent=percent
    )


def _of(row: Record, run: ReportRun) -> str:
    """Name what a row stands for: a seat by its number, a continent by its name."""
    of, experiment = str(row["of"]), run.experiment
    if row["kind"] == SEAT:
        return f"seat {of}"
    return experiment.facts.names(experiment.rulebook).get(of, of)


def _along(
    lines: Sequence[Line], up: Axis, heading: str, subtitle: str, reference: float | None = None
) -> Figure:
    """Draw curves along the game."""
    from conquestlab.reports.figures.interval_figures import curves_with_bands

    records = [{**row, "of": 100 * row["at"], "run": line.name} for line in lines for row in line.rows]
    return curves_with_bands(
        records, heading=heading, subtitle=subtitle, labels=(f"{PART.label}, %", up.label), by="run",
        percent=up.percent, reference=reference,
    )  # fmt: skip


def _standings(runs: Runs) -> Figure:
    (one,) = named(runs)
    subtitle = f"Mean share of the position along the game, {WITH_INTERVALS}. {who_played(runs)}"
    return _along(standings(*one), POSITION, about(runs, "how the seats stand"), subtitle)


def _spread(runs: Runs) -> Figure:
    lines = [
        line._replace(name=f"{who}, {line.name}" if len(runs) > 1 else line.name)
        for who, run in named(runs)
        for line in spread(who, run)
    ]
    subtitle = f"Median share of the position; band: the middle eight in ten of the games. {who_played(runs)}"
    return _along(lines, POSITION, about(runs, "how winners and losers stand"), subtitle)


def _length(runs: Runs) -> Figure:
    from conquestlab.reports.figures.length_figure import length_bars
    from conquestlab.reports.figures.lengths import lengths_of

    drawn = [lengths_of(who, run) for who, run in named(runs)]
    return length_bars(drawn, heading=about(runs, "how many games end when"), subtitle=who_played(runs))


def _in_play(runs: Runs) -> Figure:
    subtitle = f"Mean number of players that are not eliminated, {WITH_INTERVALS}. {who_played(runs)}"
    return _along(in_play(named(runs)), PLAYERS, about(runs, "players still in the game"), subtitle)


def counted(measure: str, words: str, how: str) -> Callable[[Runs], Figure]:
    """Return what draws a share of the course, by seat or thing, as bars."""

    def draw(runs: Runs) -> Figure:
        from conquestlab.analysis.reporting.course_quantities import course_rows
        from conquestlab.reports.figures.interval_figures import bars_with_intervals

        records = [
            {**row, "of": _of(row, run), "run": who}
            for who, run in named(runs)
            for row in course_rows(run.tally, measure)
        ]
        return bars_with_intervals(
            records, heading=about(runs, words), subtitle=f"{how}, {WITH_INTERVALS}. {who_played(runs)}",
            labels=("", "share"), by="run", percent=True,
        )  # fmt: skip

    return draw


def _edges(runs: Runs) -> Figure:
    from conquestlab.analysis.reporting.robustness import edge_rows
    from conquestlab.reports.figures.interval_figures import bars_with_intervals

    records = [{**row, "of": row["run"]} for row in edge_rows(runs)]
    return bars_with_intervals(
        records, heading=about(runs, "the edge of the first and the last seat"),
        subtitle=f"Share of the wins less an even share, in points, {WITH_INTERVALS}. {who_played(runs)}",
        labels=("", "edge"), by="finding", percent=True, reference=0.0,
    )  # fmt: skip


DRAWN: dict[str, Callable[[Runs], Figure]] = {
    "wins": _wins,
    "edges": _edges,
    "standings": _standings,
    "spread": _spread,
    "length": _length,
    "in_play": _in_play,
    "eliminated": counted("eliminated", "who is eliminated", "Share of the finished games"),
}
"""By name, the figures of any game that show more than one measure of the answer."""

OF_COURSE = ("standings", "in_play", "eliminated")
"""Those that need more than the measures to be tallied."""

OF_FALLS = ("in_play", "eliminated")

ONE_ALONE = ("standings",)
