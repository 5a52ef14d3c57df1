"""The section on luck and choice: what dice and leaders, choices and waiting come to, a line for each."""

from __future__ import annotations

from conquestlab.analysis.language import marked, say
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.reports.webpage.html import Cell, Table, span_cell, text_cell
from conquestlab.reports.webpage.parts import Section, all_runs, row_of

SHOWN = (
    "decisions",
    "dice_luck",
    "leader_bashed",
    "kingmaking",
    "set_delay",
    "conquest_share",
    "robbed_share",
    "taken_over_share",
    "skill_gap",
)


def choices(contents: Contents) -> Section:
    """Return the section, empty where no run has such a measure."""
    section = Section("choices", say("Luck and choice"))
    rows = []
    for measure in SHOWN:
        entry = measure_called(measure)
        found = [row_of(run, name, measure) for _, name, run in all_runs(contents)]
        if any(found):
            head = Cell(text_cell(entry.heading).html, {"data_value": measure})
            rows.append(
                [head, text_cell(entry.means), *(span_cell(row, entry.in_hundredths) for row in found)]
            )
    if rows:
        several = len(contents.runs) > 1
        heads = [(marked("measure"), ""), (marked("what it is"), "")]
        heads += [(name if several else marked("value"), "") for name in contents.names]
        section.tables.append(Table(say("Luck and choice"), heads, rows, "choices"))
    return section
