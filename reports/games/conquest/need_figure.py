"""The figure of the armies needed: the chance by the number of attackers, a line a rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from conquestlab.analysis.formatted_numbers import exact_share
from conquestlab.analysis.language import say
from conquestlab.reports.figures.style import (
    COLOURS,
    DASHES,
    FAINT,
    legend_below,
    new_figure,
    style,
    whole_ticks,
)

Rows = Sequence[Mapping[str, Any]]


def chances_by_armies(chances: Rows, needed: Rows) -> Figure:
    """Draw how the chance grows with the attackers, with the chance that is wanted and where it is reached.

    Parameters
    ----------
    chances
        Mappings with `rules`, `attackers` and `win`, along each line.
    needed
        As `conquest need` gives them: `rules`, `defenders`, `chance`, `attackers` and `win`.
    """
    wanted = float(needed[0]["chance"])
    heading = say(
        "Armies needed against {defenders}, for {chance}",
        defenders=needed[0]["defenders"], chance=exact_share(wanted),
    )  # fmt: skip
    subtitle = say(
        "The attackers' chance to win, by their number. The dot is the fewest that reach the line."
    )
    with style():
        figure, (axes,) = new_figure(heading, subtitle, height=4.6)
        axes.axhline(100 * wanted, color=FAINT, linewidth=1.0)
        lines = []
        for place, row in enumerate(needed):
            some = [one for one in chances if one["rules"] == row["rules"]]
            colour, dashes = COLOURS[place % len(COLOURS)], DASHES[place % len(DASHES)]
            armies, shares = [one["attackers"] for one in some], [100 * float(one["win"]) for one in some]
            lines += axes.plot(armies, shares, color=colour, linestyle=dashes)
            axes.plot([row["attackers"]], [100 * float(row["win"])], "o", color=colour)
        last = max(row["attackers"] for row in chances)
        first = min(row["attackers"] for row in chances)
        axes.set_xlim(first - 0.02 * (last - first) - 0.3, last + 0.02 * (last - first) + 0.3)
        axes.set_xticks(whole_ticks(first, last))
        axes.set_ylim(0, 103)
        axes.set_xlabel(say("attackers"))
        axes.set_ylabel(say("chance, %"))
        axes.grid(axis="y")
        said = [
            say("{rules}: {armies} armies", rules=row["rules"], armies=f"{row['attackers']:,}")
            for row in needed
        ]
        legend_below(figure, lines, said)
    return figure
