"""What results of compare, sweep, ladder and tune say, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from conquestlab.analysis.language import say
from conquestlab.analysis.reporting.compare_verdicts import compare_verdicts
from conquestlab.analysis.reporting.result_files import Result, is_number, span_of
from conquestlab.analysis.reporting.sentences import (
    PLAIN,
    SHARE,
    Number,
    Row,
    Verdict,
    ended,
    joined,
    joined_words,
)
from conquestlab.analysis.reporting.tuned_words import tuned_key, tuned_value


def result_verdicts(result: Result) -> list[Verdict]:
    """Return the sentences of one result."""
    says = {"compare": compare_verdicts, "sweep": _swept, "ladder": _climbed, "tune": _tuned}
    return list(says[result.kind](result.named))


def heading_of(result: Result) -> str:
    """Return what a result is about, in a few words."""
    if result.kind == "compare" and len(result.rules) > 1:
        base, *variants = map(result.called, result.rules)
        return say("{variants} against {base}", variants=joined_words(variants), base=base)
    words = {"compare": "Comparison", "sweep": "Sweep", "ladder": "Ladder of bots", "tune": "Tuning"}[
        result.kind
    ]
    return f"{words}, {result.called(result.rules[0])}" if result.rules else words


def _swept(result: Result) -> Iterator[Verdict]:
    """Say what the notes say: how many cells there are, and how many differ from the base."""
    if not result.with_numbers("value"):
        return
    cells = {(str(row["rules"]), str(row["players"]), str(row["bots"])) for row in result.rows}
    yield Verdict("Sweep", (f"{len(cells)} cells, each a rulebook with players and bots.",))
    for note in result.notes:
        yield Verdict("Sweep", (ended(note),))


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
        low, high = span_of(best)["low"], span_of(second)["high"]
        sure = low is not None and high is not None and low > high
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
    """Say which numbers were found and, where games were played anew, whether they do what was asked."""
    found = [row for row in result.rows if row.get("key") and is_number(row.get("value"))]
    if found:
        words = joined((f"{tuned_key(result, row)} of ", _number(row)) for row in found)
        whole = [tuned_value(result, row) for row in found if is_number(row.get("rounded"))]
        played = f"; to be played, {joined_words(whole)}" if whole else ""
        said = {"root": "The answer is ", "nearest": "Nearest comes "}.get(str(found[0].get("part")), "")
        yield Verdict("Tuning", (said, *words, f"{played}."), head=_tuned_head(result, found, whole))
    for note in result.notes:
        yield Verdict("Tuning", (ended(note),))


def _tuned_head(result: Result, found: Sequence[Row], whole: Sequence[str]) -> tuple[str, ...]:
    """Return a headline that claims no more than the games bear out."""
    target, part = str(found[0].get("target") or ""), found[0].get("part")
    if not whole or part not in ("root", "nearest"):
        return ()
    at = joined_words(whole)
    if any(note.startswith("not met") for note in result.notes):
        return (f"{target} is not met in whole numbers; nearest comes {at}.",)
    if part == "nearest":
        return (f"{target} is not met; nearest comes {at}.",)
    fresh = [row for row in result.rows if row.get("part") == "played"]
    tests = [row for row in fresh if row.get("measure") == "seat_balanced"]
    if not tests:
        return (f"{target} is met near {at}.",)
    return (f"The seats are level with {at}." if tests[0]["value"] == 1 else f"Nearest to level comes {at}.",)


def _number(row: dict[str, Any]) -> Number:
    measure, of = str(row.get("measure") or ""), str(row.get("of") or "")
    form = SHARE if measure == "win_share" else PLAIN
    return Number(**span_of(row), measure=measure, of=of, form=form, run=table_of(row))


def table_of(row: dict[str, Any]) -> str:
    """Return at which table of a ladder a number was found."""
    parts = ["ladder", str(row.get("rules") or ""), f"{row['players']} players" if row.get("players") else ""]
    return ", ".join(part for part in parts if part) if row.get("players") else ""
