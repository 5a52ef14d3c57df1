"""From the words of `conquest play` and `conquest replay` to a page, a figure and a told game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.playing.play_answers import Played, Question, experiments_of, play
from conquestlab.analysis.playing.workers import Listener
from conquestlab.reports.page import Page

TOLD_FORMATS = ("text", "jsonl")

Say = Callable[[str], None]


def play_page(rules: Sequence[str], asked: dict[str, Any], quiet: bool, say: Say) -> tuple[Page, Played]:
    """Answer `conquest play`; the second tells whether something came before its end."""
    from conquestlab.analysis.playing.reducers import tallied
    from conquestlab.analysis.reporting.report_runs import tallied_with_course
    from conquestlab.reports.figures.play_figures import OF_COURSE, USUAL, check_figure, draw_figure, runs_of
    from conquestlab.reports.figures.style import check_plot_path
    from conquestlab.reports.progress import Progress

    if asked["plot"]:
        check_plot_path(asked["plot"])
    elif asked["figure"]:
        raise WrongUse("--figure says what --plot draws: name a file with --plot FILE")
    if asked["figure"] == "luck_share" and not asked["luck"]:
        raise WrongUse("--figure luck_share draws what --luck measures: add --luck")
    figure = asked["figure"] or USUAL
    rules = tuple(dict.fromkeys(rules))
    question = Question(
        asked["players"],
        asked["bots"],
        asked["games"],
        asked["seed"],
        asked["rotate"],
        asked["within"],
        asked["bot_seconds"],
        asked["lift_round"],
    )
    experiments = experiments_of(rules, question)
    check_figure(figure, experiments)
    total = sum(experiment.games for experiment in experiments)
    with Progress(total, "games", quiet=quiet) as bar:
        listener = Listener(
            lambda seconds: say(f"compiling the kernels once, about {seconds} s"), bar.advance
        )
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
            tally=tallied_with_course if figure in OF_COURSE else tallied,
        )
    if played.interrupted and not played.rows:
        raise KeyboardInterrupt

    def draw() -> Any:
        return draw_figure(figure, runs_of(played))

    return Page(played.rows, played.rulebooks, played.notes, meta=_meta(played), draw=draw), played


def _meta(played: Played) -> dict[str, Any]:
    """Return what is known of the games beside their rules."""
    experiments = played.experiments

    def one_or_all(values: list[Any]) -> Any:
        different = list(dict.fromkeys(values))
        return different[0] if len(different) == 1 else different

    return {
        "seed": experiments[0].seeds.text,
        "bots": one_or_all([experiment.bots_text for experiment in experiments]),
        "players": one_or_all([experiment.seats for experiment in experiments]),
        "games": one_or_all([experiment.games for experiment in experiments]),
    }


def replay_lines(
    folder: str | None, game: int, asked: dict[str, Any], format: str, say: Say
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
    say : callable
        Takes words for stderr.
    """
    from conquestlab.analysis.playing.replay_answers import against_kept, kept_game, one_game, replay

    run = None
    if folder is not None:
        from conquestlab.analysis.playing.runs import read_run

        given = [f"--{name}" for name in ("rules", "players", "bots", "seed") if asked[name] is not None]
        if not asked["rotate"]:
            given.append("--no-rotate")
        if given:
            raise WrongUse(f"{folder} says itself how it was played: leave out {', '.join(given)}")
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
    experiment.batch().get_ready(lambda seconds: say(f"compiling the kernels once, about {seconds} s"))
    told = replay(experiment, game)
    findings: list[str] = []
    if asked["check"]:
        findings = told.findings() + (against_kept(run, told) if run else [])
        if not findings:
            say(f"checked {len(told.record)} events: nothing against the rules")
    return told.json_lines if format == "jsonl" else told.text, findings


def told_format(format: str | None, output: str | None) -> str:
    """Settle how a game is told: as asked, else by the end of the file's name, else as text."""
    if format is not None:
        return format
    return "jsonl" if output is not None and output.endswith((".jsonl", ".json")) else "text"


def write_lines(lines: Sequence[str], output: str | None) -> None:
    """Write lines to standard output, or whole or not at all to a file."""
    text = "\n".join(lines) + "\n"
    if output is not None and output != "-":
        from conquestlab.reports.files import write_whole

        write_whole(output, text.encode("utf-8"))
        return
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()
