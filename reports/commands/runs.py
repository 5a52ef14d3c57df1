"""`conquest runs`: the commands below it, each with its options, its help, and the call that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from conquestlab.reports.command_line.group import group
from conquestlab.reports.command_line.kinds import ANY_GAMES, FILE, FOLDER, SOME_GAMES
from conquestlab.reports.command_line.option import option, options
from conquestlab.reports.command_line.shared_options import BOT_SECONDS, JOBS, QUIET, WRITTEN

if TYPE_CHECKING:
    from conquestlab.analysis.requests.runs import (
        CheckRunRequest,
        ExtendRunRequest,
        MergeRunsRequest,
        RunRowsRequest,
        ShowRunsRequest,
    )
    from conquestlab.reports.answer import Answer, Output


@group()
def runs() -> None:
    """What is done with the run folders of conquest play --out.

    \b
    conquest runs show run
    conquest runs check run --replay 20
    conquest runs extend run --games 2000000
    conquest runs merge shard-1 shard-2 --out whole
    conquest runs rows run --output rows.parquet
    """


@runs.command("show", short_help="What run folders hold.", asks="runs.ShowRunsRequest")
@options(click.argument("places", metavar="DIR…", nargs=-1, required=True), WRITTEN)
def runs_show(request: ShowRunsRequest, output: Output) -> Answer:
    """Show what run folders hold: rules, players, bots, seed, how many games, and whether all are there.

    DIR is a run, or a folder of several.

    \b
    conquest runs show run
    conquest runs show shard-1 shard-2 --format json
    """
    from conquestlab.reports.run_commands import show_answer

    return show_answer(request, output)


@runs.command("check", short_help="Whether a run is sound, and how to mend it.", asks="runs.CheckRunRequest")
@options(
    click.argument("folder", metavar="DIR"),
    option("--replay N", "Also play N games again, and compare them with their rows.", ANY_GAMES),
    WRITTEN,
)
def runs_check(request: CheckRunRequest, output: Output) -> Answer:
    """Check whether a run is sound: every file, its checksums, its games. Each fault says how to mend it.

    Ends with status 1 if there is a fault. Games that are missing are one.

    \b
    conquest runs check run
    conquest runs check run --replay 100
    """
    from conquestlab.reports.run_commands import check_answer

    return check_answer(request, output)


@runs.command("merge", short_help="Put shards of one experiment together.", asks="runs.MergeRunsRequest")
@options(
    click.argument("shards", metavar="SHARD…", nargs=-1, required=True),
    option("--out DIR", "The folder for the games of all shards.", FOLDER, required=True),
    WRITTEN,
)
def runs_merge(request: MergeRunsRequest, output: Output) -> Answer:
    """Put shards of one experiment together, as if their games had been played in one run.

    The games of the shards have to lie side by side: two shards with the same game, or a game in none, are
    refused. If a merge is killed, the same command goes on with it.

    \b
    conquest play --rules risk-express --games 600000 --out shard-1
    conquest play --rules risk-express --games 400000 --first-game 600000 --out shard-2
    conquest runs merge shard-1 shard-2 --out whole
    """
    from conquestlab.reports.run_commands import merge_answer

    return merge_answer(request, output)


@runs.command("rows", short_help="All rows of a run as one file.", asks="runs.RunRowsRequest", tables=False)
@options(
    click.argument("folder", metavar="DIR"),
    option("--format -f [parquet|arrow|csv]", "Output format.  [default: csv]"),
    option("--output -o FILE", "Write the rows to FILE; its suffix decides the format.", FILE),
    QUIET,
)
def runs_rows(request: RunRowsRequest, output: Output) -> Answer:
    """Write all rows of a run as one file: a row for each game, with names and plain units.

    Wins are shares from 0 to 1, bots and ends stand as text, and what is not known is empty. Parquet and
    Arrow files say where their rows come from.

    \b
    conquest runs rows run --output rows.parquet
    conquest runs rows run --output rows.csv
    conquest runs rows run --format csv
    """
    from conquestlab.reports.run_commands import rows_answer

    return rows_answer(request, output)


@runs.command("extend", short_help="Go on with a run, or give it more games.", asks="runs.ExtendRunRequest")
@options(
    click.argument("folder", metavar="DIR"),
    option(
        "--games -g N", "How many games the run shall have.  [default: as many as it was to have]", SOME_GAMES
    ),
    option("--within H", "Go on until every win share is known to within ±H, closer than before.", float),
    BOT_SECONDS,
    JOBS,
    WRITTEN,
)
def runs_extend(request: ExtendRunRequest, output: Output) -> Answer:
    """Go on with a run: with more games, or with those that are missing; DIR says how they are played.

    The run ends with the same files as one that had all the games from the start.

    \b
    conquest runs extend run
    conquest runs extend run --games 2000000
    conquest runs extend run --within 0.001
    """
    from conquestlab.reports.run_commands import extend_answer

    return extend_answer(request, output)
