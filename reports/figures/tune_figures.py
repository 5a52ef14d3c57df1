"""Figures of a tuning: how the measure answers to each number, where the target is met, and a map of two."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse

from conquestlab.analysis.language import say
from conquestlab.analysis.measures.intervals import normal_quantile
from conquestlab.analysis.measures.measure import POINTS
from conquestlab.analysis.reporting.tuned_words import place_words
from conquestlab.analysis.rules.rule_words import key_name, variant_name
from conquestlab.analysis.tuning.search import FLAT
from conquestlab.analysis.tuning.surface import SHARES, Surface
from conquestlab.analysis.tuning.tune_answers import TuneAnswer
from conquestlab.reports.figures.described import Axis, Entry, Group, Intervals
from conquestlab.reports.figures.painter import draw_intervals, explain
from conquestlab.reports.figures.style import (
    COLOURS,
    DASHES,
    FAINT,
    INK,
    LINE,
    MARKERS,
    new_figure,
    style,
    title_panel,
    whole_ticks,
)

FINENESS = 161  # places along a curve
COVERED = 5.991  # of chi-square with two degrees of freedom, in 95 % of cases


def response_figure(tuned: TuneAnswer) -> Figure:
    """Draw a panel for each number that was varied, and for two numbers that level the seats a map.

    Parameters
    ----------
    tuned : TuneAnswer

    Returns
    -------
    matplotlib.figure.Figure
    """
    count = len(tuned.varied)
    mapped = count == 2 and tuned.target.levels_seats and tuned.answer.verdict != FLAT
    panels = (1, 1) if count == 1 else (2, 2) if mapped else (-(-count // 2), 2)
    height = 4.4 if count == 1 else 3.6 * panels[0] + 0.3
    with style():
        figure, axes = new_figure(*_words(tuned), height=height, panels=panels)
        for place in range(count):
            _draw_cut(axes[place], tuned, place)
            if count > 1:
                title_panel(axes[place], _called(tuned, place), 2)
        left = axes[count:]
        if mapped:
            _draw_map(left.pop(0), tuned)
        if left:
            _draw_whole_numbers(left.pop(0), tuned)
        explain(figure, axes)
    return figure


def _words(tuned: TuneAnswer) -> tuple[str, str]:
    experiment, target = tuned.experiment, tuned.target
    heading = f"{variant_name(experiment.rulebook)}: " + (
        "what levels the seats" if target.levels_seats else f"what brings {target.text}"
    )
    told = say("{seats} players, bots: {bots_text}. ", seats=experiment.seats, bots_text=experiment.bots_text)
    if tuned.answer.verdict == FLAT:
        return heading, told + say("Nothing moved that could be told from chance.")
    told += say("Points: games played, with 95 % intervals. Curves: the fitted surface")
    if len(tuned.varied) > 1:
        told += say(", and points brought to it as if the other numbers were those of the answer")
    return heading, told + say(". Upright: the answer and its interval.")


def _called(tuned: TuneAnswer, place: int) -> str:
    """Return what a number that was varied is called."""
    return key_name(tuned.experiment.rulebook.game, tuned.varied[place].key)


def _place(tuned: TuneAnswer, at: str) -> str:
    """Return the numbers of a point, so that two of them do not read as one with decimals."""
    return place_words(tuned.experiment.rulebook.game, [one.key for one in tuned.varied], at.split(","))


def _names(tuned: TuneAnswer) -> list[str]:
    """Return what the curves are called."""
    shown = tuned.target.shown
    return (
        [say("seat {of}", of=of) for _, of in shown]
        if tuned.target.levels_seats
        else [tuned.target.text.split("=")[0]]
    )


def _all_shares(tuned: TuneAnswer, means: np.ndarray) -> np.ndarray:
    """Return measures with the share of the last seat, which the others tell."""
    if not tuned.target.levels_seats:
        return means
    return np.concatenate([means, 1.0 - means.sum(axis=-1, keepdims=True)], axis=-1)


def _draw_cut(axes: Axes, tuned: TuneAnswer, place: int) -> None:
    """Draw how the measure answers to one number, the others being those of the answer."""
    answer = tuned.answer
    surface, times = answer.surface, 100.0 if tuned.target.scale == SHARES else 1.0
    among = surface.terms.among
    along = np.linspace(among.low[place], among.high[place], FINENESS)
    cut = np.tile(answer.point, (FINENESS, 1))
    cut[:, place] = along
    curves = times * _all_shares(tuned, surface.means(cut))
    places, values, errors = _points(tuned, place)
    if answer.verdict != FLAT:
        axes.axvspan(answer.spread.low[place], answer.spread.high[place], color=LINE, alpha=0.6, linewidth=0)
        axes.axvline(answer.point[place], color=INK, linewidth=1.2)
    names: list[str | None] = list(_names(tuned)) if len(_names(tuned)) > 1 else [None]
    for number, name in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        look: dict[str, Any] = {"color": colour, "linestyle": DASHES[number % len(DASHES)], "label": name}
        axes.plot(along, curves[:, number], **look)
        axes.errorbar(
            places,
            times * values[:, number],
            yerr=times * errors[:, number],
            fmt=MARKERS[number % len(MARKERS)],
            color=colour,
            markersize=4.5,
            elinewidth=1.2,
            capsize=2,
        )
    aims = _all_shares(tuned, tuned.target.aim[None])[0]
    for aim in dict.fromkeys(aims.round(12).tolist()):
        axes.axhline(times * aim, color=FAINT, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.set_xlabel(_called(tuned, place))
    label = say("share of the wins") if tuned.target.levels_seats else _measure(tuned)
    axes.set_ylabel(f"{label}, %" if times > 1.0 else label)
    first, last = int(min(places.min(), along[0])), int(max(places.max(), along[-1]))
    axes.set_xticks(whole_ticks(first, last, 13))
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)


def _measure(tuned: TuneAnswer) -> str:
    measure, of = tuned.target.shown[0]
    return f"{measure} {of}".strip()


def _points(tuned: TuneAnswer, place: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return numbers, measures there and half-widths of their intervals.

    Of several numbers: points near the answer, moved along the surface to the others' values in the answer,
    those with the same number taken together.
    """
    answer = tuned.answer
    seen = tuned.search.seen
    if len(tuned.varied) > 1:
        low, high = answer.surface.terms.among
        seen = {point: one for point, one in seen.items() if (low <= point).all() and (point <= high).all()}
    numbers = sorted({point[place] for point in seen})
    values, errors = [], []
    for number in numbers:
        group = [(point, one) for point, one in seen.items() if point[place] == number]
        weights = np.array([one.games for _, one in group], dtype=float)
        weights /= weights.sum()
        moved = np.array(
            [one.means + _shift(answer.surface, answer.point, point, place) for point, one in group]
        )
        spread = np.einsum("x,xqr->qr", weights**2, np.array([one.covariance for _, one in group]))
        variances = np.diag(spread)
        if tuned.target.levels_seats:
            variances = np.append(variances, spread.sum())
        values.append(_all_shares(tuned, weights @ moved))
        errors.append(normal_quantile() * np.sqrt(variances))
    return np.array(numbers, dtype=float), np.array(values), np.array(errors)


