"""The section on who wins: shares of seats and bots, and how the seats stand along the game."""

from __future__ import annotations

from conquestlab.analysis.language import say
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.reports.figures.run_figures import standings, wins_by_bot, wins_by_seat
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import Section, all_runs

MOST_COURSES = 6  # runs whose standings by seat are drawn


def winners(contents: Contents) -> Section:
    """Return the section."""
    runs = all_runs(contents)
    courses = standings(runs) if len(runs) <= MOST_COURSES else []
    return Section(
        "wins", say("Who wins"), figures=painted([*wins_by_seat(runs), *wins_by_bot(runs), *courses])
    )
