"""The figures of `conquest play`, by name: who wins, how it goes, how long it takes, and the world on a map.

Each draws the rows that a page of `conquest report` draws. What is no name of its own is a measure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.measure import SEAT, TENTH
from conquestlab.analysis.reporting.course_quantities import seats_can_fall
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.land_sample import SHARES as LAND_SHARES
from conquestlab.analysis.reporting.report_runs import ReportRun, name_runs
from conquestlab.analysis.rules.faults import nearest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.playing.experiment import Experiment
    from conquestlab.analysis.playing.play_answers import Played

Record = Mapping[str, Any]
Runs = Sequence[ReportRun]
Named = list[tuple[str, ReportRun]]

USUAL = "wins"
SAMPLE = 400  # games told event by event to count lands
PART = "part of the game, %"
WITH_INTERVALS = "with 95 % intervals"
LAND_MEASURES = {
    "battles": "attacks on the land, a game",
    "taken": "conquests of the land, a game",
    "kept": "owners after a round who still own it after the next",
    "half_time_wins": "owners at half-time who win the game",
}
NO_MAP = "only a game on a map has it: name a rulebook of the conquest games"


def check_figure(name: str, experiments: Sequence[Experiment]) -> None:
    """Refuse, before any game is played, a figure that these games do not have."""
    known = {
        *DRAWN,
        "luck_share",
        *(measure for experiment in experiments for measure in experiment.measures),
    }
    if name not in known:
        near = nearest(name, known)
        meant = (
            f"did you mean {near}?"
            if near
            else f"there are {', '.join(DRAWN)} and all measures of the answer"
        )
        raise WrongUse(f"no figure {name}: {meant}")
    on_map = name in (*LAND_MEASURES, "continents", "continent_held")
    if on_map and any(experiment.rulebook.game != "conquest" for experiment in experiments):
        raise WrongUse(f"--figure {name}: {NO_MAP}")
    if name in OF_FALLS and not any(map(seats_can_fall, experiments)):
        raise WrongUse(f"--figure {name}: nobody can be eliminated in these games")
    if name in ONE_ALONE and len(experiments) > 1:
        raise WrongUse(f"--figure {name} shows one rulebook and one number of players: name one of each")


def runs_of(played: Played) -> list[ReportRun]:
    """Return the runs of an answer of `conquest play`, with the rows that it gave."""
    runs = []
    for experiment, tally in zip(played.experiments, played.tallies, strict=False):
        named = (experiment.rulebook.label, experiment.seats)
        rows = [row for row in played.rows if (row["rules"], row["players"]) == named]
        runs.append(ReportRun(experiment, tally, told=rows))
    return runs


def draw_figure(name: str, runs: Runs) -> Figure:
    """Draw the figure of this name, or of the measure of this name; for OF_COURSE runs tallied for a page."""
    runs = [run for run in runs if run.tally is not None]
    return DRAWN[name](runs) if name in DRAWN else _measure(name, runs)


def _named(runs: Runs) -> Named:
    return list(zip(name_runs(runs), runs, strict=True))


def _about(runs: Runs, words: str) -> str:
    """Begin a heading with the rulebook where there is one only."""
    rules = list(dict.fromkeys(run.experiment.rulebook.label for run in runs))
    return f"{rules[0]}: {words}" if len(rules) == 1 else words[0].upper() + words[1:]


def _played(runs: Runs) -> str:
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
    subtitle += f"{WITH_INTERVALS}. {_played(runs)}"
    found = [
        (who, run, row)
        for who, run in _named(runs)
        for row in run.rows
        if row["measure"] == name and row["value"] is not None
    ]
    if measure.of == TENTH:
        reference = 0.5 if name == "snowball_auc" else None
        return _along([(who, row) for who, _, row in found], _about(runs, words), subtitle, words, reference)
    records = [
        {**row, "of": _of(row, run) if row["of"] else who, "run": who if row["of"] else words}
        for who, run, row in found
    ]
    return bars_with_intervals(
        records, heading=_about(runs, words), subtitle=subtitle, labels=("", words), by="run", percent=percent
    )


def _of(row: Record, run: ReportRun) -> str:
    """Name what a row stands for: a seat by its number, a continent by its name."""
    of = str(row["of"])
    if row["kind"] == SEAT:
        return f"seat {of}"
    book = run.experiment.rulebook
    places: dict[str, Any] = {"conquest": lambda: book.map, "express": lambda: book.cards}
    if book.game not in places:
        return of
    return {continent.id: continent.name for continent in places[book.game]().continents}.get(of, of)


def _along(
    rows: Sequence[tuple[str, Record]],
    heading: str,
    subtitle: str,
    label: str,
    reference: float | None = None,
    percent: bool = True,
) -> Figure:
    """Draw rows whose `of` or `tenth` is a tenth of the game as curves, one for each name."""
    from conquestlab.reports.figures.interval_figures import curves_with_bands

    records = [{**row, "of": 10 * int(row.get("tenth") or row["of"]), "run": who} for who, row in rows]
    return curves_with_bands(
        records, heading=heading, subtitle=subtitle, labels=(PART, label), by="run", percent=percent,
        reference=reference,
    )  # fmt: skip


def _standings(runs: Runs) -> Figure:
    from conquestlab.analysis.reporting.course_quantities import standing_rows

    rows = [(f"seat {row['seat']}", row) for row in standing_rows(runs[0].tally)]
    subtitle = f"Mean share of the position along the game, {WITH_INTERVALS}. {_played(runs)}"
    return _along(rows, _about(runs, "how the seats stand"), subtitle, "share of the position")


def _spread(runs: Runs) -> Figure:
    from conquestlab.analysis.reporting.course_quantities import spread_rows

    rows = [
        (f"{who}, {row['who']}" if len(runs) > 1 else row["who"], row)
        for who, run in _named(runs)
        for row in spread_rows(run.tally)
    ]
    subtitle = f"Median share of the position; band: the middle eight in ten of the games. {_played(runs)}"
    return _along(rows, _about(runs, "how winners and losers stand"), subtitle, "share of the position")


def _length(runs: Runs) -> Figure:
    from conquestlab.analysis.reporting.course_quantities import length_rows
    from conquestlab.reports.figures.length_figure import length_bars

    drawn = []
    for who, run in _named(runs):
        value = {row["measure"]: row["value"] for row in run.rows}
        drawn.append((who, length_rows(run.tally), (value.get("rounds_median"), value.get("rounds_p90"))))
    return length_bars(drawn, heading=_about(runs, "how many games end when"), subtitle=f"{_played(runs)}")


def _in_play(runs: Runs) -> Figure:
    from conquestlab.analysis.reporting.course_quantities import course_rows

    rows = [(who, row) for who, run in _named(runs) for row in course_rows(run.tally, "in_play")]
    subtitle = f"Mean number of players that are not eliminated, {WITH_INTERVALS}. {_played(runs)}"
    return _along(rows, _about(runs, "players still in the game"), subtitle, "players", percent=False)


def _counted(measure: str, words: str, how: str) -> Callable[[Runs], Figure]:
    def draw(runs: Runs) -> Figure:
        from conquestlab.analysis.reporting.course_quantities import course_rows
        from conquestlab.reports.figures.interval_figures import bars_with_intervals

        records = [
            {**row, "of": _of(row, run), "run": who}
            for who, run in _named(runs)
            for row in course_rows(run.tally, measure)
        ]
        return bars_with_intervals(
            records, heading=_about(runs, words), subtitle=f"{how}, {WITH_INTERVALS}. {_played(runs)}",
            labels=("", "share"), by="run", percent=True,
        )  # fmt: skip

    return draw


def _edges(runs: Runs) -> Figure:
    from conquestlab.analysis.reporting.robustness import edge_rows
    from conquestlab.reports.figures.interval_figures import bars_with_intervals

    records = [{**row, "of": row["run"]} for row in edge_rows(runs)]
    return bars_with_intervals(
        records, heading=_about(runs, "the edge of the first and the last seat"),
        subtitle=f"Share of the wins less an even share, in points, {WITH_INTERVALS}. {_played(runs)}",
        labels=("", "edge"), by="finding", percent=True, reference=0.0,
    )  # fmt: skip


def _continents(runs: Runs) -> Figure:
    from conquestlab.reports.figures.world_figure import continent_map

    book = runs[0].experiment.rulebook
    return continent_map(
        book.map, book.continent_bonus, heading=f"{book.label}: the world",
        subtitle="Armies a turn for the owner of a continent. Lines are borders, dashed across water.",
    )  # fmt: skip


def _lands(measure: str) -> Callable[[Runs], Figure]:
    def draw(runs: Runs) -> Figure:
        from conquestlab.analysis.reporting.land_sample import land_rows
        from conquestlab.analysis.reporting.samples import sample_size
        from conquestlab.reports.figures.world_figure import world_map

        (run,) = runs
        size = sample_size(run.experiment, SAMPLE, run.games)
        rows = {row["of"]: row for row in land_rows(run.experiment, size) if row["measure"] == measure}
        words = LAND_MEASURES[measure]
        halves = sorted((row["high"] - row["low"]) / 2 for row in rows.values() if row["low"] is not None)
        subtitle = f"Counted in the first {size} games, told event by event. {_played(runs)}"
        if halves:
            percent = measure in LAND_SHARES
            widest = f"{100 * halves[-1]:.2g} points" if percent else f"{halves[-1]:.2g}"
            subtitle += f". 95 % intervals reach up to {widest} up and down."
        return world_map(
            run.experiment.rulebook.map, rows, heading=_about(runs, words), subtitle=subtitle, label=words,
            percent=measure in LAND_SHARES,
        )  # fmt: skip

    return draw


DRAWN: dict[str, Callable[[Runs], Figure]] = {
    "wins": _wins,
    "edges": _edges,
    "standings": _standings,
    "spread": _spread,
    "length": _length,
    "in_play": _in_play,
    "eliminated": _counted("eliminated", "who is eliminated", "Share of the finished games"),
    "continents": _continents,
    "continent_held": _counted(
        "continent_held", "continents held", "Rounds that begin with one owner of all of it"
    ),
    **{measure: _lands(measure) for measure in LAND_MEASURES},
}
"""By name, the figures that show more than one measure of the answer."""

OF_COURSE = ("standings", "in_play", "eliminated", "continent_held")
"""Figures that need more than the measures to be tallied."""

OF_FALLS = ("in_play", "eliminated")

ONE_ALONE = ("standings", "continents", *LAND_MEASURES)