def _shift(surface: Surface, answer: np.ndarray, point: tuple[int, ...], place: int) -> np.ndarray:
    """Return how the surface changes from a point to the same number beside the answer's others."""
    there = answer.copy()
    there[place] = point[place]
    shift: np.ndarray = surface.means(there) - surface.means(np.array(point, dtype=float))
    return shift if len(answer) > 1 else np.zeros_like(shift)


def _draw_map(axes: Axes, tuned: TuneAnswer) -> None:
    """Draw the gap between the seats over two numbers, the points that were played, and the answer."""
    answer, surface = tuned.answer, tuned.answer.surface
    low, high = surface.terms.among
    across, up = (np.linspace(low[place], high[place], FINENESS) for place in (0, 1))
    grid = np.stack(np.meshgrid(across, up), axis=-1)
    gaps = 100.0 * np.ptp(_all_shares(tuned, surface.means(grid)), axis=-1)
    lines = axes.contour(across, up, gaps, levels=6, colors=FAINT, linewidths=1.2)
    axes.clabel(lines, fontsize=9, fmt="%g")
    seen = [point for point in tuned.search.sums if (low <= point).all() and (point <= high).all()]
    games = np.array([tuned.search.sums[point].games for point in seen], dtype=float)
    places = np.array(seen, dtype=float)
    sizes = 10.0 + 90.0 * games / games.max()
    axes.scatter(places[:, 0], places[:, 1], s=sizes, color=COLOURS[0], alpha=0.45, linewidth=0, zorder=3)
    values, vectors = np.linalg.eigh(np.cov(answer.spread.draws.T))
    sides = 2.0 * np.sqrt(COVERED * np.maximum(values, 0.0))
    turn = float(np.degrees(np.arctan2(vectors[1, 1], vectors[0, 1])))
    axes.add_patch(
        Ellipse(
            tuple(answer.point), sides[1], sides[0], angle=turn, fill=False, color=COLOURS[1], linewidth=1.8
        )
    )
    axes.plot(*answer.point, marker="+", color=COLOURS[1], markersize=11, markeredgewidth=2, zorder=4)
    axes.set_xlabel(_called(tuned, 0))
    axes.set_ylabel(_called(tuned, 1))
    axes.set_xticks(whole_ticks(int(low[0]), int(high[0]), 13))
    axes.set_yticks(whole_ticks(int(low[1]), int(high[1]), 9))
    axes.set_xlim(low[0] - 0.3, high[0] + 0.3)
    axes.set_ylim(low[1] - 0.3, high[1] + 0.3)
    title_panel(axes, say("seat gap, points; ellipse: the answer"), 2)


def _draw_whole_numbers(axes: Axes, tuned: TuneAnswer) -> None:
    """Draw what was expected of the best whole numbers, and what the fresh run showed."""
    levels = tuned.target.levels_seats
    wanted = ("seat_gap",) if levels else (tuned.target.measure, tuned.target.shown[0][0])
    groups = [
        Group(
            name,
            [
                Entry(_place(tuned, row["at"]), row)
                for row in tuned.rows
                if row["part"] == part and row["measure"] in wanted
            ],
        )
        for part, name in (("predicted", "expected"), ("played", say("played anew")))
    ]
    groups = [group for group in groups if group.entries]
    axes.set_visible(bool(groups))
    if not groups:
        return
    shares = tuned.target.scale == SHARES
    axis = Axis(say("seat gap") if levels else tuned.target.measure, shares, unit=POINTS if shares else "")
    draw_intervals(axes, Intervals("", "", groups, axis, 0.0), with_texts=False)
    axes.set_xlim(left=0.0)
    axes.set_ylabel(say("whole numbers"))
    title_panel(axes, say("expected, and played anew"), 2)
