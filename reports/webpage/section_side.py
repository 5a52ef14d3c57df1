"""The table that sets several runs side by side: a line for each, the numbers that are asked for first."""

from __future__ import annotations

from conquestlab.analysis.language import marked, say
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.reports.webpage.html import Cell, Table, span_cell, text_cell
from conquestlab.reports.webpage.parts import all_runs, by_seat, row_of, rows_of

# The heads are shorter than the titles of the measures: each has a narrow column.
COLUMNS = {
    "rounds": ("rounds", marked("mean length")),
    "minutes": ("minutes", marked("mean length at the table")),
    "rounds_p90": (marked("nine in ten within"), "rounds"),
    "unfinished_share": (marked("cut off"), marked("games that reached the cap on rounds")),
    "comeback_share": (
        marked("half-time lead lost"),
        marked("games won by another than the leader at half-time"),
    ),
    "decided_at": (marked("led for good after"), marked("part of the game")),
    "lead_changes": (marked("changes of the leader"), marked("a game")),
    "downtime": (marked("spent watching"), marked("share of the table's time, by players who are out")),
}


def ten_numbers(contents: Contents) -> list[tuple[str, str, Cell]]:
    """Return the numbers of a single run that are asked for first: what each is, its unit, and its value."""
    if len(contents.runs) != 1:
        return []
    ((_, name, run),) = all_runs(contents)
    shares = [{**row, "run": name} for row in by_seat(run.rows, "win_share")]
    found = []
    if shares:
        found.append((say("first seat wins"), say("share of the wins"), span_cell(shares[0], True)))
        found.append((say("last seat wins"), say("share of the wins"), span_cell(shares[-1], True)))
    for measure, (label, hint) in COLUMNS.items():
        row = row_of(run, name, measure)
        if row is not None:
            found.append((label, hint, span_cell(row, COMMON[measure].in_hundredths)))
    return found


def side_by_side(contents: Contents) -> Table | None:
    """Return the table; None for a single run."""
    if len(contents.runs) < 2:
        return None
    kept = [measure for measure in COLUMNS if any(rows_of(run.rows, measure) for run in contents.runs)]
    cells = []
    for _, name, run in all_runs(contents):
        shares = [{**row, "run": name} for row in by_seat(run.rows, "win_share")]
        ends = [shares[0], shares[-1]] if shares else [None, None]
        found = [span_cell(row, True) for row in ends]
        found += [span_cell(row_of(run, name, measure), COMMON[measure].in_hundredths) for measure in kept]
        cells.append([text_cell(name), *found])
    heads = [
        (marked("run"), ""),
        (say("first seat wins"), say("share of the wins")),
        (say("last seat wins"), say("share of the wins")),
    ]
    heads += [COLUMNS[measure] for measure in kept]
    return Table(say("Side by side"), heads, cells, "side")
