"""The sections on the course of the games: how long they last, who leads, who falls."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import Measure
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.course_quantities import (
    course_rows,
    length_span,
)
from conquestlab.analysis.reporting.sentences import capital
from conquestlab.reports.figures.curves import PART, PLAYERS, POSITION, Axis, Line, by_tenth, in_play, spread
from conquestlab.reports.figures.lengths import Lengths, lengths_of
from conquestlab.reports.webpage.bar_plot import length_plot
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.line_plot import line_plot
from conquestlab.reports.webpage.parts import (
    Figure,
    Named,
    Section,
    all_runs,
    by_seat,
    in_panels,
    named_runs,
    of_run,
    rows_of,
)

MOST_PICTURES = 6  # runs with a picture of their own
LINES = 4  # in one panel
LEADS = ("comeback_share", "winner_led", "decided_at")
MOVES = ("drama", "lead_changes", "surprise")


def course(contents: Contents) -> Section:
    """Return the section on the length of the games, on who leads and whether the leader wins."""
    section = Section("course", "How it goes")
    several = len(contents.runs) > 1
    if several:
        figure = _across_runs(contents, "rounds", capital(COMMON["rounds"].means))
        section.figures += [figure] if figure else []
    if len(contents.runs) <= MOST_PICTURES:
        section.figures += _lengths(contents)
        section.figures += [figure for one in all_runs(contents) if (figure := _spread(contents, one))]
    section.figures += _curves(
        contents, "snowball_auc",
        "Chance that the winner stands higher than a loser, any two games; 50 % says nothing, 100 % all.",
        0.5,
    )  # fmt: skip
    section.figures += _curves(
        contents, "uncertainty",
        "100 % where all stand alike, 0 % where one has everything; with 95 % intervals.", None,
    )  # fmt: skip
    if several:
        figures = [_across_runs(contents, name, COMMON[name].heading) for name in LEADS]
        figures += [_across_runs(contents, name, _said(COMMON[name])) for name in MOVES]
        section.figures += [figure for figure in figures if figure]
    else:
        section.figures += _leads(contents)
    return section


def eliminations(contents: Contents) -> Section:
    """Return the section on who falls, empty where nobody can."""
    section = Section("eliminations", "Who falls, and when", short="Who falls")
    lines = [line for line in in_play(named_runs(contents)) if line.has_values]
    for panel in in_panels(lines, LINES):
        title = "Players still in the game"
        how = "Mean number of players that are not eliminated, along the game, with 95 % intervals."
        drawing = line_plot(panel, title=title, across=PART, up=PLAYERS)
        section.figures.append(Figure(title, how, drawing, _legend(contents, panel)))
    for source, title in (("eliminated", "Eliminated, by seat"), ("kills", "Eliminations made, by seat")):
        groups = []
        for place, name, run in all_runs(contents):
            found = course_rows(run.tally, source) if source == "eliminated" else run.rows
            entries = [
                Entry(f"seat {row['of']}", {**row, "run": name}, place) for row in by_seat(found, source)
            ]
            if entries:
                groups.append(Group(name if len(contents.runs) > 1 else "", entries))
        if groups and lines:
            percent = source == "eliminated"
            how = "Share of the finished games, in per cent" if percent else "Mean number a game"
            drawing = interval_plot(groups, title=title, percent=percent)
            section.figures.append(Figure(title, f"{how}, with 95 % intervals.", drawing))
    return section


def _legend(contents: Contents, lines: Sequence[Line]) -> list[tuple[int, str]]:
    return [(line.colour, line.name) for line in lines] if len(contents.runs) > 1 else []


def _said(measure: Measure) -> str:
    """Return the title of a measure with what it means, where that does not begin with it."""
    means = capital(measure.means)
    return means if means.startswith(measure.heading) else f"{measure.heading}: {measure.means}"


def _across_runs(contents: Contents, measure: str, title: str) -> Figure | None:
    entries = [
        Entry(name, {**row, "run": name}, place)
        for place, name, run in all_runs(contents)
        for row in rows_of(run.rows, measure)
    ]
    if not entries:
        return None
    percent = COMMON[measure].in_hundredths
    how = f"{'In per cent, w' if percent else 'W'}ith 95 % intervals."
    drawing = interval_plot([Group("", entries)], title=title, percent=percent)
    return Figure(title, how, drawing)


def _lengths(contents: Contents) -> list[Figure]:
    """Draw the histograms of lengths, all on the same axes."""
    span = length_span([run.tally for run in contents.runs])
    drawn = [(place, lengths_of(name, run, span)) for place, name, run in all_runs(contents)]
    drawn = [(place, lengths) for place, lengths in drawn if lengths.rows]
    highest = 0
    if len({lengths.games for _, lengths in drawn}) == 1:
        highest = max(lengths.highest for _, lengths in drawn)
    return [_length(contents, lengths, place, highest) for place, lengths in drawn]


def _length(contents: Contents, lengths: Lengths, colour: int, highest: int) -> Figure:
    title = of_run(contents, "How many games end when", lengths.run)
    how = f"Games of this run by their length in rounds: {lengths.games:,} in all."
    if lengths.has_cut_off:
        how += " Grey: cut off at the cap."
    return Figure(title, how, length_plot(lengths, title=title, colour=colour, highest=highest))


def _spread(contents: Contents, named: Named) -> Figure | None:
    _, name, run = named
    lines = spread(name, run)
    if not any(line.has_values for line in lines):
        return None
    title = of_run(contents, "How winners and losers stand", name)
    how = "Median share of the position, and the middle eight in ten of the games as a band."
    up = POSITION._replace(low=0.0, high=1.0)
    drawing = line_plot(lines, title=title, across=PART, up=up, band="middle eight in ten")
    return Figure(title, how, drawing, [(0, "winner"), (1, "loser")])


def _curves(contents: Contents, measure: str, how: str, reference: float | None) -> list[Figure]:
    """Draw a measure by tenth; the axis begins at the reference, or at zero."""
    title = COMMON[measure].heading
    lines = by_tenth(named_runs(contents), measure)
    return [
        Figure(
            title,
            how,
            line_plot(
                panel,
                title=title,
                across=PART,
                up=Axis("share", True, _floor(panel, reference), 1.0),
                reference=reference,
            ),
            _legend(contents, panel),
        )
        for panel in in_panels(lines, LINES)
    ]


def _floor(lines: Sequence[Line], reference: float | None) -> float:
    values = [row["low"] for line in lines for row in line.rows if row["low"] is not None]
    return min([reference or 0.0, *values])


def _leads(contents: Contents) -> list[Figure]:
    found = []
    for place, name, run in all_runs(contents):
        entries = [
            Entry(
                COMMON[measure].heading[0].lower() + COMMON[measure].heading[1:], {**row, "run": name}, place
            )
            for measure in LEADS
            for row in rows_of(run.rows, measure)
        ]
        if entries:
            title = "Whether the leader wins"
            drawing = interval_plot([Group("", entries)], title=title, percent=True, from_zero=True)
            found.append(Figure(title, "In per cent of the games or rounds, with 95 % intervals.", drawing))
    return found
