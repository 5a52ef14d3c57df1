"""The section on whether the edge of a seat depends on who plays."""

from __future__ import annotations

from conquestlab.analysis.reporting.contents import Contents
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.parts import Figure, Section


def robustness(contents: Contents) -> Section:
    """Return the section; it is empty for a single run."""
    section = Section("robustness", "Does it depend on who plays?", short="Robustness")
    if len(contents.runs) < 2:
        return section
    order = {name: place for place, name in enumerate(contents.names)}
    for finding in dict.fromkeys(row["finding"] for row in contents.edges):
        entries = [
            Entry(
                row["run"],
                {**row, "measure": "edge", "of": finding},
                order[row["run"]],
                (f"{row['games']:,} decided games",),
            )
            for row in contents.edges
            if row["finding"] == finding
        ]
        title = f"Edge of the {finding}"
        how = "Its share of the wins less an even share, in points of a hundred, with 95 % intervals."
        drawing = interval_plot([Group("", entries)], title=title, percent=True, reference=0.0)
        section.figures.append(Figure(title, how, drawing))
    return section
