"""The sections of results that other commands wrote: comparisons, the ladder of bots, tuned rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from conquestlab.analysis.measures.measure import POINTS, SEAT, SHARE
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.result_files import Result, is_number
from conquestlab.analysis.reporting.result_verdicts import table_of
from conquestlab.reports.figures.curves import Axis, Line
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.line_plot import line_plot
from conquestlab.reports.webpage.parts import Figure, Section
from conquestlab.reports.webpage.section_compare import difference_figures, sign_table
from conquestlab.reports.webpage.words import command_line, plain_table

TITLES = {"compare": "Comparison", "ladder": "The ladder of bots", "tune": "Tuning"}
LADDER = {
    "rating": (
        "Rating",
        "Strength in natural log-odds, with 95 % intervals: a bot 1 higher wins 2.7 times as often.",
        False,
    ),
    "win_share": (
        "Share of the wins",
        "Chance to win of a seat that the bot holds, in per cent, with 95 % intervals.",
        True,
    ),
    "pair_share": (
        "One against one",
        "Share of the wins of the first against the second, in per cent, with 95 % intervals.",
        True,
    ),
    "triple": (
        "Circles of three",
        "Of each circle the leg that is nearest to even, in per cent, with 95 % intervals.",
        True,
    ),
    "seat_rating": (
        "What a seat is worth",
        "In the unit of the ratings, the mean of all seats being 0; with 95 % intervals.",
        False,
    ),
}
REFERENCE = {"pair_share": 0.5, "triple": 0.5, "seat_rating": 0.0}
IN_UNIT = {SHARE: "In per cent, w", POINTS: "In points of a hundred, w"}
RANKED = ("rating", "win_share")


def results(contents: Contents) -> list[Section]:
    """Return a section for each result."""
    found = []
    counts: dict[str, int] = {}
    for result in contents.results:
        counts[result.kind] = number = counts.get(result.kind, 0) + 1
        title = TITLES[result.kind] + (f" {number}" if number > 1 else "")
        section = Section(f"{result.kind}-{number}" if number > 1 else result.kind, title)
        section.words.append(command_line("Made by", result.command))
        if result.kind == "compare":
            section.figures += difference_figures(result)
            section.tables += sign_table(result)
        elif result.kind == "ladder":
            section.figures += _climbed(result)
        else:
            section.figures += _tuned(result)
        section.tables.append(plain_table(f"{title}: all rows", result.rows))
        section.notes += [f"{note[0].upper()}{note[1:]}." for note in result.notes]
        found.append(section)
    return found


def _climbed(result: Result) -> list[Figure]:
    found = []
    for measure, (title, how, percent) in LADDER.items():
        rows = [row for row in result.with_numbers("value") if row.get("measure") == measure]
        groups = []
        players = list(dict.fromkeys(row.get("players") for row in rows))
        for number in players:
            some = [row for row in rows if row.get("players") == number]
            if measure in RANKED:
                some.sort(key=lambda row: -row["value"])
            if measure == "pair_share":
                some = [row for row in some if row["value"] >= 0.5]  # the other half is one less it
            entries = [
                Entry(_pair(row), _row(row, measure) | {"run": table_of(row)}, players.index(number))
                for row in some
            ]
            groups.append(Group(f"{number} players" if len(players) > 1 else "", entries))
        if rows:
            drawing = interval_plot(groups, title=title, percent=percent, reference=REFERENCE.get(measure))
            found.append(Figure(title, how, drawing))
    return found


def _pair(row: dict[str, Any]) -> str:
    """Name a row of a ladder: a bot, or one against another."""
    of, against = str(row.get("of") or ""), str(row.get("against") or "")
    if row.get("measure") == "seat_rating":
        return f"seat {of}"
    pairs = row.get("measure") in ("pair_share", "triple") and against
    return f"{of} against {against}" if pairs else of


def _tuned(result: Result) -> list[Figure]:
    found = []
    for row in result.with_numbers("value"):
        if not row.get("key"):
            continue
        title = str(row["key"])
        entries = [Entry("found", _row(row, "tuned"))]
        if is_number(row.get("rounded")):
            rounded = {"value": row["rounded"], "measure": "rounded", "of": title}
            entries.append(Entry("to be played", rounded, 1))
        drawing = interval_plot([Group("", entries)], title=title)
        found.append(Figure(title, "The value that was looked for, with its 95 % interval.", drawing))
    return found + _played(result)


def _played(result: Result) -> list[Figure]:
    """Draw what was played with whole numbers near the answer."""
    rows = [row for row in result.with_numbers("value") if row.get("part") in ("played", "response")]
    found = []
    for part, words in (("played", "Played anew"), ("response", "Seen on the way")):
        for measure in dict.fromkeys(str(row.get("measure")) for row in rows if row["part"] == part):
            some = [row for row in rows if (row["part"], str(row.get("measure"))) == (part, measure)]
            if not any(is_number(row.get("low")) for row in some):
                continue
            title = f"{words}: {measure.replace('_', ' ')}"
            entry = measure_called(measure)
            percent = entry.in_hundredths
            how = f"{IN_UNIT.get(entry.unit, 'W')}ith 95 % intervals, by the values of the rule."
            key = _only_number(result, some)
            if part == "response" and key:
                found.append(_response(title, how, some, Axis(key), Axis("", percent)))
                continue
            groups = [
                Group(
                    f"at {at}",
                    [Entry(_of_seat(row), _row(row, measure)) for row in some if row.get("at") == at],
                )
                for at in dict.fromkeys(row.get("at") for row in some)
            ]
            unit = POINTS if entry.unit == POINTS else ""
            found.append(Figure(title, how, interval_plot(groups, title=title, percent=percent, unit=unit)))
    return found


def _only_number(result: Result, rows: Sequence[dict[str, Any]]) -> str:
    """Return the rule that is varied, if it is one number and the rows are of several of its values."""
    keys = {str(row["key"]) for row in result.rows if row.get("key")}
    places = {str(row.get("at")) for row in rows}
    whole = all(re.fullmatch(r"-?\d+", place) for place in places)
    return keys.pop() if len(keys) == 1 and whole and len(places) > 2 else ""


def _response(title: str, how: str, rows: Sequence[dict[str, Any]], across: Axis, up: Axis) -> Figure:
    """Draw a measure along the one number that is varied, a line a seat."""
    measure = str(rows[0].get("measure"))
    lines = [
        Line(
            name,
            sorted(
                (_row(row, measure) | {"at": int(row["at"])} for row in rows if _of_seat(row) == name),
                key=lambda row: row["at"],
            ),
            place,
        )
        for place, name in enumerate(dict.fromkeys(_of_seat(row) for row in rows))
    ]
    legend = [(line.colour, line.name) for line in lines] if len(lines) > 1 else []
    return Figure(title, how, line_plot(lines, title=title, across=across, up=up), legend)


def _of_seat(row: dict[str, Any]) -> str:
    of, measure = str(row.get("of") or ""), str(row.get("measure"))
    is_bot = of in str(row.get("bots") or "").split(",")
    if measure_called(measure).of == SEAT and of and not is_bot:
        return f"seat {of}"
    return of or measure.replace("_", " ")


def _row(row: dict[str, Any], measure: str) -> dict[str, Any]:
    return {
        "value": row["value"],
        "low": row["low"] if is_number(row.get("low")) else None,
        "high": row["high"] if is_number(row.get("high")) else None,
        "measure": measure,
        "of": " ".join(str(row.get(key)) for key in ("of", "against") if row.get(key)),
    }
