"""From the words of `conquest ladder` to a page and a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.rating.ladder_answers import Climbed, climb
from conquestlab.analysis.rating.ladder_question import Question, contests_of
from conquestlab.reports.answer import DONE, Answer, Voice, one_or_all
from conquestlab.reports.page import Page

FIGURES = ("rating", "elo", "seat_rating", "win_share", "pair_share", "triple", "misfit")


def ladder_answer(rules: Sequence[str], asked: dict[str, Any], voice: Voice) -> Answer:
    """Answer `conquest ladder`.

    Parameters
    ----------
    rules : sequence of str
        Rulebooks, with changes.
    asked : dict
        players, bots, one, against (tuple of str), games, seed, lineups, anchor, bot_seconds, jobs, plot,
        figure.
    voice : Voice
    """
    from conquestlab.reports.figures.style import check_plot_path

    if asked["plot"]:
        check_plot_path(asked["plot"])
    if asked["figure"] and asked["figure"] not in FIGURES:
        raise WrongUse(f"no figure {asked['figure']}: there are {', '.join(FIGURES)}")
    rules = tuple(dict.fromkeys(rules))
    question = Question(*(asked[name] for name in Question._fields))
    contests = contests_of(rules, question)
    with voice.listening(sum(contest.games for contest in contests)) as listener:
        climbed = climb(contests, question.anchor, jobs=asked["jobs"], listener=listener)
    if climbed.interrupted and not climbed.rows:
        raise KeyboardInterrupt
    page = Page(
        climbed.rows,
        climbed.rulebooks,
        climbed.notes,
        meta=_meta(climbed),
        draw=lambda: _figure(climbed, asked["figure"]),
    )
    return Answer(page, DONE if climbed.interrupted else "", climbed.failed)


def _meta(climbed: Climbed) -> dict[str, Any]:
    """Return what is known of the games beside their rules."""
    contests = climbed.contests
    return {
        "seed": contests[0].fixtures[0].experiment.seeds.text,
        "bots": list(dict.fromkeys(name for contest in contests for name in contest.names)),
        "players": one_or_all([contest.seats for contest in contests]),
        "games": one_or_all([contest.games for contest in contests]),
        "lineups": one_or_all([len(contest.fixtures) for contest in contests]),
    }


def _figure(climbed: Climbed, measure: str | None) -> Any:
    """Draw ratings and pairs, or the shares of one bot against others; or one measure."""
    from conquestlab.reports.figures import ladder_figures

    if measure:
        return ladder_figures.one_measure(climbed.rows, measure)
    if climbed.contests[0].one:
        return ladder_figures.one_against(climbed.rows)
    return ladder_figures.ladder(climbed.rows)
