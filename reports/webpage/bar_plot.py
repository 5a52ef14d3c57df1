"""Counts as bars: how many games ended in which rounds, and how many were cut off there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conquestlab.analysis.language import marked, numerals, say
from conquestlab.reports.figures.lengths import Lengths
from conquestlab.reports.webpage.svg import (
    NARROW,
    Scale,
    drawing,
    element,
    mark,
    text_at,
    text_width,
    tick_text,
    ticks,
)

HIGH = 244.0
TOP, FOOT = 40.0, 36.0
WIDEST = 60.0  # of a bar
MARKS = (marked("half are over"), marked("nine in ten"))


def length_plot(lengths: Lengths, highest: int = 0) -> str:
    """Return the histogram of lengths; its axis reaches a count at least, so that several are alike."""
    rows, wide = lengths.rows, lengths.wide
    most = max(1, highest, lengths.highest)
    left = 12.0 + max(text_width(tick_text(value)) for value in ticks(0, most))
    end = rows[-1]["first"] + wide - 0.5  # the last row may be longer than it is drawn
    x = Scale(rows[0]["first"] - 0.5, end, left, NARROW - 6)
    y = Scale(0, most, HIGH - FOOT, TOP)
    inside = []
    for value in ticks(0, most):
        inside.append(element("line", x1=left, x2=NARROW - 4, y1=y(value), y2=y(value), class_="gr"))
        inside.append(text_at(tick_text(value), left - 5, y(value) + 4, class_="tf", text_anchor="end"))
    foot = HIGH - FOOT + 15
    for value in ticks(x.low, x.high, 8):
        if value == int(value) and not (lengths.is_open and x(value) > x(end - wide / 2) - 28):
            inside.append(text_at(tick_text(value), x(value), foot, class_="tf", text_anchor="middle"))
    if lengths.is_open:
        inside.append(text_at(say("more"), x(end - wide / 2), foot, class_="tf", text_anchor="middle"))
    inside.append(text_at("rounds", (left + NARROW) / 2, HIGH - 5, class_="tf", text_anchor="middle"))
    inside += [
        _bar({**row, "run": lengths.run or None}, lengths.games, x, y, lengths.colour, wide) for row in rows
    ]
    names = []
    for place, (name, value) in enumerate(lengths.marked(MARKS)):
        at, top = x(value), TOP - 6 - 13 * place
        inside.append(element("line", x1=at, x2=at, y1=top - 9, y2=HIGH - FOOT, class_="ref"))
        names.append(text_at(name, at + 4, top, class_="tf over"))
    return drawing(*inside, *names, size=(NARROW, HIGH), title=lengths.title)


def _bar(row: Mapping[str, Any], games: int, x: Scale, y: Scale, colour: int, wide: int) -> str:
    first, last = row["first"], row["last"]
    start, end = x(first - 0.5), x(first + wide - 0.5)
    gap = max(min(1.5, 0.15 * (end - start)), end - start - WIDEST)
    finished, both = row["finished"], row["finished"] + row["cut_off"]
    box = {"x": start + gap / 2, "width": max(0.4, end - start - gap)}
    inside = [
        element("rect", x=start, y=y.end, width=end - start, height=y.start - y.end, class_="hit"),
        element("rect", **box, y=y(finished), height=y.start - y(finished), class_=f"bar s{colour % 8}"),
    ]
    if row["cut_off"]:
        inside.append(element("rect", **box, y=y(both), height=y(finished) - y(both), class_="bar cut"))
    rounds = (
        say("{first} rounds", first=first)
        if first == last
        else say("{first} to {last} rounds", first=first, last=last)
    )
    tip = [
        rounds,
        say("{finished} of {games} games", finished=numerals(f"{finished:,}"), games=numerals(f"{games:,}")),
    ]
    if row["cut_off"]:
        tip.append(say("{cut_off} cut off there", cut_off=numerals(f"{row['cut_off']:,}")))
    counted = {"value": finished, "measure": "games_over", "of": f"{first} {last}", "run": row["run"]}
    return mark(*inside, tip=tip, row=counted)
