"""What a sweep found, in words: the cells that differ from the base by more than chance, clearest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conquestlab.analysis.errors import Failed, WrongUse
from conquestlab.analysis.language import marked
from conquestlab.analysis.measures.measure import SHARE as SHARE_UNIT
from conquestlab.analysis.reporting.main_numbers import told_name
from conquestlab.analysis.reporting.result_files import Result, is_number, span_of
from conquestlab.analysis.reporting.sentences import (
    PLAIN,
    POINTS,
    SHARE,
    Number,
    Verdict,
    capital,
    ended,
    sentence,
)
from conquestlab.analysis.rules.rule_words import changes_in_words, variant_name
from conquestlab.analysis.rules.rulebook import load

Row = Mapping[str, Any]

SURE = 0.05  # of a finding, adjusted over the whole grid
MOST = 6


def sweep_verdicts(result: Result) -> Iterator[Verdict]:
    """Say which cells differ from the base, or that none does, then what the notes say."""
    rows = result.with_numbers("value")
    if not rows:
        return
    compared = [row for row in rows if is_number(row.get("difference"))]
    found = [row for row in compared if is_number(row.get("p_holm")) and row["p_holm"] <= SURE]
    found.sort(key=lambda row: (row["p_holm"], -abs(row["difference"])))
    base = {_place(row): row for row in rows if not row.get("against")}
    cells = {(str(row["rules"]), str(row["players"]), str(row["bots"])) for row in rows}
    words = sentence("{cells} cells, each a rulebook with players and bots.", cells=str(len(cells)))
    if compared and not found:
        head = sentence("No difference from {base} is more than chance.", base=title_of(str(result.rules[0])))
        yield Verdict(marked("Sweep"), words, head=head)
    elif not compared:
        yield Verdict(marked("Sweep"), words)
    for row in found[:MOST]:
        yield _finding(row, base.get(_place(row)))
    for note in result.notes:
        yield Verdict(marked("Sweep"), (ended(note),))


def title_of(rules: str) -> str:
    """Return what a rulebook is called for readers, its label where it is not to be had here."""
    try:
        return variant_name(load(rules))
    except (WrongUse, Failed):
        return rules


def _place(row: Row) -> tuple[str, ...]:
    return tuple(str(row.get(name)) for name in ("players", "bots", "measure", "of"))


def _finding(row: Row, before: Row | None) -> Verdict:
    is_share = row.get("unit") == SHARE_UNIT
    ends = span_of(dict(row), "difference", "difference_")
    difference = Number(**ends, form=POINTS if is_share else PLAIN)  # no number of a row of its own
    told = {"variant": _variant(str(row["rules"])), "players": str(row["players"]), "measure": told_name(row)}
    after = _number(row, is_share)
    if before is None:
        head = sentence("{variant}, {players} players: {measure} {after}.", **told, after=after)
    else:
        head = sentence(
            "{variant}, {players} players: {measure} {before} -> {after}.",
            **told, before=_number(before, is_share), after=after,
        )  # fmt: skip
    return Verdict("Sweep", sentence("A difference of {difference}.", difference=difference), head=head)


def _number(row: Row, is_share: bool) -> Number:
    return Number(
        **span_of(dict(row)),
        measure=str(row["measure"]),
        of=str(row["of"]),
        run=str(row["rules"]),
        form=SHARE if is_share else PLAIN,
    )


def _variant(rules: str) -> str:
    try:
        book = load(rules)
    except (WrongUse, Failed):
        return rules
    return capital(changes_in_words(book)) or book.title
