"""The section on win chances: how open the games are, how they are settled, and whether the chances hold."""

from __future__ import annotations

from conquestlab.analysis.language import say
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.reports.figures import chance_figures, run_figures
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import Section, all_runs

BY_TENTH = ("openness", "runaway")


def chances(contents: Contents) -> Section:
    """Return the section, empty where no positions were noted."""
    runs = all_runs(contents)
    section = Section("chances", say("Win chances"))
    section.figures += painted([run_figures.by_tenth(runs, name) for name in BY_TENTH])
    section.figures += painted([chance_figures.after_rounds(runs), chance_figures.moments(runs)])
    section.figures += painted(chance_figures.plain(runs))
    section.figures += painted([chance_figures.calibration(runs)])
    return section
