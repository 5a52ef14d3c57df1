"""The chance to win a battle as cells: attackers across, defenders down, the even chance as a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from conquestlab.analysis.language import say
from conquestlab.reports.digits import show_percent
from conquestlab.reports.formatted_numbers import exact_share
from conquestlab.reports.games.conquest.cell_edges import edges_between
from conquestlab.reports.webpage.svg import NARROW, drawing, element, mark, text_at

STEPS = 9  # colours of the style, d0 for the defenders to d8 for the attackers
LEFT, HEAD = 34.0, 34.0


def odds_cells(rows: Sequence[Mapping[str, Any]], *, title: str, of_rules: str = "") -> str:
    """Return the figure.

    Parameters
    ----------
    rows : sequence of dict
        `attackers`, `defenders`, `win`, for every pair up to some size.
    title : str
    of_rules : str
        The rulebooks that it is of.
    """
    wide = max(row["attackers"] for row in rows)
    high = max(row["defenders"] for row in rows)
    side = (NARROW - LEFT - 1) / wide
    win = {(row["attackers"], row["defenders"]): float(row["win"]) for row in rows}
    inside = [text_at("attackers", LEFT, 11, class_="tf")]
    inside += [
        text_at(str(number), LEFT + (number - 0.5) * side, HEAD - 6, class_="tf", text_anchor="middle")
        for number in range(1, wide + 1)
    ]
    inside += [
        text_at(str(number), LEFT - 6, HEAD + (number - 0.5) * side + 4, class_="tf", text_anchor="end")
        for number in range(1, high + 1)
    ]
    foot = HEAD + high * side
    inside.append(text_at("defenders", 10, foot, class_="tf", transform=f"rotate(-90 10 {foot:.1f})"))
    for (attackers, defenders), chance in win.items():
        x, y = LEFT + (attackers - 1) * side, HEAD + (defenders - 1) * side
        step = min(STEPS - 1, int(chance * STEPS))
        box = element("rect", x=x, y=y, width=side, height=side, class_=f"cell d{step}")
        text = text_at(
            show_percent(chance), x + side / 2, y + side / 2 + 4, class_="ink", text_anchor="middle"
        )
        tip = [
            say("{attackers} attack {defenders}", attackers=attackers, defenders=defenders),
            say("{chance} win", chance=exact_share(chance)),
        ]
        row = {"value": chance, "measure": "win", "of": f"{attackers} {defenders}", "run": of_rules or None}
        inside.append(mark(box, text, tip=tip, row=row))
    inside.append(element("path", d=_even_line(win, wide, high, side), class_="even"))
    return drawing(*inside, size=(NARROW, foot + 2), title=title)


def _even_line(win: Mapping[tuple[int, int], float], wide: int, high: int, side: float) -> str:
    """Return the edges between cells on either side of an even chance."""
    sides = np.array([[win[a, d] >= 0.5 for a in range(1, wide + 1)] for d in range(1, high + 1)])
    steps = []
    for start, end in sorted(edges_between(sides).tolist(), key=lambda edge: (edge[1], -edge[0][0])):
        x, y = LEFT + (end[0] + 0.5) * side, HEAD + (end[1] + 0.5) * side
        if start[0] == end[0]:
            steps.append(f"M{x:.1f} {y - side:.1f}V{y:.1f}")
        else:
            steps.append(f"M{x - side:.1f} {y:.1f}H{x:.1f}")
    return "".join(steps) or "M0 0"
