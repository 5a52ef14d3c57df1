"""What a comparison shows: a figure of differences for each measure, and the table of signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup, escape

from conquestlab.analysis.measures.measure import HUNDREDTHS, POINTS, TENTH
from conquestlab.analysis.reporting.compare_signs import (
    LESS,
    MORE,
    OPEN,
    SAME,
    Compared,
    compared,
    holds,
    place_of,
)
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.result_files import Result, is_number
from conquestlab.analysis.reporting.sentences import capital
from conquestlab.reports.figures.curves import Axis, Line
from conquestlab.reports.told_numbers import told
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.line_plot import line_plot
from conquestlab.reports.webpage.parts import Figure, in_panels
from conquestlab.reports.webpage.svg import raw
from conquestlab.reports.webpage.words import Cell, Table, text_cell

SIGNS = {MORE: "▲", LESS: "▼", SAME: "=", OPEN: "·"}
LINES = 4
PART = Axis("part of the game", percent=True)
HOW = "The variant less {}, {}with 95 % intervals; at the line there is no difference."
IN_POINTS = "in points of a hundred, "


def difference_figures(result: Result) -> list[Figure]:
    """Return a figure for each measure, since each has a unit of its own."""
    groups = [one for one in compared(result.rows) if measure_called(one.measure).drawn]
    found = []
    for measure in dict.fromkeys(one.measure for one in groups):
        some = [one for one in groups if one.measure == measure]
        some = [one for one in some if any(is_number(row.get("difference")) for row in one.rows)]
        if not some:
            continue
        entry = measure_called(measure)
        title, words = entry.heading, entry.means
        points = IN_POINTS if _in_points(some[0]) else ""
        how = f"{f'{capital(words)}. ' if words else ''}{HOW.format(some[0].against, points)}"
        if some[0].kind == TENTH:
            found += _curves(some, title, how, result)
        else:
            found.append(_differences(some, title, how, result))
    return found


def _differences(some: Sequence[Compared], title: str, how: str, result: Result) -> Figure:
    tables = _tables(result)
    variants = list(dict.fromkeys(one.rules for one in some))
    groups = []
    for variant in variants:
        for table in tables:
            entries = [
                Entry(_of(one), _row(row), tables.index(table), (str(row.get("verdict") or ""),))
                for one in some
                if one.rules == variant
                for row in one.rows
                if _table(row) == table and is_number(row.get("difference"))
            ]
            heads = [variant] if len(variants) > 1 else []
            heads += [table] if len(tables) > 1 else []
            if entries:
                groups.append(Group(": ".join(heads), entries))
    if all(len(group.entries) == 1 for group in groups) and len(groups) > 1:
        groups = [Group("", [group.entries[0]._replace(label=group.heading) for group in groups])]
    points = _in_points(some[0])
    unit = POINTS if points else ""
    return Figure(title, how, interval_plot(groups, title=title, percent=points, reference=0.0, unit=unit))


def _curves(some: Sequence[Compared], title: str, how: str, result: Result) -> list[Figure]:
    tables = _tables(result)
    points = _in_points(some[0])
    up = Axis("difference", points, unit=POINTS if points else "")
    lines = []
    for variant in dict.fromkeys(one.rules for one in some):
        for table in tables:
            rows = [
                {**_row(row), "at": int(one.of) / 10}
                for one in some
                if one.rules == variant
                for row in one.rows
                if _table(row) == table and is_number(row.get("difference"))
            ]
            if rows:
                lines.append(Line(table, rows, tables.index(table)))
    return [
        Figure(
            title,
            how,
            line_plot(panel, title=title, across=PART, up=up, reference=0.0),
            [(line.colour, line.name) for line in panel] if len(lines) > 1 else (),
        )
        for panel in in_panels(lines, LINES)
    ]


def sign_table(result: Result) -> list[Table]:
    """Return the table of signs: measures down, tables across; nothing where there is only one table."""
    tables = _tables(result)
    groups = compared(result.rows)
    if not groups or len(tables) < 2:
        return []
    several = len({one.rules for one in groups}) > 1
    rows = []
    for one in groups:
        by_table = {
            _table(row): (row, sign, _in_points(one)) for row, sign in zip(one.rows, one.signs, strict=True)
        }
        head = [text_cell(one.rules)] if several else []
        cells = [_sign_cell(*by_table[table]) if table in by_table else text_cell("") for table in tables]
        rows.append([*head, text_cell(one.name), text_cell(holds(one)), *cells])
    heads = [("variant", "")] if several else []
    heads += [("measure", ""), ("all tables", ""), *((table, "") for table in tables)]
    caption = (
        "Which way each measure goes: ▲ more, ▼ less, = no difference that matters, · not decided; "
        "differences of shares in points of a hundred"
    )
    return [Table(caption, heads, rows, "signs")]


def _in_points(one: Compared) -> bool:
    """Whether differences of a measure are told in hundredths."""
    return one.unit in HUNDREDTHS


def _sign_cell(row: dict[str, Any], sign: str, percent: bool) -> Cell:
    known = _row(row)
    if known["value"] is None:
        return Cell(Markup('<span class="sign {}">{}</span>').format(sign, SIGNS[sign]), {"data_value": sign})
    value = told(known["value"], known["low"], known["high"], percent)[0]
    html = Markup('<span class="sign {}">{}</span> {}').format(sign, SIGNS[sign], escape(value))
    return Cell(html, raw(known), True)


def _tables(result: Result) -> list[str]:
    """Return the tables that were played at, by players and bots."""
    return list(dict.fromkeys(_table(row) for one in compared(result.rows) for row in one.rows))


def _table(row: dict[str, Any]) -> str:
    parts = [f"{row['players']} players"] if row.get("players") else []
    return ", ".join([*parts, *([str(row["bots"])] if row.get("bots") else [])])


def _of(one: Compared) -> str:
    return one.name.partition(", ")[2] or one.name


def _row(row: dict[str, Any]) -> dict[str, Any]:
    low, high = (
        row.get(key) if is_number(row.get(key)) else None for key in ("difference_low", "difference_high")
    )
    value = row.get("difference") if is_number(row.get("difference")) else None
    known = {"value": value, "low": low, "high": high}
    said = {"measure": f"difference of {row.get('measure')}", "of": str(row.get("of") or "")}
    return known | said | {"run": place_of(row)}
