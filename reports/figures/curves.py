"""Curves along the game, described once: painted by matplotlib for a figure, as SVG for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.reporting.course_quantities import course_rows, spread_rows, standing_rows
from conquestlab.analysis.reporting.report_runs import ReportRun

Runs = Sequence[tuple[str, ReportRun]]


class Line(NamedTuple):
    """One line: its name, its rows (at, value, low, high and so on) and its colour."""

    name: str
    rows: Sequence[Mapping[str, Any]]
    colour: int = 0

    @property
    def has_values(self) -> bool:
        """Whether there is anything to draw."""
        return any(row["value"] is not None for row in self.rows)


class Axis(NamedTuple):
    """An axis: what it shows, whether in per cent, and its ends where they are fixed."""

    label: str
    percent: bool = False
    low: float | None = None
    high: float | None = None
    unit: str = ""


PART = Axis("part of the game", percent=True)
POSITION = Axis("share of the position", percent=True)
PLAYERS = Axis("players", low=0.0)


def standings(name: str, run: ReportRun) -> list[Line]:
    """Return how the seats of a run stand at each tenth, a line a seat."""
    rows = standing_rows(run.tally)
    return [
        Line(
            f"seat {seat}",
            [
                {**row, "at": row["tenth"] / 10, "measure": "standing", "of": f"{seat} {row['tenth']}",
                 "run": name}
                for row in rows
                if row["seat"] == seat
            ],
            seat - 1,
        )
        for seat in range(1, run.experiment.seats + 1)
    ]  # fmt: skip


def spread(name: str, run: ReportRun) -> list[Line]:
    """Return how winners and losers of a run stood at each tenth."""
    rows = spread_rows(run.tally)
    return [
        Line(
            who,
            [
                {**row, "at": row["tenth"] / 10, "measure": f"standing of a {who}", "of": str(row["tenth"]),
                 "run": name}
                for row in rows
                if row["who"] == who
            ],
            colour,
        )
        for colour, who in enumerate(("winner", "loser"))
    ]  # fmt: skip


def in_play(runs: Runs) -> list[Line]:
    """Return how many players are still in the game at each tenth, a line a run."""
    return _by_tenth([(name, course_rows(run.tally, "in_play")) for name, run in runs])


def by_tenth(runs: Runs, measure: str) -> list[Line]:
    """Return a measure by tenth of the game, a line for each run that has it."""
    return _by_tenth(
        [
            (name, [row for row in run.rows if row["measure"] == measure and row["value"] is not None])
            for name, run in runs
        ]
    )


def _by_tenth(courses: Sequence[tuple[str, Sequence[Mapping[str, Any]]]]) -> list[Line]:
    return [
        Line(
            name if len(courses) > 1 else "",
            [{**row, "at": int(row["of"]) / 10, "run": name} for row in rows],
            place,
        )
        for place, (name, rows) in enumerate(courses)
        if rows
    ]
