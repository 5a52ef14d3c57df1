"""The figures of `conquest play` that only games on a map have: continents, and how lands fare."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from conquestlab.analysis.language import marked, numerals, say
from conquestlab.reports.figures.play_figures import Runs, about, counted, who_played
from conquestlab.reports.games.conquest.world_layers import LAND_MEASURES, land_layer
from conquestlab.reports.games.pages import OwnFigure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SAMPLE = 400  # games told event by event to count lands


def _continents(runs: Runs) -> Figure:
    from conquestlab.reports.games.conquest.world_figure import continent_map

    book = runs[0].experiment.rulebook
    return continent_map(
        book.map, book.continent_bonus, heading=say("{label}: the world", label=book.label),
        subtitle=say("Armies a turn for the owner of a continent. Lines are borders, dashed across water."),
    )  # fmt: skip


def _lands(measure: str) -> Callable[[Runs], Figure]:
    def draw(runs: Runs) -> Figure:
        from conquestlab.analysis.reporting.samples import sample_rows, sample_size
        from conquestlab.reports.games.conquest.world_figure import world_map

        (run,) = runs
        size = sample_size(run.experiment, SAMPLE, run.games)
        words = LAND_MEASURES[measure].heading
        layer = land_layer(measure, sample_rows(run.experiment, size), words)
        halves = [(row["high"] - row["low"]) / 2 for row in layer.rows.values() if row["low"] is not None]
        subtitle = say(
            "Counted in the first {size} games, told event by event. {who_played}",
            size=size,
            who_played=who_played(runs),
        )
        if halves:
            widest = (
                say("{halves} points", halves=numerals(f"{100 * max(halves):.2g}"))
                if layer.percent
                else f"{max(halves):.2g}"
            )
            subtitle += say(". 95 % intervals reach up to {widest} up and down.", widest=widest)
        world = run.experiment.rulebook.map
        return world_map(world, layer, heading=about(runs, words), subtitle=subtitle)

    return draw


FIGURES = {
    "continents": OwnFigure(_continents, of_one=True),
    "continent_held": OwnFigure(
        counted(
            "continent_held",
            marked("continents held"),
            marked("Rounds that begin with one owner of all of it"),
        ),
        of_course=True,
    ),
    **{measure: OwnFigure(_lands(measure), of_one=True) for measure in LAND_MEASURES},
}
