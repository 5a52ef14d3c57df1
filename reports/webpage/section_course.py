"""The sections on the course of the games: how long they last, who leads, who falls."""

from __future__ import annotations

from conquestlab.analysis.language import say, translated
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.measures.measure import Measure
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.sentences import capital
from conquestlab.reports.figures import run_figures
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import Section, all_runs

MOST_PICTURES = 6  # runs with a picture of their own
MOVES = ("drama", "lead_changes")


def course(contents: Contents) -> Section:
    """Return the section on the length of the games, on who leads and whether the leader wins."""
    runs = all_runs(contents)
    several = len(runs) > 1
    section = Section("course", say("How it goes"))
    if several:
        section.figures += painted(
            [run_figures.across_runs(runs, "rounds", capital(translated(COMMON["rounds"].means)))]
        )
    if len(runs) <= MOST_PICTURES:
        section.figures += painted([*run_figures.lengths(runs), *run_figures.spread(runs)])
    section.figures += painted([run_figures.by_tenth(runs, "snowball_auc")])
    if several:
        titles = {name: COMMON[name].heading for name in run_figures.LEADS}
        titles |= {name: _said(COMMON[name]) for name in MOVES}
        section.figures += painted(
            [run_figures.across_runs(runs, name, title) for name, title in titles.items()]
        )
    else:
        section.figures += painted(run_figures.leads(runs))
    return section


def eliminations(contents: Contents) -> Section:
    """Return the section on who falls, empty where nobody can."""
    runs = all_runs(contents)
    section = Section("eliminations", say("Who falls, and when"), short=say("Who falls"))
    section.figures = painted([run_figures.in_play(runs)])
    if section.figures:
        title, how = say("Eliminations made, by seat"), say("Mean number a game, with 95 % intervals.")
        kills = run_figures.of_measure(runs, "kills", title, how)
        section.figures += painted([run_figures.eliminated(runs), kills])
    return section


def _said(measure: Measure) -> str:
    """Return the title of a measure with what it means, where that does not begin with it."""
    heading, means = translated(measure.heading), translated(measure.means)
    return capital(means) if capital(means).startswith(heading) else f"{heading}: {means}"
