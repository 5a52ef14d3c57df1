"""The section on luck and choice: what dice and leaders, choices and waiting come to, a line for each."""

from __future__ import annotations

from conquestlab.analysis.reporting.contents import Contents
from conquestlab.reports.webpage.parts import Section, all_runs, row_of
from conquestlab.reports.webpage.words import Cell, Table, span_cell, text_cell

ROWS = {
    "decisions": ("Choices a turn", "legal choices of all turns over all turns", False),
    "dice_luck": ("Dice and winning", "correlation of winning with losing more armies than expected; below "
                  "0, bad dice lose", False),
    "leader_bashed": ("Attacks on the leader", "how much oftener than by blind choice; 1 is blind", False),
    "kingmaking": ("Games turned by a player who does not win", "whose turn moved the standings most", True),
    "set_delay": ("Rounds that a set is kept", "from the first possible exchange to the exchange", False),
    "conquest_share": ("Turns that conquer a card", "of all turns", True),
    "robbed_share": ("Conquests out of another hand", "of all cards conquered", True),
    "taken_over_share": ("Turns that go on with the attack before", "of all turns", True),
    "skill_share": ("What playing well is worth", "0 where both bots are as strong, 1 where the weak one "
                    "never wins", True),
}  # fmt: skip


def choices(contents: Contents) -> Section:
    """Return the section, empty where no run has such a measure."""
    section = Section("choices", "Luck and choice")
    rows = []
    for measure, (title, words, percent) in ROWS.items():
        found = [row_of(run, name, measure) for _, name, run in all_runs(contents)]
        if any(found):
            head = Cell(text_cell(title).html, {"data_value": measure})
            rows.append([head, text_cell(words), *(span_cell(row, percent) for row in found)])
    if rows:
        several = len(contents.runs) > 1
        heads = [("measure", ""), ("what it is", "")]
        heads += [(name if several else "value", "") for name in contents.names]
        section.tables.append(Table("Luck and choice", heads, rows, "choices"))
    return section
