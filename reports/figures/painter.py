"""Described figures painted by matplotlib, a panel for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import say
from conquestlab.reports.figures.described import Curves, Group, HeatMap, Intervals, Line
from conquestlab.reports.figures.heat_maps import painted_maps
from conquestlab.reports.figures.lengths import Lengths
from conquestlab.reports.figures.style import (
    COLOURS,
    DASHES,
    FAINT,
    INK,
    MARKERS,
    PAPER,
    legend_below,
    new_figure,
    style,
    title_panel,
    whole_ticks,
)

Shown = Intervals | Curves | Lengths | HeatMap

MOST_LENGTHS = 4
MOST_PLACES = 12  # of a curve, each with its tick
MOST_MARKS = 25  # places of a curve that has them
DASHED: Any = (0, (4, 3))
_HATCHES = ("", "///", "...", "xxx")
_LINE, _FRAME = 0.12, 0.8  # inches of a line beside its numbers, and of the axis
_A_NUMBER, _A_BARE_NUMBER = 0.17, 0.11  # inches of a number, and of one whose text is left away
_ARROW = 0.06  # of the width of the panel, beyond a bound


def painted(shown: Sequence[Shown], heading: str, subtitle: str = "", *, beside: bool = False) -> Figure:
    """Paint described figures, one panel below the other.

    Parameters
    ----------
    shown
        Those with nothing in them are left out.
    heading, subtitle
        What is answered, and for which rulebook; how to read it.
    beside
        The panels stand side by side, each named by its axis. Heat maps always do, and stand alone.
    """
    shown = [one for one in shown if not one.is_empty]
    if not shown:
        raise WrongUse("there is nothing to draw; ask for a measure that this game has")
    if sum(isinstance(one, Lengths) for one in shown) > MOST_LENGTHS:
        raise WrongUse(f"{len(shown)} runs are too many to draw: ask for {MOST_LENGTHS} at most")
    maps = [one for one in shown if isinstance(one, HeatMap)]
    if maps:
        return painted_maps(maps, heading, subtitle)
    heights = [_height(one, len(shown), not beside) for one in shown]
    named = len(shown) > 1 and not beside
    with style():
        figure, axes = new_figure(
            heading,
            subtitle,
            height=max(2.2, (max if beside else sum)(heights) + 0.35 * named * len(shown) + 0.3),
            panels=(1, len(shown)) if beside else (len(shown), 1),
        )
        if named:
            grid = axes[0].get_gridspec()
            assert grid is not None
            grid.set_height_ratios(heights)
        for one, panel in zip(shown, axes, strict=True):
            if isinstance(one, Intervals):
                draw_intervals(panel, one, with_texts=not beside)
            elif isinstance(one, Curves):
                draw_curves(panel, one)
            elif isinstance(one, Lengths):
                _draw_lengths(panel, one)
            if named:
                title_panel(panel, one.title)
        if named and len({one.axis for one in shown if isinstance(one, Intervals)}) == 1:
            lows, highs = zip(*(panel.get_xlim() for panel in axes), strict=True)
            for panel in axes:
                panel.set_xlim(min(lows), max(highs))
        explain(figure, axes)
    return figure


def explain(figure: Figure, axes: Sequence[Axes]) -> None:
    """Explain, below the panels, the series that are named in any of them."""
    found: dict[str, Any] = {}
    for panel in axes:
        handles, names = panel.get_legend_handles_labels()
        found |= {name: handle for name, handle in zip(names, handles, strict=True) if name not in found}
    if found:
        legend_below(figure, list(found.values()), list(found))


def interval_height(one: Intervals, with_texts: bool = True) -> float:
    """Return the height of a panel of numbers in inches."""
    names = {entry.label for group in one.groups for entry in group.entries}
    number = _A_NUMBER if with_texts else _A_BARE_NUMBER
    return len(names) * (_LINE + number * max(1.2, len(one.groups))) + _FRAME


def _height(one: Shown, panels: int, with_texts: bool) -> float:
    if isinstance(one, Intervals):
        return interval_height(one, with_texts)
    return 4.2 if panels == 1 else 2.5


def draw_intervals(axes: Axes, one: Intervals, with_texts: bool = True) -> None:
    """Draw numbers as bars, or as points where they have signs: a line a thing, a colour a group."""
    names = list(dict.fromkeys(entry.label for group in one.groups for entry in group.entries))
    step = 0.8 / len(one.groups)
    placed = [
        (group, np.array([names.index(entry.label) for entry in group.entries])
         + (place - (len(one.groups) - 1) / 2) * step)
        for place, group in enumerate(one.groups)
    ]  # fmt: skip
    for place, (group, at) in enumerate(placed):
        _draw_group(axes, one, group, at, 0.92 * step, place if len(one.groups) > 1 else None)
    for place, (group, at) in enumerate(placed):
        _draw_bounds(axes, one, group, at, place)
        for text, y in zip(group.texts(one.axis.percent) if with_texts else (), at, strict=with_texts):
            axes.annotate(
                text, (1, y), (6, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
                size=9, va="center_baseline",
            )  # fmt: skip
    axes.axvline(0, color=FAINT, linewidth=0.8, zorder=1)
    if one.reference:
        axes.axvline(one.axis.times * one.reference, color=INK, linewidth=1.2, linestyle=DASHED)
    axes.set_xlabel(one.axis.heading)
    axes.set_yticks(range(len(names)), labels=names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    axes.spines[:].set_visible(False)


def _draw_group(
    axes: Axes, one: Intervals, group: Group, at: np.ndarray, thick: float, place: int | None
) -> None:
    """Draw the numbers of a group; a group among others has a mark or hatching of its own, and a name."""
    found = [[entry.row.get(key) for key in ("value", "low", "high")] for entry in group.entries]
    values, lows, highs = one.axis.times * np.array(found, dtype=float).T
    number = group.entries[0].colour if place is None else place
    colours = [COLOURS[(entry.colour if place is None else place) % len(COLOURS)] for entry in group.entries]
    known = ~np.isnan(lows + highs)
    look: dict[str, Any] = {"label": group.heading or None, "zorder": 2}
    if one.reference == 0.0:
        found_out = [entry.row.get("finding", True) for entry in group.entries]
        faces = [colour if filled else PAPER for colour, filled in zip(colours, found_out, strict=True)]
        marker = MARKERS[(number + number // len(COLOURS)) % len(MARKERS)]
        axes.scatter(values, at, s=28, marker=marker, facecolors=faces, edgecolors=colours, **look)
        ink: Any = np.array(colours)[known]
    else:
        hatch = _HATCHES[number // len(COLOURS) % len(_HATCHES)]
        there = ~np.isnan(values)
        bars = np.array(colours)[there].tolist()
        axes.barh(at[there], values[there], height=thick, color=bars, linewidth=0, hatch=hatch, **look)
        ink = INK
    if known.any():
        axes.hlines(
            at[known], lows[known], highs[known], colors=ink, linewidth=1.4, zorder=1 + 2 * (ink is INK)
        )


def _draw_bounds(axes: Axes, one: Intervals, group: Group, at: np.ndarray, place: int) -> None:
    """Draw an arrow for a number of which only a bound is known."""
    left, right = axes.get_xlim()
    for entry, y in zip(group.entries, at.tolist(), strict=True):
        for key, way in (("low", 1), ("high", -1)):
            bound = entry.row.get(key)
            if entry.row.get("value") is not None or bound is None:
                continue
            bound *= one.axis.times
            tip, colour = bound + way * _ARROW * max(right - left, 1.0), COLOURS[place % len(COLOURS)]
            arrow = {"arrowstyle": "->", "linewidth": 2, "shrinkA": 0, "shrinkB": 0, "color": colour}
            axes.annotate("", (tip, y), (bound, y), arrowprops=arrow)
            axes.plot([bound, tip], [y, y], "|", markersize=8, markevery=[0], color=colour)


def draw_curves(axes: Axes, one: Curves) -> None:
    """Draw lines with their bands."""
    across = sorted({row["at"] for line in one.lines for row in line.rows})
    shown = one.across.times * np.array(across, dtype=float)
    for line in one.lines:
        _draw_line(axes, line, across, shown, one.up.times)
    if np.all(shown == np.round(shown)):
        few = len(shown) <= MOST_PLACES
        axes.set_xticks(shown if few else whole_ticks(int(shown[0]), int(shown[-1]), MOST_PLACES))
    for end in (one.up.low, one.up.high):
        if end is not None:
            axes.update_datalim([(shown[0], one.up.times * end)])
    axes.autoscale_view()
    axes.set_xlabel(one.across.heading)
    axes.set_ylabel(one.up.heading)
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)
    if one.reference is not None:
        axes.axhline(one.up.times * one.reference, color=FAINT, linewidth=1.2, linestyle=DASHED)


def _draw_line(axes: Axes, line: Line, across: list[float], shown: np.ndarray, times: float) -> None:
    rows = {row["at"]: [row["value"], row.get("low"), row.get("high")] for row in line.rows}
    value, low, high = times * np.array([rows.get(at, [None] * 3) for at in across], dtype=float).T
    colour = COLOURS[line.colour % len(COLOURS)]
    axes.fill_between(shown, low, high, color=colour, alpha=0.22, linewidth=0)
    there = np.concatenate([[False], ~np.isnan(value), [False]])
    alone = there[1:-1] & ~there[:-2] & ~there[2:]  # a band around these has no width
    axes.vlines(shown, low, high, color=colour, alpha=np.where(alone, 1.0, 0.0), linewidth=1.4)
    axes.plot(
        shown, value, color=colour, linestyle=DASHES[line.colour % len(DASHES)], markersize=5,
        marker=MARKERS[line.colour % len(MARKERS)] if len(across) <= MOST_MARKS else None,
        label=line.name or None,
    )  # fmt: skip


def _draw_lengths(axes: Axes, one: Lengths) -> None:
    rows, wide = one.rows, one.wide
    places = [row["first"] + (wide - 1) / 2 for row in rows]
    finished = [row["finished"] for row in rows]
    axes.bar(places, finished, width=0.9 * wide, color=COLOURS[one.colour % len(COLOURS)], linewidth=0)
    if one.has_cut_off:
        look: dict[str, Any] = {
            "color": FAINT,
            "hatch": "///",
            "linewidth": 0,
            "label": say("cut off at the cap"),
        }
        axes.bar(places, [row["cut_off"] for row in rows], width=0.9 * wide, bottom=finished, **look)
    names = (say("half of the games are over"), say("nine in ten are over"))
    for name, at, dash in zip(names, one.marks, ("-", DASHED), strict=True):
        if at is not None:
            axes.axvline(at, color=INK, linewidth=1.2, linestyle=dash, label=name)
    axes.set_xlim(rows[0]["first"] - 0.7 * wide, rows[-1]["first"] + 1.1 * wide)
    ticks: list[float] = list(whole_ticks(rows[0]["first"], rows[-1]["first"] - one.is_open * wide, 16))
    labels = [str(at) for at in ticks]
    if one.is_open:  # the last bar takes all longer games together
        ticks.append(places[-1])
        labels.append(say("more"))
    axes.set_xticks(ticks, labels=labels)
    axes.set_xlabel(say("rounds"))
    axes.set_ylabel(say("games"))
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)
