"""How many games end in which round: a histogram for each run, with the games that were cut off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from conquestlab.analysis.errors import WrongUse
from conquestlab.reports.figures.lengths import Lengths
from conquestlab.reports.figures.style import (
    COLOURS,
    FAINT,
    INK,
    legend_below,
    new_figure,
    style,
    title_panel,
    whole_ticks,
)

MOST_PANELS = 4
MARKS: dict[str, Any] = {"half of the games are over": "-", "nine in ten are over": (0, (4, 3))}


def length_bars(runs: Sequence[Lengths], *, heading: str, subtitle: str = "") -> Figure:
    """Draw the lengths of games in rounds, a panel for each run."""
    if not any(run.rows for run in runs):
        raise WrongUse("there is nothing to draw: no game was played")
    if len(runs) > MOST_PANELS:
        raise WrongUse(f"{len(runs)} runs are too many to draw: ask for {MOST_PANELS} at most")
    with style():
        figure, axes = new_figure(
            heading, subtitle, height=4.6 if len(runs) == 1 else 2.6 * len(runs) + 0.4, panels=(len(runs), 1)
        )
        for place, (run, panel) in enumerate(zip(runs, axes, strict=True)):
            _draw_bars(panel, run, COLOURS[place % len(COLOURS)])
            for at, dash in zip(run.marks, MARKS.values(), strict=True):
                if at is not None:
                    panel.axvline(at, color=INK, linewidth=1.2, linestyle=dash)
            if len(runs) > 1:
                title_panel(panel, run.run)
        axes[-1].set_xlabel("rounds")
        handles: list[Any] = [
            Line2D([], [], color=INK, linewidth=1.2, linestyle=dash) for dash in MARKS.values()
        ]
        names = list(MARKS)
        if any(run.has_cut_off for run in runs):
            handles.append(Patch(facecolor=FAINT, hatch="///"))
            names.append("cut off at the cap")
        legend_below(figure, handles, names)
    return figure


def _draw_bars(axes: Axes, lengths: Lengths, colour: str) -> None:
    rows, wide, is_open = lengths.rows, lengths.wide, lengths.is_open
    places = [row["first"] + (wide - 1) / 2 for row in rows]
    finished = [row["finished"] for row in rows]
    axes.bar(places, finished, width=0.9 * wide, color=colour, linewidth=0)
    cut_off = [row["cut_off"] for row in rows]
    if any(cut_off):
        axes.bar(places, cut_off, width=0.9 * wide, bottom=finished, color=FAINT, hatch="///", linewidth=0)
    axes.set_xlim(rows[0]["first"] - 0.7 * wide, rows[-1]["first"] + 1.1 * wide)
    ticks = whole_ticks(rows[0]["first"], rows[-1]["first"] - is_open * wide, 16)
    labels = [str(at) for at in ticks]
    if is_open:  # the last bar takes all longer games together
        ticks.append(places[-1])
        labels.append("more")
    axes.set_xticks(ticks, labels=labels)
    axes.set_ylabel("games")
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)
