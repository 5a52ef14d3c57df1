"""Figures of odds: tables as maps, the end of a battle, rulebooks against each other, and policies."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import BoundaryNorm, ListedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.formatted_numbers import exact_share
from conquestlab.analysis.language import numerals, say
from conquestlab.analysis.reporting.sentences import joined_words
from conquestlab.reports.digits import show_percent
from conquestlab.reports.figures.cell_maps import (
    TWO_SIDES,
    Cells,
    draw_cells,
    draw_edges,
    gather,
    map_height,
    scale_of_colours,
)
from conquestlab.reports.figures.style import (
    ATTACK,
    DEFENCE,
    FAINT,
    PAPER,
    legend_below,
    new_figure,
    style,
    title_panel,
    whole_ticks,
)
from conquestlab.reports.games.conquest.cell_edges import edges_between

Rows = Sequence[Mapping[str, Any]]

CHOICES = ("#e7ebee", "#8fc1de", "#f3c98b", "#d55e00", "#009e73", "#cc79a7", "#0072b2", "#4d4d4d")
_MOST_LABELS = 22
_MOST_NUMBERS = 400
_SEEN = 1 / 400


def odds_map(rows: Rows) -> Figure:
    """Draw a table of odds as a map, with the line along which the chance is even.

    Parameters
    ----------
    rows
        Mappings with `rules`, `attackers`, `defenders` and `win`. Every rulebook gets a panel.
    """
    tables = gather(_some(rows), "win")
    cells = next(iter(tables.values()))
    even = {rules: edges_between(_sides(table)) for rules, table in tables.items()}
    subtitle = say("The attackers' chance to take the land, in percent.")
    if any(len(edges) for edges in even.values()):
        subtitle += say(" Right of the black line they are the favourites.")
    panels = _panels(len(tables))
    with style():
        heading = say("{named}: the odds of an attack", named=_named(tables))
        figure, axes = new_figure(heading, subtitle, height=map_height(cells, panels), panels=panels)
        for (rules, table), panel in zip(tables.items(), axes, strict=False):
            mesh = draw_cells(panel, table, TWO_SIDES, Normalize(0, 1), show_percent, panels)
            draw_edges(panel, even[rules])
            if len(tables) > 1:
                title_panel(panel, rules, panels[1])
        for panel in axes[len(tables) :]:
            panel.remove()
        bar = scale_of_colours(figure, mesh, axes[: len(tables)], say("attackers' chance, %"))
        bar.set_ticks([0, 0.25, 0.5, 0.75, 1], labels=["0", "25", "50", "75", "100"])
    return figure


def difference_map(rows: Rows, against: str) -> Figure:
    """Draw how much better the attackers fare under one rulebook than under another.

    Parameters
    ----------
    rows
        Mappings with `rules`, `attackers`, `defenders` and `win`, of exactly two rulebooks.
    against
        The rulebook to compare with; its chances are subtracted.
    """
    tables = gather(_some(rows), "win")
    if against not in tables or len(tables) != 2:
        raise WrongUse(
            f"a figure of differences needs {against} and one other rulebook; give two that differ"
        )
    rules = next(name for name in tables if name != against)
    cells = tables[against]._replace(values=100 * (tables[rules].values - tables[against].values))
    largest = float(np.nanmax(np.abs(cells.values)))
    subtitle = say("Percentage points by which the attackers' chance is higher (orange) or lower (blue).")
    if largest == 0:
        subtitle = say("The attackers' chance is the same everywhere.")
    decimals = 0 if largest >= 10 else 1
    with style():
        figure, (axes,) = new_figure(
            say("{rules} against {against}: what the attackers gain", rules=rules, against=against),
            subtitle,
            height=map_height(cells),
        )
        span = Normalize(-(largest or 1), largest or 1)
        mesh = draw_cells(axes, cells, TWO_SIDES, span, lambda value: _signed(value, decimals))
        draw_edges(axes, edges_between(np.where(np.isnan(cells.values), np.nan, np.sign(cells.values))), 1.2)
        bar = scale_of_colours(figure, mesh, [axes], say("percentage points"))
        if largest == 0:
            bar.set_ticks([0])
        bar.ax.yaxis.set_major_formatter(lambda value, _: _signed(value, 0 if largest >= 4 else 2))
    return figure


def end_of_battle(rows: Rows, question: str = "") -> Figure:
    """Draw the chances of all ends of a battle: defenders left to the left, attackers left to the right.

    Parameters
    ----------
    rows
        Mappings with `rules`, `attackers_left`, `defenders_left` and `probability`. An end with defenders
        left counts to their side. Each rulebook gets a panel.
    question
        Which battle; the largest numbers left if not given.
    """
    ends: dict[str, dict[int, float]] = {}
    for row in _some(rows):
        left = row["attackers_left"] if row["defenders_left"] == 0 else -row["defenders_left"]
        chances = ends.setdefault(str(row["rules"]), {})
        chances[left] = chances.get(left, 0.0) + float(row["probability"])
    if not question:
        armies, held = (max(row[name] for row in rows) for name in ("attackers_left", "defenders_left"))
        question = f"{armies} {'army attacks' if armies == 1 else 'armies attack'} {held}"
    highest = max(max(chances.values()) for chances in ends.values())
    seen = [
        left for chances in ends.values() for left, chance in chances.items() if chance >= highest * _SEEN
    ]
    first, last = min(-1, *seen), max(1, *seen)
    unseen = max(
        sum(chance for left, chance in chances.items() if not first <= left <= last)
        for chances in ends.values()
    )
    subtitle = say("How likely each end is, in percent, by the armies that are left.")
    if unseen > 0:
        subtitle += say(" The ends beyond the edges: {unseen}%.", unseen=numerals(f"{100 * unseen:.1g}"))
    wins = [
        say("{share} under {rules}", share=_share(_win(chances)), rules=rules)
        for rules, chances in ends.items()
    ]
    win = (
        say("the attackers win {wins}", wins=joined_words(wins))
        if len(wins) <= 3
        else say("{wins} rulebooks", wins=len(wins))
    )
    heading = f"{question}: {win}"
    with style():
        figure, axes = new_figure(
            heading,
            subtitle,
            height=4.2 if len(ends) == 1 else 2.9 * len(ends),
            panels=(len(ends), 1),
            share="xy",
        )
        for (rules, chances), panel in zip(ends.items(), axes, strict=True):
            _draw_ends(panel, chances, (first, last), highest)
            if len(ends) > 1:
                title_panel(panel, rules)
        axes[-1].set_xlabel(say("armies left"))
    return figure


def choice_map(
    choices: Sequence[Sequence[int | None]],
    names: Mapping[int, str],
    *,
    heading: str,
    subtitle: str = "",
    first: tuple[int, int] = (1, 1),
) -> Figure:
    """Draw a policy: for every pair of armies the choice to make.

    Parameters
    ----------
    choices
        By attackers, then defenders: a small whole number; None where there is no choice.
    names
        What the numbers mean, in the order of the legend.
    heading, subtitle
        The question and the rulebook; how to read it.
    first
        Attackers and defenders of the first entry.
    """
    values = np.array([[np.nan if one is None else float(one) for one in row] for row in choices]).T
    if values.size == 0 or np.isnan(values).all():
        raise WrongUse("there is no choice to draw; ask for larger numbers of armies")
    high, wide = values.shape
    cells = Cells(list(range(first[0], first[0] + wide)), list(range(first[1], first[1] + high)), values)
    numbers = sorted(names)
    if unnamed := sorted(set(values[~np.isnan(values)].astype(int)) - set(numbers)):
        raise ValueError(f"the choice {unnamed[0]} has no name")
    colours = [CHOICES[place % len(CHOICES)] for place in range(len(numbers))]
    span = BoundaryNorm([number - 0.5 for number in numbers] + [numbers[-1] + 0.5], len(numbers))
    with style():
        figure, (axes,) = new_figure(heading, subtitle, height=map_height(cells) + 0.3)
        draw_cells(
            axes,
            cells,
            ListedColormap(colours),
            span,
            (lambda value: str(int(value))) if values.size <= _MOST_NUMBERS else None,
        )
        draw_edges(axes, edges_between(values), 1.4)
        patches = [
            Patch(facecolor=colours[numbers.index(number)], edgecolor=FAINT, linewidth=0.6)
            for number in names
        ]
        legend_below(figure, patches, [f"{number}: {name}" for number, name in names.items()])
    return figure


def _draw_ends(axes: Axes, chances: Mapping[int, float], reach: tuple[int, int], highest: float) -> None:
    first, last = reach
    lefts = [left for left in sorted(chances) if first <= left <= last]
    wide = 0.86 if last - first < 80 else 1.0
    for colour, side in (
        (DEFENCE, [left for left in lefts if left < 0]),
        (ATTACK, [left for left in lefts if left >= 0]),
    ):
        heights = [100 * chances[left] for left in side]
        bars = axes.bar(side, heights, width=wide, color=colour, linewidth=0)
        if last - first < _MOST_LABELS:
            axes.bar_label(bars, [show_percent(height / 100, 1) for height in heights], padding=2, size=9)
    win = _win(chances)
    ground = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}
    top: dict[str, Any] = {
        "y": 0.98,
        "bbox": ground,
        "transform": axes.transAxes,
        "va": "top",
        "weight": "bold",
        "size": 11,
    }
    axes.text(
        0.01,
        s=say("defenders hold: {share}", share=_share(sum(chances.values()) - win)),
        color=DEFENCE,
        ha="left",
        **top,
    )
    axes.text(0.99, s=say("attackers win: {share}", share=_share(win)), color=ATTACK, ha="right", **top)
    axes.axvline(0, color=FAINT, linewidth=0.8)
    axes.set_xlim(first - 0.7, last + 0.7)
    axes.set_ylim(0, 122 * highest)
    steps = whole_ticks(0, max(last, -first), 22 if last - first < 40 else 12)[1:]
    places = [place for place in (*(-step for step in steps[::-1]), *steps) if first <= place <= last]
    axes.set_xticks(places, labels=[str(abs(place)) for place in places])
    axes.tick_params(axis="x", length=0, pad=6)
    axes.set_ylabel(say("chance, %"))
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)


def _some(rows: Rows) -> Rows:
    if not rows:
        raise WrongUse("there is nothing to draw; ask for at least one attack")
    return rows


def _named(tables: Mapping[str, Any]) -> str:
    return joined_words(tables) if len(tables) <= 3 else say("{tables} rulebooks", tables=len(tables))


def _panels(number: int) -> tuple[int, int]:
    columns = 1 if number == 1 else 2
    return -(-number // columns), columns


def _sides(cells: Cells) -> np.ndarray:
    return np.where(np.isnan(cells.values), np.nan, cells.values >= 0.5)


def _win(chances: Mapping[int, float]) -> float:
    return sum(chance for left, chance in sorted(chances.items()) if left >= 0)


def _share(value: float) -> str:
    return exact_share(value).replace(" ", "")


def _signed(value: float, decimals: int) -> str:
    text = f"{value:+.{decimals}f}"
    return "0" if float(text) == 0 else text.replace("-", "−")
