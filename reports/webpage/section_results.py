"""The sections of results: robustness over runs, comparisons, the ladder of bots, tuned rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.result_files import Result, is_number
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.parts import Figure, Section
from conquestlab.reports.webpage.words import plain_table

TITLES = {"compare": "Comparison", "ladder": "The ladder of bots", "tune": "Tuning"}
LADDER = {
    "rating": ("Rating", "Higher is stronger; with 95 % intervals.", False),
    "win_share": ("Share of the wins", "In per cent, with 95 % intervals.", True),
    "pair_share": ("One against another", "Share of the wins of the first over the second, in per cent.", True),
    "triple": ("Three against each other", "With 95 % intervals.", False),
}
EVEN = {"pair_share": 0.5}


def robustness(contents: Contents) -> Section:
    """Return the section on whether the edge of a seat depends on who plays; empty for a single run."""
    section = Section("robustness", "Does it depend on who plays?")
    if len(contents.runs) < 2:
        return section
    for finding in dict.fromkeys(row["finding"] for row in contents.edges):
        rows = [row for row in contents.edges if row["finding"] == finding]
        title = f"Edge of the {finding}"
        how = "Its share of the wins less an even share, in points of a hundred, with 95 % intervals."
        order = {name: place for place, name in enumerate(contents.names)}
        entries = [
            Entry(row["run"], {**row, "measure": "edge", "of": finding}, order[row["run"]],
                  (f"{row['games']:,} decided games",))
            for row in rows
        ]  # fmt: skip
        drawing = interval_plot([Group("", entries)], title=title, percent=True, reference=0.0)
        section.figures.append(Figure(title, how, drawing))
    return section


def results(contents: Contents) -> list[Section]:
    """Return a section for each result."""
    found = []
    counts: dict[str, int] = {}
    for result in contents.results:
        counts[result.kind] = number = counts.get(result.kind, 0) + 1
        title = TITLES[result.kind] + (f" {number}" if number > 1 else "")
        section = Section(f"{result.kind}-{number}" if number > 1 else result.kind, title)
        section.words.append(
            Markup(
                '<div class="command"><span class="what">Made by</span><code>{}</code>'
                '<button type="button" class="copy" hidden>copy</button></div>'
            ).format(result.command)
        )
        section.figures += DRAWN[result.kind](result)
        section.tables.append(plain_table(f"{title}: all rows", result.rows))
        section.notes += result.notes
        found.append(section)
    return found


def _compared(result: Result) -> list[Figure]:
    """Draw the differences, a figure for each measure, since each has a unit of its own."""
    rows = result.with_numbers("difference")
    found = []
    for measure in dict.fromkeys(str(row.get("measure", "")) for row in rows):
        some = [row for row in rows if str(row.get("measure", "")) == measure]
        groups = []
        for heading in dict.fromkeys(_pair(row) for row in some):
            entries = [
                Entry(
                    _what(row, some),
                    {"value": row["difference"], "low": _known(row, "difference_low"),
                     "high": _known(row, "difference_high"), "measure": f"difference of {measure}",
                     "of": str(row.get("of") or "")},
                    0,
                    tuple(str(row[key]) for key in ("verdict",) if row.get(key)),
                )
                for row in some
                if _pair(row) == heading
            ]  # fmt: skip
            groups.append(Group(heading, entries))
        title = measure.replace("_", " ")
        drawing = interval_plot(groups, title=title, reference=0.0)
        found.append(Figure(title, "Difference, with its 95 % interval; at the line there is none.", drawing))
    return found


def _pair(row: dict[str, Any]) -> str:
    return f"{row.get('rules', '')} less {row.get('against', '')}"


def _what(row: dict[str, Any], rows: Sequence[dict[str, Any]]) -> str:
    """Name a row among others: what it is of, and the players and bots where these differ."""
    parts = [str(row["of"])] if row.get("of") not in (None, "") else []
    for key, words in (("players", "{} players"), ("bots", "{}")):
        if len({str(one.get(key)) for one in rows}) > 1:
            parts.append(words.format(row.get(key)))
    return ", ".join(parts) or str(row.get("measure", "")).replace("_", " ")


def _known(row: dict[str, Any], key: str) -> float | None:
    return row[key] if is_number(row.get(key)) else None


def _climbed(result: Result) -> list[Figure]:
    found = []
    for measure, (title, how, percent) in LADDER.items():
        rows = [row for row in result.with_numbers("value") if row.get("measure") == measure]
        if measure in ("rating", "win_share"):
            rows = sorted(rows, key=lambda row: -row["value"])
        entries = [
            Entry(_what(row, rows), {**_span(row), "measure": measure, "of": str(row.get("of") or "")})
            for row in rows
        ]
        if entries:
            drawing = interval_plot([Group("", entries)], title=title, percent=percent, reference=EVEN.get(measure))
            found.append(Figure(title, how, drawing))
    return found


def _tuned(result: Result) -> list[Figure]:
    found = []
    for row in result.with_numbers("value"):
        if "key" not in row:
            continue
        title = str(row["key"])
        entries = [Entry("found", {**_span(row), "measure": "tuned", "of": title})]
        if is_number(row.get("rounded")):
            entries.append(Entry("to be played", {"value": row["rounded"], "measure": "rounded", "of": title}, 1))
        drawing = interval_plot([Group("", entries)], title=title)
        found.append(Figure(title, "The value that was looked for, with its 95 % interval.", drawing))
    return found


def _span(row: dict[str, Any]) -> dict[str, Any]:
    return {"value": row["value"], "low": _known(row, "low"), "high": _known(row, "high")}


DRAWN = {"compare": _compared, "ladder": _climbed, "tune": _tuned}
