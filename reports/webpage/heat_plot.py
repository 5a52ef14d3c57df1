"""Numbers on a grid as shaded cells, each with its number; the rest is told when it is pointed at."""

from __future__ import annotations

from conquestlab.analysis.language import say
from conquestlab.reports.figures.described import HeatMap
from conquestlab.reports.webpage.svg import (
    NARROW,
    SMALL,
    drawing,
    element,
    mark,
    shortened,
    text_at,
    text_width,
)

STEPS = 7  # shades of the style, q0 to q6
LINE, HEAD = 30.0, 34.0
LONGEST_LABEL = 110.0


def heat_plot(one: HeatMap) -> str:
    """Return the figure."""
    left = 8.0 + min(LONGEST_LABEL, max(text_width(label, SMALL) for label in one.down))
    wide = (NARROW - left - 1) / len(one.across)
    foot = HEAD + LINE * len(one.down)
    names = say("across: {names}; down: {names_2}", names=one.names[0], names_2=one.names[1])
    inside = [text_at(shortened(names, NARROW, SMALL), 0, 11, class_="tf")]
    for place, label in enumerate(one.across):
        text = shortened(label, wide, SMALL)
        inside.append(text_at(text, left + (place + 0.5) * wide, HEAD - 6, class_="tf", text_anchor="middle"))
    for place, label in enumerate(one.down):
        text = shortened(label, left - 7, SMALL)
        inside.append(
            text_at(text, left - 6, HEAD + (place + 0.5) * LINE + 4, class_="tf", text_anchor="end")
        )
    sign = f" {one.axis.unit}" if one.axis.unit else " %" if one.axis.percent else ""
    texts = one.texts
    for (across, down), row in one.rows.items():
        if row["value"] is None:
            continue
        x, y = left + across * wide, HEAD + down * LINE
        step = min(STEPS - 1, int(one.shade(row["value"]) * STEPS))
        text, about = texts[across, down]
        marks = [element("rect", x=x, y=y, width=wide, height=LINE, class_=f"cell q{step}")]
        if row.get("base"):
            inner = {"x": x + 2, "y": y + 2, "width": wide - 4, "height": LINE - 4}
            marks.append(element("rect", **inner, class_="even", fill="none"))
        if text_width(text) <= wide:
            weight = {"font_weight": "bold"} if row.get("finding") else {}
            look = {"class_": f"q{step}i", "text_anchor": "middle", **weight}
            marks.append(text_at(text, x + wide / 2, y + LINE / 2 + 4, **look))
        tip = [
            f"{one.names[0]} {one.across[across]}",
            f"{one.names[1]} {one.down[down]}",
            f"{text}{sign} {about}".strip(),
            str(row.get("verdict") or ""),
        ]
        inside.append(mark(*marks, tip=[line for line in tip if line], row=row))
    return drawing(*inside, size=(NARROW, foot + 2), title=one.title)
