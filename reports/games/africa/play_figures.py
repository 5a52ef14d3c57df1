"""The figures of `conquest play` that only Africa 1880 has: its territories on a drawn map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from conquestlab.analysis.language import numerals, say
from conquestlab.reports.figures.play_figures import Runs, about, who_played
from conquestlab.reports.games.africa.map_layers import TERRITORY_MEASURES, territory_layers
from conquestlab.reports.games.pages import OwnFigure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SAMPLE = 400  # games told event by event to count territories


def _territories(measure: str) -> Callable[[Runs], Figure]:
    def draw(runs: Runs) -> Figure:
        from conquestlab.analysis.errors import Failed
        from conquestlab.analysis.reporting.samples import sample_rows, sample_size
        from conquestlab.reports.games.africa.map_figure import africa_map

        (run,) = runs
        size = sample_size(run.experiment, SAMPLE, run.games)
        (layers,) = territory_layers([sample_rows(run.experiment, size)], [""])
        layer = next((one for one in layers if one.name == measure), None)
        if layer is None:
            raise Failed(f"--figure {measure}: in {size} games there was nothing to count; play more")
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
            subtitle += say(". 95 % intervals reach up to {widest} up and down", widest=widest)
        world = run.experiment.rulebook.map
        return africa_map(world, layer, heading=about(runs, layer.words), subtitle=subtitle)

    return draw


FIGURES = {measure: OwnFigure(_territories(measure), of_one=True) for measure in TERRITORY_MEASURES}
