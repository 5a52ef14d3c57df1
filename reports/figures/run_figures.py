"""The figures of any game: which rows of the runs each shows, what it is called, and how to read it.

The page paints them all, `conquest play --figure` one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from conquestlab.analysis.language import marked, numerals, say, translated
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import BOT, POINTS, SEAT, SHARE, Measure
from conquestlab.analysis.reporting.course_quantities import (
    course_rows,
    length_span,
    spread_rows,
    standing_rows,
)
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.report_runs import Named, ReportRun, by_seat, rows_of
from conquestlab.analysis.reporting.sentences import capital, uncapital
from conquestlab.reports.figures.described import Axis, Curves, Entry, Group, Intervals, Line
from conquestlab.reports.figures.lengths import Lengths, lengths_of

Row = Mapping[str, Any]
Runs = Sequence[Named]
Label = Callable[[Row, ReportRun], str]
Tip = Callable[[Row, ReportRun], tuple[str, ...]]

PART = Axis(marked("part of the game"), percent=True)
POSITION = Axis(marked("share of the position"), percent=True)
PLAYERS = Axis(marked("players"), low=0.0)
FROM_ZERO = Axis(marked("share"), percent=True, low=0.0)
LEADS = ("comeback_share", "winner_led", "decided_at")
IN_UNIT = {
    SHARE: marked("In per cent, with 95 % intervals"),
    POINTS: marked("In points of a hundred, with 95 % intervals"),
}
TENTHS = {
    "snowball_auc": (
        marked("Share of its losers that the winner of a game stands above; 50 % says nothing, 100 % all."),
        0.5,
    ),
    "openness": (
        marked("100 % where all are as likely to win, 0 % where all is settled; with intervals."),
        None,
    ),
    "runaway": (marked("Games in which some seat has a chance of 80 % or more; with 95 % intervals."), None),
}
"""How to read measures by tenth of the game, and where their line is drawn."""


def with_intervals(measure: Measure) -> str:
    """Say in which unit a measure is drawn, and that it has intervals."""
    return translated(IN_UNIT.get(measure.unit, marked("With 95 % intervals")))


def thing_name(row: Row, run: ReportRun) -> str:
    """Name what a row stands for: a seat by its number, a continent by its name."""
    of, experiment = str(row["of"]), run.experiment
    return (
        say("seat {of}", of=of)
        if row["kind"] == SEAT
        else experiment.facts.names(experiment.rulebook).get(of, of)
    )


def no_tip(row: Row, run: ReportRun) -> tuple[str, ...]:
    """Tell nothing else of a row."""
    return ()


def _beside_baseline(row: Row, run: ReportRun) -> tuple[str, ...]:
    """Say what a share would be if nothing told who wins."""
    baseline = row.get("baseline")
    return (
        (say("{baseline} % if nothing told who wins", baseline=numerals(f"{100 * baseline:.3g}")),)
        if baseline is not None
        else ()
    )


def decided_games(row: Row, run: ReportRun) -> tuple[str, ...]:
    """Say on how many games a share of the wins rests."""
    return (say("{games} decided games", games=numerals(f"{row['games']:,}")),)


def by_run(
    runs: Runs,
    rows: Callable[[ReportRun], Iterable[Row]],
    label: Label = thing_name,
    tip: Tip = no_tip,
    several: bool | None = None,
) -> list[Group]:
    """Return a group for each run that has rows, under its name where there are several runs.

    Parameters
    ----------
    runs
    rows
        Those of a run that are shown.
    label, tip
        What a row is called, and what else is told of it.
    several
        Whether there are several runs; those given if nothing is said.
    """
    groups = []
    for place, name, run in runs:
        entries = [Entry(label(row, run), {**row, "run": name}, place, tip(row, run)) for row in rows(run)]
        if entries:
            heading = name if (len(runs) > 1 if several is None else several) else ""
            groups.append(Group(heading, entries))
    return groups


def of_run(title: str, name: str, runs: Runs) -> str:
    """Return the title of what belongs to one run of several."""
    return f"{title}: {name}" if len(runs) > 1 else title


def wins_by_seat(runs: Runs) -> list[Intervals]:
    """Describe the shares of the seats, a figure for each number of players."""
    players = list(dict.fromkeys(run.experiment.seats for _, _, run in runs))
    found = []
    for seats in players:
        title = say("Share of the wins by seat") + (
            say(", {seats} players", seats=seats) if len(players) > 1 else ""
        )
        some = [named for named in runs if named[2].experiment.seats == seats]
        orders = dict.fromkeys(run.experiment.facts.seat_order for _, _, run in some)
        how = say(
            "In per cent, with 95 % intervals that hold together for all seats of a run. The "
            "line is the even share of {seats} %. {orders}",
            seats=numerals(f"{100 / seats:.3g}"),
            orders=" ".join(map(translated, orders)),
        )
        groups = by_run(
            some, lambda run: by_seat(run.rows, "win_share"), tip=decided_games, several=len(runs) > 1,
        )  # fmt: skip
        found.append(Intervals(title, how, groups, Axis(say("share of the wins"), True), 1 / seats))
    return found


def wins_by_bot(runs: Runs) -> list[Intervals]:
    """Describe the shares of the bots where they differ, best first."""

    def best_first(run: ReportRun) -> list[Row]:
        rows = [row for row in rows_of(run.rows, "win_share") if row["kind"] == BOT]
        return sorted(rows, key=lambda row: -row["value"])

    even = {1 / run.experiment.seats for _, _, run in runs}
    how = say("Chance to win from a seat drawn at random, in per cent, with 95 % intervals.")
    groups, reference = by_run(runs, best_first), even.pop() if len(even) == 1 else None
    axis = Axis(say("share of the wins"), True)
    return [Intervals(say("Share of the wins by bot"), how, groups, axis, reference)]


def edges(rows: Sequence[Row], runs: Sequence[str]) -> list[Intervals]:
    """Describe the edges of the first and of the last seat: rows of `edge_rows` for runs of these names."""
    how = say("Its share of the wins less an even share, in points of a hundred, with 95 % intervals.")
    found = []
    for finding in dict.fromkeys(row["finding"] for row in rows):
        entries = [
            Entry(row["run"], {**row, "measure": "edge", "of": finding}, runs.index(row["run"]),
                  (say("{games} decided games", games=numerals(f"{row['games']:,}")),))
            for row in rows
            if row["finding"] == finding
        ]  # fmt: skip
        axis = Axis(say("edge"), True, unit=POINTS)
        found.append(
            Intervals(say("Edge of the {finding}", finding=finding), how, [Group("", entries)], axis, 0.0)
        )
    return found


def of_measure(runs: Runs, name: str, title: str = "", how: str = "", *, across: bool = False) -> Intervals:
    """Describe a measure: by run and what its rows stand for, or (`across`, or if nothing) a line a run."""
    measure = measure_called(name)
    means = f"{capital(translated(measure.means))}. " if measure.means else ""
    groups = by_run(runs, lambda run: rows_of(run.rows, name))
    entries = [entry for group in groups for entry in group.entries]
    if across or not any(entry.row["of"] for entry in entries):
        names = {place: run_name if len(runs) > 1 else name.replace("_", " ") for place, run_name, _ in runs}
        groups = [Group("", [entry._replace(label=names[entry.colour]) for entry in entries])]
    axis = Axis(name.replace("_", " "), measure.in_hundredths, unit=POINTS if measure.unit == POINTS else "")
    how = how or f"{means}{with_intervals(measure)}."
    reference = 0.0 if measure.signed else _only_baseline(entry.row for entry in entries)
    if reference and measure.baseline:
        how += say(" The line is the baseline, {words}.", words=translated(measure.baseline.words))
    return Intervals(title or measure.heading, how, groups, axis, reference)


def _only_baseline(rows: Iterable[Row]) -> float | None:
    """Return the baseline that all rows have; None where they have others, or none, or nothing."""
    found = {row.get("baseline") for row in rows}
    return (found.pop() or None) if len(found) == 1 else None


def across_runs(runs: Runs, name: str, title: str) -> Intervals:
    """Describe a measure that has one row a run."""
    return of_measure(runs, name, title, f"{with_intervals(COMMON[name])}.", across=True)


def leads(runs: Runs) -> list[Intervals]:
    """Describe, for each run, whether the leader wins."""
    how = say("In per cent of the games or rounds, with 95 % intervals.")
    found = []
    for named in runs:
        title = of_run(say("Whether the leader wins"), named[1], runs)
        groups = by_run(
            [named],
            lambda run: [row for name in LEADS for row in rows_of(run.rows, name)],
            lambda row, run: uncapital(translated(COMMON[row["measure"]].heading)),
            _beside_baseline,
        )
        found.append(Intervals(title, how, groups, FROM_ZERO))
    return found


def counted_by_thing(runs: Runs, measure: str, title: str, how: str, axis: Axis = FROM_ZERO) -> Intervals:
    """Describe a share that is counted along the games, by seat or by thing."""
    groups = by_run(runs, lambda run: rows_of(course_rows(run.tally, measure), measure))
    return Intervals(title, how, groups, axis)


def eliminated(runs: Runs) -> Intervals:
    """Describe how often each seat is eliminated."""
    how = say("Share of the finished games, in per cent, with 95 % intervals.")
    return counted_by_thing(runs, "eliminated", say("Eliminated, by seat"), how, Axis(say("share"), True))


def lengths(runs: Runs) -> list[Lengths]:
    """Describe how many games of each run end when, all on the same axis of rounds."""
    span = length_span([run.tally for _, _, run in runs])
    title = say("How many games end when")
    return [lengths_of(name, run, span, of_run(title, name, runs), place) for place, name, run in runs]


def standings(runs: Runs) -> list[Curves]:
    """Describe how the seats of each run stand along the game; runs of as many players on the same axis."""
    how = say("Mean share of the position along the game, in per cent, with 95 % intervals.")
    found = []
    for _, name, run in runs:
        rows = _at_tenths(standing_rows(run.tally), name, "standing", "seat")
        seats = range(1, run.experiment.seats + 1)
        lines = [
            Line(say("seat {seat}", seat=seat), [row for row in rows if row["seat"] == seat], seat - 1)
            for seat in seats
        ]
        found.append(
            Curves(of_run(say("How the seats stand"), name, runs), how, lines, PART, POSITION, together=True)
        )
    known = [
        float(row[key])
        for one in found for line in one.lines for row in line.rows for key in ("value", "low", "high")
        if row[key] is not None
    ]  # fmt: skip
    if known and len({run.experiment.seats for _, _, run in runs}) == 1:
        up = POSITION._replace(low=min(known), high=max(known))
        return [one._replace(up=up) for one in found]
    return found


def spread(runs: Runs) -> list[Curves]:
    """Describe how winners and losers of each run stood along the game."""
    how = say("Median share of the position, and the middle eight in ten of the games as a band.")
    up = POSITION._replace(low=0.0, high=1.0)
    found = []
    for _, name, run in runs:
        rows = _at_tenths(spread_rows(run.tally), name, "standing of a {who}")
        lines = [
            Line(who, [row for row in rows if row["who"] == who], colour)
            for colour, who in enumerate((marked("winner"), marked("loser")))
        ]
        title = of_run(say("How winners and losers stand"), name, runs)
        found.append(Curves(title, how, lines, PART, up, band=say("middle eight in ten")))
    return found


def _at_tenths(rows: Iterable[Row], run: str, measure: str, *of: str) -> list[Row]:
    """Return rows by tenth with what marks them on the page."""
    return [
        {**row, "at": row["tenth"] / 10, "measure": measure.format(**row), "run": run,
         "of": " ".join(str(row[key]) for key in (*of, "tenth"))}
        for row in rows
    ]  # fmt: skip


def in_play(runs: Runs) -> Curves:
    """Describe how many players are still in the game along it, a line a run."""
    how = say("Mean number of players that are not eliminated, along the game, with 95 % intervals.")
    lines = _by_tenth(runs, lambda run: course_rows(run.tally, "in_play"))
    return Curves(say("Players still in the game"), how, lines, PART, PLAYERS)


def by_tenth(runs: Runs, name: str) -> Curves:
    """Describe a measure by tenth of the game; the axis begins at the line that is drawn, or at zero."""
    measure = measure_called(name)
    how, reference = TENTHS.get(
        name, (say("{means}; with 95 % intervals.", means=capital(translated(measure.means))), None)
    )
    lines = _by_tenth(runs, lambda run: rows_of(run.rows, name))
    values = [row["low"] for line in lines for row in line.rows if row["low"] is not None]
    up = Axis(say("share") if measure.in_hundredths else "", measure.in_hundredths)
    if measure.in_hundredths:
        up = up._replace(low=min([reference or 0.0, *values]), high=1.0)
    return Curves(measure.heading, how, lines, PART, up, reference)


def _by_tenth(runs: Runs, rows: Callable[[ReportRun], Sequence[Row]]) -> list[Line]:
    """Return a line for each run that has rows, with its name where there are several runs."""
    lines = []
    for place, name, run in runs:
        found = [{**row, "at": int(row["of"]) / 10, "run": name} for row in rows(run)]
        lines += [Line(name if len(runs) > 1 else "", found, place)] if found else []
    return lines
