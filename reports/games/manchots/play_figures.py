"""The figure of `conquest play` that only Manchots Barjots has: what each zone brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.analysis.games.manchots.names import ZONE_NAMES
from conquestlab.analysis.language import marked, say
from conquestlab.reports.figures.play_figures import Runs, about, who_played
from conquestlab.reports.games.pages import OwnFigure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SAMPLE = 400  # games told event by event to count what zones bring
SOURCES = {
    "majority_points": marked("with a majority"),
    "single_points": marked("with cards there, but no majority"),
}


def _zone_points(runs: Runs) -> Figure:
    from conquestlab.analysis.reporting.samples import sample_rows, sample_size
    from conquestlab.reports.figures.interval_figures import bars_with_intervals

    (run,) = runs
    size = sample_size(run.experiment, SAMPLE, run.games)
    bars = [
        {**row, "of": ZONE_NAMES[row["of"]], "source": SOURCES[row["measure"]]}
        for row in sample_rows(run.experiment, size)
        if row["measure"] in SOURCES and row["value"] is not None
    ]
    return bars_with_intervals(
        bars,
        heading=about(runs, "what a zone brings"),
        subtitle=say(
            "Points of a player, in the first {size} games, told event by event. {who_played}",
            size=size,
            who_played=who_played(runs),
        ),
        labels=(say("zone"), say("points")),
        by="source",
    )


FIGURES = {"zone_points": OwnFigure(_zone_points, of_one=True)}
