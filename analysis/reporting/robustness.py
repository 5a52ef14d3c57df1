"""Whether the edge of the first and of the last seat holds for other bots and other numbers of players."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.comparing.agreement import Agreement, agreement_of
from conquestlab.analysis.measures.measure import SEAT
from conquestlab.analysis.record import Record
from conquestlab.analysis.reporting.report_runs import ReportRun, name_runs
from conquestlab.analysis.reporting.sentences import WARNING, Verdict

WAYS = {"more": 1, "less": -1, "open": None}
FINDINGS = {"first seat": 0, "last seat": -1}


def edge_rows(runs: Sequence[ReportRun]) -> list[Record]:
    """Return by how much the first and the last seat win more than an even share, in each run.

    Keys: finding, rules, run, players, bots, value, low, high, games, sign, which is `more`, `less` or `open`
    (the interval reaches over zero).
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
            rows.append(row | {"games": share["games"], "sign": _sign(row)})
    return rows


def _sign(row: Record) -> str:
    if row["low"] is not None and row["low"] > 0:
        return "more"
    return "less" if row["high"] is not None and row["high"] < 0 else "open"


def robustness_verdicts(rows: Sequence[Record]) -> list[Verdict]:
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


def _agreement(rows: Sequence[Record]) -> Agreement:
    return agreement_of(WAYS[row["sign"]] for row in rows)


def _verdict(rules: str, finding: str, rows: Sequence[Record]) -> Verdict:
    by_sign: dict[str, list[str]] = {}
    for row in rows:
        by_sign.setdefault(row["sign"], []).append(f"{row['players']} players, {row['bots']}")
    head = f"{rules}: whether the {finding} has an edge"
    agreement = _agreement(rows)
    if agreement.everywhere:
        (sign,) = by_sign
        told = {
            "more": f"{rules}: the {finding} wins more than an even share in all {len(rows)} runs.",
            "less": f"{rules}: the {finding} wins less than an even share in all {len(rows)} runs.",
            "open": f"{rules}: in none of {len(rows)} runs is the {finding} shown to win more or less than "
            "an even share.",
        }[sign]
        heads = {"more": "has an edge in every run", "less": "is at a disadvantage in every run"}
        head = f"The {finding} {heads[sign]}." if sign in heads else f"No edge of the {finding} is shown."
        return Verdict("Robustness", (told,), head=(head,))
    words = {"more": "it wins more with", "less": "it wins less with", "open": "it is open with"}
    parts = "; ".join(f"{words[sign]} {' and '.join(names)}" for sign, names in by_sign.items())
    middle = "depends on who plays" if agreement.turns else "is not shown in all runs"
    short = f"The edge of the {finding} {middle}."
    return Verdict(
        "Robustness", (f"{head} {middle}: {parts}.",), WARNING if agreement.turns else "", (short,)
    )
