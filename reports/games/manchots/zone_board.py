"""The zones of Manchots Barjots as a board: what lies there at the end, and what it brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.games.manchots.names import ZONE_NAMES
from conquestlab.analysis.games.manchots.zone_sample import SHARES
from conquestlab.analysis.language import marked, say, translated
from conquestlab.reports.digits import NOTHING
from conquestlab.reports.formatted_numbers import formatted, in_unit, span_text
from conquestlab.reports.webpage.svg import drawing, element, mark, text_at

WIDE, HIGH = 200.0, 118.0
EDGE = 12.0
FIVE_ABREAST = "grid-template-columns: repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr))"
LINES = (
    ("majority_points", marked("a majority brings")),
    ("single_points", marked("without one")),
    ("wins", marked("its owner wins")),
)
Sample = Mapping[tuple[str, str], Mapping[str, Any]]


def zone_board(zones: Sequence[str], sample: Sample, said: Mapping[str, str], *, title: str) -> str:
    """Return the figure: a drawing for each zone, beside each other as far as there is room.

    Parameters
    ----------
    zones : sequence of str
    sample : mapping
        By zone and measure: what was counted.
    said : mapping
        What the measures are called.
    title : str
    """
    drawings = [
        drawing(_zone(zone, sample, said), size=(WIDE, HIGH), title=f"{title}: {ZONE_NAMES[zone]}")
        for zone in zones
    ]
    return f'<div class="board" style="{FIVE_ABREAST}">{"".join(drawings)}</div>'


def _zone(zone: str, sample: Sample, said: Mapping[str, str]) -> str:
    row = sample[zone, "highest"]
    inside = [
        element("rect", x=0.5, y=0.5, width=WIDE - 1, height=HIGH - 1, rx=8, class_="card q0"),
        text_at(ZONE_NAMES[zone], EDGE, 24, class_="cardname q0i"),
        text_at(_short(row, False), EDGE, 50, class_="cardnumber q0i"),
        text_at(say("highest sum"), WIDE - EDGE, 50, class_="cardfr q0i", text_anchor="end"),
    ]
    for place, (measure, what) in enumerate(LINES):
        y = 70 + 18 * place
        percent = measure in SHARES
        unit = " %" if percent else " points"
        inside += [
            text_at(what, EDGE, y, class_="cardfr q0i"),
            text_at(
                _short(sample[zone, measure], percent) + unit,
                WIDE - EDGE,
                y,
                class_="cardfr q0i",
                text_anchor="end",
            ),
        ]
    tip = [ZONE_NAMES[zone]]
    for measure, what in said.items():
        percent = measure in SHARES
        one = sample.get((zone, measure))
        if one is not None and one["value"] is not None:
            value, low, high = formatted(one["value"], one["low"], one["high"], percent)
            span = "" if (low, high) == (NOTHING, NOTHING) else f" ({span_text(low, high)})"
            tip.append(f"{translated(what)}: {in_unit(value, percent, '')}{span}")
    return mark(*inside, tip=tip, row={**row, "measure": "highest", "of": zone})


def _short(row: Mapping[str, Any], percent: bool) -> str:
    return formatted(row["value"], row["low"], row["high"], percent)[0]


def by_zone(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Return rows of a sample by zone and measure."""
    return {(row["of"], row["measure"]): row for row in rows}
