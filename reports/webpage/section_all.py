"""The last sections: every measure of every run, and how to read the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.measure import POINTS, SHARE
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.reports.digits import plain
from conquestlab.reports.formatted_numbers import formatted
from conquestlab.reports.webpage.html import Cell, Table, bound, number_cell, text_cell
from conquestlab.reports.webpage.parts import Section
from conquestlab.reports.webpage.svg import raw

UNITS = {SHARE: "\u202f%", POINTS: "\u202fpoints"}
COLUMNS = ("measure", "value", "low", "high", "baseline")
READING = {
    marked("Interval"): marked(
        "Every number that was found by playing has a 95 % interval: in nineteen runs of twenty, "
        "each with another seed, it would hold the value that very many games would show. Numbers without "
        "an interval are exact, or counts of this run."
    ),
    marked("Seat"): marked("Place in the order of play, counted from 1; seat 1 takes the first turn."),
    marked("Standing"): marked(
        "A seat’s share of the position, adding up to 100 % over the table: in the conquest games "
        "the mean of its share of the lands and its share of the armies, in the others its share of the "
        "points."
    ),
    marked("Leader"): marked("Who stands highest after a round."),
    marked("Cut off"): marked("A game that reaches the cap on rounds. It is never a win."),
    marked("Bot"): marked(
        "A way of playing. What is said of a game is said of these bots playing it; people may play "
        "otherwise. A finding is worth more when it holds for several bots."
    ),
    marked("Point"): marked("One in a hundred: from 25 % to 27 % it is two points."),
    marked("Barely, slight, clear"): marked(
        "The best seat has a slight edge if it wins less than a tenth more than an even "
        "share, a clear one from a quarter more on, and barely one below a twenty-fifth. Other verdicts are "
        "hedged in the same way: a finding may be certain and yet too small to matter."
    ),
    marked("Even share"): marked("One part in as many as there are players."),
}


def all_measures(contents: Contents) -> Section:
    """Return the section with the table of all measures."""
    section = Section("measures", say("Every measure"), short=say("Measures"))
    rows = []
    several = len(contents.runs) > 1
    for name, run in zip(contents.names, contents.runs, strict=True):
        texts = [_texts(row) for row in run.rows]
        for place, row in enumerate(run.rows):
            cells = [text_cell(name)] if several else []
            is_first = row["measure"] not in (before["measure"] for before in run.rows[:place])
            entry = measure_called(row["measure"])
            hint = translated(entry.means) if is_first else ""
            measure = Markup("<code>{}</code>").format(row["measure"])
            if hint:
                measure += Markup(' <span class="hint">{}</span>').format(hint)
            cells.append(Cell(measure, {"data_value": row["measure"]}))
            cells.append(text_cell(row["of"]))
            known = {**row, "run": name}
            unit = UNITS.get(entry.unit, "") if row["value"] is not None else ""
            value = {"data_value": ""} | raw(known)
            cells.append(Cell(text_cell(texts[place]["value"] + unit).html, value, True))
            cells.append(_end(row["low"], texts[place]["low"]))
            cells.append(_end(row["high"], texts[place]["high"]))
            cells.append(_end(row.get("baseline"), texts[place]["baseline"]))
            cells.append(number_cell(row["games"]))
            rows.append(cells)
    if not rows:
        return section
    heads = [(marked("run"), "")] if several else []
    heads += [
        (marked("measure"), ""),
        (marked("of"), say("a seat, a bot, a tenth of the game, a continent")),
        (marked("value"), ""),
        (marked("low"), say("lower end of the 95 % interval")),
        (marked("high"), say("upper end of the 95 % interval")),
        (marked("baseline"), say("what no information, or an even game, would give")),
        (marked("games"), say("on which the value rests")),
    ]
    section.tables.append(Table(say("As conquest play gives them"), heads, rows, "measures"))
    return section


def _texts(row: Mapping[str, Any]) -> dict[str, str]:
    """Return a row's numbers as they are shown everywhere: shares and their differences times a hundred."""
    entry = measure_called(row["measure"])
    value, low, high = (plain(row.get(key)) for key in COLUMNS[1:4])
    value, low, high = formatted(value, low, high, entry.in_hundredths)
    baseline = formatted(plain(row.get("baseline")), percent=entry.in_hundredths)[0]
    return {"value": value, "low": low, "high": high, "baseline": baseline}


def _end(value: float | None, text: str) -> Cell:
    return Cell(text_cell(text).html, {"data_value": "" if value is None else repr(value)}, True)


def reading() -> Section:
    """Return the section on how to read the page."""
    entries = Markup("").join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(translated(word), bound(translated(said)))
        for word, said in READING.items()
    )
    return Section(
        "reading",
        say("How to read this page"),
        [Markup("<dl>{}</dl>").format(entries)],
        short=say("How to read"),
    )
