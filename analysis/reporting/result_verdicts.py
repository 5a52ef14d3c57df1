"""What results of compare, ladder and tune say, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conquestlab.analysis.reporting.result_files import Result, is_number
from conquestlab.analysis.reporting.verdicts import Number, Verdict

MOST_SENTENCES = 6


def result_verdicts(result: Result) -> list[Verdict]:
    """Return the sentences of one result, the surest first."""
    says = {"compare": _compared, "ladder": _climbed, "tune": _tuned}
    return list(says[result.kind](result))


def _compared(result: Result) -> Iterator[Verdict]:
    """Pass on the verdicts of the rows, those with the smallest p first, each once."""
    rows = [row for row in result.rows if row.get("verdict")]
    rows.sort(key=lambda row: row["p"] if is_number(row.get("p")) else 1.0)
    told = list(dict.fromkeys(_about(row) + str(row["verdict"]) for row in rows))
    for words in told[:MOST_SENTENCES]:
        yield Verdict("Comparison", (words,))
    if len(told) > MOST_SENTENCES:
        yield Verdict("Comparison", (f"{len(told) - MOST_SENTENCES} more verdicts stand in the table.",))


def _about(row: dict[str, Any]) -> str:
    """Name the measure of a verdict, where the verdict itself may not."""
    of = f" {row['of']}" if row.get("of") else ""
    players = f", {row['players']} players" if row.get("players") else ""
    measure = str(row.get("measure", "")).replace("_", " ")
    return f"{measure}{of}{players}: " if measure else ""


def _climbed(result: Result) -> Iterator[Verdict]:
    rows = [row for row in result.with_numbers("value") if row.get("measure") == "rating"]
    rows.sort(key=lambda row: -row["value"])
    if not rows:
        return
    best = rows[0]
    words: list[str | Number] = [f"{best.get('of')} is rated highest, at ", _number(best, "rating")]
    if len(rows) > 1:
        second = rows[1]
        sure = is_number(best.get("low")) and is_number(second.get("high")) and best["low"] > second["high"]
        apart = "the intervals lie apart" if sure else "the intervals overlap"
        words += [f", before {second.get('of')} at ", _number(second, "rating"), f" ({apart})"]
    yield Verdict("Ladder", (*words, "."))


def _tuned(result: Result) -> Iterator[Verdict]:
    for row in result.with_numbers("value"):
        if "key" not in row:
            continue
        words: list[str | Number] = [f"{row['key']}: ", _number(row, "")]
        if row.get("rounded") is not None:
            words.append(f"; the nearest value that can be played is {row['rounded']}")
        yield Verdict("Tuning", (*words, "."))


def _number(row: dict[str, Any], measure: str) -> Number:
    low, high = (row[end] if is_number(row.get(end)) else None for end in ("low", "high"))
    return Number(row["value"], low, high, measure, str(row.get("of") or ""))
