"""What is read of a comparison in a terminal: verdicts, then differences that matter, with both values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.bots.known_strength import who_played
from conquestlab.analysis.comparing.families import PRIMARY
from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.measure import HUNDREDTHS
from conquestlab.analysis.reporting.compare_verdicts import compare_verdicts
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.main_numbers import told_name
from conquestlab.analysis.reporting.result_files import Result
from conquestlab.reports.digits import NOTHING
from conquestlab.reports.formatted_numbers import formatted, span_text, texts_of
from conquestlab.reports.reading import Reading, Sheet
from conquestlab.reports.verdict_lines import by_importance, opening

if TYPE_CHECKING:
    from conquestlab.analysis.playing.experiment import Experiment

Row = Mapping[str, Any]
Table = tuple[str, str, int, str]

MOST, LEAST = 10, 3


def compare_reading(
    rows: Sequence[dict[str, Any]],
    experiments: Sequence[Experiment],
    signs: Sequence[dict[str, Any]] = (),
) -> Reading:
    """Return what is read of a comparison.

    Parameters
    ----------
    rows : sequence of dict
        As `conquest compare` gives them.
    experiments : sequence of Experiment
        Of the base, at all tables.
    signs : sequence of dict
        Of a robust answer: its table of signs, which is shown whole; the first column heads its tables.
    """
    said = list(compare_verdicts(Result("compare", "", {}, list(rows))))
    tables = {} if signs else _tables(rows)
    most = max(LEAST, MOST // max(1, len(tables)))
    sheets = [sheet for table, some in tables.items() for sheet in _sheets(table, some[:most], rows)]
    if signs:
        about = next(iter(signs[0]))
        sheets = [
            Sheet(heading, [_without(about, line) for line in signs if line[about] == heading])
            for heading in dict.fromkeys(line[about] for line in signs)
        ]
    who = who_played(experiments)
    return Reading(opening([("", by_importance(said))]), tuple(sheets), (), who, 0 if signs else len(rows))


def _without(column: str, line: Row) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != column}


def _sheets(table: Table, some: Sequence[Row], rows: Sequence[Row]) -> list[Sheet]:
    """Return the primary questions of a table and, set apart, what is exploratory."""
    primary = [row for row in some if row["family"] == PRIMARY]
    others = [row for row in some if row["family"] != PRIMARY]
    found = [Sheet(_heading(table), difference_rows(primary, rows, with_measure=False))] if primary else []
    if others:
        words = say("Exploratory, so one in twenty of those found may be false:")
        found.append(Sheet(words if primary else _heading(table), difference_rows(others, rows, False)))
    return found


def all_differences(rows: Sequence[dict[str, Any]], about: str) -> list[dict[str, Any]]:
    """Return every difference as it is read, the strongest first; `about` names the column of the table."""
    return [
        {about: _heading(table)} | row
        for table, some in _tables(rows).items()
        for row in difference_rows(some, rows, with_measure=True)
    ]


def _tables(rows: Sequence[dict[str, Any]]) -> dict[Table, list[dict[str, Any]]]:
    """Return the differences of each variant at each table, in the order in which they are told."""
    found: dict[Table, list[dict[str, Any]]] = {}
    for row in rows:
        if row["against"] is not None and row["difference"] is not None:
            place = (row["rules"], row["against"], row["players"], row["bots"])
            found.setdefault(place, []).append(row)
    return {table: sorted(some, key=_by_evidence) for table, some in found.items()}


def _by_evidence(row: Row) -> tuple[bool, bool, float, float]:
    """Order differences: primary questions first, findings before others, then by strength of evidence."""
    p = row["p_adjusted"]
    return (
        row["family"] != PRIMARY,
        row["sign"] not in (1, -1),
        1.0 if p is None else p,
        -abs(row["effect"] or 0.0),
    )


def _heading(table: Table) -> str:
    rules, against, players, bots = table
    return say(
        "{rules} against {against}, {players} players, bots: {bots}",
        rules=rules, against=against, players=players, bots=bots,
    )  # fmt: skip


def difference_rows(some: Sequence[Row], rows: Sequence[Row], with_measure: bool) -> list[dict[str, Any]]:
    """Return differences with both values, the interval, and what they come to.

    Parameters
    ----------
    some : sequence of dict
        Rows with a difference.
    rows : sequence of dict
        All rows, those of the base among them.
    with_measure : bool
        Whether the name of the measure stands beside, as it may be typed.
    """
    base = {_place(row): row for row in rows if row["against"] is None}
    found = []
    for row in some:
        unit = row["unit"]
        before = base.get(_place(row))
        named = (
            {"measure": row["measure"], "of": row["of"]} if with_measure else {marked("what"): told_name(row)}
        )
        values = ""
        if before is not None and before["value"] is not None and row["value"] is not None:
            values = f"{texts_of(before, unit).value} -> {texts_of(row, unit).value}"
        verdict = verdict_words(row, with_family=with_measure)
        found.append(
            named
            | {
                marked("values"): values,
                marked("difference"): difference_text(row),
                marked("verdict"): verdict,
            }
        )
    return found


def _place(row: Row) -> tuple[Any, ...]:
    return row["players"], row["bots"], row["measure"], row["of"]


def difference_text(row: Row) -> str:
    """Return a difference with its sign and its interval; one of shares is in points of a hundred."""
    number, least, most = (row[name] for name in ("difference", "difference_low", "difference_high"))
    size, low, high = formatted(number, least, most, row["unit"] in HUNDREDTHS)
    is_more = row["difference"] > 0 and size[:1].isdigit() and size.strip("0.,")
    signed = f"+{size}" if is_more else size
    if (low, high) in ((NOTHING, NOTHING), (size, size)):
        return signed
    return say("{size} ({span})", size=signed, span=span_text(low, high))


def verdict_words(row: Row, with_family: bool = False) -> str:
    """Return what a difference comes to, without its numbers, which stand beside."""
    sign = row["sign"]
    more, less = measure_called(str(row["measure"])).ways
    if sign in (1, -1):
        word = translated(more if sign > 0 else less)
        if with_family and row["family"] != PRIMARY:
            return say("{verdict}, exploratory", verdict=word)
        return word
    return say("no difference") if sign == 0 else say("undecided")
