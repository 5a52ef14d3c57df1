"""How many games of a run end when, as plain values for the page and for a figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.language import numerals, say
from conquestlab.analysis.reporting.course_quantities import LengthSpan, length_rows
from conquestlab.analysis.reporting.report_runs import ReportRun

MARKED = ("rounds_median", "rounds_p90")


class Lengths(NamedTuple):
    """The lengths of the games of a run.

    Attributes
    ----------
    run : str
        What the games are of.
    rows : sequence of dict
        `first`, `last`, `finished`, `cut_off`, of equal widths but for the last.
    marks : (float or None, float or None)
        The rounds in which half of the games and nine in ten are over, None where that is not known.
    title : str
    colour : int
    """

    run: str
    rows: Sequence[Mapping[str, Any]]
    marks: tuple[float | None, float | None] = (None, None)
    title: str = ""
    colour: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not self.rows

    @property
    def how(self) -> str:
        """How to read it."""
        cut_off = say(" Grey: cut off at the cap.") if self.has_cut_off else ""
        return say(
            "Games of this run by their length in rounds: {games} in all.{cut_off}",
            games=numerals(f"{self.games:,}"),
            cut_off=cut_off,
        )

    @property
    def games(self) -> int:
        """All games."""
        return sum(int(row["finished"] + row["cut_off"]) for row in self.rows)

    @property
    def highest(self) -> int:
        """Games of the highest bar."""
        return max(int(row["finished"] + row["cut_off"]) for row in self.rows)

    @property
    def wide(self) -> int:
        """Rounds that a bar takes together."""
        return int(self.rows[0]["last"] - self.rows[0]["first"] + 1)

    @property
    def is_open(self) -> bool:
        """Whether the last bar takes all longer games together."""
        return bool(self.rows[-1]["last"] - self.rows[-1]["first"] + 1 > self.wide)

    @property
    def has_cut_off(self) -> bool:
        """Whether a game was cut off."""
        return any(row["cut_off"] for row in self.rows)

    def marked(self, names: Sequence[str]) -> list[tuple[str, float]]:
        """Return the marks that lie within the bars, each with its name of two."""
        first, last = self.rows[0]["first"], self.rows[-1]["last"]
        named = zip(names, self.marks, strict=True)
        return [(name, at) for name, at in named if at is not None and first <= at <= last]


def lengths_of(name: str, run: ReportRun, span: LengthSpan | None, title: str, colour: int) -> Lengths:
    """Return the lengths of a run; with a span those of several runs side by side."""
    value = {row["measure"]: row["value"] for row in run.rows if row["measure"] in MARKED}
    median, nine_in_ten = (value.get(measure) for measure in MARKED)
    return Lengths(name, length_rows(run.tally, span), (median, nine_in_ten), title, colour)
