"""From the words of `conquest play` and `conquest replay` to a page, a figure and a told game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.play_answers import Played, Question, experiments_of, play
from conquestlab.analysis.rules.faults import shown
from conquestlab.reports.answer import DONE, Answer, Voice, one_or_all
from conquestlab.reports.games.pages import cautions
from conquestlab.reports.page import Page

TOLD_FORMATS = ("text", "jsonl")
TOLD_BY_ENDING = {"": "text", ".txt": "text", ".md": "text", ".jsonl": "jsonl", ".json": "jsonl"}


def play_answer(rules: Sequence[str], asked: dict[str, Any], voice: Voice, way_on: str) -> Answer:
    """Answer `conquest play`; `way_on` is the command that goes on with a run that is kept."""
    from conquestlab.analysis.playing.reducers import tallied
    from conquestlab.analysis.reporting.report_runs import tallied_with_course
    from conquestlab.reports.figures.play_figures import (
        USUAL,
        check_figure,
        draw_figure,
        needs_course,
        runs_of,
    )
    from conquestlab.reports.figures.style import check_plot_path

    if asked["plot"]:
        check_plot_path(asked["plot"])
    if asked["figure"] == "luck_share" and not asked["luck"]:
        raise WrongUse("--figure luck_share draws what --luck measures: add --luck")
    figure = asked["figure"] or USUAL
    rules = tuple(dict.fromkeys(rules))
    question = Question(**{name: asked[name] for name in Question._fields})
    experiments = experiments_of(rules, question)
    check_figure(figure, experiments)
    with voice.listening(sum(experiment.games for experiment in experiments)) as listener:
        played = play(
            rules,
            question,
            out=asked["out"],
            resume=asked["resume"],
            jobs=asked["jobs"],
            margin=asked["margin"],
            skill=asked["skill"],
            luck=asked["luck"],
            listener=listener,
            tally=tallied_with_course if needs_course(figure, experiments) else tallied,
        )
    if played.interrupted and not played.rows:
        raise KeyboardInterrupt

    def draw() -> Any:
        return draw_figure(figure, runs_of(played))

    shown = [
        {name: value for name, value in row.items() if name not in ("kind", "unit")} for row in played.rows
    ]
    notes = (*cautions(played.rulebooks, played.rows), *played.notes)
    page = Page(played.rows, played.rulebooks, notes, meta=_meta(played), draw=draw, shown=shown)
    kept = f"go on with: {way_on}" if asked["out"] else f"{DONE}; --out DIR keeps them, to go on later"
    return Answer(page, kept if played.interrupted else "", played.failed)


def _meta(played: Played) -> dict[str, Any]:
    """Return what is known of the games beside their rules."""
    experiments = played.experiments
    return {
        "seed": experiments[0].seeds.text,
        "bots": one_or_all([experiment.bots_text for experiment in experiments]),
        "players": one_or_all([experiment.seats for experiment in experiments]),
        "games": one_or_all([experiment.games for experiment in experiments]),
    }


def replay_lines(
    folder: str | None, game: int, asked: dict[str, Any], format: str, voice: Voice
) -> tuple[list[str], list[str]]:
    """Answer `conquest replay`: the lines to write, and what a check found.

    Parameters
    ----------
    folder : str or None
        A run; None where rules and so on are given.
    game : int
    asked : dict
        rules, players, bots, seed, rotate (each None where it is not given), bot_seconds, check.
    format : str
        One of TOLD_FORMATS.
    voice : Voice
    """
    from conquestlab.analysis.playing.replay_answers import against_kept, kept_game, one_game, replay

    run = None
    if folder is not None:
        from conquestlab.analysis.playing.runs import read_run

        run = read_run(folder)
        experiment = kept_game(run, game, asked["bot_seconds"])
    else:
        experiment = one_game(
            asked["rules"] or asked["usual_rules"],
            game,
            players=asked["players"],
            bots=asked["bots"],
            seed=asked["seed"] or "1",
            rotate=asked["rotate"],
            bot_seconds=asked["bot_seconds"],
        )
    experiment.batch().get_ready(voice.compiling)
    told = replay(experiment, game)
    findings: list[str] = []
    if asked["check"]:
        findings = told.findings() + (against_kept(run, told) if run else [])
        if not findings:
            voice.say(f"checked {len(told.record)} events: nothing against the rules")
    return told.json_lines if format == "jsonl" else told.text, findings


def told_format(format: str | None, output: str | None) -> str:
    """Settle how a game is told: as asked, else by the end of the file's name, else as text."""
    if format is not None or output is None or output == "-":
        return format or "text"
    ending = os.path.splitext(output)[1].lower()
    if ending not in TOLD_BY_ENDING:
        raise WrongUse(
            f"no told game ends in {shown(ending)}; end {shown(output)} in .txt or .jsonl, or add --format"
        )
    return TOLD_BY_ENDING[ending]


def write_lines(lines: Sequence[str], output: str | None) -> None:
    """Write lines to standard output, or whole or not at all to a file."""
    text = "\n".join(lines) + "\n"
    if output is not None and output != "-":
        from conquestlab.reports.files import write_whole

        write_whole(output, text.encode("utf-8"))
        return
    from conquestlab.reports.tables import print_text

    print_text(text, "text")
