"""Whether the edge of the first and of the last seat holds for other bots and other numbers of players."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.comparing.agreement import Agreement, agreement_of
from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.measure import SEAT
from conquestlab.analysis.reporting.degrees import BARELY, OF_EVEN_SHARE
from conquestlab.analysis.reporting.report_runs import ReportRun, name_runs
from conquestlab.analysis.reporting.sentences import WARNING, Parts, Verdict, joined_words, sentence
from conquestlab.analysis.row import Row

FINDINGS = {marked("first seat"): 0, marked("last seat"): -1}


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
            words = sentence(
                "{rules}: in no run is the first or the last seat shown to win more or less than its share.",
                rules=rules,
            )
            head = sentence("No seat has an edge in every run.")
            found.append(Verdict(marked("Robustness"), words, head=head, weight=BARELY))
            continue
        for finding in FINDINGS:
            some = [row for row in rows if (row["rules"], row["finding"]) == (rules, finding)]
            if len(some) > 1:
                found.append(_verdict(rules, finding, some))
    return found


def _agreement(rows: Sequence[Row]) -> Agreement:
    return agreement_of(row["way"] for row in rows)


def _verdict(rules: str, finding: str, rows: Sequence[Row]) -> Verdict:
    agreement, seat = _agreement(rows), translated(finding)
    named = {"rules": rules, "seat": seat, "runs": str(len(rows))}
    if agreement.way and agreement.everywhere:
        degree = min(OF_EVEN_SHARE.degree(row["value"] * row["players"]) for row in rows)
        if agreement.way > 0:
            words = sentence("{rules}: the {seat} wins more than an even share in all {runs} runs.", **named)
            head = _edge(seat, degree)
        else:
            words = sentence("{rules}: the {seat} wins less than an even share in all {runs} runs.", **named)
            head = _disadvantage(seat, degree)
        return Verdict(marked("Robustness"), words, head=head, weight=degree)
    if not agreement.findings:
        words = sentence(
            "{rules}: in none of {runs} runs is the {seat} shown to win more or less than an even share.",
            **named,
        )
        head = sentence("No edge of the {seat} is shown.", seat=seat)
        return Verdict(marked("Robustness"), words, head=head, weight=BARELY)
    tables: dict[int | None, list[str]] = {}
    for row in rows:
        table = say("{players} players, {bots}", players=row["players"], bots=row["bots"])
        tables.setdefault(row["way"], []).append(table)
    parts = "; ".join(_at_tables(way, joined_words(names)) for way, names in tables.items())
    if agreement.turns and not _turns_with_the_bots(rows):
        words = sentence("{rules}: whether the {seat} has an edge depends on the number of players: {parts}.",
                         rules=rules, seat=seat, parts=parts)  # fmt: skip
        head = sentence("The edge of the {seat} depends on the number of players.", seat=seat)
        return Verdict(marked("Robustness"), words, WARNING, head)
    if agreement.turns:
        words = sentence("{rules}: whether the {seat} has an edge depends on who plays: {parts}.",
                         rules=rules, seat=seat, parts=parts)  # fmt: skip
        head = sentence("The edge of the {seat} depends on who plays.", seat=seat)
        return Verdict(marked("Robustness"), words, WARNING, head)
    words = sentence("{rules}: whether the {seat} has an edge is not shown in all runs: {parts}.",
                     rules=rules, seat=seat, parts=parts)  # fmt: skip
    head = sentence("The edge of the {seat} is not shown in all runs.", seat=seat)
    return Verdict(marked("Robustness"), words, head=head)


def _turns_with_the_bots(rows: Sequence[Row]) -> bool:
    """Whether the edge goes both ways with as many players."""
    ways: dict[int, set[int | None]] = {}
    for row in rows:
        ways.setdefault(row["players"], set()).add(row["way"])
    return any({1, -1} <= some for some in ways.values())


def _edge(seat: str, degree: int) -> Parts:
    return (
        sentence("The {seat} has barely an edge, but has it in every run.", seat=seat),
        sentence("The {seat} has a slight edge in every run.", seat=seat),
        sentence("The {seat} has an edge in every run.", seat=seat),
        sentence("The {seat} has a clear edge in every run.", seat=seat),
    )[degree]


def _disadvantage(seat: str, degree: int) -> Parts:
    return (
        sentence("The {seat} is barely at a disadvantage, but is in every run.", seat=seat),
        sentence("The {seat} is at a slight disadvantage in every run.", seat=seat),
        sentence("The {seat} is at a disadvantage in every run.", seat=seat),
        sentence("The {seat} is at a clear disadvantage in every run.", seat=seat),
    )[degree]


def _at_tables(way: int | None, tables: str) -> str:
    """Say which way a seat's edge goes at some tables."""
    if way == 1:
        return say("it wins more with {tables}", tables=tables)
    return (
        say("it wins less with {tables}", tables=tables)
        if way == -1
        else say("it is open with {tables}", tables=tables)
    )
