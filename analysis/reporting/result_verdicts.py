"""What results of compare, ladder and tune say, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conquestlab.analysis.reporting.compare_signs import compared, holds
from conquestlab.analysis.reporting.result_files import Result, is_number
from conquestlab.analysis.reporting.verdicts import PLAIN, SHARE, Number, Verdict

MOST_SENTENCES = 6
DERIVED = ("seat_chi2_p", "seat_effect", "seat_slope", "rounds_median", "rounds_p90", "rounds_cv")
BY_TENTH = ("snowball_auc", "uncertainty")


def result_verdicts(result: Result) -> list[Verdict]:
    """Return the sentences of one result."""
    says = {"compare": _compared, "ladder": _climbed, "tune": _tuned}
    return list(says[result.kind](result))


def heading_of(result: Result) -> str:
    """Return what a result is about, in a few words."""
    if result.kind == "compare" and len(result.rules) > 1:
        return f"{' and '.join(result.rules[1:])} against {result.rules[0]}"
    words = {"compare": "Comparison", "ladder": "Ladder of bots", "tune": "Tuning"}[result.kind]
    return f"{words}, {result.rules[0]}" if result.rules else words


def _compared(result: Result) -> Iterator[Verdict]:
    """Say what differs, the surest first; measures that others tell already are left to the table."""
    groups = [one for one in compared(result.rows) if one.measure not in (*DERIVED, *BY_TENTH)]
    several = len({one.rules for one in groups}) > 1
    findings = sorted((one for one in groups if one.is_finding), key=lambda one: one.smallest_p)
    for one in findings[:MOST_SENTENCES]:
        alone = len(one.rows) == 1
        what = str(one.rows[0].get("verdict") or "") if alone else ""
        said = what or (f"{one.rules}: {holds(one)}" if several else holds(one))
        yield Verdict("Comparison", (f"{one.name[0].upper()}{one.name[1:]}: {said}.",))
    if len(findings) > MOST_SENTENCES:
        rest = len(findings) - MOST_SENTENCES
        yield Verdict("Comparison", (f"{rest} more measures differ: see the table of signs.",))
    if groups and not findings:
        yield Verdict("Comparison", ("No measure is shown to differ.",))


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
        head = f"With {players} players {best.get('of')}" if players is not None else f"{best.get('of')}"
        did = "is rated highest, at " if measure == "rating" else "wins most, "
        close = "" if sure else "; their intervals overlap"
        yield Verdict(
            "Ladder",
            (
                f"{head} {did}",
                _number(best),
                f", before {second.get('of')} at ",
                _number(second),
                f"{close}.",
            ),
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
    measure = str(row.get("measure") or "")
    form = SHARE if measure == "win_share" else PLAIN
    return Number(
        row["value"], _known(row, "low"), _known(row, "high"), measure, str(row.get("of") or ""), form
    )


def _known(row: dict[str, Any], key: str) -> float | None:
    value = row.get(key)
    return value if is_number(value) else None
