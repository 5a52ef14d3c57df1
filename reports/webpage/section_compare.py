"""What a comparison shows: a figure of differences for each measure, and the table of signs."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup, escape

from conquestlab.analysis.language import marked, say
from conquestlab.analysis.reporting.compare_signs import (
    LESS,
    MORE,
    OPEN,
    OTHER,
    SAME,
    compared,
    difference_row,
    holds,
    table_of,
)
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.reports.figures.compare_figures import differences, tables_of
from conquestlab.reports.formatted_numbers import formatted
from conquestlab.reports.webpage.html import Cell, Table, bound, text_cell
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import Figure
from conquestlab.reports.webpage.svg import raw

SIGNS = {MORE: "▲", LESS: "▼", SAME: "=", OPEN: "·", OTHER: "≠"}


def difference_figures(result: Result) -> list[Figure]:
    """Return a figure for each measure, since each has a unit of its own."""
    found = differences(result.named.rows, alone=False)
    return painted([one for measure, one in found.items() if measure_called(measure).drawn])


def how_to_read(result: Result) -> Markup:
    """Say once how all figures of differences are read."""
    words = say(
        "Each figure shows the variant less {base}, with 95 % intervals; at the line there is no difference. "
        "Differences of shares are in points of a hundred.",
        base=result.called(result.rules[0]) if result.rules else say("the base"),
    )
    return Markup("<p>{}</p>").format(bound(words))


def sign_table(result: Result) -> list[Table]:
    """Return the table of signs: measures down, tables across; nothing where there is only one table."""
    groups = compared(result.named.rows)
    tables = tables_of(groups)
    if not groups or len(tables) < 2:
        return []
    several = len({one.rules for one in groups}) > 1
    rows = []
    for one in groups:
        by_table = {
            table_of(row): (row, sign, one.in_points) for row, sign in zip(one.rows, one.signs, strict=True)
        }
        head = [text_cell(one.rules)] if several else []
        cells = [_sign_cell(*by_table[table]) if table in by_table else text_cell("") for table in tables]
        rows.append([*head, text_cell(one.name), text_cell(holds(one)), *cells])
    heads = [(marked("variant"), "")] if several else []
    heads += [(marked("measure"), ""), (say("all tables"), ""), *((table, "") for table in tables)]
    caption = say(
        "Which way each measure goes: ▲ more, ▼ less, ≠ different, = no difference that matters, "
        "· not decided; differences of shares in points of a hundred"
    )
    return [Table(caption, heads, rows, "signs")]


def _sign_cell(row: dict[str, Any], sign: str, percent: bool) -> Cell:
    known = difference_row(row)
    if known["value"] is None:
        return Cell(Markup('<span class="sign {}">{}</span>').format(sign, SIGNS[sign]), {"data_value": sign})
    value = formatted(known["value"], known["low"], known["high"], percent)[0]
    html = Markup('<span class="sign {}">{}</span> {}').format(sign, SIGNS[sign], escape(value))
    return Cell(html, raw(known), True)
