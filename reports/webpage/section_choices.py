"""The section on luck and choice: what dice and leaders, choices and waiting come to, a line for each."""

from __future__ import annotations

from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.reports.webpage.parts import Section, all_runs, row_of
from conquestlab.reports.webpage.words import Cell, Table, span_cell, text_cell

# What stands beside the title of each measure.
ROWS = {
    "decisions": "legal choices of all turns over all turns",
    "dice_luck": "correlation of winning with losing more armies than expected; below 0, bad dice lose",
    "leader_bashed": "how much oftener than by blind choice; 1 is blind",
    "kingmaking": "whose turn moved the standings most",
    "set_delay": "from the first possible exchange to the exchange",
    "conquest_share": "of all turns",
    "robbed_share": "of all cards conquered",
    "taken_over_share": "of all turns",
    "skill_share": "0 where both bots are as strong, 1 where the weak one never wins",
}


def choices(contents: Contents) -> Section:
    """Return the section, empty where no run has such a measure."""
    section = Section("choices", "Luck and choice")
    rows = []
    for measure, words in ROWS.items():
        entry = measure_called(measure)
        found = [row_of(run, name, measure) for _, name, run in all_runs(contents)]
        if any(found):
            head = Cell(text_cell(entry.heading).html, {"data_value": measure})
            rows.append([head, text_cell(words), *(span_cell(row, entry.in_hundredths) for row in found)])
    if rows:
        several = len(contents.runs) > 1
        heads = [("measure", ""), ("what it is", "")]
        heads += [(name if several else "value", "") for name in contents.names]
        section.tables.append(Table("Luck and choice", heads, rows, "choices"))
    return section
