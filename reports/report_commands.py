"""From a request for a report to a page in a file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import say
from conquestlab.analysis.playing.play_answers import experiments_of
from conquestlab.analysis.playing.run_places import find_folders
from conquestlab.analysis.playing.workers import workers_for
from conquestlab.analysis.reporting.contents import gather
from conquestlab.analysis.reporting.report_runs import (
    ReportRun,
    play_report_run,
    read_report_run,
)
from conquestlab.analysis.reporting.result_files import KINDS, read_results
from conquestlab.analysis.reporting.samples import sample_size
from conquestlab.analysis.requests.games import ReportRequest
from conquestlab.reports.answer import Answer, Output, Voice
from conquestlab.reports.files import check_place, write_whole
from conquestlab.reports.games.pages import what_games_lack
from conquestlab.reports.webpage.cover import read_cover

ENDS = (".html", ".htm")


def check_page_place(output: str | None) -> str:
    """Refuse, before any work is done, a page that could not be written."""
    if not output:
        raise WrongUse("a report is one file of HTML: name it with --output page.html")
    check_place(output)
    if os.path.splitext(output)[1].lower() not in ENDS:
        raise WrongUse(f"{output} does not look like a page: end its name in .html")
    return output


def report_answer(request: ReportRequest, output: Output) -> Answer:
    """Answer `conquest report`: make a page and write it."""
    place, voice = check_page_place(output.output), output.voice
    results = [result for kind in KINDS for result in read_results(getattr(request, kind), kind)]
    if not (request.places or request.rules or results):
        raise WrongUse(
            "a report is made of something: name a run folder, or --rules RULEBOOK to play, "
            "or a result with --compare, --sweep, --ladder or --tune"
        )
    cover = read_cover(request)
    margin = request.margin
    if margin is not None and not 0.0 < margin < 1.0:
        raise WrongUse(f"margin {margin:g}: give a share between 0 and 1, such as 0.01")
    runs, interrupted = _runs(request, voice)
    lacking = what_games_lack([run.experiment.rulebook for run in runs])
    contents = gather(runs, results, sample=_sampled(runs, request.sample, voice), lacking=lacking)
    from conquestlab.reports.webpage.page import page_html

    write_whole(place, page_html(contents, output.command, cover).encode("utf-8"))
    for line in contents.missing:
        voice.say(f"missing: {line}")
    voice.say(say("{file} needs no network: open it in a browser", file=place))
    return Answer(None, say("the page tells of the games that were done") if interrupted else "")


def _runs(request: ReportRequest, voice: Voice) -> tuple[list[ReportRun], bool]:
    from conquestlab.analysis.playing.runs import read_run

    folders = [read_run(place) for place in find_folders(request.places)]
    experiments = experiments_of(request.playing)
    total = sum(one.games for one in [*(folder.experiment for folder in folders), *experiments])
    runs: list[ReportRun] = []
    with voice.listening(total) as listener, workers_for(request) as workers:
        options: dict[str, Any] = {
            "jobs": workers,
            "margin": request.margin,
            "listener": listener,
        }
        runs += [read_report_run(folder, **options) for folder in folders]
        for experiment in experiments:
            runs.append(play_report_run(experiment, **options))
            if not runs[-1].is_whole:
                return runs, True
    return runs, False


def _sampled(runs: Sequence[ReportRun], sample: int, voice: Voice) -> int:
    """Load what tells games, where some are to be told, and return how many."""
    for run in runs:
        counted = run.experiment.facts.sample and not run.experiment.has_external_bots
        if counted and sample_size(run.experiment, sample, run.games):
            run.experiment.batch().get_ready(voice.compiling)
    return sample
