"""`conquest bench`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import WRITTEN

if TYPE_CHECKING:
    from conquestlab.reports.answer import Answer, Output


@command()
@options(option("--quick", "Half a second for each figure, instead of four."), WRITTEN)
def bench(quick: bool, output: Output) -> Answer:
    """Measure the speed of this machine, each figure beside a plain loop timed in the same run.

    \b
    conquest bench
    conquest bench --quick --format json
    """
    from conquestlab.benchmarks.bench import bench_rows
    from conquestlab.reports.answer import Answer
    from conquestlab.reports.digits import timed
    from conquestlab.reports.page import Page

    rows = bench_rows(quick, progress=lambda what: output.voice.say(f"timing {what}"))
    clocked = ("value", "reference_value", "ratio")
    shown = [row | {name: timed(row[name]) for name in clocked} for row in rows]
    return Answer(Page(rows, shown=shown))
