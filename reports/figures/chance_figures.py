"""The figures of win chances: how open the games are, whether the chances hold, who came from how far."""

from __future__ import annotations

from collections.abc import Sequence

from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.catalogue import COMMON
from conquestlab.analysis.reporting.report_runs import Named, rows_of
from conquestlab.analysis.reporting.sentences import uncapital
from conquestlab.reports.figures.described import Axis, Curves, Group, Intervals, Line
from conquestlab.reports.figures.run_figures import across_runs, by_run

STATED = Axis(marked("chance that was stated"), percent=True, low=0.0, high=1.0)
HELD = Axis(marked("share that won"), percent=True, low=0.0, high=1.0)
ROUND = Axis(marked("round"))
OPEN = Axis(marked("share"), percent=True, low=0.0, high=1.0)
SHARES = ("settled_at", "winner_lowest", "won_from_below", "runaway_lost", "kingmaking")
PLAIN = ("surprise", "suspense", "hopeless_rounds")

WITH_INTERVALS = marked("With 95 % intervals.")
AFTER_ROUNDS = {
    "openness_after": marked(
        "100 % where all are as likely to win, 0 % where it is known who wins, as in a game that is over; "
        "with 95 % intervals."
    ),
    "snowball_after": marked(
        "50 % where the standing says nothing, 100 % where it tells the winner, in games that go on; "
        "with 95 % intervals."
    ),
}

Runs = Sequence[Named]


def calibration(runs: Runs) -> Curves:
    """Describe how often seats won by the chance that was stated, a line a run, and what they should be."""
    how = say(
        "Share of the seats that won, by the chance that the model stated, with 95 % intervals. "
        "On the line that is called stated, chances hold."
    )
    lines, ends = [], []
    for place, name, run in runs:
        rows = [
            {**row, "at": row["baseline"], "run": name}
            for row in rows_of(run.rows, "calibration")
            if row["baseline"] is not None
        ]
        if rows:
            lines.append(Line(name if len(runs) > 1 else "won", rows, place))
            ends += [rows[0]["at"], rows[-1]["at"]]
    if lines:
        even = [
            {"at": at, "value": at, "low": None, "high": None, "measure": "calibration", "of": "stated",
             "run": "stated"}
            for at in (min(ends), max(ends))
        ]  # fmt: skip
        lines.append(Line("stated", even, max(line.colour for line in lines) + 1))
    return Curves(COMMON["calibration"].heading, how, lines, STATED, HELD, together=True)


def after_rounds(runs: Runs, measure: str = "openness_after") -> Curves:
    """Describe a measure after each round, a line a run: how open games are, if no other is named."""
    how = translated(AFTER_ROUNDS.get(measure, WITH_INTERVALS))
    lines = []
    for place, name, run in runs:
        rows = [{**row, "at": int(row["of"]), "run": name} for row in rows_of(run.rows, measure)]
        if rows:
            lines.append(Line(name if len(runs) > 1 else "", rows, place))
    return Curves(COMMON[measure].heading, how, lines, ROUND, OPEN)


def moments(runs: Runs) -> Intervals:
    """Describe when and how games are settled, in per cent."""
    how = say(
        "Settled: share of the turns after which the winner was always the likeliest, or above one half; "
        "the others in per cent of the games, or of the chances; with 95 % intervals."
    )
    groups: list[Group] = by_run(
        runs,
        lambda run: [row for name in SHARES for row in rows_of(run.rows, name)],
        lambda row, run: _called(row["measure"], row["of"]),
    )
    return Intervals(say("How games are settled"), how, groups, Axis(say("share"), percent=True, low=0.0))


def plain(runs: Runs) -> list[Intervals]:
    """Describe surprise, suspense and hopeless rounds, a figure each."""
    return [
        across_runs(runs, name, f"{translated(COMMON[name].heading)}: {translated(COMMON[name].means)}")
        for name in PLAIN
    ]


def _called(measure: str, of: str) -> str:
    words = uncapital(translated(COMMON[measure].heading))
    return f"{words}: {of}" if of else words
