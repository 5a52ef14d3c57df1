"""The section on whether the edge of a seat depends on who plays."""

from __future__ import annotations

from conquestlab.analysis.language import say
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.reports.figures.run_figures import edges
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import Section


def robustness(contents: Contents) -> Section:
    """Return the section; it is empty for a single run."""
    found = painted(edges(contents.edges, contents.names)) if len(contents.runs) > 1 else []
    return Section("robustness", say("Does it depend on who plays?"), figures=found, short=say("Robustness"))
