"""`conquest report`: its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.command import command
from conquestlab.reports.command_line.kinds import FILE, Count
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import ELSEWHERE, GAMES, JOBS, QUIET, TABLE

if TYPE_CHECKING:
    from conquestlab.analysis.requests.games import ReportRequest
    from conquestlab.reports.answer import Answer, Output


@command(
    asks="games.ReportRequest",
    tables=False,
)
@options(
    click.argument("places", metavar="[DIR]…", nargs=-1),
    option("--rules -r RULEBOOK", "A rulebook, with changes, to play games of for the page.", several=True),
    option("--compare FILE", "Include an answer of conquest compare, saved as JSON.", several=True),
    option("--sweep FILE", "Include an answer of conquest sweep, saved as JSON.", several=True),
    option("--ladder FILE", "Include an answer of conquest ladder, saved as JSON.", several=True),
    option("--tune FILE", "Include an answer of conquest tune, saved as JSON.", several=True),
    TABLE,
    GAMES,
    option("--margin M", "How far from an even share still counts as balanced.  [default: 0.02]", float),
    option(
        "--sample N",
        "Games to follow event by event, to count lands or cards; 0 for none.",
        Count(0, 100_000),
    ),
    option("--title TEXT", "Title of the page.  [default: the titles of the games]"),
    option("--author TEXT", "Who made the game, or the page."),
    option("--logo FILE", "A picture to embed beside the title: PNG, JPEG, GIF, WebP or SVG.", FILE),
    option("--notes FILE.md", "A text of your own, in Markdown, below the first answers.", FILE),
    option("--summary", "The first page alone, to print: title, answers and ten numbers."),
    JOBS,
    ELSEWHERE,
    option("--seed N", "Random seed of the games played for the page."),
    option("--output -o FILE", "The page to write, FILE.html."),
    QUIET,
)
def report(request: ReportRequest, output: Output) -> Answer:
    """Write one HTML page: verdicts in words, figures, tables, and how it was made.

    DIR is a run that conquest play --out has kept, or a folder of several. With --rules games are played for
    the page. Several runs stand side by side. The file holds all it needs and opens from a disk.

    \b
    conquest report run --output page.html
    conquest report --rules risk-modern --players 4 --games 20000 --output page.html
    conquest report --rules conquete-1957 --rules conquete-1957-3v2 --players 3 --output dice.html
    conquest report --rules risk-modern --players 2-6 --output players.html
    conquest report run --compare compare.json --ladder ladder.json --output page.html
    conquest report run --title "Crownlands" --logo crown.png --notes notes.md --output page.html
    conquest report run --summary --output summary.html
    conquest report --rules risk-modern --games 1000000 --output page.html --cluster tcp://host:8786
    """
    from conquestlab.reports.report_commands import report_answer

    return report_answer(request, output)
