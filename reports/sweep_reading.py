"""What is read of a sweep in a terminal: which cells differ from the base, the clearest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.bots.known_strength import who_played
from conquestlab.analysis.language import marked, say
from conquestlab.analysis.reporting.main_numbers import told_name
from conquestlab.analysis.reporting.sentences import capital
from conquestlab.analysis.rules.rule_words import changes_in_words
from conquestlab.analysis.sweeping.cells import Plan
from conquestlab.reports.compare_reading import difference_text
from conquestlab.reports.digits import ShownNumber
from conquestlab.reports.formatted_numbers import texts_of
from conquestlab.reports.reading import Reading, Sheet
from conquestlab.reports.verdict_lines import MOST_LINES

Row = Mapping[str, Any]

MOST = 10
SURE = 0.05


def sweep_reading(rows: Sequence[dict[str, Any]], plan: Plan) -> Reading:
    """Return what is read of a sweep.

    Parameters
    ----------
    rows : sequence of dict
        As `conquest sweep` gives them.
    plan : Plan
    """
    compared = [row for row in rows if row["against"] is not None and row["difference"] is not None]
    base = {_place(row): row for row in rows if row["against"] is None}
    ordered = sorted(compared, key=_by_evidence)
    found = [row for row in ordered if _is_finding(row)]
    lines = [_line(row, base.get(_place(row)), plan) for row in found[:MOST_LINES]]
    if not compared:
        lines = [say("{cells} cells, each a rulebook with players and bots.", cells=len(plan.cells))]
    elif not found:
        lines = [say("No difference from {base} is more than chance.", base=plan.base_label)]
    some = ordered[:MOST] if compared else list(rows)[:MOST]
    sheet = Sheet("", [_cells(row, base.get(_place(row)), plan) for row in some])
    who = who_played([cell.experiment for cell in plan.cells])
    return Reading(tuple(lines), (sheet,), (), who, len(rows))


def _place(row: Row) -> tuple[Any, ...]:
    return row["players"], row["bots"], row["measure"], row["of"]


def _is_finding(row: Row) -> bool:
    return row["p_holm"] is not None and row["p_holm"] <= SURE and row["difference"] != 0.0


def _by_evidence(row: Row) -> tuple[bool, float, float]:
    p = row["p_holm"]
    return not _is_finding(row), 1.0 if p is None else p, -abs(row["difference"])


def _varied(row: Row, plan: Plan) -> dict[str, str]:
    """Return the values of a cell as they may be typed, by what is varied."""
    book = next(book for _, book in plan.grid.books if book.label == row["rules"])
    return {column: key.text(book) for column, key in zip(plan.columns, plan.grid.keys, strict=True)}


def _variant(row: Row, plan: Plan) -> str:
    """Return what is varied in a cell, in words: "three defence dice"."""
    book = next(book for _, book in plan.grid.books if book.label == row["rules"])
    return capital(changes_in_words(book)) or book.label


def _line(row: Row, before: Row | None, plan: Plan) -> str:
    """Say what a cell changes, from what to what."""
    told = {"variant": _variant(row, plan), "players": row["players"], "measure": told_name(row)}
    after = texts_of(row, row["unit"]).value
    if before is None:
        return say("{variant}, {players} players: {measure} {after}.", **told, after=after)
    return say(
        "{variant}, {players} players: {measure} {before} -> {after}.",
        **told, before=texts_of(before, before["unit"]).value, after=after,
    )  # fmt: skip


def _cells(row: Row, before: Row | None, plan: Plan) -> dict[str, Any]:
    """Return a row of the table: the cell, the measure, both values, the difference and its interval."""
    unit = row["unit"]
    value, span = texts_of(row, unit)
    found: dict[str, Any] = dict(_varied(row, plan))
    if len({cell.experiment.seats for cell in plan.cells}) > 1:
        found["players"] = row["players"]
    if len({cell.experiment.bots_text for cell in plan.cells}) > 1:
        found["bots"] = row["bots"]
    found["what"] = told_name(row)
    if row["difference"] is None or before is None:
        return found | {"value": ShownNumber(value), marked("95 % interval"): span}
    verdict = say("more than chance") if _is_finding(row) else say("not shown")
    return found | {
        marked("values"): f"{texts_of(before, unit).value} -> {value}",
        marked("difference"): difference_text(row),
        marked("verdict"): verdict,
    }
