"""The section on who wins: shares of seats and bots, and how the seats stand along the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.measures.measure import BOT
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.reports.figures.curves import PART, POSITION, standings
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.line_plot import line_plot
from conquestlab.reports.webpage.parts import Figure, Section, all_runs, by_seat, of_run, rows_of

MOST_COURSES = 6  # runs whose standings by seat are drawn


def winners(contents: Contents) -> Section:
    """Return the section."""
    section = Section("wins", "Who wins")
    players = list(dict.fromkeys(run.experiment.seats for run in contents.runs))
    for seats in players:
        figure = _seat_shares(contents, seats, len(players) > 1)
        if figure:
            section.figures.append(figure)
    section.figures += _bot_shares(contents)
    section.figures += _standings(contents)
    return section


def _seat_shares(contents: Contents, seats: int, several: bool) -> Figure | None:
    groups = []
    for place, (name, run) in enumerate(zip(contents.names, contents.runs, strict=True)):
        if run.experiment.seats != seats:
            continue
        entries = [
            Entry(f"seat {row['of']}", {**row, "run": name}, place, (f"{row['games']:,} decided games",))
            for row in by_seat(run.rows, "win_share")
        ]
        if entries:
            groups.append(Group(name if len(contents.runs) > 1 else "", entries))
    if not groups:
        return None
    title = "Share of the wins by seat" + (f", {seats} players" if several else "")
    how = (
        f"In per cent, with 95 % intervals that hold together for all seats of a run. "
        f"The line is the even share of {100 / seats:.3g} %. Seat 1 plays first."
    )
    return Figure(title, how, interval_plot(groups, title=title, percent=True, reference=1 / seats))


def _bot_shares(contents: Contents) -> list[Figure]:
    groups = []
    for place, (name, run) in enumerate(zip(contents.names, contents.runs, strict=True)):
        rows = [row for row in rows_of(run.rows, "win_share") if row["kind"] == BOT]
        rows.sort(key=lambda row: -row["value"])
        entries = [Entry(row["of"], {**row, "run": name}, place) for row in rows]
        if entries:
            groups.append(Group(name if len(contents.runs) > 1 else "", entries))
    if not groups:
        return []
    title = "Share of the wins by bot"
    how = "Chance to win from a seat drawn at random, in per cent, with 95 % intervals."
    even = {1 / run.experiment.seats for run in contents.runs}
    reference = even.pop() if len(even) == 1 else None
    return [Figure(title, how, interval_plot(groups, title=title, percent=True, reference=reference))]


def _ends(rows: Sequence[Mapping[str, Any]], tables: set[int]) -> tuple[float | None, float | None]:
    """Return the ends of an axis for runs of the same number of players; free ones for others."""
    known = [row[key] for row in rows for key in ("value", "low", "high") if row[key] is not None]
    return (min(known), max(known)) if len(tables) == 1 and known else (None, None)


def _standings(contents: Contents) -> list[Figure]:
    found = []
    if len(contents.runs) > MOST_COURSES:
        return []
    courses = [(name, run, standings(name, run)) for _, name, run in all_runs(contents)]
    known = [row for _, _, lines in courses for line in lines for row in line.rows]
    low, high = _ends(known, {run.experiment.seats for run in contents.runs})
    for name, run, lines in courses:
        if not any(line.has_values for line in lines):
            continue
        title = of_run(contents, "How the seats stand", name)
        how = "Mean share of the position along the game, in per cent, with 95 % intervals."
        drawing = line_plot(lines, title=title, across=PART, up=POSITION._replace(low=low, high=high))
        legend = [(seat, f"seat {seat + 1}") for seat in range(run.experiment.seats)]
        found.append(Figure(title, how, drawing, legend))
    return found
