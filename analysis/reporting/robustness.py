"""Whether the edge of the first and of the last seat holds for other bots and other numbers of players."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.comparing.agreement import Agreement, agreement_of
from conquestlab.analysis.measures.measure import SEAT
from conquestlab.analysis.reporting.report_runs import ReportRun, name_runs
from conquestlab.analysis.reporting.sentences import WARNING, Verdict
from conquestlab.analysis.row import Row

FINDINGS = {"first seat": 0, "last seat": -1}


def edge_rows(runs: Sequence[ReportRun]) -> list[Row]:
    """Return by how much the first and the last seat win more than an even share, in each run.

    Keys: finding, rules, run, players, bots, value, low, high, games, way: 1 for more, -1 for less, None
    where the interval reaches over zero.
    """
    rows = []
    for finding, place in FINDINGS.items():
        for name, run in zip(name_runs(runs), runs, strict=True):
            shares = [row for row in run.rows if row["measure"] == "win_share" and row["kind"] == SEAT]
            if not shares or shares[place]["value"] is None:
                continue
            share, even = shares[place], 1.0 / run.experiment.seats
            row = {
                "finding": finding,
                "rules": run.experiment.rulebook.label,
                "run": name,
                "players": run.experiment.seats,
                "bots": run.experiment.bots_text,
            }
            for key in ("value", "low", "high"):
                row[key] = None if share[key] is None else share[key] - even
            rows.append(row | {"games": share["games"], "way": _way(row)})
    return rows


def _way(row: Row) -> int | None:
    if row["low"] is not None and row["low"] > 0:
        return 1
    return -1 if row["high"] is not None and row["high"] < 0 else None


def robustness_verdicts(rows: Sequence[Row]) -> list[Verdict]:
    """Say for each rulebook and finding whether its sign is the same in all its runs."""
    found = []
    for rules in dict.fromkeys(row["rules"] for row in rows):
        own = [row for row in rows if row["rules"] == rules]
        if len({row["run"] for row in own}) > 1 and not _agreement(own).findings:
            words = (
                f"{rules}: in no run is the first or the last seat shown to win more or less than its share."
            )
            found.append(Verdict("Robustness", (words,), head=("No seat has an edge in every run.",)))
            continue
        for finding in FINDINGS:
            some = [row for row in rows if (row["rules"], row["finding"]) == (rules, finding)]
            if len(some) > 1:
                found.append(_verdict(rules, finding, some))
    return found


def _agreement(rows: Sequence[Row]) -> Agreement:
    return agreement_of(row["way"] for row in rows)


# By the way that a seat's edge goes: in every run, as a headline, and where it differs from run to run.
IN_EVERY_RUN = {1: "has an edge in every run", -1: "is at a disadvantage in every run"}
WINS = {1: "wins more", -1: "wins less"}


def _verdict(rules: str, finding: str, rows: Sequence[Row]) -> Verdict:
    agreement = _agreement(rows)
    if agreement.way:
        if agreement.everywhere:
            words = (
                f"{rules}: the {finding} {WINS[agreement.way]} than an even share in all {len(rows)} runs."
            )
            return Verdict("Robustness", (words,), head=(f"The {finding} {IN_EVERY_RUN[agreement.way]}.",))
    elif not agreement.findings:
        words = f"in none of {len(rows)} runs is the {finding} shown to win more or less than an even share."
        return Verdict("Robustness", (f"{rules}: {words}",), head=(f"No edge of the {finding} is shown.",))
    tables: dict[int | None, list[str]] = {}
    for row in rows:
        tables.setdefault(row["way"], []).append(f"{row['players']} players, {row['bots']}")
    parts = "; ".join(
        f"it {WINS[way] if way else 'is open'} with {' and '.join(names)}" for way, names in tables.items()
    )
    middle = "depends on who plays" if agreement.turns else "is not shown in all runs"
    words = f"{rules}: whether the {finding} has an edge {middle}: {parts}."
    tone = WARNING if agreement.turns else ""
    return Verdict("Robustness", (words,), tone, (f"The edge of the {finding} {middle}.",))
