"""Figures of measures: bars by group and curves, each with the interval of its uncertainty."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from conquestlab.analysis.errors import WrongUse
from conquestlab.reports.digits import plain, shown
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
    text_width,
    whole_ticks,
)

Records = Sequence[Mapping[str, Any]]
Groups = dict[str, dict[str, tuple[float, float, float]]]

_LONGEST_UPRIGHT = 0.75
_MOST_UPRIGHT = 12
_MOST_PLACES = 12  # of a curve, each with its tick
_FEWEST_UPRIGHT = 5
_GROUND = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.6}
_HATCHES = ("", "///", "...", "xxx")


def bars_with_intervals(
    records: Records,
    *,
    heading: str,
    subtitle: str = "",
    labels: tuple[str, str] = ("", ""),
    by: str = "rules",
    percent: bool = False,
    reference: float | None = None,
) -> Figure:
    """Draw a measure as bars, a group for each thing measured, a colour for each rulebook.

    The bars lie where their names are long or many.

    Parameters
    ----------
    records
        Tidy mappings with `of`, `value`, `low`, `high` and the column named in `by`. A value of None leaves a
        gap, bounds of None leave the interval away.
    heading, subtitle
        The rulebook and the question; how to read it.
    labels
        Names of the axes: of what is measured, and of the measure.
    by
        The column that the colours tell apart.
    percent
        The values are shares; show them in percent.
    reference
        A value to draw a line at, for example the fair share.

    Returns
    -------
    matplotlib.figure.Figure
    """
    series, names = _grouped(records, by, 100.0 if percent else 1.0)
    lying = len(names) > _MOST_UPRIGHT or max(text_width(name, 10) for name in names) > min(
        _LONGEST_UPRIGHT * 8 / len(names), 2.0
    )
    deep = max(2.2, len(names) * (0.12 + 0.16 * max(len(series), 1.5))) + 0.6 if lying else 4.2
    with style():
        figure, (axes,) = new_figure(heading, subtitle, height=deep + 0.3 * (len(series) > 1))
        thick = 0.8 / len(series)
        for place, (name, group) in enumerate(series.items()):
            centres = np.arange(len(names)) + (place - (len(series) - 1) / 2) * thick
            _draw_bars(axes, centres, [group.get(of) for of in names], 0.92 * thick, place, name, lying)
        values = axes.xaxis if lying else axes.yaxis
        groups = axes.yaxis if lying else axes.xaxis
        groups.set_ticks(range(len(names)), labels=names)
        groups.set_tick_params(length=0)
        groups.set_label_text(labels[0])
        values.set_label_text(_with_unit(labels[1], percent))
        values.grid(True)
        axes.spines[:].set_visible(False)
        (axes.axvline if lying else axes.axhline)(0, color=FAINT, linewidth=0.8)
        axes.margins(x=0.12 if lying else None, y=None if lying else 0.12)
        if lying:
            axes.set_ylim(len(names) - 0.4, -0.6)
        else:
            spare = max(0.0, (_FEWEST_UPRIGHT - len(names)) / 2)
            axes.set_xlim(-0.6 - spare, len(names) - 0.4 + spare)
        if reference is not None:
            line = axes.axvline if lying else axes.axhline
            line((100 if percent else 1) * reference, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
        if len(series) > 1:
            legend_below(figure, *axes.get_legend_handles_labels())
    return figure


def curves_with_bands(
    records: Records,
    *,
    heading: str,
    subtitle: str = "",
    labels: tuple[str, str] = ("", ""),
    by: str = "rules",
    percent: bool = False,
    reference: float | None = None,
) -> Figure:
    """Draw a measure as curves over what it is measured at, with the interval as a band around each.

    Parameters
    ----------
    records
        Tidy mappings with `of` (a number, as text or not, else a name), `value`, `low`, `high` and the column
        named in `by`. A value of None interrupts the curve.
    heading, subtitle
        The rulebook and the question; how to read it.
    labels
        Names of the axes: of what is measured at, and of the measure.
    by
        The column that the curves tell apart.
    percent
        The values are shares; show them in percent.
    reference
        A value to draw a line at.

    Returns
    -------
    matplotlib.figure.Figure
    """
    series, names = _grouped(records, by, 100.0 if percent else 1.0)
    places = _numbers(names)
    if places is not None:
        names = [names[place] for place in np.argsort(places)]
    across = np.arange(len(names)) if places is None else np.sort(places)
    with style():
        figure, (axes,) = new_figure(heading, subtitle, height=4.4 + 0.3 * (len(series) > 1))
        for place, (name, group) in enumerate(series.items()):
            value, low, high = np.array([group.get(of, (np.nan,) * 3) for of in names]).T
            colour = COLOURS[place % len(COLOURS)]
            axes.fill_between(across, low, high, color=colour, alpha=0.22, linewidth=0)
            axes.vlines(
                across, low, high, color=colour, alpha=np.where(_alone(value), 1.0, 0.0), linewidth=1.4
            )
            mark = MARKERS[place % len(MARKERS)] if len(names) <= 25 else None
            dash = DASHES[place % len(DASHES)]
            axes.plot(across, value, color=colour, linestyle=dash, marker=mark, markersize=5, label=name)
        if places is None:
            axes.set_xticks(across, labels=names)
        elif np.all(across == np.round(across)):
            few = len(across) <= _MOST_PLACES
            axes.set_xticks(across if few else whole_ticks(int(across[0]), int(across[-1])))
        axes.set_xlabel(labels[0])
        axes.set_ylabel(_with_unit(labels[1], percent))
        axes.grid(axis="y")
        axes.spines["left"].set_visible(False)
        if reference is not None:
            height = (100 if percent else 1) * reference
            axes.axhline(height, color=FAINT, linewidth=1.2, linestyle=(0, (4, 3)))
        if len(series) > 1:
            legend_below(figure, *axes.get_legend_handles_labels())
    return figure


def _grouped(records: Records, by: str, times: float) -> tuple[Groups, list[str]]:
    """Sort records by series, then by what they are of; None becomes NaN."""
    if not records:
        raise WrongUse("there is nothing to draw; ask for a measure that this game has")
    series: Groups = {}
    for record in records:
        numbers = (plain(record.get(name)) for name in ("value", "low", "high"))
        value, low, high = (np.nan if one is None else times * float(one) for one in numbers)
        series.setdefault(str(record.get(by, "")), {})[str(record["of"])] = (value, low, high)
    return series, list(dict.fromkeys(str(record["of"]) for record in records))


def _draw_bars(
    axes: Axes,
    centres: np.ndarray,
    measured: Sequence[tuple[float, float, float] | None],
    thick: float,
    place: int,
    name: str,
    lying: bool,
) -> None:
    present = [
        (centre, *one) for centre, one in zip(centres, measured, strict=True) if one and not np.isnan(one[0])
    ]
    look: dict[str, Any] = {
        "color": COLOURS[place % len(COLOURS)],
        "linewidth": 0,
        "label": name,
        "zorder": 2,
    }
    look["hatch"] = _HATCHES[place // len(COLOURS) % len(_HATCHES)]
    at, values, lows, highs = np.array(present).reshape(-1, 4).T
    if lying:
        axes.barh(at, values, height=thick, **look)
    else:
        axes.bar(at, values, width=thick, **look)
    spans = np.array([values - lows, highs - values]).clip(0)
    errors: dict[str, Any] = {"xerr" if lying else "yerr": spans}
    points = (values, at) if lying else (at, values)
    axes.errorbar(
        *points, **errors, fmt="none", ecolor=INK, elinewidth=1.4, capsize=3, capthick=1.4, zorder=3
    )
    if not lying and thick * 8 / max(_FEWEST_UPRIGHT, len(centres)) < 0.5:
        return
    rows = [
        {"value": one, "low": plain(low), "high": plain(high)}
        for one, low, high in zip(values, lows, highs, strict=True)
    ]
    for text, centre, value, high in zip(
        shown(rows, ["value", "low", "high"])["value"], at, values, highs, strict=True
    ):
        end = np.nanmax([value, high, 0.0])
        point, shift = ((end, centre), (5, 0)) if lying else ((centre, end), (0, 4))
        side: dict[str, Any] = {"in_layout": False, "ha": "center", "va": "bottom"}
        if lying:
            side |= {"ha": "left", "va": "center_baseline"}
        axes.annotate(text, point, shift, textcoords="offset points", size=9, bbox=_GROUND, **side)


def _alone(values: np.ndarray) -> np.ndarray:
    """Find the values without neighbours, around which a band has no width."""
    there = np.concatenate([[False], ~np.isnan(values), [False]])
    return there[1:-1] & ~there[:-2] & ~there[2:]


def _numbers(names: Sequence[str]) -> np.ndarray | None:
    try:
        return np.array([float(name) for name in names])
    except ValueError:
        return None


def _with_unit(label: str, percent: bool) -> str:
    return f"{label}, %" if percent and label else "%" if percent else label
