"""The sections of results that other commands wrote: comparisons, sweeps, ladders of bots, tuned rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.measure import POINTS, SEAT
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.result_files import Result, is_number, span_of
from conquestlab.analysis.reporting.sentences import capital, ended
from conquestlab.analysis.reporting.tuned_words import tuned_key, tuned_place
from conquestlab.reports.figures.described import Axis, Curves, Entry, Group, Intervals, Line
from conquestlab.reports.figures.ladder_figures import of_measure, rated
from conquestlab.reports.figures.run_figures import with_intervals
from conquestlab.reports.figures.sweep_figures import Described, described
from conquestlab.reports.webpage.html import command_line, plain_table
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import Section
from conquestlab.reports.webpage.section_compare import difference_figures, how_to_read, sign_table

TITLES = {
    "compare": marked("Comparison"),
    "sweep": marked("Sweep"),
    "ladder": marked("The ladder of bots"),
    "tune": marked("Tuning"),
}
MAPS = 12  # of a measure of a sweep
LADDER = ("win_share", "pair_share", "triple", "seat_rating")


def results(contents: Contents) -> list[Section]:
    """Return a section for each result."""
    found = []
    counts: dict[str, int] = {}
    for result in contents.results:
        counts[result.kind] = number = counts.get(result.kind, 0) + 1
        title = translated(TITLES[result.kind]) + (f" {number}" if number > 1 else "")
        section = Section(f"{result.kind}-{number}" if number > 1 else result.kind, title)
        section.words.append(command_line(say("Made by"), result.command))
        if result.kind == "compare":
            section.words.append(how_to_read(result))
            section.figures += difference_figures(result)
            section.tables += sign_table(result)
        elif result.kind == "sweep":
            section.figures += painted(_swept(result))
        elif result.kind == "ladder":
            rows = result.named.with_numbers("value")
            section.figures += painted([of_measure(rows, measure) for measure in (rated(rows), *LADDER)])
        else:
            section.figures += painted(_tuned(result))
        table = plain_table(say("{title}: all rows", title=title), result.rows, unit=_unit)
        section.tables.append(table._replace(name="all-rows"))
        section.notes += [ended(note) for note in result.notes]
        found.append(section)
    return found


def _unit(row: Mapping[str, Any]) -> str:
    return measure_called(str(row.get("measure"))).unit


def _swept(result: Result) -> list[Described]:
    """Describe the measures of a sweep, each with its name where it has several figures."""
    rows = [{**row, **span_of(row)} for row in result.rows]
    found: list[Described] = []
    for name in dict.fromkeys(str(row["measure"]) for row in rows):
        heading = translated(measure_called(name).heading)
        for one in described(rows, name)[:MAPS]:
            found.append(one if one.title == heading else one._replace(title=f"{heading}: {one.title}"))
    return found


def _tuned(result: Result) -> list[Intervals | Curves]:
    """Describe the values that were found, and what was played with whole numbers near them."""
    found: list[Intervals | Curves] = []
    for row in result.with_numbers("value"):
        if not row.get("key"):
            continue
        title = capital(tuned_key(result, row))
        entries = [Entry(say("found"), _row(row, "tuned"))]
        if is_number(row.get("rounded")):
            rounded = {"value": row["rounded"], "measure": "rounded", "of": title}
            entries.append(Entry(say("to be played"), rounded, 1))
        how = say("The value that was looked for, with its 95 % interval.")
        found.append(Intervals(title, how, [Group("", entries)]))
    for part, words in (("played", say("Played anew")), ("response", say("Seen on the way"))):
        rows = [row for row in result.with_numbers("value") if row.get("part") == part]
        for measure in dict.fromkeys(str(row.get("measure")) for row in rows):
            some = [row for row in rows if str(row.get("measure")) == measure]
            if any(is_number(row.get("low")) for row in some):
                found.append(
                    _played(result, some, measure, f"{words}: {translated(measure_called(measure).heading)}")
                )
    return found


def _played(result: Result, rows: Sequence[dict[str, Any]], measure: str, title: str) -> Intervals | Curves:
    """Describe a measure by the values of the rule: along them, a line a seat, or each by itself."""
    entry = measure_called(measure)
    how = say("{with_intervals}, by the values of the rule.", with_intervals=with_intervals(entry))
    unit = POINTS if entry.unit == POINTS else ""
    key = _only_number(result, rows) if rows[0]["part"] == "response" else ""
    if not key:
        groups = [
            Group(
                capital(tuned_place(result, str(at))),
                [Entry(_of_seat(row), _row(row, measure)) for row in rows if row.get("at") == at],
            )
            for at in dict.fromkeys(row.get("at") for row in rows)
        ]
        return Intervals(title, how, groups, Axis("", entry.in_hundredths, unit=unit))
    lines = []
    for place, name in enumerate(dict.fromkeys(_of_seat(row) for row in rows)):
        own = [_row(row, measure) | {"at": int(row["at"])} for row in rows if _of_seat(row) == name]
        lines.append(Line(name, sorted(own, key=lambda row: row["at"]), place))
    words = capital(tuned_key(result, {"key": key}))
    return Curves(title, how, lines, Axis(words), Axis("", entry.in_hundredths, unit=unit), together=True)


def _only_number(result: Result, rows: Sequence[dict[str, Any]]) -> str:
    """Return the rule that is varied, if it is one number and the rows are of several of its values."""
    keys = {str(row["key"]) for row in result.rows if row.get("key")}
    places = {str(row.get("at")) for row in rows}
    whole = all(re.fullmatch(r"-?\d+", place) for place in places)
    return keys.pop() if len(keys) == 1 and whole and len(places) > 2 else ""


def _of_seat(row: dict[str, Any]) -> str:
    of, measure = str(row.get("of") or ""), str(row.get("measure"))
    is_bot = of in str(row.get("bots") or "").split(",")
    if measure_called(measure).of == SEAT and of and not is_bot:
        return say("seat {of}", of=of)
    return of or measure.replace("_", " ")


def _row(row: dict[str, Any], measure: str) -> dict[str, Any]:
    of = " ".join(str(row.get(key)) for key in ("of", "against") if row.get(key))
    return {**span_of(row), "measure": measure, "of": of}
