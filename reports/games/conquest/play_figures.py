"""The figures of `conquest play` that only games on a map have: continents, and how lands fare."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from conquestlab.analysis.games.conquest.land_sample import SHARES
from conquestlab.reports.figures.play_figures import Runs, about, counted, who_played
from conquestlab.reports.games.pages import OwnFigure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SAMPLE = 400  # games told event by event to count lands
LAND_MEASURES = {
    "battles": "attacks on the land, a game",
    "taken": "conquests of the land, a game",
    "kept": "owners after a round who still own it after the next",
    "half_time_wins": "owners at half-time who win the game",
}


def _continents(runs: Runs) -> Figure:
    from conquestlab.reports.games.conquest.world_figure import continent_map

    book = runs[0].experiment.rulebook
    return continent_map(
        book.map, book.continent_bonus, heading=f"{book.label}: the world",
        subtitle="Armies a turn for the owner of a continent. Lines are borders, dashed across water.",
    )  # fmt: skip


def _lands(measure: str) -> Callable[[Runs], Figure]:
    def draw(runs: Runs) -> Figure:
        from conquestlab.analysis.reporting.samples import sample_rows, sample_size
        from conquestlab.reports.games.conquest.world_figure import world_map

        (run,) = runs
        size = sample_size(run.experiment, SAMPLE, run.games)
        rows = {row["of"]: row for row in sample_rows(run.experiment, size) if row["measure"] == measure}
        words = LAND_MEASURES[measure]
        halves = sorted((row["high"] - row["low"]) / 2 for row in rows.values() if row["low"] is not None)
        subtitle = f"Counted in the first {size} games, told event by event. {who_played(runs)}"
        if halves:
            percent = measure in SHARES
            widest = f"{100 * halves[-1]:.2g} points" if percent else f"{halves[-1]:.2g}"
            subtitle += f". 95 % intervals reach up to {widest} up and down."
        return world_map(
            run.experiment.rulebook.map, rows, heading=about(runs, words), subtitle=subtitle, label=words,
            percent=measure in SHARES,
        )  # fmt: skip

    return draw


FIGURES = {
    "continents": OwnFigure(_continents, of_one=True),
    "continent_held": OwnFigure(
        counted("continent_held", "continents held", "Rounds that begin with one owner of all of it"),
        of_course=True,
    ),
    **{measure: OwnFigure(_lands(measure), of_one=True) for measure in LAND_MEASURES},
}
