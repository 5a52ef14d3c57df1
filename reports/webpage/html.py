"""Sentences, tables and lists as HTML: every number shown short, with its raw value kept beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import NoneType
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from conquestlab.analysis.language import THIN, native, numerals, say, translated
from conquestlab.analysis.measures.measure import HUNDREDTHS
from conquestlab.analysis.reporting.sentences import PLAIN, POINTS, SHARE, Number, Parts, Verdict
from conquestlab.reports.digits import NOTHING, plain, shown
from conquestlab.reports.formatted_numbers import formatted, span_text, texts_of, with_unit
from conquestlab.reports.webpage.svg import raw


class Cell(NamedTuple):
    """A cell of a table: its HTML, what it is sorted by, its attributes, whether it is a number."""

    html: Markup
    attributes: Mapping[str, str] = {}
    is_number: bool = False


class Table(NamedTuple):
    """A table: its caption, heads (each with a hint, which may be empty) and rows of cells."""

    caption: str
    heads: Sequence[tuple[str, str]]
    rows: Sequence[Sequence[Cell]]
    name: str = "table"

    @property
    def numbers(self) -> list[bool]:
        """By column, whether it holds numbers."""
        return [any(row[place].is_number for row in self.rows) for place in range(len(self.heads))]


def sentence(verdict: Verdict, run: str = "") -> Markup:
    """Return the sentence of a verdict as HTML."""
    return _written(verdict.parts, lambda one: number_html(one, run))


def headline(verdict: Verdict, run: str = "") -> Markup:
    """Return the head of a verdict as HTML; the intervals of its numbers stand in the sentence."""
    return _written(verdict.head, lambda one: number_html(one._replace(is_alone=True), run))


def _written(parts: Parts, number: Callable[[Number], Markup]) -> Markup:
    return Markup("").join(bound(part) if isinstance(part, str) else number(part) for part in parts)


def bound(text: str) -> Markup:
    """Return text as HTML whose numbers do not part from their per cent."""
    return escape(text.replace(" %", "\u202f%"))


def number_html(number: Number, run: str = "") -> Markup:
    """Return a number of a sentence, with its interval in brackets unless it is to stand alone."""
    value, low, high = formatted(*number.shown, number.form != PLAIN)
    text = with_unit(value, number.form if number.form in (PLAIN, POINTS) else SHARE).replace(" ", THIN)
    row: dict[str, Any] = {"value": number.value, "low": number.low, "high": number.high}
    if number.measure:
        row |= {"measure": number.measure, "of": number.of, "run": number.run or run or None}
    has_span = not number.is_alone and (low, high) not in ((NOTHING, NOTHING), (value, value))
    span = Markup(' <span class="span">({})</span>') if has_span else ""
    written = Markup("<b>{}</b>").format(text) + (span.format(span_text(low, high)) if span else "")
    return Markup('<span class="n"{}>{}</span>').format(attributes(raw(row)), written)


def attributes(given: Mapping[str, str]) -> Markup:
    """Return attributes as they stand in a tag."""
    return Markup("").join(
        Markup(' {}="{}"').format(name.replace("_", "-"), text) for name, text in given.items()
    )


def inside(value: Any) -> Markup:
    """Return a value as JSON that may stand within an element of script."""
    return Markup(json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))


def text_cell(text: Any, french: str = "") -> Cell:
    """Return a cell of words, with the French ones beside in small letters."""
    html = escape(NOTHING if text is None else native(translated(str(text)), french))
    if french and french != text and native("", french) != french:
        html += Markup(' <span class="fr" lang="fr">{}</span>').format(french)
    return Cell(html, {"data_value": "" if text is None else str(text)})


def span_cell(row: Mapping[str, Any] | None, percent: bool = False) -> Cell:
    """Return a cell of a value with its interval below."""
    if row is None or row.get("value") is None:
        return Cell(Markup(NOTHING), {"data_value": ""}, True)
    value, low, high = formatted(row["value"], row.get("low"), row.get("high"), percent)
    html = escape(with_unit(value, SHARE if percent else "").replace(" ", THIN))
    if (low, high) != (NOTHING, NOTHING):
        html += Markup(' <span class="span">{}</span>').format(span_text(low, high))
    return Cell(html, raw(row), True)


def number_cell(value: Any, text: str | None = None) -> Cell:
    """Return a cell of one number without an interval."""
    value = plain(value)
    if value is None:
        return Cell(Markup(NOTHING), {"data_value": ""}, True)
    return Cell(escape(numerals(f"{value:,}") if text is None else text), {"data_value": repr(value)}, True)


def plain_table(
    caption: str,
    rows: Sequence[Mapping[str, Any]],
    columns: Iterable[str] = (),
    hints: Mapping[str, str] = {},
    unit: Callable[[Mapping[str, Any]], str] | None = None,
) -> Table:
    """Return any rows as a table: the columns of the rows, floats with the digits that mean something.

    With `unit`, which tells the unit of a row, its values and differences are shown as in sentences.
    """
    kept = [{str(key): plain(value) for key, value in row.items()} for row in rows]
    names = list(columns) or list(dict.fromkeys(name for row in kept for name in row))
    whole = [{name: row.get(name) for name in names} for row in kept]
    texts = shown(whole, names)
    for place, row in enumerate(whole if unit else ()):
        for name, text in _in_unit(row, unit(row) if unit else "").items():
            texts[name][place] = text
    cells = [[_any_cell(row[name], texts[name][place]) for name in names] for place, row in enumerate(whole)]
    return Table(caption, [(name.replace("_", " "), hints.get(name, "")) for name in names], cells)


def _in_unit(row: Mapping[str, Any], unit: str) -> dict[str, str]:
    """Return the texts of a row's value and difference, and of their intervals, in their unit."""
    found: dict[str, str] = {}
    for value, ends in (("value", ""), ("difference", "difference_")):
        names = (value, f"{ends}low", f"{ends}high")
        if all(isinstance(row.get(name), (int, float, NoneType)) and name in row for name in names):
            number, low, high = (row[name] for name in names)
            numbers = formatted(number, low, high, unit in HUNDREDTHS)
            found |= dict(zip(names, numbers, strict=True))
            if row[value] is not None:
                found[value] = texts_of(row, unit, value, ends).value.replace(" %", "\u202f%")
    return found


def _any_cell(value: Any, text: str) -> Cell:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return Cell(escape(text), {"data_value": repr(value)}, True)
    return Cell(escape(translated(text)), {"data_value": "" if value is None else text})


def command_line(what: str, command: str) -> Markup:
    """Return a command to copy, with what it makes."""
    return Markup(
        '<div class="command"><span class="what">{}</span>'
        '<code>{}</code><button type="button" class="copy" hidden>{}</button></div>'
    ).format(translated(what.strip()), command, say("copy"))
