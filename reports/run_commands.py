"""From a request about run folders to an answer: what they hold, whether they are sound, all their rows."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import say
from conquestlab.analysis.playing.runs import read_run
from conquestlab.analysis.requests.games import PlayRequest
from conquestlab.analysis.requests.runs import (
    CheckRunRequest,
    ExtendRunRequest,
    MergeRunsRequest,
    RunRowsRequest,
    ShowRunsRequest,
)
from conquestlab.analysis.rules.faults import shown
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.page import Page


def show_answer(request: ShowRunsRequest, output: Output) -> Answer:
    """Answer `conquest runs show`."""
    from conquestlab.analysis.playing.run_answers import show

    rows = show(request)
    first = ("folder", "rules", "players", "bots", "seed", "first_game", "games", "held", "complete")
    return Answer(Page(rows, shown=[{name: row[name] for name in first} for row in rows]))


def check_answer(request: CheckRunRequest, output: Output) -> Answer:
    """Answer `conquest runs check`; it holds if there is no fault."""
    from conquestlab.analysis.playing.run_answers import check

    faults = check(request)
    again = say("; {replay} games were played again", replay=request.replay) if request.replay else ""
    notes = () if faults else (say("{folder}: no faults{again}", folder=request.folder, again=again),)
    return Answer(Page(faults, notes=notes, nothing=""), holds=not faults)


def merge_answer(request: MergeRunsRequest, output: Output) -> Answer:
    """Answer `conquest runs merge`: the row of the run that came of it."""
    from conquestlab.analysis.playing.merged_runs import merge
    from conquestlab.analysis.playing.run_settings import read_settings

    total = sum(read_settings(Path(place))["games"] for place in request.shards)
    with output.voice.progress(total, "games") as bar:
        merge(request.shards, request.out, bar.advance)
    return show_answer(ShowRunsRequest(places=(request.out,)), output)


def rows_answer(request: RunRowsRequest, output: Output) -> Answer:
    """Answer `conquest runs rows`: write the rows, and say of what the file cannot tell."""
    from conquestlab.analysis.playing.run_exports import write_rows

    format = rows_format(output)
    run = read_run(request.folder)
    if output.output is None or output.output == "-":
        from conquestlab.reports.tables import standard_output

        games = run.experiment.games
        with standard_output() as stream:
            games = write_rows(run, stream.buffer, format)
    else:
        from conquestlab.reports.files import whole_file

        with whole_file(output.output) as file:
            games = write_rows(run, file, format)
        output.voice.say(f"{games} games written to {output.output}")
    if format == "csv":
        output.voice.say(
            f"CSV cannot say where its rows come from; {run.path / 'run.json'} does, and so do other formats"
        )
    if games < run.experiment.games and run.within is None:
        output.voice.say(f"{request.folder} lacks games: the rows are those from the first on without a gap")
    return Answer(None)


BY_ENDING = {".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow", ".csv": "csv"}


def rows_format(output: Output) -> str:
    """Settle how rows are written: as asked, else by the end of the file's name, else as CSV."""
    from conquestlab.reports.files import check_place

    place = output.output
    if place is None or place == "-":
        if output.format not in (None, "csv"):
            raise WrongUse(
                f"a file of {output.format} is not for a terminal: add --output rows.{output.format}"
            )
        return "csv"
    check_place(place)
    ending = os.path.splitext(place)[1].lower()
    if output.format is None and ending not in BY_ENDING:
        raise WrongUse(
            f"no rows are written as {shown(ending)}; end {shown(place)} in .parquet, .arrow or .csv, "
            "or add --format"
        )
    return output.format or BY_ENDING[ending]


def extend_answer(request: ExtendRunRequest, output: Output) -> Answer:
    """Answer `conquest runs extend`: as `conquest play --resume` with what the run says of itself."""
    from conquestlab.reports.play_commands import play_answer

    run = read_run(request.folder)
    before = run.experiment
    within = request.within if request.within is not None or request.games is not None else run.within
    games = before.games if request.games is None else -(-request.games // before.block) * before.block
    experiment = dataclasses.replace(before, games=games, bot_seconds=request.bot_seconds)
    asked = PlayRequest.about(
        before.rulebook,
        games=games,
        within=within,
        out=request.folder,
        resume=True,
        jobs=request.jobs,
        bot_seconds=request.bot_seconds,
    )
    return play_answer(asked, output, experiment)
