"""From a request to play or to replay to a page, a figure and a game written out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import say, translated
from conquestlab.analysis.playing.experiment import Experiment
from conquestlab.analysis.playing.play_answers import PlayAnswer, experiments_of, play
from conquestlab.analysis.playing.provenance import meta_of
from conquestlab.analysis.playing.run_settings import RESUME
from conquestlab.analysis.requests.games import PlayRequest, ReplayRequest
from conquestlab.analysis.rules.faults import shown
from conquestlab.reports.answer import DONE, Answer, Output
from conquestlab.reports.digits import brief
from conquestlab.reports.games.pages import cautions
from conquestlab.reports.page import Page
from conquestlab.reports.reading import Reading

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import Batch
    from conquestlab.analysis.playing.replay_answers import Replay

BY_ENDING = {
    "": "text",
    ".txt": "text",
    ".md": "text",
    ".jsonl": "jsonl",
    ".json": "jsonl",
    ".html": "html",
    ".htm": "html",
}


def play_answer(request: PlayRequest, output: Output, extended: Experiment | None = None) -> Answer:
    """Answer `conquest play`; or `conquest runs extend`, where a kept experiment is gone on with."""
    from conquestlab.analysis.playing.reducers import tallied
    from conquestlab.analysis.reporting.report_runs import tallied_with_course
    from conquestlab.reports.figures.play_figures import (
        CONTINENTS,
        LUCK,
        USUAL,
        check_figure,
        draw_figure,
        needs_course,
        runs_of,
    )

    for option, asked, measures in (
        ("--luck", request.luck, LUCK),
        ("--continents", request.continents, CONTINENTS),
    ):
        if output.figure in measures and not asked:
            raise WrongUse(f"--figure {output.figure} draws what {option} measures: add {option}")
    figure = output.figure or USUAL
    experiments = experiments_of(request) if extended is None else [extended]
    again = RESUME if extended is None else say(" and extend the run again")
    check_figure(figure, experiments)
    means = _means(output.measures, experiments)
    with output.voice.listening(sum(experiment.games for experiment in experiments)) as listener:
        tally = tallied_with_course if needs_course(figure, experiments) else tallied
        played = play(request, experiments, listener=listener, tally=tally, way_on=again)
    shown = [
        {name: value for name, value in row.items() if name not in ("kind", "unit")}
        | {"baseline": brief(row["baseline"])}
        for row in played.rows
    ]
    page = Page(
        played.rows,
        played.rulebooks,
        (*means, *cautions(played.rulebooks, played.rows), *played.notes),
        meta=meta_of(played.experiments),
        draw=lambda: draw_figure(figure, runs_of(played)),
        shown=shown,
        reading=lambda: _reading(played),
    )
    way_on = output.way_on if extended is None else output.command
    kept = (
        say("go on with: {way_on}", way_on=way_on)
        if request.out
        else say("{done}; --out DIR keeps them, to go on later", done=DONE)
    )
    return Answer(page, kept if played.interrupted else "", played.failed)


def _reading(played: PlayAnswer) -> Reading:
    from conquestlab.reports.play_reading import play_reading

    return play_reading(played)


def _means(names: Sequence[str], experiments: Sequence[Experiment]) -> list[str]:
    """Refuse measures that no game of these has, and say what the others mean."""
    from conquestlab.reports.reading import check_names

    known = {name: one for each in experiments for name, one in each.known_measures.items()}
    check_names(names, list(known))
    means = {name: translated(known[name.partition(".")[0]].means) for name in names}
    return [say("{measure}: {means}", measure=name, means=words) for name, words in means.items()]


def replay_answer(request: ReplayRequest, output: Output) -> Answer:
    """Answer `conquest replay`: write the game, and say what a check found; it holds if that is nothing."""
    from conquestlab.analysis.playing.replay_answers import against_kept, game_asked, numbers_of, replay

    if output.output is not None and output.output != "-":
        from conquestlab.reports.files import check_place

        check_place(output.output)
    format = game_format(output)
    experiment, run = game_asked(request)
    experiment.batch().get_ready(output.voice.compiling)
    numbers = numbers_of(request.game)
    if format == "html" and len(numbers) > 1:
        raise WrongUse(f"game {request.game}: a page shows one game, so name one, or leave out html")
    findings: list[str] = []
    lines: list[str] = []
    events, failed = 0, None
    for number in numbers:
        game = replay(experiment, number, noted=format == "html")
        failed, events = game.failed, events + len(game.transcript)
        if request.check and failed is None:
            found = game.findings() + (against_kept(run, game) if run else [])
            findings += [f"game {number}, {one}" for one in found] if len(numbers) > 1 else found
        if format == "html":
            if failed is not None:
                raise failed
            write_game(game, format, output)
        else:
            lines += [""] if lines and format == "text" else []
            lines += game.json_lines if format == "jsonl" else game.text
        if failed is not None:
            break
    if format != "html":
        write_lines(lines, output.output)
    if request.check and failed is None and not findings:
        output.voice.say(_checked(len(numbers), events))
    return Answer(None, failed=failed, holds=not findings, findings=tuple(findings))


def _checked(games: int, events: int) -> str:
    if games == 1:
        return say("checked {events} events: nothing against the rules", events=events)
    return say(
        "checked {games} games, {events} events: nothing against the rules", games=games, events=events
    )


def write_game(
    game: Replay, format: str, output: Output, others: Batch | None = None, again: bool = True
) -> None:
    """Write a game that was played.

    Parameters
    ----------
    game : Replay
    format : str
        text, jsonl or html.
    output : Output
    others : Batch, optional
        Other games, from which the chances on a page are learnt; games of the same bots if none are given.
    again : bool
        Whether the command makes the same page again.
    """
    if format != "html":
        write_lines(game.json_lines if format == "jsonl" else game.text, output.output)
        return
    from conquestlab.analysis.playing.watching import watched
    from conquestlab.reports.webpage.game_page import game_page

    page = game_page(watched(game, others), output.command if again else "")
    write_lines(page.splitlines(), output.output)
    if output.output is not None and output.output != "-":
        output.voice.say(say("{file} needs no network: open it in a browser", file=output.output))


def game_format(output: Output) -> str:
    """Settle how a game is written: as asked, else by the end of the file's name, else as text."""
    place = output.output
    if output.format is not None or place is None or place == "-":
        return output.format or "text"
    ending = os.path.splitext(place)[1].lower()
    if ending not in BY_ENDING:
        raise WrongUse(
            f"no told game ends in {shown(ending)}; "
            f"end {shown(place)} in .txt, .jsonl or .html, or add --format"
        )
    return BY_ENDING[ending]


def write_lines(lines: Sequence[str], output: str | None) -> None:
    """Write lines to standard output, or whole or not at all to a file."""
    text = "\n".join(lines) + "\n"
    if output is not None and output != "-":
        from conquestlab.reports.files import write_whole

        write_whole(output, text.encode("utf-8"))
        return
    from conquestlab.reports.tables import print_text

    print_text(text, "text")
