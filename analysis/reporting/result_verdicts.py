"""What results of compare, ladder and tune say, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conquestlab.analysis.reporting.compare_verdicts import compare_verdicts
from conquestlab.analysis.reporting.result_files import Result, is_number
from conquestlab.analysis.reporting.sentences import PLAIN, SHARE, Number, Verdict


def result_verdicts(result: Result) -> list[Verdict]:
    """Return the sentences of one result."""
    says = {"compare": compare_verdicts, "ladder": _climbed, "tune": _tuned}
    return list(says[result.kind](result))


def heading_of(result: Result) -> str:
    """Return what a result is about, in a few words."""
    if result.kind == "compare" and len(result.rules) > 1:
        return f"{' and '.join(result.rules[1:])} against {result.rules[0]}"
    words = {"compare": "Comparison", "ladder": "Ladder of bots", "tune": "Tuning"}[result.kind]
    return f"{words}, {result.rules[0]}" if result.rules else words


def _climbed(result: Result) -> Iterator[Verdict]:
    """Say for each number of players who is strongest, by rating or else by share of the wins."""
    rows = result.with_numbers("value")
    for players in dict.fromkeys(row.get("players") for row in rows):
        some = [row for row in rows if row.get("players") == players]
        rated = [row for row in some if row.get("measure") == "rating"]
        measure = "rating" if rated else "win_share"
        ranked = sorted((row for row in some if row.get("measure") == measure), key=lambda row: -row["value"])
        if len(ranked) < 2:
            continue
        best, second = ranked[0], ranked[1]
        apart = _known(best, "low") is not None and _known(second, "high") is not None
        sure = apart and best["low"] > second["high"]
        table = f"With {players} players " if players is not None else ""
        did = "is rated highest, at " if measure == "rating" else "wins most, "
        close = "" if sure else "; their intervals overlap"
        best_name, second_name = (str(row.get("of")) for row in (best, second))
        told = (
            f"{best_name} is the strongest" if sure else f"{best_name} and {second_name} are not told apart"
        )
        several = len({row.get("players") for row in rows}) > 1
        head = f"{told}{f' with {players} players' if several else ''}."
        yield Verdict(
            "Ladder",
            (
                f"{table}{best_name} {did}",
                _number(best),
                f", before {second_name} at ",
                _number(second),
                f"{close}.",
            ),
            head=(head,),
        )


def _tuned(result: Result) -> Iterator[Verdict]:
    """Say what was found for each number that was looked for, and what the answer itself says."""
    for row in result.rows:
        if row.get("key") and is_number(row.get("value")):
            words: list[str | Number] = [f"{row['key']}: ", _number(row)]
            if row.get("rounded") is not None:
                words.append(f"; to be played, {row['rounded']}")
            yield Verdict("Tuning", (*words, "."))
    for note in result.notes:
        yield Verdict("Tuning", (f"{note[0].upper()}{note[1:]}.",))


def _number(row: dict[str, Any]) -> Number:
    measure, of = str(row.get("measure") or ""), str(row.get("of") or "")
    form = SHARE if measure == "win_share" else PLAIN
    span = row["value"], _known(row, "low"), _known(row, "high")
    return Number(*span, measure, of, form, run=table_of(row))


def table_of(row: dict[str, Any]) -> str:
    """Return at which table of a ladder a number was found."""
    parts = ["ladder", str(row.get("rules") or ""), f"{row['players']} players" if row.get("players") else ""]
    return ", ".join(part for part in parts if part) if row.get("players") else ""


def _known(row: dict[str, Any], key: str) -> float | None:
    value = row.get(key)
    return value if is_number(value) else None
