"""What a person reads in a terminal: sentences first, then the numbers that matter, then where the rest is.

Files and pipes get every row and column instead (reports/tables.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import numerals, say, translated
from conquestlab.reports.layout import one_line, wrapped
from conquestlab.reports.sparklines import Curve, bars_for, sparkline

Rows = Sequence[Mapping[str, Any]]


class Sheet(NamedTuple):
    """A table of a reading: the words above it, and its rows, whose keys are the headings."""

    heading: str
    rows: Rows


class Reading(NamedTuple):
    """What is read in a terminal.

    Attributes
    ----------
    sentences : tuple of str
        The verdicts, the most important first; each begins a line.
    sheets : tuple of Sheet
        The numbers that matter, in the words and units in which they are told.
    curves : tuple of Curve
    who : str
        On whose play all of it rests; empty where nobody plays.
    rest : int
        How many rows there are in all, where not all are shown; 0 where nothing is left out.
    """

    sentences: tuple[str, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    curves: tuple[Curve, ...] = ()
    who: str = ""
    rest: int = 0


def reading_text(reading: Reading, notes: Sequence[str], width: int, encoding: str | None) -> str:
    """Lay a reading out in lines of at most `width` characters.

    Parameters
    ----------
    reading : Reading
    notes : sequence of str
        Sentences that stand below.
    width : int
    encoding : str or None
        Of the terminal: whether it has blocks to draw curves of.
    """
    from conquestlab.reports.tables import table_lines

    blocks: list[list[str]] = [[line for said in reading.sentences for line in _item(said, width)]]
    blocks.append(wrapped(one_line(reading.who), width) if reading.who else [])
    for sheet in reading.sheets:
        above = wrapped(one_line(translated(sheet.heading)), width) if sheet.heading else []
        blocks.append([*above, *table_lines(sheet.rows, width)])
    blocks.append(_curve_lines(reading.curves, width, bars_for(encoding)))
    below = [*notes, *([where_the_rest_is(reading.rest)] if reading.rest else [])]
    blocks.append([line for words in below for line in wrapped(one_line(translated(words)), width)])
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _item(said: str, width: int) -> list[str]:
    """Break a sentence, whose further lines are set in."""
    first, *more = wrapped(one_line(said), width)
    if not more:
        return [first]
    rest = wrapped(one_line(said)[len(first) :], width - 2)
    return [first, *(f"  {line}" for line in rest)]


def _curve_lines(curves: Sequence[Curve], width: int, bars: str) -> list[str]:
    """Set the curves below each other, what they are of before, their ends behind or below."""
    names = max((len(one.name) for one in curves), default=0)
    lines = []
    for one in curves:
        drawn = sparkline(one.values, one.low, one.high, bars)
        line = f"{one.name:{names}}  {drawn}"
        if len(line) + 2 + len(one.ends) <= width:
            lines.append(f"{line}  {one.ends}".rstrip())
        else:
            lines += [*wrapped(one.name, width), drawn, *wrapped(one.ends, width)]
    return lines


def where_the_rest_is(rows: int) -> str:
    """Say how all rows are to be had."""
    return say(
        "All {rows} rows: --all; one measure: --measure NAME; what a word means: conquest explain NAME",
        rows=numerals(f"{rows:,}"),
    )


def check_names(names: Sequence[str], known: Sequence[str]) -> None:
    """Refuse the name of a measure that an answer does not have, before any game is played.

    Parameters
    ----------
    names : sequence of str
        Of measures, or of one of their rows, as in `win_share.1`.
    known : sequence of str
        The measures that the answer may have.
    """
    from conquestlab.analysis.rules.faults import nearest, shown

    for name in names:
        if name.partition(".")[0] not in known:
            near = nearest(name.partition(".")[0], list(known))
            if near:
                raise WrongUse(say("no measure {name}: did you mean {near}?", name=shown(name), near=near))
            some = ", ".join(known)
            raise WrongUse(say("no measure {name}: there are {known}", name=shown(name), known=some))


def rows_of_measures(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows of some measures, all if none is named; `win_share.1` is one row of a measure."""
    if not names:
        return list(rows)
    return [
        row for row in rows if row.get("measure") in names or f"{row.get('measure')}.{row.get('of')}" in names
    ]
