"""How many games end in which round: a histogram for each run, with the games that were cut off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from conquestlab.analysis.errors import WrongUse
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

Rows = Sequence[Mapping[str, Any]]
MOST_PANELS = 4
MARKS: dict[str, Any] = {"half of the games are over": "-", "nine in ten are over": (0, (4, 3))}


def length_bars(
    runs: Sequence[tuple[str, Rows, Sequence[float | None]]], *, heading: str, subtitle: str = ""
) -> Figure:
    """Draw the lengths of games in rounds.

    Parameters
    ----------
    runs
        Of each run its name, its rows (`first`, `last`, `finished`, `cut_off`), and the rounds in which half
        of the games and nine in ten are over, None where that is not known.
    heading, subtitle
        The question; how to read it.

    Returns
    -------
    matplotlib.figure.Figure
    """
    if not any(rows for _, rows, _ in runs):
        raise WrongUse("there is nothing to draw: no game was played")
    if len(runs) > MOST_PANELS:
        raise WrongUse(f"{len(runs)} runs are too many to draw: ask for {MOST_PANELS} at most")
    with style():
        figure, axes = new_figure(
            heading, subtitle, height=4.6 if len(runs) == 1 else 2.6 * len(runs) + 0.4, panels=(len(runs), 1)
        )
        for place, ((name, rows, marked), panel) in enumerate(zip(runs, axes, strict=True)):
            _draw_bars(panel, rows, COLOURS[place % len(COLOURS)])
            for at, dash in zip(marked, MARKS.values(), strict=True):
                if at is not None:
                    panel.axvline(at, color=INK, linewidth=1.2, linestyle=dash)
            if len(runs) > 1:
                title_panel(panel, name)
        axes[-1].set_xlabel("rounds")
        handles: list[Any] = [
            Line2D([], [], color=INK, linewidth=1.2, linestyle=dash) for dash in MARKS.values()
        ]
        names = list(MARKS)
        if any(row["cut_off"] for _, rows, _ in runs for row in rows):
            handles.append(Patch(facecolor=FAINT, hatch="///"))
            names.append("cut off at the cap")
        legend_below(figure, handles, names)
    return figure


def _draw_bars(axes: Axes, rows: Rows, colour: str) -> None:
    wide = rows[0]["last"] - rows[0]["first"] + 1
    places = [row["first"] + (wide - 1) / 2 for row in rows]
    finished = [row["finished"] for row in rows]
    axes.bar(places, finished, width=0.9 * wide, color=colour, linewidth=0)
    cut_off = [row["cut_off"] for row in rows]
    if any(cut_off):
        axes.bar(places, cut_off, width=0.9 * wide, bottom=finished, color=FAINT, hatch="///", linewidth=0)
    is_open = rows[-1]["last"] - rows[-1]["first"] + 1 > wide
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
